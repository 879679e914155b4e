"""JSON: over many lines, a program's own output; on one line, a value as a string.

One list of pieces, joined at the end; scalars are written where they are met, so that a wide
object costs one call and not one a field.
"""

from __future__ import annotations

import sys

from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop, stranger
from confty.languages.jsonnet.evaluator.manifest.bounds import DEEPEST, MANY, NO_FUNCTION
from confty.languages.jsonnet.evaluator.objects import check, fetch, field
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    Func,
    Obj,
    Thunk,
    Value,
    force,
    number_text,
    quote,
)
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Final


def _scalar(value: Value) -> str | None:
    """Write a value that needs no recursion; None for containers."""
    kind = value.__class__
    if kind is str:
        # As ``quote`` does it; most of what is written are such strings.
        plain = value.isprintable() and '"' not in value and "\\" not in value
        return f'"{value}"' if plain else quote(value)
    if kind is float:
        return number_text(value)
    if value is True:
        return "true"
    if value is False:
        return "false"
    if value is None:
        return "null"
    return None


class Spelling(metaclass=Record):
    """How scalars and keys are written."""

    # None for what is no scalar.
    scalar: Callable[[Value], str | None]
    number: Callable[[float], str]
    # The names of an object's visible fields, each with its quotes.
    keys: Callable[[Obj], Iterable[tuple[str, str]]]


REFERENCE: Final = Spelling(_scalar, number_text, lambda value: value.shape.keys)


class LineBreaks:
    """Where lines break: the indentation a level, the line break, what follows a key."""

    __slots__ = ("colon", "empty", "newline", "spelling", "unit")

    def __init__(
        self,
        unit: str,
        newline: str,
        colon: str,
        *,
        empty: bool,
        spelling: Spelling = REFERENCE,
    ) -> None:
        self.unit = unit
        self.newline = newline
        self.colon = colon
        # Whether an empty container is ``[ ]``, or an open bracket, an empty line and a close.
        self.empty = empty
        self.spelling = spelling


OUTPUT: Final = LineBreaks("   ", "\n", ": ", empty=True)


class _Pieces(list[str]):
    """What was written of a value so far."""

    __slots__ = ("many", "whole")

    def __init__(self, whole: Value) -> None:
        self.whole = whole
        # So many that one looks whether the text has an end in sight.
        self.many = MANY

    def look(self) -> None:
        """Refuse a value that shares its parts so that its text would explode."""
        from confty.languages.jsonnet.evaluator.manifest.extent import refuse_endless  # noqa: PLC0415  loaded by the runs that need it

        self.many = sys.maxsize
        try:
            refuse_endless(self.whole)
        except Stop as stop:
            # How deep it may go is for who writes it to say.
            if stop.message != TOO_DEEP:
                raise


def json_text(value: Value, layout: LineBreaks = OUTPUT) -> str:
    """Write a value as JSON, without a final line break."""
    pieces = _Pieces(value)
    _write(value, layout, layout.newline, pieces.append)
    return "".join(pieces)


def _write(value: Value, layout: LineBreaks, margin: str, put: Callable[[str], None]) -> None:
    kind = value.__class__
    if len(margin) > DEEPEST:
        raise Stop(TOO_DEEP)
    pieces: Any = put.__self__  # type: ignore[attr-defined]  # always one of a list of pieces
    if len(pieces) > pieces.many:
        pieces.look()
    if kind is Obj:
        _write_object(value, layout, margin, put)
    elif kind is list:
        _write_array(value, layout, margin, put)
    elif kind is Func:
        raise Stop(NO_FUNCTION)
    else:
        text = layout.spelling.scalar(value)
        if text is None:
            stranger(value)
        else:
            put(text)


# What stands for itself in a row; most fields of what is written do.
_LITERALS: Final = frozenset({str, float, bool, type(None)})


