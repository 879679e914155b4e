"""Numbers on a command line."""

from __future__ import annotations

from confty.text.digits import whole_number


class BadNumber(ValueError):
    """A text that is no number that can be used; the message says what was expected."""


def amount(text: str) -> float:
    """Read a number above zero."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise BadNumber(f"expected a number above 0, found {text!r}")
    return found


def positive(text: str) -> int:
    """Read a number of at least one."""
    number = whole_number(text)
    if not number:
        raise BadNumber(f"expected a number of at least 1, found {text!r}")
    return number
