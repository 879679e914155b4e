"""What is known of a file's content: its tree, its translated units; kept in the process.

A server that runs the same library with other variables reads and translates it once.  Everything
here depends on a content and nothing else, so it is shared by all runs and threads of a process;
what was not used for longest goes when there is too much of it.
"""

from __future__ import annotations

from confty.kit.locks import Lock
from confty.languages.jsonnet.evaluator.tree.hot import Hot
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import ABSENT, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType
    from typing import Final

    # ident -> (parent's ident, code, constants)
    Entry = dict[str, tuple[str, CodeType, list[object]]]
# How much text is kept; its trees and units take ten to thirty times as much memory.
_MOST: Final = 8 << 20
# A short text counts as one of so many bytes: a thousand of them are enough.
_LEAST: Final = 8 << 10


class ContentUnits:
    """The tree and the units of one content, and which caches on disk know all of them."""

    __slots__ = (
        "_changes",
        "_written",
        "counts",
        "entry",
        "hot",
        "opened",
        "translated",
        "tree",
        "value",
    )

    def __init__(self) -> None:
        # The tree, in a tuple because it may be null; empty for a text that has none, and None
        # while nobody has looked.
        self.tree: tuple[Tree, ...] | None = None
        # The value of a content that is JSON, and has no tree.
        self.value: Value = ABSENT
        # Long bodies of the tree that were unpacked, because they ran.
        self.opened: dict[bytes, Tree] = {}
        # Bodies that ran often enough to be translated; None for those that cannot be.
        self.hot: dict[str, Hot | None] = {}
        # How often each body ran from the tree, in all runs: a server's run often in many calls.
        self.counts: dict[int, int] = {}
        # What the second tier has translated, and how much text of Python's that was.
        self.entry: Entry = {}
        self.translated = 0
        # How often something was added, and how often it had been when a cache was written.
        self._changes = 0
        self._written: dict[str, int] = {}

    def changed(self) -> None:
        """Note that something was added."""
        self._changes += 1

    def is_new_to(self, folder: str) -> bool:
        """Whether a cache has yet to be told; says so once."""
        if self._written.get(folder, 0) == self._changes:
            return False
        self._written[folder] = self._changes
        return True


class UnitMemory:
    """Units by content, those of the last contents that were asked for."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        # How much text is kept.
        self.size = 0
        self._lock = Lock()
        # What was asked for last stands last; how much text each was when it was counted.
        self._kept: dict[tuple[bytes, bool], ContentUnits] = {}
        self._counted: dict[tuple[bytes, bool], int] = {}

    def units(self, content: bytes, *, labelled: bool) -> ContentUnits | None:
        """The units of a content, if they are there."""
        key = (content, labelled)

        def look() -> ContentUnits | None:
            found = self._kept.pop(key, None)
            if found is not None:
                self._kept[key] = found
            return found

        return self._lock.holding(look)

    def keep(self, content: bytes, units: ContentUnits, *, labelled: bool) -> ContentUnits:
        """Keep units; those that another thread has put there meanwhile stay."""
        key = (content, labelled)

        def put() -> ContentUnits:
            known = self._kept.get(key)
            if known is not None:
                return known
            if len(content) > self._most // 4:
                return units
            self._kept[key] = units
            self._count(key)
            return units

        return self._lock.holding(put)

    def count(self, contents: Iterable[bytes], *, labelled: bool) -> None:
        """Count what a run has translated; what was not used for longest goes."""

        def count() -> None:
            for content in contents:
                if (content, labelled) in self._kept:
                    self._count((content, labelled))

        self._lock.holding(count)

    def _count(self, key: tuple[bytes, bool]) -> None:
        now = max(len(key[0]), _LEAST) + self._kept[key].translated
        self.size += now - self._counted.get(key, 0)
        self._counted[key] = now
        # A run that was stopped, or forked beside, may have left one here and not there.
        while self.size > self._most and self._kept:
            first = next(iter(self._kept))
            del self._kept[first]
            self.size -= self._counted.pop(first, 0)
        if not self._kept:
            self._counted.clear()
            self.size = 0


#: What this process knows.
UNITS: Final = UnitMemory()
