"""Checking many files: what is known from the last time, the rest in several processes.

Files are dealt out by what they import, because a process keeps what it has read.  The result is
the same in the same order whatever the number of processes, and whatever was kept.
"""

from __future__ import annotations

import os
import sys
from _collections_abc import Callable
from time import perf_counter

from confty.kit.collector import collected_soon
from confty.kit.limits import limited
from confty.kit.sources import OWN_SOURCES, all_sources, listed
from confty.light import partial
from confty.packages import know_packages
from confty.text import Diagnostic
from confty.text.digits import whole_number
from confty.workspace.bounds import UNWATCHED, unwatched
from confty.workspace.config import Config
from confty.workspace.files import Memory, Moment
from confty.workspace.gathering import place
from confty.workspace.host import has_labels
from confty.workspace.levels import BadConfig
from confty.workspace.project import Project
from confty.workspace.vendored import of_ours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import ExitStack
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from typing import Any, Final, TypeAlias

    from confty.workspace.kept import KeptResults, Nodes, Noted

    # What one process found: names, findings with texts that are no files, and seconds; imports;
    # notes.
    CheckedBatch: TypeAlias = tuple[
        list[tuple[str, tuple[tuple[Any, ...], tuple[tuple[str, str], ...]], float]],
        list[tuple[str, str]],
        Noted | None,
    ]

WORTH_A_PROCESS: Final = 40
"""How many files must be there for each process: starting one costs as much as checking these."""

Progress = Callable[[int, int], None]
Tell = Callable[[list[Diagnostic]], None]

#: Who checks files somewhere else, and hands over what was found about each.
CheckElsewhere = Callable[
    ["KeptProject", list[str], Callable[[str, list[Diagnostic], float], None]], None
]

# How many bytes of chance name footings that no other process will ask for.
_ANY_KEY: Final = 16

_work: KeptProject | None = None


