"""Our own sources, and when they were changed: new code never meets what old code has kept.

What is kept has a note of the sources that had a part in it: those that the process had loaded
(``OWN_SOURCES``).  A process that uses what another one has kept works with those, too.  Where
nobody knows which that were, all that could have a part count (``all_sources``).

Loaded before anything is known to be missing, so that it must not cost anything itself.
"""

from __future__ import annotations

import marshal
import os
import sys

from confty.kit.reading import scanned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

_HOME: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
# Where an installer is the only one who changes files.
_INSTALLED: Final = frozenset(("site-packages", "dist-packages"))
# The time of a source that two processes have seen in two states: it is never current.
_CHANGED: Final = -1
# How many notes are remembered.
_MOST: Final = 64


class OwnSources:
    """The sources that this process works with."""

    __slots__ = ("_current", "_modules", "_notes", "_taken_over")

    def __init__(self) -> None:
        # Notes that were found to be current, and the sources in them.
        self._current: set[bytes] = set()
        self._taken_over: dict[str, int] = {}
        # Notes of packages, and how many modules there were when they were written.
        self._notes: dict[tuple[str, ...], bytes] = {}
        self._modules = 0

    def noted(self, *packages: str) -> bytes:
        """A note of the sources in some packages, and of when each was last changed."""
        if self._modules != len(sys.modules):
            self._modules = len(sys.modules)
            self._notes = {}
        note = self._notes.get(packages)
        if note is None:
            found = _loaded(packages)
            for place, time in list(self._taken_over.items()):
                if found.setdefault(place, time) != time:
                    found[place] = _CHANGED
            note = self._notes[packages] = marshal.dumps(found)
        return note

    def are_current(self, note: bytes) -> bool:
        """Whether sources are still what they were for who wrote a note; then they are ours."""
        if note in self._current:
            return True
        noted = listed(note)
        for place, time in noted.items():
            if _time(os.path.join(_HOME, place)) != time:
                return False
        if len(self._current) >= _MOST:
            self._current.clear()
        self._current.add(note)
        self.take_over(noted)
        return True

    def take_over(self, sources: Mapping[str, int]) -> None:
        """Work with what other sources have made, too."""
        for place, time in sources.items():
            if self._taken_over.setdefault(place, time) != time:
                self._taken_over[place] = _CHANGED
        self._modules = 0


OWN_SOURCES: Final = OwnSources()


def listed(note: bytes) -> dict[str, int]:
    """What a note says: sources, and when each was last changed."""
    sources: dict[str, int] = marshal.loads(note)  # noqa: S302  from where only we can write
    return sources


def _loaded(packages: tuple[str, ...]) -> dict[str, int]:
    """The sources of the modules in some packages that were loaded."""
    found: dict[str, int] = {}
    installed = _is_installed(_HOME)
    below = tuple([f"{package}." for package in packages])
    for name, module in list(sys.modules.items()):
        is_part = name in packages or name.startswith(below)
        spec = module.__spec__ if is_part else None
        if spec is None or spec.origin is None:
            continue
        path = os.path.dirname(spec.origin) if installed else spec.origin
        place = path.removeprefix(_HOME)
        if place not in found:
            # Who has loaded it may have asked already, and has asked at the right time.
            known = None if installed else spec.loader_state
            found[place] = known if isinstance(known, int) else _time(path)
    return found


def all_sources() -> dict[str, int]:
    """Every source of ours, and when each was last changed."""
    found: dict[str, int] = {}
    waiting = [_HOME]
    installed = _is_installed(_HOME)
    while waiting:
        folder = waiting.pop()
        if installed:
            found[folder.removeprefix(_HOME)] = _time(folder)
        for entry in scanned(folder):
            name = entry.name
            if name.endswith(".py"):
                if not installed:
                    found[entry.path.removeprefix(_HOME)] = entry.stat().st_mtime_ns
            elif "." not in name and name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
    return found


def _is_installed(folder: str) -> bool:
    """Whether a folder itself tells that a file in it was changed.

    An installer puts new files in the place of old ones, and a hundred questions fewer are asked
    of the system.
    """
    return not _INSTALLED.isdisjoint(folder.replace(os.sep, "/").split("/"))


def _time(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0
