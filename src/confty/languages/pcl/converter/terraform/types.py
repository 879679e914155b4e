"""Types of variables: Terraform's type expressions as the labels of PCL's config blocks."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl import syntax
from confty.languages.pcl.converter.terraform.names import field

_WORDS: Final = ("string", "number", "bool", "any")
_WRAPPERS: Final = ("list", "map", "optional")


def type_label(node: syntax.Expression, text: str) -> str:
    """The type that a type expression says; ``any`` for what is none."""
    node = syntax.unwrapped(node)
    named = syntax.literal_text(node)  # the oldest notation: type = "string"
    if named is not None:
        return {"list": "list(any)", "map": "map(any)"}.get(named, named)
    if isinstance(node, syntax.Traversal):
        if node.root in _WORDS and not node.steps:
            return node.root
        return {"list": "list(any)", "map": "map(any)"}.get(node.root, "any")
    if not isinstance(node, syntax.Call) or not node.arguments:
        return "any"
    inner = syntax.unwrapped(node.arguments[0])
    if node.name in _WRAPPERS:
        return f"{node.name}({type_label(inner, text)})"
    if node.name == "set":
        return f"list({type_label(inner, text)})"
    if node.name == "object" and isinstance(inner, syntax.Object):
        fields = [
            f"{field(text[item.key.start : item.key.end].strip(chr(34)))}"
            f"={type_label(item.value, text)}"
            for item in inner.items
        ]
        return f"object({{{', '.join(fields)}}})"
    if node.name == "tuple" and isinstance(inner, syntax.Tuple):
        return f"tuple([{', '.join(type_label(one, text) for one in inner.elements)}])"
    return "any"
