"""What a run needs of threads, without ``threading``, which takes milliseconds to load."""

from __future__ import annotations

import sys
from _thread import allocate_lock, get_ident, stack_size, start_new_thread

from confty.kit.locks import LEAVING, Lock, when_forked

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from types import CodeType
    from typing import Any, Final, TypeVar

    Function = TypeVar("Function", bound=Callable[..., Any])

#: Where what may be stopped begins: whatever calls that may well be an import of the user's.
BEGINNINGS: Final[set[CodeType]] = set()


def beginning(function: Function) -> Function:
    """Mark a function: what it calls may be stopped by an exception from outside."""
    BEGINNINGS.add(function.__code__)
    return function


class Flag:
    """Something that is set once, and that another thread waits for."""

    __slots__ = ("_lock", "_set")

    def __init__(self) -> None:
        self._set = False
        # Held until it is set.
        self._lock: Final = allocate_lock()
        self._lock.acquire()

    def set(self) -> None:
        """Let whoever waits go on."""
        self._set = True
        try:
            self._lock.release()
        except RuntimeError:
            return  # somebody else has done it

    def is_set(self) -> bool:
        """Whether it was set."""
        return self._set

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is set, for so long at most; whether it is."""
        if not self._set:
            self._lock.acquire(timeout=-1 if seconds is None else seconds)
        return self._set


class Bare:
    """A thread that ``threading`` knows nothing of, for the last run of a process.

    What is loaded in it may load ``threading`` all the same, which then takes this thread for the
    main one; it is forgotten with the thread, so that nobody asks it later.
    """

    __slots__ = ("_over", "_work", "ident")

    def __init__(self, work: Callable[[], None]) -> None:
        self._work: Final = work
        self._over = False
        self.ident: int | None = None

    def start(self) -> None:
        """Start it."""
        self.ident = start_new_thread(self._main, ())

    def is_alive(self) -> bool:
        """Whether it has not ended yet."""
        return not self._over

    def _main(self) -> None:
        try:
            self._work()
        finally:
            sys.modules.pop("threading", None)
            self._over = True


_changing: Final = Lock()
# How large stacks are for others, while a thread is started with one of another size.
_usual: Final[list[int]] = []


def _restore_size() -> None:
    if _usual:
        stack_size(_usual.pop())


when_forked(_restore_size)


def thread_of(main: Callable[[], None], *, ending: bool) -> threading.Thread | Bare:
    """A thread of a run; a bare one where the process ends with it."""
    if ending and "threading" not in sys.modules:
        return Bare(main)
    import threading  # noqa: PLC0415  milliseconds that the last run of a process does not pay

    return threading.Thread(target=main, name="confty run", daemon=True)


def start_untouched(thread: threading.Thread | Bare) -> None:
    """Start a thread while nobody strikes this one.

    Until it runs, Python takes the new thread for the one that starts it: a strike would end it
    before it has said that it is there, and this one would wait for that for ever.
    """
    own = get_ident()
    inside = own in LEAVING
    LEAVING[own] = True
    try:
        thread.start()
    finally:
        if not inside:
            LEAVING.pop(own, None)


def started(thread: threading.Thread | Bare, size: int) -> bool:
    """Start a thread with a stack of this size, 0 for the usual one; False if it cannot.

    The size is the process's, so it is changed here only, by one after the other.
    """

    def start() -> bool:
        before = stack_size()
        try:
            _usual[:] = [before]
            stack_size(size or before)
            start_untouched(thread)
        except (RuntimeError, ValueError, MemoryError, OSError):
            return False
        finally:
            stack_size(before)
            _usual.clear()
        return True

    return _changing.holding(start)
