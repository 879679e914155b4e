"""Mistakes that are sure because the value is written out: ``std.parseInt("x")``, ``1 << -1``.

Types say nothing about these, constants do.  Each test looks at one argument of one library
function, or at one operand of an operator.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.constants import UNKNOWN, constant
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, members
from confty.languages.jsonnet.parser import syntax

_SAFE: Final = 2.0**53 - 1

Test = Callable[[object], bool]


def _below(least: float) -> Test:
    return lambda value: isinstance(value, float) and value < least


def _no_number(pattern: str) -> Test:
    digits = re.compile(pattern)
    return lambda value: isinstance(value, str) and digits.fullmatch(value) is None


def _empty(value: object) -> bool:
    return value == ""


def _not_one(value: object) -> bool:
    return isinstance(value, str) and len(value) != 1


def _no_code_point(value: object) -> bool:
    return isinstance(value, float) and not 0 <= value < 0x110000


# Function -> place of the argument, what is refused, what is expected.
_REFUSED: Final[dict[str, tuple[tuple[int, Test, str], ...]]] = {
    "codepoint": ((0, _not_one, "one character"),),
    "char": ((0, _no_code_point, "the number of a character"),),
    "substr": ((1, _below(0), "a place from 0"), (2, _below(0), "a length of 0 or more")),
    "strReplace": ((1, _empty, "a text that is not empty"),),
    "split": ((1, _empty, "a text that is not empty"),),
    "splitLimit": ((1, _empty, "a text that is not empty"),),
    "splitLimitR": ((1, _empty, "a text that is not empty"),),
    "parseInt": ((0, _no_number(r"-?[0-9]+"), "decimal digits"),),
    "parseOctal": ((0, _no_number(r"[0-7]+"), "octal digits"),),
    "parseHex": ((0, _no_number(r"[0-9A-Fa-f]+"), "hexadecimal digits"),),
    "repeat": ((1, _below(0), "a count of 0 or more"),),
    "makeArray": ((0, _below(0), "a size of 0 or more"),),
    "sqrt": ((0, _below(0), "a number from 0"),),
    "log": ((0, _below(5e-324), "a number above 0"),),
    "log2": ((0, _below(5e-324), "a number above 0"),),
    "log10": ((0, _below(5e-324), "a number above 0"),),
}


def check_arguments(
    check: Checker, name: str, node: syntax.Call, found: dict[int, types.Type]
) -> None:
    """Report arguments that a library function is sure to refuse."""
    if any(one.name is not None for one in node.arguments):
        return
    values = [one.value for one in node.arguments]
    for place, refused, wanted in _REFUSED.get(name, ()):
        if place < len(values) and refused(constant(check, values[place])):
            check.report(codes.BAD_VALUE, values[place], f"expected {wanted} here")
    if name in {"sort", "set"} and len(values) == 1 and _unsortable(found.get(0)):
        check.report(codes.BAD_VALUE, values[0], "expected elements that can be put in order")
    if name in {"minArray", "maxArray", "avg"} and len(values) < 3 and _is_unit(found.get(0)):
        check.report(codes.BAD_VALUE, values[0], "expected at least one element")
    if name == "toString" and values and _only_functions(found.get(0)):
        check.report(codes.BAD_VALUE, values[0], "expected a value with a text, found a function")


def _is_unit(type_: types.Type | None) -> bool:
    return isinstance(type_, types.Tuple) and not type_.elements


def _only_functions(type_: types.Type | None) -> bool:
    parts = () if type_ is None else members(erased(type_))
    return bool(parts) and all(kind_of(part) == "function" for part in parts)


def _unsortable(type_: types.Type | None) -> bool:
    """Whether two elements that must be compared are sure not to be comparable."""
    if not isinstance(type_, types.Tuple) or len(type_.elements) < 2:
        return False
    kinds: set[str] = set()
    for element in type_.elements:
        parts = {kind_of(part) for part in members(erased(element))}
        if len(parts) != 1:
            return False
        kinds |= parts
    if "any" in kinds:
        return False
    return len(kinds) > 1 or not kinds <= {"number", "string", "array"}


def check_arithmetic(check: Checker, node: syntax.Binary) -> None:
    """Report operators that are sure to fail on what is written out."""
    right = constant(check, node.right)
    operator = node.operator
    if operator in {"/", "%"} and right == 0 and not isinstance(right, bool):
        if operator == "/" or isinstance(constant(check, node.left), float):
            check.report(codes.DIVISION_BY_ZERO, node, "expected a divisor other than zero")
        return
    if operator in {"<<", ">>"} and isinstance(right, float) and right < 0:
        check.report(
            codes.BAD_OPERANDS, node, "expected a shift by zero or more, found a negative one"
        )
        return
    left = constant(check, node.left)
    if left is UNKNOWN or not isinstance(left, float):
        return
    if operator in {"<<", ">>", "&", "|", "^"} and _unsafe(left, right):
        message = "expected whole numbers below 2^53 for an operator on bits"
        check.report(codes.BAD_OPERANDS, node, message)
    elif (
        operator in {"*", "+", "-"} and isinstance(right, float) and _overflows(node, left, right)
    ):
        check.report(codes.BAD_OPERANDS, node, "expected a result that fits in 64 bits")


def _unsafe(left: float, right: object) -> bool:
    return abs(left) > _SAFE or (isinstance(right, float) and abs(right) > _SAFE)


def _overflows(node: syntax.Binary, left: float, right: float) -> bool:
    if node.operator == "*":
        return left * right in _INFINITE
    return (left + right if node.operator == "+" else left - right) in _INFINITE


_INFINITE: Final = (float("inf"), float("-inf"))


def check_slice(check: Checker, node: syntax.Slice) -> None:
    """Report a step that is sure to fail."""
    if node.step is not None:
        value = constant(check, node.step)
        if isinstance(value, float) and value < 1:
            check.report(codes.BAD_VALUE, node.step, "expected a step of 1 or more")
