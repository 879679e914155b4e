"""A Python type as a JSON Schema of draft 2020-12."""

from __future__ import annotations

import inspect
import re
import typing
from typing import Any, Final

from confty.models import shapes
from confty.models.bounds import bounded, bounds_of
from confty.models.scalars import SCALARS

Schema = dict[str, Any]
_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema_of(model: object) -> Schema:
    """Describe a Python type; raises ``TypeError`` for one that no configuration can have."""
    writer = _Writer()
    made = writer.schema(model)
    if writer.defined:
        made = {**made, "$defs": writer.defined}
    return {"$schema": _DRAFT, **made}


class _Writer:
    """One description; classes are written once, and referred to."""

    def __init__(self) -> None:
        self.defined: dict[str, Schema] = {}
        self._names: dict[object, str] = {}
        # The aliases that lead back to themselves.
        self._rings: set[str] = set()

    def schema(self, annotation: object) -> Schema:
        annotation, remarks = shapes.peeled(annotation, named=True)
        is_alias = shapes.is_alias(annotation)
        made = self._alias(annotation) if is_alias else self._schema(annotation)
        return bounded(made, bounds_of(remarks)) if remarks else made

    def _alias(self, annotation: object) -> Schema:
        """What an alias stands for; one that leads back to itself is referred to by its name."""
        known = self._names.get(annotation)
        if known is None:
            known = self._named(annotation)
            self.defined[known] = {}
            made = self.schema(shapes.aliased(annotation))
            if known not in self._rings:
                del self.defined[known], self._names[annotation]
                return made
            self.defined[known] = made
        self._rings.add(known)
        return {"$ref": f"#/$defs/{known}"}

    def _schema(self, annotation: object) -> Schema:
        if annotation is Any or annotation is object:
            return {}
        scalar = SCALARS.get(type(None) if annotation is None else annotation)
        if scalar is not None:
            return dict(scalar.schema)
        choices = shapes.alternatives(annotation)
        if choices is not None:
            return {"anyOf": [self.schema(each) for each in choices]}
        package = shapes.is_model(annotation)
        if package is not None:
            return self._foreign(package, annotation)
        return self._composed(annotation)

    def _composed(self, annotation: object) -> Schema:
        fields = shapes.members(annotation)
        if fields is not None:
            return self._class(annotation, fields)
        if typing.get_origin(annotation) is typing.Literal:
            return {"enum": [value for value, _ in shapes.constants(annotation)]}
        if shapes.is_enum(annotation):
            return {"enum": [member.value for member in annotation]}
        listed = shapes.listed(annotation)
        if listed is not None:
            made: Schema = {"type": "array", "items": self.schema(listed[1])}
            return {**made, "uniqueItems": True} if listed[0] in (set, frozenset) else made
        mapped = shapes.mapped(annotation)
        if mapped is not None:
            made = {"type": "object", "additionalProperties": self.schema(mapped[2])}
            return {**made, **(keys_of(self.schema(mapped[1])) or {})}
        fixed = shapes.tupled(annotation)
        if fixed is not None:
            return places([self.schema(each) for each in fixed])
        raise shapes.NotAShape(f"{shapes.name_of(annotation)} is no shape of configuration")

    def _class(self, annotation: object, fields: list[shapes.ClassField]) -> Schema:
        known = self._names.get(annotation)
        if known is None:
            known = self._named(annotation)
            # Before its fields, which may refer to it.
            self.defined[known] = {}
            made: Schema = {"type": "object", "properties": {}, "additionalProperties": False}
            text = _documentation(annotation)
            if text:
                made["description"] = text
            for field in fields:
                made["properties"][field.key] = self._field(field)
            made["required"] = [field.key for field in fields if field.required]
            self.defined[known] = made
        return {"$ref": f"#/$defs/{known}"}

    def _field(self, field: shapes.ClassField) -> Schema:
        made = self.schema(field.annotation)
        if isinstance(field.default, (str, int, float, bool)) and "$ref" not in made:
            return {**made, "default": field.default}
        return made

    def _named(self, annotation: object) -> str:
        # The brackets of a generic class cannot stand in a reference.
        spelled = str(annotation) if shapes.is_alias(annotation) else shapes.name_of(annotation)
        base = name = re.sub(r"\W+", "_", spelled)
        number = 2
        while name in self.defined:
            name, number = f"{base}{number}", number + 1
        self._names[annotation] = name
        return name

    def _foreign(self, package: str, annotation: Any) -> Schema:
        if package == "pydantic":
            from pydantic import TypeAdapter  # noqa: PLC0415  the caller's package

            made = TypeAdapter(annotation).json_schema(ref_template="#/$defs/{model}")
        else:
            import msgspec  # noqa: PLC0415  the caller's package

            made = msgspec.json.schema(annotation, ref_template="#/$defs/{name}")
        for name, inner in made.pop("$defs", {}).items():
            self.defined.setdefault(name, inner)
        return dict(made)


def places(parts: list[Schema]) -> Schema:
    """A list with something of its own at each place, and nothing behind."""
    first = {"prefixItems": parts} if parts else {}
    return {"type": "array", **first, "minItems": len(parts), "maxItems": len(parts)}


def keys_of(key: Schema) -> Schema | None:
    """What a map asks of its keys, by the schema of their type; None if that cannot be said.

    In JSON they are texts; that a key of YAML is a number says enough.
    """
    if key in ({}, {"type": "string"}):
        return {}
    if key.get("type") == "integer":
        return {"propertyNames": {"pattern": "^[-+]?[0-9]+$"}}
    choices = key.get("enum", [])
    is_text = key.get("type") == "string" or (
        choices and all(isinstance(one, str) for one in choices)
    )
    return {"propertyNames": key} if is_text else None


def _documentation(annotation: object) -> str | None:
    """A class's own documentation; the signature that dataclasses put there is none."""
    text = annotation.__doc__
    if not text or text.startswith(f"{getattr(annotation, '__name__', '')}("):
        return None
    return inspect.cleandoc(text)
