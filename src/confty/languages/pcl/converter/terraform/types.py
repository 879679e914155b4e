"""Types of variables: Terraform's type expressions as the labels of PCL's config blocks."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl import syntax
from confty.languages.pcl.converter.terraform.names import field
from confty.languages.pcl.converter.terraform.shapes import Shape
from confty.languages.pcl.schemas.types import Spec

_WORDS: Final = ("string", "number", "bool", "any")
_WRAPPERS: Final = ("list", "map", "optional")
#: What is in a map of anything: keys all the way down are the program's own words.
_DATA: Final[Spec] = {"type": "object"}
_DATA.update(additionalProperties=_DATA, items=_DATA)


def type_shape(node: syntax.Expression, text: str) -> Shape:
    """What a type expression tells of a value: which keys are data, which name fields."""
    return Shape(None, _spec(node, text))


def _spec(node: syntax.Expression, text: str) -> Spec:
    node = syntax.unwrapped(node)
    word = syntax.literal_text(node) or getattr(node, "root", "")
    if word == "map":
        return _DATA
    if not isinstance(node, syntax.Call) or not node.arguments:
        return {}
    inner = syntax.unwrapped(node.arguments[0])
    if node.name == "map":
        return {"type": "object", "additionalProperties": _spec(inner, text) or _DATA}
    if node.name in ("list", "set"):
        return {"type": "array", "items": _spec(inner, text)}
    if node.name == "optional":
        return _spec(inner, text)
    if node.name == "object" and isinstance(inner, syntax.Object):
        fields = {_field(item, text): _spec(item.value, text) for item in inner.items}
        return {"type": "object", "properties": fields}
    return {}


def _field(item: syntax.Item, text: str) -> str:
    return field(text[item.key.start : item.key.end].strip('"'))


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
        fields = [f"{_field(item, text)}={type_label(item.value, text)}" for item in inner.items]
        return f"object({{{', '.join(fields)}}})"
    if node.name == "tuple" and isinstance(inner, syntax.Tuple):
        return f"tuple([{', '.join(type_label(one, text) for one in inner.elements)}])"
    return "any"
