"""How much of a program goes on at once: one node after the other, or all that are ready.

A preview in memory has nothing to wait for.  Against an engine every registration is a call that
may take minutes, and whatever does not need its result must not wait for it.
"""

from __future__ import annotations

import threading

from confty.generics import Protocol, TypeVar
from confty.kit.rooms import room_for
from confty.kit.threads import started
from confty.languages.pcl.model import ProgramNode
from confty.light import deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

Made = TypeVar("Made")
_STACK: Final = 32 << 20


class Pace(Protocol):
    """In which order nodes are evaluated."""

    def nodes(self, nodes: Sequence[ProgramNode], evaluate: Callable[[ProgramNode], None]) -> None:
        """Evaluate nodes, which come in order, each after those it depends on."""

    def each(self, makes: Sequence[Callable[[], Made]]) -> list[Made]:
        """Do things that do not need each other; the results in the order of ``makes``."""


class OneByOne:
    """Everything in the order in which it is given."""

    def nodes(self, nodes: Sequence[ProgramNode], evaluate: Callable[[ProgramNode], None]) -> None:
        """Evaluate nodes in their order."""
        for node in nodes:
            evaluate(node)

    def each(self, makes: Sequence[Callable[[], Made]]) -> list[Made]:
        """Do things in their order."""
        return [make() for make in makes]


class _Team:
    """Tasks that end together; ``ready`` are those that may begin."""

    __slots__ = ("error", "left", "news", "ready", "running", "task", "then")

    def __init__(
        self,
        lock: threading.Lock,
        task: Callable[[int], None],
        left: int,
        then: Callable[[int], list[int]],
    ) -> None:
        # For the thread that asked: something is ready, or everything has ended.
        self.news: Final = threading.Condition(lock)
        self.task: Final = task
        self.left = left
        self.running = 0
        self.ready: deque[int] = deque()
        # The tasks that may begin because this one has ended.
        self.then: Final = then
        self.error: BaseException | None = None

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do, or an error ended it."""
        return not self.running and (self.left == 0 or self.error is not None)


class SideBySide:
    """Whatever is ready, in several threads.

    The thread that asks for something takes part in it, and in nothing else, so it cannot be
    held up by a stranger's work, and there is progress however few other threads there are.
    """

    def __init__(self, threads: int) -> None:
        self._most: Final = threads
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._teams: list[_Team] = []
        self._lock: Final = threading.Lock()
        # For the threads that help.
        self._wanted: Final = threading.Condition(self._lock)
        self._closed = False

    def nodes(self, nodes: Sequence[ProgramNode], evaluate: Callable[[ProgramNode], None]) -> None:
        """Evaluate nodes, each when all that it depends on have been."""
        at = {id(node): index for index, node in enumerate(nodes)}
        users: list[list[int]] = [[] for _ in nodes]
        missing = [0] * len(nodes)
        for index, node in enumerate(nodes):
            # Nodes in a ring come in some order; what stands later is computed on demand.
            needs = {at[id(each)] for each in node.dependencies if at.get(id(each), index) < index}
            missing[index] = len(needs)
            for each in needs:
                users[each].append(index)

        def then(done: int) -> list[int]:
            begun = []
            for user in users[done]:
                missing[user] -= 1
                if not missing[user]:
                    begun.append(user)
            return begun

        team = _Team(self._lock, lambda index: evaluate(nodes[index]), len(nodes), then)
        team.ready.extend(index for index, count in enumerate(missing) if not count)
        self._work(team)

    def each(self, makes: Sequence[Callable[[], Made]]) -> list[Made]:
        """Do things at once; the first error in the order of ``makes`` is raised in the end."""
        made: dict[int, Made] = {}
        errors: dict[int, Exception] = {}

        def work(index: int) -> None:
            try:
                made[index] = makes[index]()
            except Exception as error:  # noqa: BLE001  raised below
                errors[index] = error

        team = _Team(self._lock, work, len(makes), lambda _: [])
        team.ready.extend(range(len(makes)))
        self._work(team)
        if errors:
            raise errors[min(errors)]
        return [made[index] for index in range(len(makes))]

    def close(self) -> None:
        """Let the threads end."""
        with self._lock:
            self._closed = True
            self._wanted.notify_all()

    def _work(self, team: _Team) -> None:
        with self._lock:
            self._teams.append(team)
            self._call_for_help(len(team.ready) - 1)
        while True:
            with self._lock:
                while not team.ready and not team.finished:
                    team.news.wait()
                if team.finished:
                    self._teams.remove(team)
                    break
                index = self._taken(team)
            self._do(team, index)
        if team.error is not None:
            raise team.error

    def _call_for_help(self, count: int) -> None:
        """Wake threads for ``count`` tasks, and start some where too few are idle."""
        for _ in range(min(count - self._idle, self._most - len(self._threads))):
            thread = threading.Thread(target=self._help, name="confty resources", daemon=True)
            if not started(thread, _STACK):
                break
            self._threads.append(thread)
        if count > 0:
            self._wanted.notify(count)

    def _help(self) -> None:
        with room_for():
            while True:
                with self._lock:
                    team = self._waiting_team()
                    while team is None and not self._closed:
                        self._idle += 1
                        self._wanted.wait()
                        self._idle -= 1
                        team = self._waiting_team()
                    if team is None:
                        return
                    index = self._taken(team)
                self._do(team, index)

    def _waiting_team(self) -> _Team | None:
        return next((team for team in self._teams if team.ready), None)

    @staticmethod
    def _taken(team: _Team) -> int:
        team.running += 1
        return team.ready.popleft()

    def _do(self, team: _Team, index: int) -> None:
        error: BaseException | None = None
        try:
            team.task(index)
        except BaseException as raised:  # noqa: BLE001  handed to the thread that asked
            error = raised
        with self._lock:
            team.running -= 1
            team.left -= 1
            team.error = team.error or error
            if team.error is not None:
                team.ready.clear()
            else:
                begun = team.then(index)
                team.ready.extend(begun)
                self._call_for_help(len(begun))
            if team.ready or team.finished:
                team.news.notify()
