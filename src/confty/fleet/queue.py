"""Which targets go next: those that need the same types together.

The first batch of a group is asked for the types of what it imports, and whoever begins with the
group after that is sent them: workers that come later, or in the place of one that died.  Nobody
waits for types: who has nothing to do meanwhile finds them out in the same time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from confty.fleet import remote
from confty.fleet.job import Job, Target
from confty.fleet.plan import Plan
from confty.light import deque

Portion: TypeAlias = list[tuple[int, Target]]
Group: TypeAlias = frozenset[str] | None
#: How much of types is kept for workers, in bytes.
_MOST: Final = 256 << 20
#: How many batches of a group are asked for types: the first may lack an answer of ours.
_TRIES: Final = 2


def carried(job: Job) -> bool:
    """Whether types may be sent: of checks, and where nobody gave values that they could hold."""
    inputs: list[Mapping[str, object]] = [job.parts[2], *job.inputs]
    given = any(one.get(key) for one in inputs for key in ("ext_vars", "tla_vars"))
    return job.kind == "check" and not given


class SentTypes:
    """The types that workers have sent, for one run."""

    def __init__(self, *, carried: bool) -> None:
        self.carried: Final = carried
        self.found: Final[dict[frozenset[str], bytes]] = {}
        self._size = 0

    def add(self, group: frozenset[str], data: bytes) -> None:
        """Keep the types of a group, as long as there is room."""
        if group not in self.found and self._size + len(data) <= _MOST:
            self.found[group] = data
            self._size += len(data)


class Queue:
    """The targets that nobody works on yet, through one connection."""

    def __init__(self, plan: Plan, typed: SentTypes) -> None:
        self._plan: Final = plan
        self._typed: Final = typed
        self._waiting: Final[dict[Group, deque[tuple[int, Target]]]] = {}
        # Groups whose types are being found, by the first target of the batch that does.
        self._finding: Final[dict[int, Group]] = {}
        self._tries: Final[dict[Group, int]] = {}
        self._held: Final[dict[Group, object]] = {}

    def begin(self, todo: Iterable[tuple[int, Target]]) -> None:
        """Take in targets, in their order within each group."""
        for one in todo:
            self._waiting.setdefault(self._group(one[1]), deque()).append(one)

    def _group(self, target: Target) -> Group:
        return self._plan.group(target) if self._typed.carried else None

    def take(self, size: int, *, alone: bool) -> Portion:
        """Take targets of one group; ``alone`` is a worker without others."""
        for group, waiting in list(self._waiting.items()):
            if not waiting:
                del self._waiting[group]
                continue
            portion = [waiting.popleft() for _ in range(min(size, len(waiting)))]
            if waiting and not alone and self._is_wanted(group):
                self._tries[group] = self._tries.get(group, 0) + 1
                self._finding[portion[0][0]] = group
            return portion
        return []

    def _is_wanted(self, group: Group) -> bool:
        """Whether somebody shall be asked for the types of a group."""
        known = group is None or group in self._typed.found or group in self._finding.values()
        return not known and self._tries.get(group, 0) < _TRIES

    def types_for(
        self, portion: Portion, client: Any, where: Mapping[str, list[str]]
    ) -> list[object]:
        """Return the types that go with a batch, and whether it is asked for them.

        They are held ``where`` somebody may be given something.
        """
        at, target = portion[0]
        if at in self._finding:
            return [b"", True]
        group = self._group(target)
        if group is None or group not in self._typed.found:
            return [b"", False]
        if group not in self._held:
            data = self._typed.found[group]
            self._held[group] = client.submit(remote.hold, data, pure=False, **where)
        return [self._held[group], False]

    def hold_anew(self) -> None:
        """Send types again: what held them is lost."""
        self._held.clear()

    def landed(self, portion: Portion) -> None:
        """Note that a batch is back, whatever came of it."""
        self._finding.pop(portion[0][0], None)

    def found(self, portion: Portion, data: bytes) -> None:
        """Keep the types that a batch has brought."""
        group = self._group(portion[0][1])
        if group is not None:
            self._typed.add(group, data)
