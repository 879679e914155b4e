"""Where a value comes from that is used as what it is not: a null, a function, an argument."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.blame import Near, Passed, Returned, Uncalled, WrittenNull
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.loop_texts import behind_name
from confty.languages.jsonnet.checker.origins import (
    LayeredObject,
    Narrowed,
    instance_in,
    instance_of,
)
from confty.languages.jsonnet.checker.scope import ArgumentPlace, ObjectScope, Variable
from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY
from confty.text import Note, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

# How many calls that give a parameter are remembered.
_MOST_PLACES: Final = 20


def whence(
    check: Checker,
    subject: syntax.Node,
    found: types.Type,
    message: str | None = None,
    *,
    likely: bool = True,
) -> tuple[Note, ...]:
    """Return where a value was given or written that is used here, to be judged later.

    ``message`` is what is said of an argument, where that differs from what is said here.  Where
    the function is as ``likely`` to be wrong as the call, the argument is noted and not marked.
    """
    if not isinstance(subject, syntax.Expression):
        return ()
    node = behind_name(check, stripped(subject)) if likely else stripped(subject)
    variable = check.uses.get(node) if isinstance(node, syntax.Name) else None
    if variable is None or variable.role != "parameter":
        return tuple(written(check, subject, found))
    if not variable.close:
        return ()
    return (Passed(variable, check.span(subject), message, crossed=not likely),)


def note_places(
    check: Checker,
    call: syntax.Call,
    variables: Mapping[str, Variable],
    pairs: Iterable[tuple[str, syntax.Expression]],
) -> None:
    """Remember where a call gives parameters their values."""
    placed = [stripped(one.value) for one in call.arguments if one.name is None]
    others = {one.name for one in placed if isinstance(one, syntax.Name)}
    for name, value in pairs:
        variable = variables.get(name)
        if variable is None or variable.type is None or variable.type is ANY:
            continue  # of an unknown value nothing is said
        span = check.span(value)
        known = _still_good(variable.given, check.source)
        if len(known) >= _MOST_PLACES or any(one.span == span for one in known):
            continue
        node = stripped(value)
        outer: Variable | None = None
        if isinstance(node, syntax.Name) and node.name == name:
            outer = check.uses.get(node)
            outer = outer if outer is not None and outer.role == "parameter" else None
        notes = tuple(written(check, value, variable.type))
        crossed = _is_crossed(others, name, node, variables)
        variable.given = (*known, ArgumentPlace(span, outer, crossed, notes))


def _still_good(places: tuple[ArgumentPlace, ...], source: Source) -> tuple[ArgumentPlace, ...]:
    """Leave out the calls of a file as it was when it was checked before."""
    kept = [
        one for one in places if one.span.source is source or one.span.source.name != source.name
    ]
    return tuple(kept)


def _is_crossed(
    others: set[str], name: str, node: syntax.Expression, parameters: Mapping[str, Variable]
) -> bool:
    """Whether an argument has the name of another parameter, or one of the others that of this."""
    if isinstance(node, syntax.Name) and node.name == name:
        return False
    if isinstance(node, syntax.Name) and node.name in parameters:
        return True
    return name in others


def written(check: Checker, subject: syntax.Expression, found: types.Type) -> list[Near]:
    """Return the null, or the function that nobody calls, where a name or a field is that."""
    if found is not types.NULL and not isinstance(found, types.Function):
        return []
    node = stripped(subject)
    node = behind_name(check, node)
    if isinstance(node, syntax.Call):
        return [] if found is types.NULL else _returned(check, node)
    return _slips(_of_name(check, stripped(subject)) or _of_field(check, node), found)


def _returned(check: Checker, node: syntax.Call) -> list[Near]:
    """Return the function that a method gives and does not call."""
    access = subscript(stripped(node.callee))
    known = None if access is None else check.types.get(access[0]) or check.general(access[0])
    origin = None if known is None else instance_of(known)
    if access is None or origin is None:
        return []
    first = origin.first() if isinstance(origin, Narrowed) else origin
    written_at = first.text_of(access[1])
    if written_at is None or written_at[1].parameters is None:
        return []
    where, body = written_at[0], stripped(written_at[1].value)
    if not _is_reference(body) and not isinstance(body, syntax.Name):
        return []
    return [Returned(where.span(body), access[1])]


def written_in(part: types.Object, name: str, found: types.Type) -> list[Near]:
    """Return the null, or the function that nobody calls, that a field of an object is."""
    origin = instance_of(part)
    if origin is None or (found is not types.NULL and not isinstance(found, types.Function)):
        return []
    first = origin.first() if isinstance(origin, Narrowed) else origin
    return _slips(_in_layers(first.layers, name), found)


def _slips(place: _Written | None, found: types.Type) -> list[Near]:
    if place is None:
        return []
    where, name, value = place
    if found is types.NULL:
        return [WrittenNull(where.span(value), name)] if isinstance(value, syntax.Null) else []
    return [Uncalled(where.span(value), name)] if _is_reference(value) else []


def _is_reference(value: syntax.Expression) -> bool:
    """Whether a value is made elsewhere: read off an object, or imported."""
    return subscript(value) is not None or isinstance(value, syntax.Import)


def written_function(origin: LayeredObject | Narrowed, name: str) -> Span | None:
    """Return where a field of an object is the name of a function; None for a function's text."""
    first = origin.first() if isinstance(origin, Narrowed) else origin
    place = _in_layers(first.layers, name)
    if place is None:
        return None
    where, _, value = place
    behind = behind_name(where, value)
    return where.span(behind) if _is_reference(behind) else None


