"""Who is given up when workers die: a target that ends them by itself, and nobody else."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from confty.fleet import remote
from confty.fleet.connection import Connection
from confty.fleet.delivery import Unfinished
from confty.fleet.effort import Effort
from confty.fleet.job import Batch, Done, Job, Target
from confty.workspace import Config

TARGETS = [(at, Target(f"t{at}.jsonnet")) for at in range(3)]


class KilledWorker(Exception):
    """As Dask's: the key of the task that is blamed, and who ran it last."""


class Client:
    """A scheduler that has one worker and takes whatever it is given."""

    dashboard_link = ""
    status = "running"

    def __init__(self, answers: dict[str, Any] | None = None) -> None:
        self.answers = answers or {"tcp://a": tuple(remote.stamp())}

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.answers, 1)

    def run(self, *_: object, **__: object) -> dict[str, Any]:
        return self.answers

    def submit(self, _work: object, *_: object, key: str = "", **__: object) -> Any:
        return Future(key)


class Future:
    def __init__(self, key: str, error: BaseException | None = None) -> None:
        self.key = key
        self.status = "error" if error else "pending"
        self.error = error

    def exception(self) -> BaseException | None:
        return self.error

    def add_done_callback(self, _: object) -> None:
        return


@pytest.fixture
def line(tmp_path, monkeypatch) -> Connection:
    monkeypatch.chdir(tmp_path)
    for _, target in TARGETS:
        Path(target.name).write_text("1")
    job = Job("eval", (Config({}), None, {}, None, None))
    effort = Effort("tcp://x", lambda _: None, job, lambda _: None)
    effort.begin(TARGETS)
    return Connection(effort, Client(), 1.0)


def dies(line: Connection, portion: list[tuple[int, Target]], blamed: str = "") -> None:
    """Let the workers of a batch die."""
    future = Future("batch", KilledWorker(blamed or "batch", SimpleNamespace(address="x"), 1))
    line.under_way[future] = portion
    line._landed(future)


def test_what_batches_share_is_no_targets_fault(line) -> None:
    for _ in range(10):
        dies(line, [TARGETS[0]], "confty-pack-1234")
        assert line.effort.waiting == deque([[TARGETS[0]]])
        line.effort.waiting.clear()
    assert not line.effort.blamed
    assert not line.effort.dead


def test_a_suspect_goes_last_and_alone(line) -> None:
    line._queue.begin(TARGETS[1:])
    dies(line, [TARGETS[0]])
    assert not line.effort.dead
    assert line._portion() == TARGETS[1:]
    line.under_way[Future("other")] = TARGETS[1:]
    assert line._portion() == []
    line.under_way.clear()
    assert line._portion() == [TARGETS[0]]
    dies(line, [TARGETS[0]])
    assert line._portion() == [TARGETS[0]]
    dies(line, [TARGETS[0]])
    assert line.effort.dead == [0]
    assert 0 not in line.effort.left


def test_a_batch_is_taken_apart_before_anybody_is_blamed(line) -> None:
    dies(line, TARGETS)
    assert [line._portion() for _ in TARGETS] == [[one] for one in TARGETS]
    assert not line.effort.blamed


def test_a_worker_that_died_while_it_was_asked_is_not_refused() -> None:
    stamp = tuple(remote.stamp())
    job = Job("eval", (Config({}), None, {}, None, None))
    effort = Effort("tcp://x", lambda _: None, job, lambda _: None)
    client = Client({"tcp://a": ConnectionError("in: gone"), "tcp://b": stamp})
    Connection(effort, client, 1.0)._ask_versions()
    assert not effort.refused


def test_a_worker_without_confty_that_comes_later(line) -> None:
    wrong = Future("batch", ModuleNotFoundError("No module named 'confty'"))
    line.client.answers["tcp://b"] = ModuleNotFoundError("No module named 'confty'")
    line.under_way[wrong] = TARGETS
    line._landed(wrong)
    assert list(line.effort.refused) == ["tcp://b"]
    assert line._portion() == TARGETS
    line.under_way[wrong] = TARGETS
    with pytest.raises(Unfinished, match="cannot load confty"):
        line._landed(wrong)


def test_nothing_is_lost_for_ever(line) -> None:
    def breaks() -> None:
        future = Future("batch", OSError("no space left on device"))
        line.under_way[future] = TARGETS
        line._landed(future)

    for _ in range(30):
        breaks()
    with pytest.raises(Unfinished, match="loses whatever it is sent"):
        breaks()
    line.effort.done(Batch([Done(0, "1")], [], None))
    assert line.effort.losses == 0


COMMANDS = [
    ["check", "--no-cache", "."],
    ["check", "."],
    ["eval", "--many", "env", "-o", "out/{path}.json"],
    ["fmt", "--check", "."],
    ["build"],
]


def ran(tree: Path, cache: Path, *words: str) -> tuple[object, ...]:
    """Run a command in a process of its own: what it ends with, says and writes."""
    from fleet.dask_cluster import SOURCES

    variables = {"PYTHONPATH": SOURCES, "CONFTY_CACHE_DIR": str(cache), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", "confty", *words],
        cwd=tree, env=variables, capture_output=True, check=False, timeout=300,
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if not line.startswith(b"tcp://")]
    made = {path.name: path.read_bytes() for path in sorted(tree.glob("out/**/*.json"))}
    for path in tree.glob("out/**/*.json"):
        path.unlink()
    return done.returncode, done.stdout, said, made


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_same_bytes_while_workers_die(words, tmp_path) -> None:
    pytest.importorskip("distributed", reason="NOT RUN: the package distributed is not there")
    from fleet.dask_cluster import Dask

    chance = random.Random(" ".join(words))
    tree = tmp_path / "tree"
    (tree / "env").mkdir(parents=True)
    (tree / "confty.toml").write_text('[targets."out/{path}.json"]\nfrom = "env/*.jsonnet"\n')
    (tree / "lib.libsonnet").write_text("{ f(n):: { a: n, b: self.a }, }")
    for at in range(60):
        body = f"local l = import '../lib.libsonnet';\n l.f({at})" + " + { c: self.d }" * (
            at % 9 == 0
        )
        (tree / "env" / f"e{at}.jsonnet").write_text(body + "\n" * (at % 3))
    here = ran(tree, tmp_path / "here", *words)
    dask = Dask(tmp_path)
    stop = threading.Event()

    def harm() -> None:
        while not stop.wait(chance.uniform(0.4, 2.5)):
            dask.worker()
            # On a busy machine a worker takes longer to start than another may live.
            dask.wait(len(dask.workers))
            dask.kill(dask.workers.pop(0))

    harming = threading.Thread(target=harm)
    try:
        for _ in range(3):
            dask.worker()
        dask.wait(3)
        harming.start()
        there = ran(tree, tmp_path / "there", *words, "--engine", dask.engine)
    finally:
        stop.set()
        harming.join()
        dask.end()
    assert there == here
