"""What one request may spend on closer looks, and what they say.

Looks nest: a call inside a body that is being looked at is looked at in turn.  How deep, how often
and how often inside itself is bounded; beyond that the general type stands.
"""

from __future__ import annotations

from confty import types
from confty.generics import Protocol
from confty.languages.jsonnet.parser import syntax
from confty.text import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Final

# What a look found, and what it said meanwhile.
Known = tuple[types.Type | None, tuple[Diagnostic, ...]]

_DEEPEST: Final = 60
_MOST: Final = 30_000
_AGAIN: Final = 2
# Trials inside trials, and how many of them one trial may have: a deep nest of folds would have
# one at each three of its levels.
_DEEPEST_TRIAL: Final = 3
_MOST_TRIALS: Final = 100


class Remembers(Protocol):
    """Who remembers looks, maybe for longer than the file is there that asked for them."""

    def forget(self, call: object) -> None:
        """Forget a look."""


class HasFields(Protocol):
    """Whose fields are read."""

    def attempt(self, check: Any, name: str, upto: int) -> Known:
        """Find a field of the lowest layers, as far as looks go from here."""


# A field of the lowest layers of somebody.
Place = tuple[HasFields, str, int]


class Looks:
    """The looks of one file's check."""

    __slots__ = (
        "_active", "_asked", "_depth", "_heard", "_left", "_left_behind", "_trials", "at",
        "beyond", "reads", "spent", "told",
    )  # fmt: skip

    def __init__(self) -> None:
        self._left = _MOST
        self._trials = 0
        self._depth = 0
        self._active: dict[syntax.Node, int] = {}
        # The calls that were asked about, by the function.
        self._asked: dict[object, set[object]] = {}
        # The looks that know something of this file, with who remembers them.
        self._left_behind: list[tuple[Remembers, object]] = []
        # What was said in the looks that are under way, the innermost last.
        self._heard: list[dict[Diagnostic, None]] = []
        # What was said outside of all looks, each with the node of this file that led there.
        self.told: dict[Diagnostic, syntax.Node | None] = {}
        self.at: syntax.Node | None = None
        # Whether a look was not taken: what was found meanwhile is less than could be.
        self.spent = False
        # How many fields are being read, each because of the one before; and, of the reading that
        # began last with none, the first that was too far away to be found.
        self.reads = 0
        self.beyond: Place | None = None

    def enter(self, node: syntax.Node) -> bool:
        """Begin to look at a node again, unless that is too deep, too often or inside itself."""
        again = self._active.get(node, 0)
        if self._left <= 0 or self._depth >= _DEEPEST:
            self.spent = True
            return False
        if again >= _AGAIN:
            return False
        self._left -= 1
        self._depth += 1
        self._active[node] = again + 1
        return True

    def catch_up(self, check: Any, waiting: list[Place]) -> Place | None:
        """Find fields of which each waits for the next; return one that is too far from there."""
        while waiting:
            one, name, upto = waiting[-1]
            one.attempt(check, name, upto)
            if self.beyond is not None:
                return self.beyond
            waiting.pop()
        return None

    def may_try(self, around: int) -> bool:
        """Note that something is inferred on trial, inside of so many other trials."""
        self._trials = self._trials + 1 if around else 0
        return around < _DEEPEST_TRIAL and self._trials <= _MOST_TRIALS

    def asks(self, function: object, call: object, most: int) -> bool:
        """Note a call that is asked about; False when there have been that many others."""
        known = self._asked.setdefault(function, set())
        if call not in known:
            if len(known) >= most:
                return False
            known.add(call)
        return True

    def leave_behind(self, where: Remembers, call: object) -> None:
        """Note that somebody remembers a look that knows something of this file."""
        self._left_behind.append((where, call))

    def take_back(self) -> None:
        """Let nobody remember what knows something of this file."""
        for where, call in self._left_behind:
            where.forget(call)

    def leave(self, node: syntax.Node) -> None:
        """End a look."""
        self._depth -= 1
        self._active[node] -= 1

    def listen(self) -> None:
        """Begin to note what is said."""
        self._heard.append({})

    def heard(self) -> tuple[Diagnostic, ...]:
        """Return what was said since, and end it."""
        return tuple(self._heard.pop())

    def hear(self, said: Iterable[Diagnostic]) -> None:
        """Note what somebody said."""
        if self._heard:
            self._heard[-1].update(dict.fromkeys(said))
            return
        for one in said:
            self.told.setdefault(one, self.at)


def said_by_all(heard: Sequence[Iterable[Diagnostic]]) -> list[Diagnostic]:
    """Return what was said in each of some looks at one text, whichever of them it will be."""
    if not heard:
        return []
    said = [{(one.code, one.span) for one in each} for each in heard]
    everywhere = set.intersection(*said)
    return [one for one in heard[0] if (one.code, one.span) in everywhere]
