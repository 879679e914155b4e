"""What hovering shows in a data file: the schema's type and words, what an alias stands for."""

from __future__ import annotations

from typing import Final

from confty.kit.sights import Sight
from confty.kit.stretches import nested
from confty.languages.data.checker.infer import infer
from confty.languages.data.checker.schema import Schema
from confty.languages.data.insight.offers import documentation, shown_in_json
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import NOTATION
from confty.types import brief

_LONGEST: Final = 200


def sight(document: Document, index: int, offset: int, found: tuple[Schema | None, Path]) -> Sight:
    """What is to be said of a value or its key."""
    places = document.places
    start, end = places.starts[index], places.ends[index]
    key, key_end = places.key_starts[index], places.key_ends[index]
    if 0 <= key <= offset <= key_end:
        start, end = key, key_end
    value = document.part(places.path(index))
    schema, path = found
    spelled, words = ("", "") if schema is None else documentation(schema, path)
    name = str(places.names[index]) if key >= 0 else ""
    shown = spelled or brief(infer(value), NOTATION)
    facts = []
    written = ""
    if index in places.aliases:
        facts.append("an alias: what it stands for is written at its anchor")
        text = shown_in_json(value)
        written = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return Sight(
        start,
        end,
        f"{name}: {shown}" if name else shown,
        documentation=words,
        value=written,
        facts=facts,
    )


def around(document: Document, offset: int, words: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The values that an offset is in, each with its key and without, innermost first."""
    places = document.places
    found: list[tuple[int, int]] = []
    index = places.at(offset)
    chain: list[int] = []
    while index is not None and index >= 0:
        chain.append(index)
        index = places.parents[index]
    for one in reversed(chain):
        start, end = places.starts[one], places.ends[one]
        key, key_end = places.key_starts[one], places.key_ends[one]
        if key >= 0:
            found.append((min(key, start), max(end, key_end)))
        inner = (key, key_end) if key >= 0 and key <= offset <= key_end else (start, end)
        found.append(inner)
    return nested(document.source.text, offset, [*found, *words])
