"""The calls of other threads are looked at while they run."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading

from confty.kit import stacks
from confty.kit.rooms import room_for
from confty.kit.stacks import stack_of


def nested(levels: int, work) -> object:
    return work() if levels == 0 else nested(levels - 1, work)


def test_the_own_thread() -> None:
    own = threading.get_ident()
    stack = nested(300, lambda: stack_of(own, 10_000))
    innermost = sys._getframe()
    assert stack.index(innermost) >= 301
    assert [frame.f_back for frame in stack] == [*stack[1:], None]
    assert len(nested(300, lambda: stack_of(own, 50))) == 50


def test_a_thread_that_is_not_there() -> None:
    assert stack_of(1, 100) == []


def test_a_thread_that_runs_on() -> None:
    """Nothing but frames is found, whatever it leaves between two steps."""
    over = False

    def parts(n: int):
        if n:
            yield from parts(n - 1)
        yield n

    def busy() -> None:
        while not over:
            nested(20, lambda: sum(parts(8)))

    threads = [threading.Thread(target=busy, daemon=True) for _ in range(3)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for one in threads:
            one.start()
        for _ in range(2000):
            for one in threads:
                stack = stack_of(one.ident, 500)
                assert stack[-1].f_code.co_name == "_bootstrap"
            assert len(stacks.depths(500)) >= 4
    finally:
        over = True
        sys.setswitchinterval(before)
        for one in threads:
            one.join()


#: Python's collector tells who asked for it, in the thread that made the last object.
TOLD = """
import gc, sys, threading, time
from confty.kit.stacks import depths, stack_of

def told(phase, details):
    if threading.get_ident() == own:
        time.sleep(0.0002)

def nested(levels):
    return nested(levels - 1) + 1 if levels else 0

def busy():
    while time.monotonic() < ends:
        nested(100)

own = threading.get_ident()
gc.callbacks.append(told)
gc.set_threshold(20)
sys.setswitchinterval(1e-5)
ends = time.monotonic() + 3
threads = [threading.Thread(target=busy) for _ in range(3)]
for one in threads:
    one.start()
while time.monotonic() < ends:
    for one in threads:
        stack_of(one.ident, 900)
    depths(900)
"""


def test_the_collector_gives_no_other_thread_its_turn() -> None:
    """In a process of its own: Python 3.11 ends where it follows a frame that was left."""
    words = [sys.executable, "-c", TOLD]
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_collector_is_left_as_it_was() -> None:
    own = threading.get_ident()
    assert gc.isenabled()
    stack_of(own, 5)
    assert gc.isenabled()
    gc.disable()
    try:
        stack_of(own, 5)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_all_threads_are_looked_at_at_once(monkeypatch) -> None:
    """One list of all threads for each of them takes the square of their number."""
    asked = []
    frames = sys._current_frames
    monkeypatch.setattr(sys, "_current_frames", lambda: asked.append(None) or frames())
    off = threading.Event()
    others = [threading.Thread(target=off.wait) for _ in range(30)]
    for one in others:
        one.start()
    try:
        with room_for(sys.getrecursionlimit() + 5000):
            pass
        assert len(asked) <= 2
        assert len(stacks.depths(3)) >= 31
        assert max(stacks.depths(3)) == 3
    finally:
        off.set()
        for one in others:
            one.join()
