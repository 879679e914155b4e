"""The programs of a project that lead to a library, found by following its imports backwards.

What a library is, its users decide; so it is checked once more as each of them uses it.  Imports
are guessed from texts as ``shares`` does: a guess that is wrong costs the check of a program,
whose findings about the library are true all the same.
"""

from __future__ import annotations

import marshal
import os
from _blake2 import blake2b

from confty.kit.reading import is_stream, stamp
from confty.kit.store import user_store
from confty.registry import LAZY, is_library, language_of
from confty.workspace.config import Config
from confty.workspace.files import Moment
from confty.workspace.find import NoSuchPath, find_files
from confty.workspace.project import Project
from confty.workspace.shares import Closures, written_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

#: Files that are looked into for imports, and programs that one library is checked under.
MOST_FILES: Final = 20_000
MOST_PROGRAMS: Final = 12
#: Raised when what is kept means something else.
_FORMAT: Final = 1


def entrances_of(project: Project, name: str) -> list[str]:
    """Return the programs that one file is checked under, as the config names or leaves them."""
    config = project.config_for(name)
    if config.entries is None:
        return programs_over(project, [name])
    try:
        found = find_files(config.entries, config, lambda one: language_of(one) is not None)
    except NoSuchPath:
        return []
    return [one for one in found if os.path.abspath(one) != os.path.abspath(name)]


def programs_over(project: Project, names: Iterable[str]) -> list[str]:
    """Return the programs that lead to some of the files, without those that are among them.

    A program is a file that nobody imports, or whose name says that it is run.  Of many, those
    that lie nearest to a file are taken, a bounded number for each.
    """
    asked = list(names)
    roots: dict[str, list[str]] = {}
    for name in asked:
        home = project.home(name) if language_of(name) in LAZY and not is_stream(name) else None
        if home is not None and home.marked:
            roots.setdefault(home.root, []).append(name)
    known = {os.path.abspath(name) for name in asked}
    found: set[str] = set()
    files = Moment(project.config.max_file_size or Moment.most)
    for root, inside in roots.items():
        others = [
            name
            for name in _files_below(root, project.config_for(inside[0]))
            if os.path.abspath(name) not in known
        ]
        if others:
            index = ImportIndex(root, files, keep=project.flags.get("cache") is not False)
            found.update(_over(Closures(project, files, index.written), inside, others))
            index.save()
    return sorted(found)


class ImportIndex:
    """The imports that files of one project write, kept until a file is another."""

    def __init__(self, root: str, files: Moment, *, keep: bool) -> None:
        self._files: Final = files
        self._store: Final = user_store("imports") if keep else None
        name = repr((os.path.realpath(root), _FORMAT)).encode("utf-8", "surrogatepass")
        self._key: Final = blake2b(name, digest_size=20).hexdigest()
        self._known: Final = self._loaded()
        self._used: Final[dict[str, tuple[tuple[int, ...], tuple[str, ...]]]] = {}

    def _loaded(self) -> dict[str, tuple[tuple[int, ...], tuple[str, ...]]]:
        payload = None if self._store is None else self._store.load(self._key)
        try:
            return {} if payload is None else dict(marshal.loads(payload))  # noqa: S302  sealed
        except (ValueError, EOFError, TypeError):
            return {}

    def written(self, name: str) -> tuple[str, ...]:
        """Return the paths that a file imports, as it writes them."""
        whole = os.path.abspath(name)
        state = stamp(whole)
        if state is None:
            return ()
        known = self._known.get(whole)
        if known is None or known[0] != state:
            known = state, written_in(self._files, name)
        self._used[whole] = known
        return known[1]

    def save(self) -> None:
        """Keep what was found out, if something was."""
        if self._store is not None and self._used != self._known:
            self._store.store(self._key, marshal.dumps(self._used))
            self._store.evict()


def _files_below(root: str, config: Config) -> list[str]:
    try:
        names = find_files([root], config, lambda name: language_of(name) in LAZY)
    except NoSuchPath:
        return []
    return names[:MOST_FILES]


def _over(closures: Closures, names: list[str], others: list[str]) -> Iterator[str]:
    """Go through the programs that lead to the files, the nearest to each first."""
    importers: dict[str, list[str]] = {}
    # One file may be spelled in two ways, depending on who imports it.
    spelled = {os.path.abspath(name): name for name in (*names, *others)}
    waiting, seen = list(spelled), set(spelled)
    while waiting:
        whole = waiting.pop()
        for target in closures.direct(spelled[whole]):
            there = os.path.abspath(target)
            importers.setdefault(there, []).append(whole)
            if there not in seen and len(seen) < MOST_FILES:
                seen.add(there)
                spelled[there] = target
                waiting.append(there)
    own = {os.path.abspath(name): name for name in others}
    for name in names:
        whole = os.path.abspath(name)
        programs = [
            one
            for one in _reaching(whole, importers)
            if one in own and (one not in importers or not is_library(one))
        ]
        programs.sort(key=lambda one: (_distance(whole, one), one))
        yield from [own[one] for one in programs[:MOST_PROGRAMS]]


def _reaching(name: str, importers: dict[str, list[str]]) -> list[str]:
    """Return the files that lead to one, which itself is none of them."""
    found: dict[str, None] = {}
    waiting = list(importers.get(name, ()))
    while waiting:
        one = waiting.pop()
        if one != name and one not in found:
            found[one] = None
            waiting += importers.get(one, ())
    return list(found)


def _distance(name: str, other: str) -> int:
    """How many folders lie between two files."""
    return os.path.relpath(os.path.dirname(other), os.path.dirname(name)).count(os.sep)
