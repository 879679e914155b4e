"""What somebody waits for who has a check repeated."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from confty.workspace import Config, Disk, Project
from confty.workspace.files import state_of
from confty.workspace.watched import watched


def test_imports_and_what_is_not_there_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lib").mkdir()
    Path("main.jsonnet").write_text("(import 'lib/a.libsonnet') + (import 'missing.libsonnet')")
    Path("lib/a.libsonnet").write_text("importstr '../data.txt'")

    def state() -> dict[str, tuple[int, int]]:
        return state_of(watched(Project(Config({}), Disk()), ["main.jsonnet"]))

    before = state()
    spelled = {os.path.relpath(name) for name in before}
    wanted = {"main.jsonnet", "lib/a.libsonnet", "data.txt", "missing.libsonnet", "confty.toml"}
    assert wanted <= spelled
    for name in ("missing.libsonnet", "data.txt", "confty.toml", "lib/a.libsonnet"):
        Path(name).write_text("{}")
        assert state() != before
        before = state()
