"""Which files a program may read."""

from __future__ import annotations

import json

import pytest

import confty
from confty.cli.main import main
from confty.workspace import BadConfig, Config
from confty.workspace.sandbox import Sandbox, sandbox_of
from confty.workspace.validate import validate


def test_links_are_followed(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret").write_text("x")
    (home / "link").symlink_to("../secret")
    (home / "own").write_text("x")
    sandbox = Sandbox((str(home),))
    assert sandbox.holds(str(home / "own"))
    assert sandbox.holds(str(home / "not-there"))
    for path in ("link", "../secret", "../homeless"):
        assert not sandbox.holds(str(home / path))
    assert not sandbox.holds("/etc/hostname")


def test_defaults():
    assert sandbox_of("jsonnet", {}, {}, "/p") is None
    assert sandbox_of("rcl", {}, {"sandbox": "unrestricted"}, "/p") is None
    assert sandbox_of("rcl", {}, {}, "/p").folders == ("/p",)
    assert sandbox_of("rcl", {"jpath": ["/evil"]}, {"jpath": ["/lib"]}, "/p").folders == (
        "/p",
        "/lib",
    )
    assert sandbox_of("json", {"schema": "s/x.json"}, {}, ".").folders == (".", "s")


@pytest.mark.parametrize("table", ['[schemas]\n"*.yaml" = {}', "[yaml]\nschema = {}"])
@pytest.mark.parametrize("place", ["../outside/s.json", "link/s.json", "ELSEWHERE/s.json"])
def test_a_config_file_names_no_schema_elsewhere(tmp_path, table, place):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "s.json").write_text('{"type": HUSH}')
    home = tmp_path / "home"
    home.mkdir()
    (home / "link").symlink_to(tmp_path / "outside")
    named = json.dumps(place.replace("ELSEWHERE", str(tmp_path / "outside")))
    (home / "confty.toml").write_text(table.replace("{}", named))
    (home / "a.yaml").write_text("x: 1")
    said = [str(one) for one in confty.check(home / "a.yaml")]
    assert any("outside of the project" in one for one in said)
    assert not any("HUSH" in one for one in said)
    # Who runs a command may name any.
    (tmp_path / "outside" / "s.json").write_text('{"type": "array"}')
    assert confty.check(home / "a.yaml", schema=tmp_path / "outside" / "s.json")[0].line == 1


@pytest.mark.parametrize(
    "command",
    [
        "check",
        "check --project .",
        "check .",
        "lint",
        "eval",
        "infer",
        "type",
        "check -c vendor=warn",
    ],
)
@pytest.mark.parametrize("config", ['[schemas]\n"a.json" = "{}"\n', '[json]\nschema = "{}"\n'])
def test_a_config_that_came_with_the_tree_names_no_schema_outside(
    tmp_path, monkeypatch, capsys, command, config
) -> None:
    tree = tmp_path / "tree"
    (tree / ".git").mkdir(parents=True)
    (tmp_path / "private.json").write_text('{ "a": token = "hunter2" }')
    (tree / "a.json").write_text("{}")
    (tree / "confty.toml").write_text(config.replace("{}", "../private.json"))
    monkeypatch.chdir(tree)
    name, *options = command.split()
    main([name, "--no-cache", *options, *([] if options[-1:] == ["."] else ["a.json"])])
    shown = "".join(capsys.readouterr())
    assert "it leads outside of the project" in shown
    assert "hunter2" not in shown


def test_a_schema_may_lie_elsewhere_in_the_repository(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "s.json").write_text('{"type": "array"}')
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "confty.toml").write_text('[schemas]\n"*.yaml" = "../s.json"')
    (tmp_path / "part" / "a.yaml").write_text("x: 1")
    (found,) = confty.check(tmp_path / "part" / "a.yaml")
    assert found.message == "expected list, found object"


def test_a_file_of_no_project_reads_beside_itself(tmp_path, monkeypatch):
    (tmp_path / "a.rcl").write_text('import "b.rcl"')
    (tmp_path / "b.rcl").write_text("1")
    monkeypatch.chdir("/")
    assert confty.load(str(tmp_path / "a.rcl")) == 1


@pytest.mark.parametrize("names", [["a", "b"], ["b", "a"]], ids="".join)
def test_a_file_that_was_checked_is_no_import_of_others(tmp_path, monkeypatch, capsys, names):
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "a.libsonnet").write_text("{ a: 1 }")
    (tmp_path / "b.libsonnet").write_text("{ b: import 'a.libsonnet' }")
    monkeypatch.chdir(home)
    paths = [f"../{name}.libsonnet" for name in names]
    words = ["check", "--no-cache", "--sandbox", "workdir", "-j", "1"]
    for _ in range(2):
        assert main([*words, "--output-format", "concise", *paths]) == 1
        assert "../b.libsonnet:1:6: error[jsonnet/unreadable-import]" in capsys.readouterr().out


def test_jsonnet_can_be_kept_inside(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "x.txt").write_text("HUSH")
    (tmp_path / "home" / "a.jsonnet").write_text("importstr '../x.txt'")
    name = str(tmp_path / "home" / "a.jsonnet")
    assert confty.load(name) == "HUSH"
    with pytest.raises(confty.ConftyError) as caught:
        confty.load(name, sandbox=str(tmp_path / "home"))
    assert "HUSH" not in str(caught.value)


@pytest.mark.parametrize("suffix", ["jsonnet", "rcl"])
def test_strange_files_are_not_quoted(tmp_path, monkeypatch, suffix):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "passwords.conf").write_text("HUSHHUSH = [broken\n")
    (tmp_path / f"a.{suffix}").write_text('import "passwords.conf"\n')
    text = "".join(map(repr, confty.check([f"a.{suffix}"])))
    with pytest.raises(confty.ConftyError) as caught:
        confty.load(f"a.{suffix}")
    assert "HUSH" not in text + str(caught.value)


def test_a_config_file_names_no_code():
    with pytest.raises(BadConfig, match="--mocks"):
        validate({"pcl": {"mocks": "evil.py"}}, "confty.toml", {"pcl": ("schema",)})


def test_a_config_file_writes_nothing_elsewhere(tmp_path):
    assert Config({"baseline": "b.json"}, str(tmp_path)).baseline
    for path in ("../b.json", "/etc/b.json"):
        with pytest.raises(BadConfig, match="baseline"):
            Config({"baseline": path}, str(tmp_path)).baseline  # noqa: B018


def test_a_search_follows_no_link_out_of_the_tree(tmp_path, capsys):
    (tmp_path / "secret.json").write_text('{"x": HUSH}')
    home = tmp_path / "home"
    home.mkdir()
    (home / "a.json").symlink_to(tmp_path / "secret.json")
    (home / "own.json").write_text('{"x": MINE}')
    (home / "b.json").symlink_to("own.json")
    for command in ("check", "lint", "fmt"):
        main([command, str(home)])
        said = "".join(capsys.readouterr())
        assert "HUSH" not in said
        assert "MINE" in said
    assert (tmp_path / "secret.json").read_text() == '{"x": HUSH}'
    # A file that is named is meant.
    main(["check", str(home / "a.json")])
    assert "HUSH" in capsys.readouterr().out
    # In a repository, what belongs to it is its own.
    (tmp_path / ".git").mkdir()
    main(["check", str(home)])
    assert "HUSH" in capsys.readouterr().out
