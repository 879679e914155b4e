"""The machine beyond the files of a project: what is installed, as far as a check looks at it.

What a check has asked here is noted beside what it has asked of files, so that its result can be
kept as long as the answers are the same.
"""

from __future__ import annotations

import os
import sys
from _blake2 import blake2b

from confty.kit.reading import stamp
from confty.packages import know_packages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, Literal, TypeAlias, TypeVar

    #: What may be asked: when a file was written, when any file below a folder was, the names in a
    #: folder, where Python finds packages, and what may be otherwise the next time.
    Beyond: TypeAlias = Literal["stamp", "tree", "names", "places", "chance"]
    Noting: TypeAlias = Callable[[Beyond, str], None]
    Answers: TypeAlias = dict[tuple[str, str], object]

    Found = TypeVar("Found")

# How many bytes of chance are never the same twice.
_CHANCE: Final = 16


class Installation:
    """Answers, and notes what was asked."""

    __slots__ = ("_known", "_note")

    def __init__(self, note: Noting | None = None, known: Answers | None = None) -> None:
        self._note: Final = note or _nobody
        # What was answered first, where the answers are those of one moment.
        self._known: Final = known

    def stamp(self, path: str) -> tuple[int, ...] | None:
        """What is another whenever a file has been written; None where there is none."""
        return self._first("stamp", path, stamp)

    def tree(self, folder: str) -> bytes:
        """What is another whenever a file below a folder has been written, has come or gone."""
        return self._first("tree", folder, _tree)

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder, in order; none where there is none."""
        return self._first("names", folder, _names)

    def places(self) -> tuple[str, ...]:
        """Where Python finds packages."""
        return self._first("places", "", _places)

    def may_change(self) -> None:
        """Say that the answer may be another the next time, although all of this is the same."""
        self._note("chance", "")

    def _first(self, kind: Beyond, subject: str, find: Callable[[str], Found]) -> Found:
        self._note(kind, subject)
        if self._known is None:
            return find(subject)
        if (kind, subject) not in self._known:
            self._known[kind, subject] = find(subject)
        found: Found = self._known[kind, subject]  # type: ignore[assignment]  # by its kind
        return found


def answer(kind: Beyond, subject: str, known: Answers) -> object:
    """What was answered, or is now, in a form that can be compared and kept."""
    seen = Installation(None, known)
    if kind == "stamp":
        return seen.stamp(subject)
    if kind == "tree":
        return seen.tree(subject)
    if kind == "names":
        return _digest(repr(seen.names(subject)))
    return _digest(repr(seen.places())) if kind == "places" else os.urandom(_CHANCE)


def _tree(folder: str) -> bytes:
    found: list[object] = []
    for place, folders, files in os.walk(folder):
        folders.sort()
        found += [(place, file, stamp(f"{place}/{file}")) for file in sorted(files)]
    return _digest(repr(found))


def _names(folder: str) -> tuple[str, ...]:
    try:
        return tuple(sorted(os.listdir(folder)))
    except (OSError, ValueError):
        return ()


def _places(_nowhere: str) -> tuple[str, ...]:
    know_packages()
    return tuple([place for place in sys.path if os.path.isabs(place)])


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _nobody(_kind: Beyond, _subject: str) -> None:
    """Stand for who would note it."""
