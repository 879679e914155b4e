"""Labels on RCL's values: taking them off, running something, putting them on again.

An operation runs on the bare operands, and its result gets all of their labels.  What would have
to say a secret in a message says that a secret was in use instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty import values
from confty.languages.rcl import codes
from confty.languages.rcl.library.call_site import CallFailure
from confty.languages.rcl.values import Unordered, Value
from confty.values.labels import untold

NOT_A_KEY: Final = "a secret or unknown value cannot be a key"


class NotKnown(Exception):
    """A collection or an answer depends on a labelled value that nobody knows yet."""

    def __init__(self, value: values.Labelled) -> None:
        super().__init__("not known yet")
        self.value = value


def run(
    operation: Callable[..., Value], what: str, *operands: Value, deep: bool = True,
    place: object = None, shows: bool = False,
) -> Value:  # fmt: skip
    """Run an operation on bare operands and label what it gives; ``shows`` if all may be told."""
    failed: list[CallFailure] = []

    def tried(*bare: Value) -> Value:
        try:
            return operation(*bare)
        except CallFailure as failure:
            failed.append(failure)
            raise

    try:
        return values.lift(
            tried if shows else operation, *operands, what=what, deep=deep, place=place
        )
    except values.Concealed:
        raise failed[0] if failed else concealed(what) from None
    except Unordered:
        message = "functions that hold a secret or unknown value cannot be compared"
        raise CallFailure("name", codes.CHECK_FAILED, message) from None


def concealed(what: str) -> CallFailure:
    """Return a failure that says no more than that there was one."""
    message = f"{what} failed; more is not said because a secret was in use"
    return CallFailure("name", codes.CHECK_FAILED, message)


def bare(value: Value) -> Value:
    """Return what a label is on."""
    return value.value if isinstance(value, values.Labelled) else value


def is_unknown(value: Value) -> bool:
    """Whether nobody knows the value yet."""
    return isinstance(bare(value), values.Unknown)


def relabelled(
    value: Value, source: values.Labelled, what: str = "", place: object = None
) -> Value:
    """Return a value with the label of ``source`` as well; ``what`` tells how it got there."""
    origins = (values.Step(what, place, source.origins),) if what else source.origins
    return values.label(
        untold(value, source),
        secret=source.secret,
        dependencies=source.dependencies,
        origins=origins,
    )


def unknown_from(source: values.Labelled, what: str, place: object) -> values.Labelled:
    """Return a value that is not known because ``source`` is not."""
    return values.Labelled(
        values.UNKNOWN,
        source.secret,
        source.dependencies,
        (values.Step(what, place, source.origins),),
    )


def covers(known: values.Labelled, other: values.Labelled) -> bool:
    """Whether a label says all that another says; one origin is enough then."""
    return known.secret >= other.secret and known.dependencies >= other.dependencies
