"""A value to its last field: working it out, and how many values it would be written out."""

from __future__ import annotations

import sys

from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop, stranger
from confty.languages.jsonnet.evaluator.manifest.bounds import (
    ENDLESS,
    LARGEST,
    LEVELS,
    MANY,
    NO_FUNCTION,
)
from confty.languages.jsonnet.evaluator.objects import check_once, fetch, field
from confty.languages.jsonnet.evaluator.values import ABSENT, Func, Obj, Thunk, Value, force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# Containers that are remembered; what has no end meets one of so many again.
_MOST_SEEN: Final = 1_000_000
_SCALARS: Final = frozenset({type(None), bool, float, str})


def work_out(value: Value) -> None:
    """Work a value out to its last field, so that nothing is left that can fail."""
    _work_out(value, 0, {})


def refuse_endless(value: Value) -> None:
    """Refuse a value that is small in memory, and whose text nobody could keep.

    It is worked out on the way, in the order in which it is written.
    """
    if _work_out(value, 0, {}) > LARGEST:
        raise Stop(ENDLESS)


def _as_it_is(value: Value) -> Value:
    return value


def refuse_endless_array(value: Value, bare: Callable[[Value], Value] = _as_it_is) -> None:
    """Refuse a nest of arrays that has no end; what else is in them is left alone.

    ``bare`` gives what is under a label.
    """
    if _Extents(bare, objects=False).of(value, 0) > LARGEST:
        raise Stop(ENDLESS)


def refuse_endless_below(roots: tuple[Value, ...], bare: Callable[[Value], Value]) -> None:
    """Refuse if one of these values has no end; what else is wrong with them is not said."""
    extents = _Extents(bare, objects=True)
    for value in roots:
        try:
            extent = extents.of(value, 0)
        except Stop:
            continue
        if extent > LARGEST:
            raise Stop(ENDLESS)


class _Extents:
    """How many values there are below others, each part looked at once."""

    __slots__ = ("bare", "done", "objects")

    def __init__(self, bare: Callable[[Value], Value], *, objects: bool) -> None:
        self.bare = bare
        self.objects = objects
        self.done: dict[int, tuple[Value, int]] = {}

    def of(self, value: Value, depth: int) -> int:
        """Return how many values a value is, written out."""
        value = self.bare(value)
        if value.__class__ is not list and not (self.objects and value.__class__ is Obj):
            return 1
        if depth > LEVELS:
            raise Stop(TOO_DEEP)
        known = self.done.get(id(value))
        if known is None:
            extent = 1
            for item in _parts(value):
                extent += 1 if item.__class__ in _SCALARS else self.of(item, depth + 1)
            known = self.done[id(value)] = (value, extent)
        return known[1]


def _parts(value: Value) -> list[Value]:
    if value.__class__ is Obj:
        return [field(value, name) for name in value.shape.visible]
    return [force(item) if item.__class__ is Thunk else item for item in value]


class Tally:
    """Counts what somebody goes through, each part as often as it stands there.

    Only what shares its parts can be small in memory and have no end, so one looks at the whole
    when a container is met for the second time, after many parts.  What has more containers than
    are remembered may share some that nobody meets again so soon; then the parts are enough to say
    that there are too many.
    """

    __slots__ = ("left", "refuse", "seen", "whole")

    def __init__(self, whole: Value, refuse: Callable[[Value], None] = refuse_endless) -> None:
        self.whole = whole
        self.refuse = refuse
        self.left = MANY
        self.seen: set[int] = set()

    def count(self, container: Value, parts: int) -> None:
        """Count the parts of a container; refuse a value that has no end."""
        self.left -= parts
        if self.left >= 0:
            return
        seen = self.seen
        if id(container) not in seen:
            if self.left < -LARGEST:
                raise Stop(ENDLESS)
            if len(seen) >= _MOST_SEEN:
                seen.clear()
            seen.add(id(container))
            return
        self.left = sys.maxsize
        try:
            self.refuse(self.whole)
        except Stop as stop:
            # What else is wrong is for who goes through it to say, where it is met.
            if stop.message == ENDLESS:
                raise


def _work_out(value: Value, depth: int, done: dict[int, tuple[Value, int]]) -> int:
    """Work a part out, once however often it is reached; return how many values it is written out.

    ``done`` keeps what has a number.
    """
    kind = value.__class__
    if depth > LEVELS:
        raise Stop(TOO_DEEP)
    if kind is Obj or kind is list:
        known = done.get(id(value))
        if known is not None:
            return known[1]
        if kind is Obj:
            extent = _work_fields_out(value, depth, done)
        else:
            extent = 1 + len(value)
            for element in value:
                item = force(element) if element.__class__ is Thunk else element
                if item.__class__ not in _SCALARS:
                    extent += _work_out(item, depth + 1, done)
        done[id(value)] = (value, extent)
        return extent
    if kind is Func:
        raise Stop(NO_FUNCTION)
    if kind not in _SCALARS:
        stranger(value)
    return 1


def _work_fields_out(value: Obj, depth: int, done: dict[int, tuple[Value, int]]) -> int:
    check_once(value)
    cache = value.cache
    names = value.shape.visible
    extent = 1 + len(names)
    for name in names:
        item = cache.get(name, ABSENT)
        if item is ABSENT:
            item = fetch(value, name)
        if item.__class__ not in _SCALARS:
            extent += _work_out(item, depth + 1, done)
    return extent
