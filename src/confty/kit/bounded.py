"""What is remembered by name as long as there is room; what came first goes first."""

from __future__ import annotations

from confty.generics import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

Value = TypeVar("Value")


class Bounded(Generic[Value]):
    """Values by names, each with a size; together they have a largest one."""

    __slots__ = ("_held", "_most", "_size")

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._held: Final[dict[str, tuple[Value, int]]] = {}
        self._size = 0

    def get(self, name: str) -> Value | None:
        """Return what is remembered by a name."""
        found = self._held.get(name)
        return None if found is None else found[0]

    def keep(self, name: str, value: Value, size: int) -> None:
        """Remember something; of one that is too large by itself nothing else is left."""
        before = self._held.pop(name, None)
        self._size += size - (0 if before is None else before[1])
        self._held[name] = value, size
        while self._size > self._most and len(self._held) > 1:
            oldest = next(iter(self._held))
            self._size -= self._held.pop(oldest)[1]
