"""The regular expressions of schemas (ECMA 262) as Python's, and a bound on searches.

A pattern such as ``^(a+)+$`` doubles its steps with every character it misses, when Python
searches for it.  So Python searches only with patterns that cannot do that, and in short texts;
all others are followed by an automaton, in any thread.  A few (those with references back, or a
look behind) no automaton can follow: their searches for one document get a few seconds together,
in a process of their own, which can be ended whatever it does.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from time import monotonic
from typing import Final

from confty.kit.suggest import nearest
from confty.languages.data.checker.schema.automaton import automaton_of
from confty.light import lru_cache

_PARTS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\(\?<(?=[A-Za-z_])|\$|.", re.DOTALL)

#: How long the searches for one document may take, in seconds.
LONGEST: Final = 2.0
#: How many names are looked through for those that somebody may have meant, for one document.
_NAMES: Final = 200_000
#: No search in a shorter text takes long enough to be worth a thought.
_SHORT: Final = 8
#: Nor does one that takes the square of its length, in a text shorter than this.
_LONG: Final = 5000
# One character, escaped or of a class; whatever may repeat without a bound, or often.
_CLASS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]", re.DOTALL)
_REPEATED: Final = re.compile(r"[*+{?]")

#: What the other process does.
_SEARCH: Final = """
import json, re, sys
pattern, text = json.load(sys.stdin)
print("yes" if re.search(pattern, text, re.ASCII) else "no", end="")
"""


class TooLong(Exception):
    """A search has used up the time."""


class Patience:
    """What is left for the searches of one document: time, and names to look through."""

    __slots__ = ("_names", "left")

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Start with the next document."""
        self.left = LONGEST
        self._names = _NAMES

    def near(
        self, word: str, known: Collection[object], taken: Collection[object] = ()
    ) -> str | None:
        """The known name that was probably meant, none of those that are there already."""
        if self._names <= 0:
            return None
        self._names -= len(known)
        return nearest(word, [one for one in known if isinstance(one, str) and one not in taken])

    def found(self, pattern: re.Pattern[str], text: str) -> bool:
        """Whether the pattern is somewhere in the text; raise ``TooLong`` when time is up."""
        if len(text) < _SHORT or (len(text) < _LONG and _is_quick(pattern.pattern)):
            return pattern.search(text) is not None
        automaton = automaton_of(pattern.pattern)
        if automaton is not None:
            return automaton.found(text)
        return self._apart(pattern.pattern, text)

    def _apart(self, pattern: str, text: str) -> bool:
        """Search in another process, which can be ended."""
        import json  # noqa: PLC0415  hardly any schema has such a pattern
        import subprocess  # noqa: PLC0415  as above
        import sys  # noqa: PLC0415  as above

        begun = monotonic()
        try:
            done = subprocess.run(  # noqa: S603  our own program
                [sys.executable, "-I", "-S", "-c", _SEARCH],
                input=json.dumps([pattern, text]),
                capture_output=True,
                text=True,
                timeout=self.left,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise TooLong from None
        except OSError:
            # Where no process can be started: a text this short ends.
            if len(text) < _LONG // 100:
                return re.search(pattern, text, re.ASCII) is not None
            raise TooLong from None
        finally:
            self.left = max(self.left - (monotonic() - begun), 0.01)
        return done.stdout == "yes"


@lru_cache(maxsize=512)
def _is_quick(source: str) -> bool:
    """Whether a search takes no more than the square of the text: one repetition, of no group."""
    bare = _CLASS.sub("x", source)
    return ")" not in bare and len(_REPEATED.findall(bare)) <= 1


@lru_cache(maxsize=512)
def compiled(source: str) -> re.Pattern[str] | None:
    """The pattern, or None when Python has no such expression."""
    parts = [_translated(part[0]) for part in _PARTS.finditer(source)]
    try:
        return re.compile("".join(parts), re.ASCII)
    except (re.error, RecursionError, OverflowError):
        return None


def _translated(part: str) -> str:
    if len(part) > 2 and part[0] == "[" and part[-1] == "]" and part != "[^]":
        return _class(part)
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


def _class(part: str) -> str:
    """A class of characters, with what Python may once read as more than characters escaped."""
    start = 2 if part[1] == "^" else 1
    made = [part[:start]]
    for found in re.finditer(r"\\.|.", part[start:-1], re.DOTALL):
        one = found[0]
        before = made[-1][-1:]
        doubled = len(made) > 1 and one in "-&|~" and before == one
        made.append(f"\\{one}" if one == "[" or doubled else one)
    return "".join(made) + "]"
