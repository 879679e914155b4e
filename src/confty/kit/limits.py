"""Limits of a run: time, depth, memory.  Whatever is reached ends in an exception with a name.

A run has a thread of its own with a large stack, so that a deep program has room and the thread
that waits can stop it whatever it does.  Everything belongs to the run: the process's recursion
limit is the largest that any run under way asks for, and what it was before when the last has
ended.

Where no thread can be started (a browser) the work runs where it is called, with the room there
is.  A run inside a run (a file of another language that is imported) is part of the outer one.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager, suppress
from time import monotonic

from confty.kit.locks import Lock
from confty.kit.shared import COLLECTING, RECURSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Final, TypeVar

    Result = TypeVar("Result")

#: The frames a run may nest unless it asks for another number.
FRAMES: Final = 250_000
#: The frames that walking a tree takes whose depth a reader has bounded.
WALK: Final = 8000
#: What a run may add to the memory of the process, in bytes.
MEMORY: Final = 8 << 30
_MOST_FRAMES: Final = 5_000_000
# Sizes of stacks, and how many frames may nest on each: calls through C take room of it.
_STACKS: Final = {512 << 20: _MOST_FRAMES, 128 << 20: 60_000, 32 << 20: 15_000, 0: WALK}
# In a browser there are no threads, calls nest on the browser's own small stack, and one that is
# full takes the interpreter along; what unwinds and is freed goes as deep as what was called.
_BROWSER: Final = sys.platform == "emscripten"
_MOST_IN_A_BROWSER: Final = 1200
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


#: Raised inside a run to end it.  No ``Exception``, so that no program catches it, and the one
#: that a thread passes over in silence when it arrives after the work has ended.
Stopped: Final = SystemExit


_changing: Final = Lock()


# What belongs to a thread.


class _Current(threading.local):
    """The run that this thread is of, if any, and how deep its calls may nest."""

    def __init__(self) -> None:
        self.run: object = None
        self.frames = 0


_current: Final = _Current()


@contextmanager
def room_for(frames: int = WALK) -> Iterator[None]:
    """Let calls nest at least ``frames`` deep, in this thread and for the time of the block.

    Python has one limit for all threads.  It follows those who are inside such a block, and is as
    it was when nobody is.
    """
    if _BROWSER:
        frames = min(frames, _MOST_IN_A_BROWSER)
    if frames <= _current.frames:
        yield
        return
    owner, before = _current.run, _current.frames
    try:
        RECURSION.enter(owner, frames)
        _current.frames = frames
        yield
    finally:
        _current.frames = before
        RECURSION.leave(owner, frames)


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the cycle collector quiet inside the ``with`` block."""
    owner = _current.run
    try:
        COLLECTING.enter(owner, False)
        yield
    finally:
        COLLECTING.leave(owner, False)


# Runs.


class _Run:
    """One piece of work in a thread of its own."""

    __slots__ = (
        "done",
        "error",
        "frames",
        "limits",
        "thread",
        "value",
        "work",
    )

    def __init__(self, work: Callable[[], Any], limits: Limits, frames: int) -> None:
        self.work: Final = work
        self.limits: Final = limits
        self.frames: Final = frames
        self.value: list[Any] = []
        self.error: BaseException | None = None
        self.done: Final = threading.Event()
        self.thread: threading.Thread | None = None

    def main(self) -> None:
        _current.run = self
        _current.frames = self.frames
        try:
            try:
                self.value.append(self.work())
            except BaseException as error:  # noqa: BLE001  handed to the thread that waits
                self.error = error
        finally:
            self.done.set()

    def start(self, size: int) -> bool:
        """Start the thread with a stack of this size, 0 for the usual one; False if it cannot."""
        thread = threading.Thread(target=self.main, name="confty run", daemon=True)
        if not started(thread, size):
            return False
        self.thread = thread
        return True

    def wait(self) -> None:
        """Wait for the end, or bring it about."""
        seconds, memory = self.limits.seconds, self.limits.memory
        ends = None if seconds is None else monotonic() + seconds
        base = 0 if memory is None else resident()
        pause = None if memory is None else _PAUSE
        try:
            while True:
                left = None if ends is None else ends - monotonic()
                if self.done.wait(_least(left, pause)):
                    return
                if seconds is not None and ends is not None and monotonic() >= ends:
                    self.stop()
                    raise OutOfTime(seconds)
                if memory is not None and resident() - base > (most := least_memory(memory)):
                    self.stop()
                    raise OutOfMemory(most)
        except KeyboardInterrupt:
            self.stop()
            raise
        finally:
            if self.done.is_set():
                # A run that was stopped in the middle of leaving a block leaves nothing behind.
                RECURSION.forget(self)
                COLLECTING.forget(self)

    def stop(self) -> None:
        """Raise inside the thread until it has ended: one exception alone can be swallowed."""
        import ctypes  # noqa: PLC0415  ten milliseconds that only a stopped run pays

        assert self.thread is not None
        assert self.thread.ident is not None
        ident = ctypes.c_ulong(self.thread.ident)
        ends = monotonic() + _PATIENCE
        while self.thread.is_alive() and not self.done.is_set() and monotonic() < ends:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(Stopped))
            self.done.wait(_PAUSE)
        if not self.thread.is_alive():
            self.done.set()

    def result(self) -> Any:
        """Return the value, or raise what the work raised."""
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                # The frames that it went through hold what the run made: not longer than needed.
                del error
        return self.value[0]


