"""Messages that nobody can mean, and clients that leave while the server works for them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.lsp import SOURCES

ENDLESS = "local f(n) = if n == 0 then 0 else f(n - 1) + f(n - 1); f(100)"


def message(method: str, params: object = None, key: int | None = None) -> bytes:
    told = {"jsonrpc": "2.0", "method": method, "params": params}
    return framed(json.dumps(told if key is None else {**told, "id": key}).encode())


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def opened(folder: Path, text: str) -> bytes:
    document = {"uri": (folder / "a.jsonnet").as_uri(), "languageId": "jsonnet", "version": 1}
    return (
        message("initialize", {"rootUri": folder.as_uri(), "capabilities": {}}, 1)
        + message("initialized", {})
        + message("textDocument/didOpen", {"textDocument": {**document, "text": text}})
    )


LEFT = message("shutdown", key=98) + message("exit")


@pytest.fixture
def server(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "confty", "server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={"PYTHONPATH": str(SOURCES), "HOME": str(tmp_path)},
    )
    yield process
    process.kill()
    process.communicate()


def test_a_client_leaves_while_a_request_waits_for_a_check(server, tmp_path) -> None:
    place = {"textDocument": {"uri": (tmp_path / "a.jsonnet").as_uri()}, "position": {}}
    place["position"] = {"line": 0, "character": 6}
    asked = message("textDocument/hover", place, 2)
    server.communicate(opened(tmp_path, "local x = 1; x") + asked + LEFT, timeout=20)
    assert server.returncode == 0


def test_a_client_leaves_while_a_program_runs(server, tmp_path) -> None:
    (tmp_path / "a.jsonnet").write_text(ENDLESS)
    command = {"command": "confty.evaluate", "arguments": [(tmp_path / "a.jsonnet").as_uri()]}
    asked = message("workspace/executeCommand", command, 2)
    server.stdin.write(opened(tmp_path, ENDLESS) + asked)
    server.stdin.flush()
    time.sleep(2)
    server.communicate(LEFT, timeout=20)
    assert server.returncode == 0


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize(
    "odd",
    [
        framed(nested(200_000)),
        framed(b'{"jsonrpc": "2.0", "id": 5, "method": "x", "params": ' + nested(100_000) + b"}"),
        framed(b'{"\xff": 1}'),
        framed(b"{"),
    ],
)
def test_a_message_that_cannot_be_read_is_answered(server, tmp_path, odd) -> None:
    sent = opened(tmp_path, "{ a: '" + "[" * 2000 + "' }") + odd + LEFT
    out, err = server.communicate(sent, timeout=20)
    assert server.returncode == 0
    assert b'"id":98' in out
    assert b'"error"' in out
    assert b"Traceback" not in err


@pytest.mark.parametrize("length", [b"9" * 6000, b"9" * 15, b"-1"])
def test_a_length_that_no_message_has_is_the_end(server, length) -> None:
    _, err = server.communicate(b"Content-Length: " + length + b"\r\n\r\n{}", timeout=20)
    assert server.returncode == 1
    assert err == b""
