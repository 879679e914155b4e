"""Every command gives the same from whatever folder it is called."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import confty
from confty.cli import main

TREE = {
    "jsonnetfile.json": "{}",
    "vendor/lib.libsonnet": "{ n: 1 }\n",
    "env/main.jsonnet": "local l = import 'lib.libsonnet'; { a: l.n, b: import '../shared/b.rcl' }\n",
    "shared/b.rcl": 'let c = import "//shared/c.rcl"; { c = c }\n',
    "shared/c.rcl": "{ x = 1 }\n",
    "env/data.yaml": "a: [1, 2]\n",
    "env/x.test.jsonnet": "{ ok: (import 'main.jsonnet').a == 1 }\n",
    "infra/main.pp": 'output o {\n  value = importData("../shared/c.rcl").x\n}\n',
}
COMMANDS = [
    ("check", "{}"),
    ("lint", "{}"),
    ("check", "{}/env/main.jsonnet"),
    ("eval", "{}/env/main.jsonnet"),
    ("eval", "{}/shared/b.rcl"),
    ("eval", "{}/infra/main.pp"),
    ("type", "{}/env/main.jsonnet"),
    ("query", "{}/env/main.jsonnet", "input.b"),
    ("query", "{}/env/data.yaml", "input.a", "--expr", "rcl"),
    ("infer", "{}/env/main.jsonnet"),
    ("inputs", "{}/env/main.jsonnet"),
    ("doc", "{}/vendor/lib.libsonnet"),
    ("fmt", "{}/shared", "--check"),
    ("test", "{}"),
    ("graph", "{}/env/main.jsonnet", "--format", "json"),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name, text in TREE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (tmp_path / "elsewhere").mkdir()
    return root


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_same_from_everywhere(
    tree: Path, command: tuple[str, ...], monkeypatch, capsys
) -> None:
    seen = set()
    for folder in (tree, tree / "env", tree.parent / "elsewhere"):
        monkeypatch.chdir(folder)
        code = main.main([part.format(tree) for part in command])
        found = capsys.readouterr()
        seen.add((code, found.out, found.err))
    assert len(seen) == 1, seen
    assert next(iter(seen))[0] == 0, seen


def test_the_interface_of_python_does_the_same(tree: Path, monkeypatch) -> None:
    for folder in (tree, tree / "env", tree.parent / "elsewhere"):
        monkeypatch.chdir(folder)
        path = tree / "env" / "main.jsonnet"
        assert confty.load(path) == {"a": 1, "b": {"c": {"x": 1}}}
        assert confty.check(path) == []
        assert confty.type_of(path) == "{ a: number, b: { c: { x: number } } }"


def leave_behind(folder: Path, monkeypatch) -> None:
    """Be in a folder that is removed."""
    folder.mkdir()
    monkeypatch.chdir(folder)
    try:
        folder.rmdir()
    except OSError:
        pytest.skip("the system keeps a folder that somebody is in")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_from_a_folder_that_is_gone(
    tree: Path, command: tuple[str, ...], monkeypatch, capsys
) -> None:
    leave_behind(tree.parent / "gone", monkeypatch)
    assert main.main([part.format(tree) for part in command]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err == (
        "confty: the working directory is gone, or cannot be read any more\n"
        "help: go to a folder that is there, with cd or -C\n"
    )


def test_out_of_a_folder_that_is_gone(tree: Path, monkeypatch, capsys) -> None:
    leave_behind(tree.parent / "gone", monkeypatch)
    assert main.main(["eval", "-C", str(tree), "env/data.yaml"]) == 0
    assert capsys.readouterr().err == ""
    assert Path.cwd() == tree


def test_a_stream_that_fails_is_still_told_as_one(monkeypatch, capsys) -> None:
    def fail(_: list[str]) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(main, "_dispatch", fail)
    kept = os.dup(1)
    try:
        assert main.main(["version"]) == 2
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    assert "standard input or output: no space left on device" in capsys.readouterr().err
