"""Why a value is unknown, secret, or depends on a resource: the story of its labels, told.

Each labelled node remembers the steps that led to its label.  ``why`` looks for the shortest way
from the value back to a step that brought the label in, and tells it in the order it happened.
"""

from __future__ import annotations

from typing import Final

from confty.light import deque
from confty.records import Record
from confty.values import paths
from confty.values.cells import Holder
from confty.values.convert import tree_of
from confty.values.labels import Labelled, Step

SECRET: Final = "secret"  # noqa: S105  a word, not a password
MISSING: Final = "unknown"


class Reason(metaclass=Record):
    """One answer: at ``path`` the value is so, because of these steps, the first cause first.

    The path is written as ``paths.parse`` reads it.
    """

    path: str
    is_: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        where = f"{self.path} is" if self.path else "the value is"
        if self.is_ not in {SECRET, MISSING}:
            where = where.removesuffix(" is") + " depends on"
        lines = [f"{where} {self.is_}"]
        for step in self.steps:
            at = f" ({step.place})" if step.place is not None else ""
            word = "because of" if len(lines) == 1 else "through"
            lines.append(f"  {word} {step.what}{at}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Reason {self.is_} at {self.path or 'the top'}>"


class Why(tuple[Reason, ...]):
    """The answers of ``why``; printed, one below the other."""

    __slots__ = ()

    def __str__(self) -> str:
        if not self:
            return "the value is known, not secret, and depends on nothing"
        return "\n".join(map(str, self))


def why(value: object) -> Why:
    """Say why ``value``, an Output or a labelled value, is unknown, secret or dependent."""
    reasons: list[Reason] = []
    for path, node in _nodes(_tree(value)):
        said = [MISSING] if node.unknown else []
        said += [SECRET] if node.secret else []
        for one in (*said, *sorted(node.dependencies)):
            steps = _shortest(node.origins, one)
            # What has no story may be so because of the secret: saying it would tell.
            if steps or one == SECRET or not node.secret:
                reasons.append(Reason(path, one, steps))
    return Why(reasons)


def _tree(value: object) -> object:
    if not isinstance(value, Holder):
        return value
    cell = value.cell_
    if cell.settled and cell.fault is not None:
        cell.fault.seen = True
        return cell.fault.label
    return tree_of(cell)


def _nodes(tree: object) -> list[tuple[str, Labelled]]:
    found: list[tuple[str, Labelled]] = []
    waiting: list[tuple[paths.Path, object]] = [((), tree)]
    seen: set[int] = set()
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, Labelled):
            found.append((paths.printed(path), item))
            if item.secret:
                # What is in it, and how much, is secret too.
                continue
            item = item.value
        if isinstance(item, dict | list | tuple) and id(item) not in seen:
            seen.add(id(item))
            parts = item.items() if isinstance(item, dict) else enumerate(item)
            below = [((*path, _element(key)), part) for key, part in parts]
            waiting.extend(reversed(below))
    return found


def _element(key: object) -> str | int:
    """A key as a path has it; some languages have keys that are neither names nor places."""
    return key if isinstance(key, str | int) and not isinstance(key, bool) else str(key)


def _shortest(origins: tuple[Step, ...], wanted: str) -> tuple[Step, ...]:
    """Search the story breadth first, so that the answer is the shortest true one."""
    after: dict[int, Step | None] = {id(step): None for step in origins}
    waiting = deque(origins)
    while waiting:
        step = waiting.popleft()
        if wanted in step.introduces:
            return _told(step, after)
        if step.clears and wanted == SECRET:
            continue
        for cause in step.causes:
            if id(cause) not in after:
                after[id(cause)] = step
                waiting.append(cause)
    return ()


def _told(first: Step, after: dict[int, Step | None]) -> tuple[Step, ...]:
    told: list[Step] = []
    step: Step | None = first
    while step is not None:
        told.append(step)
        step = after[id(step)]
    return tuple(told)
