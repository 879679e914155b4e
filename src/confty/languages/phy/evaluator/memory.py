"""Which values own memory, and how much a value takes where it stands."""

from __future__ import annotations

from typing import Final

from confty.light import lru_cache
from confty.types import ListOf, Object, Tuple, Type, Union, children

# A tuple or record with more scalars than this lives in memory of its own.
WIDEST: Final = 32
# Types whose answers are kept.
_REMEMBERED: Final = 4096


@lru_cache(maxsize=_REMEMBERED)
def is_heavy(type_: Type) -> bool:
    """Whether values of the type own memory and must be copied and dropped with care."""
    return isinstance(type_, ListOf) or is_boxed(type_) or any(map(is_heavy, parts_of(type_)))


def is_boxed(type_: Type) -> bool:
    """Whether a tuple or record is too wide to be handled as a bunch of scalars."""
    return isinstance(type_, (Tuple, Object)) and _count(type_) > WIDEST


def leaves(type_: Type) -> int:
    """Return how many machine words a value takes where it stands."""
    return 1 if is_boxed(type_) else _count(type_)


@lru_cache(maxsize=_REMEMBERED)
def _count(type_: Type) -> int:
    if isinstance(type_, (Tuple, Object)):
        return sum(map(leaves, parts_of(type_))) or 1
    if isinstance(type_, Union):
        return 1 + max(map(leaves, type_.members))
    # A list is where its elements are, and how many.
    return 2 if isinstance(type_, ListOf) else 1


def parts_of(type_: Type) -> tuple[Type, ...]:
    """Return the types of a value's parts; procedures and lists have none of their own."""
    return children(type_) if isinstance(type_, (Tuple, Object, Union)) else ()
