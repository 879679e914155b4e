"""A library that is checked alone is checked under the programs that use it, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from confty.cli.main import main
from confty.workspace import entrances


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["check", "--output-format", "concise", *arguments])
    return code, capsys.readouterr().out


def places(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.partition(" ")[0] for line in said(arguments, capsys)[1].splitlines()]


def written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    written(
        tmp_path,
        {
            "lib.libsonnet": "{ b: self.c }\n",
            "main.jsonnet": "(import 'lib.libsonnet') { a: 1 - 'x' }\n",
        },
    )
    return tmp_path


@pytest.mark.usefixtures("tree")
def test_a_library_alone_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing says where this project ends, so nobody looks for its programs."""
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


@pytest.mark.parametrize("mark", ["jsonnetfile.json", "tkrc.yaml", "confty.toml", ".git"])
def test_programs_are_found(mark: str, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if mark == ".git":
        (tree / mark).mkdir()
    else:
        (tree / mark).write_text("{}" if mark.endswith("json") else "")
    assert places(["lib.libsonnet"], capsys) == ["lib.libsonnet:1:6:"]
    assert main(["check", "lib.libsonnet"]) == 1
    assert "under the entry point main.jsonnet" in capsys.readouterr().out


def test_none_are_looked_for_where_the_config_says_so(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "confty.toml").write_text("entries = []\n")
    assert said(["lib.libsonnet"], capsys) == (0, "")


_TANKA = {
    "jsonnetfile.json": "{}",
    "lib/x.libsonnet": "{ b: self.c, v: (import 'v/x.libsonnet') + { w: 1 } }",
    "vendor/v/x.libsonnet": "{ q: self.w.z }",
    "env/a/main.jsonnet": "(import 'x.libsonnet') { a: 1 - 'x' }",
    "env/b/main.jsonnet": "(import 'x.libsonnet') { c: 1 }",
    "env/c/main.jsonnet": "{ x: self.y }",
}


@pytest.fixture
def tanka(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    written(tmp_path, _TANKA)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("tanka")
def test_through_the_paths_of_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert places(["lib/x.libsonnet"], capsys) == ["lib/x.libsonnet:1:6:"]
    assert places(["vendor/v/x.libsonnet"], capsys) == ["vendor/v/x.libsonnet:1:6:"]


def test_from_another_folder(
    tanka: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tanka / "lib")
    assert places(["x.libsonnet"], capsys) == ["x.libsonnet:1:6:"]
    whole = str(tanka / "lib" / "x.libsonnet")
    assert places([whole], capsys) == [f"{whole}:1:6:"]


@pytest.mark.usefixtures("tanka")
def test_whatever_the_order(capsys: pytest.CaptureFixture[str]) -> None:
    orders = [["."], ["env", "lib"], ["lib", "env"], ["env/b", "env/c", "env/a", "lib"]]
    answers = {said(order, capsys) for order in orders}
    assert len(answers) == 1
    full = set()
    for order in orders:
        main(["check", "--no-cache", *order])
        full.add(capsys.readouterr().out)
    assert len(full) == 1


def test_what_is_kept_follows_the_files(tanka: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert places(["lib/x.libsonnet"], capsys) == ["lib/x.libsonnet:1:6:"]
    (tanka / "env" / "a" / "main.jsonnet").write_text("{}")
    assert places(["lib/x.libsonnet"], capsys) == []
    (tanka / "env" / "d").mkdir()
    (tanka / "env" / "d" / "main.jsonnet").write_text("import 'x.libsonnet'")
    assert places(["lib/x.libsonnet"], capsys) == ["lib/x.libsonnet:1:6:"]


def test_an_excluded_program_is_none(tanka: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tanka / "confty.toml").write_text('exclude = ["env/a/**"]\n')
    assert places(["lib/x.libsonnet"], capsys) == []


def test_of_many_the_nearest(tanka: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bound is a bound; what lies far away goes first, whatever it is called."""
    for number in range(entrances.MOST_PROGRAMS + 3):
        folder = tanka / f"a/far/away/{number:02}"
        folder.mkdir(parents=True)
        (folder / "main.jsonnet").write_text("(import 'x.libsonnet') { c: 1 }")
    assert places(["lib/x.libsonnet"], capsys) == ["lib/x.libsonnet:1:6:"]
