"""Work through one connection to a scheduler: what is sent, what comes back, and who dies over it.

Workers die for reasons of their own, so a target is given up only after it has ended several, at
the end and with nobody beside it.
"""

from __future__ import annotations

import pickle
import queue
from collections.abc import Callable
from os import getpid, urandom
from time import monotonic
from typing import Any, Final

from confty.fleet import remote
from confty.fleet.delivery import Unfinished
from confty.fleet.effort import Effort
from confty.fleet.parcels import DamagedParcel, closed, opened
from confty.fleet.patience import answers_within, within
from confty.fleet.queue import Portion, Queue
from confty.light import deque

#: What a batch shall take: twenty times what the scheduler adds to each, and not much longer.
_LEAST_SECONDS: Final = 0.1
_MOST_SECONDS: Final = 2.0
# What the scheduler takes for a batch.
_SCHEDULER: Final = 0.005
_FIRST_SIZE: Final = 4
_MOST_TARGETS: Final = 2000
_AHEAD: Final = 2
_SILENT: Final = "it does not answer"
#: How often a target that is worked on alone may end its workers: they may die for other reasons.
_CHANCES: Final = 3


def batch_size(left: int, cost: float, threads: int) -> int:
    """Say how many targets make a batch, from what one of them costs in seconds.

    Long enough that what the scheduler adds is little, longer the more workers it has to serve;
    short enough that they end together.
    """
    each = left * cost / max(1, threads)
    least = max(_LEAST_SECONDS, _SCHEDULER * 2 * threads)
    seconds = max(_LEAST_SECONDS, min(max(least, min(_MOST_SECONDS, each / 4)), each))
    return max(1, min(_MOST_TARGETS, int(seconds / cost)))


class Again(Exception):
    """What was sent is lost: connect and send anew."""


