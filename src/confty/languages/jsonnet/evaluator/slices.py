"""Slices of arrays and strings."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.operators import to_string
from confty.languages.jsonnet.evaluator.values import Value, type_name


def slice_(target: Value, first: Value, last: Value, step: Value) -> Value:
    """Answer ``target[first:last:step]``; null parts have their defaults."""
    kind = target.__class__
    if kind is not list and kind is not str:
        raise Stop(f"std.slice accepts a string or an array, but got: {type_name(target)}")
    size = len(target)
    start = _bound(first, size, 0)
    stop = _bound(last, size, size)
    stride = 1 if step is None else _number(step)
    if stride < 0:
        parts = ":".join([to_string(float(part)) for part in (start, stop, stride)])
        raise Stop(f"got [{parts}] but negative steps are not supported")
    if stride == 0:
        raise Stop(f"got {to_string(step)} but step must be greater than 0")
    if float(start).is_integer() and float(stride).is_integer():
        return target[int(start) : -int(-stop // 1) : int(stride)]
    raise Stop(f"array index was not integer: {start:g}")


def _bound(part: Value, size: int, default: int) -> float:
    if part is None:
        return default
    number = _number(part)
    return max(0.0, size + number) if number < 0 else number


def _number(part: Value) -> float:
    if part.__class__ is not float:
        kinds = f"{type_name(part)} and number"
        raise Stop(f"binary operator < requires matching types, got {kinds}.")
    number: float = part
    return number
