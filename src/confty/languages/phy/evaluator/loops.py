"""Loops that count: which of their checks can be made once, before they start.

In ``while i < n`` with ``i`` only ever growing, an index that is a sum of products of ``i`` and
things that stay the same takes its smallest and its largest value at the first and the last ``i``.
If both are within bounds, and nothing on the way to them overflows, no round needs to look.  A
back end prints such a loop twice: without these checks, and as it stands for when they would fail.

Values have one owner, so nobody but the loop itself changes a list while it runs.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import LoweredProcedure
from confty.languages.phy.evaluator.memory import is_heavy
from confty.languages.phy.evaluator.places import (
    Constant,
    IndexStep,
    Location,
    Register,
    Slot,
    Value,
)
from confty.languages.phy.library import Arithmetic
from confty.records import Record
from confty.types import INT, ListOf

# Longer loops are not printed twice, and procedures with deeper ones are printed by other means.
_LONGEST: Final = 250
_DEEPEST: Final = 40


class Sum(metaclass=Record):
    """A calculation with ints that a loop makes, of trees."""

    one: code.Calculate
    left: Tree
    right: Tree


class Size(metaclass=Record):
    """The length of the list in a slot."""

    slot: Slot


#: An int that a loop works with: known, in a slot, a length, or calculated.
Tree: TypeAlias = Constant | Slot | Size | Sum


class UncheckedIndex(metaclass=Record):
    """An index into a list that needs no check inside of the loop: a step of a place."""

    place: Location
    at: int
    index: Tree
    # The indices of the steps before, None for fields: none of them changes.  None for the
    # whole when the list itself may be another one in every round.
    prefix: tuple[Tree | None, ...] | None

    @property
    def step(self) -> IndexStep:
        """The step to the index."""
        step = self.place.steps[self.at]
        assert isinstance(step, IndexStep)
        return step


class Rows(metaclass=Record):
    """An index into a row, where each round of the loop has the next row of one list of lists.

    How long the shortest of these rows is can be found out before the loop, and once for all
    the times that it starts while nobody changes the list.
    """

    place: Location
    at: int
    outer: UncheckedIndex
    index: Tree


class Counting:
    """A loop that counts a slot up to a bound, and the checks that can be made before."""

    __slots__ = ("bound", "checks", "first", "inclusive", "last", "rows", "slot", "steps")

    def __init__(self, first: int, last: int, slot: Slot, bound: Tree, inclusive: bool) -> None:
        # Where the loop opens and where it ends.
        self.first, self.last = first, last
        self.slot, self.bound, self.inclusive = slot, bound, inclusive
        # What is added to the slot, and the checks.
        self.steps: list[Tree] = []
        self.checks: list[UncheckedIndex] = []
        self.rows: list[Rows] = []


def counting_loops(body: LoweredProcedure) -> dict[int, Counting]:
    """Return the innermost loops of a procedure that are worth printing twice, by their start."""
    found: dict[int, Counting] = {}
    if not body.loops or body.depth > _DEEPEST:
        return found
    opened: list[int] = []
    inner = True
    for index, one in enumerate(body.code):
        if isinstance(one, (code.Loop, code.Branch)):
            opened.append(index)
            inner = inner or isinstance(one, code.Loop)
        elif isinstance(one, code.End):
            first = opened.pop()
            if isinstance(body.code[first], code.Loop):
                if inner and index - first <= _LONGEST:
                    around = [at for at in opened if isinstance(body.code[at], code.Loop)]
                    loop = _Analysis(body.code, first, index, around[-1:]).run()
                    if loop is not None:
                        found[first] = loop
                inner = False
    return found


def changed_slots(instructions: list[code.Instruction]) -> set[int]:
    """Return the slots whose lists may be others, or of another length, afterwards."""
    changed: set[int] = set()
    for one in instructions:
        slot = changed_by(one)
        if slot is not None:
            changed.add(slot.number)
    return changed


def changed_by(one: code.Instruction) -> Slot | None:
    """Return the slot whose lists an instruction makes others, or of another length."""
    match one:
        case code.Set() | code.Append() | code.Take():
            # What is taken is gone from there.
            return one.slot
        case code.StoreAt():
            return one.place.slot if is_heavy(one.place.type) else None
        case _:
            return None


class _Analysis:
    """One innermost loop."""

    def __init__(
        self, instructions: list[code.Instruction], first: int, last: int, around: list[int]
    ) -> None:
        self.first, self.last = first, last
        self.code = instructions[first : last + 1]
        # Where the loop around this one starts, if there is one.
        self.around = _loop_at(instructions, around[0]) if around else []
        # The int that each register is made from, and when each slot is written.
        self.made: dict[int, code.Instruction] = {}
        self.written: dict[int, int] = {}
        self.changed = changed_slots(self.code)
        self.loop: Counting | None = None

    def run(self) -> Counting | None:
        for index, one in enumerate(self.code):
            self._note(index, one)
        counting = self._condition()
        if counting is None:
            return None
        self.loop = counting
        if not self._grows(counting):
            return None
        # What comes before runs once more than the rounds do, with a counter beyond the last.
        begin = [isinstance(one, code.While) for one in self.code].index(True)
        for one in self.code[begin : self.written[counting.slot.number]]:
            if isinstance(one, (code.Load, code.Peek, code.StoreAt)):
                self._place(one.place)
        return counting if counting.checks else None

    def _note(self, index: int, one: code.Instruction) -> None:
        match one:
            case code.Get() | code.Calculate() | code.Compute() | code.Combine() | code.Length():
                self.made[one.into.number] = one
            case code.Set() | code.Append() | code.Take():
                self.written.setdefault(one.slot.number, index)
            case code.StoreAt():
                self.written.setdefault(one.place.slot.number, index)
            case _:
                pass

    def _source(self, value: Value) -> code.Instruction | None:
        return self.made.get(value.number) if isinstance(value, Register) else None

    # The condition and the step.

    def _condition(self) -> Counting | None:
        """Find the comparison that ends the loop, before anything else can."""
        for one in self.code:
            if isinstance(one, code.While):
                return self._comparison(one.condition)
            if isinstance(one, (code.Branch, code.Set, code.Append, code.StoreAt, code.Call)):
                return None
        return None

    def _comparison(self, condition: Value) -> Counting | None:
        one = self._source(condition)
        if isinstance(one, code.Combine) and one.word == "and":
            return self._comparison(one.left) or self._comparison(one.right)
        if not isinstance(one, code.Compute) or one.left.type is not INT:
            return None
        word = one.operator.python
        counter = self._source(one.left)
        if word not in {"<", "<="} or not isinstance(counter, code.Get):
            return None
        bound = self._tree(one.right)
        if bound is None or counter.slot.number not in self.written:
            return None
        loop = Counting(self.first, self.last, counter.slot, bound, word == "<=")
        return None if _mentions(bound, counter.slot) else loop

    def _grows(self, loop: Counting) -> bool:
        """Note what is added to the counter; it must not be changed in any other way."""
        for one in self.code:
            if isinstance(one, code.Take) and one.slot is loop.slot:
                return False
            if not isinstance(one, code.Set) or one.slot is not loop.slot:
                continue
            added = self._source(one.value)
            if not isinstance(added, code.Calculate) or added.operator.python != "+":
                return False
            step = self._added(added.left, added.right) or self._added(added.right, added.left)
            if step is None or (isinstance(step, Constant) and not step.value):
                return False
            loop.steps.append(step)
        return True

    def _added(self, counter: Value, step: Value) -> Tree | None:
        source = self._source(counter)
        assert self.loop is not None
        if not isinstance(source, code.Get) or source.slot is not self.loop.slot:
            return None
        tree = self._tree(step)
        return None if tree is None or _mentions(tree, self.loop.slot) else tree

    # Indices.

    def _place(self, place: Location) -> None:
        """Find the steps of a place that need no check."""
        assert self.loop is not None
        prefix: list[Tree | None] = []
        stays = place.slot.number not in self.changed
        # The step to a row that is another one in each round, right before this one.
        row: UncheckedIndex | None = None
        for at, step in enumerate(place.steps):
            if not isinstance(step, IndexStep):
                prefix.append(None)
                row = None
                continue
            index = self._tree(step.index)
            before, row = row, None
            if isinstance(step.container, ListOf) and index is not None:
                fixed = step.container.length is not None
                if stays or fixed:
                    known = tuple(prefix) if stays else None
                    check = UncheckedIndex(place, at, index, known)
                    self.loop.checks.append(check)
                    row = check if stays and self._passes_rows(place.slot, index) else None
                elif before is not None:
                    self.loop.rows.append(Rows(place, at, before, index))
            else:
                stays = False
            if index is None or _mentions(index, self.loop.slot):
                stays = False
            prefix.append(index)

    def _passes_rows(self, slot: Slot, index: Tree) -> bool:
        """Whether a loop goes over all rows between its first and its last, one by one.

        Only then does looking at them all beforehand cost no more than a part of the loop itself,
        and only if the loop around starts it again with the same rows is that worth while.
        """
        assert self.loop is not None
        if index is not self.loop.slot or slot.number in changed_slots(self.around):
            return False
        ones = all(isinstance(one, Constant) and one.value == 1 for one in self.loop.steps)
        return bool(self.around) and ones and not self._ends_early()

    def _ends_early(self) -> bool:
        """Whether something else than the counter ends the loop."""
        for one in self.code:
            if isinstance(one, code.Return):
                return True
            if isinstance(one, code.While) and isinstance(
                self._source(one.condition), code.Combine
            ):
                return True
        return False

    def _tree(self, value: Value) -> Tree | None:
        """Return how an int is made of the counter and of what stays the same."""
        if isinstance(value, Constant):
            return value if isinstance(value.value, int) else None
        one = self.made.get(value.number)
        match one:
            case code.Get():
                return one.slot if self._stays(one.slot) else None
            case code.Length():
                source = self._source(one.value)
                if isinstance(source, code.Get) and source.slot.number not in self.changed:
                    return Size(source.slot)
                return None
            case code.Calculate(operator=Arithmetic()):
                left, right = self._tree(one.left), self._tree(one.right)
                if left is None or right is None:
                    return None
                return Sum(one, left, right) if self._is_linear(one, left, right) else None
            case _:
                return None

    def _stays(self, slot: Slot) -> bool:
        if slot.type is not INT:
            return False
        return slot.number not in self.written or (
            self.loop is not None and slot is self.loop.slot
        )

    def _is_linear(self, one: code.Calculate, left: Tree, right: Tree) -> bool:
        if one.operator.python != "*" or self.loop is None:
            return True
        return not (_mentions(left, self.loop.slot) and _mentions(right, self.loop.slot))


def _loop_at(instructions: list[code.Instruction], first: int) -> list[code.Instruction]:
    """Return the instructions of the loop that starts there."""
    opened = 0
    for index in range(first, len(instructions)):
        one = instructions[index]
        if isinstance(one, (code.Loop, code.Branch)):
            opened += 1
        elif isinstance(one, code.End):
            opened -= 1
            if not opened:
                return instructions[first : index + 1]
    raise AssertionError("every loop ends")


def _mentions(tree: Tree, slot: Slot) -> bool:
    """Whether a tree depends on a slot."""
    if isinstance(tree, Sum):
        return _mentions(tree.left, slot) or _mentions(tree.right, slot)
    return tree is slot
