"""Depth and time: a program that recurses too deep or too long ends in a finding.

Calls of generated code do not use the C stack, so a thread with a large one and a raised
recursion limit holds a quarter of a million of them.  The main thread waits, so that Ctrl-C and
the time limit work whatever the program does.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

Result = TypeVar("Result")

DEFAULT_STACK: Final = 500
# Python frames allowed for one frame of the reference's count: its 500 are our 250,000.
_FRAMES: Final = 500
_MOST: Final = 5_000_000
_STACKS: Final = (512 << 20, 128 << 20, 32 << 20)


class OutOfTime(BaseException):
    """Raised inside a program that ran too long or was interrupted."""


class Interrupted(Exception):
    """The program was stopped: by the user, or because its time was up."""

    def __init__(self, seconds: float | None) -> None:
        super().__init__()
        # The limit that was reached; None when the user stopped it.
        self.seconds = seconds


class _Outcome:
    __slots__ = ("error", "value")

    def __init__(self) -> None:
        self.value: Any = None
        self.error: BaseException | None = None


def limited(
    work: Callable[[], Result], *, max_stack: int | None = None, timeout: float | None = None
) -> Result:
    """Run ``work`` with room for recursion and under a time limit."""
    outcome = _Outcome()
    limit = min(_MOST, (max_stack or DEFAULT_STACK) * _FRAMES)
    before = sys.getrecursionlimit()

    def run() -> None:
        try:
            outcome.value = work()
        except BaseException as error:  # noqa: BLE001  handed to the waiting thread
            outcome.error = error

    sys.setrecursionlimit(max(before, limit))
    try:
        _wait(_started(run), timeout)
    finally:
        sys.setrecursionlimit(before)
    if outcome.error is not None:
        raise outcome.error
    result: Result = outcome.value
    return result


def _started(run: Callable[[], None]) -> threading.Thread:
    """Start a thread with the largest stack that can be had."""
    before = threading.stack_size()
    for size in _STACKS:
        try:
            threading.stack_size(size)
            thread = threading.Thread(target=run, name="jsonnet", daemon=True)
            thread.start()
        except (RuntimeError, ValueError, MemoryError):
            continue
        else:
            return thread
        finally:
            threading.stack_size(before)
    thread = threading.Thread(target=run, name="jsonnet", daemon=True)
    thread.start()
    return thread


def _wait(thread: threading.Thread, timeout: float | None) -> None:
    try:
        thread.join(timeout)
    except KeyboardInterrupt:
        _stop(thread)
        raise Interrupted(None) from None
    if thread.is_alive():
        _stop(thread)
        raise Interrupted(timeout)


def _stop(thread: threading.Thread) -> None:
    """Make the thread raise, and give it a moment to do so."""
    import ctypes

    assert thread.ident is not None
    ident = ctypes.c_ulong(thread.ident)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(OutOfTime))
    thread.join(0.5)
