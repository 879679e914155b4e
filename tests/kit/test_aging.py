"""When the collector looks through what was called old, in one thread or several."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from confty.kit import aging


def printed(program: str) -> list[str]:
    """What a program prints in a process of its own, in which nobody else has made anything."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_a_look_in_another_thread_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aging._aged, "since", 10**9)
    monkeypatch.setattr(aging._aged, "due", 1.0)
    looks = []

    def collect() -> int:
        looks.append(1)
        if len(looks) == 1:
            aging.collect_when_due()  # as a thread does that gets its turn in the middle
        return 7

    monkeypatch.setattr(gc, "collect", collect)
    aging.collect_when_due()
    assert looks == [1], "what one thread looks through is not due in another"
    assert aging._aged.due > 0


MADE = """
import gc
from confty.kit import aging
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import RunSettings, evaluate

looks = []
gc.collect = lambda: looks.append(1) or 0
program = b"[{ a: i, b: [i] } for i in std.range(1, 40000)]"
value = evaluate("p", program, DiskImporter([]), RunSettings())
value.work_out()
print(aging._aged.since > aging._aged.due)
value.apply(json_text)
print(len(looks))
evaluate("p", b"1", DiskImporter([]), RunSettings()).work_out()
print(len(looks))
"""


def test_what_a_run_has_made_itself_is_no_garbage() -> None:
    """A value that is worked out and then written is the work of one run, in two steps.

    Another run does not know what is alive.
    """
    assert printed(MADE) == ["True", "0", "1"]


STRUCK = """
import ctypes, gc, threading, time
from confty.kit import aging

class Strike(SystemExit):
    pass

ends = threading.Event()

def age():
    while not ends.is_set():
        try:
            while True:
                aging.count_as_old()
        except Strike:
            pass

thread = threading.Thread(target=age, daemon=True)
thread.start()
strike = ctypes.pythonapi.PyThreadState_SetAsyncExc
for _ in range(300):
    strike(ctypes.c_ulong(thread.ident), ctypes.py_object(Strike))
    time.sleep(0.0002)
print(gc.get_freeze_count())
"""


def test_a_struck_thread_leaves_nothing_frozen() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STRUCK], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == "0\n", done.stdout + done.stderr


def test_what_somebody_froze_is_counted_once(monkeypatch) -> None:
    """To count it takes as long as there is much of it, and each check would do so."""
    asked = []
    monkeypatch.setattr(aging, "_aged", aging._Aged())
    monkeypatch.setattr(gc, "get_freeze_count", lambda: asked.append(1) or 7)
    for _ in range(3):
        aging.count_as_old()
    assert len(asked) == 1


YOUNG = """
from confty.kit import aging
from confty.kit.collector import uncollected

made = []
for many in (1000, 60_000):
    with uncollected(kept=True):
        made.append([[] for _ in range(many)])
    print(aging._aged.since >= many)
"""


def test_a_few_objects_stay_young() -> None:
    """What thousands of small files make is looked at as it comes, and not all of it at once.

    In a process of its own: other threads of this one may free as much as is made here.
    """
    done = subprocess.run(
        [sys.executable, "-c", YOUNG], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.split() == ["False", "True"], done.stderr


SMALL = """
import gc
from confty.kit import aging
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.run import RunSettings, evaluate

program = b"[{ a: i, b: [i] } for i in std.range(1, 1000)]"
for threshold in (50_000, 700):
    gc.collect()
    gc.set_threshold(threshold, 10, 10)
    evaluate("p", program, DiskImporter([]), RunSettings()).work_out()
    print(aging._aged.since > 0)
"""


def test_what_a_small_run_makes_stays_young() -> None:
    """Where others would not look yet: thousands of such runs would make everything due."""
    assert printed(SMALL) == ["False", "True"]
