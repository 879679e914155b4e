"""Checking many files: in several processes when there are enough of them, with a progress line.

Files are dealt out by folder, because files of one folder share imports, and a process keeps what
it has read.  The result is the same in the same order whatever the number of processes.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from confty.text import Diagnostic
from confty.workspace.project import Project

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

WORTH_A_PROCESS: Final = 40
"""How many files must be there for each process: starting one costs as much as checking these."""

_project: Project | None = None


def check_many(
    project: Project,
    names: list[str],
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Diagnostic]:
    """Check all files; ``jobs`` is the number of processes, by default what the machine has."""
    wanted = jobs or int(os.environ.get("CONFTY_MAX_PARALLELISM") or os.cpu_count() or 1)
    workers = min(wanted, len(names) if jobs else len(names) // WORTH_A_PROCESS)
    if workers < 2:
        return _in_turn(project, names, progress)
    return _in_processes(project, names, workers, progress)


def _in_turn(
    project: Project, names: list[str], progress: Callable[[int, int], None] | None
) -> list[Diagnostic]:
    def each(done: int) -> None:
        if progress is not None:
            progress(done, len(names))

    return project.check_all(names, each)


def _in_processes(
    project: Project,
    names: list[str],
    workers: int,
    progress: Callable[[int, int], None] | None,
) -> list[Diagnostic]:
    from concurrent import futures  # noqa: PLC0415  start-up: for many files only

    batches = _batches(names, workers * 4)
    try:
        with futures.ProcessPoolExecutor(
            workers, _context(), initializer=_adopt, initargs=project.parts()
        ) as pool:
            running = {pool.submit(_check_batch, batch): batch for batch in batches}
            done = 0
            for future in futures.as_completed(running):
                findings, edges = future.result()
                project.gather(findings, edges)
                done += len(running[future])
                if progress is not None:
                    progress(done, len(names))
    except (futures.BrokenExecutor, OSError):
        # No process can be started here, or one was killed: it can be done without.
        return _in_turn(project, names, progress)
    return project.gathered()


def _context() -> BaseContext:
    """How to start a process: by a copy of this one where that is safe, else by a fresh one.

    There is no ``fork`` on Windows, system libraries break it on macOS, and a copy of a process
    with several threads may hold a lock that nobody gives back.
    """
    import multiprocessing  # noqa: PLC0415  start-up: for many files only

    if hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _batches(names: list[str], count: int) -> list[list[str]]:
    """Split into about ``count`` lists, neighbours together."""
    size = max(1, -(-len(names) // count))
    return [names[start : start + size] for start in range(0, len(names), size)]


def _adopt(*parts: Any) -> None:
    global _project  # noqa: PLW0603  a worker process has one project for its life
    _project = Project(*parts)


def _check_batch(names: list[str]) -> tuple[list[Diagnostic], list[tuple[str, str]]]:
    assert _project is not None
    findings = [finding for name in names for finding in _project.check(name)]
    return findings, _project.graph.edges()
