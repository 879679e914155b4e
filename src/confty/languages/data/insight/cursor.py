"""Where a cursor stands in a data file, told by its text alone.

A file that is being written is seldom whole.  JSON is followed bracket by bracket up to the
cursor, YAML by the columns of the lines above it, TOML by the headers above it.
"""

from __future__ import annotations

from re import compile as pattern
from typing import Final

from confty.kit.stretches import line_start
from confty.languages.data.insight.brackets import (
    FLOW,
    JSON,
    TOML,
    Bracketed,
    Punctuation,
    WritingPlace,
    parts,
)
from confty.languages.data.parser.places import Path
from confty.text import Source

_YAML_KEY: Final = pattern(
    r"""("[^"\n]*+"|'[^'\n]*+'|[^\s#"'\[\]{},&*!|>%@`:][^#\n:]*+(?::[^\s#:][^#\n:]*+)*+):(?=\s|$)"""
)
_TOML_HEADER: Final = pattern(r"[ \t]*+(\[\[?)([^\]\n]*+)")


def cursor_at(source: Source, kind: str, offset: int) -> WritingPlace:
    """Say where a cursor stands."""
    text = source.text
    offset = max(0, min(offset, len(text)))
    if kind == "yaml":
        return _in_yaml(text, offset)
    if kind == "toml":
        return _in_toml(text, offset)
    return Bracketed(text, 0, offset, JSON).place()


class _Line:
    """A line of YAML: the columns of its dashes, its key with its column, and its text."""

    def __init__(self, text: str) -> None:
        self.dashes: list[int] = []
        column = len(text) - len(text.lstrip(" "))
        rest = text[column:]
        while rest.startswith("- ") or rest == "-":
            self.dashes.append(column)
            bare = rest[1:].lstrip(" ")
            column += len(rest) - len(bare)
            rest = bare
        found = _YAML_KEY.match(rest)
        self.column = column
        self.rest = rest
        self.key = None if found is None else found[1].strip().strip("\"'")
        self.value = "" if found is None else rest[found.end() :].strip()
        self.value_at = -1 if found is None else column + found.end()

    @property
    def is_empty(self) -> bool:
        return not self.dashes and (not self.rest or self.rest.startswith("#"))

    @property
    def first(self) -> int:
        return self.dashes[0] if self.dashes else self.column


def _in_yaml(text: str, offset: int) -> WritingPlace:
    begin = line_start(text, offset)
    here = _Line(text[begin:offset])
    rows = _rows(text, begin)
    above = [line for _, line in rows if not line.is_empty]
    after = _document_rest(text, offset)
    top = {one.key: one.value for one in (*above, *after) if one.key and one.first == 0}
    inside = _in_flow(text, [*rows, (begin, here)], offset)
    if inside is not None:
        inside.top = top
        return inside
    path = _above(here, above)
    if here.key is not None and offset - begin > here.value_at:
        word = text[begin + here.value_at : offset]
        start = offset - len(word.lstrip())
        made = WritingPlace((*path, here.key), is_key=False, start=start, present=set())
    else:
        start = begin + here.column
        siblings = _siblings(here, above) | _following(here.column, after)
        made = WritingPlace(path, is_key=True, start=start, present=siblings)
    made.top = top
    return made


def _rows(text: str, end: int) -> list[tuple[int, _Line]]:
    """The lines of the document before a place, each with where it begins."""
    rows: list[tuple[int, _Line]] = []
    at = 0
    for one in text[:end].split("\n")[:-1]:
        if one.startswith("---"):
            rows = []
        else:
            rows.append((at, _Line(one)))
        at += len(one) + 1
    return rows


def _in_flow(text: str, rows: list[tuple[int, _Line]], offset: int) -> WritingPlace | None:
    """The place of a cursor in a mapping or list in flow style that one of the lines opens."""
    above: list[_Line] = []
    done = 0
    for number, (at, line) in enumerate(rows):
        behind = at + (line.column if line.key is None else line.value_at)
        if at < done or line.is_empty:
            continue
        opened = _opened(text, behind, offset, FLOW)
        if isinstance(opened, WritingPlace):
            # A line that is not indented deeper than what the bracket belongs to has left it.
            margin = line.first if line.dashes or line.key is not None else -1
            inner = [one for _, one in rows[number + 1 :] if not one.is_empty]
            if any(one.first <= margin for one in (*inner, rows[-1][1]) if one is not line):
                above.append(line)
                continue
            key = () if line.key is None else (line.key,)
            opened.path = (*_above(line, above), *key, *opened.path)
            return opened
        done = max(done, opened)
        above.append(line)
    return None


