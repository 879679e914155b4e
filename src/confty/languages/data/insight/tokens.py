"""What is coloured in a data file and is no name, and what can be folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from confty.kit.sights import Occurrence, Region, Token
from confty.languages.data.insight.pieces import Piece

_KINDS: Final = {"anchor": "operator", "alias": "operator"}


def tokens(pieces: Sequence[Piece], names: Sequence[Occurrence]) -> list[Token]:
    """The pieces of a text without the letters of names, in order."""
    found: list[Token] = []
    at = 0
    for piece in pieces:
        start, kind = piece.start, _KINDS.get(piece.kind, piece.kind)
        while at < len(names) and names[at].end <= start:
            at += 1
        here = at
        while here < len(names) and names[here].start < piece.end:
            if names[here].start > start:
                found.append(Token(start, names[here].start, kind))
            start = max(start, names[here].end)
            here += 1
        if start < piece.end:
            found.append(Token(start, piece.end, kind))
    return found


def regions(text: str, kind: str, pieces: Sequence[Piece]) -> list[Region]:
    """Brackets, blocks by their columns, tables, and comments of several lines."""
    found = [*_brackets(text, pieces), *_comments(text, pieces)]
    if kind == "yaml":
        found += _columns(text, pieces)
    elif kind == "toml":
        found += _tables(text, pieces)
    found.sort(key=lambda one: (one.start, -one.end))
    return found


def _brackets(text: str, pieces: Sequence[Piece]) -> Iterator[Region]:
    opened: list[int] = []
    for piece in pieces:
        mark = text[piece.start : piece.end]
        if piece.kind != "operator" or mark not in ("{", "[", "}", "]"):
            continue
        if mark in "{[":
            opened.append(piece.start)
        elif opened:
            start = opened.pop()
            if text.find("\n", start, piece.end) >= 0:
                yield Region(start, piece.end)


def _comments(text: str, pieces: Sequence[Piece]) -> Iterator[Region]:
    """Comments of several lines, and lines of comments that follow one another."""
    begin = last = -1
    for piece in pieces:
        if piece.kind != "comment":
            continue
        alone = not text[text.rfind("\n", 0, piece.start) + 1 : piece.start].strip()
        between = text[last : piece.start] if begin >= 0 else ""
        if begin >= 0 and alone and not between.strip() and between.count("\n") == 1:
            last = piece.end
            continue
        if begin >= 0 and "\n" in text[begin:last]:
            yield Region(begin, last, "comment")
        begin, last = piece.start, piece.end
    if begin >= 0 and "\n" in text[begin:last]:
        yield Region(begin, last, "comment")


def _columns(text: str, pieces: Sequence[Piece]) -> Iterator[Region]:
    """A line of YAML with the lines under it that stand further right, or are its list."""
    inside = [(one.start, one.end) for one in pieces if "\n" in text[one.start : one.end]]
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
                _, start, _ = opened.pop()
                if "\n" in text[start:end]:
                    yield Region(start, end)
            opened.append((column, begin + column, dash))
            end = begin + len(line.rstrip())
        begin += len(line) + 1
    for _, start, _ in reversed(opened):
        if "\n" in text[start:end]:
            yield Region(start, end)


def _tables(text: str, pieces: Sequence[Piece]) -> Iterator[Region]:
    """A header of TOML with the lines up to the next one."""
    starts: list[int] = []
    depth = 0
    for piece in pieces:
        mark = text[piece.start : piece.end]
        if piece.kind == "operator" and mark in ("[", "]", "{", "}"):
            first = not text[text.rfind("\n", 0, piece.start) + 1 : piece.start].strip()
            if mark == "[" and first and depth == 0:
                starts.append(piece.start)
            depth = max(0, depth + (mark in "[{") - (mark in "]}"))
    for start, following in zip(starts, [*starts[1:], len(text)], strict=False):
        end = start + len(text[start:following].rstrip())
        if "\n" in text[start:end]:
            yield Region(start, end)
