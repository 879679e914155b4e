"""Whatever bytes come over the wire or from the disk: what is not whole is as if it were not there.

Damage is random: letters flipped, taken out, put in, ends cut off, everything replaced.
"""

from __future__ import annotations

import os
import pickle
import random
from pathlib import Path

import pytest

from confty.cli.main import main
from confty.fleet import remote
from confty.fleet.connection import Connection
from confty.fleet.effort import Effort
from confty.fleet.job import Job, Target
from confty.fleet.parcels import DamagedParcel, closed, opened
from confty.kit.store import user_folder
from confty.workspace import Config

pytest.importorskip("distributed")

TARGETS = [(at, Target(f"{at}.jsonnet")) for at in range(3)]


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return other bytes that were these."""
    made = bytearray(data)
    at = chance.randrange(len(made))
    what = chance.randrange(5)
    if what == 0:
        for place in {at, *(chance.randrange(len(made)) for _ in range(chance.randrange(3)))}:
            made[place] ^= 1 << chance.randrange(8)
    elif what == 1:
        del made[at:]
    elif what == 2:
        del made[at : at + 1 + chance.randrange(8)]
    elif what == 3:
        made[at:at] = chance.randbytes(1 + chance.randrange(8))
    else:
        made = bytearray(chance.randbytes(len(made)))
    return bytes(made)


class Landed:
    """A task that is done."""

    status = "finished"

    def __init__(self, data: object) -> None:
        self.data = data

    def result(self, timeout: float) -> object:
        del timeout
        return self.data


class Nobody:
    dashboard_link = ""
    status = "running"

    def nthreads(self) -> dict[str, int]:
        return {"tcp://a": 1}

    def run(self, *_: object, **__: object) -> dict[str, object]:
        return {"tcp://a": tuple(remote.stamp())}

    def submit(self, *_: object, **__: object) -> None:
        return None


@pytest.fixture
def line(tmp_path, monkeypatch) -> Connection:
    monkeypatch.chdir(tmp_path)
    Path("l.libsonnet").write_text("{ a: 1 }")
    for _, target in TARGETS:
        Path(target.name).write_text("(import 'l.libsonnet') + { b: 2 }")
    job = Job("eval", (Config({}), None, {}, None, None))
    effort = Effort("tcp://x", lambda _: None, job, lambda _: None)
    effort.begin(TARGETS)
    return Connection(effort, Nobody(), 1.0)


def sent(effort: Effort) -> dict[str, bytes]:
    """The messages of a batch that goes to a worker."""
    return {
        "head": effort.head,
        "own": effort.own(TARGETS),
        "portion": closed(pickle.dumps(TARGETS, protocol=5)),
        **effort.packs,
    }


def done(effort: Effort, messages: dict[str, bytes]) -> bytes:
    packs = [messages[digest] for digest in effort.packs]
    wanted = tuple(remote.stamp())
    head, own, portion = messages["head"], messages["own"], messages["portion"]
    remote._sessions.clear()
    return remote.do(head, list(effort.packs), packs, own, portion, wanted, [b"", False])


def test_a_worker_reads_nothing_that_is_damaged(line) -> None:
    chance = random.Random(1)
    messages = sent(line.effort)
    assert opened(done(line.effort, messages))[:1] == remote.OPEN
    for name, data in messages.items():
        for _ in range(300):
            with pytest.raises(DamagedParcel):
                done(line.effort, {**messages, name: damaged(data, chance)})


def test_an_answer_that_is_damaged_is_asked_for_again(line) -> None:
    chance = random.Random(2)
    answer = done(line.effort, sent(line.effort))
    for data in [*(damaged(answer, chance) for _ in range(3000)), None, "text", 1]:
        future = Landed(data)
        line.under_way[future] = TARGETS
        line.effort.losses = 0
        line._landed(future)
        assert line.effort.waiting.popleft() == TARGETS
        assert not line.effort.waiting
        assert set(line.effort.left) == {0, 1, 2}
    future = Landed(answer)
    line.under_way[future] = TARGETS
    line._landed(future)
    assert not line.effort.left


def stored() -> list[Path]:
    folder = user_folder()
    assert folder is not None
    return [path for path in Path(folder).rglob("*") if path.is_file() and path.name != "secret"]


def test_what_is_kept_on_disk_and_damaged_is_not_there(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    Path("l.libsonnet").write_text("{ a: 1, f(x):: x + 1 }")
    Path("a.jsonnet").write_text("local u = 1; (import 'l.libsonnet') + { b: self.f(2) }")
    Path("r.rcl").write_text("let u = 1; { a = 2 }")
    commands = [["check", "."], ["eval", "a.jsonnet"], ["eval", "--many", "a.jsonnet", "r.rcl"]]

    def told() -> list[object]:
        codes = [main(words) for words in commands]
        shown = capsys.readouterr()
        return [codes, shown.out, shown.err]

    expected = told()
    assert told() == expected
    chance = random.Random(3)
    for _ in range(60):
        for path in stored():
            if chance.random() < 0.7 and path.stat().st_size:
                data = damaged(path.read_bytes(), chance)
                mode = path.stat().st_mode
                path.write_bytes(data)
                os.chmod(path, mode)
        assert told() == expected
