"""Indices that were checked already, and need no check again until something changes."""

from __future__ import annotations

from typing import Final

from confty.patterns import pattern

_NAMES: Final = pattern(r"[a-z]\w*")


class Checks:
    """The checks that hold where the next line is printed, by the texts of index and length."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str], tuple[frozenset[str], frozenset[str]]] = {}
        self.saved: list[dict[tuple[str, str], tuple[frozenset[str], frozenset[str]]]] = []

    def add(self, index: str, length: str) -> bool:
        """Note a check; tell whether it has to be made."""
        key = index, length
        if key in self.made:
            return False
        names = frozenset(_NAMES.findall(index)), frozenset(_NAMES.findall(length))
        # The cursor is another place in a moment.
        if "c" not in names[0] | names[1]:
            self.made[key] = names
        return True

    def changed(self, slot: int, *, resized: bool) -> None:
        """Forget what depends on a slot; its lists keep their lengths unless it is resized."""
        name = f"x{slot}"
        for key, (index, length) in list(self.made.items()):
            if name in index or (resized and name in length):
                del self.made[key]

    # Regions: what holds before one holds at its start; behind it nothing is sure.

    def branch(self) -> None:
        """Enter what runs under a condition."""
        self.saved.append(dict(self.made))

    def otherwise(self) -> None:
        """Turn to what runs under the opposite one."""
        self.made = dict(self.saved[-1])

    def loop(self) -> None:
        """Enter what runs again and again."""
        self.made.clear()
        self.saved.append({})

    def end(self) -> None:
        """Leave a region."""
        self.saved.pop()
        self.made.clear()
