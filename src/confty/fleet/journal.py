"""What a run has finished, on disk while it lasts, so that another one can go on from there.

Records are appended as batches come in and sealed one by one with the user's secret; reading stops
at the first that is not whole.  A result counts only while everything its target looked at is the
same.  A run with secrets has no journal: nothing of it stays on a disk.
"""

from __future__ import annotations

import marshal
import os
import sys
from _blake2 import blake2b
from collections.abc import Iterable, Sequence
from typing import Any, Final

from confty.fleet.job import Batch, Done, Job, Target
from confty.kit.store import Store, user_store
from confty.workspace.files import Moment
from confty.workspace.kept import Noted, build, standing

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
        # Whether there is a place to write; a full disk ends that, and not the run.
        self.usable = store.digest(b"") is not None
        if resume:
            self._known = self._read()
        elif os.path.exists(self._path):
            self.end()

    def known(self) -> list[Done]:
        """Return the results that still hold."""
        return self._known

    def add(self, batch: Batch) -> None:
        """Append what came of some targets."""
        notes = batch.notes
        if not self.usable or notes is None:
            return
        noted = notes.footings, notes.nodes
        payload = marshal.dumps(([tuple(one) for one in batch.done], noted))
        seal = self._store.digest(self._key + payload)
        try:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            with open(self._path, "ab", opener=_private) as stream:
                record = len(payload).to_bytes(_LENGTH, "big") + (seal or "").encode() + payload
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
        noted = Noted()
        for done, (footings, nodes) in self._records():
            found += [Done(*one) for one in done]
            other = Noted()
            other.footings, other.nodes = footings, nodes
            noted.add(other)
        good = standing(noted, Moment(), list({one.key for one in found if one.key}))
        return [one for one in found if one.key in good]

    def _records(self) -> Iterable[tuple[list[Any], tuple[Any, Any]]]:
        try:
            with open(self._path, "rb") as stream:
                data = stream.read()
        except OSError:
            return
        at = 0
        while at + _LENGTH + _SEAL <= len(data):
            size = int.from_bytes(data[at : at + _LENGTH], "big")
            start = at + _LENGTH + _SEAL
            payload = data[start : start + size]
            seal = data[at + _LENGTH : start]
            if (
                len(payload) < size
                or seal != (self._store.digest(self._key + payload) or "").encode()
            ):
                return
            yield marshal.loads(payload)  # noqa: S302  sealed and our own
            at = start + size


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


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
    return Journal(store, key, resume=resume)


def footing_key() -> bytes | None:
    """Return what names of footings are made with: the user's own, so that they say nothing."""
    store = user_store("runs")
    found = None if store is None else store.digest(b"footings")
    return None if found is None else bytes.fromhex(found)
