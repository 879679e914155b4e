"""Room for deep recursion: Python's limit raised while a deep tree is walked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(frames: int) -> Iterator[None]:
    """Let Python calls nest ``frames`` deeper than they do now."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, frames + 10_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
