"""Sums, for operands of which nothing is known; what operators say of those they cannot take."""

from __future__ import annotations

from confty.kit.limits import afford
from confty.languages.jsonnet.evaluator.failure import Stop, overflow
from confty.languages.jsonnet.evaluator.manifest.json import to_string
from confty.languages.jsonnet.evaluator.objects import merge
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    ELEMENTS,
    LETTERS,
    POINTER,
    Obj,
    Value,
    number_text,
    type_name,
)

_PLURALS = {
    "boolean": "booleans",
    "number": "numbers",
    "string": "strings",
    "array": "arrays",
    "object": "objects",
    "function": "functions",
}
#: From this length on, sums are measured before they are made.
LONG = 1 << 20


def mismatch(symbol: str, left: Value, right: Value) -> str:
    """What is said of operands that an operator does not take together."""
    one, other = type_name(left), type_name(right)
    if one != other:
        return f"binary operator {symbol} requires matching types, got {one} and {other}."
    return f"binary operator {symbol} does not operate on {_PLURALS.get(one, one)}."


def add(left: Value, right: Value) -> Value:
    """Answer ``left + right``."""
    one, other = left.__class__, right.__class__
    if one is float and other is float:
        total = left + right
        return total if total - total == 0.0 else overflow(total)
    if one is str:
        if other is str:
            return left + right if len(left) < LONG else _long(left, right)
        return left + number_text(right) if other is float else _glue(left, right)
    if other is str:
        return number_text(left) + right if one is float else _glue(left, right)
    if one is list and other is list:
        return left + right if len(left) < LONG else _long(left, right)
    if one is Obj and other is Obj:
        return merge(left, right)
    raise Stop(mismatch("+", left, right))


def _long(left: Value, right: Value) -> Value:
    """Join long texts or arrays, unless the result is beyond reason."""
    letters = left.__class__ is str
    most, kind = (LETTERS, "characters") if letters else (ELEMENTS, "elements")
    size = len(left) + len(right)
    if size > most:
        raise Stop(f"expected a sum of at most {most} {kind}, found {size}")
    afford(size if letters else size * POINTER)
    return left + right


def _glue(left: Value, right: Value) -> Value:
    return to_string(left) + to_string(right)


def plus(below: Value, value: Value) -> Value:
    """Answer a ``+:`` field: what ``super`` has, if anything, plus ``value``."""
    return value if below is ABSENT else add(below, value)
