"""A limit on the time that Python code may take.

A second thread sleeps until the limit and then raises an exception in the first, which Python
delivers between two instructions: no loop of the generated code has to look at a clock.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Expired(BaseException):
    """The time is over.  Not an ``Exception``: nothing on the way may catch it."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raise ``Expired`` inside the block when it takes longer than ``seconds``."""
    if seconds is None:
        yield
        return
    watch = _Watch(max(seconds, 0.0))
    watch.thread.start()
    try:
        yield
    finally:
        watch.stop()


class _Watch:
    """One limit on the calling thread."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.watched = threading.get_ident()
        self.lock = threading.Lock()
        self.done = threading.Event()
        self.fired = False
        self.thread = threading.Thread(target=self._wait, daemon=True)

    def _wait(self) -> None:
        if self.done.wait(self.seconds):
            return
        with self.lock:
            if not self.done.is_set():
                self.fired = True
                _raise_in(self.watched, Expired)

    def stop(self) -> None:
        """Call the watch off; if it has just fired, nobody else shall be hit."""
        with self.lock:
            self.done.set()
        if self.fired:
            try:
                _raise_in(self.watched, None)
                time.sleep(0)
            except Expired:
                pass


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    exception = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), exception)
