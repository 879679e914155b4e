"""Settings that the process has once, and that several threads want otherwise for a while.

Who wants one changed says so when entering a block.  The setting follows those who are inside, and
is what it was before when nobody is.  Entries have an owner, so that what a run left behind when
it was stopped in the middle of leaving can be dropped with the run.
"""

from __future__ import annotations

import gc
import sys

from confty.kit.locks import Lock
from confty.kit.stacks import stack_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final


# Frames that whoever changes the limit on recursion needs itself.
_MARGIN: Final = 64


class Shared:
    """One setting of the process: a number, whether something is on, who is told."""

    __slots__ = ("_before", "_entries", "_lock", "_merged", "_read", "_write")

    def __init__(
        self,
        read: Callable[[], Any],
        write: Callable[[Any], None],
        merged: Callable[[Any, list[Any], bool], Any],
    ) -> None:
        self._read: Final = read
        self._write: Final = write
        # What the setting is, from what it was and what is wanted, by nobody else perhaps.
        self._merged: Final = merged
        self._lock: Final = Lock()
        self._entries: Final[list[tuple[object, Any]]] = []
        self._before: list[Any] = []

    def enter(self, owner: object, value: object) -> None:
        """Want the setting to be ``value``, or what goes with it."""

        def enter() -> None:
            if not self._before:
                self._before.append(self._read())
            self._entries.append((owner, value))
            self._follow()

        self._lock.holding(enter)

    def leave(self, owner: object, value: object) -> None:
        """Want it no more."""

        def leave() -> None:
            if (owner, value) in self._entries:
                self._entries.remove((owner, value))
                # Nobody owns what is wanted outside of runs, in any thread.
                others = owner is None or any(entry[0] is not owner for entry in self._entries)
                self._follow(alone=not others)

        self._lock.holding(leave)

    def forget(self, owner: object) -> None:
        """Drop whatever an owner still wants, also where it was stopped while it was leaving."""
        if not self._before:
            return

        def forget() -> None:
            self._entries[:] = [entry for entry in self._entries if entry[0] is not owner]
            self._follow()

        self._lock.holding(forget)

    def _follow(self, *, alone: bool = False) -> None:
        """Bring the setting in line; a stop may strike between any two steps of this."""
        if self._entries:
            wanted = [value for _, value in self._entries]
            self._write(self._merged(self._before[0], wanted, alone))
        elif self._before:
            # What it was is known until it is so again.
            self._write(self._before[0])
            if self._read() == self._before[0]:
                self._before.clear()


def _set_recursion(limit: int) -> None:
    # Python ends the process when a thread is far deeper than the limit.
    if limit >= sys.getrecursionlimit() or not _is_deep(limit - _MARGIN):
        sys.setrecursionlimit(limit)


def _is_deep(calls: int) -> bool:
    """Whether the calls of any thread nest so deep."""
    threads = list(sys._current_frames())  # noqa: SLF001  the one way to count them
    return any(len(stack_of(thread, calls + 1)) > calls for thread in threads)


def _set_collecting(on: int) -> None:
    if on:
        gc.enable()
    else:
        gc.disable()


def _set_threshold(threshold: tuple[int, int, int]) -> None:
    gc.set_threshold(*threshold)


def _largest(before: int, wanted: list[int], alone: bool) -> int:
    # Never less while anybody else is inside: a program may be deeper than it asked for, with the
    # room that another had.
    return max(before, *wanted, 0 if alone else sys.getrecursionlimit())


def _off(before: int, wanted: list[int], _: bool) -> int:
    return before and all(wanted)


def _set_unraisable(hook: Any) -> None:
    sys.unraisablehook = hook


def _latest(_: object, wanted: list[Any], __: bool) -> Any:
    return wanted[-1]


#: How deep calls may nest.
RECURSION: Final = Shared(sys.getrecursionlimit, _set_recursion, _largest)
#: Whether the cycle collector works.
COLLECTING: Final = Shared(gc.isenabled, _set_collecting, _off)
#: How many objects the cycle collector lets be made before it looks.
THRESHOLD: Final = Shared(gc.get_threshold, _set_threshold, _latest)
#: Who is told of exceptions that cannot be raised.
UNRAISABLE: Final = Shared(lambda: sys.unraisablehook, _set_unraisable, _latest)
