"""The same bytes through a cluster, whatever happens to it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from confty.cli.main import main
from confty.fleet import cluster, connection, effort, remote
from confty.fleet.remote import Stamp

pytest.importorskip("distributed", reason="NOT RUN: the package distributed is not there")

from fleet.dask_cluster import SOURCES, Dask

pytestmark = pytest.mark.filterwarnings("ignore")

FILES = {
    "confty.toml": '[jsonnet]\njpath = ["vendor"]\n[[overrides]]\ninclude = ["env/odd/**"]\nrules = { all = "warn" }\n',
    "lib.libsonnet": "{ port(n):: 8000 + n, deep: import 'more.libsonnet' }",
    "vendor/more.libsonnet": "{ x: 1 }",
    "env/a.jsonnet": "local lib = import '../lib.libsonnet'; { port: lib.port(1), x: lib.deep.x }",
    "env/b.jsonnet": "{ bad: error 'no value' }",
    "env/c.rcl": 'let lib = import "lib.rcl"; { port = lib.base + 1, t = lib.text }',
    "env/lib.rcl": '{ base = 4, text = "ü" }',
    "env/d.jsonnet": "std.trace('seen', { text: importstr 'note.txt', data: import 'data.yaml' })",
    "env/e.jsonnet": "local name = 'a'; { [name + 'b']: (import 'nowhere.libsonnet') }",
    "env/f.pp": "output x { value = 1 }\n",
    "env/g.jsonnet": "(import\n  // found by asking only\n  '../lib.libsonnet').port(7)",
    "env/odd/h.jsonnet": "local unused = 1; { a: 1 } + { b: self.c }",
    "env/note.txt": "hello\n",
    "env/data.yaml": "a: [1, 2]\n",
    "env/bad.json": '{"a": 1, "a": 2}',
}


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    one = Dask(tmp_path_factory.mktemp("cluster"))
    one.worker()
    one.worker()
    one.wait(2)
    yield one
    one.end()


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    tree = tmp_path / "tree"
    for name, text in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    monkeypatch.chdir(tree)
    return tree


def ran(capsys, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    kept = [line for line in err.splitlines() if not line.startswith("tcp://")]
    return code, out, "\n".join(kept)


@pytest.mark.parametrize(
    "words",
    [
        ["eval", "--many", "env"],
        ["eval", "--many", "env", "--format", "yaml", "-o", "../out/{path}.yaml"],
        ["check", "--no-cache", "."],
        ["check", "."],
        ["check", "--output-format", "jsonl", "env"],
        ["fmt", "--check", "."],
        ["fmt", "--diff", "env"],
    ],
    ids=" ".join,
)
def test_the_same_bytes(dask, words, capsys, monkeypatch, tmp_path):
    here = ran(capsys, *words)
    made = {path: path.read_bytes() for path in tmp_path.glob("out/**/*.*")}
    shutil.rmtree(tmp_path / "out", ignore_errors=True)
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "other"))
    there = ran(capsys, *words, "--engine", dask.engine)
    assert there == here
    assert {path: path.read_bytes() for path in tmp_path.glob("out/**/*.*")} == made
    if words == ["check", "."]:
        monkeypatch.setattr(cluster.Cluster, "work", lambda *_: pytest.fail("all is known"))
        Path("env/f.pp").unlink()
        assert ran(capsys, *words, "--engine", dask.engine)[0] == 1


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"ring.jsonnet": "(import 'ring.jsonnet') + 1"}, ["eval", "--many", "ring.jsonnet"]),
        (
            {
                "confty.toml": '[schemas]\n"*.json" = "away.json"\n',
                "away.json": None,
                "data.json": "{}",
            },
            ["check", "--no-cache", "data.json"],
        ),
        ({"env/odd/confty.toml": "bogus = 1\n"}, ["eval", "--many", "env"]),
        ({"env/odd/confty.toml": "bogus = 1\n"}, ["fmt", "--check", "env"]),
    ],
    ids=["deep imports", "schema elsewhere", "bad config, eval", "bad config, fmt"],
)
def test_the_same_words(dask, files, words, capsys, tmp_path):
    (tmp_path / "away.json").write_text("{}")
    for name, text in files.items():
        if text is None:
            Path(name).symlink_to(tmp_path / name)
        else:
            Path(name).write_text(text)
    here = ran(capsys, *words, "-j", "1")
    assert here[0] != 0
    assert ran(capsys, *words, "-j", "2") == here
    assert ran(capsys, *words, "--engine", dask.engine) == here


def test_another_folder_and_absolute_names(dask, capsys, monkeypatch, place):
    monkeypatch.chdir("env/odd")
    words = ["eval", "--many", "..", str(place / "env" / "a.jsonnet")]
    here = ran(capsys, *words)
    assert ran(capsys, *words, "--engine", dask.engine) == here


def test_secrets_are_fetched_by_the_worker_or_encrypted(dask, capsys, monkeypatch):
    Path("s.jsonnet").write_text("{ s: std.extVar('S'), n: std.length(std.extVar('S')) }")
    monkeypatch.setenv("S", "hunter2")
    words = ["eval", "--many", "--ext-secret", "S", "s.jsonnet"]
    here = ran(capsys, *words)
    assert here[0] == 0
    code, _, err = ran(capsys, *words, "--engine", dask.engine)
    assert code == 2
    assert "secret S: there is no environment variable S" in err
    sent: list[bytes] = []
    real = effort.pickle.dumps

    def dumps(data, protocol=5):
        sent.append(real(data, protocol=protocol))
        return sent[-1]

    monkeypatch.setattr(effort.pickle, "dumps", dumps)
    with_own = dask.worker(S="hunter2", CONFTY_FLEET_PASSPHRASE="open sesame")
    dask.wait(3)
    assert ran(capsys, *words, "--engine", dask.engine)[:2] == here[:2]
    shown = ran(capsys, *words, "--show-secrets", "--engine", dask.engine)
    assert shown[0] == 2
    assert "travel encrypted" in shown[2]
    monkeypatch.setenv("CONFTY_FLEET_PASSPHRASE", "open sesame")
    monkeypatch.setenv("S", "another")
    code, out, err = ran(capsys, *words, "--show-secrets", "--engine", dask.engine)
    assert (code, '"another"' in out) == (0, True), err
    assert sent
    assert not any(b"hunter2" in one or b"another" in one for one in sent)
    dask.kill(with_own)


def test_from_python(dask):
    from confty import fleet

    there = fleet.evaluate(["env/a.jsonnet", "env/b.jsonnet"], engine=dask.engine)
    assert there[0].value == {"port": 8001, "x": 1}
    assert [str(one) for one in there[1].diagnostics] == [
        str(one) for one in fleet.evaluate("env/b.jsonnet", jobs=1)[0].diagnostics
    ]
    found = fleet.check(".", engine=dask.engine)
    assert [str(one) for one in found] == [str(one) for one in fleet.check(".", cache=False)]
    assert fleet.unformatted(".", engine=dask.engine) == fleet.unformatted(".")
    with pytest.raises(TypeError, match="cannot be sent"):
        fleet.evaluate(".", natives={"f": len})
    with pytest.raises(fleet.Unfinished, match="expected dask"):
        fleet.evaluate("env", engine="ray://x")


def test_another_version_is_refused(dask, capsys, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    init = copy / "confty" / "__init__.py"
    text = init.read_text()
    init.write_text(text.replace('__version__ = "', '__version__ = "9.'))
    assert init.read_text() != text
    other = dask.worker(str(copy))
    dask.wait(3)
    code, out, err = ran(capsys, "eval", "--many", "env", "--engine", dask.engine)
    here = ran(capsys, "eval", "--many", "env")
    assert (code, out) == here[:2]
    assert "is not used: expected confty" in err
    dask.kill(other)


def test_what_makes_a_worker_another():
    mine = Stamp("1", "3.11", "b", ("yaml",))
    assert mine.differs(mine) == ""
    assert mine.differs(mine._replace(python="3.12")) == "expected Python 3.11, found 3.12"
    assert "build" in mine.differs(mine._replace(build="c"))
    assert mine.differs(mine._replace(extras=())) == "expected the package yaml, found none"
    assert remote.stamp().differs(remote.stamp()) == ""


def many_targets(count: int, spin: int = 0) -> None:
    Path("many").mkdir()
    for number in range(count):
        slow = f"std.foldl(function(a, b) a + b, std.range(1, {spin}), 0)"
        text = f"local l = import '../lib.libsonnet'; {{ n: {number} + l.port(1), s: {slow} }}"
        Path(f"many/t{number:03}.jsonnet").write_text(text)


def test_workers_killed_at_random(dask, capsys):
    many_targets(120, 30_000)
    here = ran(capsys, "eval", "--many", "many")
    stop = threading.Event()

    def harm() -> None:
        for _ in range(3):
            if stop.wait(0.7):
                return
            victim = dask.workers.pop(0)
            dask.worker()
            dask.kill(victim)

    harming = threading.Thread(target=harm)
    harming.start()
    try:
        there = ran(capsys, "eval", "--many", "many", "--engine", dask.engine)
    finally:
        stop.set()
        harming.join()
    assert there == here


def test_a_scheduler_that_restarts(dask, capsys):
    many_targets(80, 30_000)
    here = ran(capsys, "eval", "--many", "many")
    done: list[object] = []

    def restart() -> None:
        time.sleep(1.5)
        dask.restart_scheduler()
        dask.worker()
        done.append(1)

    harming = threading.Thread(target=restart)
    harming.start()
    there = ran(capsys, "eval", "--many", "many", "--engine", dask.engine)
    harming.join()
    assert done
    assert there == here
    dask.wait(1)


def test_nobody_there_and_going_on(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("CONFTY_FLEET_PATIENCE", "2")
    one = Dask(tmp_path)
    try:
        deadly = tmp_path / "deadly"
        deadly.mkdir()
        # A target that ends its worker, as one does that takes all memory.
        (deadly / "sitecustomize.py").write_text(
            "import os, confty.fleet.job as job\n"
            "real = job.Worker.done\n"
            "def done(worker, at, target):\n"
            "    if target.name == 'env/c.rcl': os._exit(9)\n"
            "    return real(worker, at, target)\n"
            "job.Worker.done = done\n"
        )
        whole = ran(capsys, "eval", "--many", "env")
        for _ in range(7):
            one.worker(f"{deadly}{os.pathsep}{SOURCES}")
        one.wait(7)
        words = ["eval", "--many", "env", "--engine", one.engine]
        code, out, err = ran(capsys, *words)
        assert code == 2
        # Seven may not be enough for it.
        ends = ("1 target ended the workers", "no worker is left", "has no workers")
        assert any(end in err for end in ends), err
        assert "  env/c.rcl\n" in err + "\n"
        assert "--resume" in err
        lines = whole[1].splitlines()
        assert [line for line in lines if line in out.splitlines()] == out.splitlines()
        for worker in one.workers:
            one.kill(worker)
        one.worker()
        one.wait(1)
        resumed = ran(capsys, *words, "--resume")
        assert resumed[:2] == whole[:2]
    finally:
        one.end()
    code, _, err = ran(capsys, "eval", "--many", "env", "--engine", one.engine)
    assert code == 2
    assert f"there is no scheduler at tcp://127.0.0.1:{one.port}" in err
    assert "targets have no result" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *[
            (["check", "env", "--engine", engine], "expected dask://HOST:PORT")
            for engine in (
                *("ray://x", "", "dask://", "dask://127.0.0.1", "dask://127.0.0.1:", "dask://:1"),
                *("dask://127.0.0.1:99999", "dask://127.0.0.1:0", "dask://a:b", "dask://a b:1"),
            )
        ],
        (["eval", "--many", "env", "--engine", "dask://x:1", "-j", "2"], "--jobs"),
        (["fmt", "env", "--engine", "dask://x:1"], "--engine goes with --check"),
        (["check", "--fix", "--engine", "dask://x:1"], "--engine only checks"),
        (["check", "--resume", "--no-cache"], "--resume"),
        (["eval", "env/a.jsonnet", "--engine", "dask://x:1"], "--engine needs --many"),
    ],
)
def test_usage(words, said, capsys):
    assert main(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["check", "."],
        ["check", "--no-cache", "."],
        ["fmt", "--check", "."],
        ["eval", "--many", "."],
    ],
    ids=" ".join,
)
def test_what_is_sent_is_enough(dask, words, capsys, monkeypatch):
    """Of each worker's questions, which cost a round each, there are a few and not one a target."""
    asked = []
    real = effort.Effort.asked
    monkeypatch.setattr(
        effort.Effort, "asked", lambda *given: asked.append(given[2]) or real(*given)
    )
    for path in ("env/e.jsonnet", "env/f.pp"):
        Path(path).unlink()
    Path("confty.toml").write_text(
        '[schemas]\n"s0.yaml" = "s.json"\n[jsonnet]\njpath = ["vendor"]\n'
    )
    Path("s.json").write_text("{}")
    for at in range(30):
        Path(f"s{at}.yaml").write_text(f"a: {at}\n")
        Path(f"env/p{at}.jsonnet").write_text(f"(import '../lib.libsonnet').port({at})")
    ran(capsys, *words, "--engine", dask.engine)
    # A variable that RCL asks for, and a schema that settings name.
    assert len(asked) <= 2 * 2
    sought = {one[1] for some in asked for one in some if one[0] == "file"}
    assert sought <= {"s.json"}


