"""Types that one worker has found are sent to others of the run, and to nobody else."""

from __future__ import annotations

import os
import pickle
import threading
import time

import pytest

from confty.fleet import remote
from confty.fleet.job import Job, Target
from confty.fleet.parcels import closed
from confty.fleet.plan import Plan
from confty.fleet.queue import Queue, SentTypes, carried
from confty.fleet.shipped import Keeper
from confty.languages.jsonnet.checker.keeping import KEPT
from confty.workspace import Config
from confty.workspace.files import Moment

LIBRARY = (
    "{ "
    + " ".join(
        f"f{i}(x, y={i}):: if std.isNumber(x) then x + y else error 'no', g{i}: {{ a: {i}, b: self.a }},"
        for i in range(300)
    )
    + " }"
)


@pytest.fixture(autouse=True)
def tree(tmp_path, monkeypatch):
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("CONFTY_FLEET_PASSPHRASE", raising=False)
    monkeypatch.setattr(KEPT, "_files", {})
    monkeypatch.setattr(KEPT, "_size", 0)
    (tmp_path / "env").mkdir()
    (tmp_path / "lib.libsonnet").write_text(LIBRARY)
    for i in range(40):
        wrong = "'x'" if i % 7 == 0 else str(i)
        text = f"local l = import '../lib.libsonnet'; {{ a: l.f{i}({wrong}), b: l.g{i}.a, c: l.g{i}.c }}"
        (tmp_path / "env" / f"e{i:02}.jsonnet").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Fleet:
    """Workers of one run in this process, each as if it were another one."""

    def __init__(self, **flags: object) -> None:
        self.job = Job("check", (Config({}), None, flags, None, None))
        self.head = remote.Head("run", self.job, remote.stamp(), None, os.urandom(32))
        files = Moment()
        project = self.job.project(0, files)
        self.plan = Plan(Keeper(self.job, lambda _: project, dict))
        self.portion = [(at, Target(f"env/e{at:02}.jsonnet")) for at in range(40)]
        self.shared = closed(pickle.dumps(self.plan.look_ahead(self.portion)))

    def worker(self) -> remote._Session:
        KEPT._files.clear()
        session = remote._Session(self.head)
        session.learn("shared", self.shared)
        session.learn("own", closed(pickle.dumps(self.plan.own(self.portion))))
        return session


def test_the_next_worker_checks_no_library() -> None:
    fleet = Fleet()
    first = fleet.worker()
    here = first.batch(fleet.portion)
    assert not here.questions
    typed = first.typed(fleet.portion[:4], 1e9)
    assert typed
    second = fleet.worker()
    second.adopt(typed, fleet.portion[0][1])
    library = KEPT.get("lib.libsonnet")
    assert library is not None
    there = second.batch(fleet.portion)
    assert [one[:6] for one in there.batch.done] == [one[:6] for one in here.batch.done]
    assert KEPT.get("lib.libsonnet") is library
    # What is noted for kept results is the same, too: the library was looked at.
    assert there.batch.edges == here.batch.edges


@pytest.mark.parametrize("harm", ["cut", "changed", "other run", "empty", "letters"])
def test_what_is_not_of_this_run_is_not_taken(harm: str) -> None:
    fleet = Fleet()
    first = fleet.worker()
    here = first.batch(fleet.portion)
    typed = first.typed(fleet.portion[:4], 1e9)
    if harm == "other run":
        other = Fleet().worker()
        other.batch(fleet.portion)
        typed = other.typed(fleet.portion[:4], 1e9)
    bad = {
        "cut": typed[:-9],
        "changed": typed[:99] + b"!" + typed[100:],
        "empty": b"",
        "letters": b"x" * 99,
    }
    second = fleet.worker()
    second.adopt(bad.get(harm, typed), fleet.portion[0][1])
    assert KEPT.get("lib.libsonnet") is None
    assert [one[:6] for one in second.batch(fleet.portion).batch.done] == [
        one[:6] for one in here.batch.done
    ]


