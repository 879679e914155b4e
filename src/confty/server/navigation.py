"""Requests about what a place is and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from confty.ide import places
from confty.ide.hover import hover_at
from confty.server.documents import Page
from confty.server.protocol import Json
from confty.server.service import Feature, Service, about_page
from confty.text import Span
from confty.workspace.desk import Look

_READ: Final = 2
_WRITE: Final = 3


def hover(service: Service, page: Page, params: Json) -> Json:
    """Say what stands at a place."""
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


def leading_to(find: Callable[[Look, int], list[Span]]) -> Feature:
    """Make a request of what finds the places that the one at a cursor leads to."""

    def answer(service: Service, page: Page, params: Json) -> Json:
        return locations(service, find(page.look, page.offset(params["position"]))) or None

    return about_page(answer)


def references(service: Service, page: Page, params: Json) -> Json:
    """Return every use of a name, in all files."""
    found = places.name_at(page.look, page.offset(params["position"]))
    if found is None:
        return None
    uses = places.references_to(found, page.look, service.shelf())
    if not (params.get("context") or {}).get("includeDeclaration", True):
        uses = [use for use in uses if not use.introduces]
    return locations(service, [use.span for use in uses])


def highlight(_: Service, page: Page, params: Json) -> Json:
    """Return the places in a document that mean the same name."""
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
    "textDocument/hover": about_page(hover),
    "textDocument/definition": leading_to(places.definitions_at),
    "textDocument/declaration": leading_to(places.declarations_at),
    "textDocument/typeDefinition": leading_to(places.type_definitions_at),
    "textDocument/implementation": leading_to(places.definitions_at),
    "textDocument/references": about_page(references),
    "textDocument/documentHighlight": about_page(highlight),
}
