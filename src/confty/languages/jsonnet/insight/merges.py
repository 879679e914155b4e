"""Which object literals are laid over which, and where the fields of an object are written.

A field that another layer replaces is one field: whoever renames it or asks for its definitions
means all of its layers.  What is laid over what is read off the types of all expressions.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.look_budget import Looks
from confty.languages.jsonnet.checker.origins import LayeredObject, Narrowed, instance_of
from confty.languages.jsonnet.checker.written import field_name, stripped
from confty.languages.jsonnet.parser import syntax
from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final, TypeAlias

Layers: TypeAlias = "tuple[Layer | types.Object, ...]"

_MOST_SUMS: Final = 3_000
_MOST_LAYERS: Final = 100_000
_MOST_OF_ONE: Final = 30


class Merges:
    """The sums of a file, by the literals that are in them."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        # Of each literal, the sums that it is part of, with its place in them.
        self._sums: dict[syntax.Node, list[tuple[LayeredObject, int]]] = {}
        self._seen: set[tuple[int, ...]] = set()
        # Of each sum, where its fields are written, by name, with the places of the layers.
        self._written: dict[LayeredObject, dict[str, list[tuple[int, Span]]]] = {}
        self._left = _MOST_SUMS
        self._layers_left = _MOST_LAYERS
        self._fields: dict[syntax.Node, dict[str, syntax.Field]] = {}
        # Where a field of some sums is written, for all literals that are part of just these.
        self._places: dict[tuple[tuple[LayeredObject, ...], str], dict[Span, None]] = {}
        self._listed: dict[tuple[tuple[LayeredObject, ...], str], list[Span]] = {}
        with looking(checker):
            # What was noted last is the whole of what was noted before it.
            for type_ in reversed(list(checker.types.values())):
                # Of an object that nobody has asked for its fields, these are not found for this.
                if isinstance(type_, types.Object) or type_.flags & types.HAS_ORIGIN:
                    self._note(type_)

    def _note(self, type_: types.Type) -> None:
        for part in members(type_):
            origin = first_of(part) if self._left > 0 < self._layers_left else None
            if origin is None or origin.height < 2:
                continue
            self._layers_left -= origin.height
            key = tuple([id(_identity(one)) for one in origin.layers])
            if key in self._seen:
                continue
            self._seen.add(key)
            self._left -= 1
            self._add(origin)
            self._nested(origin)

    def _add(self, origin: LayeredObject) -> None:
        nodes = [_identity(one) for one in origin.layers]
        # Whether it is a stretch of another sum, by where it would begin there.
        parts: dict[tuple[LayeredObject, int], bool] = {}

        def is_part(other: LayeredObject, first: int) -> bool:
            known = parts.get((other, first))
            if known is None:
                known = parts[other, first] = _is_part(nodes, other.layers, first)
            return known

        for at, layer in enumerate(origin.layers):
            if not isinstance(layer, Layer):
                continue
            sums = self._sums.setdefault(layer.node, [])
            if len(sums) < _MOST_OF_ONE and not any(
                is_part(other, place - at) for other, place in sums
            ):
                sums.append((origin, at))

    def _nested(self, origin: LayeredObject) -> None:
        """Objects that are added to by ``f+: { … }`` are sums of their own."""
        added: set[str] = set()
        for layer in origin.layers:
            for member in layer.node.members if isinstance(layer, Layer) else ():
                if (
                    isinstance(member, syntax.Field)
                    and member.plus
                    and isinstance(stripped(member.value), syntax.Object)
                ):
                    added.add(field_name(member) or "")
        for name in added - {""}:
            found = origin.read(self._checker, name)
            if found is not None and found.flags & types.HAS_ORIGIN:
                self._note(found)

    def fields(self, literal: syntax.Node, name: str, *, below: bool = False) -> list[Span]:
        """Return where a field of the object that a literal is part of is written.

        What is the same for many literals is one list.
        """
        sums = self._sums.get(literal, ())
        if below:
            low = [self._fields_of(origin, name, place) for origin, place in sums]
            return list(dict.fromkeys(chain.from_iterable(low)))
        key = tuple([origin for origin, _ in sums]), name
        places = self._places.get(key)
        if places is None:
            all_ = [self._fields_of(origin, name) for origin, _ in sums]
            places = self._places[key] = dict.fromkeys(chain.from_iterable(all_))
            self._listed[key] = list(places)
        own = self._own(literal).get(name)
        span = None if own is None else key_span(self._checker.source, own)
        listed = self._listed[key]
        return listed if span is None or span in places else [*listed, span]

    def _fields_of(self, origin: LayeredObject, name: str, below: int | None = None) -> list[Span]:
        """Return where the layers of a sum write a field, those below one or all."""
        known = self._written.get(origin)
        if known is None:
            known = self._written[origin] = _written_in(origin)
        return [span for at, span in known.get(name, ()) if below is None or at < below]

    def writes(self, literal: syntax.Node, name: str) -> syntax.Field | None:
        """Return the field of a name that a literal itself writes."""
        return self._own(literal).get(name)

    def _own(self, literal: syntax.Node) -> dict[str, syntax.Field]:
        """Return the fields that a literal writes, by their names."""
        known = self._fields.get(literal)
        if known is None:
            inside = (
                literal.members
                if isinstance(literal, syntax.Object | syntax.ObjectComprehension)
                else ()
            )
            fields = [one for one in inside if isinstance(one, syntax.Field)]
            known = self._fields[literal] = {field_name(one) or "": one for one in fields}
        return known

    def sums(self, literal: syntax.Node) -> list[types.Object]:
        """Return the objects that a literal is a layer of."""
        return [origin.type for origin, _ in self._sums.get(literal, ())]

    def under(self, literal: syntax.Node) -> list[tuple[LayeredObject, int]]:
        """Return the sums that a literal is part of, and its place in them, for ``super``."""
        return self._sums.get(literal, [])


