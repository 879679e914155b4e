"""What a schema says at a path, for somebody who writes: every part that may speak of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.languages.data.checker.schema.applicable import branches
from confty.languages.data.checker.schema.patterns import compiled
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.checker.schema.validate import Validator
from confty.languages.data.parser.places import Path, PathStep

#: So many parts are looked at; a schema may lead to the same place along many ways.
_MOST: Final = 2000


def nodes_at(validator: Validator, root: SchemaNode, path: Path) -> list[SchemaNode]:
    """Return the parts of a schema that may speak of the value at a path."""
    here = _together(validator, [root])
    for step in path:
        here = _together(validator, [inner for node in here for inner in _into(node, step)])
    return here


def _together(validator: Validator, nodes: list[SchemaNode]) -> list[SchemaNode]:
    """Add the parts that apply to the same value: references, combinations, conditions."""
    found: dict[tuple[int, Path], SchemaNode] = {}
    waiting = list(reversed(nodes))
    while waiting and len(found) < _MOST:
        node = waiting.pop()
        key = (id(node.document), node.path)
        if key in found or not isinstance(node.raw, dict):
            continue
        found[key] = node
        inner = [target for target, _ in validator.targets(node)]
        for keyword in ("allOf", "anyOf", "oneOf"):
            inner += [node.child(keyword, index) for index in branches(node, keyword)]
        inner += [node.child(keyword) for keyword in ("if", "then", "else") if node.has(keyword)]
        dependent = node.get("dependentSchemas")
        if isinstance(dependent, dict):
            inner += [node.child("dependentSchemas", name) for name in dependent]
        waiting += reversed(inner)
    return list(found.values())


def _into(node: SchemaNode, step: PathStep) -> Iterator[SchemaNode]:
    if isinstance(step, int):
        yield from _item(node, step)
        return
    properties = node.get("properties")
    spoken = isinstance(properties, dict) and step in properties
    if spoken:
        yield node.child("properties", step)
    patterns = node.get("patternProperties")
    for source in patterns if isinstance(patterns, dict) else ():
        found = compiled(source)
        if found is not None and node.patience.found(found, step):
            spoken = True
            yield node.child("patternProperties", source)
    if not spoken and isinstance(node.get("additionalProperties"), dict):
        yield node.child("additionalProperties")


def _item(node: SchemaNode, step: int) -> Iterator[SchemaNode]:
    for keyword in ("prefixItems", "items"):
        listed = node.get(keyword)
        if isinstance(listed, list):
            if step < len(listed):
                yield node.child(keyword, step)
                return
        elif isinstance(listed, dict):
            yield node.child(keyword)
    if isinstance(node.get("items"), list) and isinstance(node.get("additionalItems"), dict):
        yield node.child("additionalItems")