def _write_object(value: Obj, layout: LineBreaks, margin: str, put: Callable[[str], None]) -> None:
    if value.shape.asserted and not value.state and (layout.empty or value.shape.keys):
        # The library asks an object for its fields only, and one without any for nothing.
        check(value)
    if not value.shape.keys:
        put("{ }" if layout.empty else "{" + layout.newline + margin + "}")
        return
    inner, colon = margin + layout.unit, layout.colon
    scalar = layout.spelling.scalar
    cache, rows, slots = value.cache, value.rows, value.shape.slots()
    lead = "{" + inner
    following = "," + inner
    for name, quoted in layout.spelling.keys(value):
        item = cache.get(name, ABSENT)
        if item is ABSENT:
            layer, position = slots[name]
            item = rows[layer][position]
            if item.__class__ not in _LITERALS:
                item = fetch(value, name)
        text = scalar(item)
        if text is None:
            put(lead + quoted + colon)
            _write(item, layout, inner, put)
        else:
            put(lead + quoted + colon + text)
        lead = following
    put(margin + "}")


_NUMBERS: Final = frozenset({float})


def _write_array(
    value: list[Value], layout: LineBreaks, margin: str, put: Callable[[str], None]
) -> None:
    if not value:
        put("[ ]" if layout.empty else "[" + layout.newline + margin + "]")
        return
    inner = margin + layout.unit
    following = "," + inner
    if {*map(type, value)} == _NUMBERS:
        put("[" + inner + following.join(map(layout.spelling.number, value)))
        put(margin + "]")
        return
    scalar = layout.spelling.scalar
    lead = "[" + inner
    for element in value:
        item = force(element) if element.__class__ is Thunk else element
        text = scalar(item)
        if text is None:
            put(lead)
            _write(item, layout, inner, put)
        else:
            put(lead + text)
        lead = following
    put(margin + "]")


def json_ex(value: Value, layout: LineBreaks) -> str:
    """Write a value for ``std.manifestJsonEx``, which says where a function stands."""
    try:
        return json_text(value, layout)
    except Stop as stop:
        refuse_functions(stop, value)
        raise


def refuse_functions(stop: Stop, value: Value) -> None:
    """Turn the refusal of a function into one that says where in ``value`` it stands."""
    path = function_path(value, []) if stop.message == NO_FUNCTION else None
    if path is not None:
        steps = " ".join([to_string(step) for step in path])
        go = f"tried to manifest function at [{steps}]"
        raise Stop(f"Tried to manifest function at {line_text(path)}", go=go) from None


def function_path(value: Value, path: list[Value]) -> list[Value] | None:
    """The way to the first function inside a value."""
    kind = value.__class__
    if kind is Func:
        return path
    if kind is list:
        for at, element in enumerate(value):
            item = force(element) if element.__class__ is Thunk else element
            found = function_path(item, [*path, float(at)])
            if found is not None:
                return found
    elif kind is Obj:
        for name in value.shape.visible:
            found = function_path(field(value, name), [*path, name])
            if found is not None:
                return found
    return None


def to_string(value: Value) -> Value:
    """Convert for ``+``, ``%s`` and ``std.toString``."""
    if value.__class__ is str:
        return value
    return line_text(value)


def line_text(value: Value) -> str:
    """Write a value on one line."""
    text = _scalar(value)
    if text is not None:
        return text
    pieces = _Pieces(value)
    _line(value, pieces.append)
    return "".join(pieces)


def _line(value: Value, put: Callable[[str], None]) -> None:
    kind = value.__class__
    pieces: Any = put.__self__  # type: ignore[attr-defined]  # always one of a list of pieces
    if len(pieces) > pieces.many:
        pieces.look()
    if kind is list:
        _line_of_array(value, put)
    elif kind is Obj:
        _line_of_object(value, put)
    elif kind is Func:
        raise Stop(NO_FUNCTION)
    else:
        stranger(value)


def _line_of_array(value: list[Value], put: Callable[[str], None]) -> None:
    if not value:
        put("[ ]")
        return
    lead = "["
    for element in value:
        item = force(element) if element.__class__ is Thunk else element
        text = _scalar(item)
        if text is None:
            put(lead)
            _line(item, put)
        else:
            put(lead + text)
        lead = ", "
    put("]")


def _line_of_object(value: Obj, put: Callable[[str], None]) -> None:
    if value.shape.asserted and not value.state:
        check(value)
    if not value.shape.keys:
        put("{ }")
        return
    lead = "{"
    for name, quoted in value.shape.keys:
        item = field(value, name)
        text = _scalar(item)
        if text is None:
            put(lead + quoted + ": ")
            _line(item, put)
        else:
            put(lead + quoted + ": " + text)
        lead = ", "
    put("}")
