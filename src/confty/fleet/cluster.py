"""A crew on a Dask cluster: batches sized by what they cost, sent again when something dies.

The scheduler holds little: a few batches for each worker are under way at a time, and what many
targets share is held by the workers.  Whatever happens to workers or the scheduler, each target
has a result in the end or is named as missing.
"""

from __future__ import annotations

import logging
import pickle
import queue
from _blake2 import blake2b
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import environ, urandom
from time import monotonic
from typing import Any, Final

from confty.fleet import remote
from confty.fleet.crew import Take, Todo, local_crew
from confty.fleet.delivery import Unfinished
from confty.fleet.job import Batch, Job, Target
from confty.fleet.plan import Plan
from confty.fleet.queue import Queue, Typed, carried
from confty.fleet.secrecy import Box, Withheld, hidden, new_salt
from confty.fleet.shipped import AT_HOME, Answers, Keeper, Question
from confty.workspace.files import Moment
from confty.workspace.project import Project

#: How long to wait for a scheduler or a worker before a run is given up, in seconds, unless
#: CONFTY_FLEET_PATIENCE says another number.
PATIENCE: Final = 30.0
#: What a batch shall take: twenty times what the scheduler adds to each, and not much longer.
_LEAST_SECONDS: Final = 0.1
_MOST_SECONDS: Final = 2.0
# What the scheduler takes for a batch.
_SCHEDULER: Final = 0.005
_FIRST_SIZE: Final = 4
_MOST_TARGETS: Final = 2000
_AHEAD: Final = 2
_PACK: Final = 1 << 20
#: How often a target is sent again because of its questions.
_MOST_ROUNDS: Final = 50

Portion = list[tuple[int, Target]]


def batch_size(left: int, cost: float, threads: int) -> int:
    """Say how many targets make a batch, from what one of them costs in seconds.

    Long enough that what the scheduler adds is little, longer the more workers it has to serve;
    short enough that they end together.
    """
    each = left * cost / max(1, threads)
    least = max(_LEAST_SECONDS, _SCHEDULER * 2 * threads)
    seconds = max(_LEAST_SECONDS, min(max(least, min(_MOST_SECONDS, each / 4)), each))
    return max(1, min(_MOST_TARGETS, int(seconds / cost)))


class _Again(Exception):
    """What was sent is lost: connect and send anew."""


class Cluster:
    """The workers of a scheduler."""

    def __init__(
        self, address: str, tell: Callable[[str], None], patience: float | None = None
    ) -> None:
        scheme, _, place = address.partition("://")
        if scheme not in {"dask", "dask+tls"} or not place:
            raise Unfinished(f"--engine {address}: expected dask://HOST:PORT")
        self.address: Final = f"{'tls' if scheme.endswith('tls') else 'tcp'}://{place}"
        self.tell: Final = tell
        self.patience: Final = _patience() if patience is None else patience

    def work(self, job: Job, todo: Todo, take: Take) -> None:
        """Send what can be sent, do the rest here."""
        with _quiet_logs():
            try:
                _Effort(self, job, take).work(todo)
            except Withheld as withheld:
                raise Unfinished(str(withheld)) from None


def _patience() -> float:
    try:
        return max(0.1, float(environ.get("CONFTY_FLEET_PATIENCE") or PATIENCE))
    except ValueError:
        return PATIENCE


