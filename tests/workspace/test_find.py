"""Which files are meant: compared with git itself where git has the last word."""

import os
import shutil
import subprocess

import pytest

from confty.cli import flags
from confty.workspace.find import NoSuchPath, find
from confty.workspace.globs import glob_pattern


def every(name):
    return name.endswith((".json", ".yaml"))


def none(_):
    return False


def make(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}\n")


def test_folders_are_searched_in_order_and_once(tmp_path, monkeypatch):
    make(tmp_path, "b.json", "a/z.yaml", "a/y.json", "c.txt", ".hidden/x.json")
    monkeypatch.chdir(tmp_path)
    assert find([".", "b.json"], every, none) == ["b.json", "a/y.json", "a/z.yaml"]


def test_packages_are_left_out_unless_they_are_named(tmp_path, monkeypatch):
    make(tmp_path, "a.json", "node_modules/p/b.json", "x/vendor/c.json", ".venv/d.json")
    make(tmp_path, ".github/workflows/ci.yaml", "env/e.json")
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    monkeypatch.chdir(tmp_path)
    assert find(["."], every, none) == ["a.json", ".github/workflows/ci.yaml"]
    assert find(["x/vendor", "node_modules"], every, none) == [
        "x/vendor/c.json",
        "node_modules/p/b.json",
    ]


def test_a_named_file_is_taken_whatever_its_suffix(tmp_path):
    make(tmp_path, "c.txt")
    assert find([str(tmp_path / "c.txt")], every, none) == [str(tmp_path / "c.txt")]


def test_a_missing_path_is_named(tmp_path):
    with pytest.raises(NoSuchPath, match="nowhere"):
        find([str(tmp_path / "nowhere")], every, none)


def test_a_loop_of_links_ends(tmp_path):
    make(tmp_path, "a/x.json")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "ring.json").symlink_to("ring.json")
    assert len(find([str(tmp_path)], every, none)) == 1


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_ignored_files_are_those_that_git_ignores(tmp_path, monkeypatch):
    make(
        tmp_path,
        *("a.json", "build/b.json", "src/build/c.json", "src/keep.json", "src/gen/d.json"),
        *("src/gen/keep.json", "logs/e.json", "x/logs/f.json", "deep/one/two/g.json", "h.yaml"),
    )
    (tmp_path / ".gitignore").write_text(
        "/build\n*.yaml\nlogs/\ndeep/**/two\n# comment\n\nsrc/gen/*\n!src/gen/keep.json\n"
    )
    (tmp_path / "src" / ".gitignore").write_text("build/\n!keep.json\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    monkeypatch.chdir(tmp_path)
    assert sorted(find(["."], every, none)) == sorted(name for name in listed if every(name))


@pytest.mark.parametrize(
    ("glob", "yes", "no"),
    [
        ("*.json", ["a.json"], ["a/b.json", "a.jsonx"]),
        ("**/*.json", ["a.json", "a/b/c.json"], ["a.yaml"]),
        ("a/**", ["a/b", "a/b/c"], ["b/a"]),
        ("**/*.{json,yaml}", ["x/a.yaml"], ["x/a.toml"]),
        ("[ab].txt", ["a.txt"], ["c.txt"]),
        ("[!ab].txt", ["c.txt"], ["a.txt"]),
    ],
)
def test_globs(glob, yes, no):
    pattern = glob_pattern(glob)
    assert all(pattern.match(name) for name in yes)
    assert not any(pattern.match(name) for name in no)


@pytest.mark.skipif(os.sep == "\\", reason="a backslash is no letter of a name there")
def test_a_backslash_in_a_name_stays_one(tmp_path, monkeypatch):
    make(tmp_path, "a\\b/c\\d.json", "a\\b/e.json")
    (tmp_path / "a\\b" / ".gitignore").write_text("e*\n")
    (tmp_path / "a\\b" / "c\\d.json").write_text('{"a": 1, "a": 2}')
    monkeypatch.chdir(tmp_path)
    name = "a\\b/c\\d.json"
    assert find(["."], every, none) == find(["a\\b/../a\\b", name], every, none) == [name]
    (finding,) = flags.project(flags.parser("check", "").parse_args([])).check(name)
    assert finding.span.source.name == name


def test_a_file_is_one_whatever_it_is_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.json").write_text("{}")
    whole = str(tmp_path / "a.json")
    for paths in (["a.json", whole], [whole, "a.json"], [".", whole], ["./a.json", str(tmp_path)]):
        assert len(find(paths, lambda name: name.endswith(".json"), lambda _: False)) == 1
