"""Which part of a schema speaks of which part of a value."""

from __future__ import annotations

from collections.abc import Iterator

from confty.languages.data.checker.schema.patterns import compiled
from confty.languages.data.checker.schema.resources import Node


def branches(node: Node, keyword: str) -> range:
    """The numbers of the schemas in a list of them."""
    listed = node.get(keyword)
    return range(len(listed)) if isinstance(listed, list) else range(0)


def matching(node: Node, value: dict[object, object]) -> Iterator[tuple[str, str | None, object]]:
    """Which keyword, and which entry of it, speaks of which key of an object."""
    properties = node.get("properties")
    known = properties if isinstance(properties, dict) else {}
    shapes = node.get("patternProperties")
    patterns = shapes if isinstance(shapes, dict) else {}
    rest = node.has("additionalProperties")
    for key in value:
        spoken = key in known
        if spoken and isinstance(key, str):
            yield "properties", key, key
        for source in patterns:
            found = compiled(source)
            if found is not None and found.search(str(key)):
                spoken = True
                yield "patternProperties", source, key
        if rest and not spoken:
            yield "additionalProperties", None, key


def elements(node: Node, value: list[object]) -> Iterator[tuple[str, int | None, int]]:
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