def test_results_are_kept_by_what_each_file_is_held_against(dask, capsys, monkeypatch):
    tables = []
    for at in range(12):
        Path(f"s{at}.json").write_text(
            '{"properties": {"a": {"type": "KIND"}}}'.replace(
                "KIND", ["integer", "string"][at % 2]
            )
        )
        Path(f"d{at}.yaml").write_text("a: 1\n")
        tables.append(f'"d{at}.yaml" = "s{at % 2}.json"\n')
    Path("confty.toml").write_text("[schemas]\n" + "".join(tables))
    names = [f"d{at}.yaml" for at in range(12)]
    here = ran(capsys, "check", "--no-cache", *names)
    assert here[1].count("expected") == 6
    assert ran(capsys, "check", *names, "--engine", dask.engine) == here
    monkeypatch.setattr(cluster.Cluster, "work", lambda *_: pytest.fail("all is known"))
    assert ran(capsys, "check", *names, "--engine", dask.engine) == here


@contextmanager
def mute():
    """A server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_server_of_another_kind(capsys, monkeypatch):
    monkeypatch.setenv("CONFTY_FLEET_PATIENCE", "1")
    with mute() as port:
        code, _, err = ran(capsys, "eval", "--many", "env", "--engine", f"dask://127.0.0.1:{port}")
    assert code == 2
    assert f"there is no scheduler at tcp://127.0.0.1:{port}" in err
    assert "targets have no result" in err


@pytest.mark.parametrize("before", [True, False])
def test_a_worker_that_does_not_answer(before, capsys, monkeypatch, tmp_path):
    """Stopped before the run, or with work in its hands."""
    monkeypatch.setenv("CONFTY_FLEET_PATIENCE", "2")
    for at in range(300):
        Path(f"env/p{at}.jsonnet").write_text(f"(import '../lib.libsonnet').port({at})")
    here = ran(capsys, "eval", "--many", "env")
    one = Dask(tmp_path)
    try:
        one.worker()
        one.worker()
        one.wait(2)
        stopped = one.workers[0]

        def stop():
            os.kill(stopped.pid, signal.SIGSTOP)

        if before:
            stop()
        else:
            real = connection.Connection._landed
            begun = []

            def landed(self, future):
                if not begun:
                    begun.append(stop())
                real(self, future)

            monkeypatch.setattr(connection.Connection, "_landed", landed)
        code = main(["eval", "--many", "env", "--engine", one.engine])
        out, err = capsys.readouterr()
        assert (code, out) == here[:2]
        assert "is not used: it does not answer" in err
        os.kill(stopped.pid, signal.SIGCONT)
    finally:
        one.end()


def test_a_scheduler_that_does_not_answer(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("CONFTY_FLEET_PATIENCE", "2")
    one = Dask(tmp_path)
    try:
        one.worker()
        one.wait(1)
        monkeypatch.setattr(
            connection.Connection, "_landed", lambda *_: os.kill(one.scheduler.pid, signal.SIGSTOP)
        )
        code, _, err = ran(capsys, "eval", "--many", "env", "--engine", one.engine)
        assert code == 2
        assert "there is no scheduler" in err
        assert "targets have no result" in err
        os.kill(one.scheduler.pid, signal.SIGCONT)
    finally:
        one.end()


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "gitlab", "junit", "github"])
def test_a_report_says_that_files_are_missing(form, capsys, monkeypatch):
    """Whoever reads it takes an empty one for that of a run that found nothing."""
    monkeypatch.setenv("CONFTY_FLEET_PATIENCE", "1")
    words = ["--output-format", form, "--engine", "dask://127.0.0.1:1"]
    code, out, err = ran(capsys, "check", "env/a.jsonnet", *words)
    assert code == 2
    assert "unfinished" in out
    assert "1 of 1 files have no result" in out
    assert "  env/a.jsonnet" in err
    code, out, err = ran(capsys, "fmt", "--check", "env/a.jsonnet", *words)
    assert code == 2
    assert "unfinished" in err


def test_a_baseline_is_not_written_without_all_findings(capsys, monkeypatch):
    monkeypatch.setenv("CONFTY_FLEET_PATIENCE", "1")
    words = ["check", "env", "--update-baseline", "--baseline", "known.json"]
    assert ran(capsys, *words)[0] == 0
    before = Path("known.json").read_bytes()
    Path("env/odd/h.jsonnet").write_text("{ a: 1 }")
    code, _, err = ran(capsys, *words, "--no-cache", "--engine", "dask://127.0.0.1:1")
    assert code == 2
    assert "the baseline is not written: there is no scheduler" in err
    assert Path("known.json").read_bytes() == before


def test_without_the_package(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = ran(capsys, "eval", "--many", "env", "--engine", "dask://127.0.0.1:1")
    assert code == 2
    assert "pip install confty[dask]" in err
