"""Requests while somebody writes: completion, signatures, formatting."""

from __future__ import annotations

from typing import Final

from confty.ide.completion import completions_at
from confty.ide.layout import layout_of
from confty.kit.sights import Kind, Offer, Signature
from confty.server.documents import Page
from confty.server.protocol import CONTENT_MODIFIED, Json, Refused
from confty.server.service import EXACT, Feature, Service, about_page

_ITEM_KINDS: Final = {
    Kind.VARIABLE: 6, Kind.PARAMETER: 6, Kind.FIELD: 5, Kind.FUNCTION: 3, Kind.METHOD: 2,
    Kind.TYPE: 7, Kind.NAMESPACE: 9, Kind.RESOURCE: 7, Kind.CONSTANT: 21, Kind.MEMBER: 20,
    Kind.KEYWORD: 14, Kind.FILE: 17, Kind.FOLDER: 19, Kind.OBJECT: 10, Kind.ARRAY: 10,
    Kind.STRING: 12, Kind.NUMBER: 12, Kind.BOOLEAN: 12, Kind.NULL: 12,
}  # fmt: skip
_SNIPPET: Final = 2


def completion(service: Service, page: Page, params: Json) -> Json:
    """Return what may be written at a place."""
    offset = page.offset(params["position"])
    name = page.look.name
    project = service.desk.project()
    language = service.desk.language(name) or ""
    found = completions_at(page.look, offset, project.host(name, language))
    snippets = bool(
        service.supports("textDocument", "completion", "completionItem", "snippetSupport")
    )
    items = [_item(page, one, offset, index, snippets) for index, one in enumerate(found.offers)]
    return {"isIncomplete": found.more or not page.shift.same, "items": items}


def _item(page: Page, one: Offer, offset: int, index: int, snippets: bool) -> Json:
    snippet = one.snippet if snippets else None
    # An editor takes only edits around the cursor, on its line.
    start, end = min(one.start, offset), max(one.end, offset)
    place = page.range(start, end)
    item: dict[str, object] = {
        "label": one.label,
        "kind": _ITEM_KINDS[one.kind],
        "sortText": f"{one.rank}{index:05}",
        "filterText": _filter(one, page.look.source.text[start:offset]),
        "textEdit": {"range": place, "newText": one.insert if snippet is None else snippet},
    }
    if snippet is not None:
        item["insertTextFormat"] = _SNIPPET
    if one.detail:
        item["detail"] = one.detail
    if one.documentation:
        item["documentation"] = {"kind": "markdown", "value": one.documentation}
    if one.required:
        item["labelDetails"] = {"description": "required"}
    return item


def _filter(one: Offer, written: str) -> str:
    """What the letters before the cursor are compared with: quotes count if they are replaced."""
    if written[:1] in {'"', "'", "`"} and not one.label.startswith(written[:1]):
        return written[:1] + one.label
    return one.label


def signature(service: Service, page: Page, params: Json) -> Json:
    """Return the function that is being called."""
    found = page.look.answers.signature_at(page.offset(params["position"]))
    if found is None:
        return None
    parameters = _parameters(service, found)
    whole: dict[str, object] = {"label": found.label, "parameters": parameters}
    if found.documentation:
        whole["documentation"] = {"kind": "markdown", "value": found.documentation}
    help_: dict[str, object] = {"signatures": [whole], "activeSignature": 0}
    if found.active is not None:
        help_["activeParameter"] = whole["activeParameter"] = found.active
    return help_


def _parameters(service: Service, found: Signature) -> list[Json]:
    path = ("signatureHelp", "signatureInformation", "parameterInformation", "labelOffsetSupport")
    offsets = service.supports("textDocument", *path) is True
    made: list[Json] = []
    at = found.label.find("(") + 1
    for one in found.parameters:
        label: object = one.label
        # Where it stands in the label, so that a name that comes twice is not mistaken.
        start = found.label.find(one.label, at)
        if start >= 0:
            at = start + len(one.label)
            label = [_utf_16(found.label[:start]), _utf_16(found.label[:at])] if offsets else label
        parameter: Json = {"label": label}
        if one.documentation:
            parameter["documentation"] = {"kind": "markdown", "value": one.documentation}
        made.append(parameter)
    return made


def _utf_16(text: str) -> int:
    """How long a text is in the units that signatures are counted in, whatever was agreed."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def formatting(service: Service, params: Json) -> Json:
    """Lay a document out as ``confty fmt`` does."""
    return _formatted(service, params, None)


def range_formatting(service: Service, params: Json) -> Json:
    """Lay the lines of a range out."""
    return _formatted(service, params, params["range"])


def _formatted(service: Service, params: Json, place: Json) -> Json:
    name, language = service.document(params)
    if language is None:
        return None
    made = layout_of(service.desk.project(), name)
    if made is None:
        raise Refused("the file has mistakes that keep it from being formatted")
    text = service.documents.shifted(name, made.before)
    if not text.shift.same:
        raise Refused("the file was changed while it was formatted", CONTENT_MODIFIED)
    edits = made.edits
    if place is not None:
        edits = made.within(text.offset(place["start"]), text.offset(place["end"]))
    return [{"range": text.range(one.start, one.end), "newText": one.text} for one in edits]


METHODS: Final[dict[str, Feature]] = {
    "textDocument/completion": about_page(completion, {"isIncomplete": False, "items": []}, EXACT),
    "textDocument/signatureHelp": about_page(signature, wait=EXACT),
    "textDocument/formatting": formatting,
    "textDocument/rangeFormatting": range_formatting,
}
