"""The outputs that a provider left out, as the schema of its resource knows them."""

from __future__ import annotations

from confty.languages.pcl.evaluator.run import Run
from confty.languages.pcl.schemas import Package, ResourceSchema
from confty.languages.pcl.schemas.types import Spec, read_reference
from confty.values import Labelled, label, unknown
from confty.values.labels import relabelled


class Filler:
    """Adds the outputs that a provider left out, as its schema knows them."""

    def __init__(self, name: str, schema: ResourceSchema, run: Run) -> None:
        self.name = name
        self.schema = schema
        self.preview = run.info.preview
        # Without mocks nobody computes anything: required outputs get a value of their kind.
        self.invents = run.invents
        self.trusting = run.engine.marks_secrets

    def properties(
        self, given: dict[str, object], specs: dict[str, dict[str, object]]
    ) -> dict[str, object]:
        """The outputs with nothing missing."""
        made = dict(given)
        for name, spec in specs.items():
            if name not in given:
                made[name] = self._missing(name, spec)
            if self.trusting:
                continue
            if spec.get("secret") and (self.preview or made[name] is not None):
                made[name] = label(made[name], secret=True)
        return made

    def inside(self, value: object, spec: Spec) -> object:
        """A value in which objects of the schema have all their properties, null or unknown."""
        if isinstance(value, Labelled):
            return value if value.unknown else relabelled(self.inside(value.value, spec), value)
        if isinstance(value, list) and isinstance(spec.get("items"), dict):
            return [self.inside(each, spec["items"]) for each in value]
        if not isinstance(value, dict):
            return value
        element = spec.get("additionalProperties")
        if isinstance(element, dict):
            return {key: self.inside(each, element) for key, each in value.items()}
        known = self._properties(spec)
        made = {key: self.inside(each, known.get(key, {})) for key, each in value.items()}
        for name in known:
            if name not in made:
                made[name] = unknown(f"{self.name}.{name}") if self.preview else None
        return made

    def _properties(self, spec: Spec) -> dict[str, Spec]:
        """The properties of the object type that a spec refers to."""
        if "$ref" not in spec:
            return {}
        target = read_reference(spec["$ref"])
        package: Package | None = self.schema.package
        if target.package is not None and target.package != self.schema.package.name:
            package = self.schema.package.other(target.package)
        if package is None or target.section != "types":
            return {}
        found = package.index.entry("types", target.token) or {}
        return found.get("properties") or {}

    def _missing(self, name: str, spec: dict[str, object]) -> object:
        if self.preview:
            return unknown(f"{self.name}.{name}, which is known once {self.name} is created")
        if not self.invents or name not in self.schema.required_outputs:
            return None
        kind = spec.get("type")
        if kind == "string" and "$ref" not in spec:
            return f"{self.name}.{name}"
        empty: dict[object, object] = {
            "integer": 0,
            "number": 0,
            "boolean": False,
            "array": [],
            "object": {},
        }
        return empty.get(kind) if "$ref" not in spec else None
