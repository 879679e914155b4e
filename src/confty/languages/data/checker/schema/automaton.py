"""Patterns in time that grows with the text, and no faster.

Python's own search tries one way after the other, and a pattern such as ``^(a+)+$`` has a number
of ways that doubles with every character.  Here all ways are followed at once: a pattern becomes a
graph of steps, and the set of steps that may come next is kept for each character.  Sets that were
met before are remembered, so that the usual text costs a look-up a character.
"""

from __future__ import annotations

import re
from re import _parser  # type: ignore[attr-defined]  # the one reader of Python's patterns
from typing import Any, Final

from confty.light import lru_cache

#: A pattern with more steps than this is not made a graph of.
_MOST_STEPS: Final = 20_000
#: So many sets are remembered.
_MOST_SETS: Final = 5000
_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_DIGITS: Final = frozenset("0123456789")
_SPACES: Final = frozenset(" \t\n\r\f\v")
_CATEGORIES: Final = {
    "CATEGORY_DIGIT": (_DIGITS, False),
    "CATEGORY_NOT_DIGIT": (_DIGITS, True),
    "CATEGORY_SPACE": (_SPACES, False),
    "CATEGORY_NOT_SPACE": (_SPACES, True),
    "CATEGORY_WORD": (_WORD, False),
    "CATEGORY_NOT_WORD": (_WORD, True),
}


class _Unknown(Exception):
    """A part of a pattern that looks back, or is too large."""


class _Step:
    """One step: a character that fits, a place that fits, or a choice of what comes next."""

    __slots__ = ("ahead", "argument", "kind", "number", "others")

    def __init__(self, number: int, kind: str, argument: Any = None) -> None:
        self.number = number
        self.kind = kind
        self.argument = argument
        self.others: list[_Step] = []
        self.ahead: Automaton | None = None


class Automaton:
    """The graph of a pattern."""

    def __init__(self, tree: Any) -> None:
        self._steps: list[_Step] = []
        self._looks = False
        self._places = False
        self._end = self._step("end")
        self._start = self._sequence(list(tree), self._end)
        self._sets: dict[tuple[frozenset[int], str], frozenset[int]] = {}

    def found(self, text: str, start: int = 0, *, anywhere: bool = True) -> bool:
        """Whether the pattern is somewhere in a text; or where it starts, if not ``anywhere``."""
        current: frozenset[int] = frozenset()
        for at in range(start, len(text) + 1):
            if anywhere or at == start:
                current = current | {self._start.number}
            reached = self._reached(current, text, at)
            if self._end.number in reached:
                return True
            if at == len(text) or not (reached or anywhere):
                break
            current = self._after(reached, text[at])
        return False

    def _reached(self, current: frozenset[int], text: str, at: int) -> frozenset[int]:
        """The steps that can be taken from here without a character."""
        key = (current, "")
        plain = not self._places and not self._looks
        if plain and (known := self._sets.get(key)) is not None:
            return known
        seen = set(current)
        waiting = list(current)
        while waiting:
            step = self._steps[waiting.pop()]
            if step.kind in {"end", "character"} or not _holds(step, text, at):
                continue
            for other in step.others:
                if other.number not in seen:
                    seen.add(other.number)
                    waiting.append(other.number)
        made = frozenset(seen)
        if plain:
            self._remember(key, made)
        return made

    def _after(self, reached: frozenset[int], character: str) -> frozenset[int]:
        key = (reached, character)
        known = self._sets.get(key)
        if known is None:
            steps = [self._steps[number] for number in reached]
            known = frozenset(
                step.others[0].number
                for step in steps
                if step.kind == "character" and _takes(step.argument, character)
            )
            self._remember(key, known)
        return known

    def _remember(self, key: tuple[frozenset[int], str], made: frozenset[int]) -> None:
        if len(self._sets) >= _MOST_SETS:
            self._sets.clear()
        self._sets[key] = made

    def _step(self, kind: str, argument: Any = None, *others: _Step) -> _Step:
        if len(self._steps) >= _MOST_STEPS:
            raise _Unknown
        made = _Step(len(self._steps), kind, argument)
        made.others.extend(others)
        self._steps.append(made)
        return made

    def _sequence(self, items: list[Any], then: _Step) -> _Step:
        for item in reversed(items):
            then = self._item(item, then)
        return then

    def _item(self, item: Any, then: _Step) -> _Step:
        """The step that a part of a pattern begins with, when ``then`` comes behind it."""
        name, argument = str(item[0]), item[1]
        if name in {"LITERAL", "NOT_LITERAL", "ANY", "IN"}:
            return self._step("character", (name, argument), then)
        if name in {"MAX_REPEAT", "MIN_REPEAT"}:
            return self._repeat(argument, then)
        if name == "BRANCH":
            return self._step(
                "choice", None, *[self._sequence(list(one), then) for one in argument[1]]
            )
        if name == "SUBPATTERN" and not argument[1] and not argument[2]:
            return self._sequence(list(argument[3]), then)
        if name == "AT":
            self._places = True
            return self._step("place", str(argument), then)
        if name in {"ASSERT", "ASSERT_NOT"} and argument[0] == 1:
            self._looks = True
            made = self._step("look", name == "ASSERT", then)
            made.ahead = Automaton(argument[1])
            return made
        if name == "FAILURE":
            # From Python 3.12 on what ``(?!)`` becomes: a choice of nothing.
            return self._step("choice")
        raise _Unknown

    def _repeat(self, argument: Any, then: _Step) -> _Step:
        least, most, items = argument
        if most is _parser.MAXREPEAT:
            again = self._step("choice", None)
            again.others.extend((self._sequence(list(items), again), then))
            then = again
        else:
            for _ in range(most - least):
                then = self._step("choice", None, self._sequence(list(items), then), then)
        for _ in range(least):
            then = self._sequence(list(items), then)
        return then


def _holds(step: _Step, text: str, at: int) -> bool:
    """Whether a step without a character may be taken at a place."""
    if step.kind == "choice":
        return True
    if step.kind == "look":
        assert step.ahead is not None
        return step.ahead.found(text, at, anywhere=False) is step.argument
    if step.argument in {"AT_BEGINNING", "AT_BEGINNING_STRING"}:
        return at == 0
    if step.argument in {"AT_END", "AT_END_STRING"}:
        return at == len(text)
    before = at > 0 and text[at - 1] in _WORD
    after = at < len(text) and text[at] in _WORD
    return (before is not after) is (step.argument == "AT_BOUNDARY")


def _takes(argument: tuple[str, Any], character: str) -> bool:
    name, what = argument
    if name == "LITERAL":
        return ord(character) == int(what)
    if name == "NOT_LITERAL":
        return ord(character) != int(what)
    if name == "ANY":
        return character != "\n"
    negated = bool(what) and str(what[0][0]) == "NEGATE"
    return any(_is_one(one, character) for one in what[negated:]) is not negated


def _is_one(item: Any, character: str) -> bool:
    name, argument = str(item[0]), item[1]
    if name == "LITERAL":
        return ord(character) == int(argument)
    if name == "RANGE":
        return int(argument[0]) <= ord(character) <= int(argument[1])
    letters, negated = _CATEGORIES[str(argument)]
    return (character in letters) is not negated


@lru_cache(maxsize=128)
def automaton_of(pattern: str) -> Automaton | None:
    """Return the graph of one of our patterns; None for those that look back."""
    try:
        return Automaton(_parser.parse(pattern, re.ASCII))
    except (_Unknown, KeyError, RecursionError):
        return None
