"""Who calls a function, and whom it calls, across files."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from confty.ide.places import name_at, uses_of
from confty.ide.searching import enclosing
from confty.ide.shelf import Shelf
from confty.kit.sights import Kind, Symbol
from confty.text import Span
from confty.workspace.desk import Look

_FUNCTIONS: Final = frozenset({Kind.FUNCTION, Kind.METHOD})


class Callable(NamedTuple):
    """A function, or the file that a call stands in when no function does."""

    name: str
    kind: Kind
    place: Span
    whole: Span

    @property
    def key(self) -> tuple[str, int, int]:
        """What it is known by."""
        return self.place.source.name, self.place.start, self.place.end


class CallPlaces:
    """One function and the places of the calls, which are in the caller."""

    __slots__ = ("other", "places")

    def __init__(self, other: Callable) -> None:
        self.other: Final = other
        self.places: Final[list[Span]] = []


def callables_at(look: Look, offset: int, shelf: Shelf) -> list[Callable]:
    """Return the functions that the name at a place may mean."""
    found = name_at(look, offset)
    if found is None:
        return []
    items = [_callable(place, found.name, found.kind, shelf) for place in found.definitions]
    if found.called or found.kind in _FUNCTIONS:
        return items
    # A field or a name whose value is a function: somebody calls it, or its outline says so.
    return [one for one in items if one.kind in _FUNCTIONS or incoming(one, shelf)]


def _callable(place: Span, name: str, kind: Kind, shelf: Shelf) -> Callable:
    look = shelf.look(place.source.name)
    whole = place
    if look is not None:
        symbol = _introduced(look, place)
        if symbol is not None:
            return Callable(symbol.name, symbol.kind, place, symbol.whole)
        around = look.answers.around(place.start)
        wider = [(start, end) for start, end in around if start <= place.start and end > place.end]
        if wider:
            whole = Span(look.source, *wider[0])
    return Callable(name, kind, place, whole)


def _introduced(look: Look, place: Span) -> Symbol | None:
    """The symbol that a place introduces."""
    for symbol in reversed(enclosing(look, place.start)):
        if symbol.place.start <= place.start and place.end <= symbol.place.end:
            return symbol
    return None


def incoming(item: Callable, shelf: Shelf) -> list[CallPlaces]:
    """Return the functions that call one, with the places of the calls."""
    found: dict[tuple[str, int, int], CallPlaces] = {}
    for use in uses_of(item.name, [item.place], shelf):
        if not use.occurrence.called:
            continue
        caller = _caller(use.look, use.occurrence.start)
        found.setdefault(caller.key, CallPlaces(caller)).places.append(use.span)
    return list(found.values())


def _caller(look: Look, offset: int) -> Callable:
    """The innermost function around a call, else what has a name there, else the file."""
    around = [
        one
        for one in reversed(enclosing(look, offset))
        if not one.place.start <= offset < one.place.end
    ]
    functions = [one for one in around if one.kind in _FUNCTIONS]
    for symbol in (*functions, *around):
        return Callable(symbol.name, symbol.kind, symbol.place, symbol.whole)
    whole = Span(look.source, 0, len(look.source.text))
    return Callable(os.path.basename(look.name), Kind.FILE, Span(look.source, 0, 0), whole)


def outgoing(item: Callable, shelf: Shelf) -> list[CallPlaces]:
    """Return the functions that one calls, with the places of the calls."""
    look = shelf.look(item.place.source.name)
    if look is None:
        return []
    found: dict[tuple[str, int, int], CallPlaces] = {}
    for one in look.answers.occurrences():
        if not one.called or not item.whole.start <= one.start < item.whole.end:
            continue
        for place in one.definitions:
            key = place.source.name, place.start, place.end
            if key not in found:
                found[key] = CallPlaces(_callable(place, one.name, one.kind, shelf))
            found[key].places.append(Span(look.source, one.start, one.end))
    return list(found.values())
