"""How evaluation ends early, inside this room only.

``Stop`` is a mistake of the program, with its finding.  ``Retry`` comes from translated code,
which knows no places: it says that something is not plain and easy, and that the reference
evaluator has to run the program to find the value or the place of the mistake.
"""

from __future__ import annotations

from typing import Any, Final

from confty.text import Code, Diagnostic, Frame, Span


class Stop(Exception):
    """A mistake; frames are added while the calls unwind, innermost first."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.frames: list[Frame] = []
        self.path: list[str | int] = []

    def complete(self) -> Diagnostic:
        """Return the finding with its trail and the path inside the value."""
        finding = self.finding
        if self.frames:
            finding = finding.with_trail(tuple(self.frames))
        if self.path:
            finding = finding.with_path(tuple(reversed(self.path)))
        return finding


class Retry(Exception):
    """Leave the fast path."""


class NotKnown(Exception):
    """A collection or an answer depends on a labelled value that nobody knows yet."""

    def __init__(self, value: Any) -> None:
        super().__init__("not known yet")
        self.value = value


NOT_A_KEY: Final = "a secret or unknown value cannot be a key"


class Exhausted(Retry):
    """Translated code took more steps than any program may."""


class Failure(Exception):
    """A library function cannot do what was asked.

    ``where`` is "name", "receiver", "all" or the index of the argument to blame.
    """

    def __init__(self, where: str | int, code: Code, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.where = where
        self.code = code
        self.message = message
        self.hint = hint

    def at(self, span: Span | None) -> Diagnostic:
        """Return the finding at the place that was found for ``where``."""
        finding = self.code.at(span, self.message)
        return finding.with_help(self.hint) if self.hint else finding
