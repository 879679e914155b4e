"""The built page, and ways to serve it."""

import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def page() -> Path:
    """The page, built where it is not."""
    done = subprocess.run(
        [sys.executable, str(PROJECT / "page" / "build.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return PROJECT / "build" / "page"


class Quiet(SimpleHTTPRequestHandler):
    """A host that knows nothing of confty: no headers of ours, no kinds but the usual ones."""

    def log_message(self, *args) -> None:
        pass


@pytest.fixture
def any_host():
    """Serve a folder as any host would."""
    servers = []

    def serve(folder: Path) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://localhost:{server.server_address[1]}/"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()
