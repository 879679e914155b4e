"""HCL's dynamic values: the implicit conversions, equality and how numbers print.

Values are plain Python data: None, bool, int, Decimal, str, list, dict.  Whole numbers are int,
everything else is a Decimal with more digits than HCL's 512-bit floats, so that nothing is lost
before a program hands a number to somebody who wants a double.
"""

from __future__ import annotations

from decimal import Context, Decimal, InvalidOperation

from confty.kit.hcl.syntax import Number
from confty.patterns import ASCII, pattern
from confty.values import Labelled, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# 512 bits are 154 digits; a few more keep sums of such numbers apart.
PRECISION: Final = Context(prec=200, Emax=999_999, Emin=-999_999)
# Whole numbers are exact up to so many bits, eight times what HCL keeps.
_LONG: Final = 4096
#: A text made in one step is no longer than this; Python cannot be interrupted while it makes one.
LONGEST_TEXT: Final = 1 << 26
_FARTHEST: Final = PRECISION.Emax
_ZERO: Final = pattern(r"-?[0.]++(?:[eE]|\Z)")
_NUMBER: Final = pattern(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z", ASCII)


class CannotConvert(Exception):
    """A value that cannot be what is asked of it; the message says why."""


def kind_of(value: object) -> str:
    """Name the kind of a value for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a bool"
    if isinstance(value, (int, float, Decimal)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return f"an {type(value).__name__.lower()}"


def to_number(value: object) -> Number:
    """Convert to a number: numbers and numeric strings, never booleans."""
    if isinstance(value, bool):
        raise CannotConvert("expected a number, found a bool")
    if isinstance(value, (int, Decimal)):
        return value
    if isinstance(value, float):
        return tidy(Decimal(repr(value)))
    if isinstance(value, str):
        if _NUMBER.match(value):
            return read_number(value)
        raise CannotConvert("expected a number, found a string that is none")
    raise CannotConvert(f"expected a number, found {kind_of(value)}")


def read_number(text: str) -> Number:
    """Read decimal digits; the text was checked to be a number."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = None
    # Zero is in range however it is written, and its exponent would only be carried along.
    if value is None or (value and not -_FARTHEST <= value.adjusted() <= _FARTHEST):
        if _ZERO.match(text):
            return 0
        raise CannotConvert("expected a number, found one that is out of range")
    return tidy(value) if value else 0


def to_bool(value: object) -> bool:
    """Convert to a boolean: booleans and the words for them."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        if value in ("true", "1"):
            return True
        if value in ("false", "0"):
            return False
        raise CannotConvert('expected a bool, found a string other than "true" and "false"')
    raise CannotConvert(f"expected a bool, found {kind_of(value)}")


def to_string(value: object) -> str:
    """Convert to a string: strings, numbers without exponent, true and false."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, Decimal, float)):
        return number_text(value)
    raise CannotConvert(f"expected a string, found {kind_of(value)}")


def number_text(value: Number | float) -> str:
    """Print a number in the shortest decimal form without an exponent."""
    if isinstance(value, float):
        value = tidy(Decimal(repr(value)))
    if isinstance(value, int):
        if value.bit_length() < _LONG:
            return str(value)
        # Python refuses to print a very long int; a Decimal is printed whole.
        value = Decimal(value)
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def tidy(value: Decimal) -> Number:
    """Make a whole number an int, unless it is astronomically large."""
    if value.is_finite() and value.adjusted() < 400 and value == value.to_integral_value():
        return int(value)
    return value


def arithmetic(operator: str, left: Number, right: Number) -> Number:
    """Apply ``+ - * / %`` to two numbers."""
    if isinstance(left, int) and isinstance(right, int):
        if operator == "+":
            return left + right
        if operator == "-":
            return left - right
        # Longer products are rounded as HCL rounds them, or squares of squares would never end.
        if operator == "*" and left.bit_length() + right.bit_length() < _LONG:
            return left * right
    first, second = Decimal(left), Decimal(right)
    if operator in "/%" and second == 0:
        raise CannotConvert("a number cannot be divided by zero")
    try:
        return tidy(_OPERATIONS[operator](first, second))
    except ArithmeticError:
        raise CannotConvert("the result is out of range") from None


_OPERATIONS: Final = {
    "+": PRECISION.add,
    "-": PRECISION.subtract,
    "*": PRECISION.multiply,
    "/": PRECISION.divide,
    "%": PRECISION.remainder,
}


def negated(value: Number) -> Number:
    """Change the sign, exactly."""
    return -value if isinstance(value, int) else value.copy_negate()


def equal(left: object, right: object) -> bool:
    """Deep equality without conversion: values of different kinds are unequal."""
    if isinstance(left, bool) or isinstance(right, bool) or left is None or right is None:
        return left is right
    if isinstance(left, (int, Decimal, float)) and isinstance(right, (int, Decimal, float)):
        return left == right
    if left is right:
        # A value may hold one part many times; comparing it with itself would never end.
        return True
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
    return type(left) is type(right) and left == right


def differ(left: object, right: object) -> bool:
    """Whether values that may be known in part are unequal by what is known of them."""
    return _differ(left, right, set())


def _differ(left: object, right: object, seen: set[tuple[int, int]]) -> bool:
    left = left.value if isinstance(left, Labelled) else left
    right = right.value if isinstance(right, Labelled) else right
    if isinstance(left, Unknown) or isinstance(right, Unknown) or (id(left), id(right)) in seen:
        return False
    seen.add((id(left), id(right)))
    if isinstance(left, list) and isinstance(right, list):
        pairs = zip(left, right, strict=False)
        return len(left) != len(right) or any(_differ(*pair, seen) for pair in pairs)
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() != right.keys() or any(
            _differ(left[key], right[key], seen) for key in left
        )
    return not equal(left, right)


def joined(parts: list[str], separator: str = "") -> str:
    """Put texts together, unless that would be longer than a text may be."""
    within_text(sum(map(len, parts)) + len(separator) * (len(parts) - 1 if parts else 0))
    return separator.join(parts)


def within_text(length: int) -> None:
    """Refuse what would be too long for a text."""
    if length > LONGEST_TEXT:
        raise CannotConvert(f"the text would be longer than {LONGEST_TEXT} characters")


def unified(left: object, right: object) -> tuple[object, object]:
    """Bring two results to one kind where a conversion exists: text wins over number and bool."""
    if isinstance(left, str) and isinstance(right, (bool, int, Decimal, float)):
        return left, to_string(right)
    if isinstance(right, str) and isinstance(left, (bool, int, Decimal, float)):
        return to_string(left), right
    return left, right
