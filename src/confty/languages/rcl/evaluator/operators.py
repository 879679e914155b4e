"""Operators on values without labels.

Each function gives the result or raises ``CallFailure``.  Translated code handles the common case
in line (two integers, two booleans) and comes here for the rest; the reference evaluator always
comes here.
"""

from __future__ import annotations

from confty.languages.rcl import codes, numbers
from confty.languages.rcl.library.call_site import CallFailure
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.values import Value, equal, freeze, kind, less

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final


def unary(operator: str, operand: Value) -> Value:
    """Apply ``not`` or ``-``."""
    if operator == "not":
        return not _bool(operand, operator)
    try:
        return numbers.negate(_number(operand, operator))
    except numbers.Inexact:
        raise CallFailure("name", codes.OVERFLOW, f"-({shown(operand)}) does not fit") from None


def _bool(value: Value, operator: str) -> bool:
    if value.__class__ is bool:
        return value
    raise CallFailure(
        "name", codes.CHECK_FAILED, f"'{operator}' expects Bool, found {kind(value)}"
    )


def _number(value: Value, operator: str) -> int | Exact:
    if value.__class__ is int or value.__class__ is Exact:
        return value
    raise CallFailure(
        "name", codes.CHECK_FAILED, f"'{operator}' expects Number, found {kind(value)}"
    )


def _arithmetic(
    operator: str, apply: Callable[[int | Exact, int | Exact], int | Exact]
) -> Callable[[Value, Value], Value]:
    def run(left: Value, right: Value) -> Value:
        try:
            return apply(_number(left, operator), _number(right, operator))
        except numbers.Inexact:
            message = f"{shown(left)} {operator} {shown(right)} does not fit in a number"
            raise CallFailure("name", codes.OVERFLOW, message) from None

    return run


def _divide(left: Value, right: Value) -> Value:
    try:
        return numbers.divide(_number(left, "/"), _number(right, "/"))
    except numbers.ZeroDivision:
        raise CallFailure("name", codes.DIVISION, f"{shown(left)} is divided by zero") from None
    except numbers.Overflow:
        message = f"{shown(left)} / {shown(right)} does not fit in a number"
        raise CallFailure("name", codes.OVERFLOW, message) from None
    except numbers.Inexact:
        message = f"{shown(left)} / {shown(right)} cannot be written exactly"
        raise CallFailure("name", codes.DIVISION, message) from None


def union(left: Value, right: Value) -> Value:
    """Join two dicts, or a set with a set or a list."""
    if left.__class__ is dict and right.__class__ is dict:
        return {**left, **right}
    if left.__class__ is set:
        if right.__class__ is set:
            return left | right
        if right.__class__ is list:
            return left | {freeze(one) for one in right}
    message = f"'|' joins two dicts, or a set and a collection, not {kind(left)} and {kind(right)}"
    raise CallFailure("name", codes.BAD_UNION, message, "unpack with '..' or '...' instead")


BINARY: Final[dict[str, Callable[[Value, Value], Value]]] = {
    "+": _arithmetic("+", numbers.add),
    "-": _arithmetic("-", numbers.subtract),
    "*": _arithmetic("*", numbers.multiply),
    "/": _divide,
    "and": lambda left, right: _bool(left, "and") & _bool(right, "and"),
    "or": lambda left, right: _bool(left, "or") | _bool(right, "or"),
    "|": union,
    "==": equal,
    "!=": lambda left, right: not equal(left, right),
    "<": less,
    ">": lambda left, right: less(right, left),
    "<=": lambda left, right: not less(right, left),
    ">=": lambda left, right: not less(left, right),
}


def index(collection: Value, key: Value) -> Value:
    """Look up an element of a list or a dict; blames 0 for the collection, 1 for the key."""
    if collection.__class__ is list:
        place = numbers.integer(key) if key.__class__ is int or key.__class__ is Exact else None
        if place is None:
            message = f"expected an integer as index, found {kind(key)} {shown(key)}"
            raise CallFailure(1, codes.BAD_INDEX, message)
        if not -len(collection) <= place < len(collection):
            count = len(collection)
            message = f"the index {place} is outside of the list, which has {count} elements"
            raise CallFailure(1, codes.BAD_INDEX, message)
        return collection[place]
    if collection.__class__ is dict:
        frozen = freeze(key)
        if frozen in collection:
            return collection[frozen]
        raise CallFailure(1, codes.NO_SUCH_KEY, f"the dict has no key {shown(key)}")
    if collection.__class__ is str:
        hint = "use .chars() to get a list of its characters"
        raise CallFailure(0, codes.NOT_INDEXABLE, "a String cannot be indexed", hint)
    raise CallFailure(0, codes.NOT_INDEXABLE, f"a {kind(collection)} cannot be indexed")
