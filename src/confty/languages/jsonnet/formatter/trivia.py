"""What stands between tokens: line breaks and comments, as things that can be moved and changed.

The gap before a token is a list of elements.  A ``LINE`` ends a line, perhaps after a comment; an
``INLINE`` is a comment within a line; a ``PARAGRAPH`` is a comment that fills whole lines.  Each
of the first and last kind says how many blank lines follow and how far the next line is indented.
The lists keep one rule: after an element that has ended a line no bare ``LINE`` follows, it is
merged instead.
"""

from __future__ import annotations

from confty.patterns import DOTALL, pattern
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

LINE: Final = "line"
INLINE: Final = "inline"
PARAGRAPH: Final = "paragraph"

_WHITE: Final = pattern(r"[ \t\r\n]*")
_PART: Final = pattern(
    r"(?P<space>[ \t\r\n]+)|(?P<line>(?://|#)[^\n]*)|(?P<block>/\*.*?\*/)", DOTALL
)


class GapPiece(metaclass=Record):
    """One piece of a gap."""

    kind: str
    blanks: int
    indent: int
    comment: list[str]


class Gap(list[GapPiece]):
    """What stands before one token."""

    __slots__ = ()

    @property
    def ends_line(self) -> bool:
        """Whether what follows starts a line."""
        return bool(self) and self[-1].kind != INLINE

    @property
    def breaks(self) -> int:
        """How many line breaks there are."""
        return sum(
            0
            if element.kind == INLINE
            else element.blanks + (1 if element.kind == LINE else len(element.comment))
            for element in self
        )

    @property
    def starts_line(self) -> bool:
        """Whether the gap begins with something that ends the line before it."""
        return bool(self) and self[0].kind != INLINE

    def add(self, element: GapPiece) -> None:
        """Append an element and keep the rule of the lists."""
        if self.ends_line and element.kind == LINE:
            if element.comment:
                self.append(GapPiece(PARAGRAPH, element.blanks, element.indent, element.comment))
            else:
                self[-1].indent = element.indent
                self[-1].blanks += element.blanks
            return
        if not self.ends_line and element.kind == PARAGRAPH:
            self.append(GapPiece(LINE, 0, element.indent, []))
        self.append(element)

    def break_line(self) -> None:
        """Make sure that what follows starts a line."""
        if not self.ends_line:
            self.add(GapPiece(LINE, 0, 0, []))

    def take_before(self, other: Gap) -> None:
        """Move the elements of ``other`` to the front of this gap."""
        whole = Gap(other)
        for element in self:
            whole.add(element)
        self[:] = whole
        other.clear()


def read_gap(text: str, column: int, *, final: bool = False) -> Gap:
    """Split the text of a gap; ``column`` is where it starts in its line, from 0.

    The line breaks after the last comment of a file are dropped when ``final`` is set.
    """
    gap = Gap()
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        assert part is not None, "the scanner lets nothing else between tokens"
        at = part.end()
        if part["space"]:
            breaks, indent = _space(part["space"])
            if breaks and not (final and at == len(text)):
                gap.add(GapPiece(LINE, breaks - 1, indent, []))
            continue
        following = _WHITE.match(text, at)
        assert following is not None
        breaks, indent = _space(following[0])
        comment = part[0]
        if part["line"]:
            at = following.end()
            gap.add(GapPiece(LINE, max(breaks - 1, 0), indent, [comment.rstrip(" \t\r")]))
        elif "\n" not in comment:
            gap.add(GapPiece(INLINE, 0, 0, [comment]))
        else:
            at = following.end()
            before = text[: part.start()]
            margin = len(before) - before.rfind("\n") - 1
            margin += column if "\n" not in before else 0
            gap.add(GapPiece(PARAGRAPH, max(breaks - 1, 0), indent, _lines(comment, margin)))
    return gap


def _space(text: str) -> tuple[int, int]:
    """Count the line breaks of white space and the columns after the last of them."""
    tail = text[text.rfind("\n") + 1 :]
    return text.count("\n"), sum(
        8 if character == "\t" else 1 for character in tail if character != "\r"
    )


def _lines(comment: str, margin: int) -> list[str]:
    """Split a comment over several lines and take off the margin it stood at."""
    first, *rest = comment.split("\n")
    lines = [first.rstrip()]
    for line in rest:
        left = len(line) - len(line.lstrip(" \t"))
        lines.append(line[min(left, margin) :].rstrip())
    # A column of stars stands one to the right of the slash.
    if all(line.startswith("*") for line in lines[1:]):
        lines[1:] = [f" {line}" for line in lines[1:]]
    return lines
