"""An expectation: the type a place asks for, and the words that say why it may ask.

Where a type came from is no part of the type: equal types from two places are one object.  So the
reason travels with the question.
"""

from __future__ import annotations

from typing import Final

from confty.records import Record
from confty.text import Diagnostic, Span
from confty.types import Type


class Wanted(metaclass=Record):
    """A type some place asks for, why, and what to point at."""

    type: Final[Type]
    because: Final[str] = ""
    at: Final[Span | None] = None

    def part(self, type_: Type, at: Span | None = None) -> Wanted:
        """Ask for a part of the type, for the same reason."""
        return Wanted(type_, self.because, at or self.at)

    def blamed(self, finding: Diagnostic) -> Diagnostic:
        """Return the finding with a note that points at what asked."""
        return finding.note(self.at, self.because) if self.because else finding
