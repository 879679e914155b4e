"""Operators as the implementation in C++ has them, where it differs from the one in Go."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator import operators
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def index(target: Value, key: Value) -> Value:
    """Answer ``target[key]``; places in an array are whole numbers."""
    if target.__class__ is list and key.__class__ is float and not key.is_integer():
        raise Stop(f"array index was not integer: {key:g}")
    return operators.index(target, key)


def slice_(target: Value, first: Value, last: Value, step: Value) -> Value:
    """Answer ``target[first:last:step]``; places in an array are whole numbers."""
    return operators.slice_(target, first, last, step, exact=True)


def _within(number: int, count: int) -> int:
    """Shift; nothing may be lost."""
    if abs(number) >= 1 << (63 - count):
        raise Stop("numeric value outside safe integer range for bitwise operation.")
    return number << count


shift_left = operators.shifting("<<", _within)

OPERATORS: Final[dict[str, object]] = {"index": index, "shift_left": shift_left, "slice_": slice_}
