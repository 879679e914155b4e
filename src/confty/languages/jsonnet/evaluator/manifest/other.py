"""INI, XML from JsonML, and Python literals."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop, stranger
from confty.languages.jsonnet.evaluator.manifest.extent import Tally
from confty.languages.jsonnet.evaluator.manifest.json import line_text, to_string
from confty.languages.jsonnet.evaluator.objects import field, has_field
from confty.languages.jsonnet.evaluator.operators import index
from confty.languages.jsonnet.evaluator.values import (
    Func,
    Obj,
    Thunk,
    Value,
    force,
    quote,
    type_name,
)


def _items(value: list[Value]) -> list[Value]:
    return [force(item) if item.__class__ is Thunk else item for item in value]


def _names(value: Value) -> list[str]:
    if value.__class__ is not Obj:
        wanted = "Builtin function objectFieldsEx expected (object, boolean)"
        raise Stop(f"{wanted} but got ({type_name(value)}, boolean)")
    names: list[str] = value.shape.visible
    return names


def ini_text(value: Value) -> str:
    """Write ``main`` and ``sections`` as an INI file."""
    lines: list[str] = []
    if value.__class__ is Obj and has_field(value, "main", hidden=False):
        lines += _ini_lines(field(value, "main"))
    sections = field(value, "sections")
    for name in _names(sections):
        lines += [f"[{name}]", *_ini_lines(field(sections, name))]
    return "\n".join([*lines, ""])


def _ini_lines(body: Value) -> list[str]:
    lines = []
    for name in _names(body):
        item = field(body, name)
        values = _items(item) if item.__class__ is list else [item]
        lines += [f"{name} = {to_string(value)}" for value in values]
    return lines


def xml_text(value: Value) -> str:
    """Write JsonML, ``[tag, {attributes}, children…]``, as XML; nothing is escaped."""
    if value.__class__ is not list:
        raise Stop(f"Expected a JSONML value (an array), got {type_name(value)}")
    return _element(value, Tally(value))


def _element(value: Value, tally: Tally) -> str:
    if value.__class__ is str:
        return str(value)
    tag = index(value, 0.0)
    items = _items(value)
    tally.count(value, len(items))
    attributes = ""
    children = items[1:]
    if len(items) > 1 and items[1].__class__ is Obj:
        names = _names(items[1])
        pairs = [f' {name}="{to_string(field(items[1], name))}"' for name in names]
        attributes = "".join(pairs)
        children = items[2:]
    tag = _joined(tag, tally)
    inner = "".join([_element(child, tally) for child in children])
    return f"<{tag}{attributes}>{inner}</{tag}>"


def _joined(tag: Value, tally: Tally) -> str:
    """A tag, which may come in pieces."""
    if tag.__class__ is list:
        tally.count(tag, len(tag))
        return "".join([_joined(piece, tally) for piece in _items(tag)])
    if tag.__class__ is not str:
        raise Stop(f"Expected string or array, got {type_name(tag)}")
    return str(tag)


def python_text(value: Value) -> str:
    """Write a value as a Python literal."""
    return _python(value, Tally(value))


def _python(value: Value, tally: Tally) -> str:
    kind = value.__class__
    if kind is Obj:
        keys = value.shape.keys
        tally.count(value, len(keys))
        pairs = [f"{key}: {_python(field(value, name), tally)}" for name, key in keys]
        return "{" + ", ".join(pairs) + "}"
    if kind is list:
        tally.count(value, len(value))
        return "[" + ", ".join([_python(item, tally) for item in _items(value)]) + "]"
    if kind is str:
        return quote(value)
    if kind is float:
        return line_text(value)
    if value is None or kind is bool:
        return str(value)
    if kind is Func:
        raise Stop("cannot manifest function")
    return stranger(value)


def python_variables(value: Value) -> str:
    """Write each field as a Python assignment."""
    tally = Tally(value)
    lines = [f"{name} = {_python(field(value, name), tally)}" for name in _names(value)]
    return "\n".join([*lines, ""])
