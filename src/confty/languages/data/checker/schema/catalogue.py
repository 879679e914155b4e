"""What a file that is added to the store holds: a schema, or a catalogue of Kubernetes' kinds.

Kinds come from single schemas (``x-kubernetes-group-version-kind``), from the API descriptions
that a cluster publishes (Swagger, OpenAPI), and from definitions of custom resources.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.languages.data.checker.schema.resources import DATA, divided, joined
from confty.languages.data.parser.document import Document

_GROUP_VERSION_KIND: Final = "x-kubernetes-group-version-kind"


class Description:
    """The identifiers, kinds and outward references of a schema file."""

    def __init__(self, document: Document, source: str) -> None:
        value = document.value
        self.is_schema = isinstance(value, dict | bool) or document.stream
        self.kinds: dict[str, str] = dict(_kinds(value, document.stream))
        #: Whether its schemas stand at places inside of it, and it is none itself.
        self.is_catalogue = document.stream or (isinstance(value, dict) and _is_api(value))
        self.ids: list[str] = []
        #: The addresses that it refers to, without those inside of it.
        self.refers: list[str] = []
        if isinstance(value, dict) and not _is_api(value):
            self._look_into(value, source)

    def _look_into(self, value: dict[str, object], source: str) -> None:
        found: dict[str, None] = {}
        waiting: list[tuple[object, str]] = [(value, source)]
        while waiting:
            one, base = waiting.pop()
            if isinstance(one, list):
                waiting += [(item, base) for item in one]
            if not isinstance(one, dict):
                continue
            own = one.get("$id", one.get("id"))
            if isinstance(own, str) and not own.startswith("#"):
                base = divided(joined(base, own))[0]
                if "://" in base:
                    self.ids.append(base)
            reference = one.get("$ref")
            if isinstance(reference, str) and (address := divided(reference)[0]):
                found[joined(base, address)] = None
            waiting += [(item, base) for key, item in one.items() if key not in DATA]
        self.refers = [one for one in found if one not in self.ids and one != source]


def _is_api(value: dict[str, object]) -> bool:
    return "swagger" in value or "openapi" in value or value.get("kind") == _CUSTOM


_CUSTOM: Final = "CustomResourceDefinition"


def _kinds(value: object, stream: bool) -> Iterator[tuple[str, str]]:
    if stream and isinstance(value, list):
        for index, one in enumerate(value):
            for kind, pointer in _kinds(one, False):
                yield kind, f"/{index}{pointer}"
    if not isinstance(value, dict):
        return
    if value.get("kind") == _CUSTOM:
        yield from _custom(value)
    for kind in _named(value):
        yield kind, ""
    components = value.get("components")
    tables = {
        "/definitions": value.get("definitions"),
        "/components/schemas": components.get("schemas") if isinstance(components, dict) else None,
    }
    for place, table in tables.items():
        for name, one in table.items() if isinstance(table, dict) else ():
            for kind in _named(one):
                yield kind, f"{place}/{str(name).replace('~', '~0').replace('/', '~1')}"


def _named(schema: object) -> Iterator[str]:
    listed = schema.get(_GROUP_VERSION_KIND) if isinstance(schema, dict) else None
    for one in listed if isinstance(listed, list) else [listed]:
        if isinstance(one, dict) and isinstance(kind := one.get("kind"), str):
            yield _spelled(one.get("group"), one.get("version"), kind)


def _spelled(group: object, version: object, kind: str) -> str:
    return f"{group}/{version}/{kind}" if group else f"{version}/{kind}"


def _custom(definition: dict[str, object]) -> Iterator[tuple[str, str]]:
    spec = definition.get("spec")
    names = spec.get("names") if isinstance(spec, dict) else None
    kind = names.get("kind") if isinstance(names, dict) else None
    versions = spec.get("versions") if isinstance(spec, dict) else None
    if not isinstance(kind, str) or not isinstance(versions, list) or not isinstance(spec, dict):
        return
    for index, one in enumerate(versions):
        schema = one.get("schema") if isinstance(one, dict) else None
        if isinstance(schema, dict) and "openAPIV3Schema" in schema:
            spelled = _spelled(spec.get("group"), one.get("name"), kind)
            yield spelled, f"/spec/versions/{index}/schema/openAPIV3Schema"
