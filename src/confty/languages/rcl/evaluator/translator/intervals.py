"""Integers whose size is known before the program runs.

A loop over ``std.range(0, 300)`` binds plain integers from 0 to 299; sums and products of such
numbers stay small.  Where that is certain, translated code needs neither a class test nor an
overflow test.
"""

from __future__ import annotations

from typing import TypeAlias

from confty.languages.rcl.numbers import LARGEST, SMALLEST

# The least and the greatest value, when the value is certainly a plain integer.
Interval: TypeAlias = "tuple[int, int] | None"


def combine(operator: str, left: Interval, right: Interval) -> Interval:
    """Return the interval of a result, None when it may leave 64 bits."""
    if left is None or right is None:
        return None
    if operator == "+":
        found = (left[0] + right[0], left[1] + right[1])
    elif operator == "-":
        found = (left[0] - right[1], left[1] - right[0])
    elif operator == "*":
        corners = [one * other for one in left for other in right]
        found = (min(corners), max(corners))
    else:
        return None
    return found if found[0] > SMALLEST and found[1] < LARGEST else None
