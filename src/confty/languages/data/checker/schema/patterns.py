"""The regular expressions of schemas (ECMA 262) as Python's, and a bound on their time.

A pattern such as ``^(a+)+$`` doubles its steps with every character it misses.  All the searches
for one document together get a few seconds, by a timer that counts the time this process computes.
Timers belong to the main thread: a run that it waits for lets it search.  In a run that another
thread waits for, and where there are no timers, searches are not bound.
"""

from __future__ import annotations

import re
import signal
from functools import lru_cache
from types import FrameType
from typing import Final, NoReturn

from confty.kit.limits import in_main_thread

_PARTS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\(\?<(?=[A-Za-z_])|\$|.", re.DOTALL)

#: How long the searches for one document may take, in seconds.
LONGEST: Final = 2.0
#: No search in a shorter text takes long enough to be worth a timer.
_SHORT: Final = 16
#: Nor does one that takes the square of its length, in a text shorter than this.
_LONG: Final = 5000
# One character, escaped or of a class; whatever may repeat without a bound, or often.
_CLASS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]", re.DOTALL)
_REPEATED: Final = re.compile(r"[*+{?]")


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
        if len(text) < _SHORT or (len(text) < _LONG and _is_quick(pattern.pattern)):
            return pattern.search(text) is not None
        answer = in_main_thread(lambda: self._timed(pattern, text))
        return pattern.search(text) is not None if answer is None else answer

    def _timed(self, pattern: re.Pattern[str], text: str) -> bool:
        if not hasattr(signal, "setitimer"):
            return pattern.search(text) is not None
        before = signal.signal(signal.SIGVTALRM, _give_up)
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, self.left)
            return pattern.search(text) is not None
        finally:
            self.left = max(signal.setitimer(signal.ITIMER_VIRTUAL, 0)[0], 0.01)
            signal.signal(signal.SIGVTALRM, before)


@lru_cache(maxsize=512)
def _is_quick(source: str) -> bool:
    """Whether a search takes no more than the square of the text: one repetition, of no group."""
    bare = _CLASS.sub("x", source)
    return ")" not in bare and len(_REPEATED.findall(bare)) <= 1


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
