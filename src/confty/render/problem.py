"""The one exception of this floor; ``render`` turns it into a diagnostic and lets nothing out.

A writer is deep in a value when it finds what it cannot write.  It raises with the path it
knows; each caller on the way out puts its own step in front.
"""

from __future__ import annotations

from confty.text import Code, Diagnostic

Step = str | int


class Unwritable(Exception):
    """What is wrong, and the steps from the top of the value to it."""

    def __init__(
        self, code: Code, message: str, path: tuple[Step, ...] = (), help_: str | None = None
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
