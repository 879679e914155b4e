"""Files dealt out to processes so that what they share is checked by few of them.

Imports are guessed from texts, a word and a string; a guess that is wrong costs time and nothing
else.  What a file costs is the size of it and of all it leads to, as far as its process has not
met that yet.
"""

from __future__ import annotations

from confty.language import Unreadable
from confty.patterns import pattern
from confty.registry import language_of
from confty.workspace.files import Moment
from confty.workspace.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Final

_IMPORT: Final = pattern(rb"""\bimport(?:str|bin)?\s*+(?:\(\s*+)?["']([^"'\n]{1,1000})["']""")
#: Into how many batches what is left of a share is cut, again and again: large ones first, because
#: each costs a message, and small ones last, so that no process waits long for another.
_PARTS: Final = 6
#: How many of the smallest batches all files would make, for each process.
_SMALLEST: Final = 200
#: How much more than its part a process may get for the sake of what it knows.
_SLACK: Final = 1.03
_MOST_REACHED: Final = 2000


def written_in(files: Moment, name: str) -> tuple[str, ...]:
    """Return the paths that a file seems to import, as it writes them."""
    try:
        text = files.read(name)
    except Unreadable:
        return ()
    if b"import" not in text:
        return ()
    paths = dict.fromkeys(_IMPORT.findall(text))
    return tuple([path.decode("utf-8", "replace") for path in paths])


class Closures:
    """What files lead to, and how large they are."""

    def __init__(
        self,
        project: Project,
        files: Moment,
        written: Callable[[str], Iterable[str]] | None = None,
    ) -> None:
        self._project: Final = project
        # Who knows which imports a file writes; without, the file is read.
        self._written: Final = written or self._read
        self._files: Final = files
        self._direct: Final[dict[str, tuple[str, ...]]] = {}
        self._resolved: Final[dict[tuple[str, str], str | None]] = {}
        self._reached: Final[dict[tuple[str, ...], frozenset[str]]] = {}
        self._sizes: Final[dict[str, int]] = {}

    def size(self, name: str) -> int:
        """Return what a file costs, in bytes; a small one costs something, too."""
        found = self._sizes.get(name)
        if found is None:
            try:
                found = len(self._files.read(name)) + 200
            except Unreadable:
                found = 200
            self._sizes[name] = found
        return found

    def reached(self, name: str) -> frozenset[str]:
        """Return what a file leads to, without itself."""
        direct = self.direct(name)
        found = self._reached.get(direct)
        if found is None:
            seen: dict[str, None] = {}
            waiting = list(direct)
            while waiting and len(seen) < _MOST_REACHED:
                one = waiting.pop()
                if one not in seen:
                    seen[one] = None
                    waiting += self.direct(one)
            found = self._reached[direct] = frozenset(seen)
        return found

    def direct(self, name: str) -> tuple[str, ...]:
        """Return the files that a file imports itself."""
        found = self._direct.get(name)
        if found is None:
            found = self._direct[name] = tuple(self._imports(name))
        return found

    def _imports(self, name: str) -> Iterator[str]:
        if language_of(name) is None:
            return
        folder = name.rpartition("/")[0]
        for path in self._written(name):
            key = folder, path
            if key not in self._resolved:
                self._resolved[key] = self._find(name, path)
            found = self._resolved[key]
            if found is not None:
                yield found

    def _read(self, name: str) -> tuple[str, ...]:
        return written_in(self._files, name)

    def _find(self, name: str, path: str) -> str | None:
        lang = self._project.lang or language_of(name)
        if lang is None or "\0" in path:
            return None
        candidates = self._project.host(name, lang).candidates(path, name)
        return next((one for one in candidates if self._files.is_file(one)), None)


def imported_ones(closures: Closures, names: list[str]) -> frozenset[str]:
    """Return those of some files that others of them seem to import."""
    return frozenset(names).intersection([one for name in names for one in closures.direct(name)])


def shares(closures: Closures, names: list[str], workers: int) -> list[list[str]]:
    """Deal files out to so many processes; each gets its files in the order they have."""
    whole = set(names).union(*[closures.reached(name) for name in names])
    most = _SLACK * sum(map(closures.size, whole)) / workers
    loads = [0.0] * workers
    known: list[set[str]] = [set() for _ in range(workers)]
    made: list[list[str]] = [[] for _ in range(workers)]
    for group in _groups(closures, names):
        reached = {*closures.reached(group[0]), *group}
        added = [sum(map(closures.size, reached - one)) for one in known]
        fitting = [at for at in range(workers) if loads[at] + added[at] <= most]
        least = min(range(workers), key=lambda at: loads[at] + added[at])
        at = min(fitting, key=lambda at: (added[at], loads[at])) if fitting else least
        loads[at] += added[at]
        known[at] |= reached
        made[at] += group
    order = {name: number for number, name in enumerate(names)}
    return [sorted(one, key=order.__getitem__) for one in made]


def _groups(closures: Closures, names: list[str]) -> list[list[str]]:
    """Put files that import the same together, in groups that are not too large."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        alike.setdefault(closures.direct(name), []).append(name)
    size = max(1, len(names) // 100)
    made: list[list[str]] = []
    for group in alike.values():
        made += [group[start : start + size] for start in range(0, len(group), size)]
    weights = {id(one): sum(map(closures.size, {*closures.reached(one[0]), *one})) for one in made}
    return sorted(made, key=lambda one: -weights[id(one)])


def batches(share: list[str], names: int, workers: int) -> list[list[str]]:
    """Cut the files of one process into batches, each smaller than the one before."""
    least = -(-names // (workers * _SMALLEST))
    made: list[list[str]] = []
    at = 0
    while at < len(share):
        size = max(least, (len(share) - at) // _PARTS)
        made.append(share[at : at + size])
        at += size
    return made
