"""One job from beginning to end: results in the order of the targets, whoever works on them."""

from __future__ import annotations

from _collections_abc import Callable

from confty.fleet.crew import Crew
from confty.fleet.job import Batch, Done, Job, Target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from confty.fleet.journal import Journal

Progress = Callable[[int, int], None]


class Unfinished(Exception):
    """Work that cannot go on; the message says why, ``missing`` what has no result.

    ``made`` is what a call of ``confty.fleet`` would have returned, without that: a call for
    what is missing does the rest.
    """

    def __init__(self, why: str, missing: Sequence[str] = (), made: Sequence[Any] = ()) -> None:
        super().__init__(why)
        self.missing: Final = tuple(missing)
        self.made: Final = list(made)


class Delivery:
    """Results as they come, handed on in order."""

    def __init__(
        self,
        targets: Sequence[Target],
        hand_on: Callable[[Target, Done], None],
        progress: Progress | None = None,
        journal: Journal | None = None,
    ) -> None:
        self._targets: Final = targets
        self._hand_on: Final = hand_on
        self._progress: Final = progress
        self._journal: Final = journal
        self._waiting: dict[int, Done] = {}
        self._next = 0
        self._done: set[int] = set()
        self._handed: set[int] = set()
        # Whether who takes results cannot take any more.
        self._stuck = False

    def work(self, job: Job, crew: Crew) -> None:
        """Work on all targets; raise ``Unfinished`` with the names of those without a result."""
        # A config that means nothing ends a run before it has begun, whoever works.
        job.look_at_configs(self._targets)
        try:
            if self._journal is not None:
                for done in self._journal.known():
                    self._one(done)
                self._go_on()
            todo = [(at, one) for at, one in enumerate(self._targets) if at not in self._done]
            if todo:
                crew.work(job, todo, self.take)
        except Unfinished as unfinished:
            if not self._stuck:
                self._flush()
            raise Unfinished(str(unfinished), self.missing()) from None
        if self._journal is not None:
            self._journal.end()

    def take(self, batch: Batch) -> None:
        """Take in what came of some targets."""
        fresh = [done for done in batch.done if done.at not in self._done]
        if self._journal is not None and fresh:
            self._journal.add(Batch(fresh, batch.edges, batch.notes))
        for done in fresh:
            self._one(done)
        self._go_on()

    def _one(self, done: Done) -> None:
        self._done.add(done.at)
        self._waiting[done.at] = done
        if self._progress is not None:
            self._progress(len(self._done), len(self._targets))

    def _go_on(self) -> None:
        while (done := self._waiting.pop(self._next, None)) is not None:
            self._next += 1
            self._hand(done)

    def _hand(self, done: Done) -> None:
        try:
            self._hand_on(self._targets[done.at], done)
        except Unfinished:
            self._stuck = True
            raise
        self._handed.add(done.at)

    def _flush(self) -> None:
        """Hand on what is there, though something before it is missing."""
        for at in sorted(self._waiting):
            self._hand(self._waiting.pop(at))

    def missing(self) -> list[str]:
        """Return the names of the targets that have no result."""
        return [one.name for at, one in enumerate(self._targets) if at not in self._handed]
