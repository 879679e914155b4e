"""What the cycle collector takes for long-lived, and when it looks through that all the same.

Most of what a run makes lives as long as its value.  Python would look through all of it as soon
as it collects garbage again; it is told that this is old, and counts from zero.  So somebody else
has to count: what was old when its run ended is garbage when nobody wants its value any more.
"""

from __future__ import annotations

import gc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# So many objects are no matter.
_FEW: Final = 50_000


class _Aged:
    """How many objects were called old since the last look, and how many there were at that."""

    __slots__ = ("since", "then")

    def __init__(self) -> None:
        self.since = 0
        self.then = _FEW


_aged: Final = _Aged()


def count_as_old() -> None:
    """Take what was made for long-lived, without looking through it."""
    if gc.get_freeze_count():
        # Whoever froze something does not want it thawed.
        return
    made, looks, _ = gc.get_count()
    _aged.since += made + looks * gc.get_threshold()[0]
    gc.freeze()
    gc.unfreeze()


def collect_when_due() -> None:
    """Look through everything, if what was called old may be more than all the rest."""
    if _aged.since > _aged.then:
        gc.collect()
        _aged.since = 0
        _aged.then = max(_FEW, len(gc.get_objects()))
