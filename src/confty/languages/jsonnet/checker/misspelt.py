"""Which of two spellings is the mistake: that of a field that is read, or that of its declaration.

A field that is not there is found out where it is read.  When an object has one that is nearly
called so, the slip may as well be there, and then the mark belongs there: ``blame`` decides.
"""

from __future__ import annotations

from confty import types
from confty.kit.suggest import nearest
from confty.languages.jsonnet.checker.blame import Near
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.loop_texts import behind_name
from confty.languages.jsonnet.checker.origins import (
    LayeredObject,
    Narrowed,
    field_type,
    instance_of,
)
from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.parser import syntax
from confty.text import Note, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def near_name(name: str, known: Iterable[str]) -> str | None:
    """Return the name that was probably meant; docsonnet's names are nobody's to read."""
    return nearest(name, [one for one in known if one[:1] != "#" or name[:1] == "#"])


def near_declarations(
    part: types.Object, known: Iterable[str], best: str | None, meant: str
) -> list[Near]:
    """Return where fields are declared that may be meant, to be judged when the program is known.

    The nearest, and those ``known`` ones of the same letters: two that stand in each other's place
    are the slip that makes a word which is nearer to another.
    """
    names = [] if best is None else [best]
    names += [one for one in _turned_letters(known, meant) if one != best]
    return [found for name in names for found in _declared(_layers(part), name, meant)]


def near_owners(check: Checker, subject: syntax.Expression, name: str) -> list[Near]:
    """Return fields beside the one that lacks a name which have it, and are nearly called so."""
    access = subscript(behind_name(check, stripped(subject)))
    owner = None if access is None else check.types.get(access[0]) or check.general(access[0])
    if access is None or not isinstance(owner, types.Object):
        return []
    found: list[Near] = []
    for near in _turned_letters(owner.by_name, access[1]):
        held = field_type(check, owner, near)
        if isinstance(held, types.Object) and name in held.by_name:
            message = f"there is no field `{name}` in `{access[1]}`, only in `{near}`"
            found += _declared(_layers(owner), near, access[1], message)
    return found


def near_callees(
    check: Checker, callee: syntax.Expression, takes: Callable[[types.Function], bool]
) -> list[Near]:
    """Return methods that are nearly called as the one that is called, and take what is given."""
    access = subscript(stripped(callee))
    owner = None if access is None else check.types.get(access[0]) or check.general(access[0])
    if access is None or not isinstance(owner, types.Object):
        return []
    fields = owner.by_name
    found: list[Near] = []
    for near in _turned_letters(check.findings.names(lambda: fields), access[1]):
        method = field_type(check, owner, near)
        if isinstance(method, types.Function) and takes(method):
            message = f"`{access[1]}` does not take what it is given, only `{near}` does"
            found += _declared(_layers(owner), near, access[1], message)
    return found


def _turned_letters(known: Iterable[str], name: str) -> list[str]:
    """Return the other names that have the same letters, in another order."""
    letters = sorted(name)
    return [
        one for one in known if len(one) == len(name) and one != name and sorted(one) == letters
    ]


def _layers(part: types.Object) -> tuple[Layer | types.Object, ...]:
    origin = instance_of(part)
    first = origin.first() if isinstance(origin, Narrowed) else origin
    return () if first is None else first.layers


def lacking(check: Checker, part: types.Object) -> list[Note]:
    """Return where an object is written that lacks a field, if that is one place elsewhere."""
    origin = instance_of(part)
    first = origin.first() if isinstance(origin, Narrowed) else origin
    layer = first.layers[0] if first is not None and len(first.layers) == 1 else None
    if not isinstance(layer, Layer) or layer.check is check:
        return []
    start = layer.node.start
    return [Note(Span(layer.check.source, start, start + 1), "this object does not have it")]


def near_below(
    check: Checker, instance: LayeredObject, place: int, meant: str
) -> tuple[str | None, list[Near]]:
    """Return the name that was probably meant to be in the layers below one, and where it is."""
    below = instance.layers[:place]
    own = [one.own if isinstance(one, Layer) else one for one in below]
    names = check.findings.names(lambda: [name for one in own for name in one.by_name])
    near = near_name(meant, names)
    return near, [] if near is None else _declared(below, near, meant)


def _declared(
    layers: Iterable[object], written: str, meant: str, message: str | None = None
) -> list[Near]:
    for layer in reversed(tuple(layers)):
        field = layer.field(written) if isinstance(layer, Layer) else None
        if field is not None and isinstance(layer, Layer):
            span = Span(layer.check.source, field.key.start, field.key.end)
            return [Near(span, written, meant, message)]
    return []
