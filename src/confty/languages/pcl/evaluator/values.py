"""Values on their way to the engine and back: conversion, resource references, plain numbers.

Inside the evaluator numbers are exact and labels sit on values; the engine knows doubles.  The
functions here go through a value once and keep every label where it was.
"""

from __future__ import annotations

import math
from decimal import Decimal

from confty import types
from confty.kit.hcl.convert import CannotConvert, tidy, to_bool, to_number, to_string
from confty.kit.hcl.evaluate import DeclaredObject
from confty.languages.pcl.rules import is_optional, without_none
from confty.languages.pcl.schemas import Package
from confty.languages.pcl.schemas.types import Spec, read_reference
from confty.values import Labelled, ResourceReference, label
from confty.values.labels import relabelled


def absent(value: object) -> bool:
    """Whether a value is null, labelled or not."""
    return value is None or (isinstance(value, Labelled) and value.value is None)


def collapsed(value: object) -> object:
    """Replace resource objects by references to the resources."""
    if isinstance(value, Labelled):
        inner = collapsed(value.value)
        if isinstance(inner, ResourceReference) and value.dependencies == {inner.urn}:
            return label(inner, secret=value.secret)
        return relabelled(inner, value)
    if isinstance(value, list):
        return [collapsed(element) for element in value]
    if isinstance(value, dict):
        reference = reference_of(value)
        if reference is not None:
            return reference
        return {key: collapsed(element) for key, element in value.items()}
    return value


def reference_of(value: dict[str, object]) -> ResourceReference | None:
    """The resource that an object stands for, if it is the object of a resource."""
    urn, kind = value.get("urn"), value.get("__type")
    if not isinstance(urn, str) or not isinstance(kind, str) or "id" not in value:
        return None
    id_ = value["id"]
    bare = id_.value if isinstance(id_, Labelled) else id_
    return ResourceReference(urn, bare if isinstance(bare, str) else None)


def engine_value(value: object) -> object:
    """Numbers as the engine keeps them: doubles; whole ones keep their digits for people."""
    if isinstance(value, Labelled):
        return relabelled(engine_value(value.value), value)
    if isinstance(value, list):
        return [engine_value(element) for element in value]
    if isinstance(value, dict):
        return {key: engine_value(element) for key, element in value.items()}
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return value
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number) and not isinstance(value, float):
        raise CannotConvert("a number is larger than a double holds")
    return int(number) if number.is_integer() and abs(number) < 1e21 else number


def from_engine(value: object) -> object:
    """Values from mocks: floats become exact numbers again, tuples become lists."""
    if isinstance(value, Labelled):
        return relabelled(from_engine(value.value), value)
    if isinstance(value, (list, tuple)):
        return [from_engine(element) for element in value]
    if isinstance(value, dict):
        return {str(key): from_engine(element) for key, element in value.items()}
    if isinstance(value, float):
        return tidy(Decimal(repr(value)))
    return value


# Towards a PCL type.


def converted(value: object, type_: types.Type) -> object:
    """A value as its declared type wants it; what cannot be converted stays as it is."""
    type_ = types.unfold(type_)
    if isinstance(value, Labelled):
        return value if value.unknown else relabelled(converted(value.value, type_), value)
    if isinstance(type_, types.Eventual):
        return converted(value, type_.inner)
    if isinstance(type_, types.Union):
        return _into_union(value, without_none(type_))
    if value is None or isinstance(type_, types.Dynamic):
        return value
    if isinstance(type_, types.Enum):
        return converted(value, type_.base)
    if isinstance(value, list):
        return _list(value, type_)
    if isinstance(value, dict):
        return _table(value, type_)
    try:
        return _primitive(value, type_)
    except CannotConvert:
        return value


def _into_union(value: object, type_: types.Type) -> object:
    members = types.members(type_)
    for member in members:
        made = converted(value, member)
        if made == value and fits(value, member):
            # The same, but for what an object says of the properties that it may lack.
            return made if isinstance(made, (dict, list)) else value
    for member in members:
        if member is types.NULL:
            continue
        made = converted(value, member)
        if made != value or len(members) == 1:
            return made
    return value


def fits(value: object, type_: types.Type) -> bool:
    """Whether a plain value is of a type's kind already."""
    type_ = types.unfold(type_)
    if isinstance(type_, types.Eventual):
        return fits(value, type_.inner)
    if isinstance(type_, types.Enum):
        return fits(value, type_.base)
    if isinstance(value, bool):
        return type_ is types.BOOL or isinstance(type_, types.Dynamic)
    if isinstance(value, (int, Decimal)):
        return type_ in (types.INT, types.NUMBER) or isinstance(type_, types.Dynamic)
    if isinstance(value, str):
        return type_ in (types.STRING, types.ID) or isinstance(type_, types.Dynamic)
    return True


