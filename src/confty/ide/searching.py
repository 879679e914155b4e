"""Symbols by name: in the files that are known, and in those whose text holds the name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Final, NamedTuple

from confty.ide.shelf import Shelf
from confty.kit.sights import Symbol
from confty.workspace.desk import Look

MOST: Final = 500
#: How long files are checked for one search, in seconds.
_BUDGET: Final = 4.0


class FoundSymbol(NamedTuple):
    """A symbol and what it is in."""

    symbol: Symbol
    inside: str


def search(query: str, shelf: Shelf) -> list[FoundSymbol]:
    """Return the symbols whose names match, open files first."""
    ends = monotonic() + _BUDGET
    opened = list(reversed(shelf.desk.open_files()))
    others = shelf.holding(query) if query else []
    found: list[FoundSymbol] = []
    for name in dict.fromkeys((*opened, *others)):
        look = shelf.desk.fresh(name)
        if look is None:
            look = shelf.look(name) if monotonic() < ends else shelf.desk.known(name)
        symbols = () if look is None else look.answers.symbols()
        found += [one for one in _all(symbols, "") if _matches(one, query)]
        if len(found) >= MOST:
            break
    found.sort(key=lambda one: _rank(one.symbol.name, query))
    return found[:MOST]


def _all(symbols: Sequence[Symbol], inside: str) -> Iterator[FoundSymbol]:
    waiting = [(one, inside) for one in reversed(symbols)]
    while waiting:
        symbol, within = waiting.pop()
        yield FoundSymbol(symbol, within)
        waiting += [(one, symbol.name) for one in reversed(symbol.children)]


def _matches(found: FoundSymbol, query: str) -> bool:
    """Whether the letters of a query come in a name, in this order."""
    letters = iter(found.symbol.name.lower())
    return all(letter in letters for letter in query.lower())


def _rank(name: str, query: str) -> int:
    low, asked = name.lower(), query.lower()
    if low == asked:
        return 0
    if low.startswith(asked):
        return 1
    return 2 if asked in low else 3


def enclosing(look: Look, offset: int) -> list[Symbol]:
    """Return the symbols of a file that a place is in, outermost first."""
    found: list[Symbol] = []
    level: Sequence[Symbol] = look.answers.symbols()
    while True:
        inner = next((one for one in level if one.whole.start <= offset <= one.whole.end), None)
        if inner is None:
            return found
        found.append(inner)
        level = inner.children
