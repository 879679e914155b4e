"""Blocks and regions of native code.

Where regions nest so deeply that a compiler built for people's programs would choke on them,
blocks go to one another by number, through one place that chooses.
"""

from __future__ import annotations

from typing import Literal, assert_never

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.native.frame import NativeFrame
from confty.languages.phy.evaluator.native.writer import Globals


class Control:
    """The blocks of one function, as regions are opened and closed."""

    def __init__(self, frame: NativeFrame, globals_: Globals, number: int) -> None:
        self.frame = frame
        self.out = frame.out
        self.globals = globals_
        self.function = f"@p{number}"
        # What the open regions need at their end: the other branch or the loop's head, and the
        # block behind.
        self.opened: list[tuple[Literal["if", "else", "loop"], str, str]] = []
        self.numbered: list[str] = []

    def start(self) -> None:
        """Begin the first block."""
        if self.frame.flat:
            self.frame.allocated.append("  %b = alloca ptr")
            self._go("first")
            self._begin("first")

    def finish(self) -> None:
        """Write the place that chooses among blocks."""
        if self.frame.flat:
            self.out.lines.append("choose:")
            target = self.out.name("load ptr, ptr %b")
            labels = ", ".join([f"label %{label}" for label in self.numbered])
            self.out.line(f"indirectbr ptr {target}, [ {labels} ]")

    def _go(self, label: str) -> None:
        """End a block by going to another."""
        if self.out.left:
            return
        if self.frame.flat:
            self.out.line(f"store ptr blockaddress({self.function}, %{label}), ptr %b")
            self.out.leave("br label %choose")
        else:
            self.out.leave(f"br label %{label}")

    def _choose(self, condition: str, yes: str, no: str) -> None:
        if not self.frame.flat:
            self.out.leave(f"br i1 {condition}, label %{yes}, label %{no}")
            return
        first, second = [f"ptr blockaddress({self.function}, %{label})" for label in (yes, no)]
        target = self.out.name(f"select i1 {condition}, {first}, {second}")
        self.out.line(f"store ptr {target}, ptr %b")
        self.out.leave("br label %choose")

    def _begin(self, label: str) -> None:
        self.out.lines.append(f"{label}:")
        self.out.left = False
        if self.frame.flat:
            self.numbered.append(label)

    def region(self, one: code.Region) -> None:
        """Open, turn or close a region."""
        match one:
            case code.Branch():
                self._branch(one)
            case code.Otherwise():
                _, no, after = self.opened.pop()
                self._go(after)
                self.opened.append(("else", no, after))
                self._begin(no)
            case code.Loop():
                head, after = self.out.label(), self.out.label()
                self._go(head)
                self.opened.append(("loop", head, after))
                self._begin(head)
            case code.While():
                body = self.out.label()
                self._choose(self.frame.value(one.condition), body, self.opened[-1][2])
                self._begin(body)
            case code.End():
                self._end()
            case _:
                assert_never(one)

    def _branch(self, one: code.Branch) -> None:
        condition = self.frame.value(one.condition)
        yes, no, after = self.out.label(), self.out.label(), self.out.label()
        if one.wanted:
            self._choose(condition, yes, no)
        else:
            self._choose(condition, no, yes)
        self.opened.append(("if", no, after))
        self._begin(yes)

    def _end(self) -> None:
        kind, first, after = self.opened.pop()
        if kind == "loop" and not self.frame.flat:
            self.out.leave(f"br label %{first}, !llvm.loop {self.globals.loop()}")
        self._go(first if kind == "loop" else after)
        if kind == "if":
            self._begin(first)
            self._go(after)
        self._begin(after)
