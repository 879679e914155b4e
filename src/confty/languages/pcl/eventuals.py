"""Types of values that arrive later, as PCL has them: eventuals never nest.

A *settled* output holds no further eventual.  A place for a value takes it now or later, which is
its input type.  Recursive types are carried through by name, one new name for each.
"""

from __future__ import annotations

from confty import types
from confty.light import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def settled_output(type_: types.Type) -> types.Type:
    """Return an output of ``type_`` in which nothing else is eventual."""
    return types.eventual(types.OUTPUT, types.resolve(type_))


def settled_promise(type_: types.Type) -> types.Type:
    """Return a promise of ``type_`` in which there is no further promise."""
    return types.eventual(types.PROMISE, types.resolve(type_, types.PROMISE))


def settled(rank: int, type_: types.Type) -> types.Type:
    """Return ``type_`` as an eventual of ``rank`` without nesting; rank 0 leaves it alone."""
    if rank == types.OUTPUT:
        return settled_output(type_)
    return settled_promise(type_) if rank == types.PROMISE else type_


@lru_cache(maxsize=4096)
def input_type(type_: types.Type) -> types.Type:
    """The type of a place that takes ``type_`` now or later; the latest are remembered."""
    return settled_input(type_)


def settled_input(type_: types.Type) -> types.Type:
    """Return what a place for ``type_`` accepts when outputs are settled.

    Lists, maps, objects, promises and unions accept inputs inside too; sets, tuples and leaves do
    not.  Dynamic, null and outputs accept nothing more than themselves.
    """
    return _SettledInput().of(type_)


class _SettledInput:
    """The settled input function, with the names it has made for recursive types."""

    __slots__ = ("known", "names")

    def __init__(self) -> None:
        self.names = types.Renamer(self.inside, "Input ")
        self.known: dict[types.Type, types.Type] = {}

    def of(self, type_: types.Type) -> types.Type:
        found = self.known.get(type_)
        if found is None:
            found = self.known[type_] = self._made(type_)
        return found

    def _made(self, type_: types.Type) -> types.Type:
        if isinstance(type_, types.Dynamic) or type_ is types.NULL:
            return type_
        if isinstance(type_, types.Eventual) and type_.rank == types.OUTPUT:
            return type_
        shaped = self.names(type_) if isinstance(type_, types.Ref) else self.inside(type_)
        return types.union_of(shaped, settled_output(type_))

    def inside(self, type_: types.Type) -> types.Type:
        if isinstance(type_, types.MapOf):
            return types.map_of(type_.key, self.of(type_.value))
        if isinstance(type_, types.Eventual):
            return types.eventual(type_.rank, self.of(type_.inner))
        if isinstance(type_, (types.ListOf, types.Object, types.Union)):
            return types.rebuild(type_, self.of)
        return type_


def eventual_rank(type_: types.Type) -> int:
    """Return the strongest eventual anywhere in ``type_``: 0 none, 1 promise, 2 output."""
    if not type_.flags & (types.HAS_EVENTUAL | types.HAS_REF):
        return 0
    ranks = [one.rank for one in types.parts(type_) if isinstance(one, types.Eventual)]
    return max(ranks, default=0)


def lift(result: types.Type, arguments: Iterable[types.Type]) -> types.Type:
    """Return ``result``, as eventual as the most eventual of the arguments it was made from."""
    rank = max([eventual_rank(argument) for argument in arguments], default=0)
    return settled(rank, result)


def wrap(source: types.Type, result: types.Type) -> types.Type:
    """Return ``result``, as eventual as the layers around ``source`` are."""
    source = types.unfold(source)
    if isinstance(source, types.Eventual):
        return settled(source.rank, wrap(source.inner, result))
    if (
        isinstance(source, types.Union)
        and types.NULL in source.members
        and len(source.members) == 2
    ):
        left, right = source.members
        return wrap(right if left is types.NULL else left, result)
    return result


def choices_of(type_: types.Type) -> list[types.Type]:
    """Return the types that a place takes, eventuals and unions looked through."""
    inner = types.unfold(type_)
    if isinstance(inner, types.Eventual):
        return choices_of(inner.inner)
    if isinstance(inner, types.Union):
        return [choice for member in inner.members for choice in choices_of(member)]
    return [inner]
