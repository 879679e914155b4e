"""A socket instead of standard streams, long checks that are told of, and baselines."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

from support.lsp import SOURCES, Client

from confty.cli.main import main


def test_a_client_on_a_socket() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "confty", "server", "--tcp", str(port)]
    with subprocess.Popen(command, env={"PYTHONPATH": str(SOURCES)}) as process:
        try:
            with _connected(port) as stream:
                file = stream.makefile("rwb")
                for number, method in enumerate(("initialize", "shutdown")):
                    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": {}}
                    answer = _asked(file, message)
                    assert "error" not in answer
                # What ends Python's reader of JSON is taken away here, too.
                deep = b"[" * 200_000 + b"]" * 200_000
                file.write(b"Content-Length: %d\r\n\r\n" % len(deep) + deep)
                body = json.dumps({"jsonrpc": "2.0", "method": "exit"}).encode()
                file.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                file.flush()
                assert process.wait(30) == 0
        finally:
            process.kill()


def test_a_socket_that_somebody_has(capfd) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["server", "--tcp", str(port)]) == 2
    assert f"confty server: 127.0.0.1:{port}: " in capfd.readouterr().err


def _connected(port: int) -> socket.socket:
    for _ in range(300):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody listens")


def _asked(file, message: dict) -> dict:
    body = json.dumps(message).encode()
    file.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    file.flush()
    length = int(file.readline().partition(b":")[2])
    file.readline()
    return json.loads(file.read(length))


def test_a_long_check_is_told_of(client: Client, tmp_path: Path) -> None:
    client.initialize(tmp_path, capabilities={"window": {"workDoneProgress": True}})
    fields = "".join(f"  a{n}: {{ b: std.range(1, {n}), c: self.b }},\n" for n in range(30_000))
    client.open(tmp_path / "large.jsonnet", "{\n" + fields + "}\n")

    def kinds() -> list[str]:
        told = [one for one in client.notifications if one["method"] == "$/progress"]
        return [one["params"]["value"]["kind"] for one in told]

    assert client.pump(lambda: kinds() if "end" in kinds() else None)[:2] == ["begin", "end"]


def test_what_a_baseline_lists_is_not_shown(client: Client, folder: Path) -> None:
    (folder / "confty.toml").write_text("")
    found = {
        "path": "main.jsonnet",
        "code": "jsonnet/unused-name",
        "message": "`spare` is never used",
        "count": 1,
    }
    baseline = {"version": 1, "findings": [found]}
    (folder / ".confty-baseline.json").write_text(json.dumps(baseline))
    client.initialize(folder)
    uri = client.open(folder / "main.jsonnet")
    assert [one["code"] for one in client.diagnostics(uri, 1)] == ["jsonnet/no-such-field"]
