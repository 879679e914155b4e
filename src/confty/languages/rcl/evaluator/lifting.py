"""Labelled values in RCL: secrets, unknowns and dependencies go where their values go.

Nothing here runs until a labelled value enters a program, through a file of another language.
Then the slow paths come here: an operation runs on the bare operands, and its result gets all of
their labels.  What would have to say a secret in a message says that a secret was in use instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator import operators
from confty.languages.rcl.evaluator.stop import Failure
from confty.languages.rcl.values import LIFTED, REDACTORS, Value
from confty.values import Concealed, Labelled, Unknown, branch, label, labels_in, lift, redact


def install() -> None:
    """Let labelled values into programs from now on."""
    LIFTED[Labelled] = _operate
    REDACTORS[:] = [redact]


# Operations that read no more of their operands than they give back.
_SHALLOW: Final = frozenset(("index", "field", "|", "+", "-", "*", "/"))


def run(operation: Callable[..., Value], what: str, *operands: Value, deep: bool = True) -> Value:
    """Run an operation on bare operands and label what it gives."""
    try:
        return lift(operation, *operands, what=what, deep=deep)
    except Concealed:
        message = f"{what} failed; more is not said because a secret was in use"
        raise Failure("name", codes.CHECK_FAILED, message) from None


def _operate(what: str, operands: tuple[Any, ...]) -> Value:
    deep = what not in _SHALLOW
    if what == "index":
        return run(operators.index, "indexing", *operands, deep=deep)
    if what == "field":
        return run(lambda value, name: value[name], "a field", *operands, deep=deep)
    if what == "text":
        return run(_text, "a format string", *operands, deep=deep)
    if len(operands) == 1:
        return run(lambda one: operators.unary(what, one), f"'{what}'", *operands, deep=deep)
    return run(
        lambda left, right: operators.binary(what, left, right), f"'{what}'", *operands, deep=deep
    )


def _text(*pieces: Value) -> str:
    texts = []
    for piece in pieces:
        text = operators.text_of(piece)
        if text is None:
            raise Failure("name", codes.NOT_TEXT, "a value cannot be put into a string")
        texts.append(text)
    return "".join(texts)


def is_labelled(values: tuple[Value, ...]) -> bool:
    """Whether a label is found anywhere in the arguments of a call."""
    return next(labels_in(values), None) is not None


def bare(value: Value) -> Value:
    """Return what a label is on; a value that is not known stays as it is."""
    return value.value if isinstance(value, Labelled) else value


def is_unknown(value: Value) -> bool:
    """Whether nobody knows the value yet."""
    return isinstance(bare(value), Unknown)


def relabelled(value: Value, source: Value) -> Value:
    """Return a part of a labelled collection with the collection's label."""
    return label(
        value, secret=source.secret, dependencies=source.dependencies, origins=source.origins
    )


__all__ = ["bare", "branch", "install", "is_labelled", "is_unknown", "relabelled", "run"]
