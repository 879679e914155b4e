"""What a run has finished, on disk while it lasts, so that another one can go on from there.

Records are appended as batches come in and sealed one by one with the user's secret; what stands
behind the first that is not whole is cut off, so that a run that goes on is found behind the whole
ones.  A result counts only while everything its target looked at is the
same.  A run with secrets has no journal: nothing of it stays on a disk.
"""

from __future__ import annotations

import marshal
import os
import sys
from _blake2 import blake2b

from confty.fleet.job import Batch, Done, Job, Target, Worker, local_worker
from confty.kit.store import Store, opened_privately, user_store
from confty.light import partial
from confty.workspace.files import Moment
from confty.workspace.kept import Noted, build, standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, BinaryIO, Final

    from confty.workspace.project import Project

FORMAT: Final = 1
_LENGTH: Final = 8
_SEAL: Final = 64


class Journal:
    """The records of one run."""

    def __init__(self, store: Store, key: str, *, resume: bool) -> None:
        self._store: Final = store
        self._path: Final = store.path(key)
        self._key: Final = key.encode()
        self._known: list[Done] = []
        self._noted: Final = Noted()
        # Whether there is a place to write; a full disk ends that, and not the run.
        self.usable = store.digest(b"") is not None
        if resume:
            self._known = self._read()
        else:
            self.end()

    def known(self) -> list[Done]:
        """Return the results that still hold."""
        return self._known

    def leave(self, targets: Sequence[Target], worker: Worker) -> None:
        """Leave the results that still hold with the settings that targets have now."""
        good: dict[Project, set[str]] = {}
        keys = list({one.key for one in self._known if one.key})
        left: list[Done] = []
        for one in self._known:
            target = targets[one.at]
            work = worker.project(target.inputs)
            if work not in good:
                key_of = partial(work.key, imported=True)
                good[work] = standing(self._noted, Moment(), keys, key_of)
            if one.key in good[work] and one.key == work.key(target.name):
                left.append(one)
        self._known = left

    def add(self, batch: Batch) -> None:
        """Append what came of some targets."""
        notes = batch.notes
        if not self.usable or notes is None:
            return
        noted = notes.footings, notes.nodes
        payload = marshal.dumps(([tuple(one) for one in batch.done], noted))
        seal = self._store.digest(self._key + payload)
        record = len(payload).to_bytes(_LENGTH, "big") + (seal or "").encode() + payload
        try:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            file = opened_privately(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            self.usable = file is not None
            if file is not None:
                with open(file, "ab") as stream:
                    stream.write(record)
        except OSError:
            self.usable = False

    def end(self) -> None:
        """Forget it: the run is whole."""
        try:
            os.unlink(self._path)
        except OSError:
            return

    def _read(self) -> list[Done]:
        found: list[Done] = []
        for done, (footings, nodes) in self._records():
            found += [Done(*one) for one in done]
            other = Noted()
            other.footings, other.nodes = footings, nodes
            self._noted.add(other)
        return found

    def _records(self) -> Iterable[tuple[list[Any], tuple[Any, Any]]]:
        file = opened_privately(self._path, os.O_RDWR)
        if file is None:
            self.end()
            return
        with open(file, "r+b") as stream:
            while (payload := self._next(stream)) is not None:
                yield marshal.loads(payload)  # noqa: S302  sealed and our own

    def _next(self, stream: BinaryIO) -> bytes | None:
        """Read the next record; where it is not whole, the file ends before it from now on."""
        start = stream.tell()
        head = stream.read(_LENGTH + _SEAL)
        size = int.from_bytes(head[:_LENGTH], "big")
        if size <= os.fstat(stream.fileno()).st_size - start:
            payload = stream.read(size)
            seal = self._store.digest(self._key + payload)
            if seal is not None and seal.encode() == head[_LENGTH:]:
                return payload
        stream.truncate(start)
        return None


def journal_of(job: Job, targets: Sequence[Target], *, resume: bool) -> Journal | None:
    """Return the journal of a run; None where there is no place for one."""
    store = user_store("runs")
    if store is None or job.footing is None:
        return None
    flags = [sorted(job.flags(number).items()) for number in range(len(job.inputs))]
    parts = (
        os.path.realpath("."),
        job.kind,
        list(targets),
        flags,
        FORMAT,
        build(),
        sys.version_info,
    )
    key = blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()
    store.evict()
    journal = Journal(store, key, resume=resume)
    journal.leave(targets, local_worker(job))
    return journal


def footing_key() -> bytes | None:
    """Return what names of footings are made with: the user's own, so that they say nothing."""
    store = user_store("runs")
    found = None if store is None else store.digest(b"footings")
    return None if found is None else bytes.fromhex(found)