class _Effort:
    """The work on one job, through all connections it takes."""

    def __init__(self, cluster: Cluster, job: Job, take: Take) -> None:
        self.cluster: Final = cluster
        self.job: Final = job
        self.take: Final = take
        self.run: Final = urandom(8).hex()
        salt = new_salt()
        self.box: Final = None if salt is None else Box(salt)
        if job.secrets and self.box is None:
            raise Withheld("secrets that are shown travel encrypted: set CONFTY_FLEET_PASSPHRASE")
        self.files: Final = Moment(job.parts[0].max_file_size or Moment.most)
        self._projects: dict[int, Project] = {}
        self.keeper: Final = Keeper(job, self.project, lambda one: hidden(one, self.box))
        self.plan: Final = Plan(self.keeper)
        config_free = (None, None, hidden(job.parts[2], self.box), job.parts[3], None)
        inputs = [hidden(one, self.box) for one in job.inputs]
        sent = Job(job.kind, config_free, inputs, secrets=job.secrets, footing=job.footing)
        self.head: Final = pickle.dumps(
            remote.Head(self.run, sent, remote.stamp(), salt, urandom(32)), protocol=5
        )
        self.packs: dict[str, bytes] = {}
        self.typed: Final = Typed(carried=carried(job))
        self.left: dict[int, Target] = {}
        self.waiting: deque[Portion] = deque()
        self.rounds: dict[int, int] = {}
        self.answers: dict[int, Answers] = {}
        self.at_home: Portion = []
        self.dead: list[int] = []
        self.refused: dict[str, str] = {}
        self.cost = 0.0
        self.dashboard = ""
        self.batches = 0
        self.seconds = 0.0

    def project(self, inputs: int) -> Project:
        """Return the project that answers for targets with some inputs."""
        found = self._projects.get(inputs)
        if found is None:
            found = self._projects[inputs] = self.job.project(inputs, self.files)
            if self.job.footing is not None:
                found.watch(self._footing)
        return found

    def _footing(self, data: bytes) -> str:
        return blake2b(data, digest_size=12, key=self.job.footing or b"").hexdigest()

    def work(self, todo: Todo) -> None:
        """Work on all targets."""
        goes = [one for one in todo if self.keeper.goes(one[1].inputs, one[1].name)]
        self.left = dict(goes)
        self.at_home = [one for one in todo if one[0] not in self.left]
        shared = self.plan.look_ahead(goes)
        for pack in _packed(shared):
            self.packs[blake2b(pack, digest_size=16).hexdigest()] = pack
        while self.left:
            try:
                with self._client() as client:
                    _Connection(self, client).work()
            except _Again:
                continue
        self.cluster.tell(
            f"{self.cluster.address}: {self.batches} batches, {self.seconds:.1f} s of work"
        )
        if self.at_home:
            crew = local_crew(None, len(self.at_home))
            crew.work(self.job, self.at_home, self.take)
        if self.dead:
            noun = "target" if len(self.dead) == 1 else "targets"
            raise Unfinished(f"{len(self.dead)} {noun} ended the workers they ran on")

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            from distributed import Client  # noqa: PLC0415  an extra
        except ImportError:
            raise Unfinished("--engine needs Dask: pip install confty[dask]") from None
        address = self.cluster.address
        try:
            client: Any = Client(  # type: ignore[no-untyped-call]  # Dask has no types
                address, timeout=self.cluster.patience, set_as_default=False
            )
        except (OSError, ValueError) as error:
            detail = "" if isinstance(error, OSError) else f" ({type(error).__name__})"
            raise Unfinished(f"there is no scheduler at {address}{detail}") from None
        try:
            yield client
        finally:
            client.close(timeout=2)

    def show_dashboard(self, link: str) -> None:
        """Say where Dask shows what goes on, once."""
        if self.dashboard != link:
            self.dashboard = link
            self.cluster.tell(f"{self.cluster.address}: dashboard {link}")

    def done(self, batch: Batch) -> None:
        """Take in results."""
        for one in batch.done:
            self.left.pop(one.at, None)
        self.take(batch)
        self.batches += 1
        self.seconds += batch.seconds
        if batch.done and batch.seconds:
            each = batch.seconds / len(batch.done)
            self.cost = each if not self.cost else 0.7 * self.cost + 0.3 * each

    def asked(self, at: int, questions: list[Question]) -> None:
        """Answer what a target asks, and send it again; what cannot be answered is done here."""
        target = self.left[at]
        rounds = self.rounds[at] = self.rounds.get(at, 0) + 1
        if AT_HOME in questions or rounds > _MOST_ROUNDS:
            del self.left[at]
            self.at_home.append((at, target))
            return
        known = self.answers.setdefault(at, {})
        for question in questions:
            known.update(self.keeper.answer(question))
        self.waiting.append([(at, target)])

    def own(self, portion: Portion) -> bytes:
        """Return what only these targets need, as bytes."""
        made = self.plan.own(portion)
        for at, _ in portion:
            made.update(self.answers.get(at, {}))
        return pickle.dumps(made, protocol=5)


def _packed(answers: Answers) -> Iterator[bytes]:
    """Go through answers in pieces that a scheduler likes to hold."""
    part: Answers = {}
    size = 0
    for question, answer in answers.items():
        part[question] = answer
        size += len(answer) if isinstance(answer, bytes) else 100
        if size > _PACK:
            yield pickle.dumps(part, protocol=5)
            part, size = {}, 0
    if part:
        yield pickle.dumps(part, protocol=5)


