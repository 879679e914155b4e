"""How evaluation ends early, inside this room only.

``Stop`` is a mistake of the program, with its finding.  ``Retry`` comes from translated code,
which knows no places: it says that something is not plain and easy, and that the reference
evaluator has to run the program to find the value or the place of the mistake.
"""

from __future__ import annotations

from confty.text import Diagnostic, Frame


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
