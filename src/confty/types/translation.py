"""Translating: what a value of one language's type is in another language.

What crosses between languages is data.  A language says with a ``Dialect`` what it makes of each
atom and each kind of container; a type it has no word for becomes Dynamic.  A type that holds
itself is followed once; deeper down anything may be.
"""

from __future__ import annotations

from confty.generics import final
from confty.records import NamedFields
from confty.types import build, nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final


@final
class Dialect(metaclass=NamedFields):
    """What a language makes of data from elsewhere: every field is a habit of the language."""

    # One that is not here has no counterpart.
    atoms: Final[Mapping[nodes.Atom, nodes.Type]]
    literals: Final[frozenset[nodes.Atom]] = frozenset()  # of these single values are types
    # How members of a union, and elements of a tuple, come together.
    join: Final[Callable[..., nodes.Type]] = build.gradual_union
    sets: Final[bool] = False  # there are sets; if not they arrive as lists
    tuples: Final[bool] = True  # lists may have a type for each element
    maps: Final[bool] = True  # there are dictionaries; if not they are open objects
    open_objects: Final[bool] = True  # an object may have fields that are not known
    optional_fields: Final[bool] = True  # a field may be missing; if not it is null


def translate(type_: nodes.Type, dialect: Dialect) -> nodes.Type:
    """Return what a value of ``type_`` is in a language of that dialect."""
    return _Translation(dialect).of(type_, ())


class _Translation:
    """One translation, with what has been translated outside of recursive types."""

    __slots__ = ("dialect", "known")

    def __init__(self, dialect: Dialect) -> None:
        self.dialect: Final = dialect
        self.known: Final[dict[tuple[nodes.Type, tuple[nodes.Ref, ...]], nodes.Type]] = {}

    def of(self, type_: nodes.Type, inside: tuple[nodes.Ref, ...]) -> nodes.Type:
        key = (type_, inside)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._made(type_, inside)
        return found

    def _made(self, type_: nodes.Type, inside: tuple[nodes.Ref, ...]) -> nodes.Type:
        dialect = self.dialect
        if isinstance(type_, nodes.Ref):
            if type_ in inside or type_.target is None:
                return build.DYNAMIC
            return self.of(type_.target, (*inside, type_))
        if isinstance(type_, nodes.Literal) and type_.base in dialect.literals:
            return type_
        if isinstance(type_, (nodes.Literal, nodes.Enum)):
            type_ = type_.base
        if isinstance(type_, nodes.Atom):
            return dialect.atoms.get(type_, build.DYNAMIC)
        if isinstance(type_, nodes.Eventual):
            return self.of(type_.inner, inside)
        if isinstance(type_, nodes.Union):
            return dialect.join(*[self.of(member, inside) for member in type_.members])
        if isinstance(type_, nodes.SetOf) and dialect.sets:
            return build.set_of(self.of(type_.element, inside))
        if isinstance(type_, (nodes.ListOf, nodes.SetOf)):
            return build.list_of(self.of(type_.element, inside))
        if isinstance(type_, nodes.Tuple):
            parts = [self.of(one, inside) for one in type_.elements]
            return (
                build.tuple_of(*parts) if dialect.tuples else build.list_of(dialect.join(*parts))
            )
        if isinstance(type_, nodes.MapOf):
            value = self.of(type_.value, inside)
            if not dialect.maps:
                return build.object_of((), value)
            return build.map_of(self.of(type_.key, inside), value)
        return self._object(type_, inside) if isinstance(type_, nodes.Object) else build.DYNAMIC

    def _object(self, type_: nodes.Object, inside: tuple[nodes.Ref, ...]) -> nodes.Type:
        shown = [one for one in type_.fields if not one.hidden]
        if type_.rest is not None and not self.dialect.open_objects:
            return (
                build.DYNAMIC if shown else build.map_of(build.STRING, self.of(type_.rest, inside))
            )
        rest = None if type_.rest is None else self.of(type_.rest, inside)
        return build.object_of([self._field(one, inside) for one in shown], rest)

    def _field(self, one: nodes.Field, inside: tuple[nodes.Ref, ...]) -> nodes.Field:
        made = self.of(one.type, inside)
        if one.optional and not self.dialect.optional_fields:
            return build.field(one.name, build.union_of(made, build.NULL))
        return build.field(one.name, made, optional=one.optional)
