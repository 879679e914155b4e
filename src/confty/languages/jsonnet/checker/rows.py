"""The layers of objects of which one is laid over another: they share a row."""

from __future__ import annotations

from _bisect import bisect_left

from confty import types
from confty.languages.jsonnet.checker.layers import Layer, own_of
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import DECLARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

#: From how many layers on fields are looked up and not searched for.
MANY_LAYERS: Final = 8


class LayerRow:
    """The layers of the highest object, the lowest first; the others know how high they are.

    What is laid over the highest one is added here; whatever is laid over another has a row of its
    own.  Else a chain of calls that each return ``self { .. }`` takes the square of its length.
    """

    __slots__ = ("_asserting", "_declaring", "_noted", "_open", "_places", "layers")

    def __init__(self, layers: Iterable[Layer | types.Object]) -> None:
        self.layers = list(layers)
        # Which layers have a field, and which may have others than they say; of the first so many.
        self._places: dict[str, list[int]] = {}
        self._open: list[int] = []
        # Which layers say of a field what it must be.
        self._declaring: dict[str, list[int]] = {}
        self._asserting: list[int] = []
        self._noted = 0

    def speaking(self, name: str, upto: int, height: int) -> list[int]:
        """Return the places of the layers that have a field, or may have it, the lowest first."""
        if height < MANY_LAYERS or not self._note(height):
            return list(range(upto))
        found = self._places.get(name, [])
        if self._open:
            found = sorted({*found, *self._open})
        return found if not found or found[-1] < upto else found[: bisect_left(found, upto)]

    def declaring(self, name: str, upto: int, height: int) -> list[int]:
        """Return the places of the layers that declare a field, or may, the lowest first."""
        if height < MANY_LAYERS or not self._note(height):
            return list(range(upto))
        found = self._declaring.get(name, [])
        return found if not found or found[-1] < upto else found[: bisect_left(found, upto)]

    def asserting(self, height: int) -> list[int]:
        """Return the places of the layers that assert something, or may, the lowest first."""
        if height < MANY_LAYERS or not self._note(height):
            return list(range(height))
        return self._asserting[: bisect_left(self._asserting, height)]

    def _note(self, height: int) -> bool:
        """Note what layers have; False while one of them is being read."""
        for place in range(self._noted, height):
            layer = self.layers[place]
            if isinstance(layer, Layer) and not layer.whole:
                return False
            own = own_of(layer)
            for field, content in own.by_name.items():
                self._places.setdefault(field, []).append(place)
                if content.marks & DECLARED:
                    self._declaring.setdefault(field, []).append(place)
            if own.rest is not None:
                self._open.append(place)
            members = layer.node.members if isinstance(layer, Layer) else ()
            if any(isinstance(one, syntax.ObjectAssert) for one in members):
                self._asserting.append(place)
            self._noted = place + 1
        return True
