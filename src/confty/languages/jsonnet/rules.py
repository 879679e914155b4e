"""How Jsonnet's types relate and how they are spelled: the language's word to the type core.

The spelling is the one of the types document this front end follows: ``any``, ``array[T]``,
``tuple[…]``, ``unit``, ``set[T]``, ``{ a: T, ... }``, ``object``, ``(x: T) => R``, ``top``.
Hidden fields, methods and how a field merges are no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from confty.types import (
    DYNAMIC,
    FALSE,
    HAS_VAR,
    NEVER,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    TRUE,
    UNSAFE,
    Dynamic,
    Extra,
    Fact,
    Function,
    ListOf,
    Literal,
    Notation,
    Object,
    Relation,
    Rules,
    SetOf,
    Tuple,
    Type,
    Union,
    Var,
    field,
    function_of,
    gradual_union,
    learn,
    list_of,
    object_of,
    rebuild,
    show,
    union_of,
)

ANY: Final = DYNAMIC
BOOLEAN: Final = union_of(TRUE, FALSE)
ARRAY: Final = list_of(ANY)
OBJECT: Final = object_of((), ANY)
FUNCTION: Final = function_of(None, ANY)
EVERYTHING: Final = union_of(NULL, TRUE, FALSE, NUMBER, STRING, ARRAY, OBJECT, FUNCTION)

# What a field's ``marks`` say.
LATE: Final = 1  # its value reads self, super or $, so another layer may change it
PLUS: Final = 2  # written +:, so it is added to the field of the same name to its left
SHOWN: Final = 4  # written :::, so it is visible whatever stands to its left

RELATION: Final = Relation(
    Rules(
        "jsonnet",
        crossings={
            ("tuple", "list"): SAFE,
            ("list", "tuple"): UNSAFE,
            ("set", "list"): SAFE,
            ("set", "tuple"): UNSAFE,
            # A literal array may well be sorted; whoever calls a set function knows.
            ("tuple", "set"): UNSAFE,
            ("list", "set"): UNSAFE,
        },
        # The types document: an object fits a closed one unless it knows more fields.
        extra=Extra.COUNTED,
        # Arguments may be given by name, so a caller depends on the names.
        parameter_names=True,
    )
)


def learned(fact: Fact, type_: Type) -> Type:
    """Return what ``type_`` becomes where ``fact`` holds."""
    return learn(fact, type_, RELATION, EVERYTHING)


_ORDER: Final = {
    type_: place
    for place, type_ in enumerate((NULL, TRUE, FALSE, NUMBER, STRING, ARRAY, OBJECT, FUNCTION))
}
_IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_ESCAPES: Final = {
    '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"
}  # fmt: skip


def quoted(text: str) -> str:
    """Spell a string in double quotes."""
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'


def _field_name(name: str) -> str:
    return name if _IDENTIFIER.match(name) else quoted(name)


def _place(type_: Type) -> tuple[int, int]:
    return _ORDER.get(type_, len(_ORDER)), type_.serial


def _special(type_: Type, _: object) -> str | None:
    if isinstance(type_, Var):
        return "any"
    if isinstance(type_, Object) and not type_.fields and type_.rest is not None:
        return "object"
    return None


NOTATION: Final = Notation(
    named={EVERYTHING: "top"},
    folds=((BOOLEAN, "boolean"),) if isinstance(BOOLEAN, Union) else (),
    list_="array[{}]",
    field_name=_field_name,
    union_order=_place,
    special=_special,
)


def spell(type_: Type) -> str:
    """Spell a type as a user reads it."""
    return show(erased(type_), NOTATION)


def erased(type_: Type) -> Type:
    """Return the type with every parameter variable read as ``any``."""
    if not type_.flags & HAS_VAR:
        return type_
    known = _erased.get(type_)
    if known is None:
        if len(_erased) > _MOST_KEPT:
            _erased.clear()
        known = _erased[type_] = _replaced(type_, {})
    return known


# Answers about types that are asked again and again; types are interned, so keys are small.
_MOST_KEPT: Final = 100_000
_erased: Final[dict[Type, Type]] = {}
_opened: Final[dict[Type, Type]] = {}


def unknown(type_: Type) -> bool:
    """Say whether nothing is known: ``any``, or a parameter that no assert speaks of."""
    return isinstance(type_, (Dynamic, Var))


def replaced(type_: Type, bindings: dict[str, Type]) -> Type:
    """Put types in the place of variables; unions absorb ``any`` again."""
    return _replaced(type_, bindings, keep=True) if type_.flags & HAS_VAR else type_


def _replaced(type_: Type, bindings: dict[str, Type], *, keep: bool = False) -> Type:
    if not type_.flags & HAS_VAR:
        return type_
    if isinstance(type_, Var):
        return bindings.get(type_.name, type_ if keep else ANY)
    if isinstance(type_, Union):
        if any(isinstance(one, Var) and ":" in one.name for one in type_.members):
            # "What you gave, or a number": a choice that the caller can do little with.  (The
            # variables of parameters have a place in their name, those of signatures do not.)
            return ANY
        return gradual_union(*[_replaced(one, bindings, keep=keep) for one in type_.members])
    return rebuild(type_, lambda part: _replaced(part, bindings, keep=keep))


def members(type_: Type) -> tuple[Type, ...]:
    """Return the parts of a union, of another type that type itself; never has none."""
    if isinstance(type_, Union):
        return type_.members
    return () if type_ is NEVER else (type_,)


def kind_of(type_: Type) -> str:
    """Say which of Jsonnet's kinds of values a type (no union) describes; ``any`` if unknown."""
    if isinstance(type_, (ListOf, SetOf, Tuple)):
        return "array"
    if isinstance(type_, Object):
        return "object"
    if isinstance(type_, Function):
        return "function"
    if isinstance(type_, Literal):
        return "true" if type_.value is True else "false"
    if type_ is NULL:
        return "null"
    if type_ is NUMBER:
        return "number"
    return "string" if type_ is STRING else "any"


