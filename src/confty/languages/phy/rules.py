"""The relation between Phy's types: which fits which, and which two are one.

``A`` fits ``B`` when they are equal, when ``A`` is void, or when ``B`` is a union with a member
equal to ``A``.  That is the whole relation: nothing fits inside tuples or procedures, a smaller
union does not fit a larger one.

Unions keep their members as written for printing and are compared as sets, at any depth.  The
unknown type stands only where an error was already reported, so it fits everything and nothing
more is said about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty import types


class ExactRelation(types.Relation):
    """Phy's relation: nothing fits inside anything, and one member of a union must be the type."""

    __slots__ = ()

    splits_unions = False

    def into(self, source: types.Type, target: types.Type) -> types.Verdict:
        """Only a union takes a type that is not its equal: one that is a member."""
        return types.SAFE if is_member(source, target) else types.NO


# The unknown stands only where an error was already reported.
RELATION: Final = ExactRelation(types.Rules(dynamic=types.SAFE))


def is_unknown(type_: types.Type) -> bool:
    """Whether an error was already reported about (a part of) this type."""
    return bool(type_.flags & types.HAS_DYNAMIC)


def is_member(member: types.Type, union: types.Type) -> bool:
    """Whether ``union`` is a union that has ``member``."""
    if not isinstance(union, types.Union):
        return False
    return any(types.same(member, one) for one in union.members)


def equal(left: types.Type, right: types.Type) -> bool:
    """Whether two types are one; an unknown one equals any."""
    return types.same(left, right) or is_unknown(left) or is_unknown(right)


def fits(source: types.Type, target: types.Type) -> bool:
    """Whether a ``source`` value may stand where ``target`` is wanted."""
    if is_unknown(source) or is_unknown(target):
        return True
    return RELATION.assignable(source, target) is types.SAFE


def common_type(left: types.Type, right: types.Type) -> types.Type | None:
    """Return the type of "one or the other", or None when there is none."""
    if is_unknown(left) or is_unknown(right):
        return types.DYNAMIC
    return types.common(left, right, RELATION)


def plain_type(type_: types.Type) -> types.Type:
    """Return the type of values as data: unit is null, a sequence of chars is a string."""
    known: dict[types.Type, types.Type] = {types.CHAR: types.INT, types.tuple_of(): types.NULL}

    def change(part: types.Type) -> types.Type:
        found = known.get(part)
        if found is None:
            found = known[part] = _plain_type(part, change)
        return found

    return change(type_)


def _plain_type(type_: types.Type, change: Callable[[types.Type], types.Type]) -> types.Type:
    if isinstance(type_, types.ListOf) and type_.element is types.CHAR:
        return types.STRING
    if isinstance(type_, types.Union):
        # Data has no order of members.
        return types.union_of(*[change(member) for member in type_.members])
    return types.rebuild(type_, change)
