"""What docsonnet, or a comment, says of the name at a place."""

from __future__ import annotations

from collections.abc import Sequence

from confty.kit.reference import comment_above
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.following import Follow, literals
from confty.languages.jsonnet.checker.reference import told
from confty.languages.jsonnet.checker.written import field_name, subscript
from confty.languages.jsonnet.parser import syntax


def documentation(checked: Checked, path: Sequence[syntax.Node], follow: Follow) -> str:
    """Return what is said of what stands at the end of a path of nodes, empty without it."""
    for at in range(len(path) - 1, -1, -1):
        node = path[at]
        if isinstance(node, syntax.Field):
            around = path[at - 1] if at else None
            name = field_name(node)
            return _of_field(checked, around, name) if name is not None else ""
        access = subscript(node) if isinstance(node, syntax.Expression) else None
        if access is not None:
            found = follow(checked, access[0], 0)
            return "" if found is None else _of_field(*found, access[1])
        if isinstance(node, syntax.Name | syntax.Import):
            found = follow(checked, node, 0)
            return "" if found is None else _of_field(*found, "")
        if not isinstance(node, syntax.Identifier | syntax.String):
            return ""
    return ""


def _of_field(checked: Checked, node: syntax.Node | None, name: str) -> str:
    """Return what is said of a field of an object; with an empty name, of the object itself."""
    for literal in reversed(literals(node)):
        fields = {field_name(one): one for one in literal.members if isinstance(one, syntax.Field)}
        beside = fields.get(f"#{name}")
        if beside is not None and (text := told(beside.value)):
            return text
        if name and name in fields:
            return comment_above(checked.source, fields[name].start)
    return ""
