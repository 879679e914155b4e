"""What a value is, and how long: what programs ask most."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import Func, Obj, Value, type_name


def type_(value: Value) -> str:
    return type_name(value)


def is_array(value: Value) -> bool:
    return value.__class__ is list or type_name(value) == "array"


def is_boolean(value: Value) -> bool:
    return value.__class__ is bool or type_name(value) == "boolean"


def is_function(value: Value) -> bool:
    return value.__class__ is Func or type_name(value) == "function"


def is_number(value: Value) -> bool:
    return value.__class__ is float or type_name(value) == "number"


def is_object(value: Value) -> bool:
    return value.__class__ is Obj or type_name(value) == "object"


def is_string(value: Value) -> bool:
    return value.__class__ is str or type_name(value) == "string"


def is_null(value: Value) -> bool:
    return value is None or type_name(value) == "null"


def length(value: Value) -> Value:
    kind = value.__class__
    if kind is list or kind is str:
        return float(len(value))
    if kind is Obj:
        return float(len(value.shape.visible))
    if kind is Func:
        return float(value.arity - len(value.optional))
    message = f"length operates on strings, objects, and arrays, got {type_name(value)}"
    raise Stop(message)
