"""A package as the checker and the interpreter see it: resources, functions, methods.

Entries are made from the index when they are asked for and kept; a program that uses three
resources of a package pays for three.
"""

from __future__ import annotations

from confty import types
from confty.languages.pcl.eventuals import settled_output, settled_promise
from confty.languages.pcl.schemas.index import BadSchema, SchemaIndex
from confty.languages.pcl.schemas.tokens import canonical, decompose
from confty.languages.pcl.schemas.types import Spec, TypeMaker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class ResourceSchema:
    """One resource: its input and output properties, and the types made of them."""

    def __init__(
        self, package: Package, token: str, spec: Spec, *, provider: bool = False
    ) -> None:
        self.package = package
        self.token = token
        self.spec = spec
        self.is_provider = provider
        self.canonical = token if package.name == "pulumi" else package.canonical(token)
        self.is_component = bool(spec.get("isComponent"))
        self.inputs: dict[str, Spec] = _properties(spec, "inputProperties")
        self.required_inputs = frozenset(spec.get("requiredInputs") or ())
        self.outputs = _properties(spec, "properties")
        if provider:
            self.outputs = {
                name: inner for name, inner in self.outputs.items() if _textual(package, inner)
            }
        self.required_outputs = frozenset(spec.get("required") or ())
        self.methods: dict[str, str] = spec.get("methods") or {}
        self._output_type: types.Ref | None = None
        self._input_types: dict[str, types.Type] = {}

    def input_type(self, name: str) -> types.Type:
        """The type of one input property, optional unless required."""
        found = self._input_types.get(name)
        if found is None:
            found = self.package.types.property(
                self.inputs[name], inputs=True, required=name in self.required_inputs
            )
            self._input_types[name] = found
        return found

    def must_set(self, name: str) -> bool:
        """Whether a program has to give this input: required, and not a constant."""
        return name in self.required_inputs and "const" not in self.inputs[name]

    @property
    def output_type(self) -> types.Ref:
        """The type of a variable that holds one such resource; it carries the resource's name."""
        return self.package.types.making.holding(self._eventual)

    def _eventual(self) -> types.Ref:
        if self._output_type is None:
            fields: dict[str, types.Type] = {
                "id": settled_output(types.ID),
                "urn": settled_output(types.STRING),
            }
            for name, spec in self.outputs.items():
                required = name in self.required_outputs
                plain = self.package.types.property(spec, inputs=False, required=required)
                fields[name] = types.output_of(plain)
            made = types.define(types.ref(self.canonical), types.object_of(list(fields.items())))
            self.package.resource_types[made] = self
            self._output_type = made
        return self._output_type

    def words(self) -> Spec:
        """The descriptions, in the shape of the spec."""
        if self.is_provider:
            return self.package.index.provider_words()
        return self.package.index.words("resources", self.token)

    def state_inputs(self) -> dict[str, Spec]:
        """What a ``read`` of the resource may look it up by."""
        return _properties(self.spec.get("stateInputs") or {}, "properties")


class FunctionSchema:
    """One function of a package."""

    def __init__(self, package: Package, token: str, spec: Spec) -> None:
        self.package = package
        self.token = token
        self.spec = spec
        self.canonical = package.canonical(token)
        self.inputs: dict[str, Spec] = _properties(spec.get("inputs") or {}, "properties")
        self.required_inputs = frozenset((spec.get("inputs") or {}).get("required") or ())
        self.positional: list[str] = spec.get("multiArgumentInputs") or []
        self._result: types.Ref | None = None

    def words(self) -> Spec:
        """The descriptions, in the shape of the spec."""
        return self.package.index.words("functions", self.token)

    def arguments(self, *, inputs: bool, skip: frozenset[str] = frozenset()) -> types.Type:
        """The type of the arguments object."""
        spec = self.spec.get("inputs") or {}
        if skip:
            properties = {k: v for k, v in self.inputs.items() if k not in skip}
            spec = {**spec, "properties": properties}
        return self.package.types.object(spec, inputs=inputs)

    @property
    def result(self) -> types.Type | None:
        """What it gives, not yet eventual; None when it gives nothing."""
        spec = self.spec.get("outputs")
        if not spec:
            return None
        if "properties" not in spec:
            return self.package.types.plain(spec)
        return self.package.types.making.holding(lambda: self._named_result(spec))

    def _named_result(self, spec: Spec) -> types.Type:
        if self._result is None:
            # A name, so that whoever reads a property of it knows that it is a package's.
            made = self.package.types.object(spec, inputs=False)
            self._result = types.define(types.ref(f"{self.canonical}Result"), made)
            self.package.types.names.add(self._result)
        return self._result

    @property
    def is_scalar(self) -> bool:
        """Whether the result is one value instead of an object of named ones."""
        spec = self.spec.get("outputs")
        return isinstance(spec, dict) and bool(spec) and "properties" not in spec

    @property
    def is_plain(self) -> bool:
        """Whether the result is there at once."""
        return bool((self.spec.get("outputs") or {}).get("plain"))

    def returns(self, *, output: bool) -> types.Type:
        """The type of a call."""
        result = self.result
        if result is None:
            result = types.object_of()
        return settled_output(result) if output else settled_promise(result)


