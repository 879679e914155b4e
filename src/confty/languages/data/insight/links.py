"""The places of a data file that name other files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from re import compile as pattern
from typing import Final

from confty.kit.sights import Link
from confty.languages.data.parser.document import Document

_COMMENT: Final = pattern(r"(?:\$schema=|^#:schema[ \t]+)(\S+)")
_HEAD: Final = 4000
#: Keys under which a path is meant, whatever it looks like.
_KEYS: Final = frozenset(("$schema", "$ref", "extends", "include", "import", "path", "file"))
#: So many texts are held to be paths and looked for.
_MOST: Final = 500
_LONGEST: Final = 300


def links(document: Document, resolve: Callable[[str], str | None]) -> list[Link]:
    """The paths that lead to files, in order."""
    found: list[Link] = []
    for start, end, path in _candidates(document):
        name = resolve(path)
        if name is not None:
            found.append(Link(start, end, name))
    return sorted(found, key=lambda one: one.start)


def _candidates(document: Document) -> Iterator[tuple[int, int, str]]:
    text = document.source.text
    for found in _COMMENT.finditer(text[:_HEAD]):
        if "://" not in found[1]:
            yield *found.span(1), found[1]
    places = document.places
    count = 0
    for index in range(len(places)):
        start, end = places.starts[index], places.ends[index]
        if end - start > _LONGEST or places.first[index] >= 0:
            continue
        written = text[start:end]
        if written[:1] in ("'", '"') and len(written) > 1:
            start, end, written = start + 1, end - 1, written[1:-1]
        named = places.names[index] in _KEYS
        if not named and not written.startswith(("./", "../")):
            continue
        path = written.partition("#")[0]
        if not path or "://" in path or set(path) & set("\\\n*?<>|{}"):
            continue
        count += 1
        if count > _MOST:
            return
        yield start, start + len(path), path
