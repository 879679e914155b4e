"""One look over a value before it is written: which kinds it holds, how deep, how large.

Writers trust what this finds: no cycle, a bounded depth, a bounded text.  A container that is
reached twice is looked at once, so a value that shares its parts (YAML aliases) is surveyed in
the size of its memory, not in the size of its text.
"""

from __future__ import annotations

from confty.render import codes
from confty.render.codes import Unwritable
from confty.render.kinds import scalar_kinds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Final

#: More values than this in one text is a bomb, not a configuration.
LARGEST: Final = 100_000_000


class Survey:
    """What a value holds: kinds of values, kinds of keys, levels, and values once written out."""

    __slots__ = ("depth", "keys", "kinds", "size")

    def __init__(self) -> None:
        self.kinds: set[type] = set()
        self.keys: set[type] = set()
        self.depth = 0
        self.size = 0


class _Frame:
    """A container being looked at."""

    __slots__ = ("children", "container", "depth", "size", "step")

    def __init__(self, container: object, children: Iterator[tuple[object, object]]) -> None:
        self.container = container
        self.children = children
        self.step: object = None
        self.depth = 1
        self.size = 1


def survey(value: object) -> Survey:
    """Look over ``value``; raise ``Unwritable`` when it is cyclic or endless."""
    found = Survey()
    found.kinds.add(type(value))
    if not isinstance(value, (dict, list, tuple)):
        found.size = 1
        return found
    return _as_tree(value) or _as_graph(value, found)


def written_out(value: object) -> object:
    """Return a copy in which every place has a container of its own; raises ``Unwritable``."""
    survey(value)
    return _apart(value)


def _apart(value: object) -> object:
    if isinstance(value, dict):
        return {key: _apart(each) for key, each in value.items()}
    return [_apart(each) for each in value] if isinstance(value, list) else value


def _as_tree(value: object) -> Survey | None:
    """Look over a value level by level; None when two containers are one and the same."""
    found = Survey()
    found.kinds.add(type(value))
    scalars = scalar_kinds()
    seen: set[int] = set()
    level: list[object] = [value]
    containers = 0
    while level:
        seen.update(map(id, level))
        containers += len(level)
        if len(seen) != containers:
            return None
        found.depth += 1
        below: list[object] = []
        for container in level:
            if isinstance(container, dict):
                found.keys.update(map(type, container))
                values: Collection[object] = container.values()
            else:
                assert isinstance(container, (list, tuple))
                values = container
            kinds = set(map(type, values))
            found.size += len(values)
            if not kinds <= scalars:
                below += [one for one in values if isinstance(one, (dict, list, tuple))]
            found.kinds |= kinds
        level = below
    found.size += 1
    return found


def _as_graph(
    value: dict[object, object] | list[object] | tuple[object, ...], found: Survey
) -> Survey:
    """Look over a value that shares its parts, each of them once."""
    known: dict[int, tuple[int, int]] = {}
    open_: set[int] = {id(value)}
    stack = [_frame(value, found)]
    while stack:
        frame = stack[-1]
        for step, child in frame.children:
            frame.step = step
            if (measured := known.get(id(child))) is not None:
                _add(frame, *measured)
                continue
            if id(child) in open_:
                raise _path_of(stack, Unwritable(codes.CYCLIC, "this value contains itself"))
            open_.add(id(child))
            stack.append(_frame(child, found))
            break
        else:
            stack.pop()
            open_.discard(id(frame.container))
            known[id(frame.container)] = (frame.depth, frame.size)
            if stack:
                _add(stack[-1], frame.depth, frame.size)
            found.depth, found.size = frame.depth, frame.size
    if found.size > LARGEST:
        raise Unwritable(codes.TOO_LARGE, f"written out, this is more than {LARGEST:,} values")
    return found


def _add(frame: _Frame, depth: int, size: int) -> None:
    frame.depth = max(frame.depth, depth + 1)
    frame.size += size


def _frame(container: object, found: Survey) -> _Frame:
    if isinstance(container, dict):
        found.keys.update(map(type, container))
        values: Iterable[object] = container.values()
        pairs: Iterable[tuple[object, object]] = container.items()
    else:
        assert isinstance(container, (list, tuple))
        values, pairs = container, enumerate(container)
    kinds = set(map(type, values))
    found.kinds |= kinds
    frame = _Frame(container, iter(()))
    if kinds <= scalar_kinds():
        frame.size += len(container)
        return frame
    frame.children = (pair for pair in pairs if isinstance(pair[1], (dict, list, tuple)))
    frame.size += sum(not isinstance(item, (dict, list, tuple)) for item in values)
    return frame


def _path_of(stack: list[_Frame], problem: Unwritable) -> Unwritable:
    for frame in reversed(stack):
        problem.inside(frame.step)
    return problem
