"""How deep calls may nest, by thread, and which run a thread is of."""

from __future__ import annotations

import sys
from _thread import _local

from confty.kit.locks import when_forked
from confty.kit.shared import RECURSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.kit.threads import Flag

#: The frames that walking a tree takes whose depth a reader has bounded.
WALK: Final = 8000
#: And the most.
MOST_FRAMES: Final = 5_000_000
# In a browser there are no threads, calls nest on the browser's own small stack, and one that is
# full takes the interpreter along; what unwinds and is freed goes as deep as what was called.
BROWSER: Final = sys.platform == "emscripten"
_MOST_IN_A_BROWSER: Final = 1200


class CurrentRun(_local):
    """The run that this thread is of, if any, and how deep its calls may nest."""

    def __init__(self) -> None:
        self.run: object = None
        # Who wants settings of the process changed: the run, or a step of it.
        self.owner: object = None
        self.frames = 0
        # Set by another thread when nobody wants what this one waits for any more.
        self.off: Flag | None = None


CURRENT: Final = CurrentRun()


def _leave_run() -> None:
    """Be of no run: who waits for that is another process."""
    CURRENT.run = CURRENT.owner = CURRENT.off = None
    CURRENT.frames = 0


when_forked(_leave_run)


class _Room:
    """A block in which calls may nest so deep."""

    __slots__ = ("_before", "_entered", "_frames", "_owner")

    def __init__(self, frames: int) -> None:
        self._frames = frames
        self._entered = False

    def __enter__(self) -> None:
        if self._frames <= CURRENT.frames:
            return
        self._owner, self._before = CURRENT.owner, CURRENT.frames
        self._entered = True
        RECURSION.enter(self._owner, self._frames)
        CURRENT.frames = self._frames

    def __exit__(self, *_: object) -> None:
        if self._entered:
            CURRENT.frames = self._before
            RECURSION.leave(self._owner, self._frames)


def room_for(frames: int = WALK) -> _Room:
    """Let calls nest at least ``frames`` deep, in this thread and for the time of the block.

    Python has one limit for all threads.  It follows those who are inside such a block, and is as
    it was when nobody is.
    """
    return _Room(min(frames, _MOST_IN_A_BROWSER if BROWSER else MOST_FRAMES))


def owner() -> object:
    """Who wants settings of the process changed in this thread: its run, or a step of it."""
    return CURRENT.owner
