"""Requests that change texts: rename, code actions, files that move."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Final

from confty.ide.actions import Offered, actions_at
from confty.ide.moving import moved
from confty.ide.renaming import Refused as NotRenamed
from confty.ide.renaming import renamable_at, rename_at
from confty.server.diagnostics import diagnostic
from confty.server.documents import path_of
from confty.server.protocol import CONTENT_MODIFIED, INVALID_PARAMS, Json, Refused
from confty.server.service import CERTAIN, EXACT, Feature, Service
from confty.text import Edit, Span


def prepare_rename(service: Service, params: Json) -> Json:
    """Say what would be renamed, or why it cannot be."""
    page = service.page(params, EXACT)
    if page is None:
        return None
    try:
        start, end, name = renamable_at(
            page.look, page.offset(params["position"]), service.shelf()
        )
    except NotRenamed as refused:
        raise Refused(str(refused)) from None
    return {"range": page.range(start, end), "placeholder": name}


def rename(service: Service, params: Json) -> Json:
    """Rename in every file."""
    page = service.page(params, CERTAIN)
    if page is None:
        return None
    new = params["newName"]
    if not isinstance(new, str):
        raise Refused("expected a name", INVALID_PARAMS)
    try:
        made = rename_at(page.look, page.offset(params["position"]), new, service.shelf())
    except NotRenamed as refused:
        raise Refused(str(refused)) from None
    return workspace_edit(
        service,
        [
            Edit(Span(made.looks[name].source, one.start, one.end), one.text)
            for name, some in made.changes.items()
            for one in some
        ],
    )


def workspace_edit(service: Service, edits: Iterable[Edit]) -> Json:
    """Return edits in the protocol's form, with the versions they are for where it has them.

    What is typed while they are found may lie where they would write.
    """
    documents = service.documents
    by_name: dict[str, list[Json]] = {}
    for one in edits:
        source = one.span.source
        text = documents.shifted(source.name, source.text)
        if not text.shift.same:
            raise Refused(f"{source.name} was changed meanwhile", CONTENT_MODIFIED)
        made = {"range": text.range(one.span.start, one.span.end), "newText": one.text}
        by_name.setdefault(source.name, []).append(made)
    if not service.supports("workspace", "workspaceEdit", "documentChanges"):
        return {"changes": {documents.uri_of(name): some for name, some in by_name.items()}}
    return {
        "documentChanges": [
            {
                "textDocument": {
                    "uri": documents.uri_of(name),
                    "version": documents.version_of(name),
                },
                "edits": some,
            }
            for name, some in by_name.items()
        ]
    }


def code_actions(service: Service, params: Json) -> Json:
    """Return the changes that are offered for a range."""
    page = service.page(params, CERTAIN)
    if page is None or not page.shift.same:
        return []
    only = (params.get("context") or {}).get("only")

    def wanted(kind: str) -> bool:
        if not isinstance(only, list):
            return True
        return any(kind == one or kind.startswith(f"{one}.") for one in only)

    place = params["range"]
    start, end = page.offset(place["start"]), page.offset(place["end"])
    found = actions_at(page.look, start, end, service.desk.project, wanted)
    return [_action(service, one, page.look.name) for one in found]


def _action(service: Service, one: Offered, name: str) -> Json:
    made: dict[str, object] = {
        "title": one.title,
        "kind": one.kind,
        "edit": workspace_edit(service, one.edits),
    }
    if one.finding is not None:
        made["diagnostics"] = [diagnostic(one.finding, name, service.documents)]
    if one.preferred:
        made["isPreferred"] = True
    return made


def will_rename(service: Service, params: Json) -> Json:
    """Return the edits of imports when files are moved."""
    moves: dict[str, str] = {}
    for one in params["files"]:
        old, new = path_of(one["oldUri"]), path_of(one["newUri"])
        if old is not None and new is not None:
            moves.update(_files(old, new, service))
    edits = moved(moves, service.shelf())
    return workspace_edit(service, edits) if edits else None


def _files(old: str, new: str, service: Service) -> Mapping[str, str]:
    """The files that move: one, or all below a folder."""
    if not os.path.isdir(old):
        return {old: new}
    inside = os.path.join(old, "")
    return {
        name: os.path.join(new, os.path.relpath(name, old))
        for name in service.shelf().files()
        if name.startswith(inside)
    }


METHODS: Final[dict[str, Feature]] = {
    "textDocument/prepareRename": prepare_rename,
    "textDocument/rename": rename,
    "textDocument/codeAction": code_actions,
    "workspace/willRenameFiles": will_rename,
}
