"""Which of two spellings is the mistake: that of a field that is read, or that of its declaration.

A field that is not there is found out where it is read.  When an object has one that is nearly
called so, the slip may as well be there, and then the mark belongs there: ``blame`` decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from confty.kit.suggest import nearest
from confty.languages.jsonnet.checker.blame import Near
from confty.languages.jsonnet.checker.origins import Layer, Narrowed, instance_of
from confty.text import Note, Span

if TYPE_CHECKING:
    from confty import types
    from confty.languages.jsonnet.checker.checker import Checker
    from confty.languages.jsonnet.checker.origins import LayeredObject


def near_name(name: str, known: Iterable[str]) -> str | None:
    """Return the name that was probably meant; docsonnet's names are nobody's to read."""
    return nearest(name, [one for one in known if one[:1] != "#" or name[:1] == "#"])


def near_declaration(part: types.Object, written: str, meant: str) -> list[Near]:
    """Return where an object's field is declared, to be judged when the program is known."""
    origin = instance_of(part)
    if origin is None:
        return []
    first = origin.first() if isinstance(origin, Narrowed) else origin
    return _declared(first.layers, written, meant)


def lacking(check: Checker, part: types.Object) -> list[Note]:
    """Return where an object is written that lacks a field, if that is one place elsewhere."""
    origin = instance_of(part)
    first = origin.first() if isinstance(origin, Narrowed) else origin
    layer = first.layers[0] if first is not None and len(first.layers) == 1 else None
    if not isinstance(layer, Layer) or layer.check is check:
        return []
    start = layer.node.start
    return [Note(Span(layer.check.source, start, start + 1), "this object does not have it")]


def near_below(instance: LayeredObject, place: int, meant: str) -> tuple[str | None, list[Near]]:
    """Return the name that was probably meant to be in the layers below one, and where it is."""
    below = instance.layers[:place]
    names = [
        name for one in below for name in (one.own if isinstance(one, Layer) else one).by_name
    ]
    near = near_name(meant, names)
    return near, [] if near is None else _declared(below, near, meant)


def _declared(layers: Iterable[object], written: str, meant: str) -> list[Near]:
    for layer in reversed(tuple(layers)):
        field = layer.field(written) if isinstance(layer, Layer) else None
        if field is not None and isinstance(layer, Layer):
            span = Span(layer.check.source, field.key.start, field.key.end)
            return [Near(span, written, meant)]
    return []
