"""Limits belong to a run: they stop it, and afterwards everything is as it was."""

from __future__ import annotations

import contextlib
import gc
import signal
import subprocess
import sys
import threading
import time

import pytest

from confty.kit import limits
from confty.kit.collector import collected_rarely, uncollected
from confty.kit.limits import (
    Limits,
    OutOfMemory,
    OutOfTime,
    limited,
)
from confty.kit.meaning import letters, same
from confty.kit.rooms import room_for
from confty.kit.shared import Shared


def state() -> tuple:
    return sys.getrecursionlimit(), threading.stack_size(), gc.isenabled(), gc.get_threshold()


@pytest.fixture(autouse=True)
def as_before():
    before = state()
    yield
    assert state() == before


def forever() -> None:
    while True:
        pass


def test_a_value_comes_back():
    assert limited(lambda: 42, Limits()) == 42


def test_time():
    begun = time.monotonic()
    with pytest.raises(OutOfTime):
        limited(forever, Limits(0.2))
    assert time.monotonic() - begun < 5


def test_a_run_that_catches_everything_ends_all_the_same():
    def stubborn() -> None:
        while True:
            try:
                forever()
            except Exception:  # noqa: BLE001  what a program may do
                continue

    with pytest.raises(OutOfTime):
        limited(stubborn, Limits(0.2))
    assert threading.active_count() == 1 or not [
        one for one in threading.enumerate() if one.name == "confty run"
    ]


def test_memory():
    def greedy() -> None:
        kept = []
        while True:
            kept.append(bytearray(1 << 20))

    with pytest.raises(OutOfMemory):
        limited(greedy, Limits(memory=64 << 20))


def deep(levels: int) -> int:
    return 0 if levels == 0 else 1 + deep(levels - 1)


def test_depth():
    assert limited(lambda: deep(20_000), Limits()) == 20_000
    with pytest.raises(RecursionError):
        limited(lambda: deep(3000), Limits(frames=2000))


def test_a_run_inside_a_run_may_ask_for_more_room():
    inner = Limits(frames=20_000)
    assert limited(lambda: limited(lambda: deep(9000), inner), Limits(frames=5000)) == 9000


