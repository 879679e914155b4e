"""What is coloured in a data file and is no name, what folds, and where it names other files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from re import compile as pattern
from typing import Final

from confty.kit.sights import ColouredStretch, Link, Region
from confty.kit.stretches import folds, line_start
from confty.languages.data.insight.lexemes import Lexeme
from confty.languages.data.parser.document import Document

_COMMENT: Final = pattern(r"(?:\$schema=|^#:schema[ \t]+)(\S+)")
_HEAD: Final = 4000
#: Keys under which a path is meant, whatever it looks like.
_KEYS: Final = frozenset(("$schema", "$ref", "extends", "include", "import", "path", "file"))
#: So many texts are held to be paths and looked for.
_MOST: Final = 500
_LONGEST: Final = 300
_KINDS: Final = {"anchor": "operator", "alias": "operator"}


def tokens(lexemes: Sequence[Lexeme]) -> list[ColouredStretch]:
    """The lexemes of a text in order; names may lie inside."""
    return [ColouredStretch(one.start, one.end, _KINDS.get(one.kind, one.kind)) for one in lexemes]


def regions(text: str, kind: str, lexemes: Sequence[Lexeme]) -> list[Region]:
    """Brackets, blocks by their columns, tables, and comments of several lines."""
    found = list(_brackets(text, lexemes))
    if kind == "yaml":
        found += _columns(text, lexemes)
    elif kind == "toml":
        found += _tables(text, lexemes)
    return folds(text, found, [(one.start, one.end) for one in lexemes if one.kind == "comment"])


def _brackets(text: str, lexemes: Sequence[Lexeme]) -> Iterator[Region]:
    opened: list[int] = []
    for lexeme in lexemes:
        mark = text[lexeme.start : lexeme.end]
        if lexeme.kind != "operator" or mark not in ("{", "[", "}", "]"):
            continue
        if mark in "{[":
            opened.append(lexeme.start)
        elif opened:
            yield Region(opened.pop(), lexeme.end)


def _columns(text: str, lexemes: Sequence[Lexeme]) -> Iterator[Region]:
    """A line of YAML with the lines under it that stand further right, or are its list."""
    inside = [(one.start, one.end) for one in lexemes if "\n" in text[one.start : one.end]]
    opened: list[tuple[int, int, bool]] = []
    begin, end, at = 0, 0, 0
    for line in text.split("\n"):
        bare = line.strip()
        while at < len(inside) and inside[at][1] < begin:
            at += 1
        in_text = at < len(inside) and inside[at][0] <= begin <= inside[at][1]
        if in_text:
            end = begin + len(line.rstrip())
        elif bare and not bare.startswith("#"):
            column = len(line) - len(line.lstrip(" "))
            dash = bare.startswith(("- ", "-\t")) or bare == "-"
            while opened and (opened[-1][0], opened[-1][2]) >= (column, dash):
                yield Region(opened.pop()[1], end)
            opened.append((column, begin + column, dash))
            end = begin + len(line.rstrip())
        begin += len(line) + 1
    for _, start, _ in reversed(opened):
        yield Region(start, end)


def _tables(text: str, lexemes: Sequence[Lexeme]) -> Iterator[Region]:
    """A header of TOML with the lines up to the next one."""
    starts: list[int] = []
    depth = 0
    for lexeme in lexemes:
        mark = text[lexeme.start : lexeme.end]
        if lexeme.kind == "operator" and mark in ("[", "]", "{", "}"):
            first = not text[line_start(text, lexeme.start) : lexeme.start].strip()
            if mark == "[" and first and depth == 0:
                starts.append(lexeme.start)
            depth = max(0, depth + (mark in "[{") - (mark in "]}"))
    for start, following in zip(starts, [*starts[1:], len(text)], strict=False):
        yield Region(start, start + len(text[start:following].rstrip()))


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
