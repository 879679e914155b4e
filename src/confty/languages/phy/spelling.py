"""How Phy writes types: in messages, and as the forms that denote them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from confty import types
from confty.types import Type


def _special(type_: Type, spell: Callable[[Type], str]) -> str | None:
    if isinstance(type_, types.Union):
        return f"union({', '.join(map(spell, type_.members))})"
    if isinstance(type_, types.ListOf):
        element = spell(type_.element)
        return f"seq({element})" if type_.length is None else f"array({type_.length}, {element})"
    return None


NOTATION: Final = types.Notation(
    dynamic="unknown",
    never="void",
    tuple_=("tuple(", ", ", ")"),
    tuple_empty="unit",
    object_=("record(", ", ", ")"),
    function=("proc(", ", ", ") -> "),
    field_name=types.as_written,
    special=_special,
)


def spell(type_: Type) -> str:
    """Spell a type as messages do: ``tuple(int, union(int, float))``."""
    return types.show(type_, NOTATION)


def brief(type_: Type) -> str:
    """Spell a type for a message: of a long one, what can be read at a glance."""
    return types.brief(type_, NOTATION)


_WORDS: Final = {
    types.BOOL: "(BoolTy)",
    types.INT: "(IntTy)",
    types.FLOAT: "(FloatTy)",
    types.CHAR: "(CharTy)",
}


def written(type_: Type) -> str:
    """Write a type as the form that denotes it: ``(TupleTy (IntTy))``."""
    match type_:
        case types.Atom():
            return _WORDS[type_]
        case types.Tuple():
            return _form("TupleTy", type_.elements) if type_.elements else "(UnitTy)"
        case types.Union():
            return _form("UnionTy", type_.members)
        case types.Object():
            fields = [f"(Field {one.name} {written(one.type)})" for one in type_.fields]
            return f"(RecordTy {' '.join(fields)})"
        case types.ListOf(length=None):
            return f"(SeqTy {written(type_.element)})"
        case types.ListOf():
            return f"(ArrayTy {type_.length} {written(type_.element)})"
        case types.Function():
            parameters = type_.parameters or ()
            return _form("ProcTy", [type_.result, *[one.type for one in parameters]])
        case types.Never():
            return "(VoidTy)"
        case _:
            return "(Unknown)"


def _form(name: str, parts: Iterable[Type]) -> str:
    return f"({name} {' '.join([written(part) for part in parts])})"


def distinct(names: list[str], wanted: list[str]) -> list[str]:
    """Tell names apart; those that are written as they are stay so."""
    kept = set(names).intersection(wanted)
    found: list[str] = []
    for name, one in zip(names, wanted, strict=True):
        free = one
        while free in found or (free != name and free in kept):
            free += "_"
        found.append(free)
    return found
