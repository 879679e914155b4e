"""Types of operators: which operands work, and what comes out.

Each failing pair of union parts is said on its own.  Where every pair fails the finding is an
error, where some work it is a warning.
"""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.checker.certain import check_arithmetic
from confty.languages.jsonnet.checker.engine import RULES_BY_NODE, Checker
from confty.languages.jsonnet.checker.expressions import condition
from confty.languages.jsonnet.checker.formats import check_format
from confty.languages.jsonnet.checker.merging import merged
from confty.languages.jsonnet.checker.objects import infer_extension
from confty.languages.jsonnet.checker.tests import narrowing, proof_of, stripped
from confty.languages.jsonnet.codes import (
    ALWAYS_FALSE,
    BAD_OPERANDS,
    NOT_A_SET,
)
from confty.languages.jsonnet.parser.syntax import (
    Array,
    Binary,
    Boolean,
    Expression,
    Extend,
    Null,
    Number,
    ObjectComprehension,
    String,
    Unary,
)
from confty.languages.jsonnet.parser.syntax import (
    Object as ObjectNode,
)
from confty.languages.jsonnet.rules import (
    ANY,
    BOOLEAN,
    MOST_ELEMENTS,
    OBJECT,
    element_of,
    erased,
    kind_of,
    members,
    spell,
    vague,
)
from confty.text import Severity
from confty.types import (
    FALSE,
    NEVER,
    NUMBER,
    STRING,
    TRUE,
    Object,
    SetOf,
    Tuple,
    Type,
    gradual_union,
    list_of,
    tuple_of,
)

# Longer sums of literal arrays are arrays, so that types do not grow with the program.
_LONGEST: Final = MOST_ELEMENTS
_LITERAL: Final = (Null, Boolean, Number, String, Array, ObjectNode)


def add(left: Type, right: Type) -> Type | None:
    """Return the type of ``left + right`` for two parts, None where they cannot be added."""
    one, other = kind_of(left), kind_of(right)
    if "function" in {one, other}:
        return None  # not even with a string: a function has no text
    if one == "string" or other == "string":
        return STRING
    if one == "any" or other == "any":
        return (
            ANY if {one, other} & {"any", "number", "array", "object"} == {one, other} else STRING
        )
    if one == other == "number":
        return NUMBER
    if one == other == "object":
        assert isinstance(left, Object)
        assert isinstance(right, Object)
        return merged(left, right, sum_of)
    if one == other == "array":
        if isinstance(left, Tuple) and isinstance(right, Tuple) and _short(left, right):
            return tuple_of(*left.elements, *right.elements)
        inside = element_of(left), element_of(right)
        return list_of(gradual_union(*[part for part in inside if part is not None]))
    return None


def _short(left: Tuple, right: Tuple) -> bool:
    return len(left.elements) + len(right.elements) <= _LONGEST


def sum_of(left: Type, right: Type) -> Type:
    """Return the type of a sum where nobody is there to complain."""
    results = [add(one, other) for one in members(left) for other in members(right)]
    return gradual_union(*[ANY if one is None else one for one in results])


def infer_sum(check: Checker, node: Expression, left: Type, right: Type) -> Type:
    """Return the type of a sum, reporting each pair of parts that cannot be added."""
    left, right = (ANY if vague(one) else one for one in (left, right))
    ones, others = members(left), members(right)
    if not ones or not others:
        return _never_sum(left, right)
    if len(ones) * len(others) > 400:
        return ANY
    results: list[Type] = []
    wrong: list[tuple[Type, Type]] = []
    for one in ones:
        for other in others:
            made = add(one, other)
            if made is None:
                wrong.append((one, other))
            else:
                results.append(made)
    if isinstance(left, SetOf) and isinstance(right, SetOf):
        check.report(NOT_A_SET, node, "the sum of two sets is an array and not a set")
        check.add_help("std.setUnion gives a set")
    severity = Severity.ERROR if not results else Severity.WARNING
    for one, other in wrong:
        message = f"`+` cannot add `{spell(one)}` and `{spell(other)}`"
        check.report(BAD_OPERANDS, node, message, severity)
    return gradual_union(*results, *[ANY for _ in wrong[:1]])


def _never_sum(left: Type, right: Type) -> Type:
    if ANY in (erased(left), erased(right)):
        return ANY
    return STRING if STRING in (left, right) else NEVER


def _binary(check: Checker, node: Binary) -> Type:
    operator = node.operator
    if operator in {"&&", "||"}:
        return _logical(check, node)
    left = check.infer(node.left)
    if operator == "+":
        right_node = stripped(node.right)
        if isinstance(right_node, ObjectNode):
            right = infer_extension(check, right_node, left)
            check.types[node.right] = right
        else:
            right = check.infer(node.right)
            check_arithmetic(check, node)
        return infer_sum(check, node, left, right)
    right = check.infer(node.right)
    if operator == "%":
        check_arithmetic(check, node)
        return _modulo(check, node, left, right)
    if operator == "in":
        check.want(node.right, right, OBJECT)
        check.want(node.left, left, STRING)
        return BOOLEAN
    check.reached(node, left, right)
    if operator in {"==", "!="}:
        _equality(check, node, left, right)
        return BOOLEAN
    if operator in {"<", "<=", ">", ">="}:
        _comparison(check, node, left, right)
        return BOOLEAN
    check.want(node.left, left, NUMBER)
    check.want(node.right, right, NUMBER)
    check_arithmetic(check, node)
    return NUMBER


