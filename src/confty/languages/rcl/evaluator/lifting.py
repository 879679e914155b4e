"""Labelled values in RCL: secrets, unknowns and dependencies go where their values go.

Nothing here runs until a labelled value enters a program, as an input or through a file of another
language.  Then the slow paths come here: an operation runs on the bare operands, and its result
gets all of their labels.  What would have to say a secret in a message says that a secret was in
use instead.  What decides how many elements a collection gets labels the collection.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator import operators
from confty.languages.rcl.evaluator.stop import Failure, NotKnown
from confty.languages.rcl.values import LIFTED, REDACTORS, Unordered, Value, elements
from confty.values import (
    UNKNOWN,
    Concealed,
    Labelled,
    Step,
    Unknown,
    branch,
    label,
    lift,
    redact,
    stripped,
    summary,
)

if TYPE_CHECKING:
    from confty.languages.rcl.evaluator.run import Run
    from confty.text import Span


def install() -> None:
    """Let labelled values into programs from now on."""
    LIFTED[Labelled] = _operate
    REDACTORS[:] = [redact]


# Operations that read no more of their operands than they give back.
_SHALLOW: Final = frozenset(("index", "field", "|", "+", "-", "*", "/"))


def run(
    operation: Callable[..., Value], what: str, *operands: Value, deep: bool = True,
    place: object = None,
) -> Value:  # fmt: skip
    """Run an operation on bare operands and label what it gives."""
    try:
        return lift(operation, *operands, what=what, deep=deep, place=place)
    except Concealed:
        raise concealed(what) from None
    except Unordered:
        message = "functions that hold a secret or unknown value cannot be compared"
        raise Failure("name", codes.CHECK_FAILED, message) from None


def concealed(what: str) -> Failure:
    """Return a failure that says no more than that there was one."""
    message = f"{what} failed; more is not said because a secret was in use"
    return Failure("name", codes.CHECK_FAILED, message)


def _operate(what: str, operands: tuple[Any, ...], place: Span | None = None) -> Value:
    operation: Callable[..., Value]
    name = f"'{what}'"
    if what == "index":
        operation, name = operators.index, "an index"
    elif what == "field":
        operation, name = _field, f"the field '{operands[1]}'"
    elif what == "text":
        operation, name = _text, "a format string"
    elif len(operands) == 1:
        operation = lambda one: operators.unary(what, one)  # noqa: E731  as short as the others
    else:
        operation = operators.BINARY[what]
    # Elements of sets are compared, whatever joins them.
    deep = what not in _SHALLOW or (what == "|" and bare(operands[0]).__class__ is set)
    return run(operation, name, *operands, deep=deep, place=place)


def _field(value: Value, name: str) -> Value:
    return value[name]


def _text(*pieces: Value) -> str:
    texts = []
    for piece in pieces:
        text = operators.text_of(piece)
        if text is None:
            raise Failure("name", codes.NOT_TEXT, "a value cannot be put into a string")
        texts.append(text)
    return "".join(texts)


def bare(value: Value) -> Value:
    """Return what a label is on; a value that is not known stays as it is."""
    return value.value if isinstance(value, Labelled) else value


def is_unknown(value: Value) -> bool:
    """Whether nobody knows the value yet."""
    return isinstance(bare(value), Unknown)


def relabelled(value: Value, source: Labelled, what: str = "", place: object = None) -> Value:
    """Return a value with the label of ``source`` as well; ``what`` tells how it got there."""
    origins = (Step(what, place, source.origins),) if what else source.origins
    return label(value, secret=source.secret, dependencies=source.dependencies, origins=origins)


def unknown_from(source: Labelled, what: str, place: object) -> Labelled:
    """Return a value that is not known because ``source`` is not."""
    return Labelled(
        UNKNOWN, source.secret, source.dependencies, (Step(what, place, source.origins),)
    )


def called(
    callee: Value, call: Callable[[Value], Value], place: Callable[[], Span]
) -> Value:  # fmt: skip
    """Call a function that a labelled decision chose; what it gives tells about the decision."""
    if is_unknown(callee):
        return unknown_from(callee, "a call", place())
    return relabelled(call(callee.value), callee, "a call", place())


def entered(value: Labelled, name: str, place: Span) -> Value:
    """Return an input with the place of its use, where its story begins."""
    introduces = frozenset({"unknown"} if value.unknown else {"secret"})
    step = Step(f"the input ext.{name}", place, (), introduces)
    return Labelled(value.value, value.secret, value.dependencies, (step,))


def covers(known: Labelled, other: Labelled) -> bool:
    """Whether a label says all that another says; one story is enough then."""
    return known.secret >= other.secret and known.dependencies >= other.dependencies


def _note(run_: Run, found: Labelled) -> None:
    if found.unknown:
        raise NotKnown(found)
    if not any(covers(one, found) for one in run_.noted):
        run_.noted.append(found)


def bared(run_: Run, value: Value) -> Value:
    """Return a value without any labels, which the collection it goes into gets instead."""
    found = summary(value)
    _note(run_, found)
    return found.value


def may_hold(condition: Value) -> bool:
    """Whether an assertion passes; one that is not known yet may."""
    return is_unknown(condition) or bool(bare(condition))


def decide(run_: Run, condition: Value) -> bool:
    """Decide whether an element is there; the collection tells about it."""
    _note(run_, condition)
    return bool(condition.value)


def opened(run_: Run, many: Labelled) -> Value:
    """Note the label of a collection; the elements of a list or set get it as well."""
    _note(run_, many)
    inner = many.value
    if inner.__class__ in (list, set):
        return [relabelled(one, many) for one in elements(inner)]
    return inner


def disclosed(value: Value) -> Value:
    """Take the labels off for a user who asked for that; an unknown remains one."""
    return redact(stripped(value))


__all__ = [
    "bare", "bared", "branch", "called", "concealed", "covers", "decide", "disclosed", "entered",
    "install", "is_unknown", "may_hold", "opened", "relabelled", "run", "unknown_from",
]  # fmt: skip
