"""A type as JSON Schema, draft 2020-12.

The schema says neither more nor less than the type: a closed object forbids other fields, a
tuple fixes its length, a named type becomes a definition, so that recursion stays finite.
"""

from __future__ import annotations

from confty import types
from confty.export.names import NotData
from confty.export.shared import Said, compact, nothing_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

#: A schema: a dict, True for anything, False for nothing.
Schema: TypeAlias = "dict[str, object] | bool"

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_ATOMS: Final = {
    "null": "null",
    "bool": "boolean",
    "int": "integer",
    "number": "number",
    "float": "number",
    "string": "string",
    "char": "string",
    "id": "string",
}
#: What is a string in JSON, and what is known of it: moments may lack the zone that formats want.
_TEXTS: Final[dict[str, dict[str, object]]] = {
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string"},
    "time": {"type": "string"},
    "binary": {"type": "string", "contentEncoding": "base64"},
}


def json_schema(
    type_: types.Type, title: str | None = None, said: Said = nothing_said
) -> dict[str, object]:
    """Return the schema that exactly the data of this type satisfies."""
    writer = _Writer(said)
    body = writer.schema(compact(type_), ())
    if not isinstance(body, dict):
        body = {} if body else {"not": {}}
    head: dict[str, object] = {"$schema": DRAFT, **({"title": title} if title else {})}
    if writer.definitions:
        return {**head, **body, "$defs": writer.definitions}
    return {**head, **body}


class _Writer:
    """Collects the definitions of named types while it writes."""

    def __init__(self, said: Said) -> None:
        self.said = said
        self.definitions: dict[str, Schema] = {}
        self.names: dict[types.Ref, str] = {}

    def schema(self, type_: types.Type, path: tuple[str, ...]) -> Schema:
        """Return the schema of one type."""
        if isinstance(type_, types.Dynamic):
            return True
        if isinstance(type_, types.Never):
            return False
        if isinstance(type_, types.Atom):
            return self._atom(type_, path)
        if isinstance(type_, types.Literal):
            return {"const": type_.value}
        if isinstance(type_, types.Enum):
            return {"enum": list(type_.members)}
        if isinstance(type_, types.ListOf | types.SetOf | types.Tuple):
            return self._sequence(type_, path)
        if isinstance(type_, types.MapOf):
            return self._map(type_, path)
        if isinstance(type_, types.Object):
            return self._object(type_, path, type_)
        if isinstance(type_, types.Union):
            return self._union(type_, path)
        if isinstance(type_, types.Eventual):
            return self.schema(type_.inner, path)
        if isinstance(type_, types.Ref):
            return self._ref(type_, path)
        assert isinstance(type_, types.Function | types.Var)
        raise NotData("a function is not data", path)

    def _atom(self, type_: types.Atom, path: tuple[str, ...]) -> Schema:
        if type_.name in _TEXTS:
            return dict(_TEXTS[type_.name])
        kind = _ATOMS.get(type_.name)
        if kind is None:
            raise NotData(f"a value of type {type_.name} is not data", path)
        return {"type": kind}

    def _sequence(
        self, type_: types.ListOf | types.SetOf | types.Tuple, path: tuple[str, ...]
    ) -> Schema:
        if isinstance(type_, types.Tuple):
            count = len(type_.elements)
            parts = [self.schema(part, (*path, "*")) for part in type_.elements]
            prefix = {"prefixItems": parts} if parts else {}
            return {"type": "array", **prefix, "minItems": count, "maxItems": count}
        items = self.schema(type_.element, (*path, "*"))
        found: dict[str, object] = {"type": "array"}
        if items is False:
            return {**found, "maxItems": 0}
        if items is not True:
            found["items"] = items
        if isinstance(type_, types.SetOf):
            found["uniqueItems"] = True
        elif type_.length is not None:
            found |= {"minItems": type_.length, "maxItems": type_.length}
        return found

    def _map(self, type_: types.MapOf, path: tuple[str, ...]) -> Schema:
        found: dict[str, object] = {"type": "object"}
        value = self.schema(type_.value, (*path, "*"))
        if value is not True:
            found["additionalProperties"] = value
        key = type_.key
        if not isinstance(key, types.Dynamic) and not (
            isinstance(key, types.Atom) and _ATOMS.get(key.name) == "string"
        ):
            found["propertyNames"] = self.schema(key, (*path, "*"))
        return found

    def _object(self, type_: types.Object, path: tuple[str, ...], owner: types.Type) -> Schema:
        shown = [field for field in type_.fields if not field.hidden]
        found: dict[str, object] = {"type": "object"}
        if shown:
            found["properties"] = {
                field.name: _described(
                    self.schema(field.type, (*path, field.name)), self.said(owner, field.name)
                )
                for field in shown
            }
        required = [field.name for field in shown if not field.optional]
        if required:
            found["required"] = required
        if type_.rest is None:
            found["additionalProperties"] = False
        else:
            rest = self.schema(type_.rest, (*path, "*"))
            if rest is not True:
                found["additionalProperties"] = rest
        return found

    def _union(self, type_: types.Union, path: tuple[str, ...]) -> Schema:
        schemas = [self.schema(member, path) for member in type_.members]
        if any(schema is True for schema in schemas):
            return True
        parts = [schema for schema in schemas if not isinstance(schema, bool)]
        if all(set(part) == {"const"} for part in parts):
            return {"enum": [part["const"] for part in parts]}
        if all(set(part) == {"type"} and isinstance(part["type"], str) for part in parts):
            kinds = list(dict.fromkeys(part["type"] for part in parts))
            return {"type": kinds if len(kinds) > 1 else kinds[0]}
        return {"anyOf": parts}

    def _ref(self, type_: types.Ref, path: tuple[str, ...]) -> Schema:
        name = self.names.get(type_)
        if name is None:
            name = type_.name
            while name in self.definitions:
                name += "_"
            self.names[type_] = name
            self.definitions[name] = True
            target = type_.target
            made: Schema = True
            if isinstance(target, types.Object):
                made = self._object(target, path, type_)
            elif target is not None:
                made = self.schema(target, path)
            self.definitions[name] = _described(made, self.said(type_, None))
        return {"$ref": f"#/$defs/{name.replace('~', '~0').replace('/', '~1')}"}


def _described(schema: Schema, text: str) -> Schema:
    """Return a schema with a description, if there is one."""
    if not text or schema is False:
        return schema
    return {**(schema if isinstance(schema, dict) else {}), "description": text}
