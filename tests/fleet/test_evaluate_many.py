"""``confty eval --many`` and ``confty build``: the same as one by one, whoever works."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli.main import main
from confty.fleet import crew, journal
from confty.fleet.delivery import Unfinished
from confty.fleet.job import Batch, Worker
from confty.kit import limits
from confty.workspace import many

FILES = {
    "lib.libsonnet": "{ port(n):: 8000 + n }",
    "env/a.jsonnet": "local lib = import '../lib.libsonnet'; { port: lib.port(1) }",
    "env/b.jsonnet": "{ bad: error 'no ' + 'value' }",
    "env/c.rcl": 'let x = 3; { port = x + 1, text = "ü" }',
    "env/d.jsonnet": "std.trace('seen', { n: 1e100, text: importstr 'note.txt' })",
    "env/note.txt": "hello\n",
    "env/data.json": '{"not": "a program"}',
}  # fmt: skip


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    tree = tmp_path / "tree"
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    for name, text in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    (tree / "confty.toml").write_text("")
    monkeypatch.chdir(tree)
    return tree


def alone(name: str, form: str = "json-compact") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "confty", "eval", "--format", form, name],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout


@pytest.mark.parametrize("method", ["here", "fork", "spawn", "none"])
def test_lines_are_the_same_in_the_same_order(method, monkeypatch, capsys):
    def context():
        import multiprocessing

        if method == "none":
            raise OSError
        return multiprocessing.get_context(method)

    monkeypatch.setattr(crew, "process_context", context)
    assert main(["eval", "--many", "-j", "1" if method == "here" else "2", "env"]) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    names = ["env/a.jsonnet", "env/b.jsonnet", "env/c.rcl", "env/d.jsonnet"]
    assert [line["target"] for line in lines] == names
    for line in lines:
        if line["target"] == "env/b.jsonnet":
            assert line == {"target": "env/b.jsonnet", "error": "no value"}
        else:
            assert line["value"] == json.loads(alone(line["target"]))
    assert "evaluated 4 targets: 1 failed" in err
    assert err.index("no value") < err.index("seen") < err.index("evaluated")
    assert "env/b.jsonnet:1:8" in err


def test_files_by_a_pattern_with_rules_for_make(capsys):
    command = ["eval", "--many", "env/a.jsonnet", "env/d.jsonnet", "-o", "out/{path}.{name}.yaml",
               "--format", "yaml", "--output-depfile", "out.d"]  # fmt: skip
    assert main(command) == 0
    for name in ("a", "d"):
        made = Path(f"out/env/{name}.{name}.jsonnet.yaml")
        assert made.read_text() == alone(f"env/{name}.jsonnet", "yaml")
        os.utime(made, (1, 1))
    assert Path("out.d").read_text() == (
        "out/env/a.a.jsonnet.yaml: env/a.jsonnet lib.libsonnet\n"
        "out/env/d.d.jsonnet.yaml: env/d.jsonnet env/note.txt\n"
    )
    assert main(command) == 0
    assert "0 files written" in capsys.readouterr().err
    assert made.stat().st_mtime == 1, "what does not change is not touched"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["env", "-o", "out.json"], "would both be written to out.json"),
        (["env", "-o", "{stam}.json"], "there is no placeholder {stam}; did you mean"),
        (["nowhere"], "nowhere"),
        ([], "expected files, or [targets]"),
        (["env", "--seal"], "--seal"),
        (["env/a.jsonnet", "-o", "{path}.jsonnet"], "overwritten by its own value"),
        (["env", "--format", "jsn"], "can be shown as"),
        (["env/c.rcl", "--tla-str", "a=b"], "rcl has no use for it"),
    ],
)
def test_usage(words, said, capsys):
    assert main(["eval", "--many", *words]) == 2
    assert said in capsys.readouterr().err


def test_one_file_needs_no_crew(capsys):
    assert main(["eval", "-j", "2", "env/a.jsonnet"]) == 2
    assert main(["eval", "env/a.jsonnet", "env/c.rcl"]) == 2
    assert "--many" in capsys.readouterr().err


def test_an_unreadable_target_and_an_unwritable_output(capsys):
    Path("out").mkdir()
    Path("out/a.json").mkdir()
    assert main(["eval", "--many", "env/a.jsonnet", "env/c.rcl", "-o", "out/{stem}.json"]) == 2
    assert Path("out/c.json").exists(), "a failing target does not stop the others"
    assert "out/a.json" in capsys.readouterr().err


def test_names_on_standard_input(monkeypatch, capsys):
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("env/c.rcl\n\nenv/a.jsonnet\n"))
    assert main(["eval", "--many", "-"]) == 0
    found = [json.loads(line)["target"] for line in capsys.readouterr().out.splitlines()]
    assert sorted(found) == ["env/a.jsonnet", "env/c.rcl"]


TARGETS = """
[targets."out/{stem}.yaml"]
from = ["env/*.jsonnet", "env/c.rcl"]
banner = "# generated"
[targets."dev.json"]
from = "app.jsonnet"
tla-str = { env = "dev" }
[targets."prod.json"]
from = "app.jsonnet"
tla-str = { env = "prod" }
"""


def test_targets_of_the_config(capsys, monkeypatch):
    Path("confty.toml").write_text(TARGETS)
    Path("app.jsonnet").write_text("function(env) { env: env }")
    Path("env/b.jsonnet").write_text("{ fine: 1 }")
    assert main(["build", "--check"]) == 1
    assert "prod.json is not up to date" in capsys.readouterr().out
    monkeypatch.chdir("env")
    assert main(["build"]) == 0
    monkeypatch.chdir("..")
    assert Path("out/a.yaml").read_text() == "# generated\n" + alone("env/a.jsonnet", "yaml")
    assert json.loads(Path("dev.json").read_text()) == {"env": "dev"}
    assert json.loads(Path("prod.json").read_text()) == {"env": "prod"}
    assert main(["build", "--check"]) == 0
    assert main(["eval", "--many"]) == 0
    assert "0 files written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[targets."../x.json"]\nfrom = "env/a.jsonnet"', "not below the config file's folder"),
        ('[targets."x.json"]\nform = "env/a.jsonnet"', "needs 'from'"),
        ('[targets."x.json"]\nfrom = "a"\nformt = "json"', "did you mean"),
        ('[targets."x.json"]\nfrom = "env/*.nothing"', "no program is named by env/*.nothing"),
        ('[targets."x.json"]\nfrom = "a"\ntla-str = { a = 1 }', "expected a table of strings"),
    ],
)
def test_bad_targets(table, said, capsys):
    Path("confty.toml").write_text(table)
    assert main(["build"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("build.rcl", '{ "x/a.json": { contents = {a = 1}, format = "json", banner = "//" } }'),
        ("t.jsonnet", "{ 'x/a.json': { contents: { a: 1 }, format: 'json', banner: '//' } }"),
        ("t.yaml", "x/a.json:\n  contents: {a: 1}\n  format: json\n  banner: //\n"),
    ],
)
def test_a_build_file_of_any_language(name, text, capsys):
    Path(name).write_text(text)
    words = [] if name == "build.rcl" else [name]
    assert main(["build", "--dry-run", *words]) == 0
    assert capsys.readouterr().out.startswith("# x/a.json\n//\n{")
    assert main(["build", "--output-depfile", "d", *words]) == 0
    assert Path("x/a.json").read_text() == '//\n{\n  "a": 1\n}\n'
    assert Path("d").read_text() == f"x/a.json: {name}\n"
    assert main(["build", "--check", *words]) == 0
    Path(name).write_text(text.replace("x/a", "../a"))
    assert main(["build", *words]) == 2
    assert "outside" in capsys.readouterr().err


def deadly(monkeypatch, name: str) -> None:
    """Let a target kill the process that works on it, as want of memory does."""
    real, here = Worker.done, os.getpid()

    def done(worker, at, target):
        if target.name == name and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(worker, at, target)

    monkeypatch.setattr(Worker, "done", done)


def test_a_target_that_kills_its_process(monkeypatch, capsys):
    deadly(monkeypatch, "env/c.rcl")
    monkeypatch.setattr(crew, "process_context", lambda: multiprocessing.get_context("fork"))
    assert main(["eval", "--many", "-j", "2", "env"]) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert ["value" in line for line in lines] == [True, False, False, True]
    assert "env/c.rcl: its process was ended from outside" in err


def broken_after(monkeypatch, count: int) -> list[str]:
    """Break runs off after so many targets; note those that are worked on."""
    worked: list[str] = []
    real = crew.ThisProcess.work

    def work(self, job, todo, take):
        def some(batch: Batch) -> None:
            take(batch)
            worked.append(todo[len(worked)][1].name)
            if len(worked) == count:
                raise Unfinished("the power is gone")

        real(self, job, todo, some)

    monkeypatch.setattr(crew.ThisProcess, "work", work)
    return worked


def test_a_run_that_broke_off_goes_on(monkeypatch, capsys):
    assert main(["eval", "--many", "-j", "1", "env"]) == 1
    whole = capsys.readouterr().out
    with monkeypatch.context() as patched:
        broken_after(patched, 2)
        assert main(["eval", "--many", "-j", "1", "env"]) == 2
    out, err = capsys.readouterr()
    assert whole.startswith(out)
    assert "the power is gone" in err
    assert "2 targets have no result:\n  env/c.rcl\n  env/d.jsonnet\n" in err
    assert "--resume" in err
    worked = broken_after(monkeypatch, 99)
    Path("lib.libsonnet").write_text(FILES["lib.libsonnet"] + "\n")
    assert main(["eval", "--many", "-j", "1", "--resume", "env"]) == 1
    assert worked == ["env/a.jsonnet", "env/c.rcl", "env/d.jsonnet"], "what changed is done again"
    assert capsys.readouterr().out == whole
    worked.clear()
    assert main(["eval", "--many", "-j", "1", "--resume", "env"]) == 1
    assert len(worked) == 4, "a run that ended well leaves nothing"


def test_a_run_does_not_go_on_with_other_settings(monkeypatch, capsys):
    Path("confty.toml").write_text('[jsonnet]\njpath = ["libraries"]\n')
    Path("libraries").mkdir()
    Path("libraries/own.libsonnet").write_text("1")
    names = [f"{name}.jsonnet" for name in "ab"]
    for name in names:
        Path(name).write_text("import 'own.libsonnet'")
    words = ["eval", "--many", "-j", "1", *names]
    with monkeypatch.context() as patched:
        broken_after(patched, 1)
        assert main(words) == 2
    Path("confty.toml").write_text("")
    capsys.readouterr()
    assert main([*words, "--resume"]) == 1
    assert "value" not in capsys.readouterr().out


def test_a_full_disk(monkeypatch, capsys):
    real = many.os.replace
    import errno

    def replace(source, target):
        if target.endswith("c.json"):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(source, target)

    command = ["eval", "--many", "-j", "1", "-o", "out/{stem}.json", "env"]
    with monkeypatch.context() as patched:
        patched.setattr("os.replace", replace)
        assert main(command) == 2
    err = capsys.readouterr().err
    assert "out/c.json: no space left on device" in err
    assert "2 targets have no result:\n  env/c.rcl\n  env/d.jsonnet\n" in err
    assert main([*command, "--resume"]) == 1
    assert Path("out/c.json").exists()
    assert Path("out/d.json").exists()


def test_nothing_is_kept_of_secrets(monkeypatch, capsys):
    monkeypatch.setenv("PASSWORD", "hunter2")
    Path("env/s.jsonnet").write_text("{ s: std.extVar('PASSWORD') }")
    words = ["eval", "--many", "--ext-secret", "PASSWORD", "env/s.jsonnet", "env/a.jsonnet"]
    made: list[object] = []
    monkeypatch.setattr(journal.Journal, "add", lambda *_: made.append(1))
    assert main(words) == 0
    assert "hunter2" not in capsys.readouterr().out
    assert main([*words, "--show-secrets"]) == 0
    assert "hunter2" in capsys.readouterr().out
    assert not made
    assert main([*words, "--resume"]) == 2


RESUMED = ["eval", "--many", "-j", "1", "--resume", "env"]


def broken_off(monkeypatch, count: int, *words: str) -> Path:
    """Break a run off after so many targets and return its journal."""
    with monkeypatch.context() as patched:
        broken_after(patched, count)
        assert main(["eval", "--many", "-j", "1", *words, "env"]) == 2
    runs = Path(os.environ["CONFTY_CACHE_DIR"]) / "runs"
    [found] = [one for one in runs.iterdir() if one.name not in {"secret", "tally"}]
    return found


def test_a_record_that_was_torn_hides_none_behind_it(monkeypatch):
    torn = broken_off(monkeypatch, 2)
    with torn.open("ab") as stream:
        stream.write(b"\0" * 7 + b"\xff" + b"half")
    assert broken_off(monkeypatch, 1, "--resume") == torn
    worked = broken_after(monkeypatch, 99)
    assert main(RESUMED) == 1
    assert worked == ["env/d.jsonnet"]


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _ring(path: Path) -> None:
    path.symlink_to(path)


def _everybodys(path: Path) -> None:
    path.write_bytes(b"\0" * 100)
    path.chmod(0o666)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
@pytest.mark.parametrize("hostile", [_pipe, _endless, _ring, _everybodys, Path.mkdir])
@pytest.mark.parametrize("words", [RESUMED, [one for one in RESUMED if one != "--resume"]])
def test_what_stands_where_a_journal_should_is_not_waited_for(monkeypatch, hostile, words):
    there = broken_off(monkeypatch, 2)
    there.unlink()
    hostile(there)
    command = [sys.executable, "-m", "confty", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stdout.count("\n") == 4


def test_a_target_has_one_run(monkeypatch):
    """It takes as long to start one as a small program takes."""
    started: list[object] = []
    real = limits._Run.start

    def start(run, size):
        started.append(run)
        return real(run, size)

    monkeypatch.setattr(limits._Run, "start", start)
    assert main(["eval", "--many", "-j", "1", "--format", "yaml", "env/a.jsonnet"]) == 0
    programs = [run for run in started if run.limits.memory is not None]
    assert len(programs) == 1
