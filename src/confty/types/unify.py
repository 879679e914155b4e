"""Unification: the type two values are brought to, and how strong the bond is.

Where a language converts values, joining is asymmetric: the side the other converts to more
surely wins.  ``unify`` returns the type and the verdict of the conversion it implies;
``unify_all`` folds a sequence twice, once allowing only SAFE steps (else a union is kept) and
once allowing any step that exists.
"""

from __future__ import annotations

from collections.abc import Iterable

from confty.types.build import (
    NULL,
    STRING,
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
from confty.types.nodes import (
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
)
from confty.types.relate import assignable
from confty.types.rules import NO, SAFE, UNSAFE, Rules, Verdict


def unify(left: Type, right: Type, rules: Rules) -> tuple[Type, Verdict]:
    """Return the type for both, and how safely they convert to it."""
    if isinstance(left, Dynamic):
        left, right = right, left
    if left is right:
        return left, SAFE
    if isinstance(right, Dynamic):
        return left, UNSAFE
    if isinstance(left, Ref) is not isinstance(right, Ref):
        # One side is finite, so unfolding the other ends.
        return unify(unfold(left), unfold(right), rules)
    unifying = rules.for_unifying()
    to_left = assignable(right, left, unifying)
    to_right = assignable(left, right, unifying)
    if to_left is not to_right:
        return (left, to_left) if to_left > to_right else (right, to_right)
    if to_left is NO:
        return union_of(left, right), SAFE
    if isinstance(left, Union) and isinstance(right, Union):
        # Either could be taken apart; the same one whichever side it came from.
        left, right = sorted((left, right), key=order)
    if isinstance(right, Union):
        return _members(right, left, rules)
    if isinstance(left, Union):
        return _members(left, right, rules)
    return _by_kind(left, right, to_left, rules)


def unify_all(types: Iterable[Type], rules: Rules) -> tuple[Type, Type]:
    """Return the type reached by SAFE steps only, and the one reached by any step."""
    safe: Type | None = None
    unsafe: Type | None = None
    for one in types:
        if safe is None or unsafe is None:
            safe = unsafe = one
            continue
        bound, kind = unify(safe, one, rules)
        safe = bound if kind is SAFE else union_of(safe, one)
        bound, kind = unify(unsafe, one, rules)
        unsafe = union_of(unsafe, one) if kind is NO else bound
    if safe is None or unsafe is None:
        return NULL, NULL
    return safe, unsafe


def strength(source: Type, target: Type, rules: Rules) -> Verdict:
    """Say how strongly two tuples or two objects of any shape unify."""
    if isinstance(source, Tuple) and isinstance(target, Tuple):
        return _tuples(target, source, rules)[1]
    assert isinstance(source, Object)
    assert isinstance(target, Object)
    return _objects(target, source, rules)[1]


def _members(union: Union, other: Type, rules: Rules) -> tuple[Type, Verdict]:
    """Unify ``other`` with each member; the weakest bond counts."""
    worst = SAFE
    parts: list[Type] = []
    for member in union.members:
        part, kind = unify(member, other, rules)
        worst = min(worst, kind)
        parts.append(part)
    return union_of(*parts), worst


def _by_kind(left: Type, right: Type, kind: Verdict, rules: Rules) -> tuple[Type, Verdict]:
    """Two types that convert into each other equally well."""
    if isinstance(left, Atom):
        for one in rules.join.preference:
            if one is left or one is right:
                return one, kind
    if isinstance(left, (ListOf, SetOf, Tuple)) and isinstance(right, (ListOf, SetOf, Tuple)):
        return _sequences(left, right, rules)
    if isinstance(left, (MapOf, Object)) and isinstance(right, (MapOf, Object)):
        return _mappings(left, right, rules)
    if isinstance(left, Eventual) and isinstance(right, Eventual):
        # Of different rank the later one has won already: the other way is refused.
        inner, kind = unify(left.inner, right.inner, rules)
        return eventual(max(left.rank, right.rank), inner), kind
    # Either would do; the same one whichever side it came from.
    return min(left, right, key=order), kind


def _sequences(
    left: ListOf | SetOf | Tuple, right: ListOf | SetOf | Tuple, rules: Rules
) -> tuple[Type, Verdict]:
    """A list wins over a set and a tuple, a set over a tuple (at most UNSAFE)."""
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return _tuples(left, right, rules)
    element, worst = _fold([*_elements(left), *_elements(right)], rules)
    if isinstance(left, ListOf) or isinstance(right, ListOf):
        return list_of(element), worst
    if isinstance(left, Tuple) or isinstance(right, Tuple):
        return set_of(element), min(worst, UNSAFE)
    return set_of(element), worst


def _elements(type_: ListOf | SetOf | Tuple) -> tuple[Type, ...]:
    return type_.elements if isinstance(type_, Tuple) else (type_.element,)


def _tuples(left: Tuple, right: Tuple, rules: Rules) -> tuple[Type, Verdict]:
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
        both, kind = unify(left.elements[place], right.elements[place], rules)
        worst = min(worst, kind)
        parts.append(both)
    return tuple_of(*parts), worst


def _mappings(left: MapOf | Object, right: MapOf | Object, rules: Rules) -> tuple[Type, Verdict]:
    if isinstance(left, Object) and isinstance(right, Object):
        return _objects(left, right, rules)
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
    key, of_keys = _fold(keys, rules)
    value, of_values = _fold(values, rules)
    return map_of(key, value), min(of_keys, of_values)


def _fold(parts: list[Type], rules: Rules) -> tuple[Type, Verdict]:
    """Unify one after the other; the weakest bond counts."""
    worst = SAFE
    whole = parts[0]
    for part in parts[1:]:
        whole, kind = unify(whole, part, rules)
        worst = min(worst, kind)
    return whole, worst


def _objects(left: Object, right: Object, rules: Rules) -> tuple[Type, Verdict]:
    """All fields of both; those only one side has become optional."""
    fields: list[Field] = []
    worst = SAFE
    for one in left.fields:
        twin = right.by_name.get(one.name)
        if twin is None:
            fields.append(retyped(one, optional(one.type), optional=one.optional))
            continue
        both, kind = unify(one.type, twin.type, rules)
        worst = min(worst, kind)
        fields.append(field(one.name, both, optional=one.optional or twin.optional))
    own = [one for one in right.fields if one.name not in left.by_name]
    fields += [retyped(one, optional(one.type), optional=one.optional) for one in own]
    rest = left.rest if right.rest is None else right.rest
    if left.rest is not None and right.rest is not None:
        rest, kind = unify(left.rest, right.rest, rules)
        worst = min(worst, kind)
    return object_of(fields, rest), worst
