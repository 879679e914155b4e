"""Shapes: the same type seen as an input, as an output, and as a plain value.

They follow the published type functions to the letter: a promise or an output is not entered, a
union gets no wrapper of its own.  Recursive types are carried through by name, one new name for
each.
"""

from __future__ import annotations

from collections.abc import Callable

from confty import types
from confty.types import Type


def input_of(type_: Type) -> Type:
    """Return "``type_`` now, or later as an output"."""
    return types.union_of(type_, types.output_of(type_))


def input_shape(type_: Type) -> Type:
    """Return the type that accepts an output at every level of ``type_``."""
    return _Shape(input_of, "Input").of(type_)


def output_shape(type_: Type) -> Type:
    """Return the type that carries an output at every level of ``type_``."""
    return _Shape(types.output_of, "Output").of(type_)


def plain_shape(type_: Type) -> Type:
    """Return ``type_`` with promises and outputs replaced by what they hold, not entering it."""
    return _Shape(_as_it_is, "Plain").of(type_)


def _as_it_is(type_: Type) -> Type:
    return type_


class _Shape:
    """One shape function: the wrapper it puts around a level, and the names it has made."""

    __slots__ = ("known", "names", "wrap")

    def __init__(self, wrap: Callable[[Type], Type], prefix: str) -> None:
        self.wrap = wrap
        self.names = types.Renamer(self.of, f"{prefix} ")
        self.known: dict[Type, Type] = {}

    def of(self, type_: Type) -> Type:
        found = self.known.get(type_)
        if found is None:
            found = self.known[type_] = self._made(type_)
        return found

    def _made(self, type_: Type) -> Type:
        if isinstance(type_, types.Eventual):
            return self.wrap(type_.inner)
        if isinstance(type_, types.Ref):
            return self.names(type_)
        if isinstance(type_, types.Union):
            return types.rebuild(type_, self.of)
        if isinstance(type_, (types.ListOf, types.SetOf, types.MapOf, types.Tuple, types.Object)):
            return self.wrap(self.inside(type_))
        return self.wrap(type_)

    def inside(self, type_: Type) -> Type:
        if isinstance(type_, types.MapOf):
            # Keys are plain in every shape.
            return types.map_of(type_.key, self.of(type_.value))
        return types.rebuild(type_, self.of)
