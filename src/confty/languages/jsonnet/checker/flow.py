"""What a fact teaches about a type, with Jsonnet's kinds of values.

The algebra (And, Or, Not) is the core's; the leaves are Jsonnet's.  A test on a kind keeps or
drops the parts of a union by their kind, so ``std.isObject`` failing removes every object.  A
test that reads ``x.a`` proves on both sides that ``x`` has a field ``a``; only a membership test
(``"a" in x``) can fail for want of it.  Parts whose tested field cannot be are dropped, so tagged
unions are told apart.
"""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.rules import (
    ANY,
    EVERYTHING,
    RULES,
    kind_of,
    members,
)
from confty.types import (
    NEVER,
    STRING,
    And,
    Elements,
    Fact,
    Field,
    Function,
    HasField,
    Is,
    Length,
    ListOf,
    Not,
    Object,
    Or,
    Partial,
    SetOf,
    Tuple,
    Type,
    field,
    gradual_union,
    list_of,
    object_of,
    set_of,
    tuple_of,
    union_of,
    with_length,
)

# The second step of a path that says: a hidden field does not count.
VISIBLE: Final = "\0visible"


# What has been learnt in one question; facts share their parts, and so the work is shared.
Memory = dict[tuple[int, Type, bool], Type]


def learn(fact: Fact, type_: Type, *, holds: bool = True, memory: Memory | None = None) -> Type:
    """Return what ``type_`` becomes where ``fact`` holds, or where it does not."""
    if isinstance(fact, Not):
        return learn(fact.inner, type_, holds=not holds, memory=memory)
    if isinstance(fact, (And, Or)):
        memory = {} if memory is None else memory
        key = (id(fact), type_, holds)
        if key not in memory:
            memory[key] = _learn_two(fact, type_, holds, memory)
        return memory[key]
    return _learn_one(fact, type_, holds=holds)


def _learn_two(fact: And | Or, type_: Type, holds: bool, memory: Memory) -> Type:
    left = learn(fact.left, type_, holds=holds, memory=memory)
    if isinstance(fact, And) is holds:
        return learn(fact.right, left, holds=holds, memory=memory)
    return gradual_union(left, learn(fact.right, type_, holds=holds, memory=memory))


def _learn_one(
    fact: Is | HasField | Length | Elements | Partial, type_: Type, *, holds: bool
) -> Type:
    if isinstance(fact, Partial):
        return learn(fact.inner, type_) if holds else type_
    if isinstance(fact, HasField) and fact.inner is not None:
        inner = fact.inner if holds else Not(fact.inner)
        return gradual_union(*[_at_field(one, fact.path[0], inner) for one in members(type_)])
    if isinstance(fact, Is):
        return _learn_kind(fact, type_, holds=holds)
    if not holds:
        if isinstance(fact, HasField):
            missing = _not_visible if VISIBLE in fact.path else _without
            return gradual_union(*[missing(one, fact.path[0]) for one in _split(type_)])
        return type_
    if isinstance(fact, HasField):
        return gradual_union(*[_at_field(one, fact.path[0], None) for one in members(type_)])
    if isinstance(fact, Length):
        return gradual_union(*[_of_length(one, fact.length) for one in members(type_)])
    return gradual_union(*[_elements(one, fact.inner) for one in members(type_)])


def _split(type_: Type) -> tuple[Type, ...]:
    """Return the parts; the unknown is every kind."""
    parts = members(type_)
    return members(EVERYTHING) if any(kind_of(one) == "any" for one in parts) else parts


def _learn_kind(fact: Is, type_: Type, *, holds: bool) -> Type:
    kinds = {kind_of(one) for one in members(fact.type)}
    if not holds:
        if not fact.total:
            return type_
        return union_of(*[one for one in _split(type_) if kind_of(one) not in kinds])
    kept: list[Type] = []
    for one in members(type_):
        kind = kind_of(one)
        if kind == "any":
            return fact.type
        if kind in kinds:
            kept.append(one)
    return union_of(*kept)


def _with_field(type_: Object, name: str, inside: Type) -> Object:
    """Return the object with the type of one field replaced or added."""
    known = type_.by_name.get(name)
    others: list[Field] = [one for one in type_.fields if one.name != name]
    if known is None:
        return object_of([*others, field(name, inside)], type_.rest)
    made = field(name, inside, hidden=known.hidden, marks=known.marks)
    return object_of([*others, made], type_.rest)


def _at_field(type_: Type, name: str, inner: Fact | None) -> Type:
    """Keep a part that can have the field, with what is learnt about the field."""
    if kind_of(type_) == "any":
        return object_of({name: ANY if inner is None else learn(inner, ANY)}, ANY)
    if not isinstance(type_, Object):
        return NEVER
    known = type_.by_name.get(name)
    if known is not None:
        now = known.type
    elif type_.rest is not None:
        now = type_.rest
    else:
        return NEVER
    if inner is None:
        # A field of type never is one that an earlier test did not find.
        return NEVER if now is NEVER else _with_field(type_, name, now)
    learnt = learn(inner, now)
    if learnt is NEVER and now is not NEVER:
        return NEVER
    return _with_field(type_, name, learnt)


def _without(type_: Type, name: str) -> Type:
    """Keep a part that can lack the field; a field of type never is one that is not there."""
    if not isinstance(type_, Object):
        return NEVER
    known = type_.by_name.get(name)
    if type_.rest is None:
        return type_ if known is None else NEVER
    return _with_field(type_, name, NEVER)


def _not_visible(type_: Type, name: str) -> Type:
    if not isinstance(type_, Object):
        return NEVER
    known = type_.by_name.get(name)
    if known is not None and not known.hidden and type_.rest is None:
        return NEVER
    return type_


def _of_length(type_: Type, length: int) -> Type:
    if isinstance(type_, Object) and any(one.hidden for one in type_.fields):
        return type_
    if isinstance(type_, Function) and type_.parameters is not None:
        required = sum(not one.optional for one in type_.parameters)
        # One implementation counts all parameters, another the required ones.
        return type_ if required <= length <= len(type_.parameters) else NEVER
    return with_length(type_, length, RULES)


def _elements(type_: Type, inner: Fact) -> Type:
    if isinstance(type_, ListOf):
        return list_of(learn(inner, type_.element))
    if isinstance(type_, SetOf):
        return set_of(learn(inner, type_.element))
    if isinstance(type_, Tuple):
        parts = [learn(inner, one) for one in type_.elements]
        return NEVER if NEVER in parts else tuple_of(*parts)
    # A string runs over its characters, which are strings.
    as_text = STRING if learn(inner, STRING) is not NEVER else NEVER
    if type_ is STRING:
        return as_text
    if kind_of(type_) == "any":
        return union_of(list_of(learn(inner, ANY)), as_text)
    return NEVER
