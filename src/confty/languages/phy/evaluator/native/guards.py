"""What is looked at before a counting loop, so that its rounds need not look."""

from __future__ import annotations

from confty.languages.phy.evaluator.loops import Counting, Rows, Size, Sum, Tree, UncheckedIndex
from confty.languages.phy.evaluator.memory import is_boxed
from confty.languages.phy.evaluator.native.frame import NativeFrame, Proven, literal
from confty.languages.phy.evaluator.native.writer import FunctionWriter
from confty.languages.phy.evaluator.places import Constant, FieldStep, Location, Slot
from confty.types import ListOf


def rows_cell(slot: Slot) -> str:
    """Name the memory that holds what is known of the rows in a slot; nothing, if no address."""
    return f"%rows{slot.number}"


class LoopGuards:
    """The questions before one loop; whatever is not as hoped for leads to ``slow``."""

    def __init__(self, frame: NativeFrame, loop: Counting, slow: str) -> None:
        self.out: FunctionWriter = frame.out
        self.layout = frame.layout
        self.loop = loop
        self.slow = slow
        self.proven = Proven()

    def write(self) -> Proven:
        """Write the questions; return what is known behind them."""
        first = self._slot(self.loop.slot)
        bound = self._value(self.loop.bound, "")
        word = "sle" if self.loop.inclusive else "slt"
        self._unless(f"icmp {word} i64 {first}, {bound}")
        last = bound if self.loop.inclusive else self.out.name(f"sub nsw i64 {bound}, 1")
        for step in self.loop.steps:
            if not isinstance(step, Constant):
                self._unless(f"icmp sgt i64 {self._value(step, '')}, 0")
            elif isinstance(step.value, int) and step.value < 0:
                self._unless("icmp eq i64 0, 1")
        for check in self.loop.checks:
            self._check(check, first, last)
        for rows in self.loop.rows:
            self._rows(rows, first, last)
        return self.proven

    def _unless(self, condition: str) -> None:
        fine = self.out.label()
        name = self.out.name(condition)
        self.out.line(f"br i1 {name}, label %{fine}, label %{self.slow}")
        self.out.lines.append(f"{fine}:")

    def _slot(self, slot: Slot) -> str:
        return self.out.name(f"load i64, ptr %x{slot.number}")

    def _value(self, tree: Tree, counter: str) -> str:
        """Calculate what a tree gives for a value of the counter."""
        match tree:
            case Constant():
                return literal(tree)
            case Slot():
                return counter if tree is self.loop.slot else self._slot(tree)
            case Size():
                return self.out.length(self.out.load(f"%x{tree.slot.number}", "%L"))
            case Sum():
                left, right = self._value(tree.left, counter), self._value(tree.right, counter)
                name = f"@llvm.{tree.one.operator.checked}.with.overflow.i64"
                pair = self.out.name(f"call {{ i64, i1 }} {name}(i64 {left}, i64 {right})")
                over = self.out.name(f"extractvalue {{ i64, i1 }} {pair}, 1")
                self._unless(f"xor i1 {over}, true")
                self.proven.sums.add(id(tree.one))
                return self.out.name(f"extractvalue {{ i64, i1 }} {pair}, 0")

    def _check(self, check: UncheckedIndex, first: str, last: str) -> None:
        container = check.step.container
        assert isinstance(container, ListOf)
        key = id(check.place), check.at
        length = str(container.length)
        if check.prefix is not None:
            found = self.proven.lists[key] = self._list(check.place, check.prefix)
            length = length if container.length is not None else self.out.length(found)
        for counter in (first, last):
            self._unless(f"icmp ult i64 {self._value(check.index, counter)}, {length}")
        self.proven.within.add(key)

    def _rows(self, rows: Rows, first: str, last: str) -> None:
        """Look whether the shortest of the rows from first to last is long enough for all."""
        data = self.out.elements(self.proven.lists[id(rows.place), rows.outer.at])
        cell = rows_cell(rows.place.slot)
        look, known = self.out.label(), self.out.label()
        same = self.out.name(f"icmp eq ptr {self._part(cell, 0, 'ptr')}, {data}")
        after = self.out.name(f"icmp sle i64 {self._part(cell, 1, 'i64')}, {first}")
        before = self.out.name(f"icmp sge i64 {self._part(cell, 2, 'i64')}, {last}")
        inside = self.out.name(f"and i1 {after}, {before}")
        both = self.out.name(f"and i1 {same}, {inside}")
        self.out.line(f"br i1 {both}, label %{known}, label %{look}")
        self.out.lines.append(f"{look}:")
        range_ = f"i64 {first}, i64 {last}"
        shortest = self.out.name(f"call i64 @shortest(ptr {data}, {range_})")
        found = (f"ptr {data}", f"i64 {first}", f"i64 {last}", f"i64 {shortest}")
        for number, value in enumerate(found):
            self.out.line(f"store {value}, ptr {self._part_at(cell, number)}")
        self.out.line(f"br label %{known}")
        self.out.lines.append(f"{known}:")
        length = self._part(cell, 3, "i64")
        for counter in (first, last):
            self._unless(f"icmp ult i64 {self._value(rows.index, counter)}, {length}")
        self.proven.within.add((id(rows.place), rows.at))

    def _part_at(self, cell: str, number: int) -> str:
        return self.out.name(f"getelementptr %R, ptr {cell}, i32 0, i32 {number}")

    def _part(self, cell: str, number: int, word: str) -> str:
        return self.out.name(f"load {word}, ptr {self._part_at(cell, number)}")

    def _list(self, place: Location, prefix: tuple[Tree | None, ...]) -> str:
        """Walk to a list that stays where it is."""
        address = f"%x{place.slot.number}"
        for step, tree in zip(place.steps, prefix, strict=False):
            if isinstance(step, FieldStep):
                if is_boxed(step.container):
                    address = self.out.load(address, "ptr")
                struct = self.layout.struct(step.container)
                at = f"i32 0, i32 {step.position}"
                address = self.out.name(f"getelementptr {struct}, ptr {address}, {at}")
                continue
            assert tree is not None
            assert isinstance(step.container, ListOf)
            list_ = self.out.load(address, "%L")
            index = self._value(tree, "")
            self._unless(f"icmp ult i64 {index}, {self.out.length(list_)}")
            word = self.layout.element(step.container.element)
            data = self.out.elements(list_)
            address = self.out.name(f"getelementptr {word}, ptr {data}, i64 {index}")
        return self.out.load(address, "%L")
