"""Numbers on a command line, for argparse."""

from __future__ import annotations

import argparse

from confty.text.digits import whole_number


def amount(text: str) -> float:
    """Read a number above zero."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {text!r}")
    return found


def positive(text: str) -> int:
    """Read a number of at least one."""
    number = whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError(f"expected a number of at least 1, found {text!r}")
    return number
