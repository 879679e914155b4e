"""What runs on a worker of a cluster: sessions, one for each run, and batches.

A session keeps between batches what they share: the answers that were sent, translated programs,
types.  A question without an answer spoils what was remembered meanwhile, so the session begins
anew after one.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from _blake2 import blake2b
from collections import OrderedDict
from hmac import compare_digest
from importlib.util import find_spec
from time import perf_counter
from typing import Any, Final, NamedTuple

from confty import __version__
from confty.fleet.job import Batch, Done, Job, Target, Worker
from confty.fleet.parcels import closed, opened
from confty.fleet.secrecy import Box, Withheld, filled
from confty.fleet.shipped import Away, KnownAnswers, Question
from confty.language import Carrier
from confty.light import lru_cache
from confty.registry import language, language_of
from confty.workspace.kept import Noted

#: Sessions that a worker remembers.
_MOST: Final = 2
#: Packages without which results are other ones.
_EXTRAS: Final = ("yaml", "ruamel.yaml", "re2", "cryptography", "llvmlite")


#: How much of types is sent at once, in bytes.
MOST_TYPED: Final = 64 << 20
_MARK: Final = 32
_TYPES: Final = b"types"

#: What the first byte of an answer says: a refusal, results, results that are encrypted.
REFUSED: Final = b"r"
OPEN: Final = b"o"
SEALED: Final = b"s"


class Stamp(NamedTuple):
    """What two machines must have in common for results to be the same bytes."""

    version: str
    python: str
    build: str
    extras: tuple[str, ...]

    def differs(self, other: Stamp) -> str:
        """Say how another machine differs, in a few words; empty where it does not."""
        if self.python != other.python:
            return f"expected Python {self.python}, found {other.python}"
        if self.version != other.version:
            return f"expected confty {self.version}, found {other.version}"
        if self.build != other.build:
            return f"expected the same build of confty {self.version}, found another"
        for name in self.extras:
            if name not in other.extras:
                return f"expected the package {name}, found none"
        for name in other.extras:
            if name not in self.extras:
                return f"expected no package {name}, found one"
        return ""


@lru_cache(maxsize=1)
def stamp() -> Stamp:
    """Say what this process works with."""
    digest = blake2b(digest_size=12)
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder, folders, files in os.walk(package):
        folders.sort()
        for name in sorted(files):
            if name.endswith((".py", ".md", ".c", ".mjs")):
                digest.update(name.encode())
                with open(os.path.join(folder, name), "rb") as stream:
                    digest.update(stream.read())
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    extras = tuple(name for name in _EXTRAS if _is_there(name))
    return Stamp(__version__, python, digest.hexdigest(), extras)


def _is_there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


class Head(NamedTuple):
    """What all batches of a run have in common."""

    run: str
    job: Job
    stamp: Stamp
    salt: bytes | None
    # What marks types that workers of this run have made.
    seal: bytes


class Reply(NamedTuple):
    """What a worker answers: results, and questions by the number of the target."""

    batch: Batch
    questions: list[tuple[int, list[Question]]]
    # What the targets import, checked, where that was asked for and can be written.
    typed: bytes = b""


class _Session:
    """One run on this worker."""

    def __init__(self, head: Head) -> None:
        self.job: Final = head.job
        self.box: Final = None if head.salt is None else Box(head.salt)
        self.known: KnownAnswers = KnownAnswers()
        self._packs: Final[set[str]] = set()
        self._seal: Final = head.seal
        self._begin()

    def _begin(self) -> None:
        self.worker = Worker(
            self.job,
            lambda inputs: Away(
                self.job, inputs, self.known, lambda settings: filled(settings, self.box)
            ),
        )

    def learn(self, digest: str, pack: bytes) -> None:
        """Take in answers, once."""
        if digest not in self._packs:
            answers = pickle.loads(opened(pack))  # noqa: S301  from who sends the work
            self.known.answers.update(answers)
            self._packs.add(digest)

    def adopt(self, typed: bytes, target: Target) -> None:
        """Take in what another worker of this run has checked; whatever is wrong with it, not."""
        digest = blake2b(typed, digest_size=16).hexdigest()
        if digest in self._packs:
            return
        self._packs.add(digest)
        try:
            data = typed if self.box is None else self.box.open(typed, _TYPES)
        except Withheld:
            return
        mark, data = data[:_MARK], data[_MARK:]
        carrier, host = self._carrier(target)
        if carrier is None or not compare_digest(mark, self._mark(data)):
            return
        try:
            self.worker.inside(lambda: carrier.unpack(data, host))
        except Exception:  # noqa: BLE001  then it is checked here
            return
        finally:
            # What was asked meanwhile is asked again, by who needs it.
            self.known.open.clear()

    def typed(self, targets: list[tuple[int, Target]], seconds: float) -> bytes:
        """Write what targets import, checked, for other workers; nothing where it does not pay.

        ``seconds`` is what checking took.
        """
        carrier, _ = self._carrier(targets[0][1])
        if carrier is None:
            return b""
        # The targets themselves are each one worker's.
        reached = [self.worker.reached(target) for _, target in targets]
        names = [*dict.fromkeys([name for names in reached for name in names])]
        begun = perf_counter()
        data = self.worker.inside(lambda: carrier.pack(names)) or b""
        # Reading takes about half of what writing does: it must be much less than checking.
        pays = perf_counter() - begun < seconds
        if not pays or not data or len(data) > MOST_TYPED:
            return b""
        marked = self._mark(data) + data
        return marked if self.box is None else self.box.seal(marked, _TYPES)

    def _mark(self, data: bytes) -> bytes:
        return blake2b(data, digest_size=_MARK, key=self._seal).digest()

    def _carrier(self, target: Target) -> tuple[Carrier | None, Any]:
        project = self.worker.project(target.inputs)
        lang = project.lang or language_of(target.name) or ""
        make = language(lang).carrier if lang else None
        return (None, None) if make is None else (make(), project.host(target.name, lang))

    def batch(self, targets: list[tuple[int, Target]]) -> Reply:
        """Work on targets; those that ask for what is not known are left to be sent again."""
        begun = perf_counter()
        done: list[Done] = []
        questions: list[tuple[int, list[Question]]] = []
        noted: list[Noted] = []
        edges: dict[tuple[str, str], None] = {}

        def each() -> None:
            for at, target in targets:
                made = self.worker.done(at, target)
                # Notes are answered from what is known, too.
                notes = self.worker.noted()
                if self.known.open:
                    questions.append((at, list(self.known.open)))
                    self._begin_anew()
                    continue
                done.append(made)
                edges.update(dict.fromkeys(self.worker.edges(target)))
                if notes is not None:
                    noted.append(notes)

        self.worker.inside(each)
        notes = Noted()
        for one in noted:
            notes.add(one)
        return Reply(
            Batch(done, list(edges), notes if noted else None, perf_counter() - begun), questions
        )

    def _begin_anew(self) -> None:
        self.known.open.clear()
        self._begin()


_sessions: Final[OrderedDict[str, _Session]] = OrderedDict()
_one_at_a_time: Final = threading.Lock()


def hold(pack: bytes) -> bytes:
    """Stand for a pack in a graph of tasks: sent once to each worker that needs it."""
    return pack


def do(
    head: bytes,
    digests: list[str],
    packs: list[bytes],
    own: bytes,
    portion: bytes,
    wanted: tuple[Any, ...],
    types: list[Any],
) -> bytes:
    """Work on a batch; everything is bytes, so that other versions can be told apart.

    ``types`` are those of its imports, as another worker has found them, and whether this one
    shall say them for others.
    """
    typed, ask = types
    mine = stamp()
    differs = Stamp(*wanted).differs(mine)
    if differs:
        return closed(REFUSED + pickle.dumps((differs, _address())))
    # Programs do not run faster side by side in one process, and sessions are for one at a time.
    with _one_at_a_time:
        begun: Head = pickle.loads(opened(head))  # noqa: S301  from who sends the work
        try:
            session = _session(begun)
            for digest, pack in zip(digests, packs, strict=True):
                session.learn(digest, pack)
            session.learn(blake2b(own, digest_size=16).hexdigest(), own)
            targets = pickle.loads(opened(portion))  # noqa: S301  from who sends the work
            if typed:
                session.adopt(typed, targets[0][1])
            reply = session.batch(targets)
            if ask and not reply.questions:
                reply = reply._replace(typed=session.typed(targets, reply.batch.seconds))
        except Withheld as withheld:
            return closed(REFUSED + pickle.dumps((str(withheld), _address())))
        data = pickle.dumps(reply, protocol=5)
        if session.box is None:
            return closed(OPEN + data)
        return closed(SEALED + session.box.seal(data, begun.run.encode()))


def _session(head: Head) -> _Session:
    found = _sessions.pop(head.run, None)
    if found is None:
        found = _Session(head)
    _sessions[head.run] = found
    while len(_sessions) > _MOST:
        _sessions.popitem(last=False)
    return found


def _address() -> str:
    from distributed import get_worker  # noqa: PLC0415  an extra

    try:
        return str(get_worker().address)
    except ValueError:
        return ""
