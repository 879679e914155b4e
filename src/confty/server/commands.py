"""Commands that a client may have run: results are texts for documents of their own.

A result has an address of the scheme ``confty``; a client that can show such documents asks for
their text with ``workspace/textDocumentContent``, others show the text that comes with the result.
"""

from __future__ import annotations

import os
from _blake2 import blake2b
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from confty.ide.previewing import previewed
from confty.ide.running import SECONDS, Shown, evaluated, expression, question
from confty.server.protocol import INVALID_PARAMS, Json, Refused
from confty.server.service import EXACT, Feature, Service
from confty.workspace.project import Project

_SUFFIXES: Final = {"json": "json", "yaml": "yaml", "toml": "toml", "rcl": "rcl"}


def execute(service: Service, params: Json) -> Json:
    """Run one of the commands."""
    command = COMMANDS.get(params["command"])
    if command is None:
        raise Refused(f"there is no command {params['command']!r}", INVALID_PARAMS)
    return command(service, params.get("arguments") or [])


def _evaluate(service: Service, arguments: Json) -> Json:
    """Evaluate a file."""
    name, _ = _named(service, arguments)
    return _document(service, "evaluate", name, evaluated(_project(service), name))


def _evaluate_expression(service: Service, arguments: Json) -> Json:
    """Evaluate a piece of a file, or an expression in which ``input`` is the file's value."""
    name, uri = _named(service, arguments)
    asked = arguments[1] if len(arguments) > 1 else None
    if isinstance(asked, Mapping) and isinstance(asked.get("expression"), str):
        asked = asked["expression"]
    if isinstance(asked, str):
        made = question(_project(service), name, asked)
        if made is None:
            raise Refused("a file of this language cannot be asked with an expression")
        other, text = made
        shown = evaluated(_project(service, {other: text}), other)
        return _document(service, "expression", name, shown, asked)
    page = service.page({"textDocument": {"uri": uri}}, EXACT)
    if page is None or not isinstance(asked, Mapping):
        raise Refused("expected a range or an expression", INVALID_PARAMS)
    start, end = page.offset(asked["start"]), page.offset(asked["end"])
    shown = expression(page.look, start, end, lambda texts: _project(service, texts))
    piece = page.look.source.text[start:end]
    return _document(service, "expression", name, shown, piece)


def _preview(service: Service, arguments: Json) -> Json:
    """Show what a program of resources would do; of other files, their values."""
    name, _ = _named(service, arguments)
    if service.desk.language(name) == "pcl":
        return _document(service, "preview", name, previewed(_project(service), name))
    return _document(service, "preview", name, evaluated(_project(service), name))


def _named(service: Service, arguments: Json) -> tuple[str, str]:
    first = arguments[0] if isinstance(arguments, list) and arguments else None
    if isinstance(first, Mapping):
        first = first.get("uri")
    name = service.documents.name_of(first) if isinstance(first, str) else None
    if name is None:
        raise Refused("expected the address of a file", INVALID_PARAMS)
    return name, str(first)


def _project(service: Service, texts: Mapping[str, str] | None = None) -> Project:
    project = service.desk.project(texts)
    project.flags = {"timeout": SECONDS, **project.flags}
    return project


def _document(service: Service, what: str, name: str, shown: Shown, asked: str = "") -> Json:
    suffix = _SUFFIXES.get(shown.language, "txt")
    # Files of one name in two folders, and two questions about a file, have results of their own.
    whole = f"{name}\0{asked}".encode("utf-8", "surrogatepass")
    digest = blake2b(whole, digest_size=6).hexdigest()
    base = quote(os.path.basename(name), errors="replace")
    uri = f"confty:/{what}/{digest}/{base}.{suffix}"
    service.contents = {**dict(list(service.contents.items())[-20:]), uri: shown.text}
    made: dict[str, object] = {
        "uri": uri,
        "languageId": shown.language,
        "text": shown.text,
        "failed": shown.failed,
    }
    return made


def content(service: Service, params: Json) -> Json:
    """Return the text of a result."""
    text = service.contents.get(params["uri"])
    if text is None:
        raise Refused(f"there is no document {params['uri']}")
    return {"text": text}


COMMANDS: Final[dict[str, Feature]] = {
    "confty.evaluate": _evaluate,
    "confty.evaluateExpression": _evaluate_expression,
    "confty.preview": _preview,
}
METHODS: Final[dict[str, Feature]] = {
    "workspace/executeCommand": execute,
    "workspace/textDocumentContent": content,
}
