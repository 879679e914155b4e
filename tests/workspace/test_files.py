"""Streams are read when somebody names them, and by no program."""

from __future__ import annotations

import os

import pytest
from support.shell import confty

import confty as library
from confty.language import Unreadable
from confty.workspace import Memory


def test_a_stream_that_the_shell_opened():
    reading, writing = os.pipe()
    os.write(writing, b'{"a": 1}')
    os.close(writing)
    try:
        assert library.load(f"/dev/fd/{reading}", lang="json") == {"a": 1}
    finally:
        os.close(reading)


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="streams have no names here")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
def test_a_result_goes_to_a_stream_that_is_named(tmp_path, name):
    (tmp_path / "a.json").write_text('{"a": 1}')
    done = confty("eval", "a.json", "-o", name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["{", '"a":', "1", "}"]


def test_no_program_reads_a_stream(tmp_path):
    (tmp_path / "a.jsonnet").write_text("importstr '/dev/stdin'")
    done = confty("eval", "a.jsonnet", cwd=tmp_path)
    assert done.returncode == 1
    assert "pipe" in done.stderr or "device" in done.stderr


def test_a_config_can_say_how_large(tmp_path):
    (tmp_path / "confty.toml").write_text("max-file-size = 1\n")
    (tmp_path / "a.json").write_text(" " * (2 << 20) + "1")
    done = confty("eval", "a.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "larger than 1 megabytes" in done.stderr


@pytest.mark.parametrize("name", ["../b.json", "/tmp/confty-outside.json", "c/../../b.json"])
def test_files_of_a_program_are_written_below_the_folder(tmp_path, name):
    (tmp_path / "out" / "c").mkdir(parents=True)
    (tmp_path / "a.jsonnet").write_text(f'{{ "{name}": 1 }}')
    done = confty("jsonnet", "-c", "-m", "out", "a.jsonnet", cwd=tmp_path)
    outside = name.startswith((".", "c"))
    assert done.returncode == (1 if outside else 0)
    assert not (tmp_path / "b.json").exists()
    assert not os.path.exists("/tmp/confty-outside.json")


def test_a_link_that_was_found_is_not_formatted(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "other.json").write_text('{"a":1}')
    (tmp_path / "home" / "link.json").symlink_to("../other.json")
    assert confty("fmt", ".", cwd=tmp_path / "home").returncode == 0
    assert (tmp_path / "other.json").read_text() == '{"a":1}'
    assert confty("fmt", "link.json", cwd=tmp_path / "home").returncode == 0
    assert (tmp_path / "other.json").read_text() != '{"a":1}'


def test_folders_of_files_in_memory() -> None:
    files = Memory({"a/b/c.rcl": "", "a/d.rcl": "", "e.rcl": "", "/x/y.rcl": "", "a/b/f/g": ""})
    folders = {name: files.entries(name) for name in ("", ".", "a", "a/", "a/b", "/", "/x")}
    assert folders == {
        "": ["a", "e.rcl"],
        ".": ["a", "e.rcl"],
        "a": ["b", "d.rcl"],
        "a/": ["b", "d.rcl"],
        "a/b": ["c.rcl", "f"],
        "/": ["x"],
        "/x": ["y.rcl"],
    }
    with pytest.raises(Unreadable):
        files.entries("b")
    files.put("b/new.rcl", "")
    assert files.entries("b") == ["new.rcl"]
    assert files.entries("") == ["a", "b", "e.rcl"]
