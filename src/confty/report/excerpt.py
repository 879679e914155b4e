"""The lines of a source that a finding talks about, with marks under them.

One excerpt shows one source.  Lines that carry a mark are shown, a gap of one or two lines
between them is filled, a longer one becomes dots.  A long line is cut to a window around its first
mark, and shown once more for marks that are too far away for it, so that a file of one huge line
gives a readable message.
"""

from __future__ import annotations

from confty.records import Record
from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

WINDOW: Final = 110
BEFORE_MARK: Final = 40


class Mark:
    """A stretch to underline, with a few words beside it."""

    __slots__ = ("primary", "span", "text")

    def __init__(self, span: Span, text: str, *, primary: bool) -> None:
        self.span = span
        self.text = text
        self.primary = primary


class Row(metaclass=Record):
    """One line of an excerpt: its number or none, its text, and which style it has."""

    number: int | None
    text: str
    style: str


def excerpt(source: Source, marks: list[Mark]) -> list[Row]:
    """Return the rows that show ``marks`` in ``source``."""
    by_line: dict[int, list[Mark]] = {}
    for mark in marks:
        by_line.setdefault(mark.span.first[0], []).append(mark)
    rows: list[Row] = []
    previous = 0
    for line in sorted(by_line):
        rows.extend(_between(source, previous, line))
        rows.extend(_marked(source, line, by_line[line]))
        previous = line
    return rows


def _between(source: Source, previous: int, line: int) -> list[Row]:
    gap = line - previous - 1
    if not previous or not gap:
        return []
    if gap > 2:
        return [Row(None, "...", "gap")]
    return [
        Row(number, printable(source.line_text(number)[:WINDOW]), "text")
        for number in range(previous + 1, line)
    ]


def _marked(source: Source, line: int, marks: list[Mark]) -> list[Row]:
    """Show a line for each window that its marks need."""
    text = source.line_text(line)
    if len(text) <= WINDOW:
        return _seen(text, 0, line, marks)
    rows: list[Row] = []
    left = sorted(marks, key=lambda mark: mark.span.start)
    while left:
        begin = max(0, left[0].span.first[1] - 1 - BEFORE_MARK)
        inside = [mark for mark in left if mark.span.first[1] <= begin + WINDOW]
        rows += _seen(text, begin, line, inside)
        left = left[len(inside) :]
    return rows


def _seen(text: str, begin: int, line: int, marks: list[Mark]) -> list[Row]:
    """Show a line from ``begin`` on, and under it one row per mark, the rightmost first."""
    shown = text[begin : begin + WINDOW]
    head = "..." if begin else ""
    tail = "..." if begin + WINDOW < len(text) else ""
    rows = [Row(line, head + printable(shown) + tail, "text")]
    for mark in sorted(marks, key=lambda mark: mark.span.start, reverse=True):
        column = mark.span.first[1] - 1
        last_line, last_column = mark.span.last
        end = last_column - 1 if last_line == line else len(text)
        end = min(end, begin + WINDOW)
        start = len(head) + width(text[begin:column])
        length = max(1, width(text[column:end]))
        line_of_marks = " " * start + ("^" if mark.primary else "-") * length
        words = f"{line_of_marks} {mark.text}".rstrip()
        rows.append(Row(None, words, "primary" if mark.primary else "secondary"))
    return rows


def printable(text: str) -> str:
    """Make every character take the room that ``width`` counts, and none steer the terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if character == "\t":
        return " "
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"


def width(text: str) -> int:
    """How many terminal cells ``text`` takes."""
    if text.isascii():
        return len(text)
    import unicodedata  # noqa: PLC0415  start-up: ASCII needs no table

    return sum(
        0
        if unicodedata.combining(character)
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
