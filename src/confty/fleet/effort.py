"""The state of one job on a cluster: what is left, what was learned, who is refused or suspected.

It outlives connections, so that whoever takes over goes on where the last one was.
"""

from __future__ import annotations

import pickle
from _blake2 import blake2b
from collections.abc import Callable, Iterator
from os import urandom
from typing import Final

from confty.fleet import remote
from confty.fleet.crew import Take, Todo
from confty.fleet.delivery import Unfinished
from confty.fleet.job import Batch, Job, Target
from confty.fleet.parcels import closed
from confty.fleet.plan import Plan
from confty.fleet.queue import Portion, SentTypes, carried
from confty.fleet.secrecy import Box, Withheld, hidden, new_salt
from confty.fleet.shipped import AT_HOME, Answers, Keeper, Question
from confty.light import deque
from confty.workspace.files import Moment
from confty.workspace.project import Project

_PACK: Final = 1 << 20
#: How often a target is sent again because of its questions.
_MOST_ROUNDS: Final = 50
#: How often what was sent may be lost with no result between, before a run is given up.
_MOST_LOSSES: Final = 30


class Effort:
    """The work on one job, through all connections it takes."""

    def __init__(self, address: str, tell: Callable[[str], None], job: Job, take: Take) -> None:
        self.address: Final = address
        self.tell: Final = tell
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
        head = remote.Head(self.run, sent, remote.stamp(), salt, urandom(32))
        self.head: Final = closed(pickle.dumps(head, protocol=5))
        self.packs: dict[str, bytes] = {}
        self.typed: Final = SentTypes(carried=carried(job))
        self.left: dict[int, Target] = {}
        self.waiting: deque[Portion] = deque()
        self.rounds: dict[int, int] = {}
        self.answers: dict[int, Answers] = {}
        self.at_home: Portion = []
        # How often a target has ended the workers it was alone on, and who is tried again at last.
        self.blamed: dict[int, int] = {}
        self.suspects: deque[tuple[int, Target]] = deque()
        self.dead: list[int] = []
        self.losses = 0
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

    def begin(self, todo: Todo) -> None:
        """Look at all targets: what goes, and what many of them need."""
        goes = [one for one in todo if self.keeper.goes(one[1].inputs, one[1].name)]
        self.left = dict(goes)
        self.at_home = [one for one in todo if one[0] not in self.left]
        for pack in _packed(self.plan.look_ahead(goes)):
            self.packs[blake2b(pack, digest_size=16).hexdigest()] = pack

    def show_dashboard(self, link: str) -> None:
        """Say where Dask shows what goes on, once."""
        if self.dashboard != link:
            self.dashboard = link
            self.tell(f"{self.address}: dashboard {link}")

    def lost(self) -> None:
        """Note that something that was sent is lost and is sent again; not for ever."""
        self.losses += 1
        if self.losses > _MOST_LOSSES:
            raise Unfinished(f"{self.address} loses whatever it is sent")

    def done(self, batch: Batch) -> None:
        """Take in results."""
        self.losses = 0
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
        return closed(pickle.dumps(made, protocol=5))


def _packed(answers: Answers) -> Iterator[bytes]:
    """Go through answers in pieces that a scheduler likes to hold."""
    part: Answers = {}
    size = 0
    for question, answer in answers.items():
        part[question] = answer
        size += len(answer) if isinstance(answer, bytes) else 100
        if size > _PACK:
            yield closed(pickle.dumps(part, protocol=5))
            part, size = {}, 0
    if part:
        yield closed(pickle.dumps(part, protocol=5))
