"""Expressions with variables and functions, and the functions that specifications may call.

A specification's own expressions see the functions here; the input sees only those that the
specification defines for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import ROUND_DOWN, Decimal
from typing import Final

from confty.kit.graphemes import cluster_count, cluster_starts
from confty.kit.hcl.convert import CannotConvert, kind_of, read_number, tidy, to_number, to_string
from confty.kit.hcl.evaluate import Evaluator, Stop, part
from confty.kit.hcl.spec.shapes import written
from confty.kit.hcl.syntax import Call, Expression, Missing, Traversal

Function = Callable[..., object]


class FixedEvaluator(Evaluator):
    """Evaluates with a fixed set of variables and functions."""

    def __init__(
        self, variables: Mapping[str, object], functions: Mapping[str, Function] | None = None
    ) -> None:
        super().__init__()
        self.variables = variables
        self.functions = functions or {}

    def variable(self, node: Traversal) -> object:
        """The value of a name."""
        if node.root in self.variables:
            return self.variables[node.root]
        place = Missing(node.start, node.start + len(node.root))
        raise Stop(place, f"there is no variable {node.root!r}")

    def call(self, node: Call) -> object:
        """The value of a call."""
        function = self.functions.get(node.name)
        if function is None:
            place = Missing(node.start, node.name_end)
            raise Stop(place, f"there is no function {node.name!r}")
        arguments = [self.evaluate(argument) for argument in node.arguments]
        if node.expand:
            last = arguments.pop()
            if not isinstance(last, list):
                raise Stop(node.arguments[-1], f"... spreads a list, found {kind_of(last)}")
            arguments += last
        try:
            return function(*arguments)
        except CannotConvert as refused:
            raise Stop(node, f"{node.name}: {refused}") from None
        except TypeError:
            message = f"{node.name} does not take {len(arguments)} arguments"
            raise Stop(node, message) from None


def defined(parameters: list[str], rest: str | None, result: Expression) -> Function:
    """A function of the input whose body is an expression of the specification."""

    def function(*arguments: object) -> object:
        fewest = len(parameters)
        if len(arguments) < fewest or (rest is None and len(arguments) > fewest):
            raise CannotConvert(f"expected {fewest} arguments, found {len(arguments)}")
        frame = dict(zip(parameters, arguments, strict=False))
        if rest is not None:
            frame[rest] = list(arguments[fewest:])
        try:
            return FixedEvaluator(frame, FUNCTIONS).evaluate(result)
        except Stop as stop:
            raise CannotConvert(stop.message) from None

    return function


def _list(value: object) -> list[object]:
    if isinstance(value, list):
        return value
    raise CannotConvert(f"expected a list, found {kind_of(value)}")


def _whole(value: object) -> int:
    number = to_number(value)
    if isinstance(number, int):
        return number
    raise CannotConvert("expected a whole number")


def _coalesce(*values: object) -> object:
    for value in values:
        if value is not None:
            return value
    raise CannotConvert("every argument is null")


def _concat(*lists: object) -> object:
    return [element for each in lists for element in _list(each)]


def _has_index(value: object, key: object) -> object:
    try:
        part(value, key)
    except CannotConvert:
        return False
    return True


def _json_decode(text: object) -> object:
    try:
        return json.loads(to_string(text), parse_float=read_number, parse_int=read_number)
    except (ValueError, RecursionError):
        raise CannotConvert("the text is not JSON") from None


def _length(value: object) -> object:
    if isinstance(value, (list, dict)):
        return len(value)
    raise CannotConvert(f"expected a collection, found {kind_of(value)}")


def _extreme(choose: Callable[[list[int | Decimal]], int | Decimal]) -> Function:
    def function(*values: object) -> object:
        if not values:
            raise CannotConvert("expected at least one number")
        return choose([to_number(value) for value in values])

    return function


def _clusters(text: object) -> list[str]:
    """What a reader takes for the characters of a text."""
    whole = to_string(text)
    starts = cluster_starts(whole)
    return [whole[a:b] for a, b in zip(starts, [*starts[1:], len(whole)], strict=True)]


def _towards_zero(number: int | Decimal) -> int | Decimal:
    # An int of a million digits takes minutes to make; the Decimal is as whole.
    return tidy(number.to_integral_value(ROUND_DOWN)) if isinstance(number, Decimal) else number


def _substring(text: object, offset: object, length: object) -> object:
    seen = _clusters(text)
    start, count = _whole(offset), _whole(length)
    if start < 0:
        start = max(0, len(seen) + start)
    return "".join(seen[start:] if count < 0 else seen[start : start + count])


FUNCTIONS: Final[dict[str, Function]] = {
    "abs": lambda number: abs(to_number(number)),
    "coalesce": _coalesce,
    "concat": _concat,
    "hasindex": _has_index,
    "int": lambda number: _towards_zero(to_number(number)),
    "jsondecode": _json_decode,
    "jsonencode": written,
    "length": _length,
    "lower": lambda text: to_string(text).lower(),
    "max": _extreme(max),
    "min": _extreme(min),
    "reverse": lambda text: "".join(reversed(_clusters(text))),
    "strlen": lambda text: cluster_count(to_string(text)),
    "substr": _substring,
    "upper": lambda text: to_string(text).upper(),
}
