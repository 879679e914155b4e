"""PCL's answers to the type core: what converts, what is assignable, how types unify and print.

PCL asks two relations.  *Convertible* has three answers and lets text, numbers and booleans
become one another; it decides whether a program is accepted.  *Assignable* needs no conversion
at all; it decides whether a call's result is lifted and whether generated code needs a cast.
"""

from __future__ import annotations

from confty import types
from confty.light import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_ENOUGH: Final = 4000
_WORDS: Final = {"null": "none", "asset": "Asset", "archive": "Archive"}


def _primitives() -> dict[tuple[types.Atom, types.Atom], types.Verdict]:
    """Every primitive becomes text surely and anything else perhaps; whole numbers are numbers."""
    everyone = (types.BOOL, types.INT, types.NUMBER, types.STRING, types.ID)
    table = {(source, target): types.UNSAFE for source in everyone for target in everyone}
    for source in everyone:
        table[source, types.STRING] = table[source, types.ID] = types.SAFE
    table[types.INT, types.NUMBER] = types.SAFE
    return table


class Conversion(types.Relation):
    """May a value become what is wanted?  The original's ``ConversionFrom``."""

    __slots__ = ()

    def constants(self, source: types.Type, target: types.Type) -> types.Verdict:
        """An enumeration gives up its base to nobody, and takes a literal with reservations."""
        if isinstance(target, types.Enum):
            if isinstance(source, types.Literal) and source.base is not target.base:
                # Oddly, only a literal of another base is known to be one of the values.
                if types.has_constant(target, source.value):
                    return types.SAFE
            elif isinstance(source, types.Enum):
                return types.NO
            return min(types.UNSAFE, self.assignable(source, target.base))
        if isinstance(source, types.Enum):
            return types.NO
        return super().constants(source, target)


CONVERSION: Final = Conversion(
    types.Rules(
        conversions=_primitives(),  # texts, numbers and bools become one another, some for sure
        # Lists, sets and tuples become one another, maps and objects too: whether the length is
        # right, nothing twice and every property there, only the value says.
        crossings={
            ("tuple", "list"): types.SAFE,
            ("set", "list"): types.SAFE,
            ("list", "set"): types.UNSAFE,
            ("tuple", "set"): types.UNSAFE,
            ("list", "tuple"): types.UNSAFE,
            ("set", "tuple"): types.UNSAFE,
            ("object", "map"): types.SAFE,
            ("map", "object"): types.UNSAFE,
        },
        # A constant type converts by its base: "1" may become 2 as far as types can tell.
        one_from_other=types.UNSAFE,
        missing=types.NULL,  # a property that is left out is null
        extra=types.Extra.IGNORED,  # one that nobody reads does no harm
    )
)


class Assignment(types.Relation):
    """Is a value already what is wanted?  The original's ``AssignableFrom``."""

    __slots__ = ()

    # A union is assigned whole: one member of the target must take all of it.
    splits_unions = False

    def constants(self, source: types.Type, target: types.Type) -> types.Verdict:
        """An enumeration is not its base."""
        return types.NO if isinstance(source, types.Enum) else super().constants(source, target)

    def tuples(self, source: types.Tuple, target: types.Tuple) -> types.Verdict:
        """An element that is left out is null, one that nobody reads does no harm."""
        worst = types.SAFE
        for place, wanted in enumerate(target.elements):
            found = source.elements[place] if place < len(source.elements) else types.NULL
            worst = min(worst, self.assignable(found, wanted))
        return worst

    def into_eventual(self, source: types.Type, target: types.Eventual) -> types.Verdict:
        """A later eventual is held against what an earlier one holds, instead of refused."""
        if isinstance(source, types.Eventual) and source.rank > target.rank:
            return self.assignable(source, target.inner)
        return super().into_eventual(source, target)


ASSIGNMENT: Final = Assignment(
    types.Rules(
        # A tuple is a list and an object a map; the other ways are conversions.
        crossings={("tuple", "list"): types.SAFE, ("object", "map"): types.SAFE},
        dynamic=types.NO,  # nothing is assumed of what is unknown
        one_from_base=types.NO,  # nor that a text is the one that is asked for
        missing=types.NULL,  # as above
        extra=types.Extra.IGNORED,  # as above
    )
)


def converts(source: types.Type, target: types.Type) -> bool:
    """Whether a conversion exists, safe or not."""
    return CONVERSION.assignable(source, target) is not types.NO


def converts_safely(source: types.Type, target: types.Type) -> bool:
    """Whether a conversion exists that cannot fail."""
    return CONVERSION.assignable(source, target) is types.SAFE


def assigns(source: types.Type, target: types.Type) -> bool:
    """Whether no conversion is needed at all."""
    return ASSIGNMENT.assignable(source, target) is types.SAFE


def is_optional(type_: types.Type) -> bool:
    """Whether nothing at all may stand here."""
    type_ = types.unfold(type_)
    return not isinstance(type_, types.Dynamic) and assigns(types.NULL, type_)


def without_none(type_: types.Type) -> types.Type:
    """A type without the possibility of being absent."""
    inner = types.unfold(type_)
    if isinstance(inner, types.Union) and types.NULL in inner.members:
        return types.union_of(*[member for member in inner.members if member is not types.NULL])
    return type_


@lru_cache(maxsize=1024)
def _long(type_: types.Type) -> str:
    """The longer form, by which members of a union are sorted; its beginning is enough."""
    return types.show(type_, _LONG, _ENOUGH)


_LONG: Final = types.Notation(
    dynamic="dynamic",
    atoms=_WORDS,
    list_="list({})",
    set_="set({})",
    map_="map({1})",
    tuple_=("tuple(", ", ", ")"),
    tuple_empty="tuple()",
    object_=("object({", ", ", "})"),
    object_empty="object({})",
    field_mark=" = ",
    field_name=types.as_written,
    union=("union(", ", ", ")"),
    again="...",
)

NOTATION: Final = types.Notation(
    dynamic="dynamic",
    atoms=_WORDS,
    list_="list({})",
    set_="set({})",
    map_="map({1})",
    tuple_=("(", ", ", ")"),
    tuple_empty="()",
    field_name=types.as_written,
    union_order=_long,
    optional="{}?",
    again="...",
)


def spelled(type_: types.Type) -> str:
    """Spell all of a type."""
    return types.show(type_, NOTATION)


def _by_name(type_: types.Type, spell: Callable[[types.Type], str]) -> str | None:
    """A type of a schema by its name; a place that takes a value later too by the value's type."""
    if isinstance(type_, types.Ref):
        return type_.name
    if isinstance(type_, types.Union):
        prompt = [member for member in type_.members if not isinstance(member, types.Eventual)]
        if prompt and len(prompt) < len(type_.members) and prompt != [types.NULL]:
            return spell(types.union_of(*prompt))
    return None


_BRIEFLY: Final = NOTATION.but(special=_by_name)


def spelled_briefly(type_: types.Type) -> str:
    """Spell a type for a message: what a reader can take in at a glance."""
    return types.brief(type_, _BRIEFLY)
