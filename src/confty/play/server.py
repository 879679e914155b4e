"""Serves the built page on this machine, and nothing else.

Only the page's own files are given out, only to this machine, and only to who asks for it by a
name of this machine: a site elsewhere cannot reach it through a name that it made point here.
"""

from __future__ import annotations

import os
import posixpath
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import unquote, urlsplit

HOST: Final = "127.0.0.1"
_KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".gz": "application/octet-stream",
}
#: Those whose names do not change with what is in them.
_FIXED: Final = {"index.html", "sw.js", "manifest.webmanifest", "icon.svg", "confty-snippet.js"}
_NAMES: Final = {"localhost", "127.0.0.1", "[::1]"}


def policy_of(folder: str) -> str:
    """Return the page's content security policy, which its own head says, too."""
    with open(os.path.join(folder, "index.html"), encoding="utf-8") as file:
        text = file.read()
    begin = text.index('Policy" content="') + len('Policy" content="')
    return text[begin : text.index('"', begin)] + "; frame-ancestors 'self'"


class Server(ThreadingHTTPServer):
    """A server of one folder."""

    daemon_threads = True

    def __init__(self, folder: str, port: int) -> None:
        super().__init__((HOST, port), Handler)
        self.folder: Final = folder
        self.policy: Final = policy_of(folder)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://localhost:{self.server_address[1]}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over browsers that went away in the middle; all else is a defect of ours."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # as it came


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "confty"
    sys_version = ""

    def do_GET(self) -> None:
        """Send a file."""
        self._send(body=True)

    def do_HEAD(self) -> None:
        """Say what would be sent."""
        self._send(body=False)

    def _send(self, *, body: bool) -> None:
        name = self._asked()
        data = None
        if name is not None:
            try:
                with open(os.path.join(self.server.folder, name), "rb") as file:
                    data = file.read()
            except OSError:
                data = None
        if name is None or data is None:
            self._begin(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", 0)
            self.end_headers()
            return
        kind = _KINDS.get(os.path.splitext(name)[1], "application/octet-stream")
        self._begin(HTTPStatus.OK, kind, len(data))
        kept = "no-cache" if name in _FIXED else "public, max-age=31536000, immutable"
        self.send_header("Cache-Control", kept)
        self.end_headers()
        if body:
            self.wfile.write(data)

    def _asked(self) -> str | None:
        """Return the file that is asked for; None for what is none of ours."""
        host = self.headers.get("Host", "")
        if host.rpartition(":")[0] not in _NAMES and host not in _NAMES:
            return None
        try:
            asked = unquote(urlsplit(self.path).path)
        except ValueError:
            return None
        path = posixpath.normpath(asked.lstrip("/") or "index.html")
        parts = path.split("/")
        if any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        return path

    def _begin(self, status: HTTPStatus, kind: str, size: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(size))
        self.send_header("Content-Security-Policy", self.server.policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        # The page may share memory with its workers, by which a run is stopped in place.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's name
        """Say nothing: who serves a page to himself knows that he asked for it."""