class Package:
    """One package in one version."""

    def __init__(self, index: SchemaIndex, other: Callable[[str], Package | None]) -> None:
        self.index = index
        self.name: str = index.head["name"]
        self.version: str = str(index.head.get("version") or "")
        # Where its plugin is to be had, if not where all are.
        self.url: str = str(index.head.get("pluginDownloadURL") or "")
        self.other = other
        meta = index.head.get("meta") or {}
        self.module_format: str = meta.get("moduleFormat") or "(.*)"
        self.types = TypeMaker(index, self.canonical, self._types_of)
        # Which schema the type of a resource variable came from.
        self.resource_types: dict[types.Ref, ResourceSchema] = {}
        self._resources: dict[str, ResourceSchema] = {}
        self._functions: dict[str, FunctionSchema] = {}
        self._by_canonical: dict[str, dict[str, str]] = {}

    def _types_of(self, name: str) -> TypeMaker | None:
        other = self.other(name)
        return None if other is None else other.types

    def canonical(self, token: str) -> str:
        """The canonical spelling of a token of this package."""
        return canonical(token, self.module_format)

    def _find(self, section: str, text: str) -> str | None:
        """The real token that a spelling means."""
        if self.index.entry(section, text) is not None:
            return text
        table = self._by_canonical.get(section)
        if table is None:
            table = {self.canonical(token): token for token in self.index.tokens(section)}
            self._by_canonical[section] = table
        return table.get(text) or table.get(self.canonical(text))

    def resource(self, text: str) -> ResourceSchema | None:
        """The resource a token means."""
        token = self._find("resources", text)
        if token is None:
            return None
        found = self._resources.get(token)
        if found is None:
            spec = self.index.entry("resources", token)
            assert spec is not None
            found = self._resources.setdefault(token, ResourceSchema(self, token, spec))
        return found

    def provider(self) -> ResourceSchema:
        """The package's provider resource."""
        token = f"pulumi:providers:{self.name}"
        found = self._resources.get(token)
        if found is None:
            spec = self.index.head.get("provider") or {}
            made = ResourceSchema(self, token, spec, provider=True)
            found = self._resources.setdefault(token, made)
        return found

    def function(self, text: str) -> FunctionSchema | None:
        """The function a token means."""
        token = self._find("functions", text)
        if token is None:
            return None
        found = self._functions.get(token)
        if found is None:
            spec = self.index.entry("functions", token)
            assert spec is not None
            found = self._functions.setdefault(token, FunctionSchema(self, token, spec))
        return found

    def type_entry(self, text: str) -> tuple[Spec, Spec] | None:
        """The spec of an object type or enumeration by its canonical name, and its words."""
        token = self._find("types", text)
        if token is None:
            return None
        spec = self.index.entry("types", token)
        return None if spec is None else (spec, self.index.words("types", token))

    def spellings(self, section: str) -> list[str]:
        """The tokens people may write, for suggestions."""
        return self.index.tokens(section)


def _properties(spec: Spec, key: str) -> dict[str, Spec]:
    found: object = spec.get(key)
    found = {} if found is None else found
    if not isinstance(found, dict):
        raise BadSchema(f"expected an object for {key!r}")
    return dict(sorted(found.items()))


def _textual(package: Package, spec: Spec) -> bool:
    """Whether a provider keeps this output: text, or an enumeration of texts."""
    type_ = package.types.plain(spec)
    return type_ is types.STRING or (isinstance(type_, types.Enum) and type_.base is types.STRING)


def package_of(text: str) -> str | None:
    """The package a token belongs to: of a provider token, the package it provides."""
    token = decompose(text)
    if token is None:
        return None
    if token.package == "pulumi" and token.module == "providers":
        return token.member
    return token.package
