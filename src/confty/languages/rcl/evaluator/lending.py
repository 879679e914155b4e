"""Values of libraries that one program worked out, for the others that import them.

The language is pure, so a library gives every program of a moment the same value.  Data is simply
taken over.  Functions go on in the run that calls them, hence a value that has some is lent to one
run at a time, with the walks of all documents that its functions may be of.

Where steps are counted to the end nothing is taken over, for a message may say how many there
were.  Nor are libraries that read a file or show a trace on their way, which every program does.
"""

from __future__ import annotations

from confty.languages.rcl.unit import NO_VALUE
from confty.languages.rcl.values import Builtin, Key, Lambda, Method

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.languages.rcl.evaluator.run import Borrowed, Run
    from confty.languages.rcl.evaluator.walk import Walk
    from confty.languages.rcl.unit import Unit
    from confty.languages.rcl.values import Value


class LibraryValue:
    """What a library was worked out to, so many calls deep."""

    __slots__ = ("_unused", "depth", "others", "unit", "value", "walk")

    def __init__(
        self, unit: Unit, depth: int, value: Value, walk: Walk | None,
        others: tuple[Borrowed, ...],
    ) -> None:  # fmt: skip
        self.unit: Final = unit
        self.depth: Final = depth
        self.value: Final = value
        # Whose functions go on in the run that it belongs to; None where there are no functions.
        self.walk: Final = walk
        # Those with functions that this one may hold.
        self.others: Final = others
        # Holds one element as long as no run has it; to take that is one step of Python's.
        self._unused: Final[list[bool]] = []

    def lend(self, run: Run) -> bool:
        """Let functions go on in a run; False where another has them, or knows other places."""
        if self.walk is None or self in run.borrowed:
            return True
        there = run.program.units.get(self.unit.source.name)
        if there is not None and there.index != self.unit.index:
            return False
        try:
            self._unused.pop()
        except IndexError:
            return False
        self.walk.begin(run)
        run.borrowed.append(self)
        return True

    def give_back(self) -> None:
        """Let another run have it."""
        if self.walk is not None:
            self.walk.end()
        self._unused.append(True)


def recalled(run: Run, unit: Unit, depth: int) -> Value:
    """Return what another program worked out, or the mark that there is no value."""
    known = run.program.known_values if run.shares else None
    found = None if known is None else known.get(unit.source.name)
    if (
        not isinstance(found, LibraryValue)
        or depth > found.depth  # where it may be too deep
        or (found.walk is not None and run.takes_data_only)
        or not all(one.lend(run) for one in (*found.others, found))
    ):
        return NO_VALUE
    return found.value


def remember(run: Run, unit: Unit, depth: int, value: Value, walk: Walk | None) -> None:
    """Keep a value for other programs; without a ``walk`` only data can be kept."""
    known = run.program.known_values if run.shares else None
    if known is None:
        return
    if run.has_asides:
        return  # perhaps those of an import of this one, which has its value already
    size, is_data = _extent(value)
    if is_data:
        walk = None
    elif walk is None:
        return
    others = () if walk is None else tuple(run.borrowed)
    made = LibraryValue(unit, depth, value, walk, others)
    if walk is not None:
        run.borrowed.append(made)
    known.keep(unit.source.name, made, size)


def _extent(value: Value) -> tuple[int, bool]:
    """How many parts a value has, each counted once, and whether it is data and nothing else."""
    seen: set[int] = set()
    waiting, size, is_data = [value], 0, True
    while waiting:
        one = waiting.pop()
        size += 1
        kind = one.__class__
        if kind is Key:
            waiting.append(one.value)
        elif kind is dict or kind is list or kind is set:
            if id(one) not in seen:
                seen.add(id(one))
                waiting += one
                waiting += one.values() if kind is dict else ()
        elif kind is Lambda or kind is Builtin or kind is Method:
            is_data = False
    return size, is_data
