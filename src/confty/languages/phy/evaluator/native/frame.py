"""What a function of native code has at hand: the values of registers, memory, and a way out.

A register of the linear code is a value, or memory where blocks are chosen by number: there no
block stands before another for sure.
"""

from __future__ import annotations

import struct
from typing import Final

from confty.languages.phy.evaluator.native.layout import MachineTypes
from confty.languages.phy.evaluator.native.runtime import TAGS, UNLIKELY, shadow_at
from confty.languages.phy.evaluator.native.writer import FunctionWriter
from confty.languages.phy.evaluator.places import Constant, Register, Value
from confty.types import BOOL, Function


class Proven:
    """What is known inside of a loop: sums that are ints, and lists that indices are within."""

    __slots__ = ("lists", "sums", "within")

    def __init__(self) -> None:
        self.sums: set[int] = set()
        # Places by their identity and the number of a step.
        self.within: set[tuple[int, int]] = set()
        self.lists: dict[tuple[int, int], str] = {}


NOTHING: Final = Proven()


class NativeFrame:
    """The frame of one function; ``flat`` when its blocks are chosen by number."""

    def __init__(self, out: FunctionWriter, layout: MachineTypes, *, flat: bool) -> None:
        self.out = out
        self.layout = layout
        self.flat = flat
        self.names: dict[int, str] = {}
        self.allocated: list[str] = []
        # What the number of a path has before it, in a level that is told its path.
        self.before_paths: int | None = None
        # What the loop around has looked at before it started.
        self.proven = NOTHING

    def value(self, value: Value) -> str:
        """Return the name or the text of a value."""
        if isinstance(value, Constant):
            return literal(value)
        if self.flat:
            return self.out.name(f"load {self.layout.type(value.type)}, ptr %r{value.number}")
        return self.names[value.number]

    def keep(self, register: Register, text: str) -> None:
        """Let a register stand for what ``text`` names."""
        if self.flat:
            word = self.layout.type(register.type)
            self.allocated.append(f"  %r{register.number} = alloca {word}")
            self.out.line(f"store {word} {text}, ptr %r{register.number}")
        else:
            self.names[register.number] = text

    def reserve(self, word: str) -> str:
        """Reserve memory in the frame."""
        place = self.out.fresh()
        self.allocated.append(f"  {place} = alloca {word}")
        return place

    def trap(self, failed: str, site: int, left: str, right: str) -> None:
        """End the run when ``failed`` holds."""
        bad, good = self.out.label(), self.out.label()
        self.out.line(f"br i1 {failed}, label %{bad}, label %{good}, {UNLIKELY}")
        self.out.lines.append(f"{bad}:")
        self.note_path()
        self.out.line(f"call void @trap(ptr %c, i64 {site}, i64 {left}, i64 {right}, i64 %depth)")
        self.out.line("unreachable")
        self.out.lines.append(f"{good}:")

    def note_call(self, number: str, depth: str) -> None:
        """Note the number of a call that is made at a depth, for whoever wants the trail."""
        above = self.out.name(f"add i64 {depth}, 1")
        place = self.out.name(shadow_at(above))
        self.out.line(f"store i32 {number}, ptr {place}{TAGS['context']}")

    def note_path(self) -> None:
        """Note which calls led here before a run ends; elsewhere they noted themselves."""
        if self.before_paths is not None:
            number = self.out.name(f"add i32 %path, {self.before_paths}")
            self.note_call(number, "%d")

    def check_index(self, index: str, length: str, site: int) -> None:
        """End the run unless an index is within bounds; as unsigned, negative ones are large."""
        outside = self.out.name(f"icmp uge i64 {index}, {length}")
        self.trap(outside, site, index, length)


def literal(constant: Constant) -> str:
    """Write a constant."""
    value = constant.value
    if isinstance(constant.type, Function):
        return f"@p{value}"
    if constant.type is BOOL:
        return "true" if value else "false"
    if isinstance(value, float):
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    return "0" if value == () else str(value)


def stored_literal(constant: Constant) -> str:
    """Write a constant as it stands in a list."""
    if constant.type is BOOL:
        return "1" if constant.value else "0"
    return literal(constant)
