"""Garbage collected rarely while programs run: most of what a program makes lives as long as it.

Python has one threshold for all threads.  It is ours while any run is under way, and what it was
before when the last has ended.
"""

from __future__ import annotations

import gc

from confty.kit.aging import collect_when_due, count_as_old
from confty.kit.locks import Lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_RARE: Final = (200_000, 20, 100)


class _State:
    """How many runs are under way; the threshold before the first, and looks taken under it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.runs = 0
        self.before = gc.get_threshold()
        self.looks = 0


_state: Final = _State()


class collected_rarely:  # noqa: N801  used as a word of the language, like contextlib's
    """Collect garbage rarely inside the ``with`` block."""

    __slots__ = ()

    def __enter__(self) -> None:
        _state.lock.holding(_begin)

    def __exit__(self, *_: object) -> None:
        _state.lock.holding(_end)


def _begin() -> None:
    if not _state.runs:
        collect_when_due()
        _state.before = gc.get_threshold()
        _state.looks = gc.get_count()[1]
        gc.set_threshold(*_RARE)
    _state.runs += 1


def _end() -> None:
    _state.runs -= 1
    if not _state.runs:
        # What the run has made is alive as long as its value is.
        count_as_old(_state.looks)
        gc.set_threshold(*_state.before)
