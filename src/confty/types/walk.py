"""Walking through types: the parts of a type, and the same type with other parts.

Operations that only change some leaves (substituting variables, removing eventuals, shaping)
say what happens at the kinds they care about and leave the rest to ``rebuild``.  Types share their
parts: ``[x, x]`` doubled thirty times is thirty nodes and a billion paths.  So whatever walks a
whole type remembers what it has met.
"""

from __future__ import annotations

from confty.types import build, nodes
from confty.types.interning import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Final

# By serial numbers, and nothing is kept alive: a representative may lead to what it stands for.
_canonical: Final = Table[nodes.Type]()
_by_members: Final = Table[nodes.Union]()


def children(type_: nodes.Type) -> tuple[nodes.Type, ...]:
    """Return the types directly inside ``type_``; a named type has none."""
    if isinstance(type_, (nodes.ListOf, nodes.SetOf)):
        return (type_.element,)
    if isinstance(type_, nodes.MapOf):
        return (type_.key, type_.value)
    if isinstance(type_, nodes.Tuple):
        return type_.elements
    if isinstance(type_, nodes.Union):
        return type_.members
    if isinstance(type_, nodes.Eventual):
        return (type_.inner,)
    inside: list[nodes.Type] = []
    if isinstance(type_, nodes.Object):
        inside.extend([one.type for one in type_.fields])
    elif isinstance(type_, nodes.Function):
        inside.extend([one.type for one in type_.parameters or ()])
        inside.append(type_.result)
    else:
        return ()
    if type_.rest is not None:
        inside.append(type_.rest)
    return tuple(inside)


def rebuild(type_: nodes.Type, change: Callable[[nodes.Type], nodes.Type]) -> nodes.Type:
    """Return ``type_`` with ``change`` applied to the types directly inside it."""
    if isinstance(type_, nodes.ListOf):
        return build.list_of(change(type_.element), type_.length)
    if isinstance(type_, nodes.SetOf):
        return build.set_of(change(type_.element))
    if isinstance(type_, nodes.MapOf):
        return build.map_of(change(type_.key), change(type_.value))
    if isinstance(type_, nodes.Tuple):
        return build.tuple_of(*[change(part) for part in type_.elements])
    if isinstance(type_, nodes.Union):
        members = [change(part) for part in type_.members]
        return build.written_union(*members) if type_.written else build.union_of(*members)
    if isinstance(type_, nodes.Eventual):
        return build.eventual(type_.rank, change(type_.inner))
    if isinstance(type_, nodes.Object):
        fields = [
            build.retyped(one, change(one.type), optional=one.optional) for one in type_.fields
        ]
        return build.object_of(fields, None if type_.rest is None else change(type_.rest))
    if isinstance(type_, nodes.Function):
        parameters = None
        if type_.parameters is not None:
            parameters = [
                build.parameter(one.name, change(one.type), optional=one.optional)
                for one in type_.parameters
            ]
        rest = None if type_.rest is None else change(type_.rest)
        return build.function_of(parameters, change(type_.result), rest)
    return type_


def plain(type_: nodes.Type) -> nodes.Type:
    """Return the type without the memories of how its parts were made."""
    return _plain(type_, {}) if type_.flags & nodes.HAS_ORIGIN else type_


def _plain(type_: nodes.Type, known: dict[nodes.Type, nodes.Type]) -> nodes.Type:
    if not type_.flags & nodes.HAS_ORIGIN:
        return type_
    found = known.get(type_)
    if found is None:
        inner = (
            (type_.plain or type_) if isinstance(type_, (nodes.Object, nodes.Function)) else type_
        )
        if inner.flags & nodes.HAS_ORIGIN:
            inner = rebuild(inner, lambda part: _plain(part, known))
        found = known[type_] = inner
    return found


class Renamer:
    """Carries a change through named types: each gets one new name, made before it is entered."""

    __slots__ = ("change", "made", "prefix")

    def __init__(self, change: Callable[[nodes.Type], nodes.Type], prefix: str = "") -> None:
        self.change: Final = change
        self.made: Final[dict[nodes.Ref, nodes.Ref]] = {}
        self.prefix: Final = prefix

    def __call__(self, name: nodes.Ref) -> nodes.Ref:
        """Return the changed twin of ``name``."""
        twin = self.made.get(name)
        if twin is None:
            twin = self.made[name] = build.ref(self.prefix + name.name)
            build.define(twin, self.change(build.unfold(name)))
        return twin


