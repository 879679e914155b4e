"""Cells: where the settled value of an Output is kept, and who waits for it.

A cell is open until it is settled, once, with a value (a labelled tree) or a fault.  What
follows from a settled cell runs at once, so a chain of any length needs no recursion; what is
nested deeper than a few calls goes to an agenda that the outermost call works off.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Final

from confty.light import deque
from confty.values.failures import Concealed, concealed, kind_of
from confty.values.labels import Labelled, Step, merged_origins, united

_NESTED: Final = 12

Callback = Callable[[], None]


class Fault:
    """A failure, with the labels of everything that led to it."""

    __slots__ = ("error", "label", "seen")

    def __init__(self, error: Exception, label: Labelled) -> None:
        self.error: Final = error
        self.label: Final = label
        self.seen = False

    def __del__(self) -> None:
        # As with a future whose exception nobody asked for: a failure must not vanish.
        if not getattr(self, "seen", True):
            shown = str(self.error) if isinstance(self.error, Concealed) else repr(self.error)
            warnings.warn(f"an Output failed and nobody looked: {shown}", RuntimeWarning, 2)

    def __repr__(self) -> str:
        return f"<Fault {kind_of(self.error)}>"

    def joined(self, other: Labelled, *, hidden: bool = False) -> Fault:
        """The same failure, met on the way of something that had labels of its own.

        It is ``hidden`` when it came of a secret, which its text may then hold.
        """
        self.seen = True
        error = concealed(self.error) if hidden else self.error
        return Fault(error, join(self.label, other))


def join(left: Labelled, right: Labelled) -> Labelled:
    """Join two labels; the value is the left one's."""
    return Labelled(
        left.value,
        left.secret or right.secret,
        united(left.dependencies, right.dependencies),
        merged_origins(left.origins, right.origins),
    )


def followed(before: Labelled, what: str, place: object) -> Labelled:
    """The label of something computed from a value labelled ``before``."""
    if not (before.secret or before.dependencies or before.origins):
        return Labelled(None)
    step = Step(what, place, before.origins)
    return Labelled(None, before.secret, before.dependencies, (step,))


class Cell:
    """The state of an Output: open, settled with a tree, or settled with a fault."""

    __slots__ = ("fault", "joined", "lent", "parts", "plain", "tree", "waiting", "whole")

    def __init__(self) -> None:
        self.tree: object = None
        self.fault: Fault | None = None
        # Whether it is known that nothing late is inside the tree, and that no label is.
        self.whole = False
        self.plain = False
        # Whether a callback may still change the tree; the label of the whole, once asked for;
        # until then the whole cells that were built into it.
        self.lent = False
        self.joined: Labelled | None = None
        self.parts: Sequence[Cell] = ()
        self.waiting: list[Callback] | None = []

    @property
    def settled(self) -> bool:
        """Whether the value or the fault is there."""
        return self.waiting is None

    def settle(self, tree: object, fault: Fault | None = None) -> None:
        """Put in the value or the fault, and let those run who waited."""
        waiting = self.waiting
        assert waiting is not None, "a cell settles once"
        self.tree = tree
        self.fault = fault
        self.waiting = None
        for job in waiting:
            perform(job)

    def when_settled(self, job: Callback) -> None:
        """Run ``job`` once the cell is settled; at once if it is."""
        if self.waiting is None:
            perform(job)
        else:
            self.waiting.append(job)


class Holder:
    """Whoever has its state in a cell: an Output, seen from below."""

    __slots__ = ("cell_",)

    def __init__(self, cell: Cell) -> None:
        self.cell_ = cell


def settled_cell(tree: object) -> Cell:
    """Make a cell that has its value from the start."""
    cell = Cell()
    cell.tree = tree
    cell.waiting = None
    return cell


class _Agenda(threading.local):
    """How deep this thread stands in jobs, and the jobs that were too deep to begin."""

    def __init__(self) -> None:
        self.depth = 0
        self.later: deque[Callback] = deque()


_agenda = _Agenda()


def perform(job: Callback) -> None:
    """Run a job now, or put it on the agenda when calls are nested too deep already."""
    if _agenda.depth >= _NESTED:
        _agenda.later.append(job)
        return
    _agenda.depth += 1
    try:
        job()
    finally:
        _agenda.depth -= 1
    if _agenda.depth == 0 and _agenda.later:
        work_off()


def work_off() -> None:
    """Do what is on the agenda; also called by someone inside a job who needs a result now."""
    later = _agenda.later
    before = _agenda.depth
    # A little room, so that the jobs run and do not just queue up again.
    _agenda.depth = 1
    try:
        while later:
            later.popleft()()
    finally:
        _agenda.depth = before
