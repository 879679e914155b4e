"""How much work something is, in a number that is the same on a busy machine: lines that run."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable


def sweeps(work: Callable[[], object]) -> int:
    """Count how often the cycle collector looks at what ``work`` makes."""
    seen: list[str] = []

    def note(phase: str, _info: object) -> None:
        seen.append(phase)

    gc.collect()
    gc.callbacks.append(note)
    try:
        work()
    finally:
        gc.callbacks.remove(note)
    return seen.count("start")


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines of Python that `work` runs, here and in threads that it starts."""
    made = [0]

    def hook(_frame: object, event: str, _argument: object) -> object:
        made[0] += event == "line"
        return hook

    before, before_threads = sys.gettrace(), threading.gettrace()
    gc.collect()
    threading.settrace(hook)
    sys.settrace(hook)
    try:
        work()
    finally:
        sys.settrace(before)
        threading.settrace(before_threads)  # type: ignore[arg-type]  # None ends it
    return made[0]
