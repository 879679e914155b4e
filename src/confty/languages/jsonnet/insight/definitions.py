"""Where what stands at a place comes from: the expression that makes it, and what that is."""

from __future__ import annotations

from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.following import DEEPEST, value_of
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.merges import first_of
from confty.languages.jsonnet.parser import syntax
from confty.text import Span


def definition_at(ground: Ground, offset: int) -> Span | None:
    """Return the expression that the name at ``offset`` stands for, or its introduction."""
    path = ground.path_to(offset)
    node = path[-1] if path else None
    parent = path[-2] if len(path) > 1 else None
    if isinstance(node, syntax.Name | syntax.Dot | syntax.Index | syntax.Import):
        return _follow(ground.checked, node, 0)
    if isinstance(node, syntax.Identifier) and isinstance(parent, syntax.Dot):
        return _follow(ground.checked, parent, 0)
    if isinstance(node, syntax.String):
        if isinstance(parent, syntax.Import):
            return _file(ground, parent)
        if isinstance(parent, syntax.Index) and stripped(parent.index) is node:
            return _follow(ground.checked, parent, 0)
    return None


def _file(ground: Ground, node: syntax.Import) -> Span | None:
    """Return the file that an import leads to."""
    found = _follow(ground.checked, node, 0)
    if found is None:
        found = ground.checker.imports.declared_at(node, (), ground.checker)
    return None if found is None else Span(found.source, 0, 0)


def _follow(checked: Checked, node: syntax.Expression, depth: int) -> Span | None:
    """Follow a value to the expression that makes it, through names, fields and files."""
    found = value_of(checked, node, depth)
    if found is not None:
        where, target = found
        return Span(where.source, target.start, target.end)
    access = subscript(node)
    if access is None or depth > DEEPEST:
        return None
    # Through a sum or a call the type may remember the layer that has the field; if not, where
    # the object comes from is the nearest thing to show.
    return _in_layers(checked, *access) or _follow(checked, access[0], depth + 1)


def _in_layers(checked: Checked, target: syntax.Expression, name: str) -> Span | None:
    known = checked.checker.types.get(target)
    origin = None if known is None else first_of(known)
    for layer in reversed(origin.layers) if origin is not None else ():
        node = layer.field(name) if isinstance(layer, Layer) else None
        if node is not None and isinstance(layer, Layer):
            return Span(layer.check.source, node.value.start, node.value.end)
    return None


def type_definitions_at(ground: Ground, offset: int) -> list[Span]:
    """Return the literals and functions that make the value at ``offset``."""
    path = ground.path_to(offset)
    if not path:
        return []
    node = path[-1]
    if isinstance(node, syntax.Identifier) and len(path) > 1:
        parent = path[-2]
        if isinstance(parent, syntax.Dot | syntax.SuperField):
            node = parent
        elif isinstance(parent, syntax.Bind | syntax.Field) and parent.parameters is None:
            node = parent.value
    return makers(ground, node)


def makers(ground: Ground, node: syntax.Node) -> list[Span]:
    """Return where the objects and functions that a node may be are written."""
    found: dict[Span, None] = {}
    with ground.looking():
        for closure in ground.closures(node):
            first = closure.parameters[0] if closure.parameters else closure.body
            found[Span(closure.check.source, first.start, closure.body.end)] = None
        for one in ground.objects(node) if isinstance(node, syntax.Expression) else ():
            origin = first_of(one)
            for layer in origin.layers if origin is not None else ():
                if isinstance(layer, Layer):
                    found[Span(layer.check.source, layer.node.start, layer.node.end)] = None
    return list(found)
