"""A value on one line: what ``"" + value``, ``%s`` and ``std.toString`` give."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop, stranger
from confty.languages.jsonnet.evaluator.objects import check, field
from confty.languages.jsonnet.evaluator.texts import number_text, quote
from confty.languages.jsonnet.evaluator.values import Func, Obj, Thunk, Value, force

NO_FUNCTION = "couldn't manifest function in JSON output."
# Characters of indentation at which a value is taken to be endless.
DEEPEST = 10_000


def line_text(value: Value) -> str:
    """Write a value on one line."""
    kind = value.__class__
    if kind is str:
        return quote(value)
    if kind is float:
        return number_text(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is list:
        if not value:
            return "[ ]"
        items = [line_text(force(e) if e.__class__ is Thunk else e) for e in value]
        return "[" + ", ".join(items) + "]"
    if kind is Obj:
        if value.shape.asserted and not value.state:
            check(value)
        keys = value.shape.keys
        if not keys:
            return "{ }"
        return "{" + ", ".join([f"{q}: {line_text(field(value, name))}" for name, q in keys]) + "}"
    if kind is Func:
        raise Stop(NO_FUNCTION)
    return stranger(value)