def test_runs_side_by_side():
    wrong: list[object] = []

    def run(levels: int) -> None:
        for _ in range(5):
            try:
                found = limited(lambda: deep(levels), Limits(frames=levels + 1000))
            except RecursionError as error:
                found = error
            if found != levels:
                wrong.append(found)

    threads = [threading.Thread(target=run, args=(500 * (1 + n % 7),)) for n in range(20)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


def test_room_is_counted():
    before = sys.getrecursionlimit()
    with room_for(5000):
        with room_for(9000):
            assert sys.getrecursionlimit() == 9000
        # Another thread may have taken the room, and could not be less deep at once.
        assert sys.getrecursionlimit() == 9000
    assert sys.getrecursionlimit() == before


def test_the_collector_is_counted():
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_long_run_is_looked_through_sooner(monkeypatch):
    monkeypatch.setattr(limits, "_LONG", 0.1)
    seen = []

    def work() -> None:
        with collected_rarely():
            seen.append(gc.get_threshold()[0])
            time.sleep(0.5)
            seen.append(gc.get_threshold()[0])

    limited(work, Limits())
    rare, later = seen
    assert later < rare

    def other() -> None:
        seen.append(gc.get_threshold()[0])
        time.sleep(0.5)
        seen.append(gc.get_threshold()[0])

    limited(other, Limits())
    assert seen[2:] == [gc.get_threshold()[0]] * 2, "who does not collect rarely goes on so"


def test_a_stopped_run_leaves_nothing_behind():
    def work() -> None:
        while True:
            with uncollected(), room_for(300_000):
                sum(range(100))

    for _ in range(5):
        with pytest.raises(OutOfTime):
            limited(work, Limits(0.1))
    assert gc.isenabled()


@pytest.mark.parametrize("step", ["write", "entries"])
def test_a_setting_is_restored_wherever_a_stop_strikes(step):
    kept, strikes = [True], [True]

    def write(value: bool, _: bool) -> None:
        if value and strikes:
            strikes.pop()
            raise KeyboardInterrupt
        kept[0] = value

    setting = Shared(lambda: kept[0], write, lambda so_far, wanted: so_far and wanted)
    run = object()
    setting.enter(run, False)
    if step == "write":
        with pytest.raises(KeyboardInterrupt):
            setting.leave(run, False)
    assert kept == [False]
    strikes.clear()
    setting.forget(run)
    assert kept == [True]
    setting.enter(run, False)
    setting.leave(run, False)
    assert kept == [True]


def test_without_threads(monkeypatch):
    def start(_thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    assert limited(lambda: deep(100), Limits(5.0)) == 100


def test_same_is_strict_and_follows_graphs():
    assert same({"a": [1, 2.0, None]}, {"a": [1, 2.0, None]})
    assert same(float("nan"), float("nan"))
    for one, other in [(1, True), (1, 1.0), ([1], (1,)), ({"a": 1, "b": 2}, {"b": 2, "a": 1})]:
        assert not same(one, other)
    assert not same(0.0, -0.0)
    left, right = [1], [1]
    for _ in range(60):
        left, right = [left, left], [right, right]
    assert same(left, right)
    for _ in range(100_000):
        left, right = [left], [right]
    assert same(left, right)


def test_letters_know_layout_from_text():
    assert letters("a = 'b'  # c") == letters('a="b"\n// c')
    assert letters("a = 1") != letters("a = 2")


# --- steps: work inside a run with a time of its own


def swallowing() -> None:
    for number in range(10**9):
        try:
            forever()
        except BaseException:
            if number == 2:
                raise


@pytest.fixture(params=["with threads", "without threads"])
def threads(request, monkeypatch):
    if request.param == "without threads":

        def start(_thread) -> None:
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(threading.Thread, "start", start)


@pytest.mark.usefixtures("threads")
def test_a_step_that_is_late_ends_and_the_run_goes_on():
    ended = []

    def run() -> list:
        for work in (lambda: 1, forever, lambda: 2, swallowing, lambda: 3):
            try:
                ended.append(limited(work, Limits(0.3, memory=None)))
            except OutOfTime as late:
                ended.append(late.seconds)
        return ended

    alarm = signal.getitimer(signal.ITIMER_REAL)[0]
    hooks = sys.unraisablehook, signal.getsignal(signal.SIGALRM)
    assert limited(run, Limits(memory=None)) == [1, 0.3, 2, 0.3, 3]
    assert hooks == (sys.unraisablehook, signal.getsignal(signal.SIGALRM))
    left = signal.getitimer(signal.ITIMER_REAL)[0]
    assert bool(left) == bool(alarm)
    assert left <= alarm


@pytest.mark.usefixtures("threads")
def test_a_strike_hits_nothing_but_its_step(monkeypatch):
    monkeypatch.setattr(limits, "_PAUSE", 0.0002)
    monkeypatch.setattr(limits, "_GLANCE", 0.0005)

    def busy(count: int) -> int:
        for number in range(count):
            with room_for(9000 + number % 7), uncollected():
                str(number)
        return count

    def run() -> int:
        done = 0
        for number in range(300):
            with contextlib.suppress(OutOfTime):
                count = number * 7 % 400
                assert limited(lambda: busy(count), Limits(0.001, memory=None)) == count  # noqa: B023
            done += 1
        return done

    assert limited(run, Limits(memory=None)) == 300


def test_what_a_step_raises_comes_out_of_it():
    def run() -> None:
        limited(lambda: 1 / 0, Limits(5, memory=None))

    with pytest.raises(ZeroDivisionError):
        limited(run, Limits(memory=None))


def test_a_step_inside_timed_work_is_part_of_it():
    with pytest.raises(OutOfTime) as late:
        limited(lambda: limited(forever, Limits(60)), Limits(0.2))
    assert late.value.seconds == 0.2


def test_room_for_more_frames_than_there_can_be():
    """``--max-stack`` takes any number."""
    with room_for(10**20):
        assert sys.getrecursionlimit() <= 5_000_000


AFTERWARDS = """
import sys, confty
from confty import ConftyError
from confty.languages.phy.evaluator import watch

def busy():
    while True:
        pass

for _ in range(3):
    try:
        confty.loads("std.foldl(function(a, b) a + b, std.range(1, 100000000), 0)", lang="jsonnet", timeout=0.3)
    except ConftyError:
        pass
    try:
        watch.within(0.05, busy)
    except watch.Expired:
        pass
    watch.within(0.05, lambda: None)

count = 0
def profile(*_):
    global count
    count += 1
sys.setprofile(profile)
(lambda: None)()
sys.setprofile(None)
print("profiled", count > 0)
"""


def test_a_profiler_works_after_a_run_was_stopped() -> None:
    # Python 3.11 hangs under a profiler while it believes that an exception is on its way.
    done = subprocess.run(
        [sys.executable, "-c", AFTERWARDS],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.stdout == "profiled True\n", done.stderr[-500:]


SLOW = "import time\nuntil = time.monotonic() + 1.0\nwhile time.monotonic() < until: pass\nready = True\n"


def test_an_import_is_not_left_in_the_middle(tmp_path, monkeypatch):
    """The lock of a module that is being imported would stay held: all others would wait for ever."""
    (tmp_path / "slow_to_import.py").write_text(SLOW)
    monkeypatch.syspath_prepend(str(tmp_path))

    def work() -> None:
        import slow_to_import  # noqa: F401

        forever()

    try:
        begun = time.monotonic()
        with pytest.raises(OutOfTime):
            limited(work, Limits(0.1))
        assert time.monotonic() - begun < 9
        assert sys.modules["slow_to_import"].ready
    finally:
        sys.modules.pop("slow_to_import", None)


def test_what_an_import_starts_is_stopped(tmp_path, monkeypatch):
    """A program that calls us while it is imported itself has limits like any other."""
    (tmp_path / "calls_at_import.py").write_text(
        "from confty.kit.limits import Limits, OutOfTime, limited\n"
        "def forever():\n    while True: pass\n"
        "def stepped():\n    return limited(forever, Limits(0.2))\n"
        "ended = []\n"
        "for work in (forever, stepped):\n"
        "    try: limited(work, Limits(0.3))\n"
        "    except OutOfTime: ended.append(1)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import calls_at_import

    assert calls_at_import.ended == [1, 1]


def test_locks_of_native_code_are_given_back():
    """A run that is stopped while it compiles leaves the compiler to the next one."""
    code = (
        "import confty, sys\n"
        "if not __import__('importlib.util').util.find_spec('llvmlite'): print(3, end=''); sys.exit()\n"
        "confty.loads('(Call + 1 2)', 'phy', jit=True)\n"
        "for number in range(30):\n"
        "    body = ' '.join(f'(Asgn i (Call + i {number + one}))' for one in range(60))\n"
        "    text = f'(Exprs (Decl i 0) {body} (While true (TupleCons)))'\n"
        "    try: confty.loads(text, 'phy', jit=True, timeout=0.02 + number / 500)\n"
        "    except confty.ConftyError: pass\n"
        "print(confty.loads('(Call + 1 2)', 'phy', jit=True), end='')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)  # fmt: skip
    assert done.stdout == "3", done.stderr[-1000:]


BESIDE_MORE_ROOM = """
import threading, time
from confty.kit.limits import Limits, limited
def deeper(n):
    if n == 30_000:
        there.set()
        go_on.wait()
        return sum(range(3))
    return deeper(n + 1)
there, go_on, found = threading.Event(), threading.Event(), []
def small(): found.append(limited(lambda: deeper(0), Limits(frames=10_000)))
def large():
    one.start()
    there.wait()
one = threading.Thread(target=small)
limited(large, Limits(frames=100_000))
go_on.set()
one.join()
print(found)
"""


def test_who_was_deeper_than_asked_for_goes_on() -> None:
    """A program uses the room that another one has; when that ends it is deep all the same."""
    words = [sys.executable, "-c", BESIDE_MORE_ROOM]
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)
    assert (done.stdout, done.stderr) == ("[3]\n", "")


LATE_AND_DEEP = """
import sys, threading, time
from confty.kit import limits
limits._PATIENCE = limits._MOST_PATIENCE = 0.1
def deeper(n):
    try:
        while n == 40_000: pass
        return deeper(n + 1)
    finally:
        sum(range(500))
def state(): return sys.getrecursionlimit(), threading.active_count()
before = state()
try: limits.limited(lambda: deeper(0), limits.Limits(seconds=0.3))
except limits.OutOfTime: print("late", state() == before)
while state() != before: time.sleep(0.05)
print("ended")
"""


def test_a_deep_run_that_is_slow_to_end_keeps_its_room() -> None:
    """Python ends the process when the limit is lowered far below where a thread is."""
    words = [sys.executable, "-c", LATE_AND_DEEP]
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)
    assert (done.stdout, done.stderr) == ("late False\nended\n", "")
