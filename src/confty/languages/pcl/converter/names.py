"""Names for the parameters of applies, and the little English they need."""

from __future__ import annotations

from typing import Final

from confty import types
from confty.kit.hcl import syntax
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert
from confty.languages.pcl.converter.typed import Typed
from confty.types import BOOL, INT, NUMBER, STRING, Type

_UNCHANGED: Final = ("status", "news", "data", "series", "species")
_FIRST: Final = (
    "element",
    "fileAsset",
    "stringAsset",
    "remoteAsset",
    "fileArchive",
    "remoteArchive",
    "assetArchive",
)


def singular(word: str) -> str:
    """One of several: details -> detail, policies -> policy, addresses -> address."""
    if word.lower().endswith(_UNCHANGED) or not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("ves"):
        return word[:-1] if word.endswith(("ives", "oves", "aves")) else word[:-3] + "f"
    return word[:-1]


def plural(word: str) -> str:
    """Several of one: detail -> details, policy -> policies."""
    if word.lower().endswith(_UNCHANGED):
        return word
    if word.endswith("y") and len(word) > 1 and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "sh", "ch", "x", "z")):
        return word + "es"
    return word + "s"


def best_name(node: AnyNode, typed: Typed) -> str:
    """The name that tells most about an expression."""
    found = _named(node, typed)
    return found if found is not None else _by_type(typed.of(node))


def _named(node: AnyNode, typed: Typed) -> str | None:
    if isinstance(node, syntax.Parentheses):
        return _named(node.inner, typed)
    if isinstance(node, Convert):
        return _named(node.inner, typed)
    if isinstance(node, Apply):
        return _named(node.body, typed)
    if isinstance(node, syntax.Traversal):
        return _stepped(node.root, node.steps)
    if isinstance(node, syntax.RelativeTraversal):
        base = None if isinstance(node.source, syntax.SplatItem) else _named(node.source, typed)
        return _stepped(base, node.steps)
    if isinstance(node, syntax.Index):
        return _indexed(node, typed)
    if isinstance(node, syntax.Splat):
        inner = _named(node.each, typed)
        base = inner if inner is not None else _named(node.source, typed)
        return plural(singular(base)) if base is not None else None
    if isinstance(node, syntax.For) and node.key is None:
        inner = _named(node.value, typed)
        return plural(inner) if inner is not None else None
    return _called(node, typed) if isinstance(node, syntax.Call) else None


def _stepped(base: str | None, steps: list[syntax.TraversalStep]) -> str | None:
    name = base
    for step in steps:
        name = step.key if isinstance(step.key, str) else singular(name) if name else None
    return name


def _indexed(node: syntax.Index, typed: Typed) -> str | None:
    collection = types.unfold(typed.resolved(node.collection))
    if isinstance(collection, (types.ListOf, types.Tuple)):
        base = _named(node.collection, typed)
        return singular(base) if base is not None else None
    return syntax.literal_text(node.key) or _named(syntax.unwrapped(node.key), typed)


def _called(node: syntax.Call, typed: Typed) -> str | None:
    if node.name in _FIRST and node.arguments:
        return _named(node.arguments[0], typed)
    if node.name == "lookup" and len(node.arguments) > 1:
        key = node.arguments[1]
        return syntax.literal_text(key) or _named(key, typed)
    return node.name


def _by_type(type_: Type) -> str:
    type_ = types.unfold(type_)
    if isinstance(type_, (types.ListOf, types.Tuple)):
        return "values"
    if isinstance(type_, (types.MapOf, types.Object, types.Dynamic)):
        return "obj"
    if isinstance(type_, types.Union):
        return "value"
    words = ((BOOL, "b"), (INT, "i"), (NUMBER, "n"), (STRING, "s"))
    return next((word for known, word in words if known is type_), "v")
