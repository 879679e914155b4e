"""Where TOML names a table that is introduced elsewhere: headers and dotted keys."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from re import compile as pattern
from typing import Final

from confty.languages.data.parser.places import Path

_HEADER: Final = pattern(r"[ \t]*+(\[\[?)[ \t]*+")
_PART: Final = pattern(r"[ \t]*+(?:\"([^\"\\\n]*+)\"|'([^'\n]*+)'|([A-Za-z0-9_-]++))[ \t]*+")

Mention = tuple[int, int, Path]


def mentions(text: str) -> Iterator[Mention]:
    """Every part of a header or a dotted key, with the path of what it names."""
    table: Path = ()
    counts: dict[Path, int] = {}
    begin, inside = 0, 0
    fence = ""
    for line in text.split("\n"):
        if not fence and not inside:
            header = _HEADER.match(line)
            if header is not None:
                parts = list(_parts(line, header.end()))
                table = yield from _header(parts, begin, counts, is_array=header[1] == "[[")
            else:
                yield from _dotted(line, begin, table)
        fence, inside = _open(line, fence, inside)
        begin += len(line) + 1


def _parts(line: str, at: int) -> Iterator[tuple[int, int, str]]:
    while (found := _PART.match(line, at)) is not None:
        group = found.lastindex or 3
        start, end = found.span(group)
        if group < 3:
            start, end = start - 1, end + 1
        yield start, end, found[group]
        at = found.end()
        if line[at : at + 1] != ".":
            return
        at += 1


def _header(
    parts: list[tuple[int, int, str]], begin: int, counts: dict[Path, int], *, is_array: bool
) -> Generator[Mention, None, Path]:
    path: Path = ()
    for number, (start, end, name) in enumerate(parts):
        path = (*path, name)
        yield begin + start, begin + end, path
        last = number == len(parts) - 1
        if last and is_array:
            counts[path] = counts.get(path, -1) + 1
            stale = [one for one in counts if len(one) > len(path) and one[: len(path)] == path]
            for one in stale:
                del counts[one]
        if path in counts:
            path = (*path, counts[path])
    return path


def _dotted(line: str, begin: int, table: Path) -> Iterator[Mention]:
    parts = list(_parts(line, 0))
    if not parts or not line[parts[-1][1] :].lstrip().startswith("="):
        return
    path = table
    for start, end, name in parts:
        path = (*path, name)
        yield begin + start, begin + end, path


def _open(line: str, fence: str, inside: int) -> tuple[str, int]:
    """Whether the next line is inside a text or brackets of several lines."""
    at = 0
    value = line if fence or inside else line.partition("=")[2]
    if not fence and not inside and "=" not in line:
        return "", 0
    while at < len(value):
        if fence:
            end = value.find(fence, at)
            if end < 0:
                return fence, inside
            at, fence = end + len(fence), ""
            continue
        mark = value[at]
        if value.startswith(('"""', "'''"), at):
            fence, at = mark * 3, at + 3
            continue
        if mark == "#":
            break
        if mark in "\"'":
            end = value.find(mark, at + 1)
            at = len(value) if end < 0 else end
        inside = max(0, inside + (mark in "[{") - (mark in "]}"))
        at += 1
    return fence, inside
