"""Every language in one server: each answers what an editor asks, also about another's files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.lsp import Client

FILES = {
    "data.json": '{\n  "name": "n",\n  "port": 8080\n}\n',
    "lib.rcl": "let twice = x => x * 2;\n{ twice = twice, port = 80 }\n",
    "use.rcl": (
        'let lib = import "lib.rcl";\nlet data = import "data.json";\n'
        "{ a = lib.twice(2), b = data.name }\n"
    ),
    "use.jsonnet": "local d = import 'data.json';\n{ a: d.name, b: std.length(d.name) }\n",
    "count.phy": (
        "(Module\n  (ProcDecl twice (IntTy) (Params (ParamDecl x (IntTy)))\n"
        "    (Return (Call * x 2)))\n  (ProcDecl main (IntTy) (Params)\n"
        "    (Return (Call twice 3))))\n"
    ),
    "main.pp": 'config size "int" {\n  default = 3\n}\noutput count {\n  value = size + 1\n}\n',
    "limits.schema.json": (
        '{"type": "object", "additionalProperties": false, "required": ["level"],\n'
        ' "properties": {"level": {"enum": ["low", "high"], "description": "How much."}}}\n'
    ),
    "limits.yaml": "# yaml-language-server: $schema=./limits.schema.json\nlevel: low\n",
    "service.toml": 'name = "n"\n[ports]\nhttp = 80\n',
}
#: A name that is used in each file, which of its places is a use, and where it is introduced.
NAMES = {
    "use.rcl": ("twice", 0, "lib.rcl"),
    "use.jsonnet": ("name", 0, "data.json"),
    "count.phy": ("twice", 1, "count.phy"),
    "main.pp": ("size", 1, "main.pp"),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    folder = tmp_path_factory.mktemp("languages")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    with Client() as client:
        client.initialize(folder)
        for name in FILES:
            client.open(folder / name)
        yield client, folder
        assert "Traceback" not in "".join(client.log)
        assert client.end() == 0


def at(text: str, word: str, nth: int = 0) -> tuple[int, int]:
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(word, offset + 1)
    return text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1


@pytest.mark.parametrize("name", FILES)
def test_a_good_file_has_no_diagnostics_and_every_question_an_answer(
    served: tuple[Client, Path], name: str
) -> None:
    client, folder = served
    uri = (folder / name).as_uri()
    document = {"textDocument": {"uri": uri}}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    report = client.ask("textDocument/diagnostic", document)
    assert [one for one in report["items"] if one["severity"] == 1] == []
    assert client.ask("textDocument/documentSymbol", document)
    data = client.ask("textDocument/semanticTokens/full", document)["data"]
    assert data
    assert len(data) % 5 == 0
    assert client.ask("textDocument/semanticTokens/range", {**document, "range": whole})["data"]
    (selection,) = client.ask(
        "textDocument/selectionRange", {**document, "positions": [{"line": 1, "character": 2}]}
    )
    while "parent" in selection:
        inner, selection = selection, selection["parent"]
        assert inner["range"] != selection["range"]
    for method in ("foldingRange", "documentLink", "formatting"):
        assert isinstance(client.ask(f"textDocument/{method}", {**document, "options": {}}), list)
    asked: dict[str, Any] = {**document, "range": whole, "context": {"diagnostics": []}}
    for method in ("inlayHint", "codeAction"):
        assert isinstance(client.ask(f"textDocument/{method}", asked), list)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leads_to_where_it_is_introduced_and_back(
    served: tuple[Client, Path], name: str
) -> None:
    client, folder = served
    word, nth, home = NAMES[name]
    uri = (folder / name).as_uri()
    place = at(FILES[name], word, nth)
    assert word in str(client.at("hover", uri, *place)["contents"])
    (found,) = client.at("definition", uri, *place)
    assert found["uri"] == (folder / home).as_uri()
    start = found["range"]["start"]
    back = client.at(
        "references", found["uri"], start["line"], start["character"] + 1,
        context={"includeDeclaration": False},
    )  # fmt: skip
    assert (uri, place[0]) in [(one["uri"], one["range"]["start"]["line"]) for one in back]
    edit = client.at("rename", uri, *place, newName="fresh")
    assert set(edit["changes"]) >= {uri, found["uri"]}


def test_a_key_of_data_is_renamed_in_every_language(served: tuple[Client, Path]) -> None:
    client, folder = served
    uri = (folder / "data.json").as_uri()
    edit = client.at("rename", uri, *at(FILES["data.json"], "name"), newName="title")
    assert set(edit["changes"]) == {
        (folder / name).as_uri() for name in ("data.json", "use.rcl", "use.jsonnet")
    }


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("c.jsonnet", "local a = { one: 1 } + { two: 2 };\na.", {"one", "two"}),
        ("c2.jsonnet", "std.len", {"length"}),
        ("c3.jsonnet", "import 'da", {"data.json"}),
        ("c.rcl", "let a = { one = 1 };\na.", {"one"}),
        ("c2.rcl", 'import "li', {"lib.rcl"}),
        ("c.phy", "(Module\n  (ProcDecl main (IntTy) (Params)\n    (Ret", {"Return"}),
        ("sub/c.pp", 'config size "int" {}\noutput a {\n  value = si', {"size"}),
    ],
)
def test_completion_in_files_that_are_not_whole(
    served: tuple[Client, Path], name: str, text: str, wanted: set[str]
) -> None:
    client, folder = served
    uri = client.open(folder / name, text)
    line = text.count("\n")
    found = client.at("completion", uri, line, len(text.rpartition("\n")[2]))
    assert wanted <= {one["label"] for one in found["items"]}
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_values_from_a_schema_and_a_preview(served: tuple[Client, Path]) -> None:
    client, folder = served
    uri = (folder / "limits.yaml").as_uri()
    found = client.at("completion", uri, *at(FILES["limits.yaml"], "low"))
    assert {"high", "low"} <= {one["label"].strip('"') for one in found["items"]}
    assert "How much." in str(client.at("hover", uri, *at(FILES["limits.yaml"], "level:")))
    asked = {"command": "confty.preview", "arguments": [(folder / "main.pp").as_uri()]}
    shown = client.ask("workspace/executeCommand", asked)
    assert not shown["failed"], shown["text"]
    assert "count" in shown["text"]
