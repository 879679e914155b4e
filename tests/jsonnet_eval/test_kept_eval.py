"""What ``confty eval`` keeps of Jsonnet programs: the same bytes, as long as nothing changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli.main import main
from confty.languages.jsonnet.evaluator import run as running

PROGRAM = "local lib = import 'lib.libsonnet'; { a: lib.x, text: importstr 'note.txt' }"
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "jsonnet"
USUAL = ("-J", "far", "-J", "near", "main.jsonnet")


@pytest.fixture(autouse=True)
def tree(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
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


def shown(capfd, *words: str) -> tuple[int, str, str]:
    code = main(["eval", *words])
    return code, *capfd.readouterr()


def test_an_unchanged_program_is_not_run_again(capfd, runs) -> None:
    first = shown(capfd, *USUAL)
    assert first[0] == 0
    assert [shown(capfd, *USUAL) for _ in range(3)] == [first] * 3
    assert runs == ["main.jsonnet"]
    assert shown(capfd, "--no-cache", *USUAL) == first
    assert len(runs) == 2


def test_little_is_loaded_for_what_is_kept(
    monkeypatch,
) -> None:
    script = (
        "import sys; from confty.cli.main import main; main(sys.argv[1:]);"
        "print('LOADED', *[m for m in sys.modules if m.startswith('confty') or m in"
        " {'re', 'typing', 'enum', 'functools', 'collections', 'threading', 'argparse'}])"
    )
    monkeypatch.setenv("PYTHONPATH", str(Path(running.__file__).parents[4]))
    for form in ("json", "yaml", "toml", "rcl", "python"):
        command = [sys.executable, "-c", script, "eval", "--format", form, *USUAL]
        first, second = (
            subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)
        )
        text, _, _ = first.stdout.partition("LOADED ")
        again, _, loaded = second.stdout.partition("LOADED ")
        assert again == text
        assert sorted(loaded.split()) == [
            "confty",
            "confty.cli",
            "confty.cli.main",
            "confty.cli.recall",
            "confty.cli.writing",
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
    Path(name).write_text(text)
    after = shown(capfd, *USUAL)
    assert after == shown(capfd, "--no-cache", *USUAL)
    assert after != before
    assert after == shown(capfd, *USUAL)


LIBRARY = "import 'lib.libsonnet'"


@pytest.mark.parametrize(
    "config",
    ["confty.toml", "sub/confty.toml", "../confty.toml", "../settings/confty/confty.toml"],
)
def test_a_config_file_that_appears_changes_or_goes_counts(capfd, config) -> None:
    for folder, text in (("far", "1"), ("near", "2")):
        Path(folder, "lib.libsonnet").write_text(text)
    Path("sub").mkdir()
    Path("sub/p.jsonnet").write_text(LIBRARY)
    found = []
    path = Path(config)
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in ("far", "near", "far"):
        path.write_text(f"[jsonnet]\njpath = ['{Path(folder).absolute()}']\n")
        found += [shown(capfd, "sub/p.jsonnet") for _ in range(2)]
    assert [one[1] for one in found] == ["1\n", "1\n", "2\n", "2\n", "1\n", "1\n"]
    path.unlink()
    assert [shown(capfd, "sub/p.jsonnet")[0] for _ in range(2)] == [1, 1]


def test_a_table_in_pyproject_and_a_broken_config_count(capfd) -> None:
    Path("p.jsonnet").write_text("std.length('a')")
    Path("pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert [shown(capfd, "p.jsonnet")[0] for _ in range(2)] == [0, 0]
    Path("pyproject.toml").write_text("[tool.confty]\nno-such-setting = 1\n")
    assert shown(capfd, "p.jsonnet")[0] == 2


def test_a_marked_root_brings_its_packages(capfd) -> None:
    Path("vendor").mkdir()
    Path("vendor/lib.libsonnet").write_text("'vendored'")
    Path("lib").mkdir()
    Path("p.jsonnet").write_text(LIBRARY)
    Path("main.jsonnet").unlink()
    assert shown(capfd, "-J", "far", "p.jsonnet")[1] == shown(capfd, "-J", "far", "p.jsonnet")[1]
    Path("jsonnetfile.json").write_text("{}")
    assert [shown(capfd, "p.jsonnet")[1] for _ in range(2)] == ['"vendored"\n'] * 2
    Path("lib/lib.libsonnet").write_text("'nearer'")
    assert [shown(capfd, "p.jsonnet")[1] for _ in range(2)] == ['"nearer"\n'] * 2
    Path("jsonnetfile.json").unlink()
    assert shown(capfd, "p.jsonnet")[0] == 1


def test_variables_of_the_environment_that_are_read_count(capfd, monkeypatch) -> None:
    Path("p.jsonnet").write_text(LIBRARY)
    Path("near/lib.libsonnet").write_text("'near'")
    for folder in ("far", "near", "far"):
        monkeypatch.setenv("JSONNET_PATH", folder)
        for _ in range(2):
            assert ("near" in shown(capfd, "p.jsonnet")[1]) == (folder == "near")
    monkeypatch.setenv("CONFTY_OUTPUT_FORMAT", "nonsense")
    assert shown(capfd, "p.jsonnet")[0] == 2
    monkeypatch.setenv("CONFTY_OUTPUT_FORMAT", "json")
    first = shown(capfd, "p.jsonnet")
    assert first[2]
    assert shown(capfd, "p.jsonnet") == first


def test_flags_that_change_the_output_count(capfd, runs) -> None:
    Path("list.jsonnet").write_text("['a', 'b']")
    forms = [(), ("--format", "yaml"), ("--format=json-compact",), ("--format", "json-lines")]
    kept = {flags: shown(capfd, *flags, "list.jsonnet") for flags in forms}
    assert len(set(kept.values())) == 4
    ran = len(runs)
    for flags, before in kept.items():
        assert shown(capfd, *flags, "list.jsonnet") == before
    assert len(runs) == ran
    assert shown(capfd, "--format", "nonsense", "list.jsonnet")[0] == 2


@pytest.mark.parametrize(
    "flags",
    [
        ("-V", "v=1"),
        ("-A", "v=1"),
        ("--ext-code", "v=1"),
        ("--ext-secret", "v=env:HOME"),
        ("--no-cache",),
        ("--allow-commands",),
        ("--show-secrets",),
        ("--sandbox", "project"),
        ("-c", "jsonnet.dialect=cpp"),
        ("-C", "."),
        ("-v",),
        ("-o", "out.json"),
        ("-o", "out.json", "--output-depfile", "deps"),
    ],
)
def test_what_is_more_than_a_program_is_run_each_time(capfd, runs, flags) -> None:
    Path("f.jsonnet").write_text("function(v=2) v")
    for _ in range(2):
        assert shown(capfd, *flags, "f.jsonnet")[0] == 0
    assert len(runs) == 2
    assert not Path("../cache/outputs").exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [("std.trace('seen', 1)", 0), ("{ a: error 'no' }", 1), ("import 'a.toml'", 0)],
)
def test_traces_failures_and_other_languages_are_told_each_time(capfd, runs, text, code) -> None:
    Path("a.toml").write_text("a = 1")
    Path("p.jsonnet").write_text(text)
    first = shown(capfd, "p.jsonnet")
    assert first[0] == code
    assert shown(capfd, "p.jsonnet") == first
    assert len(runs) == 2


def test_environments_of_tanka_are_run_each_time(capfd, runs) -> None:
    Path("tkrc.yaml").write_text("")
    Path("far/main.jsonnet").write_text("1")
    for _ in range(2):
        assert shown(capfd, "far/main.jsonnet")[:2] == (0, "1\n")
    assert len(runs) == 2


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes of files are of POSIX")
@pytest.mark.parametrize("name", ["main.jsonnet", "note.txt"])
def test_what_others_must_not_read_is_not_copied(capfd, runs, name) -> None:
    Path(name).chmod(0o600)
    for _ in range(2):
        assert shown(capfd, *USUAL)[0] == 0
    assert len(runs) == 2


def test_one_cache_for_many_folders(capfd, monkeypatch) -> None:
    for folder in ("one", "two"):
        Path(folder).mkdir()
        Path(folder, "main.jsonnet").write_text(LIBRARY)
        Path(folder, "lib.libsonnet").write_text(f"'{folder}'")
    here = Path.cwd()
    for _ in range(2):
        for folder in ("one", "two"):
            monkeypatch.chdir(here / folder)
            assert shown(capfd, "main.jsonnet") == (0, f'"{folder}"\n', "")


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not here")
def test_real_programs_give_the_same_bytes_again(capfd, monkeypatch, runs) -> None:
    monkeypatch.chdir(CORPUS)
    known = [json.loads(line) for line in Path("expected.jsonl").read_text().splitlines()]
    known = [one for one in known if not one["natives"]]
    known.sort(key=lambda one: one["go_cpu"])
    for one in known[:-5:9]:
        folders = [word for folder in one["jpath"] for word in ("-J", folder)]
        for form in ("json", "yaml"):
            words = ("--format", form, *folders, one["entry"])
            first = shown(capfd, "--no-cache", *words)
            assert shown(capfd, *words) == first
            ran = len(runs)
            assert shown(capfd, *words) == first
            assert len(runs) == ran


def test_imports_in_code_from_a_file_begin_at_the_file(capfd) -> None:
    Path("far").mkdir(exist_ok=True)
    Path("far/code.jsonnet").write_text("import 'deep'")
    Path("ext.jsonnet").write_text("std.extVar('v')")
    Path("tla.jsonnet").write_text("function(v) v")
    given = {"ext.jsonnet": "--ext-code-file", "tla.jsonnet": "--tla-code-file"}
    for text in ("1", "2"):
        Path("far/deep").write_text(text)
        for name, flag in given.items():
            assert shown(capfd, flag, "v=far/code.jsonnet", name)[:2] == (0, f"{text}\n")
            many = ("--many", "--format", "json", "-o", "out", flag, "v=far/code.jsonnet", name)
            assert shown(capfd, *many)[0] == 0
            assert Path("out").read_text() == f"{text}\n"


def test_code_from_a_file_fails_in_the_file(capfd) -> None:
    Path("far").mkdir(exist_ok=True)
    Path("far/code.jsonnet").write_text("1 +\n  error 'no'")
    Path("p.jsonnet").write_text("std.extVar('v')")
    code, _, told = shown(capfd, "--ext-code-file", "v=far/code.jsonnet", "p.jsonnet")
    assert code == 1
    assert "far/code.jsonnet:2:3" in told