def check_many(
    project: Project,
    names: list[str],
    jobs: int | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
    elsewhere: CheckElsewhere | None = None,
    under: Sequence[str] = (),
) -> list[Diagnostic]:
    """Check all files; ``jobs`` is the number of processes, by default what the machine has.

    ``tell`` is given the findings as soon as they are there, in the order of the files.  With
    ``elsewhere``, somebody else checks what is not known; what they leave out is told as nothing.
    ``under`` are programs that use the files: of these, what they say of the files is told.
    """
    with project.one_moment():
        work = KeptProject(project)
        stream = _Stream(project, names, under, progress, tell)
        for name, found in work.known([*names, *under]):
            stream.take(name, found)
        rest = stream.missing()
        wanted = jobs or most_processes()
        workers = min(wanted, len(rest) if jobs else len(rest) // WORTH_A_PROCESS)
        if elsewhere is not None:
            elsewhere(work, rest, stream.take)
        elif workers < 2 or not _in_processes(work, rest, workers, stream):
            _in_turn(work, stream.missing(), stream)
        work.save()
        if project.seen is not None:
            project.seen.update(work.seen())
        stream.end()
        project.gather_damage(names)
        found = project.gathered()
        if tell is not None:
            tell(stream.new(found))
        return found


class _Stream:
    """Puts results that come as they like into the order of the files."""

    def __init__(
        self,
        project: Project,
        names: list[str],
        under: Sequence[str],
        progress: Progress | None,
        tell: Tell | None,
    ) -> None:
        self._project = project
        self._names = [*names, *under]
        self._asked = frozenset(names)
        self._progress = progress
        self._tell = tell
        self._results: dict[str, list[Diagnostic]] = {}
        self._done = 0
        self._at = 0
        self._told: set[tuple[object, ...]] = set()

    def end(self) -> None:
        """Tell what is left."""
        self._go_on()
        for name in self._names[self._at :]:
            # What lies behind a file without a result is told all the same.
            if name in self._results:
                self._one(name)

    def take(self, name: str, found: list[Diagnostic], seconds: float | None = None) -> None:
        """Take in what was found about a file."""
        self._results[name] = found
        if self._project.timed is not None:
            self._project.timed(name, seconds)
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, len(self._names))
        self._go_on()

    def missing(self) -> list[str]:
        """Return the files without a result."""
        return [name for name in self._names if name not in self._results]

    def _go_on(self) -> None:
        while self._at < len(self._names) and self._names[self._at] in self._results:
            name = self._names[self._at]
            self._at += 1
            self._one(name)

    def _one(self, name: str) -> None:
        mode = self._project.config_for(name).vendor
        found = self._results[name]
        if name not in self._asked:
            found = self._about_asked(found)
        found = of_ours(found, self._asked, mode)
        found = self._project.levelled(name, found)
        self._project.gather(found)
        if self._tell is not None and found:
            self._tell(self.new(sorted(found, key=place)))

    def _about_asked(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Return what a program says of the files that are asked about, called as they were."""
        asked = {os.path.abspath(name): name for name in self._asked}
        kept = [
            (one, asked[whole])
            for one in found
            if one.span and (whole := os.path.abspath(one.span.source.name)) in asked
        ]
        if all(one.span and one.span.source.name == name for one, name in kept):
            return [one for one, _ in kept]
        from confty.workspace.stored import respelled  # noqa: PLC0415  start-up: seldom

        files = self._project.files
        return [respelled(one, asked, files) for one, _ in kept if isinstance(files, Moment)]

    def new(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Return what was not told before."""
        fresh: dict[tuple[object, ...], Diagnostic] = {}
        for one in found:
            identity = one.code.name, one.span, one.message
            if identity not in self._told:
                fresh.setdefault(identity, one)
        self._told.update(fresh)
        return list(fresh.values())


class KeptProject:
    """A project whose results are kept, where there is a place for them."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._kept: KeptResults | None = None
        self._new: Noted | None = None
        self._nodes: Nodes = {}
        self._keys: dict[str, str] = {}
        self._found: dict[str, list[Diagnostic]] = {}
        #: The files that others are guessed to import.
        self.imported: frozenset[str] = frozenset()
        files = project.files
        secrets = any(has_labels(given) for given in project.flags.values())
        keeps = project.flags.get("cache") is not False and not secrets
        #: What names of footings are made with, where notes are taken.
        self.footing: bytes | None = None
        if isinstance(files, Moment) and (keeps or project.seen is not None):
            from confty.workspace.kept import Noted, footing_name, kept_results  # noqa: PLC0415  start-up

            self._kept = kept_results(files) if keeps else None
            footing = None if self._kept is None else self._kept.footing()
            if footing is None:
                self._kept = None
                # Who waits for changes wants to know what was looked at, kept or not.
                footing = None if project.seen is None else os.urandom(_ANY_KEY)
            if footing is not None:
                self.footing, self._new = footing, Noted()
                self._observed = project.watch(lambda data: footing_name(footing, data))

    def known(self, names: list[str]) -> Iterator[tuple[str, list[Diagnostic]]]:
        """Go through the files whose results still hold."""
        kept = self._kept
        if kept is None:
            return
        self._keys = {name: key for name in names if (key := self.project.key(name)) is not None}
        good = kept.good(self._keys.values(), partial(self.project.key, imported=True))
        used = []
        for name, key in self._keys.items():
            found = kept.findings(key) if key in good else None
            if found is not None:
                used.append(key)
                yield name, found
        self.project.gather((), kept.edges(used))

    def found(self, name: str) -> list[Diagnostic]:
        """Check a file; what others import is kept for them."""
        found = self.project.found(name, once=name not in self.imported)
        if self._new is not None and (key := self._key(name)) is not None:
            self._found[key] = found
        return found

    def _key(self, name: str) -> str | None:
        return self._keys.get(name) or self.project.key(name)

    def noted(self) -> Noted | None:
        """Hand out what was found out since the last time."""
        files = self.project.files
        if self._new is None or not isinstance(files, Moment):
            return None
        from confty.workspace.kept import noted  # noqa: PLC0415  start-up

        made = noted(self._observed, files, self._found, self._nodes)
        made.sources = OWN_SOURCES.noted("confty")
        self._found = {}
        # What was noted is with whoever asked; a file that is looked at again is noted again.
        self._observed.clear()
        return made

    def nodes(self, new: Noted) -> Nodes:
        """Return all that other processes have put down so far, with what is new."""
        self._nodes.update(new.nodes)
        return self._nodes

    def add(self, other: Noted | None) -> None:
        """Take in what another process found out."""
        if self._new is None or other is None:
            return
        self._new.add(other)
        OWN_SOURCES.take_over(all_sources() if other.sources is None else listed(other.sources))

    def seen(self) -> Iterator[str]:
        """Go through the files and folders that results depend on, kept ones and new ones."""
        if self._kept is not None:
            yield from self._kept.subjects(self._keys.values())
        if self._new is not None:
            from confty.workspace.kept import subjects  # noqa: PLC0415  start-up

            yield from subjects(self._new.nodes, self._new.nodes)

    def save(self) -> None:
        """Put down what is new, and keep it where there is a place for it."""
        if self._found:
            self.add(self.noted())
        if self._kept is not None and self._new is not None and self._new.results:
            self._kept.save(self._new)


def _in_turn(work: KeptProject, names: list[str], stream: _Stream) -> None:
    def each() -> None:
        for name in names:
            began = perf_counter()
            found = work.found(name)
            stream.take(name, found, perf_counter() - began)

    def many() -> None:
        from confty.workspace.shares import Closures, imported_ones  # noqa: PLC0415  start-up

        files = work.project.files
        if isinstance(files, Moment):
            work.imported = imported_ones(Closures(work.project, files), names)
        with collected_soon():
            each()

    # One run for all of them: a thread a file would cost as much as checking a small one.
    if names:
        limited(many if len(names) > WORTH_A_PROCESS else each, unwatched(work.project.flags))


def _in_processes(work: KeptProject, names: list[str], workers: int, stream: _Stream) -> bool:
    """Check in other processes; False when none can be started here, or one was killed."""
    from collections import deque  # noqa: PLC0415  start-up: for many files only
    from contextlib import ExitStack  # noqa: PLC0415  start-up
    from multiprocessing.connection import wait  # noqa: PLC0415  start-up

    from confty.workspace.shares import (  # noqa: PLC0415  start-up
        Closures,
        batches,
        imported_ones,
        shares,
    )

    files = work.project.files
    if not isinstance(files, Moment):
        return False
    try:
        with ExitStack() as stack:
            # They load what they need while files are dealt out.
            lines = _started(work.project, names, workers, stack)
            closures = Closures(work.project, files)
            imported = imported_ones(closures, names)
            for line in lines:
                line.send(imported)
            dealt = shares(closures, names, workers)
            waiting = [deque(batches(share, len(names), workers)) for share in dealt]

            def go_on(at: int) -> None:
                # Who has nothing left takes from who has most.
                own, most = waiting[at], max(waiting, key=len)
                batch = own.popleft() if own else most.pop() if most else None
                lines[at].send(batch)
                if batch is None:
                    busy.discard(at)

            busy = set(range(workers))
            for at in range(workers):
                go_on(at)
            while busy:
                ready = wait([lines[at] for at in busy])
                done: list[CheckedBatch] = []
                for at in [at for at in range(workers) if lines[at] in ready]:
                    done.append(lines[at].recv())
                    go_on(at)
                for batch in done:
                    _taken(work, files, batch, stream)
    except (EOFError, OSError):
        # It can be done without.
        return False
    return True


def _started(
    project: Project, names: list[str], workers: int, stack: ExitStack
) -> list[Connection]:
    """Start processes for some files of a project; they end with the stack."""
    context = process_context()
    lines = []
    kinds = sorted({os.path.splitext(name)[1] for name in names})
    for _ in range(workers):
        here, there = context.Pipe()
        given = (there, project.parts(), kinds, project.seen is not None)
        process = context.Process(target=_serve, args=given, daemon=True)  # type: ignore[attr-defined]  # each has it
        process.start()
        # Those that do not end by themselves have nothing left to say.
        stack.callback(process.join, 5)
        stack.callback(process.terminate)
        stack.callback(here.close)
        there.close()
        lines.append(here)
    return lines


def _serve(line: Connection, parts: tuple[object, ...], kinds: list[str], noting: bool) -> None:
    """Check batches for another process until there is none left."""
    import signal  # noqa: PLC0415  start-up: for many files only

    # Who interrupts means the command, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    _adopt(parts, set() if noting else None)
    _get_ready(kinds)
    assert _work is not None
    try:
        _work.imported = line.recv()
        while (names := line.recv()) is not None:
            line.send(_check_batch(names))
    except Exception:  # noqa: BLE001  who checks in turn instead meets it again, and says it
        return


def _taken(work: KeptProject, files: Moment, batch: CheckedBatch, stream: _Stream) -> None:
    """Take in what another process found."""
    from confty.workspace.stored import (  # noqa: PLC0415  start-up: for many files only
        TextsBeside,
        from_store,
    )

    results, edges, noted = batch
    work.project.gather((), edges)
    work.add(noted)
    for name, (found, beside), seconds in results:
        texts = TextsBeside(beside, files)
        stream.take(name, [from_store(one, texts) for one in found], seconds)


def most_processes() -> int:
    """How many processes work at once, unless a flag says."""
    said = os.environ.get("CONFTY_MAX_PARALLELISM")
    if not said:
        return os.cpu_count() or 1
    found = whole_number(said)
    if not found:
        raise BadConfig(f"CONFTY_MAX_PARALLELISM: expected a number above 0, found {said!r}")
    return found


def process_context() -> BaseContext:
    """How to start a process: by a copy of this one where that is safe, else by a fresh one.

    There is no ``fork`` on Windows, system libraries break it on macOS, and a copy of a process
    with several threads may hold a lock that nobody gives back.
    """
    import multiprocessing  # noqa: PLC0415  start-up: for many files only
    import threading  # noqa: PLC0415  start-up

    if hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    # A fresh process is told where we find modules.
    know_packages()
    return multiprocessing.get_context("spawn")


def end_with_parent() -> None:
    """End this process with the one that started it, however that ends.

    One that is killed says nothing to those who wait for work, and a copy of it holds both ends of
    all lines.
    """
    import threading  # noqa: PLC0415  start-up: for many files only
    from multiprocessing import parent_process  # noqa: PLC0415  start-up

    parent = parent_process()
    if parent is not None:
        follow = threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True)
        follow.start()


def _follow(sentinel: int) -> None:
    from multiprocessing.connection import wait  # noqa: PLC0415  start-up: for many files only

    wait([sentinel])
    os._exit(1)


def _adopt(parts: tuple[Any, ...], seen: set[str] | None) -> None:
    global _work  # noqa: PLW0603  a worker process has one project for its life
    project = Project(*parts)
    project.seen = seen
    project.files = Moment(project.config.max_file_size or Moment.most)
    _work = KeptProject(project)


def _get_ready(kinds: list[str]) -> None:
    """Load the languages of some kinds of files, so that the time of the first is its own."""
    nothing = {f"nothing{kind}": "" for kind in kinds}
    Project(Config({}), Memory(nothing), {"cache": False}).check_all(list(nothing))


def _check_batch(names: list[str]) -> CheckedBatch:
    from confty.workspace.stored import portable  # noqa: PLC0415  start-up: for many files only

    assert _work is not None
    work = _work
    files = work.project.files
    assert isinstance(files, Moment)

    def timed(name: str) -> tuple[str, list[Diagnostic], float]:
        began = perf_counter()
        return name, work.found(name), perf_counter() - began

    def each() -> list[tuple[str, list[Diagnostic], float]]:
        with collected_soon():
            return [timed(name) for name in names]

    found = limited(each, UNWATCHED)
    results = [(name, portable(each, files), taken) for name, each, taken in found]
    return results, work.project.graph.edges_under(names), work.noted()
