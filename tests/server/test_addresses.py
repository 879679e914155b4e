"""What has an address: files under two spellings, folders of a workspace, results of commands."""

from __future__ import annotations

from pathlib import Path

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
