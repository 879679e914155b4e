"""Mathematics on finite doubles."""

from __future__ import annotations

import math

from confty.languages.jsonnet.evaluator.failure import Stop, overflow
from confty.languages.jsonnet.evaluator.library import elementary
from confty.languages.jsonnet.evaluator.library.wants import number, refuse, values
from confty.languages.jsonnet.evaluator.operators import divide, less, more
from confty.languages.jsonnet.evaluator.values import Thunk, Value, force, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def safely(work: Callable[..., float], *numbers: float) -> float:
    try:
        result = float(work(*numbers))
    except OverflowError:
        overflow(math.inf)
    except ValueError:
        overflow(math.nan)
    return result if result - result == 0.0 else overflow(result)


def of_one(name: str, work: Callable[[float], float]) -> Callable[[Value], float]:
    """A library function of one number."""

    def body(value: Value) -> float:
        return safely(work, number(name, value))

    return body


def _whole(work: Callable[[float], int]) -> Callable[[float], float]:
    """Rounding that keeps the sign of zero, which Python's integers lose."""

    def whole(value: float) -> float:
        result = float(work(value))
        return math.copysign(result, value) if result == 0 else result

    return whole


def _to_base(base: float, work: Callable[[float], float]) -> Callable[[float], float]:
    """A logarithm as the library has it, a quotient of natural ones."""

    def logarithm(value: float) -> float:
        top = work(value)
        return top if top - top != 0.0 else top / work(base)

    return logarithm


exp = of_one("exp", elementary.exponential)
log = of_one("log", elementary.logarithm)
log2 = of_one("log2", _to_base(2.0, elementary.logarithm))
log10 = of_one("log10", _to_base(10.0, elementary.logarithm))
floor = of_one("floor", _whole(math.floor))
ceil = of_one("ceil", _whole(math.ceil))
sqrt = of_one("sqrt", math.sqrt)
sin = of_one("sin", elementary.sine)
cos = of_one("cos", elementary.cosine)
tan = of_one("tan", elementary.tangent)
asin = of_one("asin", elementary.arcsine)
acos = of_one("acos", elementary.arccosine)
atan = of_one("atan", elementary.arctangent)
exponent = of_one("exponent", lambda x: math.frexp(x)[1])
mantissa = of_one("mantissa", lambda x: math.frexp(x)[0])


def of_two(name: str, work: Callable[[float, float], float]) -> Callable[[Value, Value], float]:
    """A library function of two numbers."""

    def body(one: Value, other: Value) -> float:
        if one.__class__ is not float or other.__class__ is not float:
            refuse(name, "number, number", one, other)
        return safely(work, one, other)

    return body


power = of_two("pow", elementary.power)
atan2 = of_two("atan2", elementary.angle_of)
hypot = of_two("hypot", elementary.hypotenuse)


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
    if high.__class__ is Thunk:
        high = force(high)
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
    return safely(lambda x: x * math.pi / 180, number("deg2rad", value))


def degrees(value: Value) -> float:
    return safely(lambda x: x * 180 / math.pi, number("rad2deg", value))


def round_(value: Value) -> float:
    given = number("round", value)
    whole = math.trunc(given)
    # Halves go away from zero, and what is rounded to nothing keeps its sign.
    away = abs(given - whole) >= 0.5
    return math.copysign(abs(whole) + away, given) if abs(given) < 2.0**52 else given


def _odd(name: str, value: Value) -> bool:
    return math.fmod(math.trunc(number(name, value)), 2) != 0


def is_even(value: Value) -> bool:
    return not _odd("isEven", value)


def is_odd(value: Value) -> bool:
    return _odd("isOdd", value)


def is_integer(value: Value) -> bool:
    return number("isInteger", value).is_integer()


def is_decimal(value: Value) -> bool:
    return not number("isDecimal", value).is_integer()


def total(items: list[Value]) -> float:
    """The sum of numbers, from the first to the last."""
    found = 0.0
    for item in values(items):
        found += number("sum", item)
    return found if found - found == 0.0 else overflow(found)


def sum_(items: Value) -> Value:
    if items.__class__ is not list:
        refuse("sum", "array", items)
    return total(items)


def average(items: Value) -> Value:
    if items.__class__ is not list:
        refuse("avg", "array", items)
    if not items:
        raise Stop("Cannot calculate average of an empty array.")
    return divide(total(items), float(len(items)))
