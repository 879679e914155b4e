"""How each kind of expression is typed."""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes
from confty.languages.rcl.checker import chains, literals
from confty.languages.rcl.checker.checked import INPUTS, UNKNOWN, Binding, Found
from confty.languages.rcl.checker.checker import Checker, Checks
from confty.languages.rcl.checker.conditions import narrowing, proof_of
from confty.languages.rcl.checker.functions import function
from confty.languages.rcl.checker.mending import meant
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.checker.statements import Inner, condition, statement
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION, briefly
from confty.types import BOOL, DYNAMIC, NUMBER, STRING, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_OPERANDS: Final[dict[str, Type]] = {
    **dict.fromkeys(("not", "and", "or"), BOOL),
    **dict.fromkeys(("+", "-", "*", "/"), NUMBER),
    **dict.fromkeys(("<", ">", "<=", ">=", "==", "!="), DYNAMIC),
}


_MOST_BESIDE: Final = 50


def takes_literals(wanted: Type) -> bool:
    """Whether a type asks for certain strings."""
    wanted = types.unfold(wanted)
    if isinstance(wanted, types.Union):
        return any(takes_literals(one) for one in wanted.members)
    return isinstance(wanted, types.Literal)


def _literal(
    checker: Checker, node: syntax.Literal, wanted: Wanted, start: int, end: int
) -> Found:
    type_ = types.NULL if node.value is None else BOOL
    return checker.require(node, (type_, type_), wanted, start, end)


def _number(
    checker: Checker, node: syntax.NumberLiteral, wanted: Wanted, start: int, end: int
) -> Found:
    return checker.require(node, (NUMBER, NUMBER), wanted, start, end)


def _string(
    checker: Checker, node: syntax.StringLiteral, wanted: Wanted, start: int, end: int
) -> Found:
    if takes_literals(wanted.type):
        one = types.literal(STRING, node.value)
        return checker.require(node, (one, one), wanted, start, end)
    return checker.require(node, (STRING, STRING), wanted, start, end)


def _format(
    checker: Checker, node: syntax.FormatString, wanted: Wanted, start: int, end: int
) -> Found:
    for part in node.parts:
        if isinstance(part, syntax.Hole):
            checker.infer(part.body)
    return checker.require(node, (STRING, STRING), wanted, start, end)


def _name(checker: Checker, node: syntax.Name, wanted: Wanted, _start: int, _end: int) -> Found:
    binding = checker.scope.find(node.text)
    if binding is None:
        _unknown(checker, node)
        return wanted.type, wanted.type
    checker.checked.uses[node] = binding
    checker.used.append(binding)
    found = (binding.hard, checker.known_of(binding))
    return checker.require(node, found, wanted, node.start, node.end)


def _unknown(checker: Checker, node: syntax.Name) -> None:
    for own, scope in checker.defining:
        if own.text == node.text:
            message = f"'{node.text}' cannot be used in its own definition"
            finding = codes.UNKNOWN_VARIABLE.at(checker.span(node.start, node.end), message)
            finding = finding.note(checker.span(own.start, own.end), "it is defined here")
            hint = "there is no recursion: a loop, a fold or transitive_closure can stand for it"
            checker.report(finding.with_help(hint))
            checker.in_themselves.add(own)
            # Once is enough: from here on it is something unknown, until it is defined.
            scope.names[node.text] = Binding(node.text, UNKNOWN, None, 0)
            return
    known = list(checker.findings.names(checker.scope.known))
    message = f"'{node.text}' is not defined{did_you_mean(node.text, known)}"
    finding = codes.UNKNOWN_VARIABLE.at(checker.span(node.start, node.end), message)
    finding = meant(finding, node.text, known)
    if node.text == INPUTS:
        if checker.asked_for_inputs:
            return  # what is not given is not given anywhere
        checker.asked_for_inputs = True
        hint = "give it fields with --ext-str NAME=VALUE, or describe them in [rcl] ext-types"
        finding = finding.with_help(hint)
    checker.report(finding)


def _parens(checker: Checker, node: syntax.Parens, wanted: Wanted, start: int, end: int) -> Found:
    return checker.check(node.body, wanted, start, end)


def _block(checker: Checker, node: syntax.Block, wanted: Wanted, start: int, end: int) -> Found:
    with Inner(checker):
        checker.declare(node.statements)
        if node is checker.checked.document.body:
            checker.export(node.statements)
        for _, one in node.statements:
            statement(checker, one)
        if node is checker.checked.document.body:
            checker.checked.prelude = checker.annotations.so_far()
        return checker.check(node.body, wanted, start, end)


