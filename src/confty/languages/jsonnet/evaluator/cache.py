"""Compiled units on disk, so that a program that did not change is not translated again.

Units belong to the content of one file, our version and Python's bytecode.  What a run has made
stands in few entries, each with the keys of all units in it, and a note of our sources that had
a part in them.
"""

from __future__ import annotations

import marshal

from confty.kit.sources import OWN_SOURCES
from confty.kit.store import SIZE, Store, user_store
from confty.languages.jsonnet.evaluator.units import ContentUnits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Final
else:
    # ``types`` itself takes a millisecond to load.
    CodeType = type((lambda: None).__code__)

# How many bytes of units stand in one entry: a program that needs one of them reads all.
_PART: Final = 256 << 10
# How many of them are kept in memory.
_MOST_READ: Final = 64
# Where the sources are that trees and units come from.
_MADE_BY: Final = (
    "confty.languages.jsonnet.lexer",
    "confty.languages.jsonnet.parser",
    "confty.languages.jsonnet.library",
    "confty.languages.jsonnet.evaluator",
)


class Cache:
    """Compiled units in a folder."""

    __slots__ = ("_read", "disk")

    def __init__(self, folder: str, limit: int = SIZE) -> None:
        self.disk: Final = Store(folder, limit)
        # The units in files that were read, by their keys, as bytes.
        self._read: dict[tuple[int, ...], dict[str, bytes]] = {}

    def load(self, key: str) -> ContentUnits | None:
        """Read the units of a content; None when they are not there or cannot be trusted."""
        file = self.disk.file_of(key)
        if file is None:
            return None
        units = self._read.get(file)
        if units is None:
            payload = self.disk.load(key)
            found = None if payload is None else _unpacked(payload)
            if found is None or not OWN_SOURCES.are_current(found[0]):
                return None
            if len(self._read) >= _MOST_READ:
                self._read.clear()
            units = self._read[file] = found[1]
        known = units.get(key)
        return None if known is None else _decode(known)

    def store(self, made: dict[str, ContentUnits]) -> None:
        """Write units by their keys; what another run has put there meanwhile stays."""
        packed: dict[str, bytes] = {}
        size = 0
        empty = self.disk.is_empty()
        for key, units in made.items():
            others = None if empty else self.load(key)
            packed[key] = one = _encode(units, others or ContentUnits())
            size += len(one)
            if size > _PART:
                self._write(packed)
                packed, size = {}, 0
        self._write(packed)

    def _write(self, packed: dict[str, bytes]) -> None:
        # After the entries of others were read, whose sources count as ours then.
        if packed:
            self.disk.store(list(packed), marshal.dumps((OWN_SOURCES.noted(*_MADE_BY), packed)))


def _encode(units: ContentUnits, others: ContentUnits) -> bytes:
    tree = units.tree if units.tree is not None else others.tree
    hot, entry = {**others.hot, **units.hot}, {**others.entry, **units.entry}
    try:
        return marshal.dumps((tree, hot, entry))
    except ValueError:
        # A tree that is nested too deep to be written.
        return marshal.dumps((None, {}, entry))


def _unpacked(payload: bytes) -> tuple[bytes, dict[str, bytes]] | None:
    """The sources and the units of an entry; None for what is none of ours."""
    try:
        found = marshal.loads(payload)  # noqa: S302  seal and owner were checked
    except (ValueError, EOFError, TypeError):
        return None
    if not isinstance(found, tuple) or len(found) != 2 or not isinstance(found[0], bytes):
        return None
    units = found[1]
    if not isinstance(units, dict) or not {bytes}.issuperset(map(type, units.values())):
        return None
    return found[0], units


def _decode(payload: bytes) -> ContentUnits | None:
    units = ContentUnits()
    try:
        found = marshal.loads(payload)  # noqa: S302  as above
    except (ValueError, EOFError, TypeError):
        return None
    if not _is_whole(found):
        return None
    units.tree, units.hot, units.entry = found
    # About as much as the text that it was translated from.
    units.translated = len(payload) if units.entry else 0
    return units


def _is_whole(found: object) -> bool:
    """Whether the parts of units are what they should be: a tree, hot bodies, units."""
    if not isinstance(found, tuple) or len(found) != 3:
        return False
    tree, hot, entry = found
    if tree is not None and (not isinstance(tree, tuple) or len(tree) > 1):
        return False
    return isinstance(hot, dict) and isinstance(entry, dict) and _are_hot(hot) and _are(entry)


def _are_hot(found: dict[str, object]) -> bool:
    """Whether bodies that were translated one by one are such."""
    return all(
        hot is None or (isinstance(hot, tuple) and len(hot) == 7 and isinstance(hot[4], CodeType))
        for hot in found.values()
    )


def _are(entry: dict[str, object]) -> bool:
    """Whether units are units, and each stands in one that is there."""
    if entry and "main" not in entry:
        return False
    for ident, unit in entry.items():
        if not isinstance(unit, tuple) or len(unit) != 3 or not isinstance(unit[1], CodeType):
            return False
        if unit[2].__class__ is not list or (ident != "main" and unit[0] not in entry):
            return False
    return True


def user_cache() -> Cache | None:
    """The user's cache, or None when there is no place for one."""
    store = user_store("jsonnet")
    return None if store is None else Cache(store.folder, store.limit)
