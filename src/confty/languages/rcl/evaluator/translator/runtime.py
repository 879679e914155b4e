"""What translated programs call: everything that is not worth writing out in line.

Nothing here knows a place in a document.  Whatever is out of the ordinary raises ``Retry``, and
the reference evaluator finds out what it means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from confty.languages.rcl.evaluator import operators
from confty.languages.rcl.evaluator.run import Retry
from confty.languages.rcl.library.call_site import CallFailure, Exhausted
from confty.languages.rcl.library.record import Inline
from confty.languages.rcl.library.table import BY_CLASS, CALLING
from confty.languages.rcl.renderer import text_of
from confty.languages.rcl.values import (
    Builtin,
    Lambda,
    Method,
    Value,
    depth,
    elements,
    freeze,
    kind,
    pairs,
)
from confty.light import partial

DEPTH: Final = 150
VALUE_DEPTH: Final = 250
MOST_SPREAD: Final = 1 << 20


def retry() -> NoReturn:
    """Leave the fast path."""
    raise Retry


class FastSite:
    """The place of a library call, of which only the depth is known."""

    __slots__ = ("level", "read_file")
    value_depth = 0
    most_rounds = 1_000_000

    def __init__(self, level: int, read_file: Callable[[str], str] | None = None) -> None:
        self.level = level
        self.read_file = read_file or _no_files

    def caller(
        self, callback: Value, count: int, argument: int, role: str
    ) -> Callable[..., Value]:
        """Return a function that calls back."""
        del argument, role
        if callback.__class__ is Lambda and callback.open_arity == count:
            assert callback.code is not None
            return partial(callback.code, self.level + 1)
        return partial(call, self.level + 1, callback)


def _no_files(path: str) -> NoReturn:
    raise Retry(path)


SITE: Final = FastSite(0)


def call(level: int, callee: Value, *arguments: Value) -> Value:
    """Call any value."""
    if level >= DEPTH:
        raise Retry
    cls = callee.__class__
    if cls is Lambda:
        if callee.open_arity == len(arguments):
            return callee.code(level, *arguments)
        # Typed parameters: only a call that the checker saw may skip their checks.
        if callee.arity == len(arguments):
            for test, value in zip(callee.tests, arguments, strict=True):
                if not test(value):
                    raise Retry
            return callee.code(level, *arguments)
    if cls is not Method and cls is not Builtin:
        raise Retry
    if len(callee.function.parameters) != len(arguments) or callee.function.name in CALLING:
        # Nobody would count what it calls back.
        raise Retry
    if cls is Method:
        return callee.body(FastSite(level), callee.receiver, *arguments)
    return callee.body(FastSite(level), *arguments)


def settled(value: Value) -> Value:
    """Make sure that a fold did not build something too deep."""
    if value.__class__ is not int and depth(value, VALUE_DEPTH) >= VALUE_DEPTH:
        raise Retry
    return value


def fold(site: FastSite, receiver: list[Value], seed: Value, reduce: Value) -> Value:
    """The library's fold without a check in each round; the result is checked once."""
    call_back = site.caller(reduce, 2, 1, "")
    for one in receiver:
        seed = call_back(seed, one)
    return settled(seed)


def method(
    spend: Callable[[Value, int], Value], level: int, receiver: Value, name: str, *arguments: Value
) -> Value:
    """Call ``receiver.name(arguments)``: a method of its kind, or a function in a dict."""
    methods = BY_CLASS.get(receiver.__class__)
    if methods is None:
        raise Retry
    function = methods.get(name)
    if function is None:
        return call(level, receiver[name], *arguments)
    if len(function.parameters) != len(arguments):
        raise Retry
    if name in CALLING:
        spend(receiver, 3)
    body = fold if function.inline is Inline.LOOP else function.body
    return body(FastSite(level), receiver, *arguments)


def field(receiver: Value, name: str) -> Value:
    """Return ``receiver.name`` without calling it."""
    methods = BY_CLASS.get(receiver.__class__)
    if methods is None:
        raise Retry
    function = methods.get(name)
    return receiver[name] if function is None else Method(function, kind(receiver), receiver)


def text(value: Value) -> str:
    """Return what stands in a string for a value."""
    if value.__class__ is str:
        return value
    found = text_of(value)
    if found is None:
        raise Retry
    return found


def singles(collection: Value) -> list[Value]:
    """Return what a loop with one variable goes over."""
    if collection.__class__ is list or collection.__class__ is set:
        return elements(collection)
    raise Retry


def spread(values: list[Value]) -> list[Value]:
    """Return the elements to unpack; many of them are for somebody who counts them."""
    if len(values) > MOST_SPREAD:
        raise Retry
    return values


def doubles(collection: Value) -> list[tuple[Value, Value]]:
    """Return what a loop with two variables goes over."""
    if collection.__class__ is dict:
        return pairs(collection)
    raise Retry


def mapping(value: Value) -> dict[Value, Value]:
    """Insist on a dict."""
    if value.__class__ is dict:
        return value
    raise Retry


def checked(test: Callable[[Value], bool], values: list[Value]) -> list[Value]:
    """Insist that every element fits."""
    if all(map(test, values)):
        return values
    raise Retry


BINARY: Final = operators.BINARY
NAMES: Final[dict[str, object]] = {
    "Lambda": Lambda, "FastSite": FastSite, "SITE": SITE, "Retry": Retry, "retry": retry,
    "Exhausted": Exhausted, "call": call, "method": method, "field": field, "text": text,
    "singles": singles, "spread": spread, "doubles": doubles, "mapping": mapping,
    "checked": checked,
    "freeze": freeze, "elements": elements, "pairs": pairs, "settled": settled, "fold": fold,
    "index": operators.index, "negate": partial(operators.unary, "-"), "add": BINARY["+"],
    "subtract": BINARY["-"], "multiply": BINARY["*"], "divide": BINARY["/"],
    "union": operators.union, "equal": BINARY["=="], "unequal": BINARY["!="],
    "less": BINARY["<"], "more": BINARY[">"], "at_most": BINARY["<="],
    "at_least": BINARY[">="],
}  # fmt: skip

# What may come out of translated code that means no more than "look closer".
ANOMALIES: Final = (
    Retry, CallFailure, KeyError, IndexError, TypeError, AttributeError, RecursionError,
    OverflowError,
)  # fmt: skip
