"""Neovim's built-in client, without a screen, where Neovim is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.lsp import SOURCES

NVIM = os.environ.get("CONFTY_NVIM") or shutil.which("nvim")
SCRIPT = Path(__file__).with_name("nvim.lua")


@pytest.mark.skipif(NVIM is None, reason="NOT RUN: Neovim is not installed; CONFTY_NVIM names it")
def test_a_session_in_neovim(folder: Path) -> None:
    out = folder / "out.json"
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCES),
        "XDG_STATE_HOME": str(folder / "state"),
        "CONFTY_TEST_FOLDER": str(folder),
        "CONFTY_TEST_OUT": str(out),
        "CONFTY_TEST_SERVER": f"{sys.executable}\n-m\nconfty\nserver",
    }
    done = subprocess.run(
        [NVIM, "--headless", "--clean", "-n", "-u", "NONE", "-c", f"luafile {SCRIPT}"],
        env=environment,
        capture_output=True,
        timeout=200,
        check=False,
    )
    assert out.exists(), done.stderr.decode(errors="replace")
    found = json.loads(out.read_text())
    assert "problem" not in found, found
    assert sorted(found["diagnostics"]) == ["jsonnet/no-such-field", "jsonnet/unused-name"]
    assert "twice" in json.dumps(found["hover"])
    assert found["definition"][0]["uri"] == (folder / "lib.libsonnet").as_uri()
    assert {"name", "twice"} <= set(found["completion"])
    assert "lib.double(2)" in "\n".join(found["renamed"])
    assert found["left"] == 0
