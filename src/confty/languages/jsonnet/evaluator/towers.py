"""Sums of objects, put together; those of many layers share what they have in common."""

from __future__ import annotations

from _bisect import bisect_left

from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    # Whoever has objects, shapes and their parts needs towers, so this room does not know them.
    Obj = Any
    Shape = Any
    Part = Any
    Row = tuple[Any, ...]


class Tower:
    """The layers of the highest object, bottom first; the others know how high they are.

    What is laid over the highest one goes on top, and nothing is copied; whatever is laid over
    another gets a tower of its own.
    """

    __slots__ = ("asserting", "definers", "markers", "parts", "removing", "rows")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.rows: list[Row] = []
        # Which layers, from the bottom, say something of a name, and which have asserts.
        self.definers: dict[str, list[int]] = {}
        self.asserting: list[int] = []
        # Which say how visible a name is, and whether one hides a name of those below.
        self.markers: dict[str, list[int]] = {}
        self.removing = False

    def add(self, parts: Sequence[Part], rows: Sequence[Row]) -> None:
        """Put the layers of an object on top."""
        definers = self.definers
        for at, part in enumerate(parts, len(self.parts)):
            for name in part.names if part.removed is None else (*part.names, part.removed):
                definers.setdefault(name, []).append(at)
            if any(part.marks):
                for name, mark in zip(part.names, part.marks, strict=True):
                    if mark:
                        self.markers.setdefault(name, []).append(at)
            self.removing = self.removing or part.removed is not None
            if part.asserts:
                self.asserting.append(at)
        self.parts += parts
        self.rows += rows

    def is_narrow(self, height: int) -> bool:
        """Whether it has more layers than names, and whoever asks for a name's last is told.

        A row of objects, each with a layer more, would look through all layers for each of them.
        """
        return len(self.definers) < height and not self.removing

    def slots(self, height: int) -> dict[str, tuple[int, int]]:
        """Where each name is defined last below a height: layer and position."""
        return _last(self.definers, height, self.parts)

    def marks(self, height: int) -> dict[str, int]:
        """How visible each name is: what a layer said of it last, or nothing that it did."""
        places = {**self.slots(height), **_last(self.markers, height, self.parts)}
        return {name: self.parts[layer].marks[at] for name, (layer, at) in places.items()}


def _last(
    layers: dict[str, list[int]], height: int, parts: Sequence[Part]
) -> dict[str, tuple[int, int]]:
    """The last layer below a height that says something of a name, with the name's position."""
    found = {}
    for name, places in layers.items():
        below = bisect_left(places, height)
        if below:
            layer = places[below - 1]
            found[name] = layer, parts[layer].position(name)
    return found


class Footing(metaclass=Record):
    """Where an object ends in the tower of a higher one."""

    tower: Tower
    height: int
    asserted: bool
    toil: int
    kind: type

    def shape(self) -> Shape:
        """Make the shape of the object."""
        tower = self.tower
        made: Shape = self.kind(tower.parts, static=False, asserted=self.asserted, tower=tower)
        made.height = self.height
        made.tire(self.toil)
        return made


def put_together(target: Obj, few: int) -> None:
    """Find the shape and the rows of a sum; more layers than a ``few`` stand in a tower."""
    if target.left is None:
        # It is a part of a sum that was put together.
        target.shape = target.right.shape()
    else:
        terms = _terms(target)
        if sum([term.shape.height for term in terms]) > few:
            _tower_up(target, terms, few)
        else:
            shape = terms[0].shape
            for term in terms[1:]:
                shape = shape.join(term.shape)
            target.rows = tuple([row for term in terms for row in term.rows])
            target.shape = shape
    target.left = target.right = None


def _terms(target: Obj) -> list[Obj]:
    """The objects that a sum was made of, from left to right."""
    terms: list[Obj] = []
    pending = [target]
    while pending:
        current = pending.pop()
        left = current.left
        if left is None:
            terms.append(current)
        else:
            pending.append(current.right)
            pending.append(left)
    return terms


def _tower_up(target: Obj, terms: list[Obj], few: int) -> None:
    """Put a sum of many layers together, on top of its first object if it is the highest."""
    first = terms[0]
    tower = first.shape.tower
    above = terms[1:]
    # A labelled copy has the shape of another object, and rows of its own.
    if tower is None or tower.rows is not first.rows or len(tower.rows) > first.shape.height:
        above, tower = terms, Tower()
    for term in above:
        height = term.shape.height
        tower.add(term.shape.parts[:height], term.rows[:height])
    feet: list[Footing] = []
    height, asserted, toil = 0, False, 0
    for term in terms:
        shape = term.shape
        height += shape.height
        asserted = asserted or shape.asserted
        toil = max(toil, shape.toil)
        feet.append(Footing(tower, height, asserted, toil, shape.__class__))
    _share(target, feet, few)
    target.rows = tower.rows
    target.shape = feet[-1].shape()


def _share(target: Obj, feet: list[Footing], few: int) -> None:
    """Tell the sums that a sum begins with where they end in its tower.

    A row of names, each of which reads the one before, is asked from the highest on: each would
    build a tower of its own.
    """
    lower: list[tuple[Obj, Footing]] = []
    one, terms = target, len(feet)
    while (below := one.left) is not None and below.left is not None:
        terms -= 1 if one.right.left is None else len(_terms(one.right))
        footing = feet[terms - 1]
        if footing.height <= few:
            break
        lower.append((below, footing))
        one = below
    for one, footing in lower:
        one.rows = footing.tower.rows
        one.left, one.right = None, footing
