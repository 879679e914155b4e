"""Walking through types: the parts of a type, and the same type with other parts.

Operations that only change some leaves (substituting variables, removing eventuals, shaping)
say what happens at the kinds they care about and leave the rest to ``rebuild``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.types.build import (
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

_canonical: Final[dict[Type, Type]] = {}
_by_members: Final[dict[frozenset[Type], Type]] = {}


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


def substitute(type_: Type, bindings: dict[str, Type]) -> Type:
    """Return ``type_`` with its variables replaced; those without a binding stay."""
    if not type_.flags & HAS_VAR:
        return type_
    if isinstance(type_, Var):
        return bindings.get(type_.name, type_)
    return rebuild(type_, lambda part: substitute(part, bindings))


def variables(type_: Type) -> set[str]:
    """Return the names of the variables inside ``type_``."""
    if isinstance(type_, Var):
        return {type_.name}
    if not type_.flags & HAS_VAR:
        return set()
    found: set[str] = set()
    for part in children(type_):
        found |= variables(part)
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
