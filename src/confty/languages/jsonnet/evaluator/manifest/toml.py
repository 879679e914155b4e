"""TOML as ``std.manifestTomlEx`` writes it: plain keys first, then tables, then their own."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop, stranger
from confty.languages.jsonnet.evaluator.manifest.bounds import DEEPEST
from confty.languages.jsonnet.evaluator.manifest.extent import Tally
from confty.languages.jsonnet.evaluator.manifest.json import line_text
from confty.languages.jsonnet.evaluator.objects import field
from confty.languages.jsonnet.evaluator.values import (
    Func,
    Obj,
    Thunk,
    Value,
    force,
    quote,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")

# What stands for the empty name; in C++ nothing does, which is no TOML.
_NAMELESS: Final = {"go": "''", "cpp": ""}

Path = tuple[Value, ...]


class _Way:
    """How one text is written: what a level is indented by, and how much there is so far."""

    __slots__ = ("tally", "unit")

    def __init__(self, unit: str, whole: Value) -> None:
        self.unit = unit
        self.tally = Tally(whole)


def toml_text(value: Value, unit: str) -> str:
    """Write an object as a TOML document."""
    if value.__class__ is not Obj:
        raise Stop(f"TOML body must be an object. Got {type_name(value)}")
    return _body(value, _Way(unit, value), (), (), "")


def _key(name: str) -> str:
    return (name if set(name) <= _BARE else quote(name)) if name else _NAMELESS[current().dialect]


def _heading(path: Path) -> str:
    return ".".join([_key(name) for name in path])


def _items(value: list[Value]) -> list[Value]:
    return [force(item) if item.__class__ is Thunk else item for item in value]


def _is_section(value: Value) -> bool:
    if value.__class__ is list:
        return bool(value) and all(item.__class__ is Obj for item in _items(value))
    return value.__class__ is Obj


def _body(value: Obj, way: _Way, path: Path, place: Path, margin: str) -> str:
    if len(path) > DEEPEST // 10:
        raise Stop(TOO_DEEP)
    way.tally.count(value, len(value.shape.visible))
    lines: list[str] = []
    sections: list[str] = []
    for name in value.shape.visible:
        item = field(value, name)
        if not _is_section(item):
            text = _inline(item, way, (*place, name), margin)
            lines.append(f"{margin}{_key(name)} = {text}")
        elif item.__class__ is Obj:
            heading = f"{margin}[{_heading((*path, name))}]"
            inner = _body(item, way, (*path, name), (*place, name), margin + way.unit)
            sections.append(heading + ("\n" if item.shape.visible else "") + inner)
        else:
            sections += _tables(item, way, (*path, name), (*place, name), margin)
    return "\n\n".join(["\n".join(lines), *sections])


def _tables(value: list[Value], way: _Way, path: Path, place: Path, margin: str) -> list[str]:
    tables = []
    for at, item in enumerate(_items(value)):
        inner = _body(item, way, path, (*place, float(at)), margin + way.unit)
        heading = f"{margin}[[{_heading(path)}]]"
        tables.append(heading + ("\n" if item.shape.visible else "") + inner)
    return tables


def _inline(value: Value, way: _Way, place: Path, margin: str | None) -> str:
    """Write what stands after ``=``; ``margin`` is None inside another inline value."""
    kind = value.__class__
    if len(place) > DEEPEST // 10:
        raise Stop(TOO_DEEP)
    if kind is list:
        way.tally.count(value, len(value))
        return _inline_array(value, way, place, margin)
    if kind is Obj:
        way.tally.count(value, len(value.shape.visible))
        pairs = [
            f"{_key(name)} = {_inline(field(value, name), way, (*place, name), None)}"
            for name in value.shape.visible
        ]
        return "{ " + ", ".join(pairs) + " }"
    if kind is Func:
        raise Stop(f"Tried to manifest function at {line_text(list(place))}")
    if value is None:
        raise Stop(f'Tried to manifest "null" at {line_text(list(place))}')
    if kind is str or kind is float or kind is bool:
        return line_text(value)
    return stranger(value)


def _inline_array(value: list[Value], way: _Way, place: Path, margin: str | None) -> str:
    if not value:
        return "[]"
    inner, between, last = (" ", ", ", " ") if margin is None else _broken(way.unit, margin)
    items = [
        _inline(item, way, (*place, float(at)), None) for at, item in enumerate(_items(value))
    ]
    return "[" + inner + between.join(items) + last + "]"


def _broken(unit: str, margin: str) -> tuple[str, str, str]:
    inner = "\n" + margin + unit
    return inner, "," + inner, "\n" + margin
