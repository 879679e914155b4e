"""Is this a schema at all?  Keywords whose values have the wrong shape are told before any use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from confty.kit.suggest import nearest
from confty.languages.data import codes
from confty.languages.data.checker.schema.resources import Node
from confty.languages.data.checker.schema.values import TYPES, number_of, shown
from confty.text import Diagnostic


def _is_schema(value: object) -> bool:
    return isinstance(value, (dict, bool))


def _is_schemas(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_schema, value))


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_schema, value.values()))


def _is_count(value: object) -> bool:
    number = number_of(value)
    return number is not None and number >= 0 and number == int(number)


def _is_number(value: object) -> bool:
    return number_of(value) is not None


def _is_positive(value: object) -> bool:
    number = number_of(value)
    return number is not None and number > 0


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_types(value: object) -> bool:
    named = value if isinstance(value, list) else [value]
    return bool(named) and all(one in TYPES for one in named)


def _is_string(value: object) -> bool:
    return isinstance(value, str)


_SHAPES: Final[dict[str, tuple[Callable[[object], bool], str]]] = {
    **dict.fromkeys(
        (
            "additionalProperties",
            "propertyNames",
            "contains",
            "not",
            "if",
            "then",
            "else",
            "unevaluatedProperties",
            "unevaluatedItems",
            "additionalItems",
        ),
        (_is_schema, "a schema"),
    ),
    **dict.fromkeys(
        ("allOf", "anyOf", "oneOf", "prefixItems"), (_is_schemas, "a list of schemas")
    ),
    **dict.fromkeys(
        ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"),
        (_is_table, "an object of schemas"),
    ),
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains",
        ),
        (_is_count, "a count"),
    ),
    **dict.fromkeys(("minimum", "maximum"), (_is_number, "a number")),
    "multipleOf": (_is_positive, "a number above 0"),
    "required": (_is_names, "a list of names"),
    "type": (_is_types, f"one of {', '.join(TYPES)}, or a list of them"),
    "pattern": (_is_string, "a string"),
    "$ref": (_is_string, "a string"),
    "enum": (lambda value: isinstance(value, list), "a list of values"),
}

_TABLES: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_INNER: Final = [
    "additionalProperties",
    "propertyNames",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedProperties",
    "unevaluatedItems",
    "additionalItems",
    "items",
]


def ill_formed(root: Node) -> Iterator[Diagnostic]:
    """Yield a finding for each keyword that cannot mean anything."""
    stack = [root]
    while stack:
        node = stack.pop()
        if not _is_schema(node.raw):
            message = f"expected a schema, found {shown(node.raw)}"
            yield codes.SCHEMA_BAD.at(node.span(), message)
        if not isinstance(node.raw, dict):
            continue
        wrong = False
        for keyword, (fits, words) in _SHAPES.items():
            if node.has(keyword) and not fits(node.get(keyword)):
                wrong = True
                yield _complaint(node, keyword, words)
        if not wrong:
            stack.extend(_inside(node))


def _complaint(node: Node, keyword: str, words: str) -> Diagnostic:
    value = node.get(keyword)
    message = f"expected {words} under {keyword}, found {shown(value)}"
    found = codes.SCHEMA_BAD.at(node.document.span((*node.path, keyword)), message)
    near = nearest(value, TYPES) if keyword == "type" and isinstance(value, str) else None
    return found.with_help(f'did you mean "{near}"?') if near else found


def _inside(node: Node) -> Iterator[Node]:
    for keyword in _TABLES:
        for name in list(table) if isinstance(table := node.get(keyword), dict) else ():
            yield node.child(keyword, name)
    for keyword in _LISTS:
        for index in range(len(listed)) if isinstance(listed := node.get(keyword), list) else ():
            yield node.child(keyword, index)
    for keyword in _INNER:
        if not node.has(keyword):
            continue
        if isinstance(items := node.get(keyword), list):
            yield from [node.child(keyword, index) for index in range(len(items))]
        else:
            yield node.child(keyword)
