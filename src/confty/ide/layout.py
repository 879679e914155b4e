"""A file as its formatter lays it out, as the few edits that lead there."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final, NamedTuple

from confty.workspace.project import Project

#: Beyond this many changed lines the edit is one.
_MOST: Final = 4000


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
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle, wanted = old[head : len(old) - tail], new[head : len(new) - tail]
    start = sum(map(len, old[:head]))
    if len(middle) + len(wanted) > _MOST:
        return [Change(start, start + sum(map(len, middle)), "".join(wanted))]
    offsets = [start]
    for line in middle:
        offsets.append(offsets[-1] + len(line))
    matcher = SequenceMatcher(None, middle, wanted, autojunk=False)
    return [
        _trimmed(before, offsets[first], offsets[last], "".join(wanted[begin:end]))
        for tag, first, last, begin, end in matcher.get_opcodes()
        if tag != "equal"
    ]


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
