"""The relation between Phy's types: which fits which, and which two are one.

``A`` fits ``B`` when they are equal, when ``A`` is void, or when ``B`` is a union with a member
equal to ``A``.  That is the whole relation: nothing fits inside tuples or procedures, a smaller
union does not fit a larger one.  It is exact, where the core's relation is about values: so it
is written here, and only here.

Unions keep their members as written for printing and are compared as sets, at any depth.  The
unknown type stands only where an error was already reported, so it fits everything and nothing
more is said about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty import types
from confty.types import Type

# The representative of each type with unions inside, and of each set of members.
_canonical: Final[dict[Type, Type]] = {}
_by_members: Final[dict[frozenset[Type], types.Union]] = {}


def is_unknown(type_: Type) -> bool:
    """Whether an error was already reported about (a part of) this type."""
    return bool(type_.flags & types.HAS_DYNAMIC)


def canonical(type_: Type) -> Type:
    """Return the representative of all types that are equal to this one."""
    if not type_.flags & types.HAS_WRITTEN:
        return type_
    found = _canonical.get(type_)
    if found is None:
        found = types.rebuild(type_, canonical)
        if isinstance(found, types.Union):
            found = _by_members.setdefault(frozenset(found.members), found)
        found = _canonical.setdefault(type_, found)
    return found


def _same(left: Type, right: Type) -> bool:
    return left is right or canonical(left) is canonical(right)


def equal(left: Type, right: Type) -> bool:
    """Whether two types are one; an unknown one equals any."""
    return _same(left, right) or is_unknown(left) or is_unknown(right)


def fits(source: Type, target: Type) -> bool:
    """Whether a ``source`` value may stand where ``target`` is wanted."""
    if isinstance(source, types.Never) or equal(source, target):
        return True
    return is_member(source, target)


def is_member(member: Type, union: Type) -> bool:
    """Whether ``union`` is a union that has ``member``."""
    if not isinstance(union, types.Union):
        return False
    return any(_same(member, one) for one in union.members)


def common_type(left: Type, right: Type) -> Type | None:
    """Return the type of "one or the other", or None when there is none."""
    if is_unknown(left) or is_unknown(right):
        return types.DYNAMIC
    if fits(right, left):
        return left
    return right if fits(left, right) else None


def union_as_written(members: Iterable[Type]) -> types.Union:
    """Return a union whose members keep their order; one member is a union, too."""
    return types.written_union(*members)
