"""Which checks can never fail: bounds of ints, followed through the linear code.

Inside ``while i < n`` the variable ``i`` is below the largest int until it is written, so
``i + 1`` is an int; where ``n < 2`` did not hold, ``n - 1`` is one.  Such arithmetic is marked
``sure`` and needs no check.  Facts are about slots, hold until the slot is written, and are
given up wherever control comes together.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from confty.languages.phy.evaluator.code import Body, Constant, Instruction, Register, Value
from confty.languages.phy.lexer import INT_MAX, INT_MIN
from confty.types import INT

Interval: TypeAlias = tuple[int, int]

_ANY: Final = (INT_MIN, INT_MAX)
# Deeper procedures are printed by other means and are not worth the trouble.
_DEEPEST: Final = 60


def mark_sure(body: Body) -> None:
    """Mark the arithmetic of a procedure that cannot leave the range of ints."""
    if body.depth <= _DEEPEST:
        _Pass(body).run()


class _Pass:
    """One walk over the code of a procedure."""

    def __init__(self, body: Body) -> None:
        self.code = body.code
        self.facts: dict[int, Interval] = {}
        # Registers: the slot they were read from (and its version), a comparison, or bounds.
        self.read: dict[int, tuple[int, int]] = {}
        self.compared: dict[int, Instruction] = {}
        self.known: dict[int, Interval] = {}
        self.versions: dict[int, int] = {}
        self.written = _written_in_regions(body.code)
        # Open regions: where they start, the facts there, and which registers of their
        # condition still say what is in the slot they were read from.
        self.regions: list[tuple[int, dict[int, Interval], list[int]]] = []

    def run(self) -> None:
        for index, one in enumerate(self.code):
            if one.op == "get" and one.into is not None and one.slot is not None:
                slot = one.slot.number
                self.read[one.into.number] = slot, self.versions.get(slot, 0)
                self.known[one.into.number] = self.facts.get(slot, _ANY)
            elif one.op in {"pure", "and"} and one.into is not None:
                self.compared[one.into.number] = one
            elif one.op == "checked":
                self._checked(one)
            elif one.slot is not None and one.op in {"set", "take"}:
                self._write(one)
            elif one.op in _REGION:
                self._region(index, one)

    def _interval(self, value: Value) -> Interval:
        if isinstance(value, Constant):
            return (value.value, value.value) if isinstance(value.value, int) else _ANY
        return self.known.get(value.number, _ANY)

    def _checked(self, one: Instruction) -> None:
        assert one.into is not None
        low, high = self._interval(one.values[0])
        other_low, other_high = self._interval(one.values[1])
        if one.data == "+":
            found = low + other_low, high + other_high
        elif one.data == "-":
            found = low - other_high, high - other_low
        else:
            return
        if found[0] >= INT_MIN and found[1] <= INT_MAX:
            one.op = "sure"
        self.known[one.into.number] = max(found[0], INT_MIN), min(found[1], INT_MAX)

    def _write(self, one: Instruction) -> None:
        assert one.slot is not None
        slot = one.slot.number
        self._forget(slot)
        if one.op == "set" and one.slot.type is INT:
            self.facts[slot] = self._interval(one.values[0])

    def _forget(self, slot: int) -> None:
        self.versions[slot] = self.versions.get(slot, 0) + 1
        self.facts.pop(slot, None)

    # Regions.

    def _region(self, index: int, one: Instruction) -> None:
        if one.op in {"if", "unless"}:
            self.regions.append((index, dict(self.facts), self._fresh(one.values[0])))
            self._assume(one.values[0], holds=one.op == "if")
        elif one.op == "else":
            opened, before, fresh = self.regions[-1]
            self.facts = dict(before)
            for slot in self.written[opened]:
                # What the first branch wrote is as it was, but known by a new version.
                self.versions[slot] = self.versions.get(slot, 0) + 1
            first = self.code[opened]
            for register in fresh:
                slot, _ = self.read[register]
                self.read[register] = slot, self.versions.get(slot, 0)
            self._assume(first.values[0], holds=first.op != "if")
        elif one.op == "loop":
            for slot in self.written[index]:
                self._forget(slot)
            self.regions.append((index, dict(self.facts), []))
        elif one.op == "until":
            self._assume(one.values[0], holds=True)
        else:
            opened, before, _ = self.regions.pop()
            self.facts = before
            for slot in self.written[opened]:
                self._forget(slot)

    def _fresh(self, value: Value) -> list[int]:
        """Return the operands of a comparison whose slots were not written since."""
        comparison = self.compared.get(value.number) if isinstance(value, Register) else None
        operands = comparison.values if comparison is not None else ()
        fresh: list[int] = []
        for operand in operands:
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
        if one.op == "and":
            if holds:
                for part in one.values:
                    self._assume(part, holds=True)
            return
        if one.data not in {"<", "<="} or one.values[0].type is not INT:
            return
        left, right = one.values
        if holds:
            self._below(left, right, 1 if one.data == "<" else 0)
        else:
            self._below(right, left, 0 if one.data == "<" else 1)

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


_REGION: Final = {"if", "unless", "else", "loop", "until", "end"}


def _written_in_regions(code: list[Instruction]) -> dict[int, set[int]]:
    """Return the slots that each region writes, by the index of the instruction that opens it."""
    found: dict[int, set[int]] = {}
    opened: list[int] = []
    for index, one in enumerate(code):
        if one.op in {"if", "unless", "loop"}:
            opened.append(index)
            found[index] = set()
        elif one.op == "end":
            inner = found[opened.pop()]
            if opened:
                found[opened[-1]] |= inner
        elif one.slot is not None and one.op == "set" and opened:
            found[opened[-1]].add(one.slot.number)
    return found
