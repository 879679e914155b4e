"""Edits that mend what a finding speaks of: a name that was meant, fields that are missing."""

from __future__ import annotations

from confty import types
from confty.kit.stretches import line_start
from confty.kit.suggest import nearest
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import is_identifier
from confty.text import Diagnostic, Edit, Source, Span
from confty.types import Type, unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_ATOMS: Final[dict[Type, str]] = {
    types.STRING: '""', types.NUMBER: "0", types.BOOL: "false", types.NULL: "null",
}  # fmt: skip
_DEEPEST: Final = 4


def meant(finding: Diagnostic, word: str, names: Iterable[str], quote: str = "") -> Diagnostic:
    """Offer the nearest name instead of the one at the finding's place."""
    near = nearest(word, names)
    if near is None or finding.span is None:
        return finding
    text = finding.span.text
    if not quote and text[:1] == '"':
        quote = '"'
    if not quote and not is_identifier(near):
        return finding
    return finding.with_fix(Edit(finding.span, f"{quote}{near}{quote}"))


def filler(type_: Type, depth: int = 0) -> str | None:
    """Write a plain value of a type; None where there is none to be written."""
    inside = unfold(type_)
    if isinstance(inside, types.Dynamic):
        return "null"
    if inside in _ATOMS:
        return _ATOMS[inside]
    if isinstance(inside, types.Literal):
        return '"' + str(inside.value).replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(inside, types.ListOf):
        return "[]"
    if isinstance(inside, types.SetOf):
        return "std.empty_set"
    if isinstance(inside, types.MapOf):
        return "{}"
    if isinstance(inside, types.Union):
        fillers = [filler(one, depth) for one in inside.members]
        return next((one for one in fillers if one is not None), None)
    return _made(inside, depth)


def _made(inside: Type, depth: int) -> str | None:
    if isinstance(inside, types.Object) and depth < _DEEPEST:
        given = [_field(one, depth + 1) for one in inside.fields if not one.optional]
        if None in given:
            return None
        return f"{{ {', '.join([one for one in given if one])} }}" if given else "{}"
    if isinstance(inside, types.Function) and inside.parameters is not None:
        result = filler(inside.result, depth)
        names = [one.name or f"_{at}" for at, one in enumerate(inside.parameters)]
        return None if result is None else f"({', '.join(names)}) => {result}"
    return None


def _field(one: types.Field, depth: int) -> str | None:
    value = filler(one.type, depth)
    if value is None:
        return None
    name = one.name.replace("\\", "\\\\").replace('"', '\\"')
    return f"{one.name} = {value}" if is_identifier(one.name) else f'"{name}": {value}'


def with_fields(
    source: Source, node: syntax.Collection, fields: Iterable[types.Field]
) -> Edit | None:
    """Add fields to a literal, laid out as what is there."""
    made = [_field(one, 0) for one in fields]
    if not made or None in made:
        return None
    written = [one for one in made if one]
    text = source.text
    inner = text[node.start + 1 : node.end - 1]
    if text[node.end - 1 : node.end] != "}":
        return None
    if not node.elements:
        if "//" in inner:
            return None
        place = Span(source, node.start + 1, node.end - 1)
        return Edit(place, f" {', '.join(written)} ")
    end = node.elements[-1].result.end
    comma = text[end : node.end - 1]
    if "//" in comma:
        return None
    at = end + comma.index(",") + 1 if node.trailing_comma else end
    lead = "" if node.trailing_comma else ","
    if "\n" not in inner:
        return Edit(Span(source, at, at), f"{lead} {', '.join(written)}")
    first = node.elements[0].result.start
    line = text[line_start(text, first) : first]
    indent = line if not line.strip() else "  "
    lines = f",\n{indent}".join(written)
    tail = "," if node.trailing_comma else ""
    return Edit(Span(source, at, at), f"{lead}\n{indent}{lines}{tail}")
