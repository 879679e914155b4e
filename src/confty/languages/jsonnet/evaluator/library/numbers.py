"""Mathematics on finite doubles."""

from __future__ import annotations

import math
from collections.abc import Callable

from confty.languages.jsonnet.evaluator.failure import Stop, overflow
from confty.languages.jsonnet.evaluator.library.wants import element, number, refuse, values
from confty.languages.jsonnet.evaluator.operators import add, divide, less, more
from confty.languages.jsonnet.evaluator.values import Value, type_name


def _safely(work: Callable[..., float], *numbers: float) -> float:
    try:
        result = float(work(*numbers))
    except OverflowError:
        overflow(math.inf)
    except ValueError:
        overflow(math.nan)
    return result if result - result == 0.0 else overflow(result)


def _of(name: str, work: Callable[[float], float]) -> Callable[[Value], float]:
    """A library function of one number."""

    def body(value: Value) -> float:
        return _safely(work, number(name, value))

    return body


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


exp = _of("exp", math.exp)
log = _of("log", _logarithm(math.log))
log2 = _of("log2", _logarithm(math.log2))
log10 = _of("log10", _logarithm(math.log10))
floor = _of("floor", _whole(math.floor))
ceil = _of("ceil", _whole(math.ceil))
sqrt = _of("sqrt", math.sqrt)
sin = _of("sin", math.sin)
cos = _of("cos", math.cos)
tan = _of("tan", math.tan)
asin = _of("asin", math.asin)
acos = _of("acos", math.acos)
atan = _of("atan", math.atan)
exponent = _of("exponent", lambda x: math.frexp(x)[1])
mantissa = _of("mantissa", lambda x: math.frexp(x)[0])


def power(base: Value, exponent: Value) -> float:
    if base.__class__ is not float or exponent.__class__ is not float:
        refuse("pow", "number, number", base, exponent)
    return _safely(math.pow, base, exponent)


def atan2(y: Value, x: Value) -> float:
    if x.__class__ is not float or y.__class__ is not float:
        refuse("atan2", "number, number", y, x)
    return math.atan2(y, x)


def hypot(one: Value, other: Value) -> float:
    if one.__class__ is not float or other.__class__ is not float:
        refuse("hypot", "number, number", one, other)
    return _safely(lambda a, b: math.sqrt(a * a + b * b), one, other)


def _ordinal(name: str, first: Value, second: Value) -> None:
    for word, value in (("first", first), ("second", second)):
        if value.__class__ is not float:
            kind = type_name(value)
            raise Stop(f"std.{name} {word} param expected number, got {kind}")


def maximum(first: Value, second: Value) -> float:
    _ordinal("max", first, second)
    return float(first) if first > second else float(second)


def minimum(first: Value, second: Value) -> float:
    _ordinal("min", first, second)
    return float(first) if first < second else float(second)


def clamp(value: Value, low: Value, high: Value) -> Value:
    if less(value, low) is True:
        return low
    return high if more(value, high) is True else value


def absolute(value: Value) -> float:
    if value.__class__ is not float:
        raise Stop(f"std.abs expected number, got {type_name(value)}")
    return float(value) if value > 0 else -float(value)


def sign(value: Value) -> float:
    if value.__class__ is not float:
        raise Stop(f"std.sign expected number, got {type_name(value)}")
    return float((value > 0) - (value < 0))


def radians(value: Value) -> float:
    return _safely(lambda x: x * math.pi / 180, number("deg2rad", value))


def degrees(value: Value) -> float:
    return _safely(lambda x: x * 180 / math.pi, number("rad2deg", value))


def rounded(value: float) -> float:
    return float(math.floor(value + 0.5))


def round_(value: Value) -> float:
    return rounded(number("floor", value))


def is_even(value: Value) -> bool:
    return math.fmod(rounded(number("floor", value)), 2) == 0


def is_odd(value: Value) -> bool:
    return math.fmod(rounded(number("floor", value)), 2) != 0


def is_integer(value: Value) -> bool:
    return bool(rounded(number("floor", value)) == value)


def is_decimal(value: Value) -> bool:
    return bool(rounded(number("floor", value)) != value)


def _total(items: list[Value]) -> Value:
    total: Value = 0.0
    for item in values(items):
        total = add(total, item)
    return total


def sum_(items: Value) -> Value:
    if items.__class__ is not list:
        refuse("sum", "array", items)
    return _total(items)


def average(items: Value) -> Value:
    if items.__class__ is not list:
        refuse("avg", "array", items)
    if not items:
        raise Stop("Cannot calculate average of an empty array.")
    if element(items, 0).__class__ is not float:
        number("avg", element(items, 0))
    return divide(_total(items), float(len(items)))
