"""Requests about who calls whom."""

from __future__ import annotations

from typing import Final

from confty.ide.calls import Callable, callables_at, incoming, outgoing
from confty.kit.sights import Kind
from confty.server.protocol import Json
from confty.server.service import EXACT, Feature, Service

_FUNCTION: Final = 12
_KINDS: Final = {Kind.METHOD: 6, Kind.FILE: 1, Kind.FIELD: 8, Kind.RESOURCE: 5, Kind.VARIABLE: 13}


def prepare(service: Service, params: Json) -> Json:
    """Return the functions that a place names."""
    found = _found(service, params)
    return [_item(service, one) for one in found] or None


def _found(service: Service, params: Json) -> list[Callable]:
    page = service.page(params, EXACT)
    if page is None:
        return []
    return callables_at(page.look, page.offset(params["position"]), service.shelf())


def _item(service: Service, one: Callable) -> Json:
    documents = service.documents
    return {
        "name": one.name,
        "kind": _KINDS.get(one.kind, _FUNCTION),
        "uri": documents.uri_of(one.place.source.name),
        "range": documents.range(one.whole),
        "selectionRange": documents.range(one.place),
    }


def _of_item(service: Service, item: Json) -> list[Callable]:
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


def callers(service: Service, params: Json) -> Json:
    """Return who calls a function."""
    made = []
    for one in _of_item(service, params["item"]):
        for calls in incoming(one, service.shelf()):
            ranges = [service.documents.range(place) for place in calls.places]
            made.append({"from": _item(service, calls.other), "fromRanges": ranges})
    return made


def callees(service: Service, params: Json) -> Json:
    """Return whom a function calls."""
    made = []
    for one in _of_item(service, params["item"]):
        for calls in outgoing(one, service.shelf()):
            ranges = [service.documents.range(place) for place in calls.places]
            made.append({"to": _item(service, calls.other), "fromRanges": ranges})
    return made


METHODS: Final[dict[str, Feature]] = {
    "textDocument/prepareCallHierarchy": prepare,
    "callHierarchy/incomingCalls": callers,
    "callHierarchy/outgoingCalls": callees,
}
