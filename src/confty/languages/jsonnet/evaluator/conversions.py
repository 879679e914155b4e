"""What a template makes of a number or a character.

The arithmetic follows the reference step by step, in doubles, because its digits for very
large numbers and its rounding are part of what users see.
"""

from __future__ import annotations

from sys import float_info

from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.failure import Stop, as_long, fail, overflow
from confty.languages.jsonnet.evaluator.values import Value, number_text, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, Protocol

    class Directive(Protocol):
        """What counts of a code of a template."""

        flags: frozenset[str]
        capitals: bool


_EXACT: Final = 2.0**53
# The natural logarithm of ten; ``math`` is loaded by the few templates that need more of it.
_LN10: Final = 2.302585092994046
_floor: Final = float.__floor__


def character(code: float) -> str:
    """The character of a code point."""
    if not 0 <= code < 0x110000:
        from confty.languages.jsonnet.evaluator.go_words import number  # noqa: PLC0415  loaded by the runs that need it

        at = as_long(code)
        wrong = "codepoints must be >= 0, got" if at < 0 else "invalid unicode codepoint, got"
        go = "Codepoints must be >= 0, got" if code < 0 else "Invalid unicode codepoint, got"
        raise Stop(f"{wrong} {at}", go=f"{go} {number(code)}")
    point = int(code)
    return "\ufffd" if 0xD800 <= point < 0xE000 else chr(point)


def one_character(value: Value) -> str:
    """What ``%c`` makes of a value."""
    if value.__class__ is float:
        return character(value)
    if value.__class__ is not str:
        fail(f"%c expected number / string, got: {type_name(value)}")
    if len(value) != 1:
        fail(f"%c expected 1-sized string got: {len(value)}")
    return str(value)


def _sign(negative: bool, code: Directive) -> str:
    if negative:
        return "-"
    if "+" in code.flags:
        return "+"
    return " " if " " in code.flags else ""


def _digits(number: float, radix: int) -> str:
    """The digits of a whole number, as repeated division in doubles gives them."""
    if number < _EXACT:
        whole = int(number)
        if whole != number:
            # What a precision below zero leaves; its last digit is all that is left of it.
            return (str(whole // 10) if whole >= 10 else "") + number_text(number % 10)
        return str(whole) if radix == 10 else f"{whole:o}" if radix == 8 else f"{whole:x}"
    digits: list[str] = []
    while number != 0:
        digits.append(f"{int(number % radix):x}")
        number = float(_floor(number / radix))
    return "".join(reversed(digits))


def _whole(sign: str, digits: str, zero_pad: float, least: float) -> str:
    return sign + digits.rjust(int(max(zero_pad - len(sign), least)), "0")


def _integer(
    value: float, code: Directive, zero_pad: float, precision: Value, radix: int = 10
) -> str:
    magnitude = float(_floor(abs(value)))
    digits = _digits(magnitude, radix)
    if radix == 8 and "#" in code.flags and magnitude:
        digits = "0" + digits
    return _whole(_sign(value <= -1, code), digits, zero_pad, precision or 0.0)


def _octal(value: float, code: Directive, zero_pad: float, precision: Value) -> str:
    return _integer(value, code, zero_pad, precision, 8)


def _hexadecimal(value: float, code: Directive, zero_pad: float, precision: Value) -> str:
    value = float(_floor(value))
    digits = _digits(abs(value), 16)
    sign = _sign(value < 0, code)
    prefix = "0x" if "#" in code.flags else ""
    least = int(max(zero_pad - len(sign) - len(prefix), precision or 0.0))
    text = prefix + digits.rjust(least, "0")
    return sign + (text.upper() if code.capitals else text)


def _power_of_ten(exponent: float) -> float:
    try:
        return float(10.0**exponent)
    except OverflowError:
        overflow(float("inf"))


def _decimal(
    value: float, code: Directive, zero_pad: float, precision: float, *, trailing: bool = True
) -> str:
    dotted = "#" in code.flags
    denominator = _power_of_ten(precision)
    if not denominator:
        fail("Division by zero.")
    numerator = abs(value) * denominator + 0.5
    if numerator - numerator != 0.0:
        overflow(numerator)
    whole = float(_floor(numerator / denominator))
    fraction = float(_floor(numerator)) % denominator
    dot = 0 if precision == 0 and not dotted else 1
    text = _whole(_sign(value < 0, code), _digits(whole, 10), zero_pad - precision - dot, 0.0)
    if precision == 0:
        return text + "." if dotted else text
    if not trailing and fraction <= 0:
        return text
    digits = _digits(fraction, 10).rjust(int(precision), "0")
    return text + "." + (digits if trailing else digits.rstrip("0"))


def _exponent(value: float) -> float:
    size = abs(value)
    if not size:
        return 0.0
    if size < float_info.min and current().dialect == "go":
        # Go's logarithm of the smallest numbers is another.
        from confty.languages.jsonnet.evaluator.library.elementary import logarithm  # noqa: PLC0415  loaded by the runs that need it

        return float(_floor(logarithm(size) / _LN10))
    from math import log  # noqa: PLC0415  loaded by the runs that need it

    return float(_floor(log(size) / _LN10))


def _scientific(
    value: float, code: Directive, zero_pad: float, precision: float, *, trailing: bool = True
) -> str:
    exponent = _exponent(value)
    sign = "-" if exponent < 0 else "+"
    suffix = ("E" if code.capitals else "e") + sign + number_text(abs(exponent)).rjust(2, "0")
    if exponent == -324:
        mantissa = value * 10 / _power_of_ten(exponent + 1)
    else:
        mantissa = value / _power_of_ten(exponent)
    text = _decimal(mantissa, code, zero_pad - len(suffix), precision, trailing=trailing)
    return text + suffix


def _fixed(value: float, code: Directive, zero_pad: float, precision: Value) -> str:
    return _decimal(value, code, zero_pad, 6.0 if precision is None else precision)


def _exponential(value: float, code: Directive, zero_pad: float, precision: Value) -> str:
    return _scientific(value, code, zero_pad, 6.0 if precision is None else precision)


def _general(value: float, code: Directive, zero_pad: float, precision: Value) -> str:
    digits = 6.0 if precision is None else precision
    exponent = _exponent(value)
    trailing = "#" in code.flags
    if exponent < -4 or exponent >= digits:
        return _scientific(value, code, zero_pad, digits - 1, trailing=trailing)
    before = max(1.0, exponent + 1)
    return _decimal(value, code, zero_pad, digits - before, trailing=trailing)


#: What is made of a number, by the kind of a code.
NUMBERS: Final[dict[str, Callable[[float, Directive, float, Value], str]]] = {
    "d": _integer,
    "o": _octal,
    "x": _hexadecimal,
    "f": _fixed,
    "e": _exponential,
    "g": _general,
}
