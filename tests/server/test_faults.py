"""What goes wrong around an editor, and must not harm the server."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from support.lsp import Client, Failed

CANCELLED = -32800


def test_two_hundred_rapid_edits_end_in_the_right_diagnostics(
    client: Client, folder: Path
) -> None:
    client.initialize(folder)
    uri = client.open(folder / "main.jsonnet", "{}\n")
    for version in range(2, 202):
        at = {"line": 0, "character": 1}
        text = f" a{version}: nope," if version == 201 else f" a{version}: 1,"
        client.change(uri, [{"range": {"start": at, "end": at}, "text": text}], version)
        if version % 40 == 0:
            client.start("textDocument/hover", {"textDocument": {"uri": uri}, "position": at})
    (found,) = client.diagnostics(uri, 201)
    assert found["code"] == "jsonnet/unknown-name"
    # Few of the versions in between were worth a check.
    told = [one for one in client.notifications if "version" in one["params"]]
    assert len(told) < 100
    assert client.end() == 0


def test_requests_are_cancelled_and_the_next_is_answered(client: Client, folder: Path) -> None:
    client.initialize(folder)
    text = "{\n" + "".join(f"  a{n}: {{ b: std.range(1, {n}) }},\n" for n in range(3000)) + "}\n"
    uri = client.open(folder / "large.jsonnet", text)
    asked = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 3}}
    first = client.start("textDocument/hover", asked)
    client.notify("$/cancelRequest", {"id": first})
    client.notify("$/cancelRequest", {"id": 12345})
    answer = client.response(first)
    assert answer["error"]["code"] == CANCELLED
    assert client.ask("textDocument/hover", asked)


def test_a_line_of_a_hundred_thousand_characters(client: Client, tmp_path: Path) -> None:
    client.initialize(tmp_path)
    line = "[" + ", ".join(f"'é{n}'" for n in range(11_000)) + "]"
    text = "local a = " + line + ";\na + nope\n"
    assert len(text.splitlines()[0]) > 95_000
    uri = client.open(tmp_path / "long.jsonnet", text)
    (found,) = client.diagnostics(uri, 1)
    assert found["range"]["start"] == {"line": 1, "character": 4}
    begun = time.monotonic()
    client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})
    client.at("hover", uri, 0, 90_000)
    client.at("completion", uri, 1, 2)
    assert time.monotonic() - begun < 30


def test_places_that_are_not_there(client: Client, folder: Path) -> None:
    client.initialize(folder)
    uri = client.open(folder / "main.jsonnet")
    for line, character in ((99, 0), (0, 9999), (2**31 - 1, 2**31 - 1)):
        for method in ("hover", "definition", "completion", "documentHighlight"):
            client.at(method, uri, line, character)
    # Edits behind the end, and with their ends the wrong way round.
    far = {"line": 500, "character": 3}
    near = {"line": 0, "character": 0}
    client.change(uri, [{"range": {"start": far, "end": near}, "text": "// end\n"}], 2)
    assert client.diagnostics(uri, 2)


def test_broken_bytes_and_what_is_no_file(client: Client, folder: Path) -> None:
    (folder / "broken.libsonnet").write_bytes(b"{ a: '\xff\xfe' }\n")
    (folder / "folder.libsonnet").mkdir()
    client.initialize(folder)
    text = "[import 'broken.libsonnet', import 'folder.libsonnet', import 'none.libsonnet']\n"
    uri = client.open(folder / "user.jsonnet", text)
    assert len(client.diagnostics(uri, 1)) >= 2
    # A file that is asked about without having been opened, and one that is not there.
    client.at("hover", (folder / "broken.libsonnet").as_uri(), 0, 3)
    client.at("hover", (folder / "none.libsonnet").as_uri(), 0, 3)
    with pytest.raises(Failed):
        client.at("hover", "untitled:nowhere", 0, 0)
    assert client.at("hover", (folder / "picture.png").as_uri(), 0, 0) is None


def test_files_outside_of_the_workspace_and_several_folders(
    client: Client, tmp_path: Path
) -> None:
    one, two, out = tmp_path / "one", tmp_path / "two", tmp_path / "out"
    for each in (one, two, out):
        each.mkdir()
        (each / "lib.libsonnet").write_text("{ value: 1 }\n")
        (each / "main.jsonnet").write_text("(import 'lib.libsonnet').valu\n")
    client.initialize(one, two)
    uris = [client.open(each / "main.jsonnet") for each in (one, two, out)]
    for uri in uris:
        assert [each["code"] for each in client.diagnostics(uri, 1)] == ["jsonnet/no-such-field"]
    found = client.ask("workspace/symbol", {"query": "value"})
    assert {each["location"]["uri"] for each in found} == {
        (each / "lib.libsonnet").as_uri() for each in (one, two)
    }
    # What lies outside is not ours to change.
    client.change(uris[2], "(import 'lib.libsonnet').value\n", 2)
    with pytest.raises(Failed, match="does not belong"):
        client.at("rename", uris[2], 0, 26, newName="other")


def test_a_broken_config_is_told_and_then_forgotten(client: Client, folder: Path) -> None:
    (folder / "confty.toml").write_text("nonsense = 1\n")
    client.initialize(folder)
    uri = client.open(folder / "main.jsonnet")
    assert client.diagnostics(uri, 1)
    client.pump(lambda: [one for one in client.notifications if "showMessage" in one["method"]])
    (folder / "confty.toml").write_text("[rules]\nall = 'ignore'\n")
    changes = [{"uri": (folder / "confty.toml").as_uri(), "type": 2}]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert client.diagnostics(uri, 1) == []


def test_settings_switch_hints_and_find_libraries(client: Client, folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "far.libsonnet").write_text("{ a: 1 }\n")
    client.initialize(folder, options={"jpath": ["deep"], "inlayHints": {"types": False}})
    uri = client.open(folder / "user.jsonnet", "local n = 1;\nn + (import 'far.libsonnet').a\n")
    assert client.diagnostics(uri, 1) == []
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}
    asked = {"textDocument": {"uri": uri}, "range": whole}
    assert client.ask("textDocument/inlayHint", asked) == []
    client.notify(
        "workspace/didChangeConfiguration", {"settings": {"confty": {"jpath": ["deep"]}}}
    )
    assert client.ask("textDocument/inlayHint", asked)
