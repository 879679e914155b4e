"""Join: one type that describes either of two.

Languages differ more here than anywhere: some keep the union, some give up and say Dynamic,
some prefer the side the other converts to.  The ``style`` of the rules chooses; every style
keeps the promise that both sides flow into the result.
"""

from __future__ import annotations

from collections.abc import Iterable

from confty.types.build import (
    DYNAMIC,
    NEVER,
    field,
    gradual_union,
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
from confty.types.relate import assignable, same
from confty.types.rules import SAFE, JoinStyle, Rules


def join(left: Type, right: Type, rules: Rules) -> Type:
    """Return the type of "``left`` or ``right``" as the language would say it."""
    if isinstance(left, Never):
        return right
    if isinstance(right, Never):
        return left
    style = rules.join.style
    if style is JoinStyle.UNIFY:
        from confty.types.unify import unify_all

        return unify_all((left, right), rules)[0]
    if left is right and style is not JoinStyle.WIDEN:
        return left
    if isinstance(left, Dynamic) or isinstance(right, Dynamic):
        if rules.join.absorb:
            return DYNAMIC
        return right if isinstance(left, Dynamic) else left
    if style is JoinStyle.UNION:
        return gradual_union(left, right) if rules.join.absorb else union_of(left, right)
    if style is JoinStyle.WIDEN:
        return _widen(left, right, rules)
    if style is JoinStyle.MERGE:
        return _merge(left, right, rules)
    found = common(left, right, rules)
    return union_of(left, right) if found is None else found


def join_all(types: Iterable[Type], rules: Rules) -> Type:
    """Join any number of types, from the left; none at all are Never."""
    if rules.join.style is JoinStyle.UNIFY:
        from confty.types.unify import unify_all

        return unify_all(tuple(types), rules)[0]
    if rules.join.style is JoinStyle.UNION and rules.join.absorb:
        return gradual_union(*types)  # at once: a union of many members is costly to extend
    result: Type = NEVER
    for one in types:
        result = join(result, one, rules)
    return result


def common(left: Type, right: Type, rules: Rules) -> Type | None:
    """Return the side that takes the other one whole, or None when neither does."""
    if same(left, right):
        return left
    to_right = assignable(left, right, rules) is SAFE
    to_left = assignable(right, left, rules) is SAFE
    if to_right and to_left:
        # They hold the same values; the same one whichever side it came from.
        return min(left, right, key=order)
    if to_right:
        return right
    return left if to_left else None


def _widen(left: Type, right: Type, rules: Rules) -> Type:
    """Containers of one kind join inside; everything else that differs is unknown."""
    if isinstance(left, ListOf) and isinstance(right, ListOf) and left.length == right.length:
        return list_of(join(left.element, right.element, rules), left.length)
    if isinstance(left, SetOf) and isinstance(right, SetOf):
        return set_of(join(left.element, right.element, rules))
    if isinstance(left, MapOf) and isinstance(right, MapOf):
        key = join(left.key, right.key, rules)
        return map_of(key, join(left.value, right.value, rules))
    if left is right and not isinstance(left, (Function, Union)):
        return left
    return DYNAMIC


def _merge(left: Type, right: Type, rules: Rules) -> Type:
    """Absorb what fits, join containers inside, and put the rest in a union.

    The members of both sides go in one by one, in a fixed order, so that joins commute.
    """
    members = {*_members(left), *_members(right)}
    if DYNAMIC in members and rules.join.absorb:
        return DYNAMIC
    result: Type = NEVER
    for one in sorted(members, key=order):
        result = _merge_one(result, one, rules)
    return result


def _members(type_: Type) -> tuple[Type, ...]:
    return type_.members if isinstance(type_, Union) and not type_.written else (type_,)


def _merge_one(whole: Type, one: Type, rules: Rules) -> Type:
    """Find the member of ``whole`` that ``one`` belongs to, or add it."""
    members = _members(whole)
    for place, member in enumerate(members):
        merged = _merge_pair(member, one, rules)
        if merged is not None:
            return union_of(*members[:place], merged, *members[place + 1 :])
    return union_of(whole, one)


def _merge_pair(left: Type, right: Type, rules: Rules) -> Type | None:
    """Return one type for two of the same kind, None when they are of different kinds."""
    if isinstance(left, Literal) and isinstance(right, Literal):
        return left if left is right else None
    if isinstance(left, ListOf) and isinstance(right, ListOf):
        length = left.length if left.length == right.length else None
        return list_of(join(left.element, right.element, rules), length)
    if isinstance(left, SetOf) and isinstance(right, SetOf):
        return set_of(join(left.element, right.element, rules))
    if isinstance(left, MapOf) and isinstance(right, MapOf):
        key = join(left.key, right.key, rules)
        return map_of(key, join(left.value, right.value, rules))
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        if len(left.elements) == len(right.elements):
            pairs = zip(left.elements, right.elements, strict=True)
            return tuple_of(*[join(one, other, rules) for one, other in pairs])
        return None
    if isinstance(left, Object) and isinstance(right, Object):
        return _merge_objects(left, right, rules)
    return common(left, right, rules)


def _merge_objects(left: Object, right: Object, rules: Rules) -> Object:
    """Keep every field; one that a side lacks becomes optional."""
    fields = [_merge_field(one, right, rules) for one in left.fields]
    own = [one for one in right.fields if one.name not in left.by_name]
    fields += [_merge_field(one, left, rules) for one in own]
    if left.rest is None or right.rest is None:
        return object_of(fields, right.rest if left.rest is None else left.rest)
    return object_of(fields, join(left.rest, right.rest, rules))


def _merge_field(one: Field, other: Object, rules: Rules) -> Field:
    twin = other.by_name.get(one.name)
    if twin is not None:
        both = join(one.type, twin.type, rules)
        missing = one.optional or twin.optional
        hidden, marks = one.hidden and twin.hidden, one.marks | twin.marks
        return field(one.name, both, optional=missing, hidden=hidden, marks=marks)
    type_ = one.type if other.rest is None else join(one.type, other.rest, rules)
    return retyped(one, type_, optional=True)
