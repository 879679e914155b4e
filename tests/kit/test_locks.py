"""Locks that no stopped run leaves held."""

import ctypes
import re
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from confty.kit import collector, limits, rooms, shared
from confty.kit.locks import Lock
from confty.kit.strikes import settle

SOURCE = Path(__file__).resolve().parents[2] / "src" / "confty"
#: Locks of one run, which end with it.
OWN = {
    "languages/phy/evaluator/watch.py",
    "languages/pcl/evaluator/pace.py",
    "pulumi/monitor.py",
    "pulumi/hooks.py",
    "kit/threads.py",
}
#: Locks of threads that wait for runs and are in none: nothing strikes them.
UNSTRUCK = {
    "workspace/desk.py",
    "workspace/mentions.py",
    "workspace/background.py",
    "pulumi/language.py",
    "fleet/remote.py",
    # In the middle of an import, which nothing strikes either.
    "packages.py",
}
LOCK = re.compile(
    r"threading\.(R?Lock|Condition|Semaphore)\(|allocate_lock\("
    r"|from _?thread(ing)? import .*(Lock|Condition|Semaphore)"
)


class Stop(BaseException):
    """What strikes."""


def test_nobody_waits_for_who_was_stopped():
    lock = Lock()

    def work() -> None:
        try:
            while True:
                lock.holding(lambda: None)
        except Stop:
            pass

    for _ in range(150):
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        time.sleep(0.001)
        assert thread.ident is not None
        ident = ctypes.c_ulong(thread.ident)
        while thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(Stop))
            thread.join(0.02)
        (inner,) = lock._inners.values()
        assert inner.acquire(blocking=False)
        inner.release()
    settle()


@pytest.mark.parametrize("inside", [False, True])
def test_strikes_close_behind_each_other(monkeypatch, inside):
    """A busy machine lets a thread do little between two strikes; here there is no pause at all."""
    monkeypatch.setattr(limits, "_PAUSE", 0.0001)
    monkeypatch.setattr(limits, "_GLANCE", 0.001)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    settings = [value for value in vars(shared).values() if isinstance(value, shared.Shared)]
    assert len(settings) == 4

    def work() -> None:
        frames = rooms.WALK
        while True:
            frames += 1
            with collector.uncollected(), collector.collected_rarely(), rooms.room_for(frames):
                pass

    def late() -> None:
        with suppress(limits.OutOfTime):
            limits.limited(work, limits.Limits(seconds=0.001))

    try:
        for _ in range(150):
            if inside:
                limits.limited(late, limits.Limits())
            else:
                late()
            for setting in settings:
                (inner,) = setting._lock._inners.values()
                assert inner.acquire(blocking=False)
                inner.release()
                assert (setting._entries, setting._before) == ([], [])
    finally:
        sys.setswitchinterval(interval)


def test_one_at_a_time_and_deeper():
    lock, inside, most = Lock(), [0], [0]

    def work() -> None:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        time.sleep(0.001)
        inside[0] -= 1

    threads = [
        threading.Thread(target=lambda: [lock.holding(work) for _ in range(5)]) for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert most == [1]
    assert lock.holding(lambda: lock.holding(lambda: 3)) == 3


def test_what_runs_share_has_such_locks():
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if LOCK.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"kit/locks.py", *OWN, *UNSTRUCK}


#: Who changes a setting of the whole process: where several may want it at once, and ends of
#: processes that are ours from the beginning.
CHANGING = {
    "kit/shared.py",
    # In one call of C, which nobody else sees the middle of.
    "kit/stacks.py",
    "kit/threads.py",
    "kit/alarms.py",
    "kit/aging.py",
    "kit/profile.py",
    "cli/profiling.py",
    "cli/flags.py",
    "pulumi/main.py",
    "server/serving.py",
    "start.py",
    "workspace/many.py",
}
CHANGE = re.compile(
    r"\b(sys\.set(recursionlimit|switchinterval|_int_max_str_digits|profile|trace)"
    r"|gc\.(set_threshold|disable|enable)|stack_size|signal\.signal|os\.(chdir|umask)"
    r"|locale\.setlocale|warnings\.(simplefilter|filterwarnings)|decimal\.setcontext)\(|\bgc\.freeze\b"
)


def test_settings_of_the_process_are_changed_in_few_places():
    """A counter of its own is not dropped with a run that is stopped while it counts."""
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if CHANGE.search(path.read_text(encoding="utf-8"))
    }
    assert found == CHANGING


HANDLER = """
import sys
import confty
from confty.kit.shared import RECURSION

write, asked = RECURSION._write, []

def struck(limit, relied_on):
    # As a handler of a signal does that reads its configuration anew.
    if not asked:
        asked.append(confty.loads("{ a: std.length('ab') }", lang="jsonnet"))
    write(limit, relied_on)

confty.loads("1", lang="jsonnet")
before = sys.getrecursionlimit()
RECURSION._write = struck
print(confty.loads("2", lang="jsonnet"), asked, sys.getrecursionlimit() - before)
"""


def test_a_handler_of_a_signal_waits_for_nobody_who_wants_what_its_thread_holds() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANDLER], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "2 [{'a': 2}] 0\n", done.stderr


def test_a_setting_changes_once_the_change_before_is_done() -> None:
    kept, seen = [0], []

    def write(value: int, _: bool) -> None:
        kept[0] = value
        if len(seen) < 3:
            seen.append(value)
            setting.enter("handler", 5)
            setting.leave("handler", 5)

    setting = shared.Shared(lambda: kept[0], write, max)
    setting.enter("run", 2)
    assert kept == [2]
    setting.enter("run", 3)
    setting.leave("run", 3)
    assert kept == [2]
    setting.leave("run", 2)
    assert kept == [0]
