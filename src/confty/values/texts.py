"""JSON text of a value with Outputs in it, also of Outputs hidden inside a user's own objects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from confty.values.cells import Cell, Fault, Holder, followed, join
from confty.values.convert import convert, marked
from confty.values.failures import concealed
from confty.values.labels import UNKNOWN, Labelled, summary

if TYPE_CHECKING:
    from confty.values.outputs import Output


def dumped(value: object, options: dict[str, Any], place: object) -> Output[str]:
    """Write ``value`` as JSON once all of it is known; there is no text of a part of it."""
    from confty.values.outputs import Output

    inner, outer = Cell(), Cell()
    convert(inner, value, Labelled(None))
    inner.when_settled(lambda: _dump(inner, outer, options, place))
    return Output(outer)


def _dump(inner: Cell, outer: Cell, options: dict[str, Any], place: object) -> None:
    if inner.fault is not None:
        outer.settle(None, inner.fault)
        return
    joined = summary(inner.tree)
    if joined.unknown:
        outer.settle(marked(UNKNOWN, followed(joined, "json_dumps", place)))
        return
    reader = _Reader(joined, options.get("default"))
    try:
        text = json.dumps(joined.value, **{**options, "default": reader})
    except Exception as error:  # noqa: BLE001  whatever it is, it is kept and raised later
        failure = concealed(error) if reader.seen.secret else error
    else:
        before = followed(reader.seen, "json_dumps", place)
        outer.settle(marked(UNKNOWN if reader.missing else text, before))
        return
    outer.settle(None, Fault(failure, followed(reader.seen, "json_dumps", place)))


class _Reader:
    """What the JSON writer asks about objects it does not know; Outputs among them are joined."""

    __slots__ = ("missing", "other", "seen")

    def __init__(self, seen: Labelled, other: Any) -> None:
        self.seen = seen
        self.other = other
        self.missing = False

    def __call__(self, found: object) -> object:
        if isinstance(found, Holder):
            from confty.values.outputs import Output

            read = summary(Output.of(found).labelled())
            self.seen = join(self.seen, read)
            self.missing = self.missing or read.unknown
            return None if read.unknown else read.value
        if self.other is not None:
            return self.other(found)
        raise TypeError(f"a value of type {type(found).__name__} cannot be written as JSON")