def _if(checker: Checker, node: syntax.If, wanted: Wanted, _start: int, _end: int) -> Found:
    condition(checker, node.condition)
    proof = proof_of(checker, node.condition)
    narrowed, reach = checker.narrowed, checker.reach
    checker.reach = None
    checker.narrowed = narrowing(checker, proof.held)
    yes = checker.check(node.yes, wanted, node.yes.start, node.yes.end)
    checker.narrowed = narrowed
    checker.narrowed = narrowing(checker, proof.failed)
    no = checker.check(node.no, wanted, node.no.start, node.no.end)
    checker.narrowed, checker.reach = narrowed, reach
    return types.widen(yes[0], no[0]), types.widen(yes[1], no[1])


def _import(checker: Checker, node: syntax.Import, wanted: Wanted, start: int, end: int) -> Found:
    found = checker.file(node)
    known = DYNAMIC if found is None else found.type
    return checker.require(node, (DYNAMIC, known), wanted, start, end)


def _unary(checker: Checker, node: syntax.Unary, wanted: Wanted, start: int, end: int) -> Found:
    type_: Type = DYNAMIC
    for index in range(len(node.operators) - 1, -1, -1):
        operator, place = node.operators[index], node.places[index]
        inner = Wanted(
            _OPERANDS[operator],
            "because of this operator",
            checker.span(place, place + len(operator)),
        )
        if index == len(node.operators) - 1:
            operand = node.operand
            checker.check(operand, inner, operand.start, operand.end)
        elif RELATION.assignable(type_, inner.type) is types.NO:
            checker.report(mismatch(inner, type_, checker.span(node.places[index + 1], node.end)))
        type_ = inner.type
    return checker.require(node, (type_, type_), wanted, start, end)


def _binary(checker: Checker, node: syntax.Binary, wanted: Wanted, start: int, end: int) -> Found:
    if node.operator == "|":
        return checker.require(node, _unions(checker, node), wanted, start, end)
    operand_type, beside = _OPERANDS[node.operator], checker.beside
    for index, operand in enumerate(node.operands):
        if operand_type is DYNAMIC:
            checker.infer(operand)
            continue
        place = node.places[max(index - 1, 0)]
        sign = checker.span(place, place + len(node.operator))
        inner = Wanted(operand_type, "because of this operator", sign)
        checker.check(operand, inner, operand.start, operand.end)
        if operand_type is BOOL and operand is not node.operands[-1]:
            proof = proof_of(checker, operand)
            facts = proof.held if node.operator == "and" else proof.failed
            if facts and len(checker.beside) < _MOST_BESIDE:
                checker.beside += ((sign, facts),)
    checker.beside = beside
    type_ = NUMBER if operand_type is NUMBER else BOOL
    return checker.require(node, (type_, type_), wanted, start, end)


def _unions(checker: Checker, node: syntax.Binary) -> Found:
    """The union operator, from left to right."""
    hard, known = checker.infer(node.operands[0])
    for operand, place in zip(node.operands[1:], node.places, strict=True):
        right = checker.infer(operand)
        made = _union(hard, right[0])
        if made is None:
            finding = codes.BAD_UNION.at(
                checker.span(place, place + 1),
                f"expected a Dict or a Set on the left, found {briefly(hard)}",
            )
            checker.report(finding.with_help("the union operator joins dicts or sets"))
            return UNKNOWN
        hard, known = made, _union(known, right[1]) or DYNAMIC
    return hard, known


def _union(left: Type, right: Type) -> Type | None:
    left, right = types.unfold(left), types.unfold(right)
    if isinstance(left, types.MapOf):
        return types.widen(left, right) if isinstance(right, types.MapOf) else DYNAMIC
    if isinstance(left, types.SetOf):
        if isinstance(right, (types.SetOf, types.ListOf)):
            return types.set_of(types.widen(left.element, right.element))
        return DYNAMIC
    return DYNAMIC if isinstance(left, (types.Dynamic, types.Object)) else None


def _missing(
    _checker: Checker, _node: syntax.Missing, wanted: Wanted, _start: int, _end: int
) -> Found:
    return wanted.type, wanted.type


def _partial(
    checker: Checker, node: syntax.Partial, wanted: Wanted, _start: int, _end: int
) -> Found:
    checker.infer(node.body)
    return wanted.type, wanted.type


CHECKS: Final[Checks] = {
    syntax.Literal: _literal,
    syntax.NumberLiteral: _number,
    syntax.StringLiteral: _string,
    syntax.FormatString: _format,
    syntax.Name: _name,
    syntax.Parens: _parens,
    syntax.Block: _block,
    syntax.If: _if,
    syntax.Import: _import,
    syntax.Function: function,
    syntax.Unary: _unary,
    syntax.Binary: _binary,
    syntax.Chain: chains.chain,
    syntax.Collection: literals.collection,
    syntax.Missing: _missing,
    syntax.Partial: _partial,
}
