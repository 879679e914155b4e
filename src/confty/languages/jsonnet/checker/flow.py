"""What a fact teaches about a type, with Jsonnet's kinds of values.

The algebra (And, Or, Not) is the core's; the leaves are Jsonnet's.  A test on a kind keeps or
drops the parts of a union by their kind, so ``std.isObject`` failing removes every object.  A
test that reads ``x.a`` proves on both sides that ``x`` has a field ``a``; only a membership test
(``"a" in x``) can fail for want of it.  Parts whose tested field cannot be are dropped, so tagged
unions are told apart.
"""

from __future__ import annotations

from typing import Final

from confty import types
from confty.languages.jsonnet.checker.kinds import kind_of, members
from confty.languages.jsonnet.rules import ANY, EVERYTHING, RULES

# The second step of a path that says: a hidden field does not count.
VISIBLE: Final = "\0visible"


# What has been learnt in one question; facts share their parts, and so the work is shared.
Memory = dict[tuple[int, types.Type, bool], types.Type]


def learn(
    fact: types.Fact, type_: types.Type, *, holds: bool = True, memory: Memory | None = None
) -> types.Type:
    """Return what ``type_`` becomes where ``fact`` holds, or where it does not."""
    if isinstance(fact, types.Not):
        return learn(fact.inner, type_, holds=not holds, memory=memory)
    if isinstance(fact, (types.And, types.Or)):
        memory = {} if memory is None else memory
        key = (id(fact), type_, holds)
        if key not in memory:
            memory[key] = _learn_two(fact, type_, holds, memory)
        return memory[key]
    return _learn_one(fact, type_, holds=holds)


def _learn_two(
    fact: types.And | types.Or, type_: types.Type, holds: bool, memory: Memory
) -> types.Type:
    left = learn(fact.left, type_, holds=holds, memory=memory)
    if isinstance(fact, types.And) is holds:
        return learn(fact.right, left, holds=holds, memory=memory)
    return types.gradual_union(left, learn(fact.right, type_, holds=holds, memory=memory))


def _learn_one(
    fact: types.Is | types.HasField | types.Length | types.Elements | types.Partial,
    type_: types.Type,
    *,
    holds: bool,
) -> types.Type:
    if isinstance(fact, types.Partial):
        return learn(fact.inner, type_) if holds else type_
    if isinstance(fact, types.HasField) and fact.inner is not None:
        inner = fact.inner if holds else types.Not(fact.inner)
        return types.gradual_union(
            *[_at_field(one, fact.path[0], inner) for one in members(type_)]
        )
    if isinstance(fact, types.Is):
        return _learn_kind(fact, type_, holds=holds)
    if not holds:
        if isinstance(fact, types.HasField):
            missing = _not_visible if VISIBLE in fact.path else _without
            return types.gradual_union(*[missing(one, fact.path[0]) for one in _split(type_)])
        return type_
    if isinstance(fact, types.HasField):
        return types.gradual_union(*[_at_field(one, fact.path[0], None) for one in members(type_)])
    if isinstance(fact, types.Length):
        return types.gradual_union(*[_of_length(one, fact.length) for one in members(type_)])
    return types.gradual_union(*[_elements(one, fact.inner) for one in members(type_)])


def _split(type_: types.Type) -> tuple[types.Type, ...]:
    """Return the parts; the unknown is every kind."""
    parts = members(type_)
    return members(EVERYTHING) if any(kind_of(one) == "any" for one in parts) else parts


def _learn_kind(fact: types.Is, type_: types.Type, *, holds: bool) -> types.Type:
    kinds = {kind_of(one) for one in members(fact.type)}
    if not holds:
        if not fact.total:
            return type_
        return types.union_of(*[one for one in _split(type_) if kind_of(one) not in kinds])
    kept: list[types.Type] = []
    for one in members(type_):
        kind = kind_of(one)
        if kind == "any":
            return fact.type
        if kind in kinds:
            kept.append(one)
    return types.union_of(*kept)


def _with_field(type_: types.Object, name: str, inside: types.Type) -> types.Object:
    """Return the object with the type of one field replaced or added."""
    known = type_.by_name.get(name)
    others: list[types.Field] = [one for one in type_.fields if one.name != name]
    if known is None:
        return types.object_of([*others, types.field(name, inside)], type_.rest)
    made = types.field(name, inside, hidden=known.hidden, marks=known.marks)
    return types.object_of([*others, made], type_.rest)


def _at_field(type_: types.Type, name: str, inner: types.Fact | None) -> types.Type:
    """Keep a part that can have the field, with what is learnt about the field."""
    if kind_of(type_) == "any":
        return types.object_of({name: ANY if inner is None else learn(inner, ANY)}, ANY)
    if not isinstance(type_, types.Object):
        return types.NEVER
    known = type_.by_name.get(name)
    if known is not None:
        now = known.type
    elif type_.rest is not None:
        now = type_.rest
    else:
        return types.NEVER
    if inner is None:
        # A field of type never is one that an earlier test did not find.
        return types.NEVER if now is types.NEVER else _with_field(type_, name, now)
    learnt = learn(inner, now)
    if learnt is types.NEVER and now is not types.NEVER:
        return types.NEVER
    return _with_field(type_, name, learnt)


def _without(type_: types.Type, name: str) -> types.Type:
    """Keep a part that can lack the field; a field of type never is one that is not there."""
    if not isinstance(type_, types.Object):
        return types.NEVER
    known = type_.by_name.get(name)
    if type_.rest is None:
        return type_ if known is None else types.NEVER
    return _with_field(type_, name, types.NEVER)


def _not_visible(type_: types.Type, name: str) -> types.Type:
    if not isinstance(type_, types.Object):
        return types.NEVER
    known = type_.by_name.get(name)
    if known is not None and not known.hidden and type_.rest is None:
        return types.NEVER
    return type_


def _of_length(type_: types.Type, length: int) -> types.Type:
    if isinstance(type_, types.Object) and any(one.hidden for one in type_.fields):
        return type_
    if isinstance(type_, types.Function) and type_.parameters is not None:
        required = sum(not one.optional for one in type_.parameters)
        # One implementation counts all parameters, another the required ones.
        return type_ if required <= length <= len(type_.parameters) else types.NEVER
    return types.with_length(type_, length, RULES)


def _elements(type_: types.Type, inner: types.Fact) -> types.Type:
    if isinstance(type_, types.ListOf):
        return types.list_of(learn(inner, type_.element))
    if isinstance(type_, types.SetOf):
        return types.set_of(learn(inner, type_.element))
    if isinstance(type_, types.Tuple):
        parts = [learn(inner, one) for one in type_.elements]
        return types.NEVER if types.NEVER in parts else types.tuple_of(*parts)
    # A string runs over its characters, which are strings.
    as_text = types.STRING if learn(inner, types.STRING) is not types.NEVER else types.NEVER
    if type_ is types.STRING:
        return as_text
    if kind_of(type_) == "any":
        return types.union_of(types.list_of(learn(inner, ANY)), as_text)
    return types.NEVER