def _identity(layer: Layer | types.Object) -> object:
    return layer.node if isinstance(layer, Layer) else layer


def _is_part(nodes: list[object], others: Layers, first: int) -> bool:
    """Whether a sum is the stretch of another one that begins there."""
    stretch = others[first : first + len(nodes)] if first >= 0 else ()
    return len(stretch) == len(nodes) and all(
        one is _identity(other) for one, other in zip(nodes, stretch, strict=True)
    )


def first_of(type_: types.Type) -> LayeredObject | None:
    """Return the layers that an object remembers, before conditions."""
    origin = instance_of(type_)
    return origin.first() if isinstance(origin, Narrowed) else origin


def _written_in(origin: LayeredObject) -> dict[str, list[tuple[int, Span]]]:
    """Where layers write their fields, by name; a layer is known by its place."""
    found: dict[str, list[tuple[int, Span]]] = {}
    for at, layer in enumerate(origin.layers):
        if isinstance(layer, Layer):
            for name, field in layer.fields().items():
                found.setdefault(name, []).append((at, key_span(layer.check.source, field)))
    return found


def written(layers: Sequence[Layer | types.Object], name: str) -> list[Span]:
    """Return where layers write a field, the one that introduces it first."""
    found: list[Span] = []
    for layer in layers:
        field = layer.field(name) if isinstance(layer, Layer) else None
        if field is not None and isinstance(layer, Layer):
            found.append(key_span(layer.check.source, field))
    return found


def fields_of(objects: Sequence[types.Object], name: str) -> list[Span]:
    """Return where objects that remember their layers write a field."""
    found: dict[Span, None] = {}
    for one in objects:
        origin = first_of(one)
        for span in () if origin is None else written(origin.layers, name):
            found[span] = None
    return list(found)


def key_span(source: Source, field: syntax.Field) -> Span:
    """Return the name of a field as it is spelled."""
    key = field.key
    if isinstance(key, syntax.Identifier):
        return Span(source, key.start, key.end)
    inner = stripped(key)
    spelled = spelled_in(source, inner) if isinstance(inner, syntax.String) else None
    return Span(source, *(spelled or (inner.start, inner.end)))


def spelled_in(source: Source, node: syntax.String) -> tuple[int, int] | None:
    """Return the stretch of a string that spells a name: its quotes are part of that.

    Between the quotes of ``@'…'`` a name stands for itself.  None where escapes change it.
    """
    letters = letters_of(source, node)
    if letters is None or "verbatim" in node.form:
        return letters
    return node.start, node.end


def letters_of(source: Source, node: syntax.String) -> tuple[int, int] | None:
    """Return the letters of a string between its quotes, None where escapes change them."""
    if "block" in node.form:
        return None
    start = node.start + (2 if "verbatim" in node.form else 1)
    if source.text[start : node.end - 1] != node.value:
        return None
    return start, node.end - 1


@contextmanager
def looking(checker: Checker) -> Iterator[None]:
    """Give what is asked meanwhile an allowance of its own."""
    before, checker.work = checker.work, Looks()
    try:
        yield
    finally:
        checker.work = before
