"""Documents that an editor holds with a byte order mark: places are those of the editor's text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.lsp import Client

from confty.ide.shift import Shift
from confty.server.changing import workspace_edit
from confty.server.documents import uri_of
from confty.server.protocol import CONTENT_MODIFIED, Refused
from confty.server.service import Service
from confty.text import Edit, Source, Span

TEXT = "\ufefflocal x=1; {a:\"b\"+'c', y:x}\n"


def after(text: str, edits: list[dict[str, Any]]) -> str:
    """Apply edits to a text, which has one line up to its break."""
    for one in reversed(edits):
        start, end = (one["range"][key] for key in ("start", "end"))
        places = [len(text) if at["line"] else at["character"] for at in (start, end)]
        text = text[: places[0]] + one["newText"] + text[places[1] :]
    return text


def test_a_mark_stays_before_everything() -> None:
    shift = Shift("abc", "\ufeffabc")
    assert shift.same
    assert [shift.to_new(at) for at in range(4)] == [1, 2, 3, 4]
    assert [shift.to_old(at) for at in range(5)] == [0, 0, 1, 2, 3]
    typed = Shift("abc", "\ufeffaXbc")
    assert not typed.same
    assert (typed.to_new(0), typed.to_new(3), typed.to_old(5)) == (1, 5, 3)


def test_formatting_is_that_of_the_text_without_it(client: Client, tmp_path: Path) -> None:
    client.initialize(tmp_path)
    plain = client.open(tmp_path / "plain.jsonnet", TEXT[1:])
    marked = client.open(tmp_path / "marked.jsonnet", TEXT)
    options = {"options": {"tabSize": 2, "insertSpaces": True}}
    asked = [
        client.ask("textDocument/formatting", {"textDocument": {"uri": uri}, **options})
        for uri in (plain, marked)
    ]
    assert after(TEXT, asked[1]) == "\ufeff" + after(TEXT[1:], asked[0])
    assert asked[0]
    first = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}
    params = {"textDocument": {"uri": marked}, "range": first, **options}
    assert client.ask("textDocument/rangeFormatting", params) == asked[1]


def test_what_was_typed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    name = str(tmp_path / "a.jsonnet")
    service = Service(None)
    try:
        document = service.documents.open(uri_of(name), "jsonnet", 1, "\ufefflocal x = 1; x", "/")
        edit = Edit(Span(Source(name, "local x = 1; x"), 6, 7), "other")
        (made,) = workspace_edit(service, [edit])["changes"][document.uri]
        assert made["range"]["start"] == {"line": 0, "character": 7}
        service.documents.change(document, [{"text": "\ufefflocal xy = 1; x"}])
        with pytest.raises(Refused) as refused:
            workspace_edit(service, [edit])
        assert refused.value.code == CONTENT_MODIFIED
    finally:
        service.end()


def test_changes_are_offered_and_names_renamed(client: Client, tmp_path: Path) -> None:
    client.initialize(tmp_path)
    uri = client.open(tmp_path / "a.jsonnet", "\ufefflocal spare = 1; {}\n")
    (found,) = client.diagnostics(uri, 1)
    assert found["range"]["start"] == {"line": 0, "character": 7}
    actions = client.ask(
        "textDocument/codeAction",
        {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": []}},
    )
    (renamed,) = [one for one in actions if one["title"] == "Call it `_spare`"]
    (edit,) = renamed["edit"]["changes"][uri]
    assert after("\ufefflocal spare = 1; {}\n", [edit]) == "\ufefflocal _spare = 1; {}\n"
    made = client.at("rename", uri, 0, 8, newName="other")
    assert after("\ufefflocal spare = 1; {}\n", made["changes"][uri]) == (
        "\ufefflocal other = 1; {}\n"
    )
