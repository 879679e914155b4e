"""Near names are found by a bound on the letters first, which must leave none out."""

from __future__ import annotations

import random

from confty.kit.suggest import _distance, _fold, nearest


def one_by_one(word: str, known: list[str]) -> str | None:
    """The nearest name, every name measured."""
    folded = _fold(word)
    for name in known:
        if name != word and _fold(name) == folded:
            return name
    best, limit = None, 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    for name in known:
        distance = _distance(folded, _fold(name), limit)
        if name != word and distance <= limit and distance < len(word):
            best, limit = name, distance - 1
    return best


def test_no_name_is_left_out() -> None:
    chance = random.Random(4)

    def word() -> str:
        return "".join(chance.choice("abcDe-_") for _ in range(chance.randrange(1, 11)))

    for _ in range(3000):
        asked, known = word(), [word() for _ in range(6)]
        assert nearest(asked, known) == one_by_one(asked, known), (asked, known)
