"""What has an address: files under two spellings, folders of a workspace, results of commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.lsp import Client


def wait_for(client: Client, uri: str, codes: list[str], version: int) -> None:
    """Wait until these are the findings that a client shows for an address."""
    while [one["code"] for one in client.diagnostics(uri, version)] != codes:
        pass


def test_a_file_that_is_open_under_two_addresses(client: Client, folder: Path) -> None:
    missing = ["jsonnet/no-such-field"]
    client.initialize(folder)
    main = client.open(folder / "main.jsonnet", "(import 'lib.libsonnet').here\n")
    wait_for(client, main, missing, 1)
    plain = client.open(folder / "lib.libsonnet")
    other = client.open(plain.replace("/lib.", "/%6Cib."), "{ here: 1 }\n", "jsonnet")
    wait_for(client, main, [], 1)
    # Written to last, the first one counts; the other leaves no trace.
    client.change(plain, "{ here: 1, of: 1 + {} }\n", 2)
    wait_for(client, plain, ["jsonnet/bad-operands"], 2)
    client.notify("textDocument/didClose", {"textDocument": {"uri": other}})
    client.change(main, "(import 'lib.libsonnet').of\n", 2)
    wait_for(client, main, [], 2)
    # And the other way round: the one that stays open stands for the file.
    client.open(other, "{ there: 1 }\n", "jsonnet")
    wait_for(client, main, missing, 2)
    client.notify("textDocument/didClose", {"textDocument": {"uri": other}})
    wait_for(client, main, [], 2)
    client.notify("textDocument/didClose", {"textDocument": {"uri": plain}})
    wait_for(client, main, missing, 2)


def test_every_folder_leaves_out_what_its_config_says(client: Client, tmp_path: Path) -> None:
    first, second, inner = tmp_path / "a", tmp_path / "b", tmp_path / "a" / "inner"
    for folder in (first, second, inner):
        (folder / "gen").mkdir(parents=True)
        (folder / "lib.libsonnet").write_text("{ foo: 1 }\n")
        for name in ("gen/x.jsonnet", "y.jsonnet"):
            path = "../lib.libsonnet" if "/" in name else "lib.libsonnet"
            (folder / name).write_text(f"(import '{path}').foo\n")
    for folder in (second, inner):
        (folder / "confty.toml").write_text('exclude = ["gen/**"]\n')
    client.initialize(first, second, inner)

    def users(folder: Path) -> set[str]:
        uri = client.open(folder / "lib.libsonnet")
        found = client.at("references", uri, 0, 2, context={"includeDeclaration": False})
        return {one["uri"].removeprefix(folder.as_uri() + "/") for one in found}

    assert users(first) == {"gen/x.jsonnet", "y.jsonnet"}
    assert users(second) == {"y.jsonnet"}
    assert users(inner) == {"y.jsonnet"}


def test_results_of_two_questions_have_two_addresses(client: Client, tmp_path: Path) -> None:
    client.initialize(tmp_path)
    uris = []
    for name, text in (("a", "1\n"), ("b", "2\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "m.jsonnet").write_text(text)
        uris.append(client.open(tmp_path / name / "m.jsonnet"))

    def run(command: str, *arguments: Any) -> dict[str, Any]:
        asked = {"command": f"confty.{command}", "arguments": list(arguments)}
        return client.ask("workspace/executeCommand", asked)

    made = [run("evaluate", uri) for uri in uris]
    made += [run("evaluateExpression", uris[0], asked) for asked in ("input + 2", "input + 3")]
    assert [one["text"] for one in made] == ["1\n", "2\n", "3\n", "4\n"]
    for one in made:
        content = client.ask("workspace/textDocumentContent", {"uri": one["uri"]})
        assert content["text"] == one["text"]
    # Asked again, it is the same document.
    assert run("evaluate", uris[0])["uri"] == made[0]["uri"]
