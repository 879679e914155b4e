"""What stands around a file and changes what is said of it: an editor's desk and a watch see it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.checking import enter_tree, project, whole_config

import confty
from confty.cli.main import main
from confty.workspace import many
from confty.workspace.desk import Desk
from confty.workspace.files import state_of
from confty.workspace.watched import watched

CHECKED = """
import json, sys, confty
print(json.dumps([[str(one) for one in confty.check(each)] for each in sys.argv[1:]]))
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    enter_tree(tmp_path, monkeypatch)


def looked(desk: Desk, name: str) -> list[str]:
    return [one.code.name for one in desk.look(os.path.abspath(name)).findings]


def test_a_baseline_that_comes_changes_and_goes():
    Path("a.json").write_text('{"a": 1, "a": 2}')
    base = os.path.abspath(".confty-baseline.json")
    desk = Desk(whole_config)
    before = state_of(watched(project(), ["a.json"]))
    assert looked(desk, "a.json") == ["json/duplicate-key"]
    assert main(["check", "--update-baseline", "-q", "."]) == 0
    desk.changed([base], there=True)
    assert looked(desk, "a.json") == []
    assert state_of(watched(project(), ["a.json"])) != before
    Path(base).write_text('{"findings": []}')
    desk.changed([base])
    assert looked(desk, "a.json") == ["json/duplicate-key"]


def test_a_reference_that_was_there_is_no_import():
    """A schema that looked for a file beside itself, and found itself, does so no more."""
    Path("confty.toml").write_text('[schemas]\n"d.json" = "s.json"\n')
    Path("d.json").write_text('{"a": 1}')
    draft = "https://json-schema.org/draft/2020-12/schema"
    rules = {"$schema": draft, "patternProperties": {"^a": {"$ref": "defs/s.json"}}}
    for text in (json.dumps(rules), '{"x": 1}'):
        Path("s.json").write_text(text)
        work = project("--no-cache")
        found = many.check_many(work, ["d.json"], 1)
    assert found == []
    assert work.graph.edges() == []


@pytest.mark.parametrize("made", ["main.jsonnet", "spec.json"])
def test_a_folder_that_becomes_an_environment(made):
    Path("env/dev/lib").mkdir(parents=True)
    Path("jsonnetfile.json").write_text("{}")
    Path("env/x.libsonnet").write_text("{ a: 1 }")
    Path("env/dev/a.jsonnet").write_text("import 'x.libsonnet'")
    desk = Desk(whole_config)
    assert looked(desk, "env/dev/a.jsonnet") == ["jsonnet/import-not-found"]
    before = state_of(watched(project(), ["env/dev/a.jsonnet"]))
    Path("env", made).write_text("{}")
    desk.changed([os.path.abspath(f"env/{made}")], there=True)
    assert (
        looked(desk, "env/dev/a.jsonnet") == looked(Desk(whole_config), "env/dev/a.jsonnet") == []
    )
    assert state_of(watched(project(), ["env/dev/a.jsonnet"])) != before


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("words", [(), ("--no-cache",), ("--ext-secret", "k=env:HOME")])
@pytest.mark.parametrize("times", [1, 2])
def test_a_check_says_what_it_has_seen(times, words, jobs):
    """Whether its results are new, kept or never kept, found here or by other processes."""
    Path("confty.toml").write_text('[schemas]\n"a.json" = "python:conf:Settings"\n')
    Path("conf.py").write_text("class Settings:\n    n: int\n")
    Path("a.json").write_text("{}")
    Path("b.yaml").write_text("apiVersion: x.io/v1\nkind: Foo\n")
    for _ in range(times):
        work = project(*words)
        work.seen = set()
        many.check_many(work, ["a.json", "b.yaml"], jobs)
        assert {"a.json", "conf.py", "b.yaml", "crds"} <= work.seen


