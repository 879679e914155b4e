"""Exact numbers that print as they were written.

A number is ``mantissa * 10 ** (exponent - decimals)``.  Decimals and exponent are kept apart so
that ``1``, ``1.0`` and ``10e-1`` stay three spellings of one number.  The parts are as wide as in
the original (64, 16 and 8 bits): an operation that leaves them has no result here rather than a
rounded one.

Most numbers in configuration are integers, so a number with neither decimals nor exponent is a
plain Python ``int``; everything else is an ``Exact``.  ``make`` keeps to that rule, so no two
representations of the same spelling exist.
"""

from __future__ import annotations

from confty.generics import final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

SMALLEST: Final = -(2**63)
LARGEST: Final = 2**63 - 1
LITERAL_LIMIT: Final = 255


class Inexact(Exception):
    """An operation has no exact result within the limits."""


class Overflow(Inexact):
    """There is an exact result, but it is too large."""


class ZeroDivision(Exception):
    """A division by zero."""


@final
class Exact:
    """A number that was written with a point or an exponent."""

    __slots__ = ("decimals", "exponent", "mantissa")

    def __init__(self, mantissa: int, decimals: int, exponent: int) -> None:
        self.mantissa = mantissa
        self.decimals = decimals
        self.exponent = exponent

    def __repr__(self) -> str:
        return spell(self)

    # Equality, order and hash agree with ``int``, so that both can be keys of one dict.
    def __eq__(self, other: object) -> bool:
        if other.__class__ is int or other.__class__ is Exact:
            return compare(self, other) == 0
        return NotImplemented

    def __lt__(self, other: Number) -> bool:
        if other.__class__ is int or other.__class__ is Exact:
            return compare(self, other) < 0
        return NotImplemented

    def __gt__(self, other: Number) -> bool:
        if other.__class__ is int or other.__class__ is Exact:
            return compare(self, other) > 0
        return NotImplemented

    def __le__(self, other: Number) -> bool:
        if other.__class__ is int or other.__class__ is Exact:
            return compare(self, other) <= 0
        return NotImplemented

    def __ge__(self, other: Number) -> bool:
        if other.__class__ is int or other.__class__ is Exact:
            return compare(self, other) >= 0
        return NotImplemented

    def __hash__(self) -> int:
        mantissa, power = self.mantissa, self.exponent - self.decimals
        if not mantissa:
            return 0
        if power > 40:
            # Too large for any other spelling with the same value to be an int: strip zeros only.
            while mantissa % 10 == 0:
                mantissa //= 10
                power += 1
            return hash((mantissa, power))
        while power < 0 and mantissa % 10 == 0:
            mantissa //= 10
            power += 1
        if power >= 0:
            value = mantissa * 10**power
            if SMALLEST <= value <= LARGEST:
                return hash(value)
            while mantissa % 10 == 0:
                mantissa //= 10
                power += 1
        return hash((mantissa, power))


Number: TypeAlias = int | Exact


def make(mantissa: int, decimals: int, exponent: int) -> Number:
    """Return the number with these parts, or raise ``Inexact`` when one does not fit."""
    if not (SMALLEST <= mantissa <= LARGEST and decimals <= 255 and -32768 <= exponent <= 32767):
        raise Inexact
    if decimals or exponent:
        return Exact(mantissa, decimals, exponent)
    return mantissa


def parts(number: Number) -> tuple[int, int, int]:
    """Return mantissa, decimals and exponent."""
    if isinstance(number, Exact):
        return number.mantissa, number.decimals, number.exponent
    return number, 0, 0


def spell(number: Number) -> str:
    """Print a number the way it was written."""
    if not isinstance(number, Exact):
        return str(number)
    sign = "-" if number.mantissa < 0 else ""
    digits = str(abs(number.mantissa))
    if number.decimals:
        digits = digits.rjust(number.decimals + 1, "0")
        digits = f"{digits[: -number.decimals]}.{digits[-number.decimals :]}"
    return f"{sign}{digits}e{number.exponent}" if number.exponent else sign + digits


def read(text: str) -> Number:
    """Return the number of a literal without sign; ``Inexact`` when it does not fit."""
    if text[:2] in ("0x", "0b"):
        value = int(text.replace("_", ""), 0)
        if value > LARGEST:
            raise Inexact
        return value
    if len(text) < 19 and text.isdigit():
        return int(text)
    return _read_decimal(text)


