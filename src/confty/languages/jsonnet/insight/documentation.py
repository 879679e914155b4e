"""What docsonnet, or a comment, says of the name at a place."""

from __future__ import annotations

from collections.abc import Sequence

from confty.kit.reference import comment_above
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.following import Literal, layers_at, literals
from confty.languages.jsonnet.checker.reference import told
from confty.languages.jsonnet.checker.written import field_name, subscript
from confty.languages.jsonnet.parser import syntax


def documentation(checked: Checked, path: Sequence[syntax.Node]) -> str:
    """Return what is said of what stands at the end of a path of nodes, empty without it."""
    for at in range(len(path) - 1, -1, -1):
        node = path[at]
        if isinstance(node, syntax.Field):
            around = path[at - 1] if at else None
            name = field_name(node)
            layers = [(checked, one) for one in literals(around)]
            return _of_field(layers, name) if name is not None else ""
        access = subscript(node) if isinstance(node, syntax.Expression) else None
        if access is not None:
            return _of_field(layers_at(checked, access[0], {}), access[1])
        if isinstance(node, syntax.Bind) and node.parameters is None:
            return _of_field(layers_at(checked, node.value, {}), "")
        if isinstance(node, syntax.Name | syntax.Import):
            return _of_field(layers_at(checked, node, {}), "")
        if not isinstance(node, syntax.Identifier | syntax.String):
            return ""
    return ""


def _of_field(layers: list[Literal], name: str) -> str:
    """Return what is said of a field of an object; with an empty name, of the object itself."""
    for at, (checked, literal) in reversed(list(enumerate(layers))):
        fields = {field_name(one): one for one in literal.members if isinstance(one, syntax.Field)}
        beside = fields.get(f"#{name}")
        if beside is not None and (text := told(beside.value)):
            # What is said anew of its parameters leaves the words about the function.
            words = _of_field(layers[:at], name).partition("\n\n- ")[0] if beside.plus else ""
            return "\n\n".join(filter(None, (words, text)))
        if name and name in fields:
            return comment_above(checked.source, fields[name].start)
    return ""
