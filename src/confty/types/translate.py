"""Translating: what a value of one language's type is in another language.

What crosses between languages is data.  A language says with a ``Dialect`` what it makes of each
atom and each kind of container; a type it has no word for becomes Dynamic.  A type that holds
itself is followed once; deeper down anything may be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, final

from confty.types.build import (
    DYNAMIC,
    NULL,
    STRING,
    field,
    gradual_union,
    list_of,
    map_of,
    object_of,
    set_of,
    tuple_of,
    union_of,
)
from confty.types.nodes import (
    Atom,
    Enum,
    Eventual,
    Field,
    ListOf,
    Literal,
    MapOf,
    Object,
    Ref,
    SetOf,
    Tuple,
    Type,
    Union,
)


@final
class Dialect:
    """What a language makes of data from elsewhere."""

    __slots__ = (
        "atoms",
        "join",
        "literals",
        "maps",
        "open_objects",
        "optional_fields",
        "sets",
        "tuples",
    )

    def __init__(  # noqa: PLR0913  a record: every field is a habit of the language
        self,
        *,
        atoms: Mapping[Atom, Type],
        literals: frozenset[Atom] = frozenset(),
        join: Callable[..., Type] = gradual_union,
        sets: bool = False,
        tuples: bool = True,
        maps: bool = True,
        open_objects: bool = True,
        optional_fields: bool = True,
    ) -> None:
        self.atoms: Final = atoms  # one that is not here has no counterpart
        self.literals: Final = literals  # of these atoms single values are types
        self.join: Final = join  # how members of a union, and elements of a tuple, come together
        self.sets: Final = sets  # there are sets; if not they arrive as lists
        self.tuples: Final = tuples  # lists may have a type for each element
        self.maps: Final = maps  # there are dictionaries; if not they are open objects
        self.open_objects: Final = open_objects  # an object may have fields that are not known
        self.optional_fields: Final = optional_fields  # a field may be missing; if not it is null


def translate(type_: Type, dialect: Dialect) -> Type:
    """Return what a value of ``type_`` is in a language of that dialect."""
    return _Translation(dialect).of(type_, ())


class _Translation:
    """One translation, with what has been translated outside of recursive types."""

    __slots__ = ("dialect", "known")

    def __init__(self, dialect: Dialect) -> None:
        self.dialect: Final = dialect
        self.known: Final[dict[tuple[Type, tuple[Ref, ...]], Type]] = {}

    def of(self, type_: Type, inside: tuple[Ref, ...]) -> Type:
        key = (type_, inside)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._made(type_, inside)
        return found

    def _made(self, type_: Type, inside: tuple[Ref, ...]) -> Type:
        dialect = self.dialect
        if isinstance(type_, Ref):
            if type_ in inside or type_.target is None:
                return DYNAMIC
            return self.of(type_.target, (*inside, type_))
        if isinstance(type_, Literal) and type_.base in dialect.literals:
            return type_
        if isinstance(type_, (Literal, Enum)):
            type_ = type_.base
        if isinstance(type_, Atom):
            return dialect.atoms.get(type_, DYNAMIC)
        if isinstance(type_, Eventual):
            return self.of(type_.inner, inside)
        if isinstance(type_, Union):
            return dialect.join(*[self.of(member, inside) for member in type_.members])
        if isinstance(type_, SetOf) and dialect.sets:
            return set_of(self.of(type_.element, inside))
        if isinstance(type_, (ListOf, SetOf)):
            return list_of(self.of(type_.element, inside))
        if isinstance(type_, Tuple):
            parts = [self.of(one, inside) for one in type_.elements]
            return tuple_of(*parts) if dialect.tuples else list_of(dialect.join(*parts))
        if isinstance(type_, MapOf):
            value = self.of(type_.value, inside)
            if not dialect.maps:
                return object_of((), value)
            return map_of(self.of(type_.key, inside), value)
        return self._object(type_, inside) if isinstance(type_, Object) else DYNAMIC

    def _object(self, type_: Object, inside: tuple[Ref, ...]) -> Type:
        shown = [one for one in type_.fields if not one.hidden]
        if type_.rest is not None and not self.dialect.open_objects:
            return DYNAMIC if shown else map_of(STRING, self.of(type_.rest, inside))
        rest = None if type_.rest is None else self.of(type_.rest, inside)
        return object_of([self._field(one, inside) for one in shown], rest)

    def _field(self, one: Field, inside: tuple[Ref, ...]) -> Field:
        made = self.of(one.type, inside)
        if one.optional and not self.dialect.optional_fields:
            return field(one.name, union_of(made, NULL))
        return field(one.name, made, optional=one.optional)