@pytest.mark.parametrize("change", ["text", "dialect", "search"])
def test_types_of_another_text_or_setting_count_for_nothing(change: str, tree) -> None:
    fleet = Fleet()
    first = fleet.worker()
    before = [one[:6] for one in first.batch(fleet.portion).batch.done]
    typed = first.typed(fleet.portion[:4], 1e9)
    given = {"dialect": {"dialect": "cpp"}, "search": {"jpath": ["other"]}}.get(change, {})
    if change == "text":
        changed = LIBRARY.replace("g3: { a: 3, b: self.a }", "g3: { a: 'three', c: 1 }")
        (tree / "lib.libsonnet").write_text(changed)
    other = Fleet(**given)
    other.head = other.head._replace(seal=fleet.head.seal)
    fresh = [one[:6] for one in other.worker().batch(other.portion).batch.done]
    assert (fresh != before) is (change == "text")
    second = other.worker()
    second.adopt(typed, other.portion[0][1])
    assert [one[:6] for one in second.batch(other.portion).batch.done] == fresh


def test_what_does_not_pay_is_not_sent(monkeypatch) -> None:
    fleet = Fleet()
    first = fleet.worker()
    first.batch(fleet.portion)
    assert first.typed(fleet.portion[:4], 0.0) == b""
    monkeypatch.setattr(remote, "MOST_TYPED", 1000)
    assert first.typed(fleet.portion[:4], 1e9) == b""


def test_who_is_asked_and_who_is_sent_types() -> None:
    fleet = Fleet()
    typed = SentTypes(carried=carried(fleet.job))
    queue = Queue(fleet.plan, typed)
    queue.begin(fleet.portion)
    one, two = queue.take(4, alone=False), queue.take(4, alone=False)
    assert queue.types_for(one, None, {}) == [b"", True]
    assert queue.types_for(two, None, {}) == [b"", False]
    queue.landed(one)
    # It had a question, say, and brought none: another one is asked.
    three = queue.take(4, alone=False)
    assert queue.types_for(three, None, {}) == [b"", True]
    queue.landed(three)
    queue.found(three, b"types")

    class Client:
        def submit(self, work, data, **_):
            return work(data)

    assert queue.types_for(queue.take(4, alone=False), Client(), {}) == [b"types", False]


def test_nothing_is_carried_where_somebody_gave_values() -> None:
    assert carried(Fleet().job)
    assert not carried(Fleet(ext_vars={"s": ("secret", "hunter2")}).job)
    assert not carried(Fleet(tla_vars={"s": ("str", "hunter2")}).job)
    assert not carried(Job("eval", (Config({}), None, {}, None, None)))


def test_the_same_bytes_though_workers_come_and_go(capsys, monkeypatch, tmp_path) -> None:
    pytest.importorskip("distributed", reason="NOT RUN: the package distributed is not there")
    from fleet.dask_cluster import Dask

    from confty.cli.main import main

    code = main(["check", "env"])
    here = capsys.readouterr().out
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "other"))
    (tmp_path / "cluster").mkdir()
    dask = Dask(tmp_path / "cluster")
    sent: list[bytes] = []
    real = SentTypes.add
    monkeypatch.setattr(
        SentTypes, "add", lambda self, group, data: (sent.append(data), real(self, group, data))
    )

    def harm() -> None:
        time.sleep(0.5)
        dask.worker()
        dask.kill(dask.workers.pop(0))

    try:
        dask.worker()
        dask.worker()
        dask.wait(2)
        harming = threading.Thread(target=harm)
        harming.start()
        assert main(["check", "env", "--engine", dask.engine]) == code == 1
        harming.join()
    finally:
        dask.end()
    assert capsys.readouterr().out == here
    # Whether it pays is a matter of the machine.
    assert all(len(one) < 64 << 20 for one in sent)
