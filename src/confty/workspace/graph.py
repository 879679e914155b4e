"""Who imports whom, and in which rings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class ImportGraph:
    """The imports seen so far, as edges from a file to the files it names."""

    __slots__ = ("_imports",)

    def __init__(self) -> None:
        self._imports: dict[str, dict[str, None]] = {}

    def add(self, importer: str, imported: str) -> None:
        """Note that ``importer`` imports ``imported``."""
        self._imports.setdefault(importer, {})[imported] = None

    def edges(self) -> list[tuple[str, str]]:
        """Return all edges, sorted."""
        return self._edges_of(self._imports)

    def edges_under(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return the edges of some files and of all that they lead to, sorted."""
        return self._edges_of(self.reach(*names))

    def _edges_of(self, names: Iterable[str]) -> list[tuple[str, str]]:
        return sorted([(name, target) for name in names for target in self._imports.get(name, ())])

    def reach(self, *names: str) -> list[str]:
        """Return files and all that they lead to, in the order they are met."""
        found = dict.fromkeys(names)
        waiting = list(found)
        while waiting:
            for target in self._imports.get(waiting.pop(), ()):
                if target not in found:
                    found[target] = None
                    waiting.append(target)
        return list(found)

    def cycles(self) -> list[tuple[str, ...]]:
        """Return each ring of imports once, starting at its first file by name.

        A depth-first walk without recursion; a file that is met again while it is still on the
        path closes a ring.
        """
        rings: dict[tuple[str, ...], None] = {}
        done: set[str] = set()
        for start in sorted(self._imports):
            path: list[str] = []
            on_path: dict[str, int] = {}
            stack: list[tuple[str, bool]] = [(start, False)]
            while stack:
                name, leaving = stack.pop()
                if leaving:
                    path.pop()
                    del on_path[name]
                    done.add(name)
                elif name in on_path:
                    rings[_from_smallest(path[on_path[name] :])] = None
                elif name not in done:
                    on_path[name] = len(path)
                    path.append(name)
                    stack.append((name, True))
                    stack.extend((target, False) for target in self._imports.get(name, ()))
        return list(rings)


def _from_smallest(ring: list[str]) -> tuple[str, ...]:
    first = ring.index(min(ring))
    return (*ring[first:], *ring[:first])
