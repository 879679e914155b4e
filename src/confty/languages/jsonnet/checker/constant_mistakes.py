"""Mistakes that are sure because the value is written out: ``std.parseInt("x")``, ``1 << -1``.

Types say nothing about these, constants do.  Each test looks at one argument of one library
function, or at one operand of an operator.
"""

from __future__ import annotations

from _collections_abc import Callable

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.constants import UNKNOWN, constant, scalar
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, members
from confty.languages.jsonnet.library import FUNCTIONS, StdFunction
from confty.languages.jsonnet.parser import syntax
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SAFE: Final = 2.0**53 - 1

Test = Callable[[object], bool]


def _below(least: float) -> Test:
    return lambda value: isinstance(value, float) and value < least


def _no_number(expression: str) -> Test:
    digits = pattern(expression)
    return lambda value: isinstance(value, str) and digits.fullmatch(value) is None


def _empty(value: object) -> bool:
    return value == ""


def _not_one(value: object) -> bool:
    return isinstance(value, str) and len(value) != 1


def _no_code_point(value: object) -> bool:
    return isinstance(value, float) and not 0 <= value < 0x110000


# What a function may want of a value, in the words of its record, and what is refused then.
_REFUSED: Final[dict[str, Test]] = {
    "one character": _not_one,
    "the number of a character": _no_code_point,
    "a place from 0": _below(0),
    "a length of 0 or more": _below(0),
    "a count of 0 or more": _below(0),
    "a size of 0 or more": _below(0),
    "a number from 0": _below(0),
    "a number above 0": _below(5e-324),
    "a text that is not empty": _empty,
    "decimal digits": _no_number(r"-?[0-9]+"),
    "octal digits": _no_number(r"[0-7]+"),
    "hexadecimal digits": _no_number(r"[0-9A-Fa-f]+"),
}


def check_arguments(
    check: Checker, name: str, node: syntax.Call, found: dict[int, types.Type]
) -> None:
    """Report arguments that a library function is sure to refuse."""
    if any(one.name is not None for one in node.arguments):
        return
    values = [one.value for one in node.arguments]
    if name in FUNCTIONS:
        _check_needs(check, FUNCTIONS[name], values)
    if name in {"sort", "set"} and len(values) == 1 and _unsortable(found.get(0)):
        check.report(codes.BAD_VALUE, values[0], "expected elements that can be put in order")
    if name in {"minArray", "maxArray", "avg"} and len(values) < 3 and _is_unit(found.get(0)):
        check.report(codes.BAD_VALUE, values[0], "expected at least one element")
    if name == "toString" and values and _only_functions(found.get(0)):
        check.report(codes.BAD_VALUE, values[0], "expected a value with a text, found a function")


def _check_needs(check: Checker, record: StdFunction, values: list[syntax.Expression]) -> None:
    for value, parameter in zip(values, record.parameters, strict=False):
        wanted = record.needs.get(parameter)
        if wanted is not None and _REFUSED[wanted](constant(check, value)):
            check.report(codes.BAD_VALUE, value, f"expected {wanted} here")


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
    right = scalar(check, node.right)
    operator = node.operator
    if operator in {"/", "%"} and right == 0 and not isinstance(right, bool):
        if operator == "/" or isinstance(scalar(check, node.left), float):
            check.report(codes.DIVISION_BY_ZERO, node, "expected a divisor other than zero")
        return
    if operator in {"<<", ">>"} and isinstance(right, float) and right < 0:
        check.report(
            codes.BAD_OPERANDS, node, "expected a shift by zero or more, found a negative one"
        )
        return
    left = scalar(check, node.left)
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
        value = scalar(check, node.step)
        if isinstance(value, float) and value < 1:
            check.report(codes.BAD_VALUE, node.step, "expected a step of 1 or more")
