"""Who imports whom: cycles, and what an edit makes stale."""

from __future__ import annotations


class ImportGraph:
    """The imports seen so far, as edges from a file to the files it names."""

    __slots__ = ("_importers", "_imports")

    def __init__(self) -> None:
        self._imports: dict[str, dict[str, None]] = {}
        self._importers: dict[str, dict[str, None]] = {}

    def add(self, importer: str, imported: str) -> None:
        """Note that ``importer`` imports ``imported``."""
        self._imports.setdefault(importer, {})[imported] = None
        self._importers.setdefault(imported, {})[importer] = None

    def imports(self, name: str) -> list[str]:
        """Return the files that ``name`` imports, in the order it named them."""
        return list(self._imports.get(name, ()))

    def edges(self) -> list[tuple[str, str]]:
        """Return all edges, sorted."""
        return sorted(
            (source, target) for source, names in self._imports.items() for target in names
        )

    def forget(self, name: str) -> None:
        """Drop what ``name`` imports: it is about to be read again."""
        for imported in self._imports.pop(name, ()):
            self._importers[imported].pop(name, None)

    def stale(self, edited: str) -> set[str]:
        """Return the file and everything that reaches it by imports."""
        found = {edited}
        waiting = [edited]
        while waiting:
            for importer in self._importers.get(waiting.pop(), ()):
                if importer not in found:
                    found.add(importer)
                    waiting.append(importer)
        return found

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