_Written = tuple[Checker, str, syntax.Expression]


def _of_name(check: Checker, node: syntax.Expression) -> _Written | None:
    """Return the access that a local is bound to, where that gives a function."""
    variable = check.uses.get(node) if isinstance(node, syntax.Name) else None
    if variable is None or variable.role != "local" or variable.method or variable.value is None:
        return None
    value = stripped(variable.value)
    known = check.types.get(value) or check.general(value)
    if isinstance(known, types.Function) and _is_reference(value):
        return check, variable.name.name, value
    return None


def _of_field(check: Checker, node: syntax.Expression) -> _Written | None:
    """Return what a field is in the uppermost layer that has it."""
    access = subscript(node)
    own = None if access is None else _of_slot(check, *access)
    if own is not None:
        return own
    layers: tuple[Layer | types.Object, ...] = ()
    name = ""
    if access is not None:
        name = access[1]
        known = check.types.get(access[0]) or check.general(access[0])
        origin = None if known is None else instance_of(known)
        first = origin.first() if isinstance(origin, Narrowed) else origin
        layers = () if first is None else first.layers
    elif isinstance(node, syntax.SuperField) and check.frame is not None:
        name = node.field.name
        layers = _layers_below(check.frame)
    return _in_layers(layers, name)


def _in_layers(layers: tuple[Layer | types.Object, ...], name: str) -> _Written | None:
    for layer in reversed(layers):
        field = layer.field(name) if isinstance(layer, Layer) else None
        if field is not None and isinstance(layer, Layer):
            if field.parameters is not None:
                return None
            return layer.check, name, stripped(field.value)
    return None


def _of_slot(check: Checker, target: syntax.Expression, name: str) -> _Written | None:
    """Return what a field of ``self`` or ``$`` is in the literal, as the text alone says."""
    frame = check.frames.get(stripped(target))
    slot = None if frame is None or frame.instance is not None else frame.slots.get(name)
    if slot is None or slot.field.parameters is not None:
        return None
    return check, name, stripped(slot.field.value)


def _layers_below(frame: ObjectScope) -> tuple[Layer | types.Object, ...]:
    """Return the layers that ``super`` means."""
    instance = instance_in(frame)
    if instance is not None:
        return instance.layers[: frame.place]
    origin = None if frame.above is None else instance_of(frame.above)
    first = origin.first() if isinstance(origin, Narrowed) else origin
    return () if first is None else first.layers
