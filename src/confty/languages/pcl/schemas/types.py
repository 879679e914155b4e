"""Schema type specs to PCL types, in two shapes.

Every object type of a schema exists twice: *plain*, as written, and as an *input*, where each
position not marked plain takes an output as well.  An object type becomes a named type, one for
each shape, so that recursive schemas work and so that a type remembers the schema it came from.
"""

from __future__ import annotations

from confty import types
from confty.generics import TypeVar
from confty.kit.locks import Lock
from confty.languages.pcl.eventuals import settled_output
from confty.languages.pcl.schemas.index import BadSchema, SchemaIndex
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, TypeAlias

Key = TypeVar("Key")
Spec: TypeAlias = "dict[str, Any]"

_PRIMITIVES: Final[dict[str, types.Atom]] = {
    "boolean": types.BOOL,
    "integer": types.INT,
    "number": types.NUMBER,
    "string": types.STRING,
}
_BUILTIN: Final[dict[str, types.Type]] = {
    "Any": types.DYNAMIC,
    "Json": types.DYNAMIC,
    "Archive": types.ARCHIVE,
    "Asset": types.union_of(types.ARCHIVE, types.ASSET),
}


_PRIMITIVE_INPUTS: Final[dict[str, types.Type]] = {
    word: types.union_of(kind, types.output_of(kind)) for word, kind in _PRIMITIVES.items()
}


class Reference(metaclass=Record):
    """A ``$ref`` taken apart: which package, which table, which token."""

    package: str | None
    section: str
    token: str


def read_reference(text: str) -> Reference:
    """Take a ``$ref`` apart."""
    place, _, fragment = text.partition("#")
    if "%" in fragment:
        from urllib.parse import unquote  # noqa: PLC0415  start-up: few names need quotes

        fragment = unquote(fragment)
    section, _, token = fragment.lstrip("/").partition("/")
    package: str | None = None
    if place.startswith("/"):
        package = place.split("/")[1]
    elif place:
        package = "pulumi.json"
    return Reference(package, section, token)