def test_each_program_of_an_environment_is_kept(monkeypatch):
    Path("jsonnetfile.json").write_text("{}")
    Path("spec.json").write_text('{"spec": {"namespace": "x"}}')
    names = ["main.jsonnet", "other.jsonnet"]
    for name in names:
        Path(name).write_text("{}")
    many.check_many(project(), names, 1)
    monkeypatch.setattr(many.KeptProject, "found", None)
    assert many.check_many(project(), names, 1) == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("d.yaml", "a: 1\n", "\n\na: 1\n"),
        ("d.toml", "a = 1\n", "a = 1 # one\n"),
        ("d.rcl", "{ a = 1 }", "// one\n{ a = 1 }"),
        ("d.json5", "{a: }", "{a: } // nothing"),
    ],
)
def test_what_is_shown_of_a_file_of_another_language_is_what_stands_there(name, before, after):
    """Its type, or its mistake, is what it was; the place of it is another, or the line there."""
    Path("lib.libsonnet").write_text(f"import '{name}'")
    Path("a.jsonnet").write_text(f"(import '{name}').b")
    Path("b.jsonnet").write_text("(import 'lib.libsonnet').b")
    names = ["a.jsonnet", "b.jsonnet"]
    Path(name).write_text(before)
    old = [[str(one) for one in confty.check(each)] for each in names]
    assert all(old)
    Path(name).write_text(after)
    shown = [[str(one) for one in confty.check(each)] for each in names]
    assert shown != old
    done = subprocess.run([sys.executable, "-c", CHECKED, *names], capture_output=True, check=True)
    assert json.loads(done.stdout) == shown


def test_one_file_in_two_dialects():
    Path("a.jsonnet").write_text("import 'b.jsonnet'")
    Path("b.jsonnet").write_text("1 ==-1")
    for dialect, told in (("cpp", []), ("go", ["jsonnet/syntax"])) * 2:
        assert [one.code for one in confty.check("b.jsonnet", dialect=dialect)] == told
    # Of a library that programs of both import, the last one counts as it is at home.
    Path("cpp").mkdir()
    Path("confty.toml").touch()
    Path("cpp/confty.toml").write_text('[jsonnet]\ndialect = "cpp"\n')
    Path("cpp/a.jsonnet").write_text("import '../b.jsonnet'")
    found = many.check_many(project("--no-cache"), ["cpp/a.jsonnet", "b.jsonnet"], 1)
    assert [one.code.name for one in found] == ["jsonnet/syntax"]


def test_a_program_that_comes_to_use_a_library():
    Path("confty.toml").touch()
    Path("lib.libsonnet").write_text("{ f(x):: x.foo + 1 }")
    Path("a.jsonnet").write_text("1")
    lib = os.path.abspath("lib.libsonnet")
    desk = Desk(whole_config)
    desk.update(lib, Path(lib).read_text())

    def used() -> list[str]:
        desk.look(lib)
        while desk.widen(lib) is not None:
            pass
        return [one.code.name for one in desk.look(lib).all_findings]

    assert used() == []
    for name in ("a.jsonnet", "b.jsonnet"):
        there = not Path(name).exists()
        Path(name).write_text("(import 'lib.libsonnet').f({ bar: 1 })")
        # Who has the library open is to have it looked at again.
        assert lib in desk.changed([os.path.abspath(name)], there=there)
        assert used() == ["jsonnet/no-such-field"]
        Path(name).write_text("1")
        desk.changed([os.path.abspath(name)])
        assert used() == []


def test_a_schema_that_the_users_own_config_names(tmp_path, monkeypatch):
    """Its path is seen from the working directory."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    (tmp_path / "own/confty").mkdir(parents=True)
    (tmp_path / "own/confty/confty.toml").write_text('[schemas]\n"a.json" = "s.json"\n')
    Path("a.json").write_text("1")
    Path("s.json").write_text('{"type": "integer"}')
    desk = Desk(whole_config)
    assert looked(desk, "a.json") == []
    Path("s.json").write_text('{"type": "string"}')
    desk.changed([os.path.abspath("s.json")])
    assert looked(desk, "a.json") == ["schema/type-mismatch"]
