"""Objects that lie over one another, and what is known of them without a closer look."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.computed_names import conditional_fields
from confty.languages.jsonnet.checker.layers import Layer, is_steady, may_have, own_of
from confty.languages.jsonnet.checker.rows import MANY_LAYERS, LayerRow
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import PLUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self, TypeAlias

    from confty.languages.jsonnet.checker.checker import Checker

    Layers: TypeAlias = tuple[Layer | types.Object, ...]


class LayerStack:
    """The layers of an object, or two objects of which one is laid over the other."""

    __slots__ = ("_row", "height", "parts", "steady")

    def __init__(
        self, layers: Layers | None, parts: tuple[types.Object, types.Object] | None
    ) -> None:
        # Two objects are counted through when somebody asks, else a row of names, each with a
        # layer more than the last, takes the square of its length.
        self.parts = parts
        self._row = None if layers is None else LayerRow(layers)
        # How many layers there are, known without counting them through.
        self.height = len(layers or ()) + sum([height_of(part) for part in parts or ()])
        # Of fields, whether no layer's depends on the other layers.
        self.steady: dict[str, bool] = {}

    @property
    def layers(self) -> Layers:
        """The layers, the lowest first."""
        return tuple(self.row.layers[: self.height])

    @property
    def row(self) -> LayerRow:
        """A row that begins with the layers."""
        if self._row is None:
            self._row = self._laid()
        return self._row

    def _laid(self) -> LayerRow:
        row = LayerRow(())
        waiting = list(reversed(self.parts or ()))
        while waiting:
            one = waiting.pop()
            origin = one.origin
            if not isinstance(origin, LayerStack):
                row.layers += layers_of(one)
            elif origin._row is None:  # noqa: SLF001  another of the same kind
                waiting += reversed(origin.parts or ())
            elif not row.layers and len(origin.row.layers) == origin.height:
                row = origin.row
            else:
                row.layers += origin.layers
        self._tell_below(row)
        return row

    def _tell_below(self, row: LayerRow) -> None:
        """Let what this is laid over share the row, of which its layers are the first.

        Each of a row of fields, asked from the last on, would count its layers through again.
        """
        file = _file_of(row.layers[-1]) if row.layers else None
        one: LayerStack | None = self.below()
        while one is not None and one._row is None and file is not None:  # noqa: SLF001  as above
            # A library does not keep what a program lays over it.
            if _file_of(row.layers[one.height - 1]) is not file:
                return
            one._row = row  # noqa: SLF001  the same
            one = one.below()

    def below(self) -> Self | None:
        """Return what a few layers are laid over."""
        if self.parts is None or height_of(self.parts[1]) >= MANY_LAYERS:
            return None
        origin = self.parts[0].origin
        return origin if isinstance(origin, type(self)) else None

    def upper(self) -> Layers:
        """Return those layers."""
        assert self.parts is not None
        return layers_of(self.parts[1])

    def from_above(self, name: str) -> Iterator[Layer | types.Object]:
        """Yield the layers that may have a field, the uppermost first; mostly it is that."""
        below = self.below()
        if below is not None:
            yield from reversed(self.upper())
        height = self.height if below is None else below.height
        for place in reversed(self.speaking(name, height)):
            yield self.row.layers[place]

    def adds(self, name: str) -> bool:
        """Whether a layer above what is below adds to a field."""
        fields = [own_of(layer).by_name.get(name) for layer in self.upper()]
        return any(field is not None and field.marks & PLUS for field in fields)

    def is_steady(self, name: str) -> bool:
        """Whether no layer's field of that name depends on the other layers."""
        above: list[LayerStack] = []
        one: LayerStack = self
        while name not in one.steady and (below := one.below()) is not None:
            above.append(one)
            one = below
        found = one.steady.get(name)
        if found is None:
            found = one.steady[name] = all(is_steady(layer, name) for layer in one.layers)
        for one in reversed(above):
            found = found and all(is_steady(layer, name) for layer in one.upper())
            one.steady[name] = found
        return found

    def speaking(self, name: str, upto: int) -> list[int]:
        """Return the places of the layers that have a field, or may have it, the lowest first."""
        return self.row.speaking(name, upto, self.height)

    def written(self, name: str) -> syntax.Expression | None:
        """Return the expression that gives a field, where one layer alone does."""
        for layer in self.from_above(name):
            own = own_of(layer)
            field = own.by_name.get(name)
            if field is not None:
                node = layer.field(name) if isinstance(layer, Layer) else None
                return None if node is None or field.marks & PLUS else syntax.stripped(node.value)
            if own.rest is not None and may_have(layer, name):
                return None
        return None

    def text_of(self, name: str) -> tuple[Checker, syntax.Field] | None:
        """Return the uppermost text of a field, with the file that it stands in."""
        for layer in self.from_above(name):
            node = layer.field(name) if isinstance(layer, Layer) else None
            if node is not None and isinstance(layer, Layer):
                return layer.check, node
        return None

    def has(self, name: str, below: int) -> bool | None:
        """Whether the layers below one have a field, None where that is not known."""
        unsure = False
        for place in self.speaking(name, below):
            layer = self.row.layers[place]
            own = own_of(layer)
            if name in own.by_name:
                return True
            unsure = unsure or (own.rest is not None and may_have(layer, name))
        return None if unsure else False

    def asserting(self) -> list[tuple[int, Layer]]:
        """Return the literals that assert something, or may, with their places."""
        places = self.row.asserting(self.height)
        found = [(place, self.row.layers[place]) for place in places]
        return [(place, layer) for place, layer in found if isinstance(layer, Layer)]

    def names(self) -> list[str] | None:
        """Return the names that fields may have, None where they are not known."""
        found: dict[str, None] = {}
        for layer in self.layers:
            own = own_of(layer)
            found.update(dict.fromkeys(own.by_name))
            if own.rest is not None:
                more = conditional_fields(layer.node) if isinstance(layer, Layer) else None
                if more is None:
                    return None
                found.update(dict.fromkeys(more))
        return list(found)


def _file_of(layer: Layer | types.Object) -> Checker | None:
    return layer.check if isinstance(layer, Layer) else None


def height_of(type_: types.Object) -> int:
    """Return how many layers an object is known to be summed up of."""
    return type_.origin.height if isinstance(type_.origin, LayerStack) else 1


def layers_of(type_: types.Object) -> Layers:
    """Return the layers of an object; one that remembers none is a layer of its own."""
    origin = type_.origin
    return origin.layers if isinstance(origin, LayerStack) else (type_.plain or type_,)
