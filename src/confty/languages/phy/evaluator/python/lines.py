"""Lines of generated Python, and regions in them.

Regions are nested by indenting.  Python cannot nest blocks deeply, so there is a flat form as
well: numbered blocks, and a loop that chooses among them.
"""

from __future__ import annotations

from typing import TypeAlias

from confty.records import Record


class Line(metaclass=Record):
    """A line: how far it is indented, and the site of the call it makes, if any."""

    indent: int
    text: str
    call: int = -1


class IndentedLines:
    """The lines of a procedure as they grow, regions nested by indenting."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.indent = 1
        # How many lines there were when each open region started.
        self.opened: list[int] = []

    def line(self, text: str, call: int = -1) -> None:
        """Write a line; ``call`` is the site of the call it makes."""
        self.lines.append(Line(self.indent, text, call))

    def _open(self, head: str) -> None:
        self.line(head)
        self.indent += 1
        self.opened.append(len(self.lines))

    def branch(self, condition: str) -> None:
        """Open a region that runs if a condition holds."""
        self._open(f"if {condition}:")

    def otherwise(self) -> None:
        """Turn to the region that runs if it does not."""
        self.end()
        self._open("else:")

    def loop(self) -> None:
        """Open a region that runs again and again."""
        self._open("while True:")

    def leave_unless(self, condition: str) -> None:
        """Leave the loop unless a condition holds."""
        if len(self.lines) == self.opened[-1]:
            self.lines[-1].text = f"while {condition}:"
        else:
            self.line(f"if not {condition}: break")

    def end(self) -> None:
        """Close a region."""
        if len(self.lines) == self.opened.pop():
            self.line("pass")
        self.indent -= 1

    def finished(self) -> list[Line]:
        """Return the lines of the procedure."""
        return self.lines


class Flat:
    """The lines of a procedure as they grow, regions as blocks that go to one another."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.blocks: list[list[Line]] = [self.lines]
        # Of the open regions: the other branch or the head of the loop, and the block behind.
        self.opened: list[tuple[int, int]] = []
        self.heads: set[int] = set()

    def line(self, text: str, call: int = -1) -> None:
        """Write a line; ``call`` is the site of the call it makes."""
        self.lines.append(Line(0, text, call))

    def branch(self, condition: str) -> None:
        """Open a region that runs if a condition holds."""
        fresh = len(self.blocks)
        self.blocks.extend([[], [], []])
        self.line(f"b = {fresh} if {condition} else {fresh + 1}")
        self.opened.append((fresh + 1, fresh + 2))
        self.lines = self.blocks[fresh]

    def otherwise(self) -> None:
        """Turn to the region that runs if it does not."""
        other, after = self.opened[-1]
        self.line(f"b = {after}")
        self.lines = self.blocks[other]

    def loop(self) -> None:
        """Open a region that runs again and again."""
        fresh = len(self.blocks)
        self.blocks.extend([[], []])
        self.line(f"b = {fresh}")
        self.opened.append((fresh, fresh + 1))
        self.heads.add(fresh)
        self.lines = self.blocks[fresh]

    def leave_unless(self, condition: str) -> None:
        """Leave the loop unless a condition holds."""
        fresh = len(self.blocks)
        self.blocks.append([])
        self.line(f"b = {fresh} if {condition} else {self.opened[-1][1]}")
        self.lines = self.blocks[fresh]

    def end(self) -> None:
        """Close a region: a loop starts over, a branch goes on behind; so does one not taken."""
        first, after = self.opened.pop()
        is_loop = first in self.heads
        self.line(f"b = {first if is_loop else after}")
        if not is_loop and not self.blocks[first]:
            self.blocks[first].append(Line(0, f"b = {after}"))
        self.lines = self.blocks[after]

    def finished(self) -> list[Line]:
        """Return the lines of the procedure; ``b`` is the next block, found by halving."""
        lines = [Line(1, "b = 0"), Line(1, "while True:")]
        self._chosen(0, len(self.blocks), 2, lines)
        return lines

    def _chosen(self, low: int, high: int, indent: int, lines: list[Line]) -> None:
        if high - low == 1:
            block = self.blocks[low] or [Line(0, "pass")]
            lines.extend([Line(indent + line.indent, line.text, line.call) for line in block])
            return
        middle = (low + high) // 2
        lines.append(Line(indent, f"if b < {middle}:"))
        self._chosen(low, middle, indent + 1, lines)
        lines.append(Line(indent, "else:"))
        self._chosen(middle, high, indent + 1, lines)


Lines: TypeAlias = IndentedLines | Flat
