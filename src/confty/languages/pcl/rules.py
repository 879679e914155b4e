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
    Enum,
    Eventual,
    Extra,
    Literal,
    Notation,
    Ref,
    Relation,
    Rules,
    Tuple,
    Type,
    Verdict,
    has_constant,
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


class Conversion(Relation):
    """May a value become what is wanted?  The original's ``ConversionFrom``."""

    __slots__ = ()

    def constants(self, source: Type, target: Type) -> Verdict:
        """An enumeration gives up its base to nobody, and takes a literal with reservations."""
        if isinstance(target, Enum):
            if isinstance(source, Literal) and source.base is not target.base:
                # Oddly, only a literal of another base is known to be one of the values.
                if has_constant(target, source.value):
                    return SAFE
            elif isinstance(source, Enum):
                return NO
            return min(UNSAFE, self.assignable(source, target.base))
        if isinstance(source, Enum):
            return NO
        return super().constants(source, target)


CONVERSION: Final = Conversion(
    Rules(
        "PCL conversion",
        conversions=_primitives(),
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
        # A constant type converts by its base: "1" may become 2 as far as types can tell.
        one_from_other=UNSAFE,
        # A property that is left out is null, one that nobody reads does no harm.
        missing=NULL,
        extra=Extra.IGNORED,
    )
)


class Assignment(Relation):
    """Is a value already what is wanted?  The original's ``AssignableFrom``."""

    __slots__ = ()

    # A union is assigned whole: one member of the target must take all of it.
    splits_unions = False

    def constants(self, source: Type, target: Type) -> Verdict:
        """An enumeration is not its base."""
        return NO if isinstance(source, Enum) else super().constants(source, target)

    def tuples(self, source: Tuple, target: Tuple) -> Verdict:
        """An element that is left out is null, one that nobody reads does no harm."""
        worst = SAFE
        for place, wanted in enumerate(target.elements):
            found = source.elements[place] if place < len(source.elements) else NULL
            worst = min(worst, self.assignable(found, wanted))
        return worst

    def into_eventual(self, source: Type, target: Eventual) -> Verdict:
        """A later eventual is held against what an earlier one holds, instead of refused."""
        if isinstance(source, Eventual) and source.rank > target.rank:
            return self.assignable(source, target.inner)
        return super().into_eventual(source, target)


ASSIGNMENT: Final = Assignment(
    Rules(
        "PCL assignment",
        crossings={("tuple", "list"): SAFE, ("object", "map"): SAFE},
        # Nothing is assumed of what is unknown, and no constant of its base.
        dynamic=NO,
        one_from_base=NO,
        missing=NULL,
        extra=Extra.IGNORED,
    )
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
