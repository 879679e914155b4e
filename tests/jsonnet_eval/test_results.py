"""Results of whole programs on disk: the same bytes, as long as nothing they depend on changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli.main import main
from confty.languages.jsonnet.evaluator import run as running

PROGRAM = "local lib = import 'lib.libsonnet'; { a: lib.x, text: importstr 'note.txt' }"


@pytest.fixture(autouse=True)
def tree(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    Path("main.jsonnet").write_text(PROGRAM)
    Path("far").mkdir()
    Path("near").mkdir()
    Path("far/lib.libsonnet").write_text("{ x: 1 }")
    Path("note.txt").write_text("hello")
    return tmp_path


@pytest.fixture
def runs(monkeypatch) -> list[str]:
    """Count the programs that are really run."""
    counted: list[str] = []
    evaluate = running.evaluate

    def counting(name, *rest):
        counted.append(name)
        return evaluate(name, *rest)

    monkeypatch.setattr(running, "evaluate", counting)
    return counted


def shown(capfd, *flags: str) -> tuple[int, str, str]:
    code = main(["jsonnet", *flags])
    return code, *capfd.readouterr()


USUAL = ("-J", "far", "-J", "near", "main.jsonnet")


def test_an_unchanged_program_is_not_run_again(capfd, runs) -> None:
    first = shown(capfd, *USUAL)
    assert first[0] == 0
    assert [shown(capfd, *USUAL) for _ in range(3)] == [first] * 3
    assert runs == ["main.jsonnet"]


def test_nothing_of_the_evaluator_is_loaded_for_a_kept_result() -> None:
    script = (
        "import sys; from confty.cli.main import main; main(sys.argv[1:]);"
        "print(sorted(m for m in sys.modules if m.startswith('confty') or m in"
        " {'re', 'typing', 'enum', 'functools', 'collections', 'threading', 'argparse'}))"
    )
    command = [sys.executable, "-c", script, "jsonnet", *USUAL]
    environment = {**os.environ, "PYTHONPATH": str(Path(running.__file__).parents[4])}
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert eval(done.stdout.splitlines()[-1]) == [
        "confty",
        "confty.cli",
        "confty.cli.jsonnet",
        "confty.cli.jsonnet_flags",
        "confty.cli.main",
        "confty.kit",
        "confty.kit.reading",
        "confty.kit.sources",
        "confty.kit.store",
        "confty.languages",
        "confty.languages.jsonnet",
        "confty.languages.jsonnet.evaluator",
        "confty.languages.jsonnet.evaluator.keys",
        "confty.languages.jsonnet.evaluator.results",
        "confty.start",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("main.jsonnet", PROGRAM + " + { b: 1 }"),
        ("far/lib.libsonnet", "{ x: 2 }"),
        ("note.txt", "other"),
        ("near/lib.libsonnet", "{ x: 3 }"),
        ("lib.libsonnet", "{ x: 4 }"),
    ],
)
def test_whatever_changes_or_appears_counts(capfd, name, text) -> None:
    before = shown(capfd, *USUAL)
    assert before == shown(capfd, *USUAL)
    Path(name).write_text(text)
    after = shown(capfd, *USUAL)
    assert after == shown(capfd, "--no-cache", *USUAL)
    assert after != before
    assert after == shown(capfd, *USUAL)


def test_a_file_that_goes_away_is_missed(capfd) -> None:
    shown(capfd, *USUAL)
    Path("note.txt").unlink()
    code, out, err = shown(capfd, *USUAL)
    assert (code, out) == (1, "")
    assert "note.txt" in err


def test_flags_that_change_the_output_count(capfd) -> None:
    Path("list.jsonnet").write_text("['a', 'b']")
    kept = {
        flags: shown(capfd, *flags, "list.jsonnet")
        for flags in ((), ("-y",), ("-f", "yaml"), ("--no-trailing-newline",))
    }
    assert len(set(kept.values())) == 4
    for flags, before in kept.items():
        assert shown(capfd, *flags, "list.jsonnet") == before


def test_many_files_and_what_they_were_made_of_are_written_again(capfd) -> None:
    Path("many.jsonnet").write_text("{ 'a.json': (import 'far/lib.libsonnet'), 'b.json': {} }")
    command = ("-m", "out", "-c", "--output-depfile", "deps", "many.jsonnet")
    first = shown(capfd, *command)
    written = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    deps = Path("deps").read_text()
    for path in (*Path("out").iterdir(), Path("deps")):
        path.unlink()
    assert shown(capfd, *command) == first
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == written
    assert Path("deps").read_text() == deps


@pytest.mark.parametrize(
    "flags", [("-V", "v=1"), ("-A", "v=1"), ("--ext-code", "v=1"), ("--no-cache",), ("-e",)]
)
def test_programs_that_are_given_something_are_run_each_time(capfd, runs, flags) -> None:
    Path("f.jsonnet").write_text("function(v=2) v")
    given = "1 + 1" if flags == ("-e",) else "f.jsonnet"
    for _ in range(2):
        assert shown(capfd, *flags, given)[0] == 0
    assert len(runs) == 2
    assert not Path("cache/outputs").exists()


def test_what_is_traced_is_traced_each_time(capfd) -> None:
    Path("t.jsonnet").write_text("std.trace('seen', 1)")
    first = shown(capfd, "t.jsonnet")
    assert "seen" in first[2]
    assert shown(capfd, "t.jsonnet") == first


def test_failures_are_told_each_time(capfd, runs) -> None:
    Path("bad.jsonnet").write_text("{ a: error 'no' }")
    first = shown(capfd, "bad.jsonnet")
    assert first[0] == 1
    assert shown(capfd, "bad.jsonnet") == first
    assert len(runs) == 2


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes of files are of POSIX")
@pytest.mark.parametrize("name", ["note.txt", "main.jsonnet"])
def test_what_others_must_not_read_is_not_copied(capfd, runs, name) -> None:
    Path("note.txt").write_text("password")
    Path(name).chmod(0o600)
    for _ in range(2):
        assert "password" in shown(capfd, *USUAL)[1]
    assert len(runs) == 2
    kept = [path for path in Path("cache").rglob("*") if path.is_file()]
    assert not any(b"password" in path.read_bytes() for path in kept)


def test_an_entry_that_was_meddled_with_is_none(capfd) -> None:
    first = shown(capfd, *USUAL)
    entry = next(
        path for path in Path("cache/outputs").rglob("*") if path.is_file() and len(path.name) > 20
    )
    good = entry.read_bytes()
    for data in (b"", good[:-1], good.replace(b"hello", b"jello"), good[:39], b"confty\n" * 9):
        entry.write_bytes(data)
        assert shown(capfd, *USUAL) == first


def test_one_cache_for_many_folders(capfd, monkeypatch) -> None:
    for folder in ("one", "two"):
        Path(folder).mkdir()
        Path(folder, "main.jsonnet").write_text("import 'lib.libsonnet'")
        Path(folder, "lib.libsonnet").write_text(f"'{folder}'")
    here = Path.cwd()
    for _ in range(2):
        for folder in ("one", "two"):
            monkeypatch.chdir(here / folder)
            assert shown(capfd, "main.jsonnet") == (0, f'"{folder}"\n', "")
