"""What a running program may ask of the world: external variables, native functions, traces.

Library functions reach the current run through a thread's own slot, so that evaluations in
several threads, or one inside a native function of another, do not meet.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import Func, Thunk, Value, force


class World:
    """One run's surroundings."""

    __slots__ = ("natives", "shows", "trace", "variables")

    def __init__(
        self,
        variables: dict[str, Value],
        natives: dict[str, Func],
        trace: Callable[[str], None],
    ) -> None:
        # A variable given as code is a thunk: it runs when it is first asked for.
        self.variables = variables
        self.natives = natives
        self.trace = trace
        # Whether traces and messages may show secrets.
        self.shows = False


class _Slot(local):
    world: World | None = None


_SLOT = _Slot()


def enter(world: World | None) -> World | None:
    """Make ``world`` the current one of this thread; return what was there."""
    before = _SLOT.world
    _SLOT.world = world
    return before


def current() -> World:
    """The surroundings of the program that runs in this thread."""
    world = _SLOT.world
    assert world is not None
    return world


def external(name: str) -> Value:
    """The value of an external variable."""
    variables = current().variables
    if name not in variables:
        raise Stop(f"undefined external variable: {name}")
    value = variables[name]
    return force(value) if value.__class__ is Thunk else value
