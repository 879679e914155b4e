"""Jsonnet's kinds of values, and the questions that checks ask of a type by its kind."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.rules import ANY, ARRAY, FUNCTION, OBJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

# Longer literals and sums of literals are arrays, so that types do not grow with the program.
MOST_ELEMENTS: Final = 64
_MOST_MEMBERS: Final = 32
_GENERIC: Final[dict[str, types.Type]] = {"array": ARRAY, "object": OBJECT, "function": FUNCTION}
_CONTAINERS: Final[dict[type, str]] = {
    types.ListOf: "array",
    types.SetOf: "array",
    types.Tuple: "array",
    types.Object: "object",
    types.Function: "function",
}
_SINGLE: Final[dict[types.Type, str]] = {
    types.NULL: "null",
    types.TRUE: "true",
    types.FALSE: "false",
    types.NUMBER: "number",
    types.STRING: "string",
}
_UNKNOWN: Final = (types.Dynamic, types.Var)


def members(type_: types.Type) -> tuple[types.Type, ...]:
    """Return the parts of a union, of another type that type itself; never has none."""
    if isinstance(type_, types.Union):
        return type_.members
    return () if type_ is types.NEVER else (type_,)


def kind_of(type_: types.Type) -> str:
    """Say which of Jsonnet's kinds of values a type (no union) describes; ``any`` if unknown."""
    found = _CONTAINERS.get(type(type_)) or _SINGLE.get(type_)
    if found is None and isinstance(type_, types.Literal):
        found = _SINGLE.get(type_.base)
    return found or "any"


def names_of(type_: types.Type | None) -> tuple[str, ...] | None:
    """Return the texts that a type is one of; None where it may be another."""
    if type_ is None:
        return None
    found = []
    for one in members(type_):
        if not isinstance(one, types.Literal) or one.base is not types.STRING:
            return None
        found.append(str(one.value))
    return tuple(found) or None


def one_of(names: Iterable[str]) -> types.Type:
    """Return the type of a text that is one of some."""
    return types.union_of(*[types.literal(types.STRING, name) for name in names])


def element_of(type_: types.Type) -> types.Type | None:
    """Return the element type of an array, set or tuple; None for anything else."""
    if isinstance(type_, (types.ListOf, types.SetOf)):
        return type_.element
    return either_of(type_.elements) if isinstance(type_, types.Tuple) else None


def either_of(parts: Iterable[types.Type]) -> types.Type:
    """Return the union of many types; beyond what anybody reads, kinds stand for their members."""
    found = types.gradual_union(*parts)
    if isinstance(found, types.Union) and len(found.members) > _MOST_MEMBERS:
        return types.gradual_union(*[_GENERIC.get(kind_of(one), one) for one in found.members])
    return found


def unknown(type_: types.Type) -> bool:
    """Say whether nothing is known: ``any``, or a parameter that no assert speaks of."""
    return isinstance(type_, _UNKNOWN)


def vague(type_: types.Type) -> bool:
    """Say whether a union is what is left of ``any`` after a test: too wide to complain about."""
    if not isinstance(type_, types.Union):
        return False
    return sum(one in _GENERIC.values() for one in type_.members) > 1


def parts_of(type_: types.Type) -> tuple[types.Type, ...]:
    """Return the parts to judge one by one; where little is known there is only ``any``."""
    return (ANY,) if isinstance(type_, _UNKNOWN) or vague(type_) else members(type_)
