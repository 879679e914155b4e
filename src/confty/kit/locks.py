"""A lock that a stopped run does not leave held.

A run is stopped by an exception that may strike between any two steps of its thread.  From Python
3.14 on, one of those is between taking the lock of a ``with`` and the block that would give it
back: whoever wanted it next would wait for ever.  So a lock is taken inside of what gives it back.

A handler of a signal runs between any two steps of the main thread, hence also while that holds a
lock.  What it calls may go deeper there, but must not change what is half changed, nor wait for a
thread, which may want the lock: so anybody can ask whether this thread holds one.

A process that was forked has one thread.  What the others held when it was made nobody gives back,
so each lock is a new one there.
"""

from __future__ import annotations

import os
from _thread import RLock, get_ident

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, TypeVar

    T = TypeVar("T")


#: The threads that are giving a lock back: who strikes comes again a little later.
LEAVING: Final[dict[int, bool]] = {}
# By thread, how many locks it holds, or is about to.
_HELD: Final[dict[int, int]] = {}
# How many forks this process is away from the one that Python began in.
_forks: Final = [0]


def when_forked(work: Callable[[], None]) -> None:
    """Do something at the start of each process that is forked off this one."""
    # Neither Windows nor a browser forks.
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=work)


def _begin_alone() -> None:
    _forks[0] += 1
    LEAVING.clear()
    _HELD.clear()


when_forked(_begin_alone)


def holds_any() -> bool:
    """Whether this thread holds a lock: then it is a handler of a signal who asks."""
    return get_ident() in _HELD


class Lock:
    """Lets one thread after the other do something; a thread that is inside may go deeper."""

    __slots__ = ("_inners",)

    def __init__(self) -> None:
        # By the number of forks.  Each knows its owner: only what this thread holds is given back.
        self._inners: Final[dict[int, Any]] = {}

    def is_held(self) -> bool:
        """Whether this thread is inside."""
        inner = self._inners.get(_forks[0])
        return inner is not None and inner._is_owned()  # noqa: SLF001  as below

    def holding(self, work: Callable[[], T]) -> T:
        """Do something while nobody else does."""
        inners = self._inners
        # Put there in one step: whoever else comes first gets the same one.
        inner = inners.get(_forks[0]) or inners.setdefault(_forks[0], RLock())
        if inner._is_owned():  # noqa: SLF001  as the standard library's conditions ask
            return work()
        own = get_ident()
        _HELD[own] = _HELD.get(own, 0) + 1
        try:
            try:
                inner.acquire()
                return work()
            finally:
                # Nothing can strike before this: Python looks for exceptions behind calls.
                LEAVING[own] = True
                if inner._is_owned():  # noqa: SLF001  there is no other way to ask
                    inner.release()
        finally:
            # Where what was on its way struck between the question and the release.
            LEAVING[own] = True
            # Without a call, so that nothing strikes before it is done.
            if _HELD[own] > 1:
                _HELD[own] -= 1
            else:
                del _HELD[own]
            if inner._is_owned():  # noqa: SLF001  there is no other way to ask
                inner.release()
            LEAVING.pop(own, None)
