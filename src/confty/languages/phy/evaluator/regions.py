"""Regions in generated Python: nested by indenting, or flat as blocks that a loop chooses."""

from __future__ import annotations

from confty.languages.phy.evaluator.blocks import Line


class Regions:
    """The lines of a procedure as they grow."""

    def __init__(self, *, flat: bool) -> None:
        self.flat = flat
        self.lines: list[Line] = []
        self.indent = 0 if flat else 1
        # Flat form: all blocks, what open regions need, and which blocks start loops.
        self.blocks: list[list[Line]] = [self.lines]
        self.regions: list[tuple[int, int]] = []
        self.heads: set[int] = set()
        # Nested form: how many lines there were when each open region started.
        self.loops: list[int] = []

    def line(self, text: str, call: int = -1) -> None:
        """Write a line; ``call`` is the site of the call it makes."""
        self.lines.append(Line(self.indent, text, call))

    def nested_region(self, op: str, condition: str) -> None:
        """Open, turn or close a region by indenting."""
        if op in {"if", "unless", "loop"}:
            self.line("while True:" if op == "loop" else f"if {condition}:")
            self.indent += 1
            self.loops.append(len(self.lines))
        elif op == "until":
            if len(self.lines) == self.loops[-1]:
                self.lines[-1].text = f"while {condition}:"
            else:
                self.line(f"if not {condition}: break")
        else:
            if len(self.lines) == self.loops.pop():
                self.line("pass")
            self.indent -= 1
            if op == "else":
                self.line("else:")
                self.indent += 1
                self.loops.append(len(self.lines))

    def flat_region(self, op: str, condition: str) -> None:
        """Open, turn or close a region by going to a block."""
        blocks = self.blocks
        fresh = len(blocks)
        if op in {"if", "unless"}:
            blocks.extend([[], [], []])
            self.line(f"b = {fresh} if {condition} else {fresh + 1}")
            self.regions.append((fresh + 1, fresh + 2))
            self.lines = blocks[fresh]
        elif op == "else":
            other, after = self.regions[-1]
            self.line(f"b = {after}")
            self.lines = blocks[other]
        elif op == "loop":
            blocks.extend([[], []])
            self.line(f"b = {fresh}")
            self.regions.append((fresh, fresh + 1))
            self.heads.add(fresh)
            self.lines = blocks[fresh]
        elif op == "until":
            blocks.append([])
            self.line(f"b = {fresh} if {condition} else {self.regions[-1][1]}")
            self.lines = blocks[fresh]
        else:
            self.flat_end()

    def flat_end(self) -> None:
        """Close a region: a loop starts over, a branch goes on behind; so does one not taken."""
        first, after = self.regions.pop()
        is_loop = first in self.heads
        self.line(f"b = {first if is_loop else after}")
        if not is_loop and not self.blocks[first]:
            self.blocks[first].append(Line(0, f"b = {after}"))
        self.lines = self.blocks[after]
