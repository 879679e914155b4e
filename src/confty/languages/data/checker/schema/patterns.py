"""The regular expressions of schemas (ECMA 262) as Python's."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_PARTS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\(\?<(?=[A-Za-z_])|\$|.", re.DOTALL)


@lru_cache(maxsize=512)
def compiled(source: str) -> re.Pattern[str] | None:
    """The pattern, or None when Python has no such expression."""
    parts = [_translated(part[0]) for part in _PARTS.finditer(source)]
    try:
        return re.compile("".join(parts), re.ASCII)
    except (re.error, RecursionError, OverflowError):
        return None


def _translated(part: str) -> str:
    if part == "$":
        # Python's $ also matches before a line break at the end.
        return r"\Z"
    if part == "(?<":
        return "(?P<"
    if part == r"\/":
        return "/"
    if part == "[^]":
        return r"[\s\S]"
    # Letters that mean something to Python alone are plain to the standard.
    return part[1] if part in {r"\A", r"\Z", r"\a"} else part
