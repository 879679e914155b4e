"""Places as the protocol counts them: lines from 0, and units of UTF-16, UTF-8 or UTF-32.

Our offsets count characters.  A line of ASCII is the same in all three; of another line the table
from units to characters is made once, however long it is.
"""

from __future__ import annotations

import re
from _bisect import bisect_right
from itertools import accumulate
from typing import Final, TypeAlias

#: How a client may count, what we like best first.
ENCODINGS: Final = ("utf-32", "utf-8", "utf-16")
Position: TypeAlias = dict[str, int]
Range: TypeAlias = dict[str, Position]

_ENDS: Final = re.compile(r"\r\n|\n|\r")
_MOST_TABLES: Final = 64


def chosen(offered: object) -> str:
    """Choose how to count from what a client offers; without an offer it is UTF-16."""
    if isinstance(offered, list):
        return next((one for one in ENCODINGS if one in offered), "utf-16")
    return "utf-16"


class Lines:
    """The lines of one text, and how places in them are counted."""

    __slots__ = ("_ascii", "_encoding", "_starts", "_stops", "_tables", "text")

    def __init__(self, text: str, encoding: str) -> None:
        self.text: Final = text
        self._encoding: Final = encoding
        self._ascii: Final = encoding == "utf-32" or text.isascii()
        self._tables: Final[dict[int, list[int]]] = {}
        self._starts: Final = [0]
        self._stops: Final[list[int]] = []
        for end in _ENDS.finditer(text):
            self._stops.append(end.start())
            self._starts.append(end.end())
        self._stops.append(len(text))

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        # Between the two characters of a line break there is no place.
        column = min(offset, self._stops[line]) - self._starts[line]
        if not self._ascii:
            column = self._table(line)[column]
        return {"line": line, "character": column}

    def range(self, start: int, end: int) -> Range:
        """Return the range of two offsets."""
        return {"start": self.position(start), "end": self.position(end)}

    def offset(self, position: Position) -> int:
        """Return the offset of a position; one behind the end of its line is at the end."""
        line, units = int(position["line"]), int(position["character"])
        if line >= len(self._starts):
            return len(self.text)
        if line < 0:
            return 0
        start, stop = self._starts[line], self._stops[line]
        units = max(0, units)
        column = units if self._ascii else bisect_right(self._table(line), units) - 1
        return min(start + column, stop)

    def _table(self, line: int) -> list[int]:
        """Return how many units come before each character of a line, and before its end."""
        found = self._tables.get(line)
        if found is None:
            text = self.text[self._starts[line] : self._stops[line]]
            width = _in_utf_16 if self._encoding == "utf-16" else _in_utf_8
            found = list(accumulate(map(width, text), initial=0))
            if len(self._tables) >= _MOST_TABLES:
                self._tables.pop(next(iter(self._tables)), None)
            self._tables[line] = found
        return found


def _in_utf_16(character: str) -> int:
    return 1 if character <= "\uffff" else 2


def _in_utf_8(character: str) -> int:
    if character <= "\x7f":
        return 1
    if character <= "\u07ff":
        return 2
    return 3 if character <= "\uffff" else 4
