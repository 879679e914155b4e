"""`make docs` builds the site without a warning, and its snippets run in the page."""

import functools
import json
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "page"))

import build  # noqa: E402


@pytest.fixture(scope="module")
def site() -> Path:
    done = subprocess.run(
        [sys.executable, str(PROJECT / "site" / "build.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return PROJECT / "build" / "site"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args) -> None:
        pass


def test_pages_of_everything(site) -> None:
    pages = PROJECT / "src" / "confty" / "pages"
    for path in pages.rglob("*.md"):
        assert (site / "codes" / path.relative_to(pages)).with_suffix(".html").is_file()
    for name in ("index", "guide", "library/jsonnet", "reference/python", "changelog", "values"):
        assert (site / f"{name}.html").is_file()
    assert 'class="language-rcl highlight"' in (site / "library/rcl.html").read_text(
        encoding="utf-8"
    )
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert len(index["docs"]) > 500


def test_snippets_run_and_nothing_leaves(site) -> None:
    handler = functools.partial(Quiet, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        done = subprocess.run(
            [
                *build.node(),
                str(PROJECT / "page" / "browser" / "site.mjs"),
                f"http://localhost:{server.server_address[1]}/",
            ],
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
    finally:
        server.shutdown()
        server.server_close()
    assert done.returncode == 0, done.stdout + done.stderr
