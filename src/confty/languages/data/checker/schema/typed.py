"""A schema as a type of ours, and whether the type says all that the schema says.

The type serves twice.  Where it is *complete* and the inferred type of a document flows into it
safely, every value fits and none need be looked at.  And it is what messages and editors spell.
"""

from __future__ import annotations

from typing import Final

from confty import types
from confty.languages.data.checker.infer import infer
from confty.languages.data.checker.schema.assertions import Judge
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.rules import RELATION

_ATOMS: Final = {
    "null": types.NULL,
    "boolean": types.BOOL,
    "integer": types.INT,
    "number": types.NUMBER,
    "string": types.STRING,
}
#: Words about a schema that say nothing about values.
_SILENT: Final = frozenset(
    [
        "$schema",
        "$id",
        "$anchor",
        "$comment",
        "$defs",
        "$vocabulary",
        "definitions",
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "id",
        "$dynamicAnchor",
    ]
)
#: Keywords that a type can say, when they stand beside a ``type``.
_TYPED: Final = frozenset(
    [
        "type",
        "enum",
        "const",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "$ref",
    ]
)


class SchemaTyping:
    """Turns schemas into types; ``complete`` turns false at the first thing a type cannot say."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.complete = True
        self._unfinished = 0
        self._names: dict[tuple[int, tuple[str | int, ...]], types.Ref] = {}

    def of(self, node: SchemaNode) -> types.Type:
        """The type of the values that fit a schema, or of more than those."""
        raw = node.raw
        if raw is False:
            return types.NEVER
        if not isinstance(raw, dict):
            return types.DYNAMIC
        if not raw.keys() <= _SILENT | _TYPED:
            self.complete = False
        parts = [part for part in (self._referred(node), self._plain(node)) if part is not None]
        for keyword in ("anyOf", "oneOf"):
            listed = node.get(keyword)
            if isinstance(listed, list) and listed:
                inner = [self.of(node.child(keyword, index)) for index in range(len(listed))]
                parts.append(types.union_of(*inner))
        every = node.get("allOf")
        if isinstance(every, list):
            parts += [self.of(node.child("allOf", index)) for index in range(len(every))]
        if len(parts) > 1:
            self.complete = False
        result: types.Type = types.DYNAMIC
        for part in parts:
            result = part if result is types.DYNAMIC else self._both(result, part)
        return result

    def _referred(self, node: SchemaNode) -> types.Type | None:
        for target, _ in self.judge.targets(node):
            key = (id(target.document), target.path)
            known = self._names.get(key)
            if known is None:
                name = str(target.path[-1]) if target.path else "document"
                known = self._names[key] = types.ref(name)
                self._unfinished += 1
                types.define(known, self.of(target))
                self._unfinished -= 1
            return known
        if node.has("$ref") or node.has("$dynamicRef"):
            self.complete = False
        return None

    def _plain(self, node: SchemaNode) -> types.Type | None:
        if node.has("const"):
            if self._is_beside(node, "const"):
                self.complete = False
            return self._values([node.get("const")])
        allowed = node.get("enum")
        if isinstance(allowed, list):
            if self._is_beside(node, "enum"):
                self.complete = False
            return self._values(allowed)
        named = node.get("type")
        if named is None:
            if any(node.has(word) for word in ("properties", "required", "items")):
                # Without a type these speak of objects and arrays only; anything else fits.
                self.complete = False
            if node.has("additionalProperties"):
                self.complete = False
            return None
        names = named if isinstance(named, list) else [named]
        return types.union_of(*[self._named(node, name) for name in names])

    def _is_beside(self, node: SchemaNode, keyword: str) -> bool:
        """Whether some other keyword has a say about the values of ``keyword``."""
        return isinstance(node.raw, dict) and bool(node.raw.keys() - _SILENT - {keyword})

    def _values(self, values: list[object]) -> types.Type:
        return types.union_of(*[self._value(value) for value in values])

    def _value(self, value: object) -> types.Type:
        found = infer(value)
        if found in {types.BOOL, types.STRING, types.INT} and isinstance(value, (bool, str, int)):
            assert found is types.BOOL or found is types.STRING or found is types.INT
            made = types.literal(found, value)
            if made is found:
                self.complete = False
            return made
        if found is not types.NULL:
            self.complete = False
        return found

    def _named(self, node: SchemaNode, name: object) -> types.Type:
        if name == "object":
            return self._object(node)
        if name == "array":
            return self._array(node)
        return _ATOMS.get(str(name), types.DYNAMIC)

    def _object(self, node: SchemaNode) -> types.Type:
        properties, required = node.get("properties"), node.get("required")
        names = required if isinstance(required, list) else []
        fields: dict[str, types.Field] = {}
        if isinstance(properties, dict):
            for name in properties:
                inner = self.of(node.child("properties", name))
                fields[name] = types.field(name, inner, optional=name not in names)
        rest: types.Type | None = types.DYNAMIC
        if node.has("additionalProperties"):
            inner = self.of(node.child("additionalProperties"))
            rest = None if inner is types.NEVER else inner
        if node.has("patternProperties"):
            rest = types.DYNAMIC
        for name in names:
            if isinstance(name, str) and name not in fields:
                fields[name] = types.field(name, rest if rest is not None else types.NEVER)
        return types.object_of(fields.values(), rest)

    def _array(self, node: SchemaNode) -> types.Type:
        listed = node.get("prefixItems")
        if isinstance(listed, list) and node.get("items") is False:
            least = node.get("minItems")
            if least == len(listed):
                inner = [self.of(node.child("prefixItems", index)) for index in range(len(listed))]
                return types.tuple_of(*inner)
        if isinstance(listed, list) or isinstance(node.get("items"), list):
            self.complete = False
            return types.list_of(types.DYNAMIC)
        return types.list_of(self.of(node.child("items")) if node.has("items") else types.DYNAMIC)

    def _both(self, left: types.Type, right: types.Type) -> types.Type:
        """What fits two schemas at once, or more than that."""
        if right is types.DYNAMIC:
            return left
        if self._unfinished and (left.flags | right.flags) & types.HAS_REF:
            # A name that has no meaning yet cannot be looked into.
            return left
        return types.narrow(left, right, RELATION)
