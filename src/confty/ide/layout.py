"""A file as its formatter lays it out, as the few edits that lead there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from confty.light import partial
from confty.text import Source
from confty.workspace.door import LimitedLanguage
from confty.workspace.project import Project

# So many lines ahead two texts are looked through for where they agree again.  A formatter moves
# little of what is written, so that is near; a search for the fewest edits takes more than the
# square where lines come again and again.
_AHEAD: Final = 32
# What formatters add and leave out: space, quotes, separators, signs of comments.
_SIGNS: Final = dict.fromkeys([*map(ord, " \t\n\r\f\v\"'`,;\\/#"), 0xFEFF])


class Change(NamedTuple):
    """Replace the characters from ``start`` up to ``end``."""

    start: int
    end: int
    text: str


class LaidOut:
    """The text before and the edits to come; ``keeps`` says whether a text means the same."""

    __slots__ = ("_keeps", "before", "edits")

    def __init__(self, before: str, after: str, keeps: Callable[[str], bool]) -> None:
        self.before: Final = before
        self.edits: Final = changes(before, after)
        self._keeps: Final = keeps

    def within(self, start: int, end: int) -> list[Change]:
        """Return the edits of lines that a stretch of the text touches, and what they need.

        Lines that look alike are lined up, and need not be the same ones: what one edit takes away
        another may bring.  So edits go together until they hold the same, and are tried.
        """
        first = self.before.rfind("\n", 0, start) + 1
        last = self.before.find("\n", end if end == start else end - 1)
        last = len(self.before) if last < 0 else last + 1
        groups = _together(self.before, self.edits)
        touched = [
            at for at, group in enumerate(groups) if any(_in(one, first, last) for one in group)
        ]
        if not touched:
            return []
        low, high, more = touched[0], touched[-1] + 1, 1
        while low > 0 or high < len(groups):
            chosen = [one for group in groups[low:high] for one in group]
            if self._keeps(applied(self.before, chosen)):
                return chosen
            low, high, more = max(0, low - more), high + more, more * 2
        return self.edits


def _in(one: Change, first: int, last: int) -> bool:
    if one.start == one.end:
        return first <= one.start < last
    return one.start < last and one.end > first


def _together(before: str, edits: list[Change]) -> list[list[Change]]:
    """Sort edits into rows that each hold the same before and after, in whatever order."""
    groups: list[list[Change]] = []
    open_: list[Change] = []
    # How often each character is missing yet.
    owed: dict[str, int] = {}
    for one in edits:
        open_.append(one)
        for text, sign in ((before[one.start : one.end], 1), (one.text, -1)):
            for letter, count in Counter(text.translate(_SIGNS)).items():
                owed[letter] = owed.get(letter, 0) + sign * count
                if not owed[letter]:
                    del owed[letter]
        if not owed:
            groups.append(open_)
            open_ = []
    # What never comes out even was written in another way, and may have no need of the rest.
    return [*groups, *[[one] for one in open_]]


def applied(text: str, edits: Iterable[Change]) -> str:
    """Return a text with edits that are in order."""
    parts: list[str] = []
    done = 0
    for one in edits:
        parts += (text[done : one.start], one.text)
        done = one.end
    return "".join(parts) + text[done:]


def layout_of(project: Project, name: str) -> LaidOut | None:
    """Return how a file is laid out; None when its mistakes keep it from that."""
    made = project.reformat(name)
    source = project.open(name).output
    if made.output is None or source is None:
        return None
    return LaidOut(source.text, made.output, partial(_keeps, project, source))


def _keeps(project: Project, source: Source, text: str) -> bool:
    """Whether a file means with another text what it means with its own."""
    language = project.language(source.name).output
    if language is None:
        return False
    host = project.host(source.name, language.name)
    return LimitedLanguage(language, host.settings, source).keeps(source, text, host)


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
