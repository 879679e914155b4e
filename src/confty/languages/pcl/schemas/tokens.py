"""Tokens: the names of resources, functions and types in packages.

``pkg:module:Member`` may be written with the module left out or in the shape of the package's
``moduleFormat``.  All spellings of one member share a canonical form, by which it is found.
"""

from __future__ import annotations

import re

from confty.light import lru_cache
from confty.patterns import pattern
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# A group that repeats; or the flag that lets blanks stand between the group and its repetition.
_REPEATED_GROUP: Final = pattern(r"\)[*+{]|\(\?[A-Za-z-]*x")
_LOOP: Final = pattern(r"[*+{]")
_MOST_LOOPS: Final = 3
_LONGEST_MODULE: Final = 120


class TypeToken(metaclass=Record):
    """A token taken apart."""

    package: str
    module: str
    member: str


def decompose(text: str) -> TypeToken | None:
    """Take a token apart, or None when it is malformed."""
    parts = text.split(":")
    if len(parts) == 2:
        parts.insert(1, "index")
    if len(parts) != 3 or not parts[0] or not parts[2]:
        return None
    return TypeToken(parts[0], parts[1] or "index", parts[2])


@lru_cache(maxsize=256)
def _module_pattern(format_: str) -> re.Pattern[str] | None:
    # A schema may come from anybody: a group that repeats, or many loops in a row, could be
    # tried in more ways than there is time for.
    if _REPEATED_GROUP.search(format_) or len(_LOOP.findall(format_)) > _MOST_LOOPS:
        return None
    try:
        return re.compile(format_)
    except re.error:
        return None


def module_of(token: TypeToken, format_: str) -> str:
    """The module a token belongs to; empty for the package's own level."""
    if token.package == "pulumi" and token.module in ("pulumi", "providers"):
        return ""
    pattern = _module_pattern(format_ or "(.*)")
    short = len(token.module) <= _LONGEST_MODULE
    found = pattern.match(token.module) if pattern is not None and short else None
    module = found[1] if found is not None and found.groups() else token.module
    return "" if module == "index" else module


def canonical(text: str, format_: str) -> str:
    """The canonical spelling of a token: ``pkg:module:Member`` with ``index`` left empty."""
    token = decompose(text)
    if token is None:
        return text
    return f"{token.package}:{module_of(token, format_)}:{token.member}"
