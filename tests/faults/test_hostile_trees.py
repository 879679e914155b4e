"""What a tree that somebody else made can lead a command to show or to write."""

from __future__ import annotations

import pytest

from confty.cli.main import main
from confty.compat import jsonnet

PRECIOUS = "precious HUSH word"


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder with links to a file and a folder outside of it."""
    (tmp_path / "outside" / "folder").mkdir(parents=True)
    (tmp_path / "outside" / "file").write_text(PRECIOUS)
    home = tmp_path / "home"
    (home / "out").mkdir(parents=True)
    (home / "out" / "x.json").symlink_to(tmp_path / "outside" / "file")
    (home / "out" / "folder").symlink_to(tmp_path / "outside" / "folder")
    (home / "out" / "new.json").symlink_to(tmp_path / "outside" / "new")
    monkeypatch.chdir(home)
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    yield home
    assert (tmp_path / "outside" / "file").read_text() == PRECIOUS
    assert sorted(one.name for one in (tmp_path / "outside").rglob("*")) == ["file", "folder"]


@pytest.mark.parametrize("stem", ["x", "new", "folder/y"])
def test_many_values_are_written_to_no_place_outside(tree, stem):
    (tree / "folder").mkdir()
    (tree / f"{stem}.jsonnet").write_text("{ a: 1 }")
    code = main(["eval", "--many", f"{stem}.jsonnet", "-o", "out/{path}.json"])
    assert code == (2 if "/" in stem else 0)
    assert (tree / "out" / f"{stem}.json").is_file() == (code == 0)


def test_a_link_that_is_named_is_followed(tree):
    (tree / "mine.json").write_text("")
    (tree / "link.json").symlink_to("mine.json")
    (tree / "a.jsonnet").write_text("1")
    assert main(["eval", "a.jsonnet", "-o", "link.json"]) == 0
    assert (tree / "mine.json").read_text() == "1\n"


def test_expectations_are_written_to_no_place_outside(tree, tmp_path):
    (tree / "a.test.jsonnet").write_text("{ a: 1 }")
    (tree / "a.test.expected.json").symlink_to(tmp_path / "outside" / "file")
    main(["test", "--update", "."])


def test_a_baseline_is_written_to_no_place_outside(tree, tmp_path):
    (tree / ".confty-baseline.json").symlink_to(tmp_path / "outside" / "file")
    (tree / "confty.toml").write_text("")
    (tree / "a.json").write_text('{"a": 1, "a": 2}')
    main(["check", "--update-baseline", "a.json"])


def test_a_converted_program_is_written_to_no_place_outside(tree, tmp_path):
    (tree / "out" / "main.pp").symlink_to(tmp_path / "outside" / "file")
    (tree / "a.yaml").write_text("x: 1\n")
    assert main(["convert", "a.yaml", "--to", "pcl", "-o", "out"]) == 0
    assert (tree / "out" / "main.pp").read_text() == "x = 1\n"


def test_a_name_that_no_file_can_have(tree, capsys):
    (tree / "a.jsonnet").write_text(r"{ 'a\u0000b': 1 }")
    assert main(["jsonnet", "-m", "out", "a.jsonnet"]) == 1
    assert "it is not below out" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["../outside/file", "link", "{outside}/file"])
@pytest.mark.parametrize(
    "words",
    [
        ("check",),
        ("eval",),
        ("jsonnet",),
        ("jsonnet", "--dialect", "cpp"),
        ("jsonnet", "--trace-format", "explaining"),
        ("jsonnet-lint",),
    ],
)
def test_a_file_that_nobody_named_is_not_quoted(tree, tmp_path, capsys, place, words):
    """Also one without a suffix: most files with passwords have none."""
    (tree / "link").symlink_to(tmp_path / "outside" / "file")
    named = place.replace("{outside}", str(tmp_path / "outside"))
    (tree / "a.jsonnet").write_text(f"import '{named}'")
    assert main([*words, "a.jsonnet"]) != 0
    said = "".join(capsys.readouterr())
    assert "file:1:" in said or "link:1:" in said
    assert not any(word in said for word in PRECIOUS.split())


def test_nor_by_the_module(tree):
    (tree / "a.jsonnet").write_text("import '../outside/file'")
    with pytest.raises(RuntimeError, match="outside/file:1:") as failed:
        jsonnet.evaluate_file("a.jsonnet")
    assert not any(word in str(failed.value) for word in PRECIOUS.split())


def test_times_are_told_without_steering_the_terminal(tree, capsys):
    (tree / "\x1b[31ma.json").write_text("{}")
    main(["check", "-v", "."])
    assert "\x1b" not in "".join(capsys.readouterr())
