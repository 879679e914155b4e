"""A text that came from somewhere, and how to speak of a place in it.

Offsets count code points from 0.  People count lines and columns from 1, so the
conversion lives here and nowhere else.  The table of line starts is made on first
use: most files never show a diagnostic, and a ten-megabyte document must not pay
for one.
"""

from __future__ import annotations


class Source:
    """One file's text under the name that messages call it by."""

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    def __repr__(self) -> str:
        return f"Source({self.name!r}, {len(self.text)} characters)"

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            find, at = self.text.find, -1
            while (at := find("\n", at + 1)) >= 0:
                starts.append(at + 1)
            self._starts = starts
        return self._starts

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of ``offset``, both counted from 1."""
        from _bisect import bisect_right  # noqa: PLC0415  most texts are never asked

        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int | None:
        """Return the offset of a line and column, or None where there is no such place."""
        starts = self._line_starts()
        if not 1 <= line <= len(starts) or column < 1:
            return None
        at = starts[line - 1] + column - 1
        limit = starts[line] if line < len(starts) else len(self.text) + 1
        return at if at < limit else None

    def line_text(self, line: int) -> str:
        """Return the text of a line, counted from 1, without its line break."""
        starts = self._line_starts()
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].removesuffix("\r")
