"""A state of Terraform's: which resources it knows, under the names they have in Pulumi."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from confty.languages.pcl import codes
from confty.languages.pcl.converter.terraform.shapes import KnownShapes
from confty.text import Diagnostic

_VERSION: Final = 4


class ExistingResource(NamedTuple):
    """A resource that is there already."""

    token: str
    name: str
    id: str


def imports(state: object, shapes: KnownShapes) -> tuple[list[ExistingResource], list[Diagnostic]]:
    """The resources of a state, and what is to be said about it."""
    said: list[Diagnostic] = []
    if not isinstance(state, Mapping) or state.get("version") != _VERSION:
        message = f"expected a state of version {_VERSION}"
        return [], [codes.CONVERSION.at(None, message)]
    made: list[ExistingResource] = []
    for one in _mappings(state.get("resources")):
        if one.get("mode") != "managed" or not isinstance(one.get("type"), str):
            continue
        token = shapes.resource(str(one["type"])).token
        for instance in _mappings(one.get("instances")):
            attributes = instance.get("attributes")
            id_ = attributes.get("id") if isinstance(attributes, Mapping) else None
            name = _name(one, instance)
            if isinstance(id_, str) and id_:
                made.append(ExistingResource(token, name, id_))
            else:
                said.append(codes.NO_COUNTERPART.at(None, f"{name} has no id in the state"))
    return made, said


def _mappings(value: object) -> Iterator[Mapping[str, object]]:
    for one in value if isinstance(value, list) else ():
        if isinstance(one, Mapping):
            yield one


def _name(resource: Mapping[str, object], instance: Mapping[str, object]) -> str:
    """The name, with what tells it from others: the module it is in, its key of a range."""
    module = str(resource.get("module", "")).replace("module.", "").replace(".", "-")
    parts = [module, str(resource.get("name", "")), str(instance.get("index_key", ""))]
    return "-".join(part for part in parts if part)
