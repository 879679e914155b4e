"""A library that is checked alone is checked under the entry points that are named, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from confty.cli.main import main


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["check", "--output-format", "concise", *arguments])
    return code, capsys.readouterr().out


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib.libsonnet").write_text("{ b: self.c }\n")
    (tmp_path / "main.jsonnet").write_text("(import 'lib.libsonnet') { a: 1 - 'x' }\n")
    return tmp_path


@pytest.mark.usefixtures("tree")
def test_a_library_alone_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(["lib.libsonnet"], capsys) == (0, "")


@pytest.mark.usefixtures("tree")
def test_an_entry_point_closes_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the entry point itself nothing is said: nobody asked about it."""
    code, out = said(["lib.libsonnet", "--entry", "main.jsonnet"], capsys)
    assert code == 1
    assert [line.partition(" ")[0] for line in out.splitlines()] == ["lib.libsonnet:1:6:"]


def test_the_config_names_entry_points(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "confty.toml").write_text('entries = ["main.jsonnet"]\n')
    code, out = said(["lib.libsonnet"], capsys)
    assert code == 1
    assert out.startswith("lib.libsonnet:1:6: error[jsonnet/no-such-field]")