def _opened(text: str, behind: int, offset: int, signs: Punctuation) -> WritingPlace | int:
    """The place of a cursor in the bracket that a value begins with, or where that ends."""
    while behind < offset and text[behind] in " \t":
        behind += 1
    if behind >= offset or text[behind] not in "{[":
        return 0
    followed = Bracketed(text, behind, offset, signs)
    return followed.place() if followed.closed is None else followed.closed


def _document_rest(text: str, offset: int) -> list[_Line]:
    end = text.find("\n", offset)
    rest = text[end + 1 :].split("\n") if end >= 0 else []
    stop = next((i for i, one in enumerate(rest) if one.startswith("---")), len(rest))
    return [line for line in map(_Line, rest[:stop]) if not line.is_empty]


def _above(here: _Line, above: list[_Line]) -> Path:
    """The steps to the object that a line belongs to, by the columns of the lines above.

    A parent stands further left.  The dashes of a list may stand right under its key.
    """
    entries: list[tuple[int, str | None]] = []
    for line in above:
        entries += [(dash, None) for dash in line.dashes]
        entries += [(line.column, line.key)] if line.key is not None else []
    entries += [(dash, None) for dash in here.dashes]
    steps: list[str | int] = []
    key_limit = dash_limit = here.column
    counting = -1
    for column, key in reversed(entries):
        if key is None and column == counting:
            last = steps.pop()
            assert isinstance(last, int)
            steps.append(last + 1)
        elif key is None and column < dash_limit:
            steps.append(0)
            key_limit, dash_limit, counting = column + 1, column, column
        elif key is not None and column < key_limit:
            steps.append(key)
            key_limit, dash_limit, counting = column, column, -1
    return tuple(reversed(steps))


def _siblings(here: _Line, above: list[_Line]) -> set[str]:
    """The keys of the same object that stand above a line."""
    found: set[str] = set()
    if here.dashes:
        return found
    for line in reversed(above):
        if line.column == here.column and line.key is not None:
            found.add(line.key)
        if line.first < here.column:
            break
    return found


def _following(column: int, after: list[_Line]) -> set[str]:
    found: set[str] = set()
    for line in after:
        if line.first < column:
            break
        if line.column == column and not line.dashes and line.key is not None:
            found.add(line.key)
    return found


def _in_toml(text: str, offset: int) -> WritingPlace:
    begin = line_start(text, offset)
    line = text[begin:offset]
    table: Path = ()
    arrays: set[Path] = set()
    present: set[str] = set()
    at = done = 0
    for one in text[:begin].split("\n")[:-1]:
        here, at = at, at + len(one) + 1
        if here < done:
            continue
        header = _TOML_HEADER.match(one)
        if header is not None:
            names = parts(header[2])
            if header[1] == "[[":
                arrays.add(names)
            table, present = _indexed(names, arrays), set()
        elif "=" in one:
            names = parts(one.partition("=")[0])
            present.add(str(names[0]))
            opened = _opened(text, here + one.index("=") + 1, offset, TOML)
            if isinstance(opened, WritingPlace):
                opened.path = (*table, *names, *opened.path)
                return opened
            done = max(done, opened)
    header = _TOML_HEADER.match(line)
    if header is not None:
        return _dotted(_indexed(parts(header[2])[:-1], arrays), header[2], offset, set())
    key, equals, value = line.partition("=")
    if equals:
        opened = _opened(text, begin + len(key) + 1, offset, TOML)
        if isinstance(opened, WritingPlace):
            opened.path = (*table, *parts(key), *opened.path)
            return opened
        start = offset - len(value.lstrip())
        return WritingPlace((*table, *parts(key)), is_key=False, start=start, present=set())
    inner = parts(key)[:-1] if "." in key else ()
    return _dotted((*table, *inner), key, offset, set() if inner else present)


def _dotted(path: Path, written: str, offset: int, present: set[str]) -> WritingPlace:
    word = written.rpartition(".")[2].lstrip()
    return WritingPlace(path, is_key=True, start=offset - len(word), present=present)


def _indexed(names: Path, arrays: set[Path]) -> Path:
    """The steps of a header; into an array of tables leads its last element."""
    steps: list[str | int] = []
    for number, name in enumerate(names):
        steps.append(name)
        if names[: number + 1] in arrays:
            steps.append(0)
    return tuple(steps)
