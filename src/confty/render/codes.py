"""Every way in which plain data can refuse to be written in a format.

A writer is deep in a value when it finds what it cannot write.  It raises ``Unwritable`` with the
path it knows, each caller on the way out puts its own step in front, and ``render`` turns it into
a diagnostic and lets nothing out.
"""

from __future__ import annotations

from confty.text import Code, Diagnostic, Severity, codes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CYCLIC: Final = Code(
    "data/cyclic", Severity.ERROR, "A value contains itself, so its text would never end."
)
TOO_DEEP: Final = Code(
    "data/too-deep", Severity.ERROR, "A value is nested deeper than the format is written."
)
TOO_LARGE: Final = Code(
    "data/too-large", Severity.ERROR, "A value repeats its parts so often that its text explodes."
)
KEY_NOT_STRING: Final = Code(
    "data/key-not-string", Severity.ERROR, "The format has string keys only."
)
NULL_IN_TOML: Final = Code("data/null-in-toml", Severity.ERROR, "TOML has no null.")
NOT_A_TABLE: Final = Code(
    "data/not-a-table", Severity.ERROR, "A TOML document is a table at the top."
)
NOT_A_LIST: Final = Code(
    "data/not-a-list", Severity.ERROR, "A stream of documents is written from a list."
)
NOT_TEXT: Final = Code(
    "data/not-text", Severity.ERROR, "Raw output is a string, or a list of strings."
)
NOT_FINITE: Final = Code(
    "data/not-finite", Severity.ERROR, "JSON has no infinity and no not-a-number."
)
INTEGER_RANGE: Final = Code("data/integer-range", Severity.ERROR, "A TOML integer has 64 bits.")
BAD_CHARACTER: Final = Code(
    "data/bad-character", Severity.ERROR, "Half a surrogate pair is not a character."
)
NO_FORM: Final = Code(
    "data/no-form", Severity.ERROR, "The format has no way to write this kind of value."
)
UNKNOWN_FORMAT: Final = Code(
    "data/unknown-format", Severity.ERROR, "There is no output format of this name."
)

CODES: Final = codes_in(globals())

PathStep = str | int


class Unwritable(Exception):
    """What is wrong, and the steps from the top of the value to it."""

    def __init__(
        self, code: Code, message: str, path: tuple[PathStep, ...] = (), help_: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path
        self.help = help_

    def inside(self, step: object) -> Unwritable:
        """Put a step in front of the path; keys that are not strings show as text."""
        self.path = (step if isinstance(step, (str, int)) else str(step), *self.path)
        return self

    def diagnostic(self) -> Diagnostic:
        """The finding; the path says where inside the value."""
        found = self.code.at(None, self.message).with_path(self.path)
        return found if self.help is None else found.with_help(self.help)
