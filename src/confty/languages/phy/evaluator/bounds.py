"""Which checks can never fail: bounds of ints, followed through the linear code.

Inside ``while i < n`` the variable ``i`` is below the largest int until it is written, so
``i + 1`` is an int; where ``n < 2`` did not hold, ``n - 1`` is one.  Such arithmetic is marked
``sure`` and needs no check.  Facts are about slots, hold until the slot is written, and are
given up wherever control comes together.
"""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import LoweredProcedure
from confty.languages.phy.evaluator.places import Constant, Register, Value
from confty.languages.phy.lexer import INT_MAX, INT_MIN
from confty.types import INT

Interval: TypeAlias = tuple[int, int]

_ANY: Final = (INT_MIN, INT_MAX)
# Deeper procedures are printed by other means and are not worth the trouble.
_DEEPEST: Final = 60


def mark_sure(body: LoweredProcedure) -> None:
    """Mark the arithmetic of a procedure that cannot leave the range of ints."""
    if body.depth <= _DEEPEST:
        _Pass(body).run()


class _Pass:
    """One walk over the code of a procedure."""

    def __init__(self, body: LoweredProcedure) -> None:
        self.code = body.code
        self.facts: dict[int, Interval] = {}
        # Registers: the slot they were read from (and its version), a comparison, or bounds.
        self.read: dict[int, tuple[int, int]] = {}
        self.compared: dict[int, code.Compute | code.Combine] = {}
        self.known: dict[int, Interval] = {}
        self.versions: dict[int, int] = {}
        self.written = _written_in_regions(body.code)
        # Open regions: where they start, the facts there, and which registers of their
        # condition still say what is in the slot they were read from.
        self.regions: list[tuple[int, dict[int, Interval], list[int]]] = []

    def run(self) -> None:
        for index, one in enumerate(self.code):
            match one:
                case code.Get():
                    slot = one.slot.number
                    self.read[one.into.number] = slot, self.versions.get(slot, 0)
                    self.known[one.into.number] = self.facts.get(slot, _ANY)
                case code.Compute() | code.Combine(word="and"):
                    self.compared[one.into.number] = one
                case code.Calculate():
                    self._calculate(one)
                case code.Set():
                    self._write(one)
                case code.Take():
                    self._forget(one.slot.number)
                case code.RegionKind():
                    self._region(index, one)
                case _:
                    pass

    def _interval(self, value: Value) -> Interval:
        if isinstance(value, Constant):
            return (value.value, value.value) if isinstance(value.value, int) else _ANY
        return self.known.get(value.number, _ANY)

    def _calculate(self, one: code.Calculate) -> None:
        low, high = self._interval(one.left)
        other_low, other_high = self._interval(one.right)
        if one.operator.python == "+":
            found = low + other_low, high + other_high
        elif one.operator.python == "-":
            found = low - other_high, high - other_low
        else:
            return
        if found[0] >= INT_MIN and found[1] <= INT_MAX:
            one.sure = True
        self.known[one.into.number] = max(found[0], INT_MIN), min(found[1], INT_MAX)

    def _write(self, one: code.Set) -> None:
        self._forget(one.slot.number)
        if one.slot.type is INT:
            self.facts[one.slot.number] = self._interval(one.value)

    def _forget(self, slot: int) -> None:
        self.versions[slot] = self.versions.get(slot, 0) + 1
        self.facts.pop(slot, None)

    # Regions.

    def _region(self, index: int, one: code.Region) -> None:
        match one:
            case code.Branch():
                self.regions.append((index, dict(self.facts), self._fresh(one.condition)))
                self._assume(one.condition, holds=one.wanted)
            case code.Otherwise():
                self._otherwise(*self.regions[-1])
            case code.Loop():
                for slot in self.written[index]:
                    self._forget(slot)
                self.regions.append((index, dict(self.facts), []))
            case code.While():
                self._assume(one.condition, holds=True)
            case code.End():
                opened, before, _ = self.regions.pop()
                self.facts = before
                for slot in self.written[opened]:
                    self._forget(slot)
            case _:
                assert_never(one)

    def _otherwise(self, opened: int, before: dict[int, Interval], fresh: list[int]) -> None:
        self.facts = dict(before)
        for slot in self.written[opened]:
            # What the first branch wrote is as it was, but known by a new version.
            self.versions[slot] = self.versions.get(slot, 0) + 1
        for register in fresh:
            slot, _ = self.read[register]
            self.read[register] = slot, self.versions.get(slot, 0)
        first = self.code[opened]
        assert isinstance(first, code.Branch)
        self._assume(first.condition, holds=not first.wanted)

    def _fresh(self, value: Value) -> list[int]:
        """Return the operands of a comparison whose slots were not written since."""
        comparison = self.compared.get(value.number) if isinstance(value, Register) else None
        fresh: list[int] = []
        for operand in () if comparison is None else (comparison.left, comparison.right):
            if isinstance(operand, Register) and operand.number in self.read:
                slot, version = self.read[operand.number]
                if self.versions.get(slot, 0) == version:
                    fresh.append(operand.number)
        return fresh

    def _assume(self, value: Value, *, holds: bool) -> None:
        """Learn from a condition that holds, or that does not."""
        one = self.compared.get(value.number) if isinstance(value, Register) else None
        if one is None:
            return
        if isinstance(one, code.Combine):
            if holds:
                self._assume(one.left, holds=True)
                self._assume(one.right, holds=True)
            return
        word = one.operator.python
        if word not in {"<", "<="} or one.left.type is not INT:
            return
        if holds:
            self._below(one.left, one.right, 1 if word == "<" else 0)
        else:
            self._below(one.right, one.left, 0 if word == "<" else 1)

    def _below(self, left: Value, right: Value, gap: int) -> None:
        """Learn that ``left + gap <= right``."""
        left_low, left_high = self._interval(left)
        right_low, right_high = self._interval(right)
        self._learn(left, (left_low, min(left_high, right_high - gap)))
        self._learn(right, (max(right_low, left_low + gap), right_high))

    def _learn(self, value: Value, interval: Interval) -> None:
        if isinstance(value, Register) and value.number in self.read:
            slot, version = self.read[value.number]
            if self.versions.get(slot, 0) == version and interval[0] <= interval[1]:
                self.facts[slot] = interval


def _written_in_regions(instructions: list[code.Instruction]) -> dict[int, set[int]]:
    """Return the slots that each region writes, by the index of the instruction that opens it."""
    found: dict[int, set[int]] = {}
    opened: list[int] = []
    for index, one in enumerate(instructions):
        if isinstance(one, (code.Branch, code.Loop)):
            opened.append(index)
            found[index] = set()
        elif isinstance(one, code.End):
            inner = found[opened.pop()]
            if opened:
                found[opened[-1]] |= inner
        elif isinstance(one, code.Set) and opened:
            found[opened[-1]].add(one.slot.number)
    return found
