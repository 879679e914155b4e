"""Interning: one object for equal types, for as long as anybody has it.

A table finds a node by its parts and does not keep it alive.  Whoever looks up gets a node that is
alive or makes a new one, so two equal types never live side by side.  The last few hundred nodes
are kept anyway: a type that is made and dropped in a loop is made once.  Those that remember how
they were made are not, because they know all of the file that made them.
"""

from __future__ import annotations

from _weakref import ref

from confty.generics import Generic, TypeVar
from confty.light import deque
from confty.types.nodes import HAS_ORIGIN, TypeNode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Final

Node = TypeVar("Node", bound=TypeNode)

_recent: Final[deque[TypeNode]] = deque(maxlen=512)


class InternedNode(ref[Node]):
    """A node in a table, and its key there."""

    __slots__ = ("key",)

    key: Hashable


class Table(Generic[Node]):
    """Nodes by their parts."""

    __slots__ = ("_forget", "entries")

    def __init__(self) -> None:
        self.entries: Final[dict[Hashable, InternedNode[Node]]] = {}
        entries = self.entries

        def forget(entry: ref[Node]) -> None:
            # Called at the end of the interpreter too, when the module's names are gone already.
            key = entry.key  # type: ignore[attr-defined]  # all of a table have theirs
            # Another node may have taken the place meanwhile.
            if entries.get(key) is entry:
                entries.pop(key, None)

        self._forget: Final = forget

    def get(self, key: Hashable) -> Node | None:
        """Return the node that is alive under a key."""
        entry = self.entries.get(key)
        return None if entry is None else entry()

    def keep(self, key: Hashable, made: Node) -> Node:
        """Enter a node, unless another thread was faster: then return that one's."""
        entry = InternedNode(made, self._forget)
        entry.key = key
        winner = self.entries.setdefault(key, entry)
        if winner is not entry:
            found = winner()
            if found is not None:
                return found
            self.entries[key] = entry
        if not made.flags & HAS_ORIGIN:
            _recent.append(made)
        return made
