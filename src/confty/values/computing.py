"""What is computed from a settled value: a function's result, a text, JSON.

The function gets the bare value; the labels it had stay on whatever comes of it, a failure too.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, cast

from confty.values.cells import Cell, Fault, Holder, followed, join
from confty.values.convert import adopt, converted, tree_of
from confty.values.failures import concealed
from confty.values.labels import UNKNOWN, Labelled, relabelled, summary
from confty.values.wholes import LENT, Lent, joined_of

PLAIN: Final = Labelled(None)


def run(
    out: Cell, function: Callable[[Any], object], source: Cell, what: str, place: object
) -> None:
    """Call a function with the bare value, unless it is unknown; keep what comes of it."""
    joined = Labelled(source.tree) if source.plain else joined_of(source)
    before = followed(joined, what, place)
    if joined.unknown:
        out.settle(relabelled(UNKNOWN, before))
    else:
        call(out, function, joined, before, whole=source.whole)


def call(
    out: Cell,
    function: Callable[[Any], object],
    given: Labelled,
    before: Labelled,
    *,
    whole: bool = False,
) -> None:
    """Call a function with a bare value; its result or its failure settles ``out``.

    ``whole`` says that nothing late is in the value.
    """
    lent = LENT.set(Lent(given.value)) if whole else None
    try:
        result = function(given.value)
    except Exception as error:  # noqa: BLE001  whatever it is, it is kept and raised later
        failure = concealed(error) if before.secret else error
    else:
        adopt(out, result, before, given.value if whole else None)
        return
    finally:
        if lent is not None:
            LENT.reset(lent)
    out.settle(None, Fault(failure, before))


def joined_text(parts: tuple[object, ...]) -> str:
    """Strings put together; anything else is refused."""
    for index, part in enumerate(parts):
        if not isinstance(part, str):
            kind = type(part).__name__
            raise TypeError(f"concat joins strings; part {index} is of type {kind}, use format")
    return "".join(cast("tuple[str, ...]", parts))


def dumped(value: object, options: dict[str, Any], place: object) -> Cell:
    """Write ``value`` as JSON once all of it is known; there is no text of a part of it."""
    inner, outer = converted(value, Labelled(None)), Cell()
    inner.when_settled(lambda: _dump(inner, outer, options, place))
    return outer


def _dump(inner: Cell, outer: Cell, options: dict[str, Any], place: object) -> None:
    if inner.fault is not None:
        outer.settle(None, inner.fault)
        return
    joined = joined_of(inner)
    if joined.unknown:
        outer.settle(relabelled(UNKNOWN, followed(joined, "json_dumps", place)))
        return
    reader = _Reader(joined, options.get("default"))
    try:
        text = json.dumps(joined.value, **_with_reader(options, reader))
    except Exception as error:  # noqa: BLE001  whatever it is, it is kept and raised later
        failure = concealed(error) if reader.seen.secret else error
    else:
        before = followed(reader.seen, "json_dumps", place)
        outer.settle(relabelled(UNKNOWN if reader.missing else text, before))
        return
    outer.settle(None, Fault(failure, followed(reader.seen, "json_dumps", place)))


def _with_reader(options: dict[str, Any], reader: _Reader) -> dict[str, Any]:
    """Options of ``json.dumps`` that read Outputs, and ask the user's encoder about the rest."""
    encoder: type[json.JSONEncoder] | None = options.get("cls")
    if encoder is None:
        return {**options, "default": reader}
    given = options.get("default")

    class Reading(encoder):  # type: ignore[valid-type, misc]  # the user's class
        """The user's encoder, which is asked about everything that is no Output."""

        def default(self, found: object) -> object:
            if isinstance(found, Holder):
                return reader(found)
            return super().default(found) if given is None else given(found)

    return {**{k: v for k, v in options.items() if k != "default"}, "cls": Reading}


class _Reader:
    """What the JSON writer asks about objects it does not know; Outputs among them are joined."""

    __slots__ = ("missing", "other", "seen")

    def __init__(self, seen: Labelled, other: Any) -> None:
        self.seen = seen
        self.other = other
        self.missing = False

    def __call__(self, found: object) -> object:
        if isinstance(found, Holder):
            read = summary(tree_of(converted(found, Labelled(None))))
            self.seen = join(self.seen, read)
            self.missing = self.missing or read.unknown
            return None if read.unknown else read.value
        if self.other is not None:
            return self.other(found)
        raise TypeError(f"a value of type {type(found).__name__} cannot be written as JSON")
