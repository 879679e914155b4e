"""What Phy answers where languages differ, and how it spells types.

``A`` fits ``B`` when they are equal, when ``A`` is void, or when ``B`` is a union with a member
equal to ``A``.  That is the whole relation: nothing fits inside tuples or procedures, a smaller
union does not fit a larger one.  Unions keep their members as written for printing and are
compared as sets.  The unknown type stands only where an error was already reported, so it fits
everything and nothing more is said about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from confty.types import (
    BOOL,
    CHAR,
    DYNAMIC,
    FLOAT,
    HAS_DYNAMIC,
    INT,
    NEVER,
    NO,
    SAFE,
    UNIT,
    Atom,
    Dynamic,
    Function,
    ListOf,
    Never,
    Notation,
    Object,
    Relation,
    Rules,
    Tuple,
    Type,
    Union,
    Verdict,
    canonical,
    common,
    same,
    show,
)

_LONGEST: Final = 200


class Exact(Relation):
    """Phy's relation: nothing fits inside anything, and one member of a union must be the type."""

    __slots__ = ()

    splits_unions = False

    def into(self, source: Type, target: Type) -> Verdict:
        """Only a union takes a type that is not its equal: one that is a member."""
        if isinstance(target, Union) and any(same(source, member) for member in target.members):
            return SAFE
        return NO


# The unknown stands only where an error was already reported.
RELATION: Final = Exact(Rules("phy", dynamic=SAFE))


def _special(type_: Type, spell: Callable[[Type], str]) -> str | None:
    if isinstance(type_, Union):
        return f"union({', '.join(map(spell, type_.members))})"
    if isinstance(type_, ListOf):
        element = spell(type_.element)
        return f"seq({element})" if type_.length is None else f"array({type_.length}, {element})"
    return None


NOTATION: Final = Notation(
    dynamic="unknown",
    never="void",
    tuple_=("tuple(", ", ", ")"),
    tuple_empty="unit",
    object_=("record(", ", ", ")"),
    function=("proc(", ", ", ") -> "),
    field_name=lambda name: name,
    special=_special,
)


def spell(type_: Type) -> str:
    """Spell a type as messages do: ``tuple(int, union(int, float))``."""
    return show(type_, NOTATION)


def brief(type_: Type) -> str:
    """Spell a type for a message; of a very long one the beginning has to do."""
    text = spell(type_)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def is_unknown(type_: Type) -> bool:
    """Whether an error was already reported about (a part of) this type."""
    return bool(type_.flags & HAS_DYNAMIC)


def equal(left: Type, right: Type) -> bool:
    """Whether two types are one; an unknown one equals any."""
    return same(left, right) or is_unknown(left) or is_unknown(right)


def fits(source: Type, target: Type) -> bool:
    """Whether a ``source`` value may stand where ``target`` is wanted."""
    if is_unknown(source) or is_unknown(target):
        return True
    return RELATION.assignable(source, target) is SAFE


def common_type(left: Type, right: Type) -> Type | None:
    """Return the type of "one or the other", or None when there is none."""
    if is_unknown(left) or is_unknown(right):
        return DYNAMIC
    return common(left, right, RELATION)


_WORDS: Final = {BOOL: "(BoolTy)", INT: "(IntTy)", FLOAT: "(FloatTy)", CHAR: "(CharTy)"}


def written(type_: Type) -> str:
    """Write a type as the form that denotes it: ``(TupleTy (IntTy))``."""
    if isinstance(type_, Atom):
        return _WORDS[type_]
    if isinstance(type_, Tuple):
        return _form("TupleTy", type_.elements) if type_.elements else "(UnitTy)"
    if isinstance(type_, Union):
        return _form("UnionTy", type_.members)
    if isinstance(type_, Object):
        fields = [f"(Field {one.name} {written(one.type)})" for one in type_.fields]
        return f"(RecordTy {' '.join(fields)})"
    if isinstance(type_, ListOf):
        if type_.length is None:
            return f"(SeqTy {written(type_.element)})"
        return f"(ArrayTy {type_.length} {written(type_.element)})"
    if isinstance(type_, Function):
        parameters = type_.parameters or ()
        return _form("ProcTy", [type_.result, *[one.type for one in parameters]])
    return "(VoidTy)" if isinstance(type_, Never) else "(Unknown)"


def _form(name: str, parts: Iterable[Type]) -> str:
    return f"({name} {' '.join([written(part) for part in parts])})"


__all__ = [
    "BOOL",
    "CHAR",
    "DYNAMIC",
    "FLOAT",
    "INT",
    "NEVER",
    "NOTATION",
    "RELATION",
    "UNIT",
    "Dynamic",
    "brief",
    "canonical",
    "common_type",
    "equal",
    "fits",
    "is_unknown",
    "spell",
    "written",
]
