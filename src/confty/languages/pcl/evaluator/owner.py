"""Who owns resources and calls: the program that is run, or a component each time it is used."""

from __future__ import annotations

from confty.languages.pcl.evaluator.run import Run
from confty.languages.pcl.model import Program
from confty.values import Labelled, ResourceReference, label, unknown
from confty.values.labels import relabelled


class Owner:
    """A program being run, as resources and calls see it: who is above, which providers serve."""

    def __init__(self, run: Run, program: Program, prefix: str, parent: str) -> None:
        self.run = run
        self.program = program
        # What stands before the names of its resources, and the URN of what they are children of.
        self.prefix = prefix
        self.parent = parent

    def provider_for(self, package: str, version: str, url: str = "") -> str:
        """The provider for calls: what this component was given, or the default one."""
        engine = self.run.engine
        above = engine.resources.get(self.parent)
        chosen = above.children_providers.get(package) if above is not None else None
        return chosen or engine.default_provider(package, version, url)

    def parameter(self, package: str) -> bytes:
        """The parameter of a package block."""
        block = self.program.packages.get(package)
        if block is None or not block.value:
            return b""
        from base64 import b64decode  # noqa: PLC0415  start-up: few programs name such a package

        return b64decode(block.value)

    def expanded(self, value: object, *, hydrated: bool = False) -> object:
        """References to resources become objects with the resources' properties."""
        if isinstance(value, Labelled):
            return relabelled(self.expanded(value.value, hydrated=hydrated), value)
        if isinstance(value, ResourceReference):
            if hydrated:
                # Whoever gets a reference from outside looks the resource up at the engine.
                self.run.engine.default_provider("pulumi", "")
            return self.resource_object(value)
        if isinstance(value, list):
            return [self.expanded(element, hydrated=hydrated) for element in value]
        if isinstance(value, dict):
            return {
                key: self.expanded(element, hydrated=hydrated) for key, element in value.items()
            }
        return value

    def resource_object(self, reference: ResourceReference) -> object:
        """A resource as the object that programs read properties of."""
        made = self.run.engine.resources.get(reference.urn)
        if made is None:
            return unknown(f"the resource {reference.urn}")
        outputs = made.outputs if made.visible is None else made.visible
        found: dict[str, object] = {
            name: self.expanded(value, hydrated=made.custom or made.remote)
            for name, value in outputs.items()
        }
        found["id"] = made.id if made.id is not None else ""
        found["urn"] = made.urn
        found["__name"] = made.name
        found["__type"] = made.type
        return label(found, dependencies={made.urn})
