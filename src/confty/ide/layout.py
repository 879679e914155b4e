"""A file as its formatter lays it out, as the few edits that lead there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from confty.workspace.project import Project

# So many lines ahead two texts are looked through for where they agree again.  A formatter keeps
# the order of what is written, so that is near; a search for the fewest edits takes more than the
# square where lines come again and again.
_AHEAD: Final = 32


class Change(NamedTuple):
    """Replace the characters from ``start`` up to ``end``."""

    start: int
    end: int
    text: str


class LaidOut:
    """The text before and the edits to come."""

    __slots__ = ("before", "edits")

    def __init__(self, before: str, after: str) -> None:
        self.before: Final = before
        self.edits: Final = changes(before, after)

    def within(self, start: int, end: int) -> list[Change]:
        """Return the edits of lines that a stretch of the text touches."""
        first = self.before.rfind("\n", 0, start) + 1
        last = self.before.find("\n", end if end == start else end - 1)
        last = len(self.before) if last < 0 else last + 1
        return [
            one
            for one in self.edits
            if (one.start < last and one.end > first)
            or (one.start == one.end and first <= one.start < last)
        ]


def layout_of(project: Project, name: str) -> LaidOut | None:
    """Return how a file is laid out; None when its mistakes keep it from that."""
    made = project.reformat(name)
    source = project.open(name).output
    if made.output is None or source is None:
        return None
    return LaidOut(source.text, made.output)


def changes(before: str, after: str) -> list[Change]:
    """Return the edits that make one text of another, line by line and in order."""
    if before == after:
        return []
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    found: list[Change] = []
    first = begin = offset = 0
    for last, end in [*_kept(old, new), (len(old), len(new))]:
        stop = offset + sum(map(len, old[first:last]))
        if (last, end) != (first, begin):
            found.append(_trimmed(before, offset, stop, "".join(new[begin:end])))
        offset = stop + (len(old[last]) if last < len(old) else 0)
        first, begin = last + 1, end + 1
    return [one for one in found if one.start < one.end or one.text]


def _kept(old: list[str], new: list[str]) -> Iterator[tuple[int, int]]:
    """Yield where lines stay as they are, in both texts; what counts is what is not space."""
    ours, theirs = (["".join(line.split()) for line in lines] for lines in (old, new))
    at = to = 0
    while at < len(old) and to < len(new):
        if ours[at] == theirs[to]:
            if old[at] == new[to]:
                yield at, to
            at += 1
            to += 1
            continue
        ahead = _agreement(ours[at : at + _AHEAD], theirs[to : to + _AHEAD])
        at += ahead[0]
        to += ahead[1]


def _agreement(ours: list[str], theirs: list[str]) -> tuple[int, int]:
    """How far ahead two rows of lines agree again, the nearest place; behind both if nowhere."""
    places: dict[str, int] = {}
    for place, line in enumerate(theirs):
        places.setdefault(line, place)
    found = [(at, places[line]) for at, line in enumerate(ours) if line and line in places]
    return min(found, key=sum, default=(len(ours), len(theirs)))


def _trimmed(before: str, start: int, end: int, text: str) -> Change:
    """Leave out of an edit what it would replace by the same letters."""
    most = min(end - start, len(text))
    head = 0
    while head < most and before[start + head] == text[head]:
        head += 1
    tail = 0
    while tail < most - head and before[end - 1 - tail] == text[len(text) - 1 - tail]:
        tail += 1
    # A line break of two characters stays whole.
    if tail and before[end - tail] == "\n" and before[end - tail - 1 : end - tail] == "\r":
        tail -= 1
    return Change(start + head, end - tail, text[head : len(text) - tail])
