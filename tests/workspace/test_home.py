"""Where a file is at home: roots, packages, environments; the same for every way in."""

from __future__ import annotations

import json

import pytest

import confty
from confty.cli.main import main
from confty.workspace import Disk, Memory
from confty.workspace.home import home_of


def tree(folder, *files: str, **texts: str):
    """Write a project of empty files and of files with texts."""
    for name in (*files, *texts):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts.get(name, ""))
    return folder


@pytest.fixture
def tanka(tmp_path, monkeypatch):
    """A project as Tanka lays it out; the same library lies in three places."""
    texts = {
        "jsonnetfile.json": "{}",
        "lib/k.libsonnet": "(import 'github.com/org/k/main.libsonnet') + { lib: true }",
        "vendor/github.com/org/k/main.libsonnet": "import 'helper.libsonnet'",
        "vendor/github.com/org/k/jsonnetfile.json": "{}",
        "vendor/helper.libsonnet": "{ helper: 'of vendor', vendored: true }",
        "environments/prod/main.jsonnet": "(import 'k.libsonnet') + (import 'deep/part.libsonnet')",
        "environments/prod/deep/part.libsonnet": "import 'config.libsonnet'",
        "environments/prod/config.libsonnet": "{ config: 'prod' }",
    }
    tree(tmp_path, **texts)
    monkeypatch.chdir(tmp_path)
    return tmp_path


FOUND = {"config": "prod", "helper": "of vendor", "lib": True, "vendored": True}


@pytest.mark.usefixtures("tanka")
def test_search_is_tankas():
    home = home_of("environments/prod/main.jsonnet", "", Disk())
    assert (home.root, home.packages, home.environment) == (".", ".", "environments/prod")
    assert home.search == ("vendor", "environments/prod/vendor", "lib", "environments/prod")


def test_spelled_as_the_file_is(tanka):
    home = home_of(str(tanka / "environments/prod/main.jsonnet"), "", Disk())
    assert home.root == str(tanka)
    assert home.search[0] == str(tanka / "vendor")


@pytest.mark.parametrize("place", [".", "environments", "environments/prod", ".."])
def test_every_way_in_needs_no_search_path(tanka, monkeypatch, capsys, place):
    main_file = tanka / "environments" / "prod" / "main.jsonnet"
    monkeypatch.chdir(tanka / place)
    name = str(main_file)
    assert confty.load(name) == FOUND
    assert confty.check([name]) == []
    assert "lib" in (confty.type_of(name) or "")
    assert main(["eval", name]) == 0
    assert json.loads(capsys.readouterr().out) == FOUND
    for command in ("check", "type", "infer"):
        assert main([command, name]) == 0, command
    capsys.readouterr()


@pytest.mark.usefixtures("tanka")
def test_relative_names_and_a_part_checked_alone():
    assert main(["check", "environments", "lib"]) == 0
    assert confty.load("environments/prod/deep/part.libsonnet") == {"config": "prod"}
    assert confty.loads("import 'k.libsonnet'", "jsonnet")["lib"] is True


@pytest.mark.usefixtures("tanka")
def test_a_vendored_file_belongs_to_who_vendored_it():
    name = "vendor/github.com/org/k/main.libsonnet"
    assert home_of(name, "", Disk()).search[:2] == ("vendor", "lib")
    assert confty.check([name]) == []


def test_the_nearest_library_wins(tanka):
    """The environment's own vendor comes before the project's, lib before both."""
    tree(tanka, **{"environments/prod/vendor/helper.libsonnet": "{ helper: 'own' }"})
    assert confty.load("environments/prod/main.jsonnet")["helper"] == "own"
    tree(tanka, **{"lib/helper.libsonnet": "{ helper: 'of lib' }"})
    assert confty.load("environments/prod/main.jsonnet")["helper"] == "of lib"


def test_what_is_asked_for_comes_first(tanka):
    tree(tanka, **{"mine/helper.libsonnet": "{ helper: 'mine' }"})
    assert confty.load("environments/prod/main.jsonnet", jpath=["mine"])["helper"] == "mine"
    tree(tanka, **{"confty.toml": 'jsonnet.jpath = ["mine"]\n'})
    assert confty.load("environments/prod/main.jsonnet")["helper"] == "mine"


def test_tkrc_comes_before_a_nearer_jsonnetfile(tmp_path):
    tree(tmp_path, "tkrc.yaml", "a/jsonnetfile.json", "a/b/x.jsonnet")
    assert home_of(str(tmp_path / "a/b/x.jsonnet"), "", Disk()).packages == str(tmp_path)


def test_roots_in_order(tmp_path, monkeypatch):
    tree(tmp_path, "a/b/c/x.rcl")
    name = str(tmp_path / "a/b/c/x.rcl")
    monkeypatch.chdir("/")
    assert home_of(name, "", Disk()).root == "/"
    monkeypatch.chdir(tmp_path / "a" / "b" / "c")
    assert home_of("x.rcl", "", Disk()).root == "."
    (tmp_path / ".git").mkdir()
    assert home_of(name, "", Disk()).root == str(tmp_path)
    tree(tmp_path, "a/jsonnetfile.json")
    assert home_of(name, "", Disk()).root == str(tmp_path / "a")
    assert home_of(name, str(tmp_path), Disk()).root == str(tmp_path)


def test_a_file_of_no_project_is_at_home_where_it_lies(tmp_path, monkeypatch):
    tree(tmp_path, "a/x.rcl", "b/y.rcl")
    monkeypatch.chdir(tmp_path / "b")
    assert home_of(str(tmp_path / "a/x.rcl"), "", Disk()).root == str(tmp_path / "a")


def test_files_in_memory_mark_roots_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = Memory({"p/jsonnetfile.json": "{}", "p/env/main.jsonnet": "{}"})
    home = home_of("p/env/main.jsonnet", "", files)
    assert (home.packages, home.environment) == ("p", "p/env")


@pytest.mark.parametrize("mark", ["confty.toml", "jsonnetfile.json", "tkrc.yaml", ".git/HEAD"])
def test_two_slashes_begin_at_the_root_wherever_the_work_is_done(tmp_path, monkeypatch, mark):
    texts = {mark: "{}" if mark.endswith("json") else "", "lib/b.rcl": "7"}
    tree(tmp_path, **texts, **{"deep/a.rcl": 'import "//lib/b.rcl"'})
    for place in (".", "deep", "lib", "/"):
        monkeypatch.chdir(tmp_path / place)
        assert confty.load(str(tmp_path / "deep" / "a.rcl")) == 7
        assert confty.check([str(tmp_path / "deep" / "a.rcl")]) == []
