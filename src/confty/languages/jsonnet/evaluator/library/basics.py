"""Types, comparison, truth, and the run's surroundings."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.signature import native
from confty.languages.jsonnet.evaluator.library.wants import refuse, string
from confty.languages.jsonnet.evaluator.manifest.line import line_text
from confty.languages.jsonnet.evaluator.operators import (
    at_least,
    at_most,
    compare,
    equals,
    less,
    modulo,
    more,
    to_string,
)
from confty.languages.jsonnet.evaluator.texts import number_text
from confty.languages.jsonnet.evaluator.values import Func, Obj, Thunk, Value, force, type_name
from confty.languages.jsonnet.evaluator.world import current, external


@native("type(x)")
def type_(value: Value) -> str:
    """The name of a value's type."""
    return type_name(value)


@native("isArray(v)")
def is_array(value: Value) -> bool:
    """Whether it is an array."""
    return value.__class__ is list or type_name(value) == "array"


@native("isBoolean(v)")
def is_boolean(value: Value) -> bool:
    """Whether it is true or false."""
    return value.__class__ is bool or type_name(value) == "boolean"


@native("isFunction(v)")
def is_function(value: Value) -> bool:
    """Whether it is a function."""
    return value.__class__ is Func or type_name(value) == "function"


@native("isNumber(v)")
def is_number(value: Value) -> bool:
    """Whether it is a number."""
    return value.__class__ is float or type_name(value) == "number"


@native("isObject(v)")
def is_object(value: Value) -> bool:
    """Whether it is an object."""
    return value.__class__ is Obj or type_name(value) == "object"


@native("isString(v)")
def is_string(value: Value) -> bool:
    """Whether it is a string."""
    return value.__class__ is str or type_name(value) == "string"


@native("isNull(v)")
def is_null(value: Value) -> bool:
    """Whether it is null."""
    return value is None or type_name(value) == "null"


@native("length(x)")
def length(value: Value) -> Value:
    """How many elements, characters, visible fields or parameters."""
    kind = value.__class__
    if kind is list or kind is str:
        return float(len(value))
    if kind is Obj:
        return float(len(value.shape.visible))
    if kind is Func:
        return float(value.arity)
    message = f"length operates on strings, objects, and arrays, got {type_name(value)}"
    raise Stop(message)


@native("toString(a)")
def to_text(value: Value) -> Value:
    """The value as a string."""
    if value.__class__ is float:
        return number_text(value)
    return to_string(value)


@native("equals(a, b)")
def equals_(left: Value, right: Value) -> Value:
    """What ``==`` answers."""
    return equals(left, right)


@native("primitiveEquals(x, y)")
def primitive_equals(left: Value, right: Value) -> Value:
    """``==`` for values that are neither arrays nor objects."""
    if left.__class__ is not right.__class__:
        return False
    if left.__class__ is list or left.__class__ is Obj:
        raise Stop(f"primitiveEquals operates on primitive types, got {type_name(left)}")
    return equals(left, right)


@native("assertEqual(a, b)")
def assert_equal(left: Value, right: Value) -> Value:
    """True when both are equal, else the program stops."""
    if equals(left, right) is True:
        return True
    raise Stop(f"Assertion failed. {line_text(left)} != {line_text(right)}")


@native("mod(a, b)")
def mod(left: Value, right: Value) -> Value:
    """What ``%`` answers."""
    return modulo(left, right)


@native("modulo(a, b)")
def modulo_(left: Value, right: Value) -> Value:
    """The remainder of two numbers."""
    if left.__class__ is not float or right.__class__ is not float:
        refuse("modulo", "number, number", left, right)
    return modulo(left, right)


def _booleans(name: str, left: Value, right: Value) -> None:
    for value in (left, right):
        if value.__class__ is not bool:
            raise Stop(f"std.{name} expected booleans, got {type_name(value)}")


@native("xor(x, y)")
def xor(left: Value, right: Value) -> Value:
    """Whether exactly one is true."""
    return not equals(left, right)


@native("xnor(x, y)")
def xnor(left: Value, right: Value) -> Value:
    """Whether both are the same."""
    return equals(left, right)


@native("__compare(v1, v2)")
def compare_(left: Value, right: Value) -> float:
    """The order of two values: -1, 0 or 1."""
    if left.__class__ is not right.__class__:
        kinds = f"{type_name(left)} and {type_name(right)}"
        raise Stop(f"Comparison requires matching types. Got {kinds}")
    return float(compare(left, right))


@native("__compare_array(arr1, arr2)")
def compare_array(left: Value, right: Value) -> float:
    """The order of two arrays: -1, 0 or 1."""
    return float(compare(left, right))


@native("__array_less(arr1, arr2)")
def array_less(left: Value, right: Value) -> Value:
    """``<`` of two arrays."""
    return less(left, right)


@native("__array_greater(arr1, arr2)")
def array_greater(left: Value, right: Value) -> Value:
    """``>`` of two arrays."""
    return more(left, right)


@native("__array_less_or_equal(arr1, arr2)")
def array_at_most(left: Value, right: Value) -> Value:
    """``<=`` of two arrays."""
    return at_most(left, right)


@native("__array_greater_or_equal(arr1, arr2)")
def array_at_least(left: Value, right: Value) -> Value:
    """``>=`` of two arrays."""
    return at_least(left, right)


@native("extVar(x)")
def ext_var(name: Value) -> Value:
    """The value of an external variable."""
    return external(string("extVar", name))


@native("native(name)")
def native_(name: Value) -> Value:
    """A function that the embedding program provides, or null."""
    return current().natives.get(string("native", name))


@native("trace(str, rest?)", placed=True)
def trace(message: Value, rest: Value, place: str = "std.jsonnet:0") -> Value:
    """Show a message while the program runs, and go on with ``rest``."""
    if message.__class__ is not str:
        kind = type_name(message)
        raise Stop(f"Builtin function trace expected string as first parameter but got {kind}")
    current().trace(f"TRACE: {place} {message}")
    return force(rest) if rest.__class__ is Thunk else rest


@native("id(x)")
def identity(value: Value) -> Value:
    """The value itself."""
    return value
