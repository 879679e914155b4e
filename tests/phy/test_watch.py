"""The exception that gives a try up: it arrives, and leaves nothing behind."""

from __future__ import annotations

import subprocess
import sys

from support.shell import environment

#: In a process of its own: the hook is the process's, and other tests may be inside of limits.
PROGRAM = """
import sys
from time import monotonic

from confty.languages.phy.evaluator.watch import Expired, within


class Slow:
    # Something that takes long to be forgotten: Python drops what arrives meanwhile.
    def __del__(self):
        ends = monotonic() + 0.01
        while monotonic() < ends:
            pass


def work():
    ends = monotonic() + 60
    while monotonic() < ends:
        Slow()
        rest = monotonic() + 0.01
        while monotonic() < rest:
            pass


heard = []
hook = sys.unraisablehook = lambda said: heard.append(said.exc_type)
given_up = 0
for _ in range(12):
    try:
        within(0.01, work)
    except Expired:
        given_up += 1
print(given_up, len(heard), sys.unraisablehook is hook)
"""


def test_nobody_hears_of_a_strike_that_was_dropped() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment(), capture_output=True, timeout=120, check=False, text=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("12 0 True\n", "")


#: The watch is called off while it is just about to fire.
CALLED_OFF = """
import contextlib, threading
from confty.languages.phy.evaluator import watch

called, entered = [], threading.Event()


class Slowly:
    def __init__(self, owner):
        pass

    def __enter__(self):
        called.append("enter")
        entered.set()
        threading.Event().wait(0.3)

    def __exit__(self, *_):
        called.append("exit")


watch.Quietly = Slowly
with contextlib.suppress(watch.Expired):
    watch.within(0.001, lambda: entered.wait(5))
print(*dict.fromkeys(called))
"""


def test_what_is_hushed_is_heard_again() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CALLED_OFF],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(),
        check=False,
    )
    assert done.stdout.split() == ["enter", "exit"], done.stderr
