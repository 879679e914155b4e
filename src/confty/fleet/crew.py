"""Who does a job on this machine: this process, or several.

A crew is given targets and hands over batches of results as they come, in any order.  A process
that dies takes nothing with it: what it had not finished is done again, one target at a time, and
a target that ends its process by itself is told as that.
"""

from __future__ import annotations

from confty.fleet.job import Batch, Done, Job, Target, Worker, local_worker
from confty.generics import Protocol
from confty.workspace.codes import OUT_OF_MEMORY
from confty.workspace.many import (
    WORTH_A_PROCESS,
    end_with_parent,
    most_processes,
    process_context,
)
from confty.workspace.stored import as_stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor, Future
    from typing import Final, TypeAlias

Todo: TypeAlias = "Sequence[tuple[int, Target]]"
Take: TypeAlias = "Callable[[Batch], None]"
#: Batches that each process has waiting, so that it never waits itself.
_AHEAD: Final = 2
#: How many batches a job makes for each process, where there are that many targets.
_PORTIONS: Final = 16
_MOST: Final = 200


class Crew(Protocol):
    """Who works on targets."""

    def work(self, job: Job, todo: Todo, take: Take) -> None:
        """Work on targets and hand over what came of them."""


class ThisProcess:
    """Who has no other process: one target after the other."""

    def work(self, job: Job, todo: Todo, take: Take) -> None:
        """Work on one target after the other."""
        worker = local_worker(job)
        for one in todo:
            take(worker.batch([one]))


class Processes:
    """Several processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count: Final = count

    def work(self, job: Job, todo: Todo, take: Take) -> None:
        """Work in as many processes as there are, or here where none can be started."""
        left = dict(todo)

        def taken(batch: Batch) -> None:
            for done in batch.done:
                del left[done.at]
            take(batch)

        try:
            if not self._round(job, _portions(list(left.items()), self.count), taken):
                self._one_by_one(job, left, taken)
        except OSError:
            # It can be done without.
            ThisProcess().work(job, list(left.items()), taken)

    def _one_by_one(self, job: Job, left: dict[int, Target], take: Take) -> None:
        """Find the target that ends its process, and go on with the others."""
        while left:
            singles = [[one] for one in left.items()]
            if self._round(job, singles, take):
                return
            # Those that were under way when it happened stand first.
            for at, target in list(left.items())[: self.count * (_AHEAD + 1)]:
                if not Processes(1)._round(job, [[(at, target)]], take):  # noqa: SLF001  our own
                    take(Batch([killed(at, target)], [], None))

    def _round(self, job: Job, portions: list[list[tuple[int, Target]]], take: Take) -> bool:
        """Work in fresh processes; False when one of them died."""
        from concurrent import futures  # noqa: PLC0415  start-up: for many files only

        with futures.ProcessPoolExecutor(
            self.count, process_context(), initializer=_begin, initargs=(job,)
        ) as pool:
            try:
                for future in _windowed(pool, portions, self.count * _AHEAD):
                    take(future.result())
            except futures.BrokenExecutor:
                return False
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return True


def _windowed(
    pool: Executor, portions: list[list[tuple[int, Target]]], most: int
) -> Iterator[Future[Batch]]:
    """Hand out a few portions at a time, so that results that nobody took yet stay few."""
    from concurrent import futures  # noqa: PLC0415  start-up: for many files only

    waiting: set[Future[Batch]] = set()
    for portion in portions:
        waiting.add(pool.submit(_do, portion))
        if len(waiting) >= most:
            done, waiting = futures.wait(waiting, return_when=futures.FIRST_COMPLETED)
            yield from done
    yield from futures.as_completed(waiting)


def _portions(todo: Todo, workers: int) -> list[list[tuple[int, Target]]]:
    size = max(1, min(_MOST, -(-len(todo) // (workers * _PORTIONS))))
    return [list(todo[start : start + size]) for start in range(0, len(todo), size)]


def killed(at: int, target: Target) -> Done:
    """Say of a target that its process was ended while it was worked on."""
    found = OUT_OF_MEMORY.at(None, f"{target.name}: its process was ended from outside")
    found = found.with_help("most often for want of memory: --max-memory sets a limit below that")
    return Done(at, None, (as_stored(found),))


def local_crew(jobs: int | None, targets: int) -> Crew:
    """Choose who works: ``jobs`` processes, by default as many as the machine has, if it pays."""
    wanted = jobs or most_processes()
    workers = min(wanted, targets if jobs else targets // WORTH_A_PROCESS)
    return ThisProcess() if workers < 2 else Processes(workers)


_worker: Worker | None = None


def _begin(job: Job) -> None:
    global _worker  # noqa: PLW0603  a worker process has one job for its life
    end_with_parent()
    _worker = local_worker(job)


def _do(portion: list[tuple[int, Target]]) -> Batch:
    assert _worker is not None
    return _worker.batch(portion)
