"""A client of the language server that speaks the protocol itself, message by message.

For what a polite client library does not let one say; ``tests/server`` also has a library's client.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Self

SOURCES = Path(__file__).resolve().parents[2] / "src"


class Client:
    """One server process and what it has said."""

    def __init__(self, *arguments: str, cwd: str | Path | None = None) -> None:
        environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "confty", "server", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=environment,
        )
        self.last = 0
        self.responses: dict[Any, dict[str, Any]] = {}
        self.notifications: list[dict[str, Any]] = []
        self.requests: list[dict[str, Any]] = []
        self.settings: dict[str, Any] = {}
        self.log: list[str] = []
        self._incoming: Queue[dict[str, Any] | None] = Queue()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_log, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                stream.close()

    def _read(self) -> None:
        stream = self.process.stdout
        while True:
            length = 0
            try:
                while (line := stream.readline()) not in {b"\r\n", b""}:
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                body = stream.read(length)
            except ValueError:
                body = b""
            if not body:
                self._incoming.put(None)
                return
            self._incoming.put(json.loads(body))

    def _read_log(self) -> None:
        try:
            for line in self.process.stderr:
                self.log.append(line.decode(errors="replace"))
        except ValueError:
            pass

    def raw(self, body: bytes) -> None:
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def start(self, method: str, params: Any = None) -> int:
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.last

    def pump(self, until: Callable[[], Any], timeout: float = 60.0) -> Any:
        """Take messages until something holds; return it, or fail."""
        ends = time.monotonic() + timeout
        while not (found := until()):
            try:
                message = self._incoming.get(timeout=max(0.01, ends - time.monotonic()))
            except Empty:
                message = {}
            if message is None or time.monotonic() > ends:
                raise AssertionError(f"nothing came; the log says: {''.join(self.log)[-3000:]}")
            self._take(message)
        return found

    def _take(self, message: dict[str, Any]) -> None:
        if "method" in message and "id" in message:
            self.requests.append(message)
            result: Any = None
            if message["method"] == "workspace/configuration":
                result = [self.settings for _ in message["params"]["items"]]
            if message["method"] == "workspace/applyEdit":
                result = {"applied": True}
            self.send({"id": message["id"], "result": result})
        elif "method" in message:
            self.notifications.append(message)
        elif message:
            self.responses[message.get("id")] = message

    def response(self, key: Any, timeout: float = 60.0) -> dict[str, Any]:
        return self.pump(lambda: self.responses.pop(key, None), timeout)

    def ask(self, method: str, params: Any = None) -> Any:
        answer = self.response(self.start(method, params))
        if "error" in answer:
            raise Failed(answer["error"])
        return answer["result"]

    def initialize(
        self,
        *folders: Path,
        capabilities: dict[str, Any] | None = None,
        options: Any = None,
    ) -> Any:
        result = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folders[0].as_uri() if folders else None,
                "workspaceFolders": [{"uri": one.as_uri(), "name": one.name} for one in folders],
                "capabilities": capabilities or {},
                "initializationOptions": options,
            },
        )
        self.notify("initialized", {})
        return result

    def open(
        self, path: Path | str, text: str | None = None, language: str = "", version: int = 1
    ):
        uri = path if isinstance(path, str) else path.as_uri()
        if text is None:
            text = Path(path).read_text()
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, text: str | Sequence[Any], version: int) -> None:
        changes = [{"text": text}] if isinstance(text, str) else text
        document = {"uri": uri, "version": version}
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": changes}
        )

    def diagnostics(
        self, uri: str, version: int | None = None, timeout: float = 60.0
    ) -> list[Any]:
        """Wait for the diagnostics of a document, of a version if one is given."""

        def found() -> Any:
            for one in self.notifications:
                params = one["params"]
                if one["method"] != "textDocument/publishDiagnostics" or params["uri"] != uri:
                    continue
                if version is None or params.get("version") == version:
                    return one
            return None

        message = self.pump(found, timeout)
        self.notifications.remove(message)
        return message["params"]["diagnostics"]

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        place = {"line": line, "character": character}
        return self.ask(
            f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": place, **more}
        )

    def end(self) -> int:
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(20)


class Failed(Exception):
    """An error that the server answered with."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.code = error["code"]
