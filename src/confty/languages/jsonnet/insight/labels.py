"""Secret and unknown inputs: which places come straight from one, and why."""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.insight.described import is_library
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.parser import syntax

_DEEPEST: Final = 30
_WORDS: Final = {
    "secret": "secret: it comes from the external variable `{}`",
    "unknown": "unknown until the program runs: it comes from the external variable `{}`",
    "untyped": "unknown: the external variable `{}` has no type in the settings",
}
_ARGUMENTS: Final = {
    "secret": "secret: it comes from the argument `{}`",
    "unknown": "unknown until the program runs: it comes from the argument `{}`",
}
_MOST: Final = 3


def labels_of(ground: Ground, node: syntax.Node) -> list[str]:
    """Say which secret or unknown inputs a value is made of, as far as the text shows."""
    found: dict[str, None] = {}
    waiting: list[tuple[syntax.Node, int]] = [(node, 0)]
    seen: set[syntax.Node] = set()
    while waiting and len(found) < _MOST and len(seen) < 2_000:
        one, depth = waiting.pop()
        if one in seen or depth > _DEEPEST:
            continue
        seen.add(one)
        said = _said(ground, one)
        if said is not None:
            found[said] = None
            continue
        binding = ground.scopes.meaning.get(one)
        if binding is not None and binding.value is not None:
            waiting.append((binding.value, depth + 1))
        elif isinstance(one, _MADE_OF):
            waiting += [(child, depth + 1) for child in syntax.children(one)]
    return list(found)


# What carries the label of a part: texts and sums, not objects that have it in a field.
_MADE_OF: Final = (
    syntax.Binary,
    syntax.Parens,
    syntax.Local,
    syntax.Assert,
    syntax.Unary,
    syntax.If,
    syntax.Argument,
)


def _said(ground: Ground, node: syntax.Node) -> str | None:
    given = ground.checked.given
    binding = ground.scopes.meaning.get(node)
    if binding is not None and binding.role == "parameter":
        label = None if given is None else given.argument_labels.get(binding.name.name)
        whole = binding.owner is stripped(ground.body)
        return _ARGUMENTS[label].format(binding.name.name) if label and whole else None
    if not isinstance(node, syntax.Call) or len(node.arguments) != 1:
        return None
    access = subscript(stripped(node.callee))
    name = stripped(node.arguments[0].value)
    if access is None or access[1] != "extVar" or not is_library(ground, access[0]):
        return None
    if not isinstance(name, syntax.String):
        return None
    label = None if given is None else given.labels.get(name.value)
    if label is None and (given is None or name.value not in given.external):
        label = "untyped"
    return None if label is None else _WORDS[label].format(name.value)