def substitute(
    type_: nodes.Type,
    bindings: Mapping[str, nodes.Type],
    unite: Callable[..., nodes.Type] = build.union_of,
    left_over: nodes.Type | None = None,
) -> nodes.Type:
    """Return ``type_`` with its variables replaced.

    A variable without a binding becomes ``left_over``; without that it stays.  ``unite`` puts the
    members of a union together again, as the language joins what it knows with what it does not.
    """
    known: dict[nodes.Type, nodes.Type] = {}

    def change(part: nodes.Type) -> nodes.Type:
        if not part.flags & nodes.HAS_VAR:
            return part
        found = known.get(part)
        if found is None:
            if isinstance(part, nodes.Var):
                found = bindings.get(part.name, left_over or part)
            elif isinstance(part, nodes.Union) and not part.written:
                found = unite(*[change(member) for member in part.members])
            else:
                found = rebuild(part, change)
            known[part] = found
        return found

    return change(type_)


def variables(type_: nodes.Type) -> set[str]:
    """Return the names of the variables inside ``type_``."""
    found: set[str] = set()
    seen: set[nodes.Type] = set()
    waiting = [type_]
    while waiting:
        one = waiting.pop()
        if isinstance(one, nodes.Var):
            found.add(one.name)
        elif one.flags & nodes.HAS_VAR and one not in seen:
            seen.add(one)
            waiting.extend(children(one))
    return found


def members(type_: nodes.Type) -> tuple[nodes.Type, ...]:
    """Return what a value may be, one by one and none of them a union; names are kept."""
    inside = build.unfold(type_)
    if not isinstance(inside, nodes.Union):
        return () if isinstance(inside, nodes.Never) else (type_,)
    if not any(isinstance(build.unfold(one), nodes.Union) for one in inside.members):
        return inside.members
    return tuple([part for one in inside.members for part in members(one)])


def parts(type_: nodes.Type) -> Iterator[nodes.Type]:
    """Yield ``type_`` and everything inside it, named types included, each once."""
    seen: set[nodes.Type] = set()
    waiting = [type_]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        yield one
        if isinstance(one, nodes.Ref):
            waiting.append(build.unfold(one))
        else:
            waiting.extend(children(one))


def canonical(type_: nodes.Type) -> nodes.Type:
    """Return the representative of all types that differ only in the order of written unions."""
    if not type_.flags & nodes.HAS_WRITTEN:
        return type_
    found = _canonical.get(type_.serial)
    if found is None:
        found = rebuild(type_, canonical)
        if isinstance(found, nodes.Union) and found.written:
            key = frozenset([member.serial for member in found.members])
            found = _by_members.keep(key, found)
        found = _canonical.keep(type_.serial, found)
    return found


def same(left: nodes.Type, right: nodes.Type) -> bool:
    """Say whether two types are equal; unions kept as written are compared as sets."""
    if left is right:
        return True
    if not left.flags & right.flags & nodes.HAS_WRITTEN:
        return False
    return canonical(left) is canonical(right)


def resolve(type_: nodes.Type, rank: int = build.OUTPUT) -> nodes.Type:
    """Return ``type_`` with eventuals up to ``rank`` replaced by what they hold, at every level.

    An eventual of a higher rank stays as it is, and is not entered.
    """
    return _Resolver(rank).of(type_)


class _Resolver:
    """Removes eventuals up to a rank; types without any are returned untouched."""

    __slots__ = ("known", "names", "rank")

    def __init__(self, rank: int) -> None:
        self.rank = rank
        self.known: dict[nodes.Type, nodes.Type] = {}
        self.names = Renamer(self.of)

    def of(self, type_: nodes.Type) -> nodes.Type:
        if not type_.flags & (nodes.HAS_EVENTUAL | nodes.HAS_REF):
            return type_
        found = self.known.get(type_)
        if found is None:
            found = self.known[type_] = self._made(type_)
        return found

    def _made(self, type_: nodes.Type) -> nodes.Type:
        if isinstance(type_, nodes.Eventual):
            return type_ if type_.rank > self.rank else self.of(type_.inner)
        if isinstance(type_, nodes.Ref):
            return self.names(type_) if any(map(_is_eventual, parts(type_))) else type_
        return rebuild(type_, self.of)


def _is_eventual(type_: nodes.Type) -> bool:
    return isinstance(type_, nodes.Eventual)
