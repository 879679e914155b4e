"""Objects of many layers: those that grew out of one another share what they have in common."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    # A part of a shape; whoever has shapes needs towers, so this room does not know them.
    Part = Any
    Row = tuple[Any, ...]


class Tower:
    """The layers of the highest object, bottom first; the others know how high they are.

    What is laid over the highest one goes on top, and nothing is copied; whatever is laid over
    another gets a tower of its own.
    """

    __slots__ = ("asserting", "definers", "parts", "rows")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.rows: list[Row] = []
        # Which layers, from the bottom, say something of a name, and which have asserts.
        self.definers: dict[str, list[int]] = {}
        self.asserting: list[int] = []

    def add(self, parts: Sequence[Part], rows: Sequence[Row]) -> None:
        """Put the layers of an object on top."""
        definers = self.definers
        for at, part in enumerate(parts, len(self.parts)):
            for name in part.names if part.removed is None else (*part.names, part.removed):
                definers.setdefault(name, []).append(at)
            if part.asserts:
                self.asserting.append(at)
        self.parts += parts
        self.rows += rows
