"""Room for recursion: walking a deep tree must end in a finding, not in a crash.

Readers bound how deep a text may nest, but a tree is walked with several frames a level, more
than Python allows by default.  Frames of Python functions live on the heap, so the limit can be
raised for the time of a walk; whoever still runs out says so with a diagnostic.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_FRAMES: Final = 8000


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the garbage collector from walking a growing tree, none of which is garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def deep_recursion(frames: int = _FRAMES) -> Iterator[None]:
    """Allow several thousand frames, or as many as given, inside the ``with`` block."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, frames))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