def _list(value: list[object], type_: types.Type) -> object:
    if isinstance(type_, (types.ListOf, types.SetOf)):
        return [converted(element, type_.element) for element in value]
    if isinstance(type_, types.Tuple):
        parts = [*type_.elements, *[None] * len(value)]
        return [
            element if part is None else converted(element, part)
            for element, part in zip(value, parts, strict=False)
        ]
    return value


def _table(value: dict[str, object], type_: types.Type) -> object:
    if isinstance(type_, types.MapOf):
        return {key: converted(element, type_.value) for key, element in value.items()}
    if isinstance(type_, types.Object):
        made = {
            key: converted(element, field.type) if (field := type_.by_name.get(key)) else element
            for key, element in value.items()
        }
        fields = type_.by_name.items()
        lacking = [name for name, one in fields if name not in made and is_optional(one.type)]
        return DeclaredObject(made, frozenset(lacking)) if lacking else made
    return value


def _primitive(value: object, type_: types.Type) -> object:
    if type_ is types.BOOL:
        return to_bool(value)
    if type_ in (types.INT, types.NUMBER):
        return to_number(value)
    if type_ in (types.STRING, types.ID):
        return to_string(value)
    return value


# Towards a schema.


class Conformer:
    """Brings values to what a schema says: conversions, defaults, secret properties."""

    def __init__(self, package: Package) -> None:
        self.package = package

    def properties(
        self, given: dict[str, object], specs: dict[str, Spec], *, hidden: bool = False
    ) -> dict[str, object]:
        """An object's properties; those the schema does not know pass through."""
        made = dict(given)
        for name, spec in specs.items():
            if name not in given:
                if "default" not in spec:
                    continue
                made[name] = spec["default"]
            made[name] = self.property(made[name], spec, hidden=hidden)
        return made

    def property(self, value: object, spec: Spec, *, hidden: bool) -> object:
        """One property; a secret one is marked at its outermost level only."""
        secret = bool(spec.get("secret"))
        inside = hidden or secret or (isinstance(value, Labelled) and value.secret)
        made = self.value(value, spec, hidden=inside)
        return label(made, secret=True) if secret and not hidden and value is not None else made

    def value(self, value: object, spec: Spec, *, hidden: bool = False) -> object:
        """A value as a type spec wants it."""
        if isinstance(value, Labelled):
            if value.unknown:
                return value
            return relabelled(self.value(value.value, spec, hidden=hidden), value)
        if "$ref" in spec:
            return self._named(value, spec, hidden=hidden)
        if spec.get("oneOf"):
            return self._one_of(value, spec["oneOf"], hidden=hidden)
        kind = spec.get("type")
        if isinstance(value, list) and kind == "array":
            items = spec.get("items") or {}
            return [self.value(element, items, hidden=hidden) for element in value]
        if isinstance(value, dict) and kind == "object":
            inner = spec.get("additionalProperties") or {"type": "string"}
            return {key: self.value(each, inner, hidden=hidden) for key, each in value.items()}
        return as_kind(value, kind)

    def _named(self, value: object, spec: Spec, *, hidden: bool) -> object:
        target = read_reference(spec["$ref"])
        owner: Package | None = self.package
        if target.package is not None and target.package != self.package.name:
            owner = self.package.other(target.package)
        if owner is None or target.section != "types":
            return value
        found = owner.index.entry("types", target.token)
        if found is None:
            return as_kind(value, spec.get("type"))
        if "enum" in found:
            return as_kind(value, found.get("type"))
        if isinstance(value, dict):
            properties = found.get("properties") or {}
            return Conformer(owner).properties(value, properties, hidden=hidden)
        return value

    def _one_of(self, value: object, members: list[Spec], *, hidden: bool) -> object:
        """The first member that takes the value as it is, else the first that changes it."""
        first: object = None
        changed = False
        for member in members:
            made = self.value(value, member, hidden=hidden)
            if same(made, value):
                if self._takes(value, member):
                    return made
            elif not changed:
                first, changed = made, True
        return first if changed else value

    def _takes(self, value: object, spec: Spec) -> bool:
        kind = spec.get("type")
        if isinstance(value, dict):
            return "$ref" in spec or kind == "object"
        if isinstance(value, list):
            return kind == "array"
        return True


def same(left: object, right: object) -> bool:
    """Equality that does not take true for 1 or "1" for 1."""
    if isinstance(left, Labelled) and isinstance(right, Labelled):
        return left == right
    tables = isinstance(left, dict) and isinstance(right, dict)
    return (tables or type(left) is type(right)) and left == right


def as_kind(value: object, kind: object) -> object:
    """A primitive as a schema's kind; unparseable text stays as it is."""
    try:
        if kind == "boolean" and isinstance(value, str):
            return to_bool(value)
        if kind in ("number", "integer") and isinstance(value, str):
            return to_number(value)
        if kind == "string" and isinstance(value, (bool, int, float, Decimal)):
            return to_string(value)
    except CannotConvert:
        return value
    return value
