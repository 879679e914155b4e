"""Checks in the background: the most urgent file first, one at a time, each as late as it may be.

A file is asked for with a pause, which a later request for the same file begins anew: while
somebody types, nothing is checked that the next letter makes useless.  Whoever cannot wait asks
without a pause and gets a future.  What many checks have left is swept up when nobody asks for
anything: to look through it all stops the whole process for a moment.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from threading import Condition, Thread
from time import monotonic
from typing import Any, Final

from confty.light import IntEnum
from confty.workspace.desk import Desk, Look

#: How long nothing is asked for before a library is looked at as programs use it, in seconds.
_QUIET: Final = 0.8
#: How long nothing is asked for before garbage is collected, and of how many characters checked.
_REST: Final = 2.0
_MUCH: Final = 400_000
_LOG: Final = logging.getLogger(__name__)


class Urgency(IntEnum):
    """Who goes first."""

    WAITED_FOR = 0
    EDITED = 1
    SEEN = 2
    LATER = 3


class _Task:
    __slots__ = ("due", "future", "urgency", "wider")

    def __init__(self, due: float, urgency: Urgency) -> None:
        self.due = due
        # Whether the file is known, and is to be looked at as one more program uses it.
        self.wider = False
        self.urgency = urgency
        self.future: Future[Look] = Future()


class Background:
    """One thread that checks the files of a desk."""

    def __init__(
        self,
        desk: Desk,
        done: Callable[[Look], None],
        begun: Callable[[str | None], None] = lambda _: None,
    ) -> None:
        self._desk: Final = desk
        # Told of the file that is being checked, and with None that none is.
        self._begun: Final = begun
        # Told of every check that ended, in the thread that checks.
        self._done: Final = done
        self._tasks: Final[dict[str, _Task]] = {}
        self._changed: Final = Condition()
        # What is checked now.
        self._current: _Task | None = None
        self._ended = False
        # How many characters were checked since garbage was last collected.
        self._checked = 0
        self._thread = Thread(target=self._run, name="confty checks", daemon=True)
        self._thread.start()

    def ask(self, name: str, urgency: Urgency, pause: float = 0.0) -> Future[Look]:
        """Have a file checked after a pause."""
        due = monotonic() + pause
        with self._changed:
            task = self._tasks.get(name)
            if task is None or task.wider:
                task = self._tasks[name] = _Task(due, urgency)
            elif task.urgency is not Urgency.WAITED_FOR:
                task.due = min(task.due, due) if urgency is Urgency.WAITED_FOR else due
            task.urgency = min(task.urgency, urgency)
            self._changed.notify()
            if self._ended:
                task.future.cancel()
            return task.future

    def forget(self, name: str) -> None:
        """Check a file no more; whoever waits for it is told."""
        with self._changed:
            task = self._tasks.pop(name, None)
        if task is not None:
            task.future.cancel()

    def idle(self) -> bool:
        """Whether there is nothing left to check."""
        with self._changed:
            return not self._tasks

    def end(self) -> None:
        """Begin no more checks; whoever waits for one is told, also for that under way."""
        with self._changed:
            self._ended = True
            waiting = [*self._tasks.values(), *([] if self._current is None else [self._current])]
            self._tasks.clear()
            self._changed.notify()
        for task in waiting:
            task.future.cancel()

    def _look_wider(self, name: str) -> None:
        """Look at a file as programs use it, once nobody asks for anything else of it."""
        with self._changed:
            if name not in self._tasks:
                task = self._tasks[name] = _Task(monotonic() + _QUIET, Urgency.LATER)
                task.wider = True

    def _next(self) -> tuple[str, _Task] | None:
        """Wait for what is to be checked; None where there is time to rest first."""
        with self._changed:
            while not self._ended:
                now = monotonic()
                due = [one for one in self._tasks.items() if one[1].due <= now]
                if due:
                    name, task = min(due, key=lambda one: (one[1].urgency, one[1].due))
                    del self._tasks[name]
                    self._current = task
                    return name, task
                waits = [task.due - now for task in self._tasks.values()]
                if waits or self._checked < _MUCH:
                    self._changed.wait(min(waits) if waits else None)
                elif not self._changed.wait(_REST):
                    return None
        return None

    def _rest(self) -> None:
        if not self._ended:
            self._checked = 0
            gc.collect()

    def _run(self) -> None:
        while not self._ended:
            taken = self._next()
            if taken is None:
                self._rest()
                continue
            name, task = taken
            if task.future.cancelled():
                continue
            self._begun(name)
            more = self._desk.text(name) is not None
            try:
                if not task.wider:
                    look = self._desk.look(name)
                elif (wider := self._desk.widen(name)) is not None:
                    look, more = wider
                else:
                    self._begun(None)
                    continue
            except Exception as error:  # noqa: BLE001  a defect must not end all checks
                _LOG.exception("checking %s failed", name)
                _settle(task.future.set_exception, error)
                self._begun(None)
                continue
            self._checked += len(look.source.text)
            _settle(task.future.set_result, look)
            self._begun(None)
            if more:
                self._look_wider(name)
            del task, taken
            try:
                self._done(look)
            except Exception:  # noqa: BLE001  the next file is waiting
                _LOG.exception("what was found in %s could not be told", name)


def _settle(put: Callable[[Any], None], what: object) -> None:
    """Tell who waits what came of a check, if anybody still does."""
    with suppress(InvalidStateError):
        put(what)
