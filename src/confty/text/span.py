"""A stretch of a source: what a diagnostic underlines.

Syntax nodes keep two integers and not a span, because a parser makes a million of
them; a span is made when somebody wants to talk about the place.
"""

from __future__ import annotations

from confty.text.source import Source


class Span:
    """The characters from ``start`` up to, not including, ``end``."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        # What is not there ends behind the token before it, and what begins with that, too.
        self.end = max(start, end)

    def __repr__(self) -> str:
        return f"Span({self})"

    def __str__(self) -> str:
        line, column = self.source.place(self.start)
        return f"{self.source.name}:{line}:{column}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return (self.source is other.source or self.source.name == other.source.name) and (
            self.start,
            self.end,
        ) == (other.start, other.end)

    def __hash__(self) -> int:
        return hash((self.source.name, self.start, self.end))

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def first(self) -> tuple[int, int]:
        """Line and column of the first character, from 1."""
        return self.source.place(self.start)

    @property
    def last(self) -> tuple[int, int]:
        """Line and column just past the last character, from 1."""
        return self.source.place(self.end)

    def to(self, other: Span) -> Span:
        """Return the span that reaches from this one to the end of ``other``."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
