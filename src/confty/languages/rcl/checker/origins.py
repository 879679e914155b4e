"""Where a found type comes from: the value or the annotation behind a name, a field or a call."""

from __future__ import annotations

from confty.languages.rcl.checker.checked import Checked
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import briefly
from confty.text import Diagnostic, Span
from confty.types import Type

_FURTHEST = 50


def explained(checked: Checked, finding: Diagnostic, node: syntax.Node, found: Type) -> Diagnostic:
    """Add a note with the place that makes what is found what it is."""
    place = _origin(checked, node)
    if place is None or place[0] == finding.span:
        return finding
    return finding.note(place[0], f"{briefly(found)} because of this {place[1]}")


def _origin(checked: Checked, node: syntax.Node) -> tuple[Span, str] | None:
    """Follow names to what is written for them; None for what stands there itself."""
    start = node
    for _ in range(_FURTHEST):
        if isinstance(node, (syntax.Parens, syntax.Block)):
            node = node.body
            continue
        behind: syntax.Node | None = None
        if isinstance(node, syntax.Name):
            binding = checked.uses.get(node)
            if binding is None:
                break
            annotation = checked.annotations.get(binding)
            if annotation is not None:
                return checked.span(annotation.start, annotation.end), "annotation"
            behind = checked.values.get(binding)
        elif isinstance(node, syntax.Chain):
            behind = _member(checked, node)
        if behind is None:
            break
        node = behind
    if node is start:
        return None
    return checked.span(node.start, node.end), "value"


def _member(checked: Checked, node: syntax.Chain) -> syntax.Node | None:
    """Return what is written for a field of a literal, or as the body of a function called."""
    value: syntax.Node | None = node.base
    for link in node.links:
        value = _literal(checked, value)
        if isinstance(link, syntax.Field) and isinstance(value, syntax.Collection):
            value = _field(value, link.name.text)
        elif isinstance(link, syntax.Call) and isinstance(value, syntax.Function):
            value = value.body
        else:
            return None
    return value


def _literal(checked: Checked, node: syntax.Node | None) -> syntax.Node | None:
    for _ in range(_FURTHEST):
        if isinstance(node, (syntax.Parens, syntax.Block)):
            node = node.body
        elif isinstance(node, syntax.Name):
            binding = checked.uses.get(node)
            if binding is None or binding in checked.annotations:
                return None
            node = checked.values.get(binding)
        else:
            return node
    return None


def _field(node: syntax.Collection, name: str) -> syntax.Node | None:
    found: syntax.Node | None = None
    for element in node.elements:
        result = element.result
        if element.controls or not isinstance(result, syntax.Pair):
            return None
        if isinstance(result.key, syntax.StringLiteral) and result.key.value == name:
            found = result.value
    return found
