"""The type of ``a + b``, and what the layers of an object do to each other.

A field that reads ``self`` was typed against the fields its own layer has.  It keeps that type as
long as what another layer puts in their place fits them; if not, nothing is known of it any more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from confty import types
from confty.languages.jsonnet import rules
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import MOST_ELEMENTS, element_of, kind_of, members
from confty.languages.jsonnet.checker.origins import Instance, layers_of

_MOST_KEPT: Final = 1_000
_WITH_UNKNOWN: Final = {
    "number": types.union_of(types.NUMBER, types.STRING),
    "array": types.union_of(rules.ARRAY, types.STRING),
}


def sum_of(left: types.Type, right: types.Type) -> types.Type:
    """Return the type of a sum where nobody is there to complain."""
    results = [add(one, other) for one in members(left) for other in members(right)]
    return types.gradual_union(*[rules.ANY if one is None else one for one in results])


def sum_or_none(left: types.Type, right: types.Type) -> types.Type | None:
    """Return the type of a sum, None where no part of one adds to any of the other."""
    results = [add(one, other) for one in members(left) for other in members(right)]
    if results and all(one is None for one in results):
        return None
    return types.gradual_union(*[rules.ANY if one is None else one for one in results])


def add(left: types.Type, right: types.Type) -> types.Type | None:
    """Return the type of ``left + right`` for two parts, None where they cannot be added."""
    one, other = kind_of(left), kind_of(right)
    if "function" in {one, other}:
        return None  # not even with a string: a function has no text
    if one == "string" or other == "string":
        return types.STRING
    if one == "any" or other == "any":
        return _or_text(other if one == "any" else one)
    if one == other == "number":
        return types.NUMBER
    if isinstance(left, types.Object) and isinstance(right, types.Object):
        return merged(left, right)
    if one == other == "array":
        return _appended(left, right)
    return None


def _or_text(kind: str) -> types.Type:
    """Return what adding something of a kind to an unknown value gives: that kind, or a text."""
    if kind in {"null", "true", "false"}:
        return types.STRING
    return _WITH_UNKNOWN.get(kind, rules.ANY)


def _appended(left: types.Type, right: types.Type) -> types.Type:
    if isinstance(left, types.Tuple) and isinstance(right, types.Tuple):
        elements = (*left.elements, *right.elements)
        if len(elements) <= MOST_ELEMENTS:
            return types.tuple_of(*elements)
    inside = element_of(left), element_of(right)
    return types.list_of(types.gradual_union(*[part for part in inside if part is not None]))


def merged(left: types.Object, right: types.Object) -> types.Object:
    """Return the type of an object with another laid over it, which remembers both."""
    found = _merged(left.plain or left, right.plain or right)
    if left.origin is None and right.origin is None:
        return found
    instance = Instance((*layers_of(left), *layers_of(right)), sum_or_none)
    return remembered(found, instance)


def remembered(type_: types.Object, instance: Instance) -> types.Object:
    """Return an object type that remembers its layers."""
    made = types.originated(type_, instance)
    assert isinstance(made, types.Object)
    instance.type = made
    return made


@lru_cache(_MOST_KEPT)
def _merged(left: types.Object, right: types.Object) -> types.Object:
    fields: dict[str, types.Field] = {}
    steady = right.rest is None
    for one in right.fields:
        below = left.by_name.get(one.name)
        made = _laid_over(below, one, left)
        fields[one.name] = made
        # What reads the field through self counts on no more than this.
        if below is not None and not _fits(made.type, overridable(below.type)):
            steady = False
    for one in left.fields:
        if one.name in fields:
            continue
        if one.marks & rules.DECLARED:
            fields[one.name] = one  # what replaces it, or what it reads, keeps to its type
        elif right.rest is not None or (one.marks & rules.LATE and not steady):
            fields[one.name] = types.retyped(one, rules.ANY, optional=one.optional)
        else:
            fields[one.name] = one
    rest: types.Type | None = None if left.rest is None and right.rest is None else rules.ANY
    if rest is not None and not left.fields and not right.fields and left.rest is right.rest:
        rest = left.rest
    return types.object_of(fields.values(), rest)


def _fits(found: types.Type, wanted: types.Type) -> bool:
    return rules.RELATION.assignable(erased(found), erased(wanted)) is types.SAFE


def _laid_over(below: types.Field | None, above: types.Field, left: types.Object) -> types.Field:
    """Return what becomes of one field of the right layer."""
    marks = above.marks
    hidden = above.hidden
    if below is not None and not above.hidden and not marks & rules.SHOWN:
        hidden = below.hidden
        marks |= below.marks & rules.SHOWN
    type_ = above.type
    if marks & rules.PLUS:
        if below is not None:
            type_ = types.plain(sum_of(below.type, above.type))
            marks = (marks & ~rules.PLUS) | (below.marks & (rules.PLUS | rules.LATE))
        elif left.rest is not None:
            type_ = rules.ANY
    if below is not None and below.marks & rules.DECLARED:
        type_, marks = below.type, marks | rules.DECLARED
    return types.field(above.name, type_, hidden=hidden, marks=marks)


def overridable(type_: types.Type) -> types.Type:
    """Return what a field of this type may be once another layer has had its say.

    Objects may get more fields and arrays other lengths; null, ``error`` and a truth value are
    what people write to be replaced.  Numbers, strings and functions keep their kind.
    """
    return _replaceable(types.plain(type_))


@lru_cache(_MOST_KEPT)
def _replaceable(type_: types.Type) -> types.Type:
    parts = [_overridable(one) for one in members(type_)]
    return types.gradual_union(*parts) if parts else rules.ANY


def _overridable(type_: types.Type) -> types.Type:
    if isinstance(type_, types.Object):
        fields = [
            types.field(one.name, overridable(one.type), hidden=one.hidden, marks=one.marks)
            for one in type_.fields
        ]
        return types.object_of(fields, rules.ANY)
    if isinstance(type_, types.Tuple):
        if not type_.elements:
            return rules.ARRAY
        return types.list_of(types.gradual_union(*[overridable(one) for one in type_.elements]))
    if isinstance(type_, types.ListOf):
        return types.list_of(overridable(type_.element))
    if isinstance(type_, types.Literal):
        return rules.BOOLEAN if type_.base is types.BOOL else type_.base
    return rules.ANY if type_ is types.NULL else type_
