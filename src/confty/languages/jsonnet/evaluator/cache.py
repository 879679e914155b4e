"""Compiled units on disk, so that a program that did not change is not translated again.

An entry belongs to the content of one file, our version and Python's bytecode.
"""

from __future__ import annotations

import marshal

from confty.kit.store import SIZE, Store, user_store
from confty.languages.jsonnet.evaluator.units import ContentUnits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Final
else:
    # ``types`` itself takes a millisecond to load.
    CodeType = type((lambda: None).__code__)


class Cache:
    """Compiled units in a folder."""

    __slots__ = ("disk",)

    def __init__(self, folder: str, limit: int = SIZE) -> None:
        self.disk: Final = Store(folder, limit)

    def load(self, key: str) -> ContentUnits | None:
        """Read an entry; None when it is not there or cannot be trusted."""
        payload = self.disk.load(key)
        return None if payload is None else _decode(payload)

    def store(self, key: str, units: ContentUnits) -> None:
        """Write an entry; what another run has put there meanwhile stays."""
        others = self.load(key) or ContentUnits()
        tree = units.tree if units.tree is not None else others.tree
        hot, entry = {**others.hot, **units.hot}, {**others.entry, **units.entry}
        try:
            payload = marshal.dumps((tree, hot, entry))
        except ValueError:
            # A tree that is nested too deep to be written.
            payload = marshal.dumps((None, {}, entry))
        self.disk.store(key, payload)


def _decode(payload: bytes) -> ContentUnits | None:
    units = ContentUnits()
    try:
        found = marshal.loads(payload)  # noqa: S302  seal and owner were checked
    except (ValueError, EOFError, TypeError):
        return None
    if not _is_whole(found):
        return None
    units.tree, units.hot, units.entry = found
    return units


def _is_whole(found: object) -> bool:
    """Whether the parts of an entry are what they should be: a tree, hot bodies, units."""
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
