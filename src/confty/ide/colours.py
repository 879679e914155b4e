"""Which stretch of a text gets which colour: names by what they name, the rest by its kind."""

from __future__ import annotations

from _bisect import bisect_left
from collections.abc import Iterator
from typing import Final, NamedTuple

from confty.kit.sights import Kind
from confty.workspace.desk import Look

#: The kinds of tokens, in the order that numbers stand for them; the names are LSP's.
TYPES: Final = (
    "variable", "parameter", "property", "function", "method", "type", "namespace", "class",
    "enumMember", "keyword", "string", "number", "comment", "operator", "regexp", "decorator",
)  # fmt: skip
#: What may be said beside, one bit each.
MODIFIERS: Final = ("declaration", "definition", "readonly", "defaultLibrary", "modification")

_BY_KIND: Final = {
    Kind.VARIABLE: "variable",
    Kind.PARAMETER: "parameter",
    Kind.FIELD: "property",
    Kind.FUNCTION: "function",
    Kind.METHOD: "method",
    Kind.TYPE: "type",
    Kind.NAMESPACE: "namespace",
    Kind.RESOURCE: "class",
    Kind.CONSTANT: "variable",
    Kind.MEMBER: "enumMember",
    Kind.KEYWORD: "keyword",
    Kind.FILE: "string",
    Kind.FOLDER: "string",
    Kind.OBJECT: "property",
    Kind.ARRAY: "property",
    Kind.STRING: "string",
    Kind.NUMBER: "number",
    Kind.BOOLEAN: "keyword",
    Kind.NULL: "keyword",
}
_NUMBERS: Final = {name: number for number, name in enumerate(TYPES)}
_BITS: Final = {name: 1 << number for number, name in enumerate(MODIFIERS)}


class Colour(NamedTuple):
    """A stretch of one line, by the numbers of ``TYPES`` and the bits of ``MODIFIERS``."""

    start: int
    end: int
    type: int
    bits: int


def colours_of(look: Look, start: int = 0, end: int | None = None) -> list[Colour]:
    """Return the colours of a file or a part, in order; none crosses another or a line end."""
    end = len(look.source.text) if end is None else end
    # A name inside a token (a quoted key) goes before it.
    names = [one for one in _names(look) if one.end > start and one.start < end]
    rest = [
        Colour(one.start, one.end, _NUMBERS[one.kind], 0)
        for one in look.answers.tokens()
        if one.end > start and one.start < end and one.kind in _NUMBERS
    ]
    found = sorted((*names, *_around(names, rest)), key=lambda one: one.start)
    return [part for one in found for part in _lines(look.source.text, one)]


def _names(look: Look) -> Iterator[Colour]:
    last = 0
    occurrences = look.answers.occurrences()
    # Where the names of this file are introduced: uses of one name share their definitions.
    introduced: dict[int, list[int]] = {}
    for one in occurrences:
        if one.start < last or one.start >= one.end:
            continue
        last = one.end
        places = introduced.get(id(one.definitions))
        if places is None:
            here = [place.start for place in one.definitions if place.source.name == look.name]
            places = introduced[id(one.definitions)] = sorted(here)
        at = bisect_left(places, one.start)
        own = at < len(places) and places[at] <= one.end
        bits = _BITS["declaration"] | _BITS["definition"] if own else 0
        bits |= _BITS["modification"] if one.writes and not own else 0
        bits |= _BITS["readonly"] if one.kind is Kind.CONSTANT else 0
        bits |= _BITS["defaultLibrary"] if one.fixed and not one.definitions else 0
        kind = _BY_KIND[one.kind]
        if one.called and kind in {"variable", "property", "parameter"}:
            kind = "method" if kind == "property" else "function"
        yield Colour(one.start, one.end, _NUMBERS[kind], bits)


def _around(names: list[Colour], tokens: list[Colour]) -> Iterator[Colour]:
    """Cut names out of the tokens they lie in."""
    index, last = 0, 0
    for token in sorted(tokens, key=lambda one: one.start):
        start = max(token.start, last)
        while index < len(names) and names[index].end <= start:
            index += 1
        at = index
        while at < len(names) and names[at].start < token.end:
            if names[at].start > start:
                yield Colour(start, names[at].start, token.type, token.bits)
            start = max(start, names[at].end)
            at += 1
        if start < token.end:
            yield Colour(start, token.end, token.type, token.bits)
        last = max(last, token.end)


def _lines(text: str, one: Colour) -> Iterator[Colour]:
    """Cut a token at the ends of lines."""
    start = one.start
    while (stop := text.find("\n", start, one.end)) >= 0:
        end = stop - 1 if stop > start and text[stop - 1] == "\r" else stop
        if end > start:
            yield Colour(start, end, one.type, one.bits)
        start = stop + 1
    if start < one.end:
        yield Colour(start, one.end, one.type, one.bits)
