"""The calls of a thread that runs on meanwhile."""

from __future__ import annotations

import sys
from _operator import call, itemgetter
from itertools import accumulate, chain, repeat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType


def stack_of(thread: int, most: int) -> list[FrameType]:
    """The frames of a thread, the innermost first, as many as are asked for; none if it has ended.

    One call of C looks the innermost up and walks to the others.  A thread that gets its turn
    between two steps of a walk leaves frames, and Python 3.11 then follows one that was left to
    where something else is.
    """
    found: list[FrameType | None] = []
    top = map(itemgetter(thread), map(call, (sys._current_frames,)))  # noqa: SLF001  there is no other way
    try:  # noqa: SIM105  contextlib takes a millisecond to load
        found.extend(accumulate(chain(top, repeat("f_back", most - 1)), getattr))
    except (AttributeError, KeyError):
        pass  # behind the outermost, or no such thread
    return [frame for frame in found if frame is not None]
