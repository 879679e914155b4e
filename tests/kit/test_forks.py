"""A process that is forked begins anew, whatever the other threads were in the middle of."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked here")

BEGIN = """
import gc, os, signal, sys, threading, time
import confty
from confty.kit import locks, rooms, shared, threads

def state():
    settings = gc.isenabled(), gc.get_threshold(), sys.getrecursionlimit()
    return *settings, sys.unraisablehook, threading.stack_size()

def in_a_fork(work):
    child = os.fork()
    if not child:
        signal.alarm(20)  # whoever hangs is ended
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(type(error).__name__, error, file=sys.stderr, flush=True)
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0

def beside(work, many=1):
    for _ in range(many):
        threading.Thread(target=work, daemon=True).start()

before = state()

def whole():
    assert confty.loads("{a: std.foldl(function(x, y) x + y, std.range(1, 300), 0)}", "jsonnet") == {"a": 45150}
    assert state() == before, state()
"""


def run(program: str) -> None:
    # From Python 3.12 on a fork beside threads is warned of.
    command = [sys.executable, "-W", "ignore", "-c", BEGIN + program]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stderr) == (0, "")


def test_beside_threads_that_begin_runs() -> None:
    run("""
def work():
    while True:
        confty.loads("{a: 1}", "jsonnet")

whole()
beside(work, 3)
for _ in range(12):
    in_a_fork(whole)
    time.sleep(0.01)
os._exit(0)
""")


def test_beside_a_long_run() -> None:
    run("""
def work():
    confty.loads("local f(x) = f(x) tailstrict; f(1)", "jsonnet")

whole()
beside(work)
while gc.get_threshold() == before[1] or sys.getrecursionlimit() == before[2]:
    time.sleep(0.01)

def first():
    assert state() == before, state()

in_a_fork(first)
in_a_fork(whole)
# In a fork of a fork as well.
in_a_fork(lambda: in_a_fork(whole))
os._exit(0)
""")


def test_every_lock_and_setting() -> None:
    """Held, wanted and half changed by a thread that the fork does not have."""
    run("""
lock, held = locks.Lock(), threading.Event()
settings = [one for one in vars(shared).values() if isinstance(one, shared.Shared)]
all_locks = [lock, threads._changing, *[one._lock for one in settings]]

def hold():
    work = lambda: (threading.stack_size(1 << 20), held.set(), time.sleep(1000))
    for one in all_locks:
        work = lambda one=one, inner=work: one.holding(inner)
    shared.COLLECTING.enter(None, False)
    shared.UNRAISABLE.enter(None, print)
    threads._usual[:] = [threading.stack_size()]
    work()

beside(hold)
held.wait()

def first():
    assert state() == before, state()
    for one in all_locks:
        assert one.holding(lambda: 3) == 3
    whole()

in_a_fork(first)
os._exit(0)
""")


def test_inside_of_a_run() -> None:
    """Who waits for it is not there: what the fork does has runs of its own."""
    run("""
def native():
    def first():
        assert rooms.CURRENT.run is None and rooms.CURRENT.frames == 0
        assert state() == before, state()
        try:
            confty.loads("local f(x) = f(x) tailstrict; f(1)", "jsonnet", timeout=0.2)
        except confty.ConftyError as error:
            assert "0.2 seconds" in str(error), error
        whole()
    in_a_fork(first)
    return 1

given = {"fork": ([], native)}
assert confty.loads("std.native('fork')() + 1", "jsonnet", natives=given) == 2
assert state() == before, state()
""")


def test_one_lock_however_many_come_first() -> None:
    """The lock of a fork is made when it is first wanted, by whoever comes first."""
    run("""
lock = locks.Lock()
sys.setswitchinterval(1e-6)

def first():
    inside, most = [0], [0]
    def work():
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        time.sleep(0.001)
        inside[0] -= 1
    ones = [threading.Thread(target=lock.holding, args=[work]) for _ in range(8)]
    for one in ones:
        one.start()
    for one in ones:
        one.join()
    assert most == [1], most

for _ in range(10):
    in_a_fork(first)
""")
