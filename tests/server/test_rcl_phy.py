"""RCL and Phy over the protocol: across files and languages, and while a file is being written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.lsp import Client, Failed

LIBRARY = """\
// Somebody.
type User = {
  // How to call them.
  name: String,
  age?: Number,
};
{ limit = 3, twice = n => n * 2 }
"""
MAIN = """\
let lib = import "lib.rcl";
let ada: lib.User = { name = "Ada" };
let unused = 1;
[ada.name, lib.limit, lib.twice(4), "a".len()]
"""
PHY = """\
(Module
  ; Adds one.
  (ProcDecl next (IntTy) (Params (ParamDecl n (IntTy))) (Return (Call + n 1)))
  (ProcDecl main (IntTy) (Params) (Return (Call next 41))))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    folder = tmp_path_factory.mktemp("languages")
    for name, text in (("lib.rcl", LIBRARY), ("main.rcl", MAIN), ("main.phy", PHY)):
        (folder / name).write_text(text)
    (folder / "user.jsonnet").write_text("local l = import 'lib.rcl'; l.limit\n")
    with Client() as client:
        client.initialize(folder)
        for name in ("main.rcl", "main.phy"):
            client.diagnostics(client.open(folder / name), 1)
        yield client, folder


def at(text: str, word: str, more: int = 0) -> dict[str, int]:
    place = text.index(word) + more
    return {
        "line": text.count("\n", 0, place),
        "character": place - text.rfind("\n", 0, place) - 1,
    }


def ask(served: tuple[Client, Path], name: str, method: str, place: Any, **more: Any) -> Any:
    client, folder = served
    document = {"uri": (folder / name).as_uri()}
    return client.ask(
        f"textDocument/{method}", {"textDocument": document, "position": place, **more}
    )


def changed(edit: dict[str, Any]) -> dict[str, int]:
    return {uri.rpartition("/")[2]: len(edits) for uri, edits in edit["changes"].items()}


def test_rcl_across_files(served: tuple[Client, Path]) -> None:
    hover = ask(served, "main.rcl", "hover", at(MAIN, "ada.name", 5))
    assert hover["contents"]["value"] == "```rcl\nname: String\n```\n\nHow to call them."
    (place,) = ask(served, "main.rcl", "definition", at(MAIN, "lib.limit", 5))
    assert place["uri"].endswith("/lib.rcl")
    assert place["range"]["start"] == at(LIBRARY, "limit")
    (place,) = ask(served, "main.rcl", "typeDefinition", at(MAIN, "ada.name", 1))
    assert place["range"]["start"] == at(LIBRARY, "User")
    edit = ask(served, "main.rcl", "rename", at(MAIN, "ada.name", 5), newName="title")
    assert changed(edit) == {"main.rcl": 2, "lib.rcl": 1}
    edit = ask(served, "main.rcl", "rename", at(MAIN, "lib.limit", 5), newName="most")
    assert changed(edit) == {"main.rcl": 1, "lib.rcl": 1, "user.jsonnet": 1}
    with pytest.raises(Failed, match="part of the library"):
        ask(served, "main.rcl", "rename", at(MAIN, "len()", 1), newName="size")
    (found,) = ask(served, "main.rcl", "signatureHelp", at(MAIN, "twice(4", 6))["signatures"]
    assert found["label"] == "twice(n) -> Number"
    (called,) = ask(served, "main.rcl", "prepareCallHierarchy", at(MAIN, "lib.twice", 5))
    calls = served[0].ask("callHierarchy/incomingCalls", {"item": called})
    assert [len(one["fromRanges"]) for one in calls] == [1]


def test_rcl_while_it_is_written(served: tuple[Client, Path]) -> None:
    client, folder = served
    text = 'let a = { host = 1 };\nlet b = a.\nlet c: Number = "x";\n[b, c\n'
    uri = client.open(folder / "new.rcl", text)
    found = client.diagnostics(uri, 1)
    assert "rcl/type-mismatch" in [one["code"] for one in found]
    place = at(text, "a.\n", 2)
    items = ask(served, "new.rcl", "completion", place)
    items = items["items"] if isinstance(items, dict) else items
    assert "host" in [one["label"] for one in items]


def test_phy(served: tuple[Client, Path]) -> None:
    hover = ask(served, "main.phy", "hover", at(PHY, "next 41", 1))
    assert "proc next(n: int) -> int" in hover["contents"]["value"]
    assert "Adds one." in hover["contents"]["value"]
    (found,) = ask(served, "main.phy", "signatureHelp", at(PHY, "41"))["signatures"]
    assert found["label"] == "next(n: int) -> int"
    edit = ask(served, "main.phy", "rename", at(PHY, "next 41", 1), newName="successor")
    assert changed(edit) == {"main.phy": 2}
    items = ask(served, "main.phy", "completion", at(PHY, "next 41", 4))
    items = items["items"] if isinstance(items, dict) else items
    assert {"next", "main", "+"} <= {one["label"] for one in items}
    with pytest.raises(Failed, match="part of the language"):
        ask(served, "main.phy", "rename", at(PHY, "+ n"), newName="plus")
