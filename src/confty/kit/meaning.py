"""Do two texts mean the same?  What ``fmt`` asks before it changes a file.

A language gives a view of its syntax in which layout does not count: nested tuples, lists, dicts
and scalars.  ``same`` compares two views.  Where a language has no view, ``letters`` of the texts
are compared: no formatter may add or drop any.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# What a layout may change, beside spaces: quotes, separators, signs of comments, brackets.
_LAYOUT: Final = dict.fromkeys(map(ord, "\"'.,;:\\/#+|[](){}-\ufeff"))


def same(left: object, right: object) -> bool:
    """Equal as data: kinds count, NaN equals itself, the order of keys is kept.

    Without recursion, and each pair of shared parts once: a view may be deep, and it may be a
    graph.
    """
    work: list[tuple[object, object]] = [(left, right)]
    seen: set[tuple[int, int]] = set()
    # What was compared stays alive, so that no later part gets its identity.
    kept: list[object] = []
    while work:
        one, other = work.pop()
        if one is other:
            continue
        if type(one) is not type(other):
            return False
        if isinstance(one, dict | list | tuple):
            pair = id(one), id(other)
            if pair in seen:
                continue
            seen.add(pair)
            kept += (one, other)
            assert isinstance(other, dict | list | tuple)
            if len(one) != len(other):
                return False
            if isinstance(one, dict) and isinstance(other, dict):
                work += zip(one, other, strict=True)
                work += zip(one.values(), other.values(), strict=True)
            else:
                work += zip(one, other, strict=True)
        elif not _equal(one, other):
            return False
    return True


def _equal(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) and math.isnan(other)
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    # A NaN of decimals equals nothing, but is written alike.
    return one == other or repr(one) == repr(other)


def letters(text: str) -> tuple[str, ...]:
    """Return what a formatter has no business with; it may sort lines."""
    written = text.replace("\\n", "").casefold().translate(_LAYOUT)
    return tuple(sorted("".join(written.split())))
