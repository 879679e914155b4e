"""Limits of a run: time, depth, memory.  Whatever is reached ends in an exception with a name.

A run has a thread of its own with a large stack, so that a deep program has room and the thread
that waits can stop it whatever it does.  Everything belongs to the run: the process's recursion
limit is the largest that any run under way asks for, and what it was before when the last has
ended.

Where no thread can be started (a browser) the work runs where it is called, with the room there
is.  A run inside a run (a file of another language that is imported) is part of the outer one.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, Generic, TypeVar

Result = TypeVar("Result")

#: The frames a run may nest unless it asks for another number.
FRAMES: Final = 250_000
#: What a run may add to the memory of the process, in bytes.
MEMORY: Final = 8 << 30
_MOST_FRAMES: Final = 5_000_000
_STACKS: Final = (512 << 20, 128 << 20, 32 << 20)
_PAUSE: Final = 0.05
# How long a stopped run may take to notice; it is told again and again meanwhile.
_PATIENCE: Final = 10.0


class Limits:
    """How far a run may go; None is as far as it likes."""

    __slots__ = ("frames", "memory", "seconds")

    def __init__(
        self,
        seconds: float | None = None,
        frames: int = FRAMES,
        memory: int | None = MEMORY,
    ) -> None:
        self.seconds: Final = seconds
        self.frames: Final = min(frames, _MOST_FRAMES)
        self.memory: Final = memory


class OutOfTime(Exception):
    """The run took longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"stopped after {seconds:g} seconds, as the time limit says")
        self.seconds: Final = seconds


class OutOfMemory(Exception):
    """The run took more memory than it may."""

    def __init__(self, size: int) -> None:
        super().__init__(f"stopped at {size >> 20} megabytes, as the memory limit says")
        self.size: Final = size


class Stopped(BaseException):
    """Raised inside a run to end it; no ``Exception``, so that no program can catch it."""


# The recursion limit.

_changing: Final = threading.Lock()
_asked: Final[list[int]] = []
_before = 0


@contextmanager
def room_for(frames: int) -> Iterator[None]:
    """Let calls nest at least ``frames`` deep, in this thread and for the time of the block.

    Python has one limit for all threads.  It follows those who are inside such a block, and is as
    it was when nobody is.
    """
    global _before  # noqa: PLW0603  the process has one limit, so it is kept in one place
    with _changing:
        if not _asked:
            _before = sys.getrecursionlimit()
        _asked.append(frames)
        sys.setrecursionlimit(max(_before, *_asked))
    try:
        yield
    finally:
        with _changing:
            _asked.remove(frames)
            _lower(max([_before, *_asked]))


def _lower(limit: int) -> None:
    try:
        sys.setrecursionlimit(limit)
    except RecursionError:
        # We are deeper than that right now: whoever called us deep down will lower it.
        sys.setrecursionlimit(sys.getrecursionlimit())


# Runs.


class _Current(threading.local):
    """Whether this thread is a run's."""

    def __init__(self) -> None:
        self.limited = False


_current: Final = _Current()


class _Run(Generic[Result]):
    """One piece of work in a thread of its own."""

    __slots__ = ("done", "error", "limits", "thread", "value", "work")

    def __init__(self, work: Callable[[], Result], limits: Limits) -> None:
        self.work: Final = work
        self.limits: Final = limits
        self.value: list[Result] = []
        self.error: BaseException | None = None
        self.done: Final = threading.Event()
        self.thread: threading.Thread | None = None

    def main(self) -> None:
        _current.limited = True
        try:
            self.value.append(self.work())
        except BaseException as error:  # noqa: BLE001  handed to the thread that waits
            self.error = error
        finally:
            self.done.set()

    def start(self) -> bool:
        """Start the thread with the largest stack that can be had; False when there is none."""
        for size in (*_STACKS, 0):
            with _changing:
                before = threading.stack_size()
                try:
                    threading.stack_size(size or before)
                    thread = threading.Thread(target=self.main, name="confty run", daemon=True)
                    thread.start()
                except (RuntimeError, ValueError, MemoryError, OSError):
                    continue
                finally:
                    threading.stack_size(before)
            self.thread = thread
            return True
        return False

    def wait(self) -> None:
        """Wait for the end, or bring it about."""
        seconds, memory = self.limits.seconds, self.limits.memory
        ends = None if seconds is None else monotonic() + seconds
        most = None if memory is None else resident() + memory
        pause = _PAUSE if most is not None else None
        try:
            while True:
                left = None if ends is None else ends - monotonic()
                if self.done.wait(_least(left, pause)):
                    return
                if ends is not None and monotonic() >= ends:
                    assert seconds is not None
                    self.stop()
                    raise OutOfTime(seconds)
                if most is not None and memory is not None and resident() > most:
                    self.stop()
                    raise OutOfMemory(memory)
        except KeyboardInterrupt:
            self.stop()
            raise

    def stop(self) -> None:
        """Raise inside the thread until it has ended: one exception alone can be swallowed."""
        import ctypes  # noqa: PLC0415, RUF100  ten milliseconds that only a stopped run pays

        assert self.thread is not None
        assert self.thread.ident is not None
        ident = ctypes.c_ulong(self.thread.ident)
        ends = monotonic() + _PATIENCE
        while not self.done.is_set() and monotonic() < ends:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(Stopped))
            self.done.wait(_PAUSE)

    def result(self) -> Result:
        """Return the value, or raise what the work raised."""
        if self.error is not None:
            raise self.error
        return self.value[0]


def _least(*numbers: float | None) -> float | None:
    known = [max(0.0, number) for number in numbers if number is not None]
    return min(known) if known else None


def limited(work: Callable[[], Result], limits: Limits) -> Result:
    """Do ``work`` within limits.

    Raises ``OutOfTime`` or ``OutOfMemory``, and whatever the work raises: a program that nests too
    deep raises ``RecursionError``, one for which Python finds no memory ``MemoryError``.
    """
    if _current.limited:
        return work()
    run = _Run(work, limits)
    with room_for(limits.frames):
        if run.start():
            run.wait()
            return run.result()
    # No thread, no large stack: the limit on recursion stays what it is.
    _current.limited = True
    try:
        return work()
    finally:
        _current.limited = False


def resident() -> int:
    """Return how much memory the process holds, in bytes; 0 where that cannot be said."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _page_size()
    except (OSError, IndexError, ValueError):
        return 0


def _page_size() -> int:
    import resource  # noqa: PLC0415, RUF100  not on every platform; asked where /proc is

    return resource.getpagesize()
