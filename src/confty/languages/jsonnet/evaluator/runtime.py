"""The names that generated code may use, and the few functions that exist only for it."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator import calls, objects, operators
from confty.languages.jsonnet.evaluator.failure import Stop, beyond, overflow
from confty.languages.jsonnet.evaluator.library.loading import body_at, cpp_body_at
from confty.languages.jsonnet.evaluator.manifest.json import to_string
from confty.languages.jsonnet.evaluator.sums import add, plus
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    EAGER,
    Func,
    Thunk,
    Value,
    force,
    from_plain,
    static_shape,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

CPP: Final = "cpp"


def loop_of(max_stack: int) -> range:
    """The turns of a function that calls itself as its last step.

    A hundred times as many as the reference's calls may nest, and no more: a value that grows with
    each call costs the square of them before the end is told.
    """
    return range(100 * max_stack)


def stop(message: Value, ours: bool = False) -> NoReturn:
    """Run ``error message``; the words are the program's unless they are ``ours``."""
    said = to_string(message)
    raise Stop(said, go="" if ours else said)


class Constants:
    """The plain data of one unit, turned into values when first asked for."""

    __slots__ = ("_made", "_table")

    def __init__(self, table: list[object]) -> None:
        self._table = table
        self._made: dict[int, Value] = {}

    def value(self, at: int) -> Value:
        """One constant as a value."""
        made = self._made.get(at, ABSENT)
        if made is ABSENT:
            made = self._made[at] = from_plain(self._table[at])
        return made


RUNTIME: Final[dict[str, object]] = {
    **{
        name: getattr(operators, name)
        for name in [
            "at_least",
            "at_most",
            "bit_and",
            "bit_or",
            "bit_xor",
            "condition",
            "contains_field",
            "differs",
            "divide",
            "equals",
            "index",
            "invert",
            "iterable",
            "less",
            "logical",
            "minus",
            "modulo",
            "more",
            "multiply",
            "negate",
            "shift_left",
            "shift_right",
            "slice_",
            "subtract",
            "unary_plus",
        ]
    },
    "add": add,
    "plus": plus,
    **{
        name: getattr(objects, name)
        for name in [
            "ComputedLiteral",
            "dynamic_object",
            "entry_scope",
            "field",
            "in_super",
            "inherited",
            "obj",
            "scope",
            "super_field",
        ]
    },
    "ABSENT": ABSENT,
    "EAGER": EAGER,
    "Func": Func,
    "TURNS": loop_of(500),
    "Thunk": Thunk,
    "body_at": body_at,
    "call": calls.call,
    "call_eager": calls.call_eager,
    "call1": calls.call1,
    "call2": calls.call2,
    "force": force,
    "overflow": overflow,
    "beyond": beyond,
    "static_shape": static_shape,
    "stop": stop,
}


def runtime_of(dialect: str) -> dict[str, object]:
    """The names of generated code in a dialect."""
    if dialect != CPP:
        return RUNTIME
    from confty.languages.jsonnet.evaluator.cpp import OPERATORS  # noqa: PLC0415  loaded by the runs that need it

    return {**RUNTIME, **OPERATORS, "body_at": cpp_body_at}
