"""Who may import whom, without checking anybody: the file names that texts hold in quotes.

An import's path is written out in every language of ours, so a file that leads to another mentions
its name, or the name of one that does.  That is more than the truth and never less, and costs one
reading of each file, once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from time import monotonic
from typing import Final

from confty.kit.reading import read_file, stamp
from confty.registry import SUFFIXES, language_of
from confty.workspace.config import Config
from confty.workspace.find import NoSuchPath, find_files

_QUOTED: Final = re.compile(rb"""["'`]([^"'`\n]{1,300})["'`]""")
#: Files that are larger are data, and import nothing.
_MOST_BYTES: Final = 4 << 20
#: How long the list of files is taken to be true when nobody says that it changed, in seconds.
_GOOD_FOR: Final = 10.0
#: What stands for a folder whose files are one program.
_FOLDER: Final = "/"


class Mentions:
    """An index of a few folders; what it knows of a file is good while the file is as it was."""

    def __init__(self) -> None:
        self._known: Final[dict[str, tuple[object, frozenset[str]]]] = {}
        self._files: dict[tuple[str, ...], tuple[float, list[str]]] = {}
        self._lock: Final = Lock()

    def forget_files(self) -> None:
        """Files have come or gone."""
        self._files = {}

    def files(self, roots: Iterable[str], config: Callable[[str], Config]) -> list[str]:
        """Return the files below some folders that are written in a language of ours.

        Each folder has its own config; a file below several is the innermost one's.
        """
        key = tuple(roots)
        known = self._files.get(key)
        if known is not None and monotonic() - known[0] < _GOOD_FOR:
            return known[1]
        found: dict[str, None] = {}
        for root in key:
            try:
                names = find_files(
                    [root], config(root), lambda name: language_of(name) is not None
                )
            except NoSuchPath:
                continue
            inner = tuple(_inside(one) for one in key if one.startswith(_inside(root)))
            found.update(dict.fromkeys(name for name in names if not name.startswith(inner)))
        self._files = {key: (monotonic(), list(found))}
        return list(found)

    def leading_to(
        self, targets: Iterable[str], files: Iterable[str], texts: Mapping[str, str]
    ) -> list[str]:
        """Return those of the files that may lead to one of the targets, and the targets."""
        with self._lock:
            back: dict[str, list[str]] = {}
            for name in dict.fromkeys((*files, *texts)):
                for mention in self._mentions(name, texts.get(name)):
                    back.setdefault(mention, []).append(name)
        found: dict[str, None] = {}
        waiting = list(targets)
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found[name] = None
            for key in _known_as(name):
                waiting += back.get(key, ())
        return list(found)

    def _mentions(self, name: str, text: str | None) -> frozenset[str]:
        state: object = stamp(name) if text is None else text
        if state is None:
            self._known.pop(name, None)
            return frozenset()
        known = self._known.get(name)
        if known is not None and (known[0] is state or known[0] == state):
            return known[1]
        found = _mentioned(name, text)
        self._known[name] = state, found
        return found


def _inside(folder: str) -> str:
    """What the names of the files below a folder begin with."""
    return os.path.join(folder, "")


def _known_as(name: str) -> list[str]:
    """Return what a file is mentioned by: its name, and where folders are programs, theirs."""
    folder = os.path.dirname(name)
    if language_of(name) == "pcl":
        return [os.path.basename(name), os.path.basename(folder) + _FOLDER, folder]
    return [os.path.basename(name)]


def _mentioned(name: str, text: str | None) -> frozenset[str]:
    try:
        data = read_file(name, _MOST_BYTES) if text is None else text.encode("utf-8", "replace")
    except (OSError, ValueError, MemoryError):
        return frozenset()
    found: set[str] = set()
    for quoted in set(_QUOTED.findall(data)):
        path = quoted.decode("utf-8", "replace")
        base = path.rstrip("/").rpartition("/")[2]
        if os.path.splitext(base)[1].lower() in SUFFIXES:
            found.add(base)
        elif path.startswith("."):
            found.add(base + _FOLDER)
    if language_of(name) == "pcl":
        found.add(os.path.dirname(name))
    return frozenset(found)


def holding(word: str, names: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """Return those of the files whose text holds a word."""
    wanted = word.encode("utf-8", "replace")
    found = []
    for name in names:
        text = texts.get(name)
        try:
            held = word in text if text is not None else wanted in read_file(name)
        except (OSError, ValueError, MemoryError):
            continue
        if held:
            found.append(name)
    return found
