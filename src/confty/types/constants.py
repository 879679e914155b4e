"""Constants inside types: when two are one value, and when literals are all there is."""

from __future__ import annotations

from confty.types.nodes import Atom, Constant, Enum, Literal, Union


def equal_constants(left: Constant, right: Constant) -> bool:
    """Say whether two constants are one value: 1 and 1.0 are, 1 and true are not."""
    return left == right and isinstance(left, bool) is isinstance(right, bool)


def has_constant(choice: Enum, value: Constant) -> bool:
    """Say whether ``value`` is one of the values."""
    return any(equal_constants(member, value) for member in choice.members)


def overlap(left: Enum, right: Enum) -> bool:
    """Say whether two enumerations share a value."""
    return any(has_constant(right, member) for member in left.members)


def covers(source: Atom, target: Union) -> bool:
    """Say whether the literals of a union are all the values of an atom: both booleans."""
    if source.name != "bool":
        return False
    values = {
        member.value
        for member in target.members
        if isinstance(member, Literal) and member.base is source
    }
    return values == {True, False}
