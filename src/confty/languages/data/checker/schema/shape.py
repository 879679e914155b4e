"""Is this a schema at all?  Keywords whose values have the wrong shape are told before any use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from confty.kit.suggest import nearest
from confty.languages.data import codes
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.checker.schema.values import TYPES, is_finite, number_of, shown
from confty.light import lru_cache
from confty.text import Diagnostic


def _is_schema(value: object) -> bool:
    return isinstance(value, (dict, bool))


def _is_schemas(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_schema, value))


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_schema, value.values()))


def _is_count(value: object) -> bool:
    number = number_of(value)
    return number is not None and is_finite(number) and number >= 0 and number == int(number)


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


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_name_table(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_names, value.values()))


def _is_dependency_table(value: object) -> bool:
    return isinstance(value, dict) and all(
        _is_schema(one) or _is_names(one) for one in value.values()
    )


def _is_items(value: object) -> bool:
    return _is_schema(value) or (isinstance(value, list) and all(map(_is_schema, value)))


# The keywords whose value is one schema; that of "items" may also be several.
_SCHEMAS: Final = (
    "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else",
    "unevaluatedProperties", "unevaluatedItems", "additionalItems",
)  # fmt: skip
_SHAPES: Final[dict[str, tuple[Callable[[object], bool], str]]] = {
    **dict.fromkeys(_SCHEMAS, (_is_schema, "a schema")),
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
    **dict.fromkeys(
        (
            "pattern",
            "$ref",
            "$id",
            "$schema",
            "$anchor",
            "$dynamicRef",
            "$dynamicAnchor",
            "$comment",
            "title",
            "description",
            "format",
            "contentEncoding",
            "contentMediaType",
        ),
        (_is_string, "a string"),
    ),
    **dict.fromkeys(("enum", "examples"), (_is_list, "a list of values")),
    **dict.fromkeys(
        ("uniqueItems", "deprecated", "readOnly", "writeOnly"), (_is_bool, "true or false")
    ),
}
#: Keywords that came, went or changed: the first and the last draft, and the shape between them.
_DATED: Final[tuple[tuple[str, int, int, Callable[[object], bool], str], ...]] = (
    ("exclusiveMinimum", 4, 5, _is_bool, "true or false"),
    ("exclusiveMaximum", 4, 5, _is_bool, "true or false"),
    ("exclusiveMinimum", 6, 2020, _is_number, "a number"),
    ("exclusiveMaximum", 6, 2020, _is_number, "a number"),
    ("items", 4, 2019, _is_items, "a schema or a list of schemas"),
    ("items", 2020, 2020, _is_schema, "a schema"),
    ("dependencies", 4, 7, _is_dependency_table, "an object of schemas or lists of names"),
    ("dependentRequired", 2019, 2020, _is_name_table, "an object of lists of names"),
)

_TABLES: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_INNER: Final = (*_SCHEMAS, "items")


def ill_formed(root: SchemaNode) -> Iterator[Diagnostic]:
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
        for keyword, fits, words in _shapes(node.draft):
            if keyword in node.raw and not fits(node.raw[keyword]):
                wrong = True
                yield _complaint(node, keyword, words)
        if not wrong:
            stack.extend(_inside(node))


@lru_cache(maxsize=128)
def _shapes(draft: int) -> list[tuple[str, Callable[[object], bool], str]]:
    """The shapes of the keywords of a draft."""
    dated = [(word, fits, words) for word, a, b, fits, words in _DATED if a <= draft <= b]
    return [(word, *shape) for word, shape in _SHAPES.items()] + dated


def _complaint(node: SchemaNode, keyword: str, words: str) -> Diagnostic:
    value = node.get(keyword)
    message = f"expected {words} under {keyword}, found {shown(value)}"
    found = codes.SCHEMA_BAD.at(node.document.span((*node.path, keyword)), message)
    near = nearest(value, TYPES) if keyword == "type" and isinstance(value, str) else None
    return found.with_help(f'did you mean "{near}"?') if near else found


def _inside(node: SchemaNode) -> Iterator[SchemaNode]:
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
