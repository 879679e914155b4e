"""Settings that the process has once, and that several threads want otherwise for a while.

Who wants one changed says so when entering a block.  The setting follows those who are inside, and
is what it was before when nobody is.  Entries have an owner, so that what a run left behind when
it was stopped in the middle of leaving can be dropped with the run.  In a process that was forked
nobody is inside: its runs stayed behind.

A handler of a signal that strikes while entries change finds the setting as it is, and changes
nothing before that is done.
"""

from __future__ import annotations

import gc
import sys

from confty.kit.locks import Lock, when_forked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final


# Frames that whoever changes the limit on recursion needs itself.
_MARGIN: Final = 64


class Shared:
    """One setting of the process: a number, whether something is on, who is told.

    Each entry knows what it makes of those before it, so that a thousand blocks inside of each
    other cost no more than a thousand beside each other: who leaves is nearly always the last.
    """

    __slots__ = ("_before", "_entries", "_later", "_lock", "_merged", "_read", "_write")

    def __init__(
        self,
        read: Callable[[], Any],
        write: Callable[[Any, bool], None],
        merged: Callable[[Any, Any], Any],
    ) -> None:
        self._read: Final = read
        # Told beside the setting: whether others may rely on what it is now.
        self._write: Final = write
        # What the setting is, from what it was so far and what is wanted.
        self._merged: Final = merged
        self._lock: Final = Lock()
        # Who is inside, what they want, what it is with them, and whether all up to here are one.
        self._entries: Final[list[tuple[object, object, object, bool]]] = []
        self._before: list[object] = []
        # What struck in the middle of a change wants.
        self._later: Final[list[Callable[[], None]]] = []
        when_forked(self._forget_all)

    def enter(self, owner: object, value: object) -> None:
        """Want the setting to be ``value``, or what goes with it."""

        def enter() -> None:
            if not self._before:
                self._before.append(self._read())
            self._entries.extend(self._with(len(self._entries), [(owner, value)]))
            self._follow()

        self._alter(enter)

    def leave(self, owner: object, value: object) -> None:
        """Want it no more."""

        def leave() -> None:
            for at in reversed(range(len(self._entries))):
                if self._entries[at][:2] == (owner, value):
                    later = [entry[:2] for entry in self._entries[at + 1 :]]
                    self._entries[at:] = self._with(at, later)
                    # Nobody owns what is wanted outside of runs, in any thread.
                    self._follow(alone=owner is not None and self._is_alone(owner))
                    return

        self._alter(leave)

    def forget(self, owner: object) -> None:
        """Drop whatever an owner still wants, also where it was stopped while it was leaving."""
        if not self._before:
            return

        def forget() -> None:
            # Others may have left meanwhile, and the last of them has put all in order.
            if self._before:
                others = [entry[:2] for entry in self._entries if entry[0] is not owner]
                self._entries[:] = self._with(0, others)
                self._follow()

        self._alter(forget)

    def _alter(self, change: Callable[[], None]) -> None:
        """Change the entries; in the middle of another change of this thread, after that."""
        if self._lock.is_held():
            self._later.append(change)
            return
        self._lock.holding(change)
        while self._later:
            self._lock.holding(self._later.pop(0))

    def _forget_all(self) -> None:
        """Drop what anybody wants, before there is a second thread."""
        self._entries.clear()
        self._later.clear()
        self._follow()

    def _with(
        self, at: int, wanted: list[tuple[object, Any]]
    ) -> list[tuple[object, object, object, bool]]:
        """Say what each of these makes of those before it, behind the first ``at``."""
        last, so_far, alone = None, self._before[0], True
        if at:
            last, _, so_far, alone = self._entries[at - 1]
        found: list[tuple[object, object, object, bool]] = []
        for owner, value in wanted:
            so_far = self._merged(so_far, value)
            alone = alone and (owner is last or not (at or found))
            found.append((owner, value, so_far, alone))
            last = owner
        return found

    def _is_alone(self, owner: object) -> bool:
        """Whether nobody else is inside."""
        return not self._entries or (self._entries[-1][0] is owner and self._entries[-1][3])

    def _follow(self, *, alone: bool = False) -> None:
        """Bring the setting in line; a stop may strike between any two steps of this."""
        if self._entries:
            self._write(self._entries[-1][2], not alone)
        elif self._before:
            # What it was is known until it is so again.
            self._write(self._before[0], False)
            if self._read() == self._before[0]:
                self._before.clear()


def _set_recursion(limit: int, relied_on: bool) -> None:
    if relied_on:
        # Never less while anybody else is inside: a program may be deeper than it asked for, with
        # the room that another had.
        limit = max(limit, sys.getrecursionlimit())
    now = sys.getrecursionlimit()
    # Python ends the process when a thread is far deeper than the limit.
    if limit > now or (limit < now and not _is_deep(limit - _MARGIN)):
        sys.setrecursionlimit(limit)


def _is_deep(calls: int) -> bool:
    """Whether the calls of any thread nest so deep."""
    from confty.kit.stacks import depths  # noqa: PLC0415  the last run of a process lowers no limit

    return any(depth > calls for depth in depths(calls + 1))


def _set_collecting(on: int, _: bool) -> None:
    if on:
        gc.enable()
    else:
        gc.disable()


def _set_threshold(threshold: tuple[int, int, int], _: bool) -> None:
    gc.set_threshold(*threshold)


def _off(so_far: int, wanted: int) -> int:
    return so_far and wanted


def _set_unraisable(hook: Any, _: bool) -> None:
    sys.unraisablehook = hook


def _latest(_: object, wanted: Any) -> object:
    return wanted


#: How deep calls may nest.
RECURSION: Final = Shared(sys.getrecursionlimit, _set_recursion, max)
#: Whether the cycle collector works.
COLLECTING: Final = Shared(gc.isenabled, _set_collecting, _off)
#: How many objects the cycle collector lets be made before it looks.
THRESHOLD: Final = Shared(gc.get_threshold, _set_threshold, _latest)
#: Who is told of exceptions that cannot be raised.
UNRAISABLE: Final = Shared(lambda: sys.unraisablehook, _set_unraisable, _latest)
