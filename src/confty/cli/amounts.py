"""Numbers on a command line, and texts that must not be empty."""

from __future__ import annotations

from confty.text.digits import whole_number


class BadValue(ValueError):
    """A text that cannot be used; the message says what was expected."""


def amount(text: str) -> float:
    """Read a number above zero."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise BadValue(f"expected a number above 0, found {text!r}")
    return found


def positive(text: str) -> int:
    """Read a number of at least one."""
    number = whole_number(text)
    if not number:
        raise BadValue(f"expected a number of at least 1, found {text!r}")
    return number


def path(text: str) -> str:
    """Read where something lies: a variable that is not set names nothing."""
    if not text:
        raise BadValue("expected a path, found nothing")
    return text


def engine(text: str) -> str:
    """Read who works; whether there is anybody shows when they are asked."""
    if not text:
        raise BadValue("expected dask://HOST:PORT, found nothing")
    return text
