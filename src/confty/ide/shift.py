"""Offsets between two texts of one file: the one that was checked and the one that stands now.

What was typed since lies between what both texts begin with and what both end with; before it
offsets are the same, behind it they moved, and inside it they go to its end.  A byte order mark at
the start of the new one is no part of the text that is checked: everything stands behind it.
"""

from __future__ import annotations

from typing import Final

_MARK: Final = "\ufeff"


class Shift:
    """Maps offsets of an old text to a new one and back."""

    __slots__ = ("_head", "_mark", "_new", "_old", "same")

    def __init__(self, old: str, new: str) -> None:
        whole = new
        # A text that was not opened has lost its mark already.
        new = new if old is new else new.removeprefix(_MARK)
        self._mark: Final = len(whole) - len(new)
        #: Whether nothing was typed.
        self.same: Final = old is new or old == new
        self._head = self._old = self._new = 0
        if self.same:
            return
        self._head = _common_start(old, new)
        most = min(len(old), len(new)) - self._head
        tail = _common_end(old, new, most)
        self._old, self._new = len(old) - tail, len(new) - tail

    def to_new(self, offset: int) -> int:
        """Where something of the old text is in the new one."""
        if self.same or offset <= self._head:
            return offset + self._mark
        moved = offset - self._old + self._new if offset >= self._old else self._new
        return moved + self._mark

    def to_old(self, offset: int) -> int:
        """Where something of the new text was in the old one."""
        offset = max(0, offset - self._mark)
        if self.same or offset <= self._head:
            return offset
        return offset - self._new + self._old if offset >= self._new else self._old


def _common_start(old: str, new: str) -> int:
    """Count the characters that both texts begin with, by halving what is not known yet."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old.startswith(new[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(old: str, new: str, most: int) -> int:
    """Count the characters that both texts end with, by halving what is not known yet."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old.endswith(new[len(new) - middle :]):
            low = middle
        else:
            high = middle - 1
    return low
