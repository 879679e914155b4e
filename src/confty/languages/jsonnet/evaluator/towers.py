"""Objects of many layers: those that grew out of one another share what they have in common."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.values import FEW_LAYERS, Obj, ObjectShape, terms_of
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from confty.languages.jsonnet.evaluator.values import ObjectPart, Row


class Tower:
    """The layers of the highest object, bottom first; the others know how high they are.

    What is laid over the highest one goes on top, and nothing is copied; whatever is laid over
    another gets a tower of its own.
    """

    __slots__ = ("asserting", "definers", "parts", "rows")

    def __init__(self) -> None:
        self.parts: list[ObjectPart] = []
        self.rows: list[Row] = []
        # Which layers, from the bottom, say something of a name, and which have asserts.
        self.definers: dict[str, list[int]] = {}
        self.asserting: list[int] = []

    def add(self, parts: Sequence[ObjectPart], rows: Sequence[Row]) -> None:
        """Put the layers of an object on top."""
        definers = self.definers
        for at, part in enumerate(parts, len(self.parts)):
            for name in part.names if part.removed is None else (*part.names, part.removed):
                definers.setdefault(name, []).append(at)
            if part.asserts:
                self.asserting.append(at)
        self.parts += parts
        self.rows += rows


class Footing(metaclass=Record):
    """Where an object ends in the tower of a higher one."""

    tower: Tower
    height: int
    asserted: bool
    toil: int


def tower_up(target: Obj, terms: list[Obj]) -> None:
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
        feet.append(Footing(tower, height, asserted, toil))
    _share(target, feet)
    target.rows = tower.rows
    target.shape = _shape_at(feet[-1])


def _share(target: Obj, feet: list[Footing]) -> None:
    """Tell the sums that a sum begins with where they end in its tower.

    A row of names, each of which reads the one before, is asked from the highest on: each would
    have a tower of its own.
    """
    lower: list[tuple[Obj, Footing]] = []
    one, terms = target, len(feet)
    while (below := one.left) is not None and below.left is not None:
        assert isinstance(one.right, Obj)
        terms -= 1 if one.right.left is None else len(terms_of(one.right))
        if feet[terms - 1].height <= FEW_LAYERS:
            break
        lower.append((below, feet[terms - 1]))
        one = below
    for one, footing in lower:
        one.rows = footing.tower.rows
        one.left, one.right = None, footing


def stand(lower: Obj) -> None:
    """Make the shape of an object that ends somewhere in a tower."""
    footing = lower.right
    assert isinstance(footing, Footing)
    lower.shape = _shape_at(footing)
    lower.right = None


def _shape_at(footing: Footing) -> ObjectShape:
    tower = footing.tower
    shape = ObjectShape(tower.parts, static=False, asserted=footing.asserted, tower=tower)
    shape.height = footing.height
    shape.tire(footing.toil)
    return shape