def _logical(check: Checker, node: Binary) -> Type:
    """A chain of ``&&`` or ``||`` is walked in a loop, each operand adding what it proves."""
    operator = node.operator
    chain = [node]
    first: Expression = node.left
    while isinstance(first, Binary) and first.operator == operator:
        chain.append(first)
        first = first.left
    stop, side = (FALSE, 0) if operator == "&&" else (TRUE, 1)
    decided = condition(check, first, chain[-1]) is stop
    before, last = check.narrowed, first
    found: Type = stop
    for link in reversed(chain):
        check.narrowed = narrowing(check, proof_of(check, last)[side])
        right = check.infer(link.right)
        if not decided:
            # The other side is looked at only when this one does not decide.
            check.want(link.right, right, BOOLEAN)
        found = check.types[link] = gradual_union(right, stop)
        last = link.right
    check.narrowed = before
    return found


def _equality(check: Checker, node: Binary, left: Type, right: Type) -> None:
    ones, others = members(erased(left)), members(erased(right))
    if not ones or not others:
        return
    kinds, other_kinds = {_family(one) for one in ones}, {_family(one) for one in others}
    if kinds == other_kinds == {"function"}:
        message = f"functions cannot be compared, found `{spell(left)}` and `{spell(right)}`"
        check.report(BAD_OPERANDS, node, message)
        return
    if "any" in kinds or "any" in other_kinds or kinds & other_kinds:
        return
    if isinstance(stripped(node.left), _LITERAL) and isinstance(stripped(node.right), _LITERAL):
        return  # whoever writes both sides out knows
    verdict = "false" if node.operator == "==" else "true"
    message = f"this is always {verdict}, for `{spell(left)}` is never equal to `{spell(right)}`"
    check.report(ALWAYS_FALSE, node, message)


def _family(type_: Type) -> str:
    kind = kind_of(type_)
    return "boolean" if kind in {"true", "false"} else kind


def _comparison(check: Checker, node: Binary, left: Type, right: Type) -> None:
    ones, others = members(erased(left)), members(erased(right))
    if not ones or not others or vague(left) or vague(right):
        return
    wrong = [(one, other) for one in ones for other in others if not comparable(one, other)]
    if not wrong:
        return
    if len(wrong) == len(ones) * len(others):
        message = f"`{node.operator}` cannot compare `{spell(left)}` and `{spell(right)}`"
        check.report(BAD_OPERANDS, node, message)
        return
    for one, other in wrong:
        message = f"`{node.operator}` cannot compare `{spell(one)}` and `{spell(other)}`"
        check.report(BAD_OPERANDS, node, message, Severity.WARNING)


def comparable(left: Type, right: Type) -> bool:
    """Say whether two parts may be ordered: numbers, strings, and arrays of such."""
    one, other = kind_of(left), kind_of(right)
    if one == "any" or other == "any":
        known = other if one == "any" else one
        return known in {"any", "number", "string", "array"}
    if one != other or one not in {"number", "string", "array"}:
        return False
    if one != "array":
        return True
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        pairs = list(zip(left.elements, right.elements, strict=False))
        # Comparison stops at the first difference, so only the first pair is certain.
        pairs = pairs[:1]
    else:
        pairs = []
    return all(
        any(comparable(a, b) for a in members(x) for b in members(y))
        for x, y in pairs
        if members(x) and members(y)
    )


def _modulo(check: Checker, node: Binary, left: Type, right: Type) -> Type:
    results: list[Type] = []
    wrong: list[Type] = []
    parts = (ANY,) if vague(left) else members(erased(left))
    for part in parts:
        kind = kind_of(part)
        if kind == "string":
            results.append(STRING)
        elif kind == "number":
            check.want(node.right, right, NUMBER, None if len(parts) == 1 else Severity.WARNING)
            results.append(NUMBER)
        elif kind == "any":
            results.append(ANY)
        else:
            wrong.append(part)
    severity = Severity.ERROR if not results else Severity.WARNING
    for part in wrong:
        check.want(node.left, part, gradual_union(NUMBER, STRING), severity)
    text = stripped(node.left)
    if isinstance(text, String):
        check_format(check, text, right)
    return gradual_union(*results) if results else ANY


def _unary(check: Checker, node: Unary) -> Type:
    found = check.infer(node.operand)
    check.reached(node, found)
    if node.operator == "!":
        check.want(node.operand, found, BOOLEAN)
        if found is TRUE:
            return FALSE
        return TRUE if found is FALSE else BOOLEAN
    check.want(node.operand, found, NUMBER)
    return NUMBER


def _extend(check: Checker, node: Extend) -> Type:
    left = check.infer(node.target)
    if isinstance(node.body, ObjectComprehension):
        right = check.infer(node.body)
    else:
        right = infer_extension(check, node.body, left)
    return infer_sum(check, node, left, right)


RULES_BY_NODE.update({Binary: _binary, Unary: _unary, Extend: _extend})
