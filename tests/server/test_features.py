"""What every language gets alike: navigation, rename, symbols, calls, changes, running."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.lsp import Client, Failed

LIBRARY = """\
{
  // Doubles a number.
  twice(x):: x * 2,
  name: 'n',
}
"""
MAIN = """\
local lib = import 'lib.libsonnet';
local spare = 1;
local f(a, b=1) = lib.twice(a) + b;
{ a: f(2), b: lib.nam, c: lib.name }
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path, str]]:
    folder = tmp_path_factory.mktemp("features")
    (folder / "lib.libsonnet").write_text(LIBRARY)
    (folder / "main.jsonnet").write_text(MAIN)
    (folder / "other.rcl").write_text("let lib = 1;\nlib\n")
    with Client() as client:
        client.initialize(folder)
        uri = client.open(folder / "main.jsonnet")
        client.diagnostics(uri, 1)
        yield client, folder, uri


def place(text: str, word: str, nth: int = 0) -> dict[str, int]:
    """Where a word begins, plus one."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    line = text.count("\n", 0, at)
    return {"line": line, "character": at - text.rfind("\n", 0, at) - 1}


def ask(client: Client, method: str, uri: str, at: dict[str, int], **more: Any) -> Any:
    return client.ask(
        f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": at, **more}
    )


def texts(edit: dict[str, Any], folder: Path) -> dict[str, str]:
    """Apply an edit and return the texts of the files it changes."""
    found = {}
    for uri, edits in edit["changes"].items():
        path = Path(uri.removeprefix("file://"))
        lines = path.read_text().splitlines(keepends=True)
        starts = [sum(map(len, lines[:index])) for index in range(len(lines) + 1)]
        text = "".join(lines)
        places = []
        for one in edits:
            start, end = one["range"]["start"], one["range"]["end"]
            first = starts[start["line"]] + start["character"]
            last = starts[end["line"]] + end["character"]
            places.append((first, last, one["newText"]))
        for first, last, new in sorted(places, reverse=True):
            text = text[:first] + new + text[last:]
        found[path.relative_to(folder).as_posix()] = text
    return found


def test_definition_across_files(served: tuple[Client, Path, str]) -> None:
    client, folder, uri = served
    library = (folder / "lib.libsonnet").as_uri()
    (found,) = ask(client, "definition", uri, place(MAIN, "twice"))
    assert found["uri"] == library
    assert found["range"]["start"] == place(LIBRARY, "twice")
    (file,) = ask(client, "definition", uri, place(MAIN, "lib.libsonnet"))
    assert file["uri"] == library


def test_references_from_both_sides(served: tuple[Client, Path, str]) -> None:
    client, folder, uri = served
    library = (folder / "lib.libsonnet").as_uri()
    for at, where in ((place(MAIN, "twice"), uri), (place(LIBRARY, "twice"), library)):
        found = ask(client, "references", where, at, context={"includeDeclaration": True})
        assert sorted(one["uri"] for one in found) == sorted([uri, library])
        uses = ask(client, "references", where, at, context={"includeDeclaration": False})
        assert [one["uri"] for one in uses] == [uri]


def test_rename_across_files(served: tuple[Client, Path, str]) -> None:
    client, folder, uri = served
    at = place(MAIN, "twice")
    assert ask(client, "prepareRename", uri, at)["placeholder"] == "twice"
    made = texts(ask(client, "rename", uri, at, newName="double"), folder)
    assert made == {
        "lib.libsonnet": LIBRARY.replace("twice", "double"),
        "main.jsonnet": MAIN.replace("twice", "double"),
    }


@pytest.mark.parametrize(
    ("word", "nth", "new"),
    [
        ("twice", 0, "name"),  # there is one already
        ("f(a", 0, "lib"),  # would hide what it uses
        ("a, b", 0, "b"),  # two of one name
        ("a, b", 0, "no name"),
        ("spare", 0, "local"),
        ("local", 0, "other"),
    ],
)
def test_a_rename_that_is_not_safe_is_refused(
    served: tuple[Client, Path, str], word: str, nth: int, new: str
) -> None:
    client, _, uri = served
    with pytest.raises(Failed) as refused:
        ask(client, "rename", uri, place(MAIN, word, nth), newName=new)
    assert refused.value.code == -32803
    assert "Error" not in str(refused.value)


def test_callers_and_callees(served: tuple[Client, Path, str]) -> None:
    client, _, uri = served
    (item,) = ask(client, "prepareCallHierarchy", uri, place(MAIN, "twice"))
    (call,) = client.ask("callHierarchy/incomingCalls", {"item": item})
    assert call["from"]["name"] == "f"
    assert call["fromRanges"][0]["start"] == place(MAIN, "twice")
    (call,) = client.ask("callHierarchy/outgoingCalls", {"item": call["from"]})
    assert call["to"]["name"] == "twice"


def test_symbols_in_the_workspace_without_opening(served: tuple[Client, Path, str]) -> None:
    client, folder, _ = served
    found = client.ask("workspace/symbol", {"query": "twice"})
    assert [(one["name"], one["location"]["uri"]) for one in found] == [
        ("twice", (folder / "lib.libsonnet").as_uri())
    ]


def test_changes_that_are_offered_do_what_they_say(served: tuple[Client, Path, str]) -> None:
    client, folder, uri = served
    for word, code in (("nam,", "jsonnet/no-such-field"), ("spare", "jsonnet/unused-name")):
        at = place(MAIN, word)
        asked = {
            "textDocument": {"uri": uri},
            "range": {"start": at, "end": at},
            "context": {"diagnostics": []},
        }
        actions = client.ask("textDocument/codeAction", asked)
        titles = [one["title"] for one in actions]
        assert any("comment" in title for title in titles)
        assert len(titles) > 1
        # What mends the whole file leaves alone what has no safe fix.
        for one in [each for each in actions if not each["kind"].startswith("source.")]:
            new = texts(one["edit"], folder)["main.jsonnet"]
            with_it = client.open("untitled:tried", new, "jsonnet")
            codes = [each["code"] for each in client.diagnostics(with_it)]
            assert code not in codes
            client.notify("textDocument/didClose", {"textDocument": {"uri": with_it}})
            client.diagnostics(with_it)


def test_running_a_file_and_a_piece_of_it(served: tuple[Client, Path, str]) -> None:
    client, folder, uri = served

    def run(command: str, *arguments: Any) -> dict[str, Any]:
        asked = {"command": f"confty.{command}", "arguments": list(arguments)}
        return client.ask("workspace/executeCommand", asked)

    failed = run("evaluate", uri)
    assert failed["failed"]
    assert "nam" in failed["text"]
    start = place(MAIN, "f(2)")
    end = {**start, "character": start["character"] + 4}
    assert run("evaluateExpression", uri, {"start": start, "end": end})["text"] == "5\n"
    library = (folder / "lib.libsonnet").as_uri()
    assert run("evaluateExpression", library, "input.name + '!'")["text"] == '"n!"\n'
    shown = run("evaluate", library)
    assert shown["text"] == '{\n   "name": "n"\n}\n'
    content = client.ask("workspace/textDocumentContent", {"uri": shown["uri"]})
    assert content["text"] == shown["text"]


def test_imports_follow_a_file_that_moves(served: tuple[Client, Path, str]) -> None:
    client, folder, _ = served
    old, new = folder / "lib.libsonnet", folder / "deep" / "new.libsonnet"
    files = [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]
    made = texts(client.ask("workspace/willRenameFiles", {"files": files}), folder)
    assert made == {"main.jsonnet": MAIN.replace("lib.libsonnet", "deep/new.libsonnet")}


def test_formatting_is_what_the_command_does(served: tuple[Client, Path, str]) -> None:
    client, folder, _ = served
    text = "local a=1;\n\n\n\n{b:a,\n  c  : 2}\n"
    uri = client.open(folder / "crooked.jsonnet", text)
    (folder / "crooked.jsonnet").write_text(text)
    asked = {"textDocument": {"uri": uri}, "options": {}}
    whole = client.ask("textDocument/formatting", asked)
    made = texts({"changes": {uri: whole}}, folder)["crooked.jsonnet"]
    import confty

    assert made == confty.format(text, "jsonnet")
    first = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}
    part = client.ask("textDocument/rangeFormatting", {**asked, "range": first})
    made = texts({"changes": {uri: part}}, folder)["crooked.jsonnet"]
    assert made == text.replace("a=1", "a = 1")
