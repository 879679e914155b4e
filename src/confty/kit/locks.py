"""A lock that a stopped run does not leave held.

A run is stopped by an exception that may strike between any two steps of its thread.  From Python
3.14 on, one of those is between taking the lock of a ``with`` and the block that would give it
back: whoever wanted it next would wait for ever.  So a lock is taken inside of what gives it back.
"""

from __future__ import annotations

from _thread import RLock, get_ident

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, TypeVar

    T = TypeVar("T")


#: The threads that are giving a lock back: who strikes comes again a little later.
LEAVING: Final[dict[int, bool]] = {}


class Lock:
    """Lets one thread after the other do something; a thread that is inside may go deeper."""

    __slots__ = ("_inner",)

    def __init__(self) -> None:
        # One that knows its owner: only what this thread holds is given back.
        self._inner: Final[Any] = RLock()

    def holding(self, work: Callable[[], T]) -> T:
        """Do something while nobody else does."""
        inner = self._inner
        if inner._is_owned():  # noqa: SLF001  as the standard library's conditions ask
            return work()
        own = get_ident()
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
            if inner._is_owned():  # noqa: SLF001  there is no other way to ask
                inner.release()
            LEAVING.pop(own, None)
