"""A baseline holds from whatever folder, and says what is so of all that it was written for."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support.checking import enter_tree, whole_config

from confty.cli.main import main
from confty.workspace.desk import Desk

WRONG = '{ a = 1 + "x" }\n'


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    enter_tree(tmp_path, monkeypatch)


def check(*words: str) -> int:
    return main(["check", "--no-cache", "--quiet", *words])


def written(path: str = ".confty-baseline.json") -> set[str]:
    """The files that a baseline speaks of."""
    return {one["path"] for one in json.loads(Path(path).read_text())["findings"]}


@pytest.fixture
def tree() -> Path:
    """Findings whose words name other files, or places in them."""
    for name, text in {
        "confty.toml": "", "lib/lib.rcl": WRONG, "m.rcl": 'let l = import "lib/lib.rcl"; l.a\n',
        "lib/n.rcl": 'let l = import "../m.rcl"; l\n', "d.json": '{"$schema": "./s.json"}\n',
        "s.json": '{"$ref": "lib/bad.json"}\n', "lib/bad.json": '{"type": 1}\n', "sub/x.json": "{}\n",
    }.items():  # fmt: skip
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    assert check() == 1
    assert check("--update-baseline") == 0
    return Path.cwd()


def test_it_holds_from_every_folder(tree, monkeypatch, capsys) -> None:
    for folder, words in (
        (".", ()), ("sub", ("..",)), ("/", (str(tree),)), ("lib", ("..",)),
        ("/", ("-C", str(tree))), (".", (str(tree),)), ("lib", (str(tree), "../m.rcl")),
    ):  # fmt: skip
        monkeypatch.chdir(tree)
        monkeypatch.chdir(folder)
        assert check(*words) == 0, (folder, words, capsys.readouterr())


def test_it_holds_in_an_editor(tree) -> None:
    desk = Desk(whole_config)
    for name in ("m.rcl", "lib/n.rcl", "lib/lib.rcl", "d.json"):
        assert desk.look(str(tree / name)).findings == []


@pytest.mark.usefixtures("tree")
def test_lines_that_move_in_another_file_bring_nothing_back() -> None:
    Path("lib/lib.rcl").write_text(f"// a comment\n\n{WRONG}")
    assert check() == 0


@pytest.mark.usefixtures("tree")
def test_one_with_places_in_its_words_holds_as_it_did() -> None:
    path = Path(".confty-baseline.json")
    path.write_text(path.read_text().replace('at lib/lib.rcl"', 'at lib/lib.rcl:1:11"'))
    assert "1:11" in path.read_text()
    assert check() == 0


def test_each_project_has_what_is_so_now() -> None:
    for name in ("a", "b"):
        Path(name).mkdir()
        Path(f"{name}/confty.toml").write_text("")
        Path(f"{name}/m.rcl").write_text(WRONG)
    assert check("--update-baseline", "a", "b") == 0
    Path("a/m.rcl").write_text("{ a = 1 }\n")
    assert check("--update-baseline", "a", "b") == 0
    assert written("a/.confty-baseline.json") == set()
    Path("a/m.rcl").write_text(WRONG)
    assert check("a", "b") == 1


def test_what_was_not_checked_stays() -> None:
    for name in ("a", "b", "c"):
        Path(f"{name}.rcl").write_text(WRONG)
    assert check("--update-baseline") == 0
    Path("a.rcl").write_text("1\n")
    os.unlink("c.rcl")
    assert check("--update-baseline", "a.rcl") == 0
    assert written() == {"b.rcl"}
    assert check() == 0
