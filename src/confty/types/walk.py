"""Walking through types: the parts of a type, and the same type with other parts.

Operations that only change some leaves (substituting variables, removing eventuals, shaping)
say what happens at the kinds they care about and leave the rest to ``rebuild``.  Types share their
parts: ``[x, x]`` doubled thirty times is thirty nodes and a billion paths.  So whatever walks a
whole type remembers what it has met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from confty.types.build import (
    OUTPUT,
    define,
    eventual,
    function_of,
    list_of,
    map_of,
    object_of,
    parameter,
    ref,
    retyped,
    set_of,
    tuple_of,
    unfold,
    union_of,
    written_union,
)
from confty.types.nodes import (
    HAS_EVENTUAL,
    HAS_ORIGIN,
    HAS_REF,
    HAS_VAR,
    HAS_WRITTEN,
    Eventual,
    Function,
    ListOf,
    MapOf,
    Object,
    Ref,
    SetOf,
    Tuple,
    Type,
    Union,
    Var,
)

# A type keeps its representative alive, and nobody else does.
_canonical: Final[WeakKeyDictionary[Type, Type]] = WeakKeyDictionary()
_by_members: Final[WeakValueDictionary[frozenset[Type], Type]] = WeakValueDictionary()


def children(type_: Type) -> tuple[Type, ...]:
    """Return the types directly inside ``type_``; a named type has none."""
    if isinstance(type_, (ListOf, SetOf)):
        return (type_.element,)
    if isinstance(type_, MapOf):
        return (type_.key, type_.value)
    if isinstance(type_, Tuple):
        return type_.elements
    if isinstance(type_, Union):
        return type_.members
    if isinstance(type_, Eventual):
        return (type_.inner,)
    inside: list[Type] = []
    if isinstance(type_, Object):
        inside.extend([one.type for one in type_.fields])
    elif isinstance(type_, Function):
        inside.extend([one.type for one in type_.parameters or ()])
        inside.append(type_.result)
    else:
        return ()
    if type_.rest is not None:
        inside.append(type_.rest)
    return tuple(inside)


def rebuild(type_: Type, change: Callable[[Type], Type]) -> Type:
    """Return ``type_`` with ``change`` applied to the types directly inside it."""
    if isinstance(type_, ListOf):
        return list_of(change(type_.element), type_.length)
    if isinstance(type_, SetOf):
        return set_of(change(type_.element))
    if isinstance(type_, MapOf):
        return map_of(change(type_.key), change(type_.value))
    if isinstance(type_, Tuple):
        return tuple_of(*[change(part) for part in type_.elements])
    if isinstance(type_, Union):
        members = [change(part) for part in type_.members]
        return written_union(*members) if type_.written else union_of(*members)
    if isinstance(type_, Eventual):
        return eventual(type_.rank, change(type_.inner))
    if isinstance(type_, Object):
        fields = [retyped(one, change(one.type), optional=one.optional) for one in type_.fields]
        return object_of(fields, None if type_.rest is None else change(type_.rest))
    if isinstance(type_, Function):
        parameters = None
        if type_.parameters is not None:
            parameters = [
                parameter(one.name, change(one.type), optional=one.optional)
                for one in type_.parameters
            ]
        rest = None if type_.rest is None else change(type_.rest)
        return function_of(parameters, change(type_.result), rest)
    return type_


def plain(type_: Type) -> Type:
    """Return the type without the memories of how its parts were made."""
    return _plain(type_, {}) if type_.flags & HAS_ORIGIN else type_


def _plain(type_: Type, known: dict[Type, Type]) -> Type:
    if not type_.flags & HAS_ORIGIN:
        return type_
    found = known.get(type_)
    if found is None:
        inner = (type_.plain or type_) if isinstance(type_, (Object, Function)) else type_
        if inner.flags & HAS_ORIGIN:
            inner = rebuild(inner, lambda part: _plain(part, known))
        found = known[type_] = inner
    return found


class Renamer:
    """Carries a change through named types: each gets one new name, made before it is entered."""

    __slots__ = ("change", "made", "prefix")

    def __init__(self, change: Callable[[Type], Type], prefix: str = "") -> None:
        self.change: Final = change
        self.made: Final[dict[Ref, Ref]] = {}
        self.prefix: Final = prefix

    def __call__(self, name: Ref) -> Ref:
        """Return the changed twin of ``name``."""
        twin = self.made.get(name)
        if twin is None:
            twin = self.made[name] = ref(self.prefix + name.name)
            define(twin, self.change(unfold(name)))
        return twin


def substitute(
    type_: Type,
    bindings: Mapping[str, Type],
    unite: Callable[..., Type] = union_of,
    left_over: Type | None = None,
) -> Type:
    """Return ``type_`` with its variables replaced.

    A variable without a binding becomes ``left_over``; without that it stays.  ``unite`` puts the
    members of a union together again, as the language joins what it knows with what it does not.
    """
    known: dict[Type, Type] = {}

    def change(part: Type) -> Type:
        if not part.flags & HAS_VAR:
            return part
        found = known.get(part)
        if found is None:
            if isinstance(part, Var):
                found = bindings.get(part.name, left_over or part)
            elif isinstance(part, Union) and not part.written:
                found = unite(*[change(member) for member in part.members])
            else:
                found = rebuild(part, change)
            known[part] = found
        return found

    return change(type_)


def variables(type_: Type) -> set[str]:
    """Return the names of the variables inside ``type_``."""
    found: set[str] = set()
    seen: set[Type] = set()
    waiting = [type_]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Var):
            found.add(one.name)
        elif one.flags & HAS_VAR and one not in seen:
            seen.add(one)
            waiting.extend(children(one))
    return found


def mentions(type_: Type, wanted: Callable[[Type], bool]) -> bool:
    """Say whether ``wanted`` holds for ``type_`` or anything inside it, named types included."""
    seen: set[Type] = set()
    waiting = [type_]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if wanted(one):
            return True
        if isinstance(one, Ref):
            waiting.append(unfold(one))
        else:
            waiting.extend(children(one))
    return False


def canonical(type_: Type) -> Type:
    """Return the representative of all types that differ only in the order of written unions."""
    if not type_.flags & HAS_WRITTEN:
        return type_
    found = _canonical.get(type_)
    if found is None:
        found = rebuild(type_, canonical)
        if isinstance(found, Union) and found.written:
            found = _by_members.setdefault(frozenset(found.members), found)
        found = _canonical.setdefault(type_, found)
    return found


def same(left: Type, right: Type) -> bool:
    """Say whether two types are equal; unions kept as written are compared as sets."""
    if left is right:
        return True
    if not left.flags & right.flags & HAS_WRITTEN:
        return False
    return canonical(left) is canonical(right)


def resolve(type_: Type, rank: int = OUTPUT) -> Type:
    """Return ``type_`` with eventuals up to ``rank`` replaced by what they hold, at every level.

    An eventual of a higher rank stays as it is, and is not entered.
    """
    return _Resolver(rank).of(type_)


class _Resolver:
    """Removes eventuals up to a rank; types without any are returned untouched."""

    __slots__ = ("known", "names", "rank")

    def __init__(self, rank: int) -> None:
        self.rank = rank
        self.known: dict[Type, Type] = {}
        self.names = Renamer(self.of)

    def of(self, type_: Type) -> Type:
        if not type_.flags & (HAS_EVENTUAL | HAS_REF):
            return type_
        found = self.known.get(type_)
        if found is None:
            found = self.known[type_] = self._made(type_)
        return found

    def _made(self, type_: Type) -> Type:
        if isinstance(type_, Eventual):
            return type_ if type_.rank > self.rank else self.of(type_.inner)
        if isinstance(type_, Ref):
            return self.names(type_) if mentions(type_, _is_eventual) else type_
        return rebuild(type_, self.of)


def _is_eventual(type_: Type) -> bool:
    return isinstance(type_, Eventual)