#: The code of who waits for a run: whoever looks at stacks knows it by that.
WAITING: Final = _Run.wait.__code__


def started(thread: threading.Thread, size: int) -> bool:
    """Start a thread with a stack of this size, 0 for the usual one; False if it cannot.

    The size is the process's, so it is changed here only, by one after the other.
    """

    def start() -> bool:
        before = threading.stack_size()
        try:
            threading.stack_size(size or before)
            thread.start()
        except (RuntimeError, ValueError, MemoryError, OSError):
            return False
        finally:
            threading.stack_size(before)
        return True

    return _changing.holding(start)


def _least(*numbers: float | None) -> float | None:
    known = [max(0.0, number) for number in numbers if number is not None]
    return min(known) if known else None


def limited(work: Callable[[], Result], limits: Limits) -> Result:
    """Do ``work`` within limits.

    Raises ``OutOfTime`` or ``OutOfMemory``, and whatever the work raises: a program that nests too
    deep raises ``RecursionError``, one for which Python finds no memory ``MemoryError``.
    """
    if _current.run is not None:
        with room_for(limits.frames):
            return work()
    for size, most in () if _BROWSER else _STACKS.items():
        run = _Run(work, limits, min(limits.frames, most))
        with room_for(run.frames):
            if run.start(size):
                run.wait()
                done: Result = run.result()
                return done
    # No thread, no large stack: the limit on recursion stays what it is.
    _current.run = work
    try:
        return work()
    finally:
        _current.run = None


def least_memory(wanted: int) -> int:
    """Return what a run may take: as much as it wants, but not all that the machine has."""
    if wanted != MEMORY:
        return wanted
    found = [wanted]
    with suppress(ValueError, OSError, AttributeError):
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4)
    # What a container may have.
    with suppress(OSError, ValueError), open("/sys/fs/cgroup/memory.max", "rb") as file:
        found.append(int(file.read()) * 3 // 4)
    return min(size for size in found if size > 0)


def resident() -> int:
    """Return how much memory the process holds, in bytes; 0 where that cannot be said."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _page_size()
    except (OSError, IndexError, ValueError):
        return _resident_elsewhere()


def _page_size() -> int:
    import resource  # noqa: PLC0415  not on every platform; asked where /proc is

    return resource.getpagesize()


def _resident_elsewhere() -> int:
    """The same without ``/proc``: what macOS and Windows say."""
    try:
        import resource  # noqa: PLC0415  not on every platform

        # The most that it ever held, which grows with a run that takes too much.
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10
    except ImportError:
        return _resident_on_windows()


def _resident_on_windows() -> int:
    import ctypes  # noqa: PLC0415  only where nothing else says it

    windows: Any = getattr(ctypes, "windll", None)
    if windows is None:
        return 0
    # PROCESS_MEMORY_COUNTERS: two numbers of 32 bits, then sizes; the second size is the set
    # that is resident now.
    counters = (ctypes.c_size_t * 10)()
    size = ctypes.sizeof(counters)
    process = ctypes.c_void_p(windows.kernel32.GetCurrentProcess())
    if not windows.psapi.GetProcessMemoryInfo(process, ctypes.byref(counters), size):
        return 0
    # The two numbers share the first place where a size has 64 bits.
    return int(counters[2 if ctypes.sizeof(ctypes.c_size_t) == 8 else 3])
