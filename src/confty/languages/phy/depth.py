"""Conditions for walking large trees: Python's recursion limit raised, its collector at rest."""

from __future__ import annotations

import gc
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


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the collector of cycles from looking again and again at a tree that only grows.

    Trees have no cycles; with the collector on, the time for each form grows with the tree.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
