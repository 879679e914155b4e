"""Where the time of a run goes: stacks of the user's own functions, looked at again and again.

A thread looks at the Python frames of the others a few hundred times a second.  The first moments
are followed call by call, so that a run too short to be looked at is told all the same.  Languages
say which frames are functions of a program; what they are called is worked out when the run is
over, so that looking costs little.  Names and places are all that is kept: no values.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Hashable
from time import perf_counter, process_time
from types import FrameType
from typing import Final, NamedTuple, Protocol, Self

from confty.kit import limits, rooms
from confty.kit.stacks import stack_of, threads
from confty.records import Record
from confty.text import Span

_PAUSE: Final = 0.001
#: How many seconds of work calls are followed one by one: after the first of a program, in all.
_FIRST_CALLS: Final = 0.1
_OPENING: Final = 1.0
#: How many frames of a stack are looked at, from the outermost on.
_DEEPEST: Final = 2000
#: How many different stacks are kept; beyond that a run is told by what is known by then.
_MOST_STACKS: Final = 200_000


class Functions(Protocol):
    """Who knows which Python frames are functions of a program."""

    def token(self, frame: FrameType) -> Hashable | None:
        """What tells a function of a program from others; None for a frame of ours."""

    def named(self, token: Hashable) -> tuple[str, Span | None] | None:
        """The function's name and place; None when it is of no interest after all."""


class ProfiledFunction(metaclass=Record):
    """A function of a program."""

    name: Final[str]
    # ``file:line``, or empty for a function of the language's library.
    place: Final[str]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProfiledFunction) and (self.name, self.place) == (
            other.name,
            other.place,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.place))


class Profile(NamedTuple):
    """Stacks, outermost first, with the seconds that were spent in each."""

    stacks: dict[tuple[ProfiledFunction, ...], float]
    looks: int
    seconds: float

    def own(self) -> list[tuple[ProfiledFunction, float]]:
        """The functions by the time spent in themselves, most first."""
        found: dict[ProfiledFunction, float] = {}
        for stack, seconds in self.stacks.items():
            if stack:
                found[stack[-1]] = found.get(stack[-1], 0.0) + seconds
        return sorted(found.items(), key=lambda one: -one[1])


class Sampler:
    """Looks at what the other threads do while a block lasts."""

    def __init__(self, languages: list[Functions]) -> None:
        self._languages: Final = languages
        self._found: Final[dict[tuple[tuple[int, Hashable], ...], float]] = {}
        self._looks = 0
        self._ended: Final = threading.Event()
        self._thread: Final = threading.Thread(
            target=self._watch, name="confty profile", daemon=True
        )
        self._began = 0.0
        self._seconds = 0.0
        # Until when calls are followed, and since when nothing was noted.
        self._opening = 0.0
        self._last: float | None = None

    def __enter__(self) -> Self:
        self._began = perf_counter()
        if sys.getprofile() is None:
            self._opening = process_time() + _OPENING
            threading.setprofile(self._follow)
            sys.setprofile(self._follow)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._opening:
            threading.setprofile(None)
            sys.setprofile(None)
        self._seconds = perf_counter() - self._began
        self._ended.set()
        self._thread.join()

    def _follow(self, frame: FrameType, event: str, _given: object) -> None:
        """Note what was under way before a function of a program began, or ended."""
        worked = process_time()
        if worked > self._opening:
            sys.setprofile(None)
            return
        if event not in {"call", "return"} or not self._is_of_program(frame):
            return
        now = perf_counter()
        if self._last is None:
            self._opening = min(self._opening, worked + _FIRST_CALLS)
        else:
            stack = self._look(0)
            # What begins has not taken any time yet.
            self._note(stack[:-1] if event == "call" else stack, now - self._last)
        self._last = perf_counter()

    def _is_of_program(self, frame: FrameType) -> bool:
        return any(language.token(frame) is not None for language in self._languages)

    def _note(self, stack: tuple[tuple[int, Hashable], ...], seconds: float) -> None:
        if stack and (stack in self._found or len(self._found) < _MOST_STACKS):
            self._looks += 1
            self._found[stack] = self._found.get(stack, 0.0) + seconds

    def _watch(self) -> None:
        last = perf_counter()
        own = threading.get_ident()
        while not self._ended.wait(_PAUSE):
            now = perf_counter()
            if process_time() > self._opening:
                self._note(self._look(own), now - last)
            last = perf_counter()

    def _look(self, own: int) -> tuple[tuple[int, Hashable], ...]:
        """The functions under way: a thread that waits for another one comes before it."""
        waiting: list[tuple[int, Hashable]] = []
        working: list[tuple[int, Hashable]] = []
        for ident in threads():
            if ident == own:
                continue
            tokens, waits = self._tokens(stack_of(ident, rooms.MOST_FRAMES))
            (waiting if waits else working).extend(tokens)
        return (*waiting, *working)

    def _tokens(self, stack: list[FrameType]) -> tuple[list[tuple[int, Hashable]], bool]:
        found: list[tuple[int, Hashable]] = []
        waits = False
        for one in stack[::-1][:_DEEPEST]:
            if one.f_code is limits.WAITING:
                waits = True
            for number, language in enumerate(self._languages):
                token = language.token(one)
                if token is not None:
                    found.append((number, token))
        return found, waits

    def profile(self) -> Profile:
        """What was seen, in names."""
        named: dict[tuple[int, Hashable], ProfiledFunction | None] = {}
        made: dict[tuple[ProfiledFunction, ...], float] = {}
        for stack, seconds in self._found.items():
            steps: list[ProfiledFunction] = []
            for token in stack:
                if token not in named:
                    named[token] = self._step(*token)
                step = named[token]
                # A function that calls itself, or goes on inside a part of itself, is one.
                if step is not None and (not steps or steps[-1] != step):
                    steps.append(step)
            if steps:  # else it went into making the program ready
                made[tuple(steps)] = made.get(tuple(steps), 0.0) + seconds
        return Profile(made, self._looks, self._seconds)

    def _step(self, number: int, token: Hashable) -> ProfiledFunction | None:
        found = self._languages[number].named(token)
        if found is None:
            return None
        name, span = found
        return ProfiledFunction(
            name, "" if span is None else f"{span.source.name}:{span.first[0]}"
        )
