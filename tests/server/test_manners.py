"""The protocol's manners: who may say what when, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.lsp import Client, Failed

NOT_INITIALIZED = -32002
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
PARSE_ERROR = -32700


def test_before_initialize_and_after_shutdown_every_request_is_an_error(
    client: Client, folder: Path
) -> None:
    with pytest.raises(Failed) as early:
        client.at("hover", (folder / "main.jsonnet").as_uri(), 0, 0)
    assert early.value.code == NOT_INITIALIZED
    client.initialize(folder)
    with pytest.raises(Failed) as twice:
        client.ask("initialize", {"capabilities": {}})
    assert twice.value.code == INVALID_REQUEST
    assert client.ask("shutdown") is None
    with pytest.raises(Failed) as late:
        client.at("hover", (folder / "main.jsonnet").as_uri(), 0, 0)
    assert late.value.code == INVALID_REQUEST
    client.notify("exit")
    assert client.process.wait(20) == 0


def test_exit_without_shutdown_is_a_failure(client: Client) -> None:
    client.notify("exit")
    assert client.process.wait(20) == 1


def test_a_client_that_goes_away_ends_the_server(client: Client, folder: Path) -> None:
    client.initialize(folder)
    client.open(folder / "main.jsonnet")
    client.process.stdin.close()
    assert client.process.wait(20) == 1


def test_a_program_puts_no_message_among_those_of_the_server(client: Client, folder: Path) -> None:
    client.initialize(folder)
    message = {"type": 1, "message": "forged"}
    body = json.dumps({"jsonrpc": "2.0", "method": "window/showMessage", "params": message})
    written = f"Content-Length: {len(body)}\r\n\r\n{body}"
    program = folder / "forged.phy"
    program.write_text(f"(Exprs (Call write (Seq {json.dumps(written)})) 3)")
    uri = client.open(program)
    request = {"command": "confty.evaluate", "arguments": [uri]}
    assert client.ask("workspace/executeCommand", request)
    assert not [one for one in client.notifications if one.get("params") == message]


def test_what_nobody_knows_is_refused_and_the_server_goes_on(client: Client, folder: Path) -> None:
    client.initialize(folder)
    with pytest.raises(Failed) as unknown:
        client.ask("textDocument/nonsense", {})
    assert unknown.value.code == METHOD_NOT_FOUND
    client.notify("$/nonsense", {})
    client.notify("workspace/nonsense", {})
    with pytest.raises(Failed) as wrong:
        client.ask("textDocument/hover", {"textDocument": {}})
    assert wrong.value.code == INVALID_PARAMS
    client.raw(b"{ this is no JSON")
    assert client.response(None)["error"]["code"] == PARSE_ERROR
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///none"}})
    uri = client.open(folder / "main.jsonnet")
    assert client.diagnostics(uri)
    assert client.end() == 0


def test_messages_of_a_wrong_shape_leave_no_trace(client: Client, folder: Path) -> None:
    """Whatever a client sends, an answer or a line in the log; never a defect."""
    client.initialize(folder)
    for key in ({}, [], [1]):
        client.send({"jsonrpc": "2.0", "id": key, "method": "textDocument/hover", "params": {}})
    for params in (None, [], {}, {"id": {}}, {"id": []}, "x"):
        client.notify("$/cancelRequest", params)
        client.notify("textDocument/didOpen", params)
        client.notify("textDocument/didChange", params)
        client.notify("workspace/didChangeWatchedFiles", params)
    for answer in ("x", None, {}, [1], {"message": 5}):
        client.send({"jsonrpc": "2.0", "id": "confty-1", "error": answer})
    for uri in (5, None, {}, [], "http://[", "file://[x", "file:///%00", "", "::"):
        found = client.response(client.start("textDocument/hover", {"textDocument": {"uri": uri}}))
        assert found.get("error", {}).get("code") != -32603, found
    assert client.process.poll() is None
    assert not [line for line in client.log if "Traceback" in line], client.log