class Connection:
    """The work through one connection to the scheduler."""

    def __init__(self, effort: Effort, client: Any, patience: float) -> None:
        self.patience: Final = patience
        self.effort: Final = effort
        self.client: Final = client
        self.ready: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.under_way: dict[object, Portion] = {}
        self.alone_since: float | None = None
        # When something came back, or everybody was seen to be there.
        self.heard = monotonic()
        self.threads = 1
        self._queue = Queue(effort.plan, effort.typed)
        self._held: list[object] = []

    def work(self) -> None:
        """Send targets until none is left, or until what was sent is lost."""
        effort = self.effort
        effort.show_dashboard(self.client.dashboard_link)
        self._ask_versions()
        self._hold()
        left = [one for one in effort.left.items() if one[0] not in effort.blamed]
        effort.suspects = deque(one for one in effort.left.items() if one[0] in effort.blamed)
        # Those that were sent again before go alone.
        effort.waiting = deque([one] for one in left if one[0] in effort.rounds)
        self._queue.begin([one for one in left if one[0] not in effort.rounds])
        while effort.left:
            self._fill()
            if not self.under_way:
                break
            try:
                future = self.ready.get(timeout=1.0)
            except queue.Empty:
                self._look_around()
                continue
            self._landed(future)

    def _hold(self) -> None:
        """Have workers hold what many targets share, as tasks that nothing is known of yet."""
        mark = urandom(4).hex()
        self._held = [
            self.client.submit(
                remote.hold, pack, key=f"confty-pack-{digest}-{mark}", pure=True, **self._where()
            )
            for digest, pack in self.effort.packs.items()
        ]

    def _ask_versions(self) -> None:
        """Find out which workers are like us."""
        begun = monotonic()
        while not self._threads():
            if monotonic() - begun > self.patience:
                raise Unfinished(f"{self.effort.address} has no workers")
            try:
                self.client.wait_for_workers(1, timeout=1)
            except (OSError, ValueError):
                continue
        for worker, other in self._ask_all(remote.stamp).items():
            if isinstance(other, OSError):
                continue  # it is gone
            if other is None:
                self._refuse(worker, _SILENT)
            elif isinstance(other, BaseException):
                self._refuse(worker, f"it cannot run confty ({type(other).__name__})")
            elif why := remote.stamp().differs(remote.Stamp(*other)):
                self._refuse(worker, why)

    def _refuse(self, worker: str, why: str) -> None:
        if worker not in self.effort.refused:
            self.effort.refused[worker] = why
            self.effort.tell(f"worker {worker} is not used: {why}")
        if not self._good():
            raise Unfinished(f"no worker of {self.effort.address} can be used: {why}")

    def _ask_all(self, question: Callable[[], Any]) -> dict[str, Any]:
        """Ask each worker; None for one that does not answer."""
        good = self._good()

        def asking(worker: str) -> Callable[[], Any]:
            return lambda: self.client.run(question, workers=[worker], on_error="return")

        try:
            found = answers_within(self.patience, {worker: asking(worker) for worker in good})
        except (OSError, ValueError, RuntimeError):
            raise Again from None
        # One of which nothing comes back is gone.
        return {
            worker: found[worker].get(worker, OSError()) if worker in found else None
            for worker in good
        }

    def _threads(self) -> dict[str, int]:
        """Return the workers that there are, with their threads."""
        try:
            found: dict[str, int] = within(self.patience, self.client.nthreads)
        except (OSError, ValueError, RuntimeError):
            raise Again from None
        self.threads = sum(count for one, count in found.items() if one not in self.effort.refused)
        return found

    def _good(self) -> list[str]:
        return [worker for worker in self._threads() if worker not in self.effort.refused]

    def _fill(self) -> None:
        """Keep a few batches for each worker under way."""
        effort = self.effort
        while len(self.under_way) < max(2, self.threads * _AHEAD):
            portion = self._portion()
            if not portion:
                return
            limits = self._where()
            types = self._queue.types_for(portion, self.client, limits)
            future = self.client.submit(
                remote.do, effort.head, list(effort.packs), self._held, effort.own(portion),
                closed(pickle.dumps(portion, protocol=5)), tuple(remote.stamp()), types,
                pure=False, key=f"confty-batch-{urandom(8).hex()}", **limits,
            )  # fmt: skip
            self.under_way[future] = portion
            future.add_done_callback(self.ready.put)

    def _where(self) -> dict[str, list[str]]:
        """Say who may be given something, where not everybody may."""
        return {"workers": self._good()} if self.effort.refused else {}

    def _portion(self) -> Portion:
        """Take what goes next; a suspect goes at last, and with nobody beside it."""
        effort = self.effort
        while effort.waiting:
            portion = [one for one in effort.waiting.popleft() if one[0] in effort.left]
            if portion:
                return portion
        portion = self._next()
        if not portion and not self.under_way and effort.suspects:
            return [effort.suspects.popleft()]
        return portion

    def _next(self) -> Portion:
        """Take targets that nobody works on yet, as many as are worth a task."""
        cost, left = self.effort.cost, len(self.effort.left)
        size = _FIRST_SIZE
        if cost:
            size = batch_size(left, cost, self.threads)
        return self._queue.take(size, alone=self.threads < 2)

    def _landed(self, future: Any) -> None:
        portion = self.under_way.pop(future, None)
        if portion is None:
            return
        self.heard = monotonic()
        self._queue.landed(portion)
        if future.status in {"cancelled", "lost"}:
            raise Again
        if future.status == "error":
            self._failed(future, portion)
            return
        try:
            data: bytes = future.result(timeout=self.patience)
        except Exception as error:  # noqa: BLE001  whatever was lost on the way is sent again
            if type(error).__name__ == "KilledWorker":
                self._killed(error, future, portion)
                return
            raise Again from None
        try:
            self._received(opened(data), portion)
        except DamagedParcel:
            self._once_more(portion)

    def _received(self, data: bytes, portion: Portion) -> None:
        effort = self.effort
        first, rest = data[:1], data[1:]
        if first == remote.REFUSED:
            why, worker = pickle.loads(rest)  # noqa: S301  from our own workers
            effort.waiting.append(portion)
            self._refuse(worker, why)
            return
        if first != remote.OPEN:
            assert effort.box is not None
            rest = effort.box.open(rest, effort.run.encode())
        reply: remote.Reply = pickle.loads(rest)  # noqa: S301  from our own workers
        self.alone_since = None
        if reply.typed:
            self._queue.found(portion, reply.typed)
        effort.done(reply.batch)
        for at, questions in reply.questions:
            effort.asked(at, questions)

    def _failed(self, future: Any, portion: Portion) -> None:
        error = future.exception()
        kind = type(error).__name__
        if kind == "KilledWorker":
            self._killed(error, future, portion)
        elif kind == "MemoryError":
            self._split(portion)
        elif kind in {"ModuleNotFoundError", "ImportError"} or "deserializ" in str(error):
            self._without_confty(portion)
        elif kind in {"CancelledError", "FutureCancelledError"}:
            raise Again
        elif isinstance(error, OSError):
            # A connection that broke, a disk that is full: another worker may have none of it.
            self._once_more(portion)
        else:
            raise Unfinished(f"a worker of {self.effort.address} failed: {kind}")

    def _killed(self, error: Any, future: Any, portion: Portion) -> None:
        """Workers died over a batch, or over what batches share, which is no target's fault."""
        if error.args[:1] == (future.key,):
            self._split(portion)
            return
        self._hold()
        self._queue.hold_anew()
        self._once_more(portion)

    def _once_more(self, portion: Portion) -> None:
        self.effort.lost()
        self.effort.waiting.append(portion)

    def _without_confty(self, portion: Portion) -> None:
        """Somebody cannot load what was sent: a worker that came later, or nobody can."""
        effort = self.effort
        before = len(effort.refused)
        self._ask_versions()
        if len(effort.refused) == before:
            where = effort.address
            raise Unfinished(f"{where}: the scheduler or a worker cannot load confty")
        effort.waiting.append(portion)

    def _split(self, portion: Portion) -> None:
        """Send targets one by one; one that ends its workers by itself is given up in the end."""
        effort = self.effort
        if len(portion) > 1:
            effort.waiting.extend([one] for one in portion)
            return
        at = portion[0][0]
        effort.blamed[at] = effort.blamed.get(at, 0) + 1
        if effort.blamed[at] < _CHANCES:
            effort.suspects.append(portion[0])
            return
        effort.left.pop(at, None)
        effort.dead.append(at)

    def _look_around(self) -> None:
        """Nothing came for a while: is anybody there?"""
        if self.client.status in {"closed", "closing"}:
            raise Again
        now = monotonic()
        if self.client.status == "running" and self._good():
            self.alone_since = None
            if now - self.heard > self.patience:
                self._look_for_silent_ones()
            return
        self.alone_since = self.alone_since or now
        if now - self.alone_since > self.patience:
            raise Unfinished(f"no worker is left at {self.effort.address}")

    def _look_for_silent_ones(self) -> None:
        """Nothing came for long: who works answers all the same; others are left out."""
        silent = [worker for worker, found in self._ask_all(getpid).items() if found is None]
        self.heard = monotonic()
        for worker in silent:
            self._refuse(worker, _SILENT)
        if not silent:
            return
        # What they hold may be what others wait for.
        self._hold()
        self._queue.hold_anew()
        for portion in self.under_way.values():
            self._queue.landed(portion)
            self.effort.waiting.append(portion)
        self.under_way.clear()