def element_of(type_: Type) -> Type | None:
    """Return the element type of an array, set or tuple; None for anything else."""
    if isinstance(type_, (ListOf, SetOf)):
        return type_.element
    return either_of(type_.elements) if isinstance(type_, Tuple) else None


MOST_ELEMENTS: Final = 64
_MOST_MEMBERS: Final = 32


def either_of(parts: Iterable[Type]) -> Type:
    """Return the union of many types; beyond what anybody reads, kinds stand for their members."""
    found = gradual_union(*parts)
    if isinstance(found, Union) and len(found.members) > _MOST_MEMBERS:
        wide: dict[str, Type] = {"array": ARRAY, "object": OBJECT, "function": FUNCTION}
        return gradual_union(*[wide.get(kind_of(one), one) for one in found.members])
    return found


_GENERIC: Final = (ARRAY, OBJECT, FUNCTION)


def vague(type_: Type) -> bool:
    """Say whether a union is what is left of ``any`` after a test: too wide to complain about."""
    if not isinstance(type_, Union):
        return False
    return sum(one in _GENERIC for one in type_.members) > 1


def overridable(type_: Type) -> Type:
    """Return what a field of this type may be once another layer has had its say.

    Objects may get more fields and arrays other lengths; null, ``error`` and a truth value are
    what people write to be replaced.  Numbers, strings and functions keep their kind.
    """
    known = _opened.get(type_)
    if known is None:
        if len(_opened) > _MOST_KEPT:
            _opened.clear()
        parts = [_overridable(one) for one in members(type_)]
        known = _opened[type_] = gradual_union(*parts) if parts else ANY
    return known


def _overridable(type_: Type) -> Type:
    if isinstance(type_, Object):
        fields = [
            field(one.name, overridable(one.type), hidden=one.hidden, marks=one.marks)
            for one in type_.fields
        ]
        return object_of(fields, ANY)
    if isinstance(type_, Tuple):
        if not type_.elements:
            return ARRAY
        return list_of(gradual_union(*[overridable(one) for one in type_.elements]))
    if isinstance(type_, ListOf):
        return list_of(overridable(type_.element))
    if isinstance(type_, Literal):
        return BOOLEAN
    return ANY if type_ is NULL else type_