def _read_decimal(text: str) -> Number:
    if len(text) > LITERAL_LIMIT:
        raise Inexact
    plain = text.replace("_", "").lower()
    body, _, written = plain.partition("e")
    whole, point, fraction = body.partition(".")
    mantissa, decimals, dropped, full = 0, 0, 0, False
    for index, digit in enumerate(whole + fraction):
        before_point = index < len(whole)
        larger = mantissa * 10 + int(digit)
        if not full and larger <= LARGEST:
            mantissa = larger
            decimals += not before_point
            continue
        if not full and digit >= "5":
            mantissa = min(mantissa + 1, LARGEST)
        full = True
        dropped += before_point
    exponent = int(written or 0) + dropped
    if not -32768 <= int(written or 0) <= 32767:
        raise Inexact
    if not point and not written and dropped:
        raise Inexact
    if point and not decimals and not exponent:
        # A literal with a point never becomes an integer.
        decimals, exponent = 1, 0 if not mantissa else 1
    return make(mantissa, decimals, exponent)


def negate(number: Number) -> Number:
    """Return the number with the other sign."""
    mantissa, decimals, exponent = parts(number)
    return make(-mantissa, decimals, exponent)


def _checked(value: int) -> int:
    if SMALLEST <= value <= LARGEST:
        return value
    raise Inexact


def _scaled(mantissa: int, power: int) -> int:
    """Multiply by a power of ten; zero stays zero only while the power itself would fit."""
    if power > 18:
        raise Inexact
    return _checked(mantissa * 10**power)


def add(left: Number, right: Number) -> Number:
    """Return the sum, in the finer of both spellings."""
    mantissa, decimals, exponent = parts(left)
    other, other_decimals, other_exponent = parts(right)
    if decimals < other_decimals:
        mantissa = _scaled(mantissa, other_decimals - decimals)
        decimals = other_decimals
    elif other_decimals < decimals:
        other = _scaled(other, decimals - other_decimals)
    if exponent > other_exponent:
        mantissa = _scaled(mantissa, exponent - other_exponent)
        exponent = other_exponent
    elif other_exponent > exponent:
        other = _scaled(other, other_exponent - exponent)
    return make(mantissa + other, decimals, exponent)


def subtract(left: Number, right: Number) -> Number:
    """Return the difference."""
    return add(left, negate(right))


def multiply(left: Number, right: Number) -> Number:
    """Return the product."""
    mantissa, decimals, exponent = parts(left)
    other, other_decimals, other_exponent = parts(right)
    return make(mantissa * other, decimals + other_decimals, exponent + other_exponent)


def divide(left: Number, right: Number) -> Number:
    """Return the exact quotient, or raise ``Inexact`` where it has no finite spelling."""
    mantissa, decimals, exponent = parts(left)
    other, other_decimals, other_exponent = parts(right)
    if not other:
        raise ZeroDivision
    mantissa = _scaled(mantissa, other_decimals)
    while mantissa % other:
        mantissa = _checked(mantissa * 10)
        decimals += 1
    try:
        return make(mantissa // other, decimals, exponent - other_exponent)
    except Inexact:
        raise Overflow from None


def power_of_ten(power: int) -> int:
    """Return a power of ten; beyond the width of all mantissas a smaller one decides as well."""
    found: int = 10 ** min(power, 40)
    return found


def compare(left: Number, right: Number) -> int:
    """Return a negative number, zero or a positive number, as the left is less, equal or more."""
    mantissa, decimals, exponent = parts(left)
    other, other_decimals, other_exponent = parts(right)
    power = (exponent - decimals) - (other_exponent - other_decimals)
    if power == 0 or (mantissa < 0) != (other < 0) or not mantissa or not other:
        return mantissa - other
    # A power beyond the width of both mantissas decides alone.
    if power > 0:
        return mantissa * power_of_ten(power) - other
    return mantissa - other * power_of_ten(-power)


def integer(number: Number) -> int | None:
    """Return the number as an integer when it is one, however it was written."""
    if not isinstance(number, Exact):
        return number
    mantissa, power = number.mantissa, number.exponent - number.decimals
    if power >= 0:
        if not mantissa:
            return 0
        value = mantissa * power_of_ten(power)
        return value if SMALLEST <= value <= LARGEST else None
    if not mantissa:
        return 0
    whole, rest = divmod(mantissa, power_of_ten(-power))
    return None if rest else whole


def rounded(number: Number, places: int) -> Number:
    """Round to a number of decimals, halves away from zero."""
    mantissa, decimals, exponent = parts(number)
    shift = places - decimals + exponent
    if shift > 18:
        raise Inexact
    if shift >= 0:
        return make(mantissa * 10**shift, places, 0)
    if shift < -18:
        return make(0, places, 0)
    factor = 10**-shift
    half = factor // 2 if mantissa > 0 else -(factor // 2)
    moved = max(SMALLEST, min(LARGEST, mantissa + half))
    whole = abs(moved) // factor
    return make(whole if moved >= 0 else -whole, places, 0)
