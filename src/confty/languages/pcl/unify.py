"""Unification: the type two values are brought to, and how strong the bond is.

Where a language converts values, joining is asymmetric: the side the other converts to more
surely wins.  ``unify`` returns the type and the verdict of the conversion it implies;
``unify_all`` folds a sequence twice, once allowing only SAFE steps (else a union is kept) and
once allowing any step that exists.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty.languages.pcl.rules import CONVERSION, Conversion
from confty.types import (
    BOOL,
    DYNAMIC,
    ID,
    INT,
    NO,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    UNSAFE,
    Atom,
    Dynamic,
    Eventual,
    Field,
    ListOf,
    MapOf,
    Object,
    Ref,
    SetOf,
    Tuple,
    Type,
    Union,
    Verdict,
    eventual,
    field,
    list_of,
    map_of,
    object_of,
    optional,
    order,
    retyped,
    set_of,
    tuple_of,
    unfold,
    union_of,
)


def unify(left: Type, right: Type) -> tuple[Type, Verdict]:
    """Return the type for both, and how safely they convert to it."""
    if isinstance(left, Dynamic):
        left, right = right, left
    if left is right:
        return left, SAFE
    if isinstance(right, Dynamic):
        return left, UNSAFE
    if isinstance(left, Ref) is not isinstance(right, Ref):
        # One side is finite, so unfolding the other ends.
        return unify(unfold(left), unfold(right))
    to_left = _BONDS.assignable(right, left)
    to_right = _BONDS.assignable(left, right)
    if to_left is not to_right:
        return (left, to_left) if to_left > to_right else (right, to_right)
    if to_left is NO:
        return union_of(left, right), SAFE
    if isinstance(left, Union) and isinstance(right, Union):
        # Either could be taken apart; the same one whichever side it came from.
        left, right = sorted((left, right), key=order)
    if isinstance(right, Union):
        return _members(right, left)
    if isinstance(left, Union):
        return _members(left, right)
    return _by_kind(left, right, to_left)


def unify_all(types: Iterable[Type]) -> tuple[Type, Type]:
    """Return the type reached by SAFE steps only, and the one reached by any step."""
    safe: Type | None = None
    unsafe: Type | None = None
    for one in types:
        if safe is None or unsafe is None:
            safe = unsafe = one
            continue
        bound, kind = unify(safe, one)
        safe = bound if kind is SAFE else union_of(safe, one)
        bound, kind = unify(unsafe, one)
        unsafe = union_of(unsafe, one) if kind is NO else bound
    if safe is None or unsafe is None:
        return NULL, NULL
    return safe, unsafe


class _Bond(Conversion):
    """Conversion, with tuples and objects of any shape compared by what unifying them gives."""

    __slots__ = ()

    def tuples(self, source: Tuple, target: Tuple) -> Verdict:
        """Say how strongly two tuples unify."""
        return _tuples(target, source)[1]

    def objects(self, source: Object, target: Object) -> Verdict:
        """Say how strongly two objects unify."""
        return _objects(target, source)[1]


_BONDS: Final = _Bond(CONVERSION.rules)
# Which of two primitives that become each other equally well is kept, best first.
_PREFERRED: Final = (STRING, NUMBER, INT, BOOL, ID)


def _members(union: Union, other: Type) -> tuple[Type, Verdict]:
    """Unify ``other`` with each member; the weakest bond counts."""
    worst = SAFE
    parts: list[Type] = []
    for member in union.members:
        part, kind = unify(member, other)
        worst = min(worst, kind)
        parts.append(part)
    return union_of(*parts), worst


def _by_kind(left: Type, right: Type, kind: Verdict) -> tuple[Type, Verdict]:
    """Two types that convert into each other equally well."""
    if isinstance(left, Atom):
        for one in _PREFERRED:
            if one is left or one is right:
                return one, kind
    if isinstance(left, (ListOf, SetOf, Tuple)) and isinstance(right, (ListOf, SetOf, Tuple)):
        return _sequences(left, right)
    if isinstance(left, (MapOf, Object)) and isinstance(right, (MapOf, Object)):
        return _mappings(left, right)
    if isinstance(left, Eventual) and isinstance(right, Eventual):
        # Of different rank the later one has won already: the other way is refused.
        inner, kind = unify(left.inner, right.inner)
        return eventual(max(left.rank, right.rank), inner), kind
    # Either would do; the same one whichever side it came from.
    return min(left, right, key=order), kind


def _sequences(
    left: ListOf | SetOf | Tuple, right: ListOf | SetOf | Tuple
) -> tuple[Type, Verdict]:
    """A list wins over a set and a tuple, a set over a tuple (at most UNSAFE)."""
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return _tuples(left, right)
    element, worst = _fold([*_elements(left), *_elements(right)])
    if isinstance(left, ListOf) or isinstance(right, ListOf):
        return list_of(element), worst
    if isinstance(left, Tuple) or isinstance(right, Tuple):
        return set_of(element), min(worst, UNSAFE)
    return set_of(element), worst


def _elements(type_: ListOf | SetOf | Tuple) -> tuple[Type, ...]:
    return type_.elements if isinstance(type_, Tuple) else (type_.element,)


def _tuples(left: Tuple, right: Tuple) -> tuple[Type, Verdict]:
    """Pairwise; surplus elements of the longer one become optional."""
    longer, shorter = left.elements, right.elements
    if len(longer) < len(shorter):
        longer, shorter = shorter, longer
    worst = SAFE
    parts: list[Type] = []
    for place, part in enumerate(longer):
        if place >= len(shorter):
            parts.append(optional(part))
            continue
        both, kind = unify(left.elements[place], right.elements[place])
        worst = min(worst, kind)
        parts.append(both)
    return tuple_of(*parts), worst


def _mappings(left: MapOf | Object, right: MapOf | Object) -> tuple[Type, Verdict]:
    if isinstance(left, Object) and isinstance(right, Object):
        return _objects(left, right)
    keys: list[Type] = []
    values: list[Type] = []
    for side in (left, right):
        if isinstance(side, MapOf):
            keys.append(side.key)
            values.append(side.value)
        else:
            keys.append(STRING)
            values.extend([one.type for one in side.fields])
            if side.rest is not None:
                values.append(side.rest)
    key, of_keys = _fold(keys)
    value, of_values = _fold(values)
    return map_of(key, value), min(of_keys, of_values)


def _fold(parts: list[Type]) -> tuple[Type, Verdict]:
    """Unify one after the other; the weakest bond counts."""
    worst = SAFE
    whole = parts[0]
    for part in parts[1:]:
        whole, kind = unify(whole, part)
        worst = min(worst, kind)
    return whole, worst


def _objects(left: Object, right: Object) -> tuple[Type, Verdict]:
    """All fields of both; those only one side has become optional."""
    fields: list[Field] = []
    worst = SAFE
    for one in left.fields:
        twin = right.by_name.get(one.name)
        if twin is None:
            fields.append(retyped(one, optional(one.type), optional=one.optional))
            continue
        both, kind = unify(one.type, twin.type)
        worst = min(worst, kind)
        fields.append(field(one.name, both, optional=one.optional or twin.optional))
    own = [one for one in right.fields if one.name not in left.by_name]
    fields += [retyped(one, optional(one.type), optional=one.optional) for one in own]
    rest = left.rest if right.rest is None else right.rest
    if left.rest is not None and right.rest is not None:
        rest, kind = unify(left.rest, right.rest)
        worst = min(worst, kind)
    return object_of(fields, rest), worst


def collection(type_: Type) -> tuple[Type, Type] | None:
    """Return the key and value types a loop over ``type_`` sees, None when it cannot be.

    Eventuals and one optional layer around the collection are looked through; ``wrap`` puts the
    eventuals around the loop's result again.
    """
    type_ = unfold(type_)
    if isinstance(type_, Eventual):
        return collection(type_.inner)
    if isinstance(type_, Union) and NULL in type_.members and len(type_.members) == 2:
        left, right = type_.members
        return collection(right if left is NULL else left)
    if isinstance(type_, Dynamic):
        return DYNAMIC, DYNAMIC
    if isinstance(type_, ListOf):
        return INT, type_.element
    if isinstance(type_, MapOf):
        return type_.key, type_.value
    if isinstance(type_, Tuple):
        return INT, _safely(type_.elements)
    if isinstance(type_, Object):
        return STRING, _safely([one.type for one in type_.fields])
    return None


def _safely(types: Iterable[Type]) -> Type:
    return unify_all(types)[0]