class _Connection:
    """The work through one connection to the scheduler."""

    def __init__(self, effort: _Effort, client: Any) -> None:
        self.effort: Final = effort
        self.client: Final = client
        self.ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.under_way: dict[Any, Portion] = {}
        self.alone_since: float | None = None
        self.threads = 1
        self._queue = Queue(effort.plan, effort.typed)

    def work(self) -> None:
        """Send targets until none is left, or until what was sent is lost."""
        effort = self.effort
        effort.show_dashboard(self.client.dashboard_link)
        self._ask_versions()
        held = [
            self.client.submit(remote.hold, pack, key=f"confty-pack-{digest}", pure=True)
            for digest, pack in effort.packs.items()
        ]
        # Those that were sent again before go alone.
        effort.waiting = deque([one] for one in effort.left.items() if one[0] in effort.rounds)
        self._queue.begin([one for one in effort.left.items() if one[0] not in effort.rounds])
        while effort.left:
            self._fill(held)
            if not self.under_way:
                break
            try:
                future = self.ready.get(timeout=1.0)
            except queue.Empty:
                self._look_around()
                continue
            self._landed(future)

    def _ask_versions(self) -> None:
        """Find out which workers are like us."""
        begun = monotonic()
        while not self._threads():
            if monotonic() - begun > self.effort.cluster.patience:
                raise Unfinished(f"{self.effort.cluster.address} has no workers")
            try:
                self.client.wait_for_workers(1, timeout=1)
            except (OSError, ValueError):
                continue
        try:
            found = self.client.run(remote.stamp, on_error="return")
        except OSError:
            raise _Again from None
        for worker, other in found.items():
            if isinstance(other, BaseException):
                self._refuse(worker, f"it cannot run confty ({type(other).__name__})")
            elif why := remote.stamp().differs(remote.Stamp(*other)):
                self._refuse(worker, why)

    def _refuse(self, worker: str, why: str) -> None:
        if worker not in self.effort.refused:
            self.effort.refused[worker] = why
            self.effort.cluster.tell(f"worker {worker} is not used: {why}")
        if not self._good():
            raise Unfinished(f"no worker of {self.effort.cluster.address} can be used: {why}")

    def _threads(self) -> dict[str, int]:
        """Return the workers that there are, with their threads."""
        try:
            found: dict[str, int] = self.client.nthreads()
        except (OSError, ValueError, RuntimeError):
            raise _Again from None
        self.threads = sum(count for one, count in found.items() if one not in self.effort.refused)
        return found

    def _good(self) -> list[str]:
        return [worker for worker in self._threads() if worker not in self.effort.refused]

    def _fill(self, held: list[Any]) -> None:
        """Keep a few batches for each worker under way."""
        effort = self.effort
        while len(self.under_way) < max(2, self.threads * _AHEAD):
            portion = effort.waiting.popleft() if effort.waiting else self._next()
            portion = [one for one in portion if one[0] in effort.left]
            if not portion:
                if effort.waiting:
                    continue
                return
            limits = {"workers": self._good()} if effort.refused else {}
            types = self._queue.types_for(portion, self.client)
            future = self.client.submit(
                remote.do, effort.head, list(effort.packs), held, effort.own(portion),
                pickle.dumps(portion, protocol=5), tuple(remote.stamp()), types, pure=False,
                key=f"confty-batch-{urandom(8).hex()}", **limits,
            )  # fmt: skip
            self.under_way[future] = portion
            future.add_done_callback(self.ready.put)

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
        self._queue.landed(portion)
        if future.status in {"cancelled", "lost"}:
            raise _Again
        if future.status == "error":
            self._failed(future, portion)
            return
        try:
            data: bytes = future.result(timeout=self.effort.cluster.patience)
        except Exception as error:  # noqa: BLE001  whatever was lost on the way is sent again
            if type(error).__name__ == "KilledWorker":
                self._split(portion)
                return
            raise _Again from None
        self._received(data, portion)

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
        if kind in {"KilledWorker", "MemoryError"}:
            self._split(portion)
        elif kind in {"ModuleNotFoundError", "ImportError"} or "deserializ" in str(error):
            where = self.effort.cluster.address
            raise Unfinished(f"{where}: the scheduler or a worker cannot load confty")
        elif kind in {"CancelledError", "FutureCancelledError", "CommClosedError"}:
            raise _Again
        else:
            raise Unfinished(f"a worker of {self.effort.cluster.address} failed: {kind}")

    def _split(self, portion: Portion) -> None:
        """Send targets one by one; one that ends its workers by itself is given up."""
        effort = self.effort
        if len(portion) > 1:
            effort.waiting.extend([one] for one in portion)
            return
        at = portion[0][0]
        effort.left.pop(at, None)
        effort.dead.append(at)

    def _look_around(self) -> None:
        """Nothing came for a while: is anybody there?"""
        if self.client.status in {"closed", "closing"}:
            raise _Again
        now = monotonic()
        if self.client.status == "running" and self._good():
            self.alone_since = None
            return
        self.alone_since = self.alone_since or now
        if now - self.alone_since > self.effort.cluster.patience:
            raise Unfinished(f"no worker is left at {self.effort.cluster.address}")


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep Dask's own words about lost connections from the terminal: we say it ourselves."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado.application")]
    before = [one.level for one in loggers]
    for one in loggers:
        one.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for one, level in zip(loggers, before, strict=True):
            one.setLevel(level)
