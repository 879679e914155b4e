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
    from typing import Final, Literal, TypeAlias

    #: What may be asked: when a file was written, when any file below a folder was, the names in a
    #: folder, where Python finds packages, and what may be otherwise the next time.
    Beyond: TypeAlias = Literal["stamp", "tree", "names", "places", "chance"]
    Noting: TypeAlias = Callable[[Beyond, str], None]

# How many bytes of chance are never the same twice.
_CHANCE: Final = 16


class Installation:
    """Answers, and notes what was asked."""

    __slots__ = ("_known", "_note")

    def __init__(self, note: Noting | None = None, known: dict[str, bytes] | None = None) -> None:
        self._note: Final = note or _nobody
        # Folders that were gone through, where the answers are those of one moment.
        self._known: Final = known

    def stamp(self, path: str) -> tuple[int, ...] | None:
        """What is another whenever a file has been written; None where there is none."""
        self._note("stamp", path)
        return stamp(path)

    def tree(self, folder: str) -> bytes:
        """What is another whenever a file below a folder has been written, has come or gone."""
        self._note("tree", folder)
        if self._known is None:
            return _tree(folder)
        if folder not in self._known:
            self._known[folder] = _tree(folder)
        return self._known[folder]

    def names(self, folder: str) -> list[str]:
        """The names in a folder, in order; none where there is none."""
        self._note("names", folder)
        return _names(folder)

    def places(self) -> list[str]:
        """Where Python finds packages."""
        self._note("places", "")
        return _places()

    def may_change(self) -> None:
        """Say that the answer may be another the next time, although all of this is the same."""
        self._note("chance", "")


def answer(kind: Beyond, subject: str) -> object:
    """Answer a question anew, in a form that can be compared and kept."""
    if kind == "stamp":
        return stamp(subject)
    if kind == "tree":
        return _tree(subject)
    if kind == "names":
        return _digest(repr(_names(subject)))
    return _digest(repr(_places())) if kind == "places" else os.urandom(_CHANCE)


def _tree(folder: str) -> bytes:
    found: list[object] = []
    for place, folders, files in os.walk(folder):
        folders.sort()
        found += [(place, file, stamp(f"{place}/{file}")) for file in sorted(files)]
    return _digest(repr(found))


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (OSError, ValueError):
        return []


def _places() -> list[str]:
    know_packages()
    return [place for place in sys.path if os.path.isabs(place)]


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _nobody(_kind: Beyond, _subject: str) -> None:
    """Stand for who would note it."""
