"""From what a user hands in to a settled cell: plain data, awaitables and Outputs, nested at will.

Deep conversion looks into dicts, lists and tuples and into the Outputs found there.  What is found
keeps its own label at its own place.  Other objects are left alone.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from confty.values.cells import Cell, Fault, Holder, join, work_off
from confty.values.failures import concealed
from confty.values.labels import UNKNOWN, Labelled, Unknown, label, labels_in, mapped, summary
from confty.values.promises import Promise, drive, is_awaitable

_SIMPLE: Final = frozenset({str, int, float, bool, type(None), bytes})


def adopt(cell: Cell, result: object, before: Labelled) -> None:
    """Settle ``cell`` with what a callback returned, less one Output or awaitable around it."""
    if type(result) in _SIMPLE:
        cell.settle(marked(result, before))
    elif isinstance(result, Holder):
        inner = result.cell_
        inner.when_settled(lambda: _take_over(cell, inner, before))
    elif is_awaitable(result):
        promise = result if isinstance(result, Promise) else Promise(result)
        promise.on_done(lambda: _take_promise(cell, promise, before))
    else:
        cell.settle(marked(_normal(result), before))


def _take_over(cell: Cell, inner: Cell, before: Labelled) -> None:
    if inner.fault is not None:
        cell.settle(None, inner.fault.joined(before, hidden=before.secret))
    else:
        cell.settle(marked(inner.tree, before))


def _take_promise(cell: Cell, promise: Promise[object], before: Labelled) -> None:
    try:
        value = promise.value()
    except Exception as error:  # noqa: BLE001  whatever it is, it is kept and raised later
        failure = concealed(error) if before.secret else error
    else:
        adopt(cell, value, before)
        return
    cell.settle(None, Fault(failure, before))


def marked(tree: object, before: Labelled) -> object:
    """Put the label of what came before on top of a tree."""
    return label(
        tree, secret=before.secret, dependencies=before.dependencies, origins=before.origins
    )


def _normal(value: object) -> object:
    """Label the bare unknowns that a callback may have put into its result."""
    if isinstance(value, Unknown):
        return Labelled(value)
    if isinstance(value, dict | list | tuple) and _has_bare_unknown(value):
        return mapped(value, lambda item: Labelled(item) if isinstance(item, Unknown) else item)
    return value


def _has_bare_unknown(value: object) -> bool:
    waiting: list[Any] = [value]
    seen: set[int] = set()
    while waiting:
        item = waiting.pop()
        if isinstance(item, Unknown):
            return True
        if isinstance(item, dict | list | tuple) and id(item) not in seen:
            seen.add(id(item))
            waiting.extend(item.values() if isinstance(item, dict) else item)
    return False


def waited(cell: Cell) -> Cell:
    """Wait until a cell is settled, working off whatever it waits for."""
    if not cell.settled:
        work_off()
    if not cell.settled:
        drive(lambda: cell.settled)
    return cell


def tree_of(cell: Cell) -> object:
    """The value of a cell as a labelled tree, waited for; fails if the cell failed."""
    fault = waited(cell).fault
    if fault is not None:
        fault.seen = True
        raise fault.error
    return cell.tree


def converted(value: object, before: Labelled) -> Cell:
    """A cell of ``value``, settled once everything inside it is."""
    cell = Cell()
    convert(cell, value, before)
    return cell


def convert(cell: Cell, value: object, before: Labelled) -> None:
    """Settle ``cell`` with ``value`` once everything inside it is settled."""
    _Conversion(cell, value, before).run()


class _Conversion:
    """One deep conversion; it runs again when something it had to wait for is there."""

    __slots__ = ("before", "cell", "faults", "left", "open", "promised", "value")

    def __init__(self, cell: Cell, value: object, before: Labelled) -> None:
        self.cell = cell
        self.value = value
        self.before = before
        self.open: list[Cell] = []
        self.left = 0
        self.faults: list[Fault] = []
        self.promised: dict[int, Cell] = {}

    def run(self) -> None:
        self.open = []
        self.faults = []
        tree = mapped(self.value, self._visit)
        if self.open:
            self._wait()
        elif self.faults:
            # The first one found fails the whole, but what the others carry is carried on.
            everything = self.before
            for fault in self.faults:
                everything = join(everything, fault.label)
            for labelled in labels_in(tree):
                everything = join(everything, labelled)
            self.cell.settle(None, self.faults[0].joined(everything))
            for fault in self.faults:
                fault.seen = True
        else:
            self.cell.settle(marked(tree, self.before))

    def _wait(self) -> None:
        """Run again once all that is open is settled, however many there are."""
        cells = list({id(cell): cell for cell in self.open}.values())
        self.left = len(cells)
        for cell in cells:
            cell.when_settled(self._one_less)

    def _one_less(self) -> None:
        self.left -= 1
        if not self.left:
            self.run()

    def _visit(self, value: object) -> object:
        if type(value) in _SIMPLE:
            return value
        if isinstance(value, Labelled):
            # The inside is visited in its turn, unless it is an Output: labels do not nest.
            return marked(self._visit(value.value), value) if _is_late(value.value) else value
        if isinstance(value, Holder):
            return self._visit(self._tree_of(value.cell_))
        if isinstance(value, Unknown):
            return Labelled(value)
        if isinstance(value, dict):
            if any(isinstance(key, Holder) for key in value):
                return self._with_settled_keys(value)
        elif not isinstance(value, list | tuple) and is_awaitable(value):
            return self._visit(self._tree_of(self._promised(value)))
        return value

    def _tree_of(self, inner: Cell) -> object:
        if not inner.settled:
            self.open.append(inner)
            return None
        if inner.fault is not None:
            self.faults.append(inner.fault)
            return None
        return inner.tree

    def _promised(self, awaitable: Awaitable[object]) -> Cell:
        known = self.promised.get(id(awaitable))
        if known is None:
            known = self.promised[id(awaitable)] = Cell()
            adopt(known, awaitable, Labelled(None))
        return known

    def _with_settled_keys(self, table: dict[object, object]) -> object:
        """A key that is an Output: its label covers the whole table, and unknown, hides it."""
        result: dict[object, object] = {}
        covering = Labelled(None)
        hidden = False
        for key, item in table.items():
            name: object = key
            if isinstance(key, Holder):
                found = summary(self._tree_of(key.cell_))
                covering = join(covering, found)
                hidden = hidden or found.unknown
                name = None if found.unknown else found.value
            result[name] = item
        return marked(UNKNOWN if hidden else result, covering)


def _is_late(value: object) -> bool:
    return isinstance(value, Holder) or (type(value) not in _SIMPLE and is_awaitable(value))
