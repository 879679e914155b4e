"""What is coloured in a data file and is no name, and what can be folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from confty.kit.sights import Occurrence, Region, Token
from confty.languages.data.insight.lexemes import Lexeme

_KINDS: Final = {"anchor": "operator", "alias": "operator"}


def tokens(lexemes: Sequence[Lexeme], names: Sequence[Occurrence]) -> list[Token]:
    """The lexemes of a text without the letters of names, in order."""
    found: list[Token] = []
    at = 0
    for lexeme in lexemes:
        start, kind = lexeme.start, _KINDS.get(lexeme.kind, lexeme.kind)
        while at < len(names) and names[at].end <= start:
            at += 1
        here = at
        while here < len(names) and names[here].start < lexeme.end:
            if names[here].start > start:
                found.append(Token(start, names[here].start, kind))
            start = max(start, names[here].end)
            here += 1
        if start < lexeme.end:
            found.append(Token(start, lexeme.end, kind))
    return found


def regions(text: str, kind: str, lexemes: Sequence[Lexeme]) -> list[Region]:
    """Brackets, blocks by their columns, tables, and comments of several lines."""
    found = [*_brackets(text, lexemes), *_comments(text, lexemes)]
    if kind == "yaml":
        found += _columns(text, lexemes)
    elif kind == "toml":
        found += _tables(text, lexemes)
    found.sort(key=lambda one: (one.start, -one.end))
    return found


def _brackets(text: str, lexemes: Sequence[Lexeme]) -> Iterator[Region]:
    opened: list[int] = []
    for lexeme in lexemes:
        mark = text[lexeme.start : lexeme.end]
        if lexeme.kind != "operator" or mark not in ("{", "[", "}", "]"):
            continue
        if mark in "{[":
            opened.append(lexeme.start)
        elif opened:
            start = opened.pop()
            if text.find("\n", start, lexeme.end) >= 0:
                yield Region(start, lexeme.end)


def _comments(text: str, lexemes: Sequence[Lexeme]) -> Iterator[Region]:
    """Comments of several lines, and lines of comments that follow one another."""
    begin = last = -1
    for lexeme in lexemes:
        if lexeme.kind != "comment":
            continue
        alone = not text[text.rfind("\n", 0, lexeme.start) + 1 : lexeme.start].strip()
        between = text[last : lexeme.start] if begin >= 0 else ""
        if begin >= 0 and alone and not between.strip() and between.count("\n") == 1:
            last = lexeme.end
            continue
        if begin >= 0 and "\n" in text[begin:last]:
            yield Region(begin, last, "comment")
        begin, last = lexeme.start, lexeme.end
    if begin >= 0 and "\n" in text[begin:last]:
        yield Region(begin, last, "comment")


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
                _, start, _ = opened.pop()
                if "\n" in text[start:end]:
                    yield Region(start, end)
            opened.append((column, begin + column, dash))
            end = begin + len(line.rstrip())
        begin += len(line) + 1
    for _, start, _ in reversed(opened):
        if "\n" in text[start:end]:
            yield Region(start, end)


def _tables(text: str, lexemes: Sequence[Lexeme]) -> Iterator[Region]:
    """A header of TOML with the lines up to the next one."""
    starts: list[int] = []
    depth = 0
    for lexeme in lexemes:
        mark = text[lexeme.start : lexeme.end]
        if lexeme.kind == "operator" and mark in ("[", "]", "{", "}"):
            first = not text[text.rfind("\n", 0, lexeme.start) + 1 : lexeme.start].strip()
            if mark == "[" and first and depth == 0:
                starts.append(lexeme.start)
            depth = max(0, depth + (mark in "[{") - (mark in "]}"))
    for start, following in zip(starts, [*starts[1:], len(text)], strict=False):
        end = start + len(text[start:following].rstrip())
        if "\n" in text[start:end]:
            yield Region(start, end)
