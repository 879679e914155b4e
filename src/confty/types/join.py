"""Joins: one type that describes either of two.

Languages differ more here than anywhere, so there is no "the" join: a language imports the one it
means.  ``gradual_union`` (in ``build``) keeps the union, ``widen`` gives up and says Dynamic,
``merge`` describes data by its common frame, ``common`` takes the side that holds the other.  All
keep the promise that both sides flow into the result.
"""

from __future__ import annotations

from confty.types import build, nodes
from confty.types.relate import Relation
from confty.types.rules import SAFE
from confty.types.walk import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final


def widen(*types: nodes.Type) -> nodes.Type:
    """Containers of one kind join inside; everything else that differs is unknown."""
    known: dict[tuple[nodes.Type, nodes.Type], nodes.Type] = {}
    result: nodes.Type = build.NEVER
    for one in types:
        result = _widen(result, one, known)
    return result


def _widen(
    left: nodes.Type, right: nodes.Type, known: dict[tuple[nodes.Type, nodes.Type], nodes.Type]
) -> nodes.Type:
    if isinstance(left, nodes.Never):
        return right
    if isinstance(right, nodes.Never):
        return left
    if (
        isinstance(left, nodes.ListOf)
        and isinstance(right, nodes.ListOf)
        and left.length == right.length
    ):
        return build.list_of(_widen(left.element, right.element, known), left.length)
    if isinstance(left, nodes.SetOf) and isinstance(right, nodes.SetOf):
        return build.set_of(_widen(left.element, right.element, known))
    if isinstance(left, nodes.MapOf) and isinstance(right, nodes.MapOf):
        found = known.get((left, right))
        if found is None:
            key = _widen(left.key, right.key, known)
            found = known[left, right] = build.map_of(key, _widen(left.value, right.value, known))
        return found
    if left is right and not isinstance(left, (nodes.Function, nodes.Union)):
        return left
    return build.DYNAMIC


def common(left: nodes.Type, right: nodes.Type, relation: Relation) -> nodes.Type | None:
    """Return the side that takes the other one whole, or None when neither does."""
    if same(left, right):
        return left
    to_right = relation.assignable(left, right) is SAFE
    to_left = relation.assignable(right, left) is SAFE
    if to_right and to_left:
        # They hold the same values; the same one whichever side it came from.
        return min(left, right, key=build.order)
    if to_right:
        return right
    return left if to_left else None


def merge(types: Iterable[nodes.Type], relation: Relation, most: int | None = None) -> nodes.Type:
    """Absorb what fits, join containers inside, and put the rest in a union.

    The members go in one by one, in a fixed order, so that joins commute.  Of more than ``most``
    distinct shapes only the common frame is kept: a map, a list.
    """
    return _Merging(relation).of(types, most)


class _Merging:
    """One merge, with what it has merged inside."""

    __slots__ = ("known", "relation")

    def __init__(self, relation: Relation) -> None:
        self.relation: Final = relation
        self.known: Final[dict[tuple[frozenset[nodes.Type], int | None], nodes.Type]] = {}

    def of(self, types: Iterable[nodes.Type], most: int | None = None) -> nodes.Type:
        distinct: set[nodes.Type] = set()
        for one in types:
            distinct.update(_members(one))
        if build.DYNAMIC in distinct:
            return build.DYNAMIC
        key = (frozenset(distinct), most)
        found = self.known.get(key)
        if found is None:
            if most is not None and len(distinct) > most:
                distinct = self._framed(distinct, most)
            found = build.NEVER
            for one in sorted(distinct, key=build.order):
                found = self._with(found, one)
            self.known[key] = found
        return found

    def _framed(self, distinct: set[nodes.Type], most: int) -> set[nodes.Type]:
        """Put one map in the place of all objects and maps, one list in that of all lists."""
        keys: set[nodes.Type] = set()
        inside: set[nodes.Type] = set()
        elements: set[nodes.Type] = set()
        kept: set[nodes.Type] = set()
        for one in distinct:
            if isinstance(one, nodes.Object):
                keys.add(build.STRING)
                inside.update([each.type for each in one.fields])
                if one.rest is not None:
                    inside.add(one.rest)
            elif isinstance(one, nodes.MapOf):
                keys.add(one.key)
                inside.add(one.value)
            elif isinstance(one, nodes.ListOf):
                elements.add(one.element)
            else:
                kept.add(one)
        if keys:
            kept.add(build.map_of(self.of(keys, most), self.of(inside, most)))
        if elements:
            kept.add(build.list_of(self.of(elements, most)))
        return kept

    def _with(self, whole: nodes.Type, one: nodes.Type) -> nodes.Type:
        """Find the member of ``whole`` that ``one`` belongs to, or add it."""
        members = _members(whole)
        for place, member in enumerate(members):
            merged = self._pair(member, one)
            if merged is not None:
                return build.union_of(*members[:place], merged, *members[place + 1 :])
        return build.union_of(whole, one)

    def _pair(self, left: nodes.Type, right: nodes.Type) -> nodes.Type | None:
        """Return one type for two of the same kind, None when they are of different kinds."""
        if isinstance(left, nodes.Literal) and isinstance(right, nodes.Literal):
            return left if left is right else None
        if isinstance(left, nodes.ListOf) and isinstance(right, nodes.ListOf):
            length = left.length if left.length == right.length else None
            return build.list_of(self.of((left.element, right.element)), length)
        if isinstance(left, nodes.SetOf) and isinstance(right, nodes.SetOf):
            return build.set_of(self.of((left.element, right.element)))
        if isinstance(left, nodes.MapOf) and isinstance(right, nodes.MapOf):
            return build.map_of(self.of((left.key, right.key)), self.of((left.value, right.value)))
        if isinstance(left, nodes.Tuple) and isinstance(right, nodes.Tuple):
            if len(left.elements) == len(right.elements):
                pairs = zip(left.elements, right.elements, strict=True)
                return build.tuple_of(*[self.of(pair) for pair in pairs])
            return None
        if isinstance(left, nodes.Object) and isinstance(right, nodes.Object):
            return self._objects(left, right)
        if isinstance(left, nodes.Dynamic) or isinstance(right, nodes.Dynamic):
            return build.DYNAMIC
        return common(left, right, self.relation)

    def _objects(self, left: nodes.Object, right: nodes.Object) -> nodes.Object:
        """Keep every field; one that a side lacks becomes optional."""
        fields = [self._field(one, right) for one in left.fields]
        own = [one for one in right.fields if one.name not in left.by_name]
        fields += [self._field(one, left) for one in own]
        if left.rest is None or right.rest is None:
            return build.object_of(fields, right.rest if left.rest is None else left.rest)
        return build.object_of(fields, self.of((left.rest, right.rest)))

    def _field(self, one: nodes.Field, other: nodes.Object) -> nodes.Field:
        twin = other.by_name.get(one.name)
        if twin is not None:
            both = self.of((one.type, twin.type))
            missing = one.optional or twin.optional
            hidden, marks = one.hidden and twin.hidden, one.marks | twin.marks
            return build.field(one.name, both, optional=missing, hidden=hidden, marks=marks)
        type_ = one.type if other.rest is None else self.of((one.type, other.rest))
        return build.retyped(one, type_, optional=True)


def _members(type_: nodes.Type) -> tuple[nodes.Type, ...]:
    if isinstance(type_, nodes.Union) and not type_.written:
        return type_.members
    return () if isinstance(type_, nodes.Never) else (type_,)
