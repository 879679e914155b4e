"""From what a user hands in to a settled cell: plain data, awaitables and Outputs, nested at will.

Deep conversion looks into dicts, lists and tuples and into the Outputs found there.  What is found
keeps its own label at its own place.  A record (a dataclass, an input type of Pulumi's SDK) keeps
its class and is labelled as a whole.  All other objects are left alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection
from copy import copy

from confty.values import wholes
from confty.values.cells import Cell, Fault, Holder, join, work_off
from confty.values.failures import concealed
from confty.values.labels import (
    UNKNOWN,
    Finished,
    Labelled,
    Unknown,
    labels_in,
    mapped,
    relabelled,
    summary,
)
from confty.values.promises import Promise, drive, is_awaitable


def adopt(cell: Cell, result: object, before: Labelled, familiar: object = None) -> None:
    """Settle ``cell`` with what a callback returned, less one Output or awaitable around it.

    ``familiar`` is what the callback was given, if nothing late was in that.
    """
    if type(result) in wholes.SIMPLE:
        wholes.settle_returned(cell, result, before)
    elif isinstance(result, Holder):
        inner = result.cell_
        inner.when_settled(lambda: _take_over(cell, inner, before))
    elif is_awaitable(result):
        promise = result if isinstance(result, Promise) else Promise(result)
        promise.on_done(lambda: _take_promise(cell, promise, before))
    elif wholes.is_bare(result, familiar):
        wholes.settle_returned(cell, result, before)
    else:
        cell.settle(relabelled(_normal(result), before))


def settle_part(cell: Cell, part: object, before: Labelled, source: Cell) -> None:
    """Settle ``cell`` with an element of a settled value, which is as whole as that value."""
    tree = source.tree.value if isinstance(source.tree, Labelled) else source.tree
    if (
        isinstance(tree, dict | list | tuple)
        and not wholes.is_late(part)
        and wholes.still_whole(source)
    ):
        wholes.note_whole(cell, plain=source.plain, parts=())
        cell.lent = source.lent
        cell.settle(relabelled(part, before))
    else:
        adopt(cell, part, before)


def _take_over(cell: Cell, inner: Cell, before: Labelled) -> None:
    if inner.fault is not None:
        cell.settle(None, inner.fault.joined(before, hidden=before.secret))
    else:
        wholes.settle_relabelled(cell, inner, relabelled(inner.tree, before))


def _take_promise(cell: Cell, promise: Promise[object], before: Labelled) -> None:
    try:
        value = promise.value()
    except Exception as error:  # noqa: BLE001  whatever it is, it is kept and raised later
        failure = concealed(error) if before.secret else error
    else:
        adopt(cell, value, before)
        return
    cell.settle(None, Fault(failure, before))


def _normal(value: object) -> object:
    """Label the bare unknowns that a callback may have put into its result."""
    if isinstance(value, Unknown):
        return Labelled(value)
    if isinstance(value, dict | list | tuple) and _has_bare_unknown(value):
        return mapped(value, lambda item: Labelled(item) if isinstance(item, Unknown) else item)
    return value


def _has_bare_unknown(value: object) -> bool:
    waiting: list[object] = [value]
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

    __slots__ = (
        "before",
        "cell",
        "familiar",
        "faults",
        "inside",
        "labelled",
        "left",
        "open",
        "parts",
        "promised",
        "value",
    )

    def __init__(self, cell: Cell, value: object, before: Labelled) -> None:
        self.cell = cell
        self.value = value
        self.before = before
        self.open: list[Cell] = []
        self.left = 0
        self.parts: list[Cell] = []
        self.faults: list[Fault] = []
        self.promised: dict[int, Cell] = {}
        self.labelled = False
        # In a callback, what lies deep in its own value is not gone through again.
        lent = wholes.LENT.get()
        self.familiar: Collection[int] = lent.below(value) if lent is not None else ()
        # The records that are being gone through.
        self.inside: set[int] = set()

    def run(self) -> None:
        self.open = []
        self.parts = []
        self.labelled = False
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
            made = relabelled(tree, self.before)
            plain = not self.labelled and type(made) is not Labelled
            wholes.note_whole(self.cell, plain=plain, parts=self.parts)
            self.cell.settle(made)

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
        if type(value) in wholes.SIMPLE:
            return value
        if id(value) in self.familiar:
            self.parts.append(wholes.lent_part(value))
            return Finished(value)
        if isinstance(value, Labelled):
            self.labelled = True
            # The inside is visited in its turn, unless it is an Output: labels do not nest.
            if not wholes.is_late(value.value):
                return value
            inner = self._visit(value.value)
            return relabelled(inner.tree if type(inner) is Finished else inner, value)
        if isinstance(value, Holder):
            return self._held(value.cell_)
        if isinstance(value, Unknown):
            self.labelled = True
            return Labelled(value)
        if isinstance(value, dict):
            if any(isinstance(key, Holder) for key in value):
                return self._with_settled_keys(value)
        elif not isinstance(value, list | tuple):
            if is_awaitable(value):
                return self._visit(self._tree_of(self._promised(value)))
            if wholes.is_record(value):
                return self._record(value)
        return value

    def _held(self, inner: Cell) -> object:
        """What an Output holds; one that was converted once is not gone through again."""
        if wholes.still_whole(inner):
            self.labelled = self.labelled or not inner.plain
            self.parts.append(inner)
            return Finished(inner.tree)
        return self._visit(self._tree_of(inner))

    def _record(self, value: object) -> object:
        """A record: its fields without what is late in them, their labels on the whole."""
        if id(value) in self.inside or wholes.is_bare(value):
            return value
        self.inside.add(id(value))
        changed: dict[str, object] = {}
        covering = Labelled(None)
        hidden = False
        for name, before in wholes.fields_of(value):
            if type(before) in wholes.SIMPLE:
                continue
            found = summary(mapped(before, self._visit))
            covering = join(covering, found)
            hidden = hidden or found.unknown
            changed[name] = found.value
        self.inside.discard(id(value))
        made = copy(value)
        wholes.put_fields(made, changed)
        return Finished(relabelled(UNKNOWN if hidden else made, covering))

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
        return relabelled(UNKNOWN if hidden else result, covering)
