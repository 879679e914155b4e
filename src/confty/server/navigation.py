"""Requests about what a place is and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty.ide import places
from confty.ide.hover import hover_at
from confty.server.protocol import Json
from confty.server.service import Feature, Service
from confty.text import Span

_READ: Final = 2
_WRITE: Final = 3


def hover(service: Service, params: Json) -> Json:
    """Say what stands at a place."""
    page = service.page(params)
    if page is None:
        return None
    language = service.desk.language(page.look.name) or ""
    found = hover_at(page.look, page.offset(params["position"]), language)
    if found is None:
        return None
    formats = service.supports("textDocument", "hover", "contentFormat")
    plain = isinstance(formats, list) and "markdown" not in formats
    contents = {
        "kind": "plaintext" if plain else "markdown",
        "value": found.plain if plain else found.markdown,
    }
    return {"contents": contents, "range": page.range(found.start, found.end)}


def definition(service: Service, params: Json) -> Json:
    """Say where a name is introduced."""
    page = service.page(params)
    if page is None:
        return None
    offset = page.offset(params["position"])
    return locations(service, places.definitions_at(page.look, offset)) or None


def declaration(service: Service, params: Json) -> Json:
    """Say where a name is introduced first."""
    page = service.page(params)
    if page is None:
        return None
    offset = page.offset(params["position"])
    return locations(service, places.declarations_at(page.look, offset)) or None


def type_definition(service: Service, params: Json) -> Json:
    """Say where the type of something is declared."""
    page = service.page(params)
    if page is None:
        return None
    offset = page.offset(params["position"])
    return locations(service, places.type_definitions_at(page.look, offset)) or None


def references(service: Service, params: Json) -> Json:
    """Return every use of a name, in all files."""
    page = service.page(params)
    found = page and places.name_at(page.look, page.offset(params["position"]))
    if page is None or not found:
        return None
    uses = places.references_to(found, page.look, service.shelf())
    if not (params.get("context") or {}).get("includeDeclaration", True):
        uses = [use for use in uses if not use.introduces]
    return locations(service, [use.span for use in uses])


def highlight(service: Service, params: Json) -> Json:
    """Return the places in a document that mean the same name."""
    page = service.page(params)
    if page is None:
        return None
    found = places.highlights_at(page.look, page.offset(params["position"]))
    return [
        {"range": page.range(one.start, one.end), "kind": _WRITE if one.writes else _READ}
        for one in found
    ]


def locations(service: Service, spans: Iterable[Span]) -> list[Json]:
    """Return places in the protocol's form, each once."""
    made = {}
    for span in spans:
        one = {
            "uri": service.documents.uri_of(span.source.name),
            "range": service.documents.range(span),
        }
        made[repr(one)] = one
    return list(made.values())


METHODS: Final[dict[str, Feature]] = {
    "textDocument/hover": hover,
    "textDocument/definition": definition,
    "textDocument/declaration": declaration,
    "textDocument/typeDefinition": type_definition,
    "textDocument/implementation": definition,
    "textDocument/references": references,
    "textDocument/documentHighlight": highlight,
}
