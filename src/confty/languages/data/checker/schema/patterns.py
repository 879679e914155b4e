"""The regular expressions of schemas (ECMA 262) as Python's, and a bound on their time.

A pattern such as ``^(a+)+$`` doubles its steps with every character it misses.  All the searches
for one document together get a few seconds, by a timer that counts the time this process computes.
Timers belong to the main thread; in another one, and where there are none, searches are not bound.
"""

from __future__ import annotations

import re
import signal
import threading
from functools import lru_cache
from types import FrameType
from typing import Final, NoReturn

_PARTS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\(\?<(?=[A-Za-z_])|\$|.", re.DOTALL)

#: How long the searches for one document may take, in seconds.
LONGEST: Final = 2.0
#: No search in a shorter text takes long enough to be worth a timer.
_SHORT: Final = 16


class TooLong(Exception):
    """A search has used up the time."""


class Patience:
    """The time that is left for the searches of one document."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = LONGEST

    def renew(self) -> None:
        """Start with the next document."""
        self.left = LONGEST

    def found(self, pattern: re.Pattern[str], text: str) -> bool:
        """Whether the pattern is somewhere in the text; raise ``TooLong`` when time is up."""
        if len(text) < _SHORT or not _has_timer():
            return pattern.search(text) is not None
        before = signal.signal(signal.SIGVTALRM, _give_up)
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, self.left)
            return pattern.search(text) is not None
        finally:
            self.left = max(signal.setitimer(signal.ITIMER_VIRTUAL, 0)[0], 0.01)
            signal.signal(signal.SIGVTALRM, before)


def _has_timer() -> bool:
    own = threading.current_thread() is threading.main_thread()
    return own and hasattr(signal, "setitimer")


def _give_up(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise TooLong


@lru_cache(maxsize=512)
def compiled(source: str) -> re.Pattern[str] | None:
    """The pattern, or None when Python has no such expression."""
    parts = [_translated(part[0]) for part in _PARTS.finditer(source)]
    try:
        return re.compile("".join(parts), re.ASCII)
    except (re.error, RecursionError, OverflowError):
        return None


def _translated(part: str) -> str:
    if part == "$":
        # Python's $ also matches before a line break at the end.
        return r"\Z"
    if part == "(?<":
        return "(?P<"
    if part == r"\/":
        return "/"
    if part == "[^]":
        return r"[\s\S]"
    # Letters that mean something to Python alone are plain to the standard.
    return part[1] if part in {r"\A", r"\Z", r"\a"} else part
