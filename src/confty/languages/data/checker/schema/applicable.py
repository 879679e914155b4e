"""Which part of a schema speaks of which part of a value."""

from __future__ import annotations

from collections.abc import Iterator

from confty.languages.data import codes
from confty.languages.data.checker.schema.failure import SchemaFailure, TooSlow
from confty.languages.data.checker.schema.patterns import TooLong, compiled
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.parser.places import Path


def branches(node: SchemaNode, keyword: str) -> range:
    """The numbers of the schemas in a list of them."""
    listed = node.get(keyword)
    return range(len(listed)) if isinstance(listed, list) else range(0)


def is_found(source: str, text: str, path: Path, node: SchemaNode, *keyword: str) -> bool | None:
    """Whether a pattern is in a text, None when it cannot be used.  ``keyword`` is where it is."""
    found = compiled(source)
    if found is None:
        return None
    try:
        return node.patience.found(found, text)
    except TooLong:
        message = f"the pattern {source} takes too long on this"
        at_key = len(keyword) > 1
        help_ = "let each text match in one way only: no repetition directly inside another"
        slow = SchemaFailure(
            codes.SCHEMA_SLOW, message, path, node, *keyword, at_key=at_key, help_=help_
        )
        raise TooSlow(slow) from None


def matching(
    node: SchemaNode, value: dict[object, object], path: Path = ()
) -> Iterator[tuple[str, str | None, object]]:
    """Which keyword, and which entry of it, speaks of which key of an object."""
    properties = node.get("properties")
    known = properties if isinstance(properties, dict) else {}
    shapes = node.get("patternProperties")
    patterns = shapes if isinstance(shapes, dict) else {}
    rest = node.has("additionalProperties")
    if not patterns and not rest:
        # One of many parts of a schema, each about one key: not every part goes through all keys.
        named = [key for key in known if key in value]
        if len(named) < 2:
            yield from [("properties", key, key) for key in named if isinstance(key, str)]
            return
    for key in value:
        spoken = key in known
        if spoken and isinstance(key, str):
            yield "properties", key, key
        for source in patterns:
            at = (*path, key if isinstance(key, (str, int)) else str(key))
            if is_found(source, str(key), at, node, "patternProperties", source):
                spoken = True
                yield "patternProperties", source, key
        if rest and not spoken:
            yield "additionalProperties", None, key


def elements(node: SchemaNode, value: list[object]) -> Iterator[tuple[str, int | None, int]]:
    """Which keyword, and which entry of it, speaks of which item of an array."""
    prefix, rest = "prefixItems", "items"
    if isinstance(node.get("items"), list):
        # Before 2020 a list of schemas stood under ``items``.
        prefix, rest = "items", "additionalItems"
    listed = node.get(prefix)
    first = (
        len(listed)
        if isinstance(listed, list) and (prefix == "items" or node.draft >= 2020)
        else 0
    )
    for index in range(len(value)):
        if index < first:
            yield prefix, index, index
        elif node.has(rest):
            yield rest, None, index
