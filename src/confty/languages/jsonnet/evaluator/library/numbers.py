"""Mathematics on finite doubles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.signature import native
from confty.languages.jsonnet.evaluator.library.wants import element, number, refuse, values
from confty.languages.jsonnet.evaluator.operators import add, less, more, overflow
from confty.languages.jsonnet.evaluator.values import Value, type_name


def _safely(work: Callable[..., Any], *numbers: float) -> float:
    try:
        result = float(work(*numbers))
    except OverflowError:
        overflow(math.inf)
    except ValueError:
        overflow(math.nan)
    return result if result - result == 0.0 else overflow(result)


def _define(signature: str, work: Callable[[float], Any], description: str) -> None:
    name = signature.partition("(")[0]

    def body(value: Value) -> float:
        return _safely(work, number(name, value))

    body.__doc__ = description
    native(signature)(body)


def _logarithm(work: Callable[[float], float]) -> Callable[[float], float]:
    def logarithm(value: float) -> float:
        return -math.inf if value == 0 else work(value)

    return logarithm


def _whole(work: Callable[[float], int]) -> Callable[[float], float]:
    """Rounding that keeps the sign of zero, which Python's integers lose."""

    def whole(value: float) -> float:
        result = float(work(value))
        return math.copysign(result, value) if result == 0 else result

    return whole


_define("exp(n)", math.exp, "e to the power of the number.")
_define("log(n)", _logarithm(math.log), "The natural logarithm.")
_define("log2(n)", _logarithm(math.log2), "The logarithm to base 2.")
_define("log10(n)", _logarithm(math.log10), "The logarithm to base 10.")
_define("floor(x)", _whole(math.floor), "The largest whole number that is not larger.")
_define("ceil(x)", _whole(math.ceil), "The smallest whole number that is not smaller.")
_define("sqrt(x)", math.sqrt, "The square root.")
_define("sin(x)", math.sin, "The sine.")
_define("cos(x)", math.cos, "The cosine.")
_define("tan(x)", math.tan, "The tangent.")
_define("asin(x)", math.asin, "The inverse of the sine.")
_define("acos(x)", math.acos, "The inverse of the cosine.")
_define("atan(x)", math.atan, "The inverse of the tangent.")
_define("exponent(n)", lambda x: math.frexp(x)[1], "The binary exponent.")
_define("mantissa(n)", lambda x: math.frexp(x)[0], "The binary mantissa.")


@native("pow(x, n)")
def power(base: Value, exponent: Value) -> float:
    """``base`` to the power of ``exponent``."""
    if base.__class__ is not float or exponent.__class__ is not float:
        refuse("pow", "number, number", base, exponent)
    return _safely(math.pow, base, exponent)


@native("atan2(y, x)")
def atan2(y: Value, x: Value) -> float:
    """The angle of the point (x, y)."""
    if x.__class__ is not float or y.__class__ is not float:
        refuse("atan2", "number, number", y, x)
    return math.atan2(y, x)


@native("hypot(a, b)")
def hypot(one: Value, other: Value) -> float:
    """The length of the hypotenuse."""
    if one.__class__ is not float or other.__class__ is not float:
        refuse("hypot", "number, number", one, other)
    return _safely(lambda a, b: math.sqrt(a * a + b * b), one, other)


def _ordinal(name: str, first: Value, second: Value) -> None:
    for word, value in (("first", first), ("second", second)):
        if value.__class__ is not float:
            kind = type_name(value)
            raise Stop(f"std.{name} {word} param expected number, got {kind}")


@native("max(a, b)")
def maximum(first: Value, second: Value) -> float:
    """The larger one."""
    _ordinal("max", first, second)
    return float(first) if first > second else float(second)


@native("min(a, b)")
def minimum(first: Value, second: Value) -> float:
    """The smaller one."""
    _ordinal("min", first, second)
    return float(first) if first < second else float(second)


@native("clamp(x, minVal, maxVal)")
def clamp(value: Value, low: Value, high: Value) -> Value:
    """The nearest value between two limits."""
    if less(value, low) is True:
        return low
    return high if more(value, high) is True else value


@native("abs(n)")
def absolute(value: Value) -> float:
    """The number without its sign."""
    if value.__class__ is not float:
        raise Stop(f"std.abs expected number, got {type_name(value)}")
    return float(value) if value > 0 else -float(value)


@native("sign(n)")
def sign(value: Value) -> float:
    """-1, 0 or 1."""
    if value.__class__ is not float:
        raise Stop(f"std.sign expected number, got {type_name(value)}")
    return float((value > 0) - (value < 0))


@native("deg2rad(x)")
def radians(value: Value) -> float:
    """Degrees to radians."""
    return number("deg2rad", value) * math.pi / 180


@native("rad2deg(x)")
def degrees(value: Value) -> float:
    """Radians to degrees."""
    return _safely(lambda x: x * 180 / math.pi, number("rad2deg", value))


def rounded(value: float) -> float:
    """The nearest whole number, halves up."""
    return float(math.floor(value + 0.5))


@native("round(x)")
def round_(value: Value) -> float:
    """The nearest whole number, halves up."""
    return rounded(number("floor", value))


@native("isEven(x)")
def is_even(value: Value) -> bool:
    """Whether the nearest whole number is even."""
    return math.fmod(rounded(number("floor", value)), 2) == 0


@native("isOdd(x)")
def is_odd(value: Value) -> bool:
    """Whether the nearest whole number is odd."""
    return math.fmod(rounded(number("floor", value)), 2) != 0


@native("isInteger(x)")
def is_integer(value: Value) -> bool:
    """Whether the number is whole."""
    return bool(rounded(number("floor", value)) == value)


@native("isDecimal(x)")
def is_decimal(value: Value) -> bool:
    """Whether the number has a fraction."""
    return bool(rounded(number("floor", value)) != value)


def _total(items: list[Value]) -> Value:
    total: Value = 0.0
    for item in values(items):
        total = add(total, item)
    return total


@native("sum(arr)")
def sum_(items: Value) -> Value:
    """The sum of an array of numbers."""
    if items.__class__ is not list:
        refuse("sum", "array", items)
    return _total(items)


@native("avg(arr)")
def average(items: Value) -> Value:
    """The mean of an array of numbers."""
    if items.__class__ is not list:
        refuse("avg", "array", items)
    if not items:
        raise Stop("Cannot calculate average of an empty array.")
    if element(items, 0).__class__ is not float:
        number("avg", element(items, 0))
    return _total(items) / len(items)
