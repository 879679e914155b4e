"""A try for a moment: Python code that is given up when native code would be worth its while.

A second thread sleeps for that time and then raises an exception in the first, which Python
delivers between two instructions: no loop of the generated code has to look at a clock.  The
limits of a run are not kept here but in ``kit.limits``, whose exception passes through.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from confty.kit.strikes import Quietly, leave_imports, raise_in, settle
from confty.kit.threads import beginning, start_untouched

T = TypeVar("T")

#: Seconds until the exception is raised again, if it was dropped on its way.
_AGAIN: Final = 0.25


class Expired(SystemExit):
    """The time is over.  Not an ``Exception``: nothing on the way may catch it."""


@beginning
def within(seconds: float | None, work: Callable[[], T]) -> T:
    """Do the work; raise ``Expired`` out of it when it takes longer than ``seconds``."""
    if seconds is None:
        return work()
    watch = _Watch(max(seconds, 0.0))
    # Twice: the exception may arrive after the inner ``finally`` began and before it called.
    try:
        try:
            # Where there are no threads there is no native code either.
            with suppress(RuntimeError):
                start_untouched(watch.thread)
            return work()
        finally:
            watch.stop()
    finally:
        watch.stop()


class _Watch:
    """One limit on the calling thread.

    It fires until it is called off: an exception that arrives inside of a finaliser or a callback
    of the garbage collector is dropped by Python, and nobody is told.  The methods of the watched
    thread may be cut short by it anywhere, so they use nothing that must not be left half done.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = min(seconds, threading.TIMEOUT_MAX)
        self.watched = threading.get_ident()
        self.wake = threading.Lock()
        self.wake.acquire()
        self.over = False
        self.fired = False
        self.hushed = False
        self.left = False
        self.quiet = Quietly(self)
        self.thread = threading.Thread(target=self._wait, daemon=True)

    def _wait(self) -> None:
        pause = self.seconds
        while not self.wake.acquire(timeout=pause):
            # In this order: who calls off looks at it the other way round.
            self.fired = True
            if self.over:
                break
            # Not before: who calls off sees that it fired, and waits to undo this.
            if not self.hushed:
                self.quiet.__enter__()
                self.hushed = True
            raise_in(self.watched, Expired)
            pause = _AGAIN
        self.left = True

    def stop(self) -> None:
        """Call the watch off; if it has just fired, nobody else shall be hit."""
        called_off = False
        while not called_off:
            try:
                self._call_off()
                called_off = True
            except Expired:
                continue

    def _call_off(self) -> None:
        self.over = True
        if self.wake.locked():
            self.wake.release()
        while self.fired and not self.left:
            time.sleep(0.0005)
        if self.fired:
            settle()
            leave_imports(anywhere=False)
            if self.hushed:
                self.quiet.__exit__()
