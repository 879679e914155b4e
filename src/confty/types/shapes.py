"""Shapes: the same type seen as an input, as an output, and as a plain value.

``input_shape``, ``output_shape`` and ``plain_shape`` follow the published type functions to the
letter: a promise or an output is not entered, a union gets no wrapper of its own.  The *settled*
family is for languages in which eventuals never nest: a settled output holds no further eventual.
Recursive types are carried through by name, one new name for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from confty.types.build import NULL, OUTPUT, PROMISE, eventual, map_of, output_of, union_of
from confty.types.nodes import (
    HAS_EVENTUAL,
    HAS_REF,
    Dynamic,
    Eventual,
    ListOf,
    MapOf,
    Object,
    Ref,
    SetOf,
    Tuple,
    Type,
    Union,
)
from confty.types.walk import Renamer, children, mentions, rebuild


def input_of(type_: Type) -> Type:
    """Return "``type_`` now, or later as an output"."""
    return union_of(type_, output_of(type_))


def input_shape(type_: Type) -> Type:
    """Return the type that accepts an output at every level of ``type_``."""
    return _Shape(input_of, "Input").of(type_)


def output_shape(type_: Type) -> Type:
    """Return the type that carries an output at every level of ``type_``."""
    return _Shape(output_of, "Output").of(type_)


def plain_shape(type_: Type) -> Type:
    """Return ``type_`` with promises and outputs replaced by what they hold, not entering it."""
    return _Shape(_as_it_is, "Plain").of(type_)


def deep_plain(type_: Type) -> Type:
    """Return ``type_`` without any eventual at any level."""
    return resolve(type_)


def _as_it_is(type_: Type) -> Type:
    return type_


class _Shape:
    """One shape function: the wrapper it puts around a level, and the names it has made."""

    __slots__ = ("names", "wrap")

    def __init__(self, wrap: Callable[[Type], Type], prefix: str) -> None:
        self.wrap = wrap
        self.names = Renamer(self.of, f"{prefix} ")

    def of(self, type_: Type) -> Type:
        if isinstance(type_, Eventual):
            return self.wrap(type_.inner)
        if isinstance(type_, Ref):
            return self.names(type_)
        if isinstance(type_, Union):
            return rebuild(type_, self.of)
        if isinstance(type_, (ListOf, SetOf, MapOf, Tuple, Object)):
            return self.wrap(self.inside(type_))
        return self.wrap(type_)

    def inside(self, type_: Type) -> Type:
        if isinstance(type_, MapOf):
            # Keys are plain in every shape.
            return map_of(type_.key, self.of(type_.value))
        return rebuild(type_, self.of)


def resolve(type_: Type) -> Type:
    """Return ``type_`` with the eventuals at every level replaced by what they hold."""
    return _Resolver(OUTPUT).of(type_)


def resolve_promises(type_: Type) -> Type:
    """Return ``type_`` with promises replaced by what they hold; outputs stay, unentered."""
    return _Resolver(PROMISE).of(type_)


class _Resolver:
    """Removes eventuals up to a rank; types without any are returned untouched."""

    __slots__ = ("names", "rank")

    def __init__(self, rank: int) -> None:
        self.rank = rank
        self.names = Renamer(self.of, "")

    def of(self, type_: Type) -> Type:
        if not type_.flags & (HAS_EVENTUAL | HAS_REF):
            return type_
        if isinstance(type_, Eventual):
            if type_.rank > self.rank:
                return type_
            return self.of(type_.inner)
        if isinstance(type_, Ref):
            return self.names(type_) if mentions(type_, _is_eventual) else type_
        return rebuild(type_, self.of)


def _is_eventual(type_: Type) -> bool:
    return isinstance(type_, Eventual)


def settled_output(type_: Type) -> Type:
    """Return an output of ``type_`` in which nothing else is eventual."""
    return eventual(OUTPUT, resolve(type_))


def settled_promise(type_: Type) -> Type:
    """Return a promise of ``type_`` in which there is no further promise."""
    return eventual(PROMISE, resolve_promises(type_))


def settled(rank: int, type_: Type) -> Type:
    """Return ``type_`` as an eventual of ``rank`` without nesting; rank 0 leaves it alone."""
    if rank == OUTPUT:
        return settled_output(type_)
    return settled_promise(type_) if rank == PROMISE else type_


def settled_input(type_: Type) -> Type:
    """Return what a place for ``type_`` accepts when outputs are settled.

    Lists, maps, objects, promises and unions accept inputs inside too; sets, tuples and leaves do
    not.  Dynamic, null and outputs accept nothing more than themselves.
    """
    return _SettledInput().of(type_)


class _SettledInput:
    """The settled input function, with the names it has made for recursive types."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names = Renamer(self.inside, "Input ")

    def of(self, type_: Type) -> Type:
        if isinstance(type_, Dynamic) or type_ is NULL:
            return type_
        if isinstance(type_, Eventual) and type_.rank == OUTPUT:
            return type_
        shaped = self.names(type_) if isinstance(type_, Ref) else self.inside(type_)
        return union_of(shaped, settled_output(type_))

    def inside(self, type_: Type) -> Type:
        if isinstance(type_, MapOf):
            return map_of(type_.key, self.of(type_.value))
        if isinstance(type_, Eventual):
            return eventual(type_.rank, self.of(type_.inner))
        if isinstance(type_, (ListOf, Object, Union)):
            return rebuild(type_, self.of)
        return type_


def eventual_rank(type_: Type) -> int:
    """Return the strongest eventual anywhere in ``type_``: 0 none, 1 promise, 2 output."""
    if not type_.flags & (HAS_EVENTUAL | HAS_REF):
        return 0
    strongest = 0
    seen: set[Type] = set()
    waiting = [type_]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if isinstance(one, Eventual):
            strongest = max(strongest, one.rank)
        if isinstance(one, Ref):
            assert one.target is not None
            waiting.append(one.target)
        else:
            waiting.extend(children(one))
    return strongest


def lift(result: Type, arguments: Iterable[Type]) -> Type:
    """Return ``result``, as eventual as the most eventual of the arguments it was made from."""
    rank = max([eventual_rank(argument) for argument in arguments], default=0)
    return settled(rank, result)
