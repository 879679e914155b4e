"""Comparison, truth, and the run's surroundings."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.current import current, external
from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.kinds import length
from confty.languages.jsonnet.evaluator.library.wants import boolean, refuse, string
from confty.languages.jsonnet.evaluator.manifest.json import line_text, to_string
from confty.languages.jsonnet.evaluator.operators import compare, index, modulo
from confty.languages.jsonnet.evaluator.values import (
    Obj,
    Thunk,
    Value,
    force,
    number_text,
    type_name,
)


def to_text(value: Value) -> Value:
    if value.__class__ is float:
        return number_text(value)
    return to_string(value)


def equals_(left: Value, right: Value) -> Value:
    return equals(left, right)


def primitive_equals(left: Value, right: Value) -> Value:
    if left.__class__ is not right.__class__:
        return False
    if left.__class__ is list or left.__class__ is Obj:
        raise Stop(f"primitiveEquals operates on primitive types, got {type_name(left)}")
    return equals(left, right)


def assert_equal(left: Value, right: Value) -> Value:
    if equals(left, right) is True:
        return True
    raise Stop(f"Assertion failed. {line_text(left)} != {line_text(right)}")


def mod(left: Value, right: Value) -> Value:
    return modulo(left, right)


def modulo_(left: Value, right: Value) -> Value:
    if left.__class__ is not float or right.__class__ is not float:
        refuse("modulo", "number, number", left, right)
    return modulo(left, right)


def xor(left: Value, right: Value) -> Value:
    return boolean("xor", left) is not boolean("xor", right)


def xnor(left: Value, right: Value) -> Value:
    return boolean("xnor", left) is boolean("xnor", right)


def compare_(left: Value, right: Value) -> float:
    if left.__class__ is not right.__class__:
        kinds = f"{type_name(left)} and {type_name(right)}"
        message = f"Comparison requires matching types. Got {kinds}"
        raise Stop(message, go=message)
    return float(compare(left, right))


def compare_array(left: Value, right: Value) -> float:
    """The order of two arrays, or of whatever else has a length and places."""
    if left.__class__ is list and right.__class__ is list:
        return float(compare(left, right))
    sizes = length(left), length(right)
    for at in range(int(min(sizes))):
        order = compare_(index(left, float(at)), index(right, float(at)))
        if order != 0.0:
            return order
    return float((sizes[0] > sizes[1]) - (sizes[0] < sizes[1]))


def array_less(left: Value, right: Value) -> Value:
    return compare_array(left, right) < 0


def array_greater(left: Value, right: Value) -> Value:
    return compare_array(left, right) > 0


def array_at_most(left: Value, right: Value) -> Value:
    return compare_array(left, right) <= 0


def array_at_least(left: Value, right: Value) -> Value:
    return compare_array(left, right) >= 0


def ext_var(name: Value) -> Value:
    return external(string("extVar", name))


def native_(name: Value) -> Value:
    return current().natives.get(string("native", name))


def trace(message: Value, rest: Value, place: str = "std.jsonnet:0") -> Value:
    if message.__class__ is not str:
        kind = type_name(message)
        raise Stop(f"Builtin function trace expected string as first parameter but got {kind}")
    current().trace(f"TRACE: {place} {message}")
    return force(rest) if rest.__class__ is Thunk else rest


def identity(value: Value) -> Value:
    return value
