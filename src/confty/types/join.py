"""Joins: one type that describes either of two.

Languages differ more here than anywhere, so there is no "the" join: a language imports the one it
means.  ``gradual_union`` (in ``build``) keeps the union, ``widen`` gives up and says Dynamic,
``merge`` describes data by its common frame, ``common`` takes the side that holds the other.  All
keep the promise that both sides flow into the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty.types.build import (
    DYNAMIC,
    NEVER,
    STRING,
    field,
    list_of,
    map_of,
    object_of,
    order,
    retyped,
    set_of,
    tuple_of,
    union_of,
)
from confty.types.nodes import (
    Dynamic,
    Field,
    Function,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    SetOf,
    Tuple,
    Type,
    Union,
)
from confty.types.relate import Relation
from confty.types.rules import SAFE
from confty.types.walk import same


def widen(*types: Type) -> Type:
    """Containers of one kind join inside; everything else that differs is unknown."""
    known: dict[tuple[Type, Type], Type] = {}
    result: Type = NEVER
    for one in types:
        result = _widen(result, one, known)
    return result


def _widen(left: Type, right: Type, known: dict[tuple[Type, Type], Type]) -> Type:
    if isinstance(left, Never):
        return right
    if isinstance(right, Never):
        return left
    if isinstance(left, ListOf) and isinstance(right, ListOf) and left.length == right.length:
        return list_of(_widen(left.element, right.element, known), left.length)
    if isinstance(left, SetOf) and isinstance(right, SetOf):
        return set_of(_widen(left.element, right.element, known))
    if isinstance(left, MapOf) and isinstance(right, MapOf):
        found = known.get((left, right))
        if found is None:
            key = _widen(left.key, right.key, known)
            found = known[left, right] = map_of(key, _widen(left.value, right.value, known))
        return found
    if left is right and not isinstance(left, (Function, Union)):
        return left
    return DYNAMIC


def common(left: Type, right: Type, relation: Relation) -> Type | None:
    """Return the side that takes the other one whole, or None when neither does."""
    if same(left, right):
        return left
    to_right = relation.assignable(left, right) is SAFE
    to_left = relation.assignable(right, left) is SAFE
    if to_right and to_left:
        # They hold the same values; the same one whichever side it came from.
        return min(left, right, key=order)
    if to_right:
        return right
    return left if to_left else None


def merge(types: Iterable[Type], relation: Relation, most: int | None = None) -> Type:
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
        self.known: Final[dict[tuple[frozenset[Type], int | None], Type]] = {}

    def of(self, types: Iterable[Type], most: int | None = None) -> Type:
        distinct: set[Type] = set()
        for one in types:
            distinct.update(_members(one))
        if DYNAMIC in distinct:
            return DYNAMIC
        key = (frozenset(distinct), most)
        found = self.known.get(key)
        if found is None:
            if most is not None and len(distinct) > most:
                distinct = self._framed(distinct, most)
            found = NEVER
            for one in sorted(distinct, key=order):
                found = self._with(found, one)
            self.known[key] = found
        return found

    def _framed(self, distinct: set[Type], most: int) -> set[Type]:
        """Put one map in the place of all objects and maps, one list in that of all lists."""
        keys: set[Type] = set()
        inside: set[Type] = set()
        elements: set[Type] = set()
        kept: set[Type] = set()
        for one in distinct:
            if isinstance(one, Object):
                keys.add(STRING)
                inside.update([each.type for each in one.fields])
                if one.rest is not None:
                    inside.add(one.rest)
            elif isinstance(one, MapOf):
                keys.add(one.key)
                inside.add(one.value)
            elif isinstance(one, ListOf):
                elements.add(one.element)
            else:
                kept.add(one)
        if keys:
            kept.add(map_of(self.of(keys, most), self.of(inside, most)))
        if elements:
            kept.add(list_of(self.of(elements, most)))
        return kept

    def _with(self, whole: Type, one: Type) -> Type:
        """Find the member of ``whole`` that ``one`` belongs to, or add it."""
        members = _members(whole)
        for place, member in enumerate(members):
            merged = self._pair(member, one)
            if merged is not None:
                return union_of(*members[:place], merged, *members[place + 1 :])
        return union_of(whole, one)

    def _pair(self, left: Type, right: Type) -> Type | None:
        """Return one type for two of the same kind, None when they are of different kinds."""
        if isinstance(left, Literal) and isinstance(right, Literal):
            return left if left is right else None
        if isinstance(left, ListOf) and isinstance(right, ListOf):
            length = left.length if left.length == right.length else None
            return list_of(self.of((left.element, right.element)), length)
        if isinstance(left, SetOf) and isinstance(right, SetOf):
            return set_of(self.of((left.element, right.element)))
        if isinstance(left, MapOf) and isinstance(right, MapOf):
            return map_of(self.of((left.key, right.key)), self.of((left.value, right.value)))
        if isinstance(left, Tuple) and isinstance(right, Tuple):
            if len(left.elements) == len(right.elements):
                pairs = zip(left.elements, right.elements, strict=True)
                return tuple_of(*[self.of(pair) for pair in pairs])
            return None
        if isinstance(left, Object) and isinstance(right, Object):
            return self._objects(left, right)
        if isinstance(left, Dynamic) or isinstance(right, Dynamic):
            return DYNAMIC
        return common(left, right, self.relation)

    def _objects(self, left: Object, right: Object) -> Object:
        """Keep every field; one that a side lacks becomes optional."""
        fields = [self._field(one, right) for one in left.fields]
        own = [one for one in right.fields if one.name not in left.by_name]
        fields += [self._field(one, left) for one in own]
        if left.rest is None or right.rest is None:
            return object_of(fields, right.rest if left.rest is None else left.rest)
        return object_of(fields, self.of((left.rest, right.rest)))

    def _field(self, one: Field, other: Object) -> Field:
        twin = other.by_name.get(one.name)
        if twin is not None:
            both = self.of((one.type, twin.type))
            missing = one.optional or twin.optional
            hidden, marks = one.hidden and twin.hidden, one.marks | twin.marks
            return field(one.name, both, optional=missing, hidden=hidden, marks=marks)
        type_ = one.type if other.rest is None else self.of((one.type, other.rest))
        return retyped(one, type_, optional=True)


def _members(type_: Type) -> tuple[Type, ...]:
    if isinstance(type_, Union) and not type_.written:
        return type_.members
    return () if isinstance(type_, Never) else (type_,)
