"""What built-ins give, and how places are read and written: values are made anew, not changed."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

from confty.languages.phy import library
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Typed
from confty.languages.phy.lexer import INT_MAX, INT_MIN
from confty.types import FLOAT, ListOf, Tuple, canonical


class Stuck(Exception):
    """No rule reduces an expression: the run ends there."""

    def __init__(self, what: str, node: Typed, *details: int) -> None:
        super().__init__(what)
        self.what, self.node, self.details = what, node, details


def element(whole: Any, node: tree.Field | tree.At, index: int, tag: Any) -> object:
    """Return a part of a value; a member of a mixed tuple becomes one of their union."""
    container = node.base.type
    if not 0 <= index < len(whole):
        raise Stuck("index", node, index, len(whole))
    if isinstance(node, tree.At) and isinstance(container, Tuple):
        kinds = {canonical(part) for part in container.elements}
        if len(kinds) > 1:
            return tag(container.elements[index]), whole[index]
    return whole[index]


def stored(whole: Any, path: Sequence[tuple[Any, int]], value: Any, tag: Any) -> object:
    """Return a value like ``whole`` with the part at the end of a path replaced."""
    if not path:
        return value
    node, index = path[0]
    inner = stored(element(whole, node, index, tag), path[1:], value, tag)
    parts = [*whole]
    parts[index] = inner
    return parts if isinstance(node.base.type, ListOf) else tuple(parts)


def computed(node: tree.BuiltinCall, operands: list[Any]) -> object:
    """Return what a built-in gives that only looks at its operands."""
    match node.builtin.lowering:
        case library.Length():
            return len(operands[0])
        case library.Concatenation():
            return [*operands[0], operands[1]]
        case library.Negation():
            return not operands[0]
        case library.Division(remainder=remainder):
            return _in_range(node, operands, _divided(node, *operands, remainder=remainder))
        case library.Pure(python=sign):
            return _OPERATORS[sign](*operands)
        case library.Arithmetic(python=sign):
            result = _OPERATORS[sign](*operands)
            is_float = node.operands[0].type is FLOAT
            return result if is_float else _in_range(node, operands, result)
    raise AssertionError(node.builtin.name)


def _quotient(left: float, right: float) -> float:
    if right:
        return left / right
    if math.isnan(left) or left == 0:
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _divided(node: tree.BuiltinCall, left: int, right: int, *, remainder: bool) -> int:
    if right == 0:
        raise Stuck(node.builtin.name, node, left, right)
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return left - quotient * right if remainder else quotient


def _in_range(node: tree.BuiltinCall, operands: list[int], result: int) -> int:
    if not INT_MIN <= result <= INT_MAX:
        raise Stuck(node.builtin.name, node, *operands)
    return result


#: What Python's signs on the records of built-ins mean, on numbers of Phy.
_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
