"""Where every value of a document stands, in seven integers a value.

A ten-megabyte document has half a million values, so places are columns of machine integers and
not objects.  They are filled by the careful readers, in any order: a value knows the one it is
inside of, and the values inside one form a chain.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PathStep = str | int
Path = tuple[PathStep, ...]


class Places:
    """A table of values; the first is the document."""

    __slots__ = (
        "_known",
        "_last",
        "aliases",
        "ends",
        "first",
        "following",
        "key_ends",
        "key_starts",
        "names",
        "parents",
        "root",
        "starts",
    )

    def __init__(self) -> None:
        from array import array  # noqa: PLC0415  start-up: nobody asks where right values stand

        self.starts = array("q")
        self.ends = array("q")
        self.key_starts = array("q")
        self.key_ends = array("q")
        self.parents = array("q")
        self.first = array("q")
        self.following = array("q")
        self._last = array("q")
        self.names: list[PathStep] = []
        self._known: dict[int, dict[PathStep, int]] = {}
        #: For a value that stands for another one (a YAML alias): the number of that one.
        self.aliases: dict[int, int] = {}
        #: Where paths start; not the first value when a file could hold several documents.
        self.root = 0

    def __len__(self) -> int:
        return len(self.names)

    def add(self, parent: int, name: PathStep, start: int, key_start: int, key_end: int) -> int:
        """Enter a value that starts at ``start``; return its number.  -1 stands for no key."""
        index = len(self.names)
        self.starts.append(start)
        self.ends.append(start)
        self.key_starts.append(key_start)
        self.key_ends.append(key_end)
        self.parents.append(parent)
        self.first.append(-1)
        self.following.append(-1)
        self._last.append(-1)
        self.names.append(name)
        if parent >= 0:
            last = self._last[parent]
            if last < 0:
                self.first[parent] = index
            else:
                self.following[last] = index
            self._last[parent] = index
        return index

    def close(self, index: int, end: int) -> None:
        """Say where a value ends."""
        self.ends[index] = end

    def inside(self, index: int) -> Iterator[int]:
        """The values directly inside a value, in the order they were entered."""
        child = self.first[index]
        while child >= 0:
            yield child
            child = self.following[child]

    def find(self, path: Path) -> int | None:
        """Return the value at the end of ``path``; of a key that is there twice, the last."""
        index, steps = self.nearest(path)
        return index if steps == len(path) else None

    def nearest(self, path: Path) -> tuple[int | None, int]:
        """Return the last value on the way to the end of a path, and how many steps lead there."""
        if not self.names:
            return None, -1
        index = self.root
        for steps, step in enumerate(path):
            found = self._child(self.aliases.get(index, index), step)
            if found is None:
                return index, steps
            index = found
        return index, len(path)

    def _child(self, index: int, step: PathStep) -> int | None:
        known = self._known.get(index)
        if known is None:
            known = {self.names[child]: child for child in self.inside(index)}
            self._known[index] = known
        return known.get(step)

    def child(self, index: int, step: PathStep) -> int | None:
        """Return the value under a key of a value that may still grow."""
        for child in self.inside(index):
            if self.names[child] == step:
                return child
        return None

    def at(self, offset: int) -> int | None:
        """Return the smallest value whose text, or whose key, holds ``offset``."""
        best, width = None, -1
        for index, (start, end, key_start, key_end) in enumerate(
            zip(self.starts, self.ends, self.key_starts, self.key_ends, strict=True)
        ):
            size = -1
            if start <= offset <= end:
                size = end - start
            if key_start >= 0 and key_start <= offset <= key_end:
                size = key_end - key_start
            if size >= 0 and (best is None or size <= width):
                best, width = index, size
        return best

    def path(self, index: int) -> Path:
        """Return the steps from the document to a value."""
        steps: list[PathStep] = []
        # A broken text may leave a value without a place in another one.
        while index > 0 and index != self.root:
            steps.append(self.names[index])
            index = self.parents[index]
        return tuple(reversed(steps))
