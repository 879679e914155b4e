"""Requests about who calls whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.ide.calls import Callable as Function
from confty.ide.calls import CallPlaces, callables_at, incoming, outgoing
from confty.ide.shelf import Shelf
from confty.kit.sights import Kind
from confty.server.protocol import Json
from confty.server.service import EXACT, Feature, Service

_FUNCTION: Final = 12
_KINDS: Final = {Kind.METHOD: 6, Kind.FILE: 1, Kind.FIELD: 8, Kind.RESOURCE: 5, Kind.VARIABLE: 13}


def prepare(service: Service, params: Json) -> Json:
    """Return the functions that a place names."""
    found = _found(service, params)
    return [_item(service, one) for one in found] or None


def _found(service: Service, params: Json) -> list[Function]:
    page = service.page(params, EXACT)
    if page is None:
        return []
    return callables_at(page.look, page.offset(params["position"]), service.shelf())


def _item(service: Service, one: Function) -> Json:
    documents = service.documents
    return {
        "name": one.name,
        "kind": _KINDS.get(one.kind, _FUNCTION),
        "uri": documents.uri_of(one.place.source.name),
        "range": documents.range(one.whole),
        "selectionRange": documents.range(one.place),
    }


def _of_item(service: Service, item: Json) -> list[Function]:
    place = {"textDocument": {"uri": item["uri"]}, "position": item["selectionRange"]["start"]}
    found = _found(service, place)
    uri, selection = item["uri"], item["selectionRange"]
    same = [
        one
        for one in found
        if service.documents.uri_of(one.place.source.name) == uri
        and service.documents.range(one.place) == selection
    ]
    return same or found


def calling(find: Callable[[Function, Shelf], list[CallPlaces]], end: str) -> Feature:
    """Make a request of what finds the calls of a function or in it; ``end`` is the other's."""

    def feature(service: Service, params: Json) -> Json:
        return [
            {
                end: _item(service, calls.other),
                "fromRanges": [service.documents.range(place) for place in calls.places],
            }
            for one in _of_item(service, params["item"])
            for calls in find(one, service.shelf())
        ]

    return feature


METHODS: Final[dict[str, Feature]] = {
    "textDocument/prepareCallHierarchy": prepare,
    "callHierarchy/incomingCalls": calling(incoming, "from"),
    "callHierarchy/outgoingCalls": calling(outgoing, "to"),
}
