"""How numbers, dates and strings are spelled; exact, and shared by the writers.

A number is written so that reading it gives it back: integers in full, floats by their
shortest text, decimals by their own digits.
"""

from __future__ import annotations

from math import isfinite

from confty.render import codes
from confty.render.codes import Unwritable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date, time
    from decimal import Decimal


def number(value: float | Decimal) -> str:
    """The JSON spelling of a number; raise for those JSON does not have."""
    if isinstance(value, int):
        return digits(value)
    if not isfinite(value):
        raise Unwritable(
            codes.NOT_FINITE,
            f"JSON has no number for {special(value)}",
            (),
            "write it as a string or null",
        )
    return float.__repr__(value) if isinstance(value, float) else str(value)


def digits(value: int) -> str:
    """All digits of an integer, also of those too long for ``str``."""
    try:
        return int.__repr__(value)
    except ValueError:  # the interpreter's limit on int to str conversion
        from decimal import Decimal  # noqa: PLC0415  start-up: few numbers are as long

        return format(Decimal(value), "f")


def special(value: float | Decimal) -> str:
    """``inf``, ``-inf`` or ``nan``."""
    if value != value:  # noqa: PLR0124  the definition of not-a-number
        return "nan"
    return "inf" if value > 0 else "-inf"


def moment(value: date | time) -> str:
    """A date, a time or both as RFC 3339 writes them; UTC is ``Z``."""
    text = value.isoformat()
    if "." in text:
        # Six digits of a second are Python's habit; those that say nothing go.
        whole, _, rest = text.partition(".")
        fraction = rest[:6].rstrip("0")
        text = f"{whole}.{fraction}{rest[6:]}"
    zoned = getattr(value, "tzinfo", None) is not None
    return text[:-6] + "Z" if zoned and text.endswith("+00:00") else text


def encoded(value: bytes) -> str:
    """Bytes as base64, the form in which YAML has them and other formats take them."""
    from base64 import b64encode  # noqa: PLC0415  start-up: few documents hold bytes

    return b64encode(value).decode("ascii")


def whole_characters(text: str) -> str:
    """Return ``text``, or raise when half a surrogate pair makes it no text at all."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        half = ord(text[error.start])
        raise Unwritable(
            codes.BAD_CHARACTER, f"U+{half:04X} is half of a surrogate pair and no character"
        ) from None
    return text


def no_form(value: object, format_name: str) -> Unwritable:
    """The refusal of a value that is not plain data."""
    kind = type(value).__name__
    return Unwritable(codes.NO_FORM, f"{format_name} has no form for a value of type {kind}")


def raw(value: object) -> str:
    """A string as it is; of a list of strings each with a line break after it."""
    if isinstance(value, str):
        return whole_characters(value)
    if not isinstance(value, (list, tuple)):
        raise Unwritable(codes.NOT_TEXT, "raw output is a string or a list of strings")
    parts = []
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise Unwritable(codes.NOT_TEXT, "each line of raw output is a string", (index,))
        parts.append(whole_characters(item) + "\n")
    return "".join(parts)
