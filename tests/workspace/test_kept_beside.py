"""What lies beside the project or is no file at all: kept and sent as everything else."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support.checking import enter_tree, project

from confty.cli.main import main
from confty.workspace import many


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    enter_tree(tmp_path, monkeypatch)


def checked(*words: str, jobs: int | None = None) -> list[str]:
    """Check the files here as the command does, and name the codes."""
    work = project(*words)
    names = sorted(one for one in os.listdir() if not one.endswith("confty.toml"))
    return [one.code.name for one in many.check_many(work, names, jobs)]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("a.json", '{"a": 1, "a": 2}'),
        ("a.rcl", "let x: Number = true; x"),
        ("a.yaml", "a: 1\na: 2"),
    ],
)
def test_a_file_outside_of_the_project(name, wrong):
    """A link leads there, or the project is said to be another."""
    Path("confty.toml").touch()
    Path("../real").write_text("1")
    Path(name).symlink_to("../real")
    assert checked() == []
    Path("../real").write_text(wrong)
    assert checked() == checked("--no-cache") != []
    Path("../real").write_text("2")
    assert checked() == []
    Path("../other").mkdir()
    Path("../other/confty.toml").touch()
    Path(name).unlink()
    Path(name).write_text("1")
    words = ("--project", "../other")
    assert checked(*words) == []
    Path(name).write_text(wrong)
    assert checked(*words) == checked("--no-cache", *words) != []


def test_a_schema_of_the_store_between_processes():
    limited = {"n": {"minimum": 1}}
    kind = {"group": "x.io", "version": "v1", "kind": "Foo"}
    schema = {"properties": limited, "x-kubernetes-group-version-kind": kind}
    Path("../foo.json").write_text(json.dumps(schema))
    assert main(["schema", "add", "../foo.json"]) == 0
    Path("../foo.json").unlink()
    for name in ("a.yaml", "b.yaml"):
        Path(name).write_text("apiVersion: x.io/v1\nkind: Foo\nn: 0\n")
    assert checked(jobs=2) == checked(jobs=1) == ["schema/number-range"] * 2


def test_a_file_that_is_not_on_the_disk_between_processes():
    for name in ("a.jsonnet", "b.jsonnet"):
        Path(name).write_text("(import 'tk').foo\n")
    assert checked(jobs=2) == checked(jobs=1) == ["jsonnet/no-such-field"] * 2


def test_a_schema_that_is_held_against_itself_imports_nothing():
    Path("s.json").write_text('{"type": "object"}')
    Path("a.json").write_text("1")
    words = ("--schema", "s.json")
    assert checked("--no-cache", *words) == ["schema/type-mismatch"]
    assert checked(*words) == ["schema/type-mismatch"]
    assert checked(*words) == ["schema/type-mismatch"]


@pytest.mark.parametrize("imported", [False, True])
def test_a_config_that_cannot_be_read_between_processes(imported, capfd):
    """Of a folder that is checked, or that something is imported from: it is said once."""
    Path("sub").mkdir()
    Path("sub/confty.toml").write_text("bad = [\n")
    Path("sub/a.yaml").write_text("a: 1\n")
    Path("b.jsonnet").write_text("import 'sub/a.yaml'")
    Path("c.jsonnet").write_text("1")
    names = ["b.jsonnet", "c.jsonnet", *([] if imported else ["sub/a.yaml"])]
    assert main(["check", "--no-cache", "-j2", *names]) == 2
    told = capfd.readouterr().err
    assert main(["check", "--no-cache", "-j1", *names]) == 2
    assert capfd.readouterr().err == told
    assert "Traceback" not in told
