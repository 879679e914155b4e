"""The calls of a thread that runs on meanwhile."""

from __future__ import annotations

import gc
import sys
from _operator import call
from itertools import accumulate, chain, compress, repeat, takewhile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType
    from typing import Any, TypeVar

    Item = TypeVar("Item")


def threads() -> list[int]:
    """The threads of the process that run Python code."""
    return _at_once(chain.from_iterable(map(call, (sys._current_frames,))))  # noqa: SLF001  the one way to count them


def depths(most: int) -> list[int]:
    """How deep the calls of each thread nest, counted up to so many.

    All are looked at at once: for one after the other Python would make a list of all for each.
    """
    tops = chain.from_iterable(map(dict.values, map(call, (sys._current_frames,))))  # noqa: SLF001  as above
    steps = map(chain, zip(tops, strict=False), map(repeat, repeat("f_back"), repeat(most - 1)))
    stacks = map(takewhile, repeat(bool), map(accumulate, steps, repeat(getattr)))
    return _at_once(map(len, map(list, stacks)))


def stack_of(thread: int, most: int) -> list[FrameType]:
    """The frames of a thread, the innermost first, as many as are asked for; none if it has ended.

    A thread that gets its turn between two steps of a walk leaves frames, and Python 3.11 then
    follows one that was left to where something else is.
    """
    tops = map(call, (sys._current_frames,))  # noqa: SLF001  there is no other way
    top: Iterator[Any] = map(dict.get, tops, (thread,))
    return _at_once(takewhile(bool, accumulate(chain(top, repeat("f_back", most - 1)), getattr)))


def _at_once(steps: Iterable[Item]) -> list[Item]:
    """Go through iterators that are made of C alone, and give no other thread its turn.

    The collector would give it one: the steps make objects, so that garbage may be due, and what
    is told of garbage, or cleans up after it, is Python code.  So the collector rests, from within
    the same call of C, and nobody can find it so.
    """
    collecting: list[bool] = []
    found: list[Item | None] = []
    rest = chain(map(collecting.append, map(call, (gc.isenabled,))), map(call, (gc.disable,)))
    # Looked at when it has been noted.
    go_on = map(call, compress((gc.enable,), collecting))
    try:
        found.extend(chain(rest, steps, go_on))
    except BaseException:  # there is no memory, for one
        if any(collecting):
            gc.enable()
        raise
    return [item for item in found if item is not None]
