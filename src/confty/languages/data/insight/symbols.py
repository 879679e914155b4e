"""The outline of a data file: its keys, and what is under each."""

from __future__ import annotations

from typing import Final

from confty.kit.sights import Kind, Symbol
from confty.languages.data.parser.document import Document, part_of
from confty.languages.data.parser.places import Places
from confty.text import Span

#: So many entries an outline has at most; nobody reads more.
_MOST: Final = 5000
_NAMES: Final = ("name", "id", "title", "key", "kind")


def symbols(document: Document) -> list[Symbol]:
    """Return the outline of a document; of broken ones as much as was read."""
    places = document.places
    if not len(places):
        return []
    top: list[Symbol] = []
    waiting: list[tuple[int, object, list[Symbol]]] = [(places.root, document.value, top)]
    count = 0
    while waiting and count < _MOST:
        index, value, into = waiting.pop(0)
        for child in places.inside(index):
            step = places.names[child]
            inner = part_of(value, step)
            if step == "<<" or (isinstance(value, list) and not isinstance(inner, dict | list)):
                continue
            made = _symbol(document, places, child, step, inner)
            into.append(made)
            count += 1
            if count >= _MOST:
                break
            waiting.append((child, inner, made.children))
    return top


def _symbol(document: Document, places: Places, child: int, step: object, value: object) -> Symbol:
    start, end = places.starts[child], places.ends[child]
    key, key_end = places.key_starts[child], places.key_ends[child]
    if key < 0:
        key, key_end = start, min(end, start + 1)
    whole = Span(document.source, min(key, start), max(end, key_end))
    kind, detail = _kind(value)
    return Symbol(str(step), kind, Span(document.source, key, key_end), whole, detail)


def _kind(value: object) -> tuple[Kind, str]:
    """What a value is, and a few words that tell it from its neighbours."""
    if isinstance(value, dict):
        named = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), "")
        return Kind.OBJECT, str(named)
    if isinstance(value, list):
        return Kind.ARRAY, f"{len(value)} items"
    if isinstance(value, bool):
        return Kind.BOOLEAN, str(value).lower()
    if value is None:
        return Kind.NULL, ""
    if isinstance(value, int | float):
        return Kind.NUMBER, str(value)
    return Kind.STRING, str(value)[:60]
