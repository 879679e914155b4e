"""Locks that no stopped run leaves held."""

import ctypes
import re
import threading
import time
from pathlib import Path

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
        assert lock._inner.acquire(blocking=False)
        lock._inner.release()
    settle()


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
