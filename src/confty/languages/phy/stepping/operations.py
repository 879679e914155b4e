"""What built-ins give, and how places are read and written: values are made anew, not changed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Typed
from confty.languages.phy.lexer import INT_MAX, INT_MIN
from confty.types import FLOAT, ListOf, Tuple, canonical


class Stuck(Exception):
    """No rule reduces an expression: the run ends there."""

    def __init__(self, what: str, node: Typed, *details: int) -> None:
        super().__init__(what)
        self.what, self.node, self.details = what, node, details


def element(whole: Any, node: tree.Field | tree.At, index: int, tag: Any) -> Any:
    """Return a part of a value; a member of a mixed tuple becomes one of their union."""
    container = node.base.type
    if not 0 <= index < len(whole):
        raise Stuck("index", node, index, len(whole))
    if isinstance(node, tree.At) and isinstance(container, Tuple):
        kinds = {canonical(part) for part in container.elements}
        if len(kinds) > 1:
            return tag(container.elements[index]), whole[index]
    return whole[index]


def stored(whole: Any, path: Sequence[tuple[Any, int]], value: Any, tag: Any) -> Any:
    """Return a value like ``whole`` with the part at the end of a path replaced."""
    if not path:
        return value
    node, index = path[0]
    inner = stored(element(whole, node, index, tag), path[1:], value, tag)
    parts = [*whole]
    parts[index] = inner
    return parts if isinstance(node.base.type, ListOf) else tuple(parts)


def computed(node: tree.BuiltinCall, operands: list[Any]) -> Any:
    """Return what a built-in gives that only looks at its operands."""
    name = node.builtin.name
    if name == "len":
        return len(operands[0])
    if name == "concat":
        return [*operands[0], operands[1]]
    if name == "not":
        return not operands[0]
    left, right = operands
    if name in {"==", "<", "<="}:
        return {"==": left == right, "<": left < right, "<=": left <= right}[name]
    if node.operands[0].type is FLOAT:
        return _on_floats(name, left, right)
    return _on_ints(name, left, right, node)


def _on_floats(name: str, left: float, right: float) -> float:
    if name == "/" and right == 0:
        if math.isnan(left) or left == 0:
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)
    return {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left / right,
    }[name]()


def _on_ints(name: str, left: int, right: int, node: Typed) -> int:
    if name in {"div", "mod"}:
        if right == 0:
            raise Stuck(name, node, left, right)
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        result = quotient if name == "div" else left - quotient * right
    else:
        result = {"+": left + right, "-": left - right, "*": left * right}[name]
    if not INT_MIN <= result <= INT_MAX:
        raise Stuck(name, node, left, right)
    return result
