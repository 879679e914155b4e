"""PCL's answers to the type core: what converts, what is assignable, how types unify and print.

PCL asks two relations.  *Convertible* has three answers and lets text, numbers and booleans
become one another; it decides whether a program is accepted.  *Assignable* needs no conversion
at all; it decides whether a call's result is lifted and whether generated code needs a cast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.types import (
    BOOL,
    ID,
    INT,
    NO,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    UNSAFE,
    Atom,
    Constant,
    ContainerRules,
    DynamicRules,
    Extra,
    JoinRules,
    JoinStyle,
    LiteralRules,
    Notation,
    ObjectRules,
    Ref,
    Rules,
    Type,
    UnionRules,
    Verdict,
    show,
    unfold,
)

_WORDS: Final = {"null": "none", "asset": "Asset", "archive": "Archive"}


def _primitives() -> dict[tuple[Atom, Atom], Verdict]:
    """Every primitive becomes text surely and anything else perhaps; whole numbers are numbers."""
    everyone = (BOOL, INT, NUMBER, STRING, ID)
    table = {(source, target): UNSAFE for source in everyone for target in everyone}
    for source in everyone:
        table[source, STRING] = table[source, ID] = SAFE
    table[INT, NUMBER] = SAFE
    return table


CONVERT: Final = Rules(
    "PCL conversion",
    dynamic=DynamicRules(into_any=UNSAFE),
    unions=UnionRules(mixed=UNSAFE),
    literals=LiteralRules(
        conversions=_primitives(),
        from_base=UNSAFE,
        other_values=UNSAFE,
        enum_to_base=NO,
        enum_quirk=True,
    ),
    containers=ContainerRules(
        crossings={
            ("tuple", "list"): SAFE,
            ("set", "list"): SAFE,
            ("list", "set"): UNSAFE,
            ("tuple", "set"): UNSAFE,
            ("list", "tuple"): UNSAFE,
            ("set", "tuple"): UNSAFE,
            ("object", "map"): SAFE,
            ("map", "object"): UNSAFE,
        },
    ),
    objects=ObjectRules(missing=NULL, extra=Extra.IGNORED),
    join=JoinRules(
        style=JoinStyle.UNIFY,
        absorb=False,
        preference=(STRING, NUMBER, INT, BOOL, ID),
    ),
)

ASSIGN: Final = Rules(
    "PCL assignment",
    dynamic=DynamicRules(into_any=NO, into_never=NO),
    unions=UnionRules(mixed=NO, whole=True),
    literals=LiteralRules(from_base=NO, other_values=NO, enum_to_base=NO),
    containers=ContainerRules(
        crossings={("tuple", "list"): SAFE, ("object", "map"): SAFE},
        padding=NULL,
        higher_rank=True,
    ),
    objects=ObjectRules(missing=NULL, extra=Extra.IGNORED),
)


def _constant(value: Constant) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return repr(value)


class _Named:
    """Prints an object type that has a name by its fields, and once more inside by its name."""

    def __init__(self) -> None:
        self.open: list[Ref] = []

    def __call__(self, type_: Type, spell: Callable[[Type], str]) -> str | None:
        if not isinstance(type_, Ref):
            return None
        if type_ in self.open:
            return "..."
        self.open.append(type_)
        try:
            return spell(unfold(type_))
        finally:
            self.open.pop()


def _long(type_: Type) -> str:
    """The longer form, by which members of a union are sorted."""
    return show(type_, _LONG)


_LONG: Final = Notation(
    dynamic="dynamic",
    atoms=_WORDS,
    constant=_constant,
    list_="list({})",
    set_="set({})",
    map_="map({1})",
    tuple_=("tuple(", ", ", ")"),
    tuple_empty="tuple()",
    object_=("object({", ", ", "})"),
    object_empty="object({})",
    field_mark=" = ",
    field_name=lambda name: name,
    union=("union(", ", ", ")"),
    special=_Named(),
)

NOTATION: Final = Notation(
    dynamic="dynamic",
    atoms=_WORDS,
    constant=_constant,
    list_="list({})",
    set_="set({})",
    map_="map({1})",
    tuple_=("(", ", ", ")"),
    tuple_empty="()",
    field_name=lambda name: name,
    union_order=_long,
    optional="{}?",
    special=_Named(),
)


def spelled(type_: Type) -> str:
    """Spell a type as PCL's messages do."""
    return show(type_, NOTATION)
