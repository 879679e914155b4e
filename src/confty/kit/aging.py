"""What the cycle collector takes for long-lived, and when it looks through that all the same.

Most of what a run makes lives as long as its value.  Python would look through all of it as soon
as it collects garbage again; it is told that this is old, and counts from zero.  So somebody else
has to count: what was old when its run ended is garbage when nobody wants its value any more.
"""

from __future__ import annotations

import gc
from _operator import call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# So many objects are no matter.
_FEW: Final = 50_000
# Garbage may be half of what is in use; where little of what is made becomes garbage, three times
# as much as is in use may have been made, and no more: what was made last may be otherwise.
_GARBAGE: Final = 0.5
_MOST: Final = 3.0


class _Aged:
    """How many objects were called old since the last look, and when there are too many."""

    __slots__ = ("due", "frozen", "since")

    def __init__(self) -> None:
        # Whether somebody has frozen something: to ask means to count it, one by one.
        self.frozen = False
        self.since = 0
        self.due = float(_FEW)


_aged: Final = _Aged()
# Done in one step, inside of which no thread is struck and no other has its turn: a process that
# was left frozen would never look for garbage again.
_OVER_AND_BACK: Final = gc.freeze, gc.unfreeze


def count_as_old(before: int = 0, *, few: int | None = None) -> int:
    """Take what was made for long-lived, without looking through it; return how much that is.

    So many looks were ``before`` the threshold was what it is, after a few objects each.  Where
    not many more than a ``few`` are young they stay so: among those garbage is found soonest, and
    to look through everything that thousands of files have left takes longer than their checks.
    """
    if few is not None and gc.get_count()[0] - few < _FEW:
        return 0
    if _aged.frozen or gc.get_freeze_count():
        # Whoever froze something does not want it thawed.
        _aged.frozen = True
        return 0
    made, looks, _ = gc.get_count()
    # Fewer than before: the collector has begun to count anew meanwhile.
    looks -= before if looks >= before else 0
    made += looks * gc.get_threshold()[0]
    _aged.since += made
    any(map(call, _OVER_AND_BACK))
    return made


def collect_when_due(alive: int = 0) -> None:
    """Look through everything, if much of what was called old is likely to be garbage.

    So many of those objects are ``alive``, as who asks knows.
    """
    since = _aged.since
    if since - alive > _aged.due:
        # Whatever else is counted in the meantime, in other threads, is for the next look.
        _aged.since = 0
        garbage = gc.collect() / since
        left = max(_FEW, len(gc.get_objects()))
        _aged.due = left * min(_MOST, _GARBAGE / max(garbage, 0.01))