class TypeMaker:
    """Makes and keeps the PCL types of one package."""

    def __init__(
        self,
        index: SchemaIndex,
        canonical: Callable[[str], str],
        other: Callable[[str], TypeMaker | None],
    ) -> None:
        self.index = index
        # The canonical spelling of a token, and the makers of other packages' types.
        self.canonical = canonical
        self.other = other
        self.making: Final = Lock()
        # Every name that it gave to a type: another package, or version, may give the same ones.
        self.names: Final[set[types.Ref]] = set()
        self._named: dict[tuple[str, bool], types.Ref] = {}
        self._resources: dict[tuple[str, bool], types.Ref] = {}

    def plain(self, spec: Spec) -> types.Type:
        """The type as written."""
        return self._type(spec, inputs=False)

    def input(self, spec: Spec) -> types.Type:
        """The type of a position that takes values now or later, unless it is marked plain."""
        if len(spec) == 1 and spec.get("type") in _PRIMITIVE_INPUTS:
            return _PRIMITIVE_INPUTS[spec["type"]]
        inner = self._type(spec, inputs=True)
        if spec.get("plain"):
            return inner
        # Plain types hold no eventuals, so the output is settled as it is.
        return types.union_of(inner, types.output_of(self.plain(spec)))

    def property(self, spec: Spec, *, inputs: bool, required: bool) -> types.Type:
        """The type of an object's property."""
        if "const" in spec:
            base = self.plain(spec)
            assert isinstance(base, types.Atom)
            constant = types.literal(base, spec["const"])
            type_: types.Type = (
                types.union_of(constant, settled_output(constant)) if inputs else constant
            )
        else:
            type_ = self.input(spec) if inputs else self.plain(spec)
        return type_ if required else types.optional(type_)

    def object(self, spec: Spec, *, inputs: bool) -> types.Type:
        """An object type from ``properties`` and ``required``."""
        required = set(spec.get("required") or ())
        properties = spec.get("properties") or {}
        return types.object_of(
            [
                (name, self.property(inner, inputs=inputs, required=name in required))
                for name, inner in properties.items()
            ]
        )

    def _type(self, spec: Spec, *, inputs: bool) -> types.Type:
        if not isinstance(spec, dict):
            raise BadSchema("expected an object for a type")
        if "$ref" in spec:
            return self._reference(spec, inputs=inputs)
        if spec.get("oneOf"):
            members = [self._type(member, inputs=inputs) for member in spec["oneOf"]]
            return types.union_of(*members)
        kind = spec.get("type")
        inside: Callable[[Spec], types.Type] = self.input if inputs else self.plain
        if kind == "array":
            if "items" not in spec:
                raise BadSchema("an array type has no items")
            return types.list_of(inside(spec["items"]))
        if kind == "object":
            element = spec.get("additionalProperties")
            return types.map_of(
                types.STRING, inside(element if element is not None else {"type": "string"})
            )
        if kind in _PRIMITIVES:
            return _PRIMITIVES[kind]
        raise BadSchema(f"there is no type {kind!r}")

    def _reference(self, spec: Spec, *, inputs: bool) -> types.Type:
        target = read_reference(spec["$ref"])
        if target.package == "pulumi.json":
            if target.section not in _BUILTIN:
                raise BadSchema(f"there is no built-in type {target.section!r}")
            return _BUILTIN[target.section]
        maker = self
        if target.package is not None and target.package != self.index.head["name"]:
            other = self.other(target.package)
            if other is None:
                return self._dangling(target.token, spec)
            maker = other
        if target.section == "types":
            found = maker.named(target.token, inputs=inputs)
            return self._dangling(target.token, spec) if found is None else found
        if target.section == "resources":
            found = maker.resource_value(target.token, inputs=inputs)
            return self._dangling(target.token, spec) if found is None else found
        if target.section == "provider":
            return maker.provider_value()
        raise BadSchema(f"cannot follow the reference {spec['$ref']!r}")

    def _dangling(self, token: str, spec: Spec) -> types.Type:
        under = _PRIMITIVES.get(spec.get("type", ""))
        opaque = types.atom(token)
        return opaque if under is None else types.union_of(opaque, under)

    def named(self, token: str, *, inputs: bool) -> types.Type | None:
        """The enumeration or object type of that name."""
        spec = self.index.entry("types", token)
        if spec is None:
            return None
        if "enum" in spec:
            base = _PRIMITIVES.get(spec.get("type", ""))
            if base is None:
                raise BadSchema(f"the enumeration {token!r} has no primitive type")
            values = [member.get("value") for member in spec["enum"]]
            return types.enum(self.canonical(token), base, values)
        return self._defined(self._named, (token, inputs), token, spec, inputs=inputs)

    def _defined(
        self, table: dict[Key, types.Ref], key: Key, token: str, spec: Spec, *, inputs: bool
    ) -> types.Ref:
        # Several programs may use one package at a time: nobody may see a name without its type.
        def define() -> types.Ref:
            found = table.get(key)
            if found is not None:
                return found
            try:
                found = table[key] = types.ref(self.canonical(token))
                self.names.add(found)
                return types.define(found, self.object(spec, inputs=inputs))
            except BaseException:
                # Others may refer to the name that will never have a type.
                self._named.clear()
                self._resources.clear()
                raise

        return self.making.holding(define)

    def resource_value(self, token: str, *, inputs: bool) -> types.Type | None:
        """A reference to a resource, seen as the object of its properties.

        A resource of the program is one, whose properties are there only later.
        """
        if token.startswith("pulumi:providers:"):
            return self.provider_value()
        spec = self.index.entry("resources", token)
        if spec is None:
            return None
        return self._defined(self._resources, (token, inputs), token, spec, inputs=inputs)

    def provider_value(self) -> types.Type:
        """The provider resource as an object."""
        return self.object(self.index.head.get("provider") or {}, inputs=False)
