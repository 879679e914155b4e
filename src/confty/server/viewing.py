"""Requests about a whole document: outline, colours, hints, folds, links, diagnostics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from confty.ide.colours import Colour, colours_of
from confty.ide.searching import search
from confty.kit.sights import Kind, Symbol
from confty.server.documents import Page
from confty.server.protocol import Json
from confty.server.service import EXACT, Feature, Service, about_page
from confty.text import Span

_SYMBOL_KINDS: Final = {
    Kind.VARIABLE: 13, Kind.PARAMETER: 13, Kind.FIELD: 7, Kind.FUNCTION: 12, Kind.METHOD: 6,
    Kind.TYPE: 5, Kind.NAMESPACE: 3, Kind.RESOURCE: 5, Kind.CONSTANT: 14, Kind.MEMBER: 22,
    Kind.KEYWORD: 14, Kind.FILE: 1, Kind.FOLDER: 4, Kind.OBJECT: 19, Kind.ARRAY: 18,
    Kind.STRING: 15, Kind.NUMBER: 16, Kind.BOOLEAN: 17, Kind.NULL: 21,
}  # fmt: skip
_HINT_KINDS: Final = {"type": 1, "result": 1, "parameter": 2}
_MOST_SYMBOLS: Final = 20_000


def diagnostics(service: Service, params: Json) -> Json:
    """Return the diagnostics of one document to a client that asks for them."""
    page = service.page(params, EXACT)
    document = service.documents.by_uri.get(params["textDocument"]["uri"])
    if document is not None and service.loop is not None:
        service.loop.call_soon_threadsafe(service.publisher.pulled, document)
    if page is None:
        return {"kind": "full", "items": []}
    return service.publisher.report(page.look, params.get("previousResultId"))


def symbols(service: Service, page: Page, _: Json) -> Json:
    """Return the outline of a document."""
    found = page.look.answers.symbols()
    path = ("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
    if service.supports(*path) is False:
        return _flat(service, found)
    return [_symbol(page, one) for one in found]


def _symbol(page: Page, one: Symbol) -> Json:
    made = {
        "name": one.name or "(empty)",
        "kind": _SYMBOL_KINDS[one.kind],
        "range": page.range(one.whole.start, one.whole.end),
        "selectionRange": page.range(one.place.start, one.place.end),
        "children": [_symbol(page, child) for child in one.children],
    }
    if one.detail:
        made["detail"] = one.detail
    return made


def _flat(service: Service, found: Sequence[Symbol]) -> list[Json]:
    made: list[Json] = []
    waiting = [(one, "") for one in reversed(found)]
    while waiting and len(made) < _MOST_SYMBOLS:
        one, inside = waiting.pop()
        made.append(information(service, one, inside))
        waiting += [(child, one.name) for child in reversed(one.children)]
    return made


def information(service: Service, one: Symbol, inside: str) -> Json:
    """Return a symbol with the file it is in."""
    span = Span(one.place.source, one.place.start, one.place.end)
    location = {
        "uri": service.documents.uri_of(span.source.name),
        "range": service.documents.range(span),
    }
    made = {"name": one.name or "(empty)", "kind": _SYMBOL_KINDS[one.kind], "location": location}
    if inside:
        made["containerName"] = inside
    return made


def workspace_symbols(service: Service, params: Json) -> Json:
    """Return the symbols of the workspace that match a query."""
    found = search(str(params.get("query", "")), service.shelf())
    return [information(service, one.symbol, one.inside) for one in found]


def hints(service: Service, page: Page, params: Json) -> Json:
    """Return what is shown between the letters."""
    start, end = _stretch(page, params)
    return [
        {
            "position": page.position(one.at),
            "label": one.text,
            "kind": _HINT_KINDS.get(one.kind, 1),
            "paddingLeft": False,
            "paddingRight": one.kind == "parameter",
        }
        for one in page.look.answers.hints(start, end)
        if one.kind in service.settings.hints and start <= one.at <= end
    ]


def _stretch(page: Page, params: Json) -> tuple[int, int]:
    place = params["range"]
    return page.offset(place["start"]), page.offset(place["end"])


def _encoded(page: Page, colours: Sequence[Colour]) -> list[int]:
    """Return colours as the protocol packs them: each from the one before."""
    data: list[int] = []
    line = column = 0
    for one in colours:
        place = page.range(one.start, one.end)
        first, last = place["start"], place["end"]
        if first["line"] != last["line"] or last["character"] <= first["character"]:
            continue
        same = first["line"] == line
        data += (
            first["line"] - line,
            first["character"] - (column if same else 0),
            last["character"] - first["character"],
            one.type,
            one.bits,
        )
        line, column = first["line"], first["character"]
    return data


def tokens_full(service: Service, page: Page, _: Json) -> Json:
    """Return the colours of a document."""
    data = _encoded(page, colours_of(page.look))
    return {"resultId": service.tokens.keep(page.look.name, data), "data": data}


def tokens_range(_: Service, page: Page, params: Json) -> Json:
    """Return the colours of a part of a document."""
    return {"data": _encoded(page, colours_of(page.look, *_stretch(page, params)))}


def tokens_delta(service: Service, page: Page, params: Json) -> Json:
    """Return what has changed about the colours of a document."""
    before = service.tokens.get(page.look.name, str(params.get("previousResultId")))
    data = _encoded(page, colours_of(page.look))
    key = service.tokens.keep(page.look.name, data)
    if before is None:
        return {"resultId": key, "data": data}
    return {"resultId": key, "edits": _edits(before, data)}


def _edits(before: list[int], after: list[int]) -> list[Json]:
    if before == after:
        return []
    most = min(len(before), len(after))
    head = next((at for at in range(most) if before[at] != after[at]), most)
    tail = 0
    while tail < most - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    new = after[head : len(after) - tail]
    return [{"start": head, "deleteCount": len(before) - head - tail, "data": new}]


def folds(_service: Service, page: Page, _: Json) -> Json:
    """Return what can be folded."""
    made = []
    for one in page.look.answers.regions():
        place = page.range(one.start, one.end)
        fold: Json = {"startLine": place["start"]["line"], "endLine": place["end"]["line"]}
        if one.kind in {"comment", "imports"}:
            fold["kind"] = one.kind
        made.append(fold)
    return made


def selections(_: Service, page: Page, params: Json) -> Json:
    """Return the syntax around places, innermost first."""
    return [_selection(page, position) for position in params["positions"]]


def _selection(page: Page, position: Json) -> Json:
    offset = page.offset(position)
    around = page.look.answers.around(offset) or [(0, len(page.look.source.text))]
    made: Json = None
    for start, end in reversed(around):
        made = {"range": page.range(start, end)} | ({"parent": made} if made else {})
    return made


def links(service: Service, page: Page, _: Json) -> Json:
    """Return the places that name files."""
    return [
        {"range": page.range(one.start, one.end), "target": service.documents.uri_of(one.target)}
        for one in page.look.answers.links()
        if one.target
    ]


_UNCOLOURED: Final[Json] = {"data": []}
METHODS: Final[dict[str, Feature]] = {
    "textDocument/diagnostic": diagnostics,
    "textDocument/documentSymbol": about_page(symbols, []),
    "workspace/symbol": workspace_symbols,
    "textDocument/inlayHint": about_page(hints, []),
    "textDocument/semanticTokens/full": about_page(tokens_full, _UNCOLOURED),
    "textDocument/semanticTokens/range": about_page(tokens_range, _UNCOLOURED),
    "textDocument/semanticTokens/full/delta": about_page(tokens_delta, _UNCOLOURED),
    "textDocument/foldingRange": about_page(folds, []),
    "textDocument/selectionRange": about_page(selections),
    "textDocument/documentLink": about_page(links, []),
}
