"""Traversal: one step into a value by a key, as languages with conversions do it.

A key may be known (a name, a number) or only typed.  Null lets itself be traversed, to null, so
that a step into an optional value is optional again; a union drops the members that cannot take
the step; eventuals are looked into and wrapped again.  SAFE is fine, UNSAFE deserves a warning,
NO an error; the type is then Dynamic.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from confty.types.access import Access, Problem, Wrong, refused
from confty.types.build import DYNAMIC, INT, NULL, NUMBER, STRING, unfold, union_of
from confty.types.nodes import (
    Constant,
    Dynamic,
    Enum,
    Eventual,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    Tuple,
    Type,
    Union,
)
from confty.types.relate import assignable
from confty.types.rules import NO, SAFE, UNSAFE, Rules
from confty.types.shapes import settled, settled_input
from confty.types.unify import unify_all


@final
class Key:
    """What a step goes by: a type, and the value where it is known."""

    __slots__ = ("known", "type", "value")

    def __init__(self, type_: Type, value: Constant = None, *, known: bool = False) -> None:
        self.type: Final = type_
        self.value: Final = value
        self.known: Final = known

    @property
    def text(self) -> str:
        """The key as a property name."""
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        if isinstance(self.value, float) and self.value == int(self.value):
            return str(int(self.value))
        return str(self.value)


def key_of(value: str | float) -> Key:
    """Return the key for a name or a number written in the program."""
    return Key(STRING if isinstance(value, str) else NUMBER, value, known=True)


def traverse(type_: Type, key: Key, rules: Rules, strict: Rules) -> Access:
    """Step into ``type_``; ``rules`` convert keys, ``strict`` (without conversion) for tuples."""
    type_ = unfold(type_)
    if isinstance(type_, (Dynamic, Never, Enum)):
        return Access(type_)
    if isinstance(type_, Literal):
        return traverse(type_.base, key, rules, strict)
    if type_ is NULL:
        return Access(NULL, UNSAFE, (Problem(Wrong.NO_FIELDS, NULL),))
    if isinstance(type_, Eventual):
        inner = traverse(type_.inner, key, rules, strict)
        return Access(settled(type_.rank, inner.type), inner.verdict, inner.problems)
    if isinstance(type_, Union):
        return _traverse_union(type_, key, rules, strict)
    if isinstance(type_, ListOf):
        return _element(type_.element, key, NUMBER, rules)
    if isinstance(type_, MapOf):
        return _element(type_.value, key, STRING, rules)
    if isinstance(type_, Tuple):
        return _traverse_tuple(type_, key, strict)
    if isinstance(type_, Object):
        return _traverse_object(type_, key, rules)
    return refused(Wrong.NO_FIELDS, type_)


def _traverse_union(type_: Union, key: Key, rules: Rules, strict: Rules) -> Access:
    parts: list[Type] = []
    worked = False
    warnings: list[Problem] = []
    for member in type_.members:
        if member is NULL:
            parts.append(NULL)
            continue
        step = traverse(member, key, rules, strict)
        if step.verdict is not NO:
            worked = True
            parts.append(step.type)
            warnings.extend(step.problems)
    if not worked:
        return refused(Wrong.NO_FIELDS, type_)
    return Access(union_of(*parts), UNSAFE if warnings else SAFE, tuple(warnings))


def _element(element: Type, key: Key, wanted: Type, rules: Rules) -> Access:
    """An element of a list or a map, if the key converts to what is wanted (now or later)."""
    if assignable(key.type, settled_input(wanted), rules) is NO:
        return Access(element, NO, (Problem(Wrong.BAD_INDEX, key.type, wanted=wanted),))
    return Access(element)


def _traverse_tuple(type_: Tuple, key: Key, strict: Rules) -> Access:
    if assignable(key.type, settled_input(NUMBER), strict) is not SAFE:
        return refused(Wrong.BAD_INDEX, key.type, INT)
    if not key.known:
        return Access(union_of(*type_.elements) if type_.elements else DYNAMIC)
    place = key.value
    if not isinstance(place, (int, float)) or place != int(place):
        return refused(Wrong.OUT_OF_RANGE, type_)
    if not 0 <= place < len(type_.elements):
        return refused(Wrong.OUT_OF_RANGE, type_)
    return Access(type_.elements[int(place)])


def _traverse_object(type_: Object, key: Key, rules: Rules) -> Access:
    if assignable(key.type, settled_input(STRING), rules) is NO:
        return refused(Wrong.BAD_INDEX, key.type, STRING)
    if not key.known:
        return Access(union_of(*[one.type for one in type_.fields]))
    name = key.text
    found = type_.by_name.get(name)
    if found is not None:
        return Access(found.type)
    folded = name.casefold()
    for one in type_.fields:
        if one.name.casefold() == folded:
            return Access(one.type, UNSAFE, (Problem(Wrong.OTHER_CASE, type_, name=one.name),))
    problem = Problem(Wrong.NO_SUCH_FIELD, type_, name=name)
    return Access(DYNAMIC, NO if type_.rest is None else UNSAFE, (problem,))


def collection(type_: Type, rules: Rules) -> tuple[Type, Type] | None:
    """Return the key and value types a loop over ``type_`` sees, None when it cannot be.

    Eventuals and one optional layer around the collection are looked through; ``wrap`` puts the
    eventuals around the loop's result again.
    """
    type_ = unfold(type_)
    if isinstance(type_, Eventual):
        return collection(type_.inner, rules)
    if isinstance(type_, Union) and NULL in type_.members and len(type_.members) == 2:
        left, right = type_.members
        return collection(right if left is NULL else left, rules)
    if isinstance(type_, Dynamic):
        return DYNAMIC, DYNAMIC
    if isinstance(type_, ListOf):
        return INT, type_.element
    if isinstance(type_, MapOf):
        return type_.key, type_.value
    if isinstance(type_, Tuple):
        return INT, _safely(type_.elements, rules)
    if isinstance(type_, Object):
        return STRING, _safely([one.type for one in type_.fields], rules)
    return None


def _safely(types: Iterable[Type], rules: Rules) -> Type:
    return unify_all(types, rules)[0]


def wrap(source: Type, result: Type) -> Type:
    """Return ``result``, as eventual as the layers around ``source`` are."""
    source = unfold(source)
    if isinstance(source, Eventual):
        return settled(source.rank, wrap(source.inner, result))
    if isinstance(source, Union) and NULL in source.members and len(source.members) == 2:
        left, right = source.members
        return wrap(right if left is NULL else left, result)
    return result
