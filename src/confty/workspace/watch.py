"""Waiting for files to change, by looking at them twice a second.

Looking costs a call of ``stat`` a file, which is nothing beside a check, works on every file
system, and needs no package.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Final

INTERVAL: Final = 0.5


def wait_for_change(names: Callable[[], list[str]]) -> None:
    """Return when a file was added, removed or written."""
    before = _state(names())
    while _state(names()) == before:
        time.sleep(INTERVAL)


def _state(names: list[str]) -> dict[str, tuple[int, int]]:
    state = {}
    for name in names:
        try:
            status = os.stat(name)
            state[name] = (status.st_mtime_ns, status.st_size)
        except OSError:
            state[name] = (0, 0)
    return state
