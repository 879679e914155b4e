"""What is done in the background while nobody asks for anything."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from confty.workspace import Config, background
from confty.workspace.background import Background, Urgency
from confty.workspace.desk import Desk


@pytest.fixture
def swept(monkeypatch):
    """The times at which garbage was collected, with short rests."""
    times: list[float] = []
    monkeypatch.setattr(background, "_REST", 0.2)
    monkeypatch.setattr(background, "_MUCH", 5_000)
    told = threading.Event()

    def collect() -> int:
        times.append(time.monotonic())
        told.set()
        return 0

    monkeypatch.setattr(background.gc, "collect", collect)
    return times, told


def test_garbage_is_swept_up_when_nobody_asks(swept, tmp_path) -> None:
    times, told = swept
    desk = Desk(lambda _: Config({}))
    work = Background(desk, lambda _: None)
    name = str(tmp_path / "a.jsonnet")
    try:
        desk.update(name, "[" + "1, " * 200 + "1]")
        for _ in range(7):
            work.ask(name, Urgency.EDITED).result(20)
        assert not told.wait(0.6), "of little there is nothing to sweep"
        for _ in range(40):
            work.ask(name, Urgency.EDITED).result(20)
        last = time.monotonic()
        assert told.wait(20)
        assert times[0] >= last + 0.1
        told.clear()
        assert not told.wait(0.6), "once is enough"
        work.ask(name, Urgency.WAITED_FOR).result(20)
    finally:
        work.end()
    assert len(times) == 1


def test_edits_of_a_file_leave_nothing(tmp_path) -> None:
    desk = Desk(lambda _: Config({}))
    name = str(tmp_path / "a.jsonnet")

    def edit(number: int) -> None:
        parts = "".join(f" f{i}: o {{ x: [o, {{ y: $.f{i} }}] }}," for i in range(20))
        desk.update(name, f"local o = {{ a: {number}, b: self.a }}; {{ all: [o, o],{parts} }}")
        answers = desk.look(name).answers
        assert answers is not None
        answers.sight_at(8)
        answers.symbols()

    for number in range(10):
        edit(number)
    gc.collect()
    before = len(gc.get_objects())
    for number in range(10, 40):
        edit(number)
    gc.collect()
    # One such file is some thousand objects.
    assert len(gc.get_objects()) - before < 2_000
