"""Conversion: what a value's type is once it stands where another type was wanted.

The relation says whether it may; this says what comes of it.  A value that fits as it is keeps its
own, more precise type; one that had to be checked or converted has the type it was checked
against, part by part.  After a refusal the wanted type goes on, so that one mistake is reported
once.
"""

from __future__ import annotations

from confty.types.build import (
    eventual,
    list_of,
    map_of,
    object_of,
    retyped,
    set_of,
    tuple_of,
    unfold,
    union_of,
)
from confty.types.nodes import (
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
from confty.types.relate import assignable, contained
from confty.types.rules import NO, SAFE, Rules
from confty.types.shapes import resolve


def convert(source: Type, target: Type, rules: Rules) -> Type:
    """Return the type of a ``source`` value that was let into a place for ``target``."""
    if contained(source, target):
        return source
    if isinstance(target, Ref) or assignable(source, target, rules) is NO:
        return target
    source = unfold(source)
    if isinstance(source, Union) and not rules.unions.whole:
        kept = [one for one in source.members if assignable(one, target, rules) is not NO]
        return union_of(*[convert(one, target, rules) for one in kept])
    if isinstance(target, Union):
        return _into_union(source, target, rules)
    if isinstance(target, Eventual):
        if isinstance(source, Eventual):
            same_rank = source.rank == target.rank
            source = source.inner if same_rank else resolve(source.inner)
        return eventual(target.rank, convert(source, target.inner, rules))
    return _parts(source, target, rules)


def _into_union(source: Type, target: Union, rules: Rules) -> Type:
    """The members that take the value; a sure one is enough."""
    for member in target.members:
        if assignable(source, member, rules) is SAFE:
            return convert(source, member, rules)
    if rules.unions.whole:
        return target
    kept = [one for one in target.members if assignable(source, one, rules) is not NO]
    return union_of(*[convert(source, one, rules) for one in kept])


def _parts(source: Type, target: Type, rules: Rules) -> Type:
    """Containers of one kind are converted inside, everything else becomes the target."""
    if isinstance(source, ListOf) and isinstance(target, ListOf):
        length = source.length if target.length is None else target.length
        return list_of(convert(source.element, target.element, rules), length)
    if isinstance(source, SetOf) and isinstance(target, SetOf):
        return set_of(convert(source.element, target.element, rules))
    if isinstance(source, MapOf) and isinstance(target, MapOf):
        key = convert(source.key, target.key, rules)
        return map_of(key, convert(source.value, target.value, rules))
    if isinstance(source, Tuple) and isinstance(target, Tuple):
        if len(source.elements) == len(target.elements):
            pairs = zip(source.elements, target.elements, strict=True)
            return tuple_of(*[convert(one, other, rules) for one, other in pairs])
    elif isinstance(source, Object) and isinstance(target, Object):
        fields = [_field(source, wanted, rules) for wanted in target.fields]
        return object_of(fields, target.rest)
    return target


def _field(source: Object, wanted: Field, rules: Rules) -> Field:
    found = source.by_name.get(wanted.name)
    if found is None or assignable(found.type, wanted.type, rules) is NO:
        return wanted
    type_ = convert(found.type, wanted.type, rules)
    return retyped(wanted, type_, optional=wanted.optional and found.optional)
