"""The heart of the checker: requirements travel down, types travel up.

``Checker.check`` types an expression and makes it fit the place it stands in.  A requirement is
pushed into sub-expressions where that pins an error down: through statements, into branches,
elements and function bodies.  Everywhere else a type is inferred and compared.

What passed a check goes on with the type that was written, unions as a whole and in their order,
as in the original; the core's ``convert`` would keep only the members that can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes
from confty.languages.rcl.checker import chains, literals
from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.checker.checked import (
    ANYTHING,
    UNKNOWN,
    Binding,
    Checked,
    Found,
    Guard,
    Wanted,
)
from confty.languages.rcl.checker.literals import CONDITION
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.checker.signatures import std_type
from confty.languages.rcl.parser.syntax import (
    Assert,
    Binary,
    Block,
    Chain,
    Collection,
    Control,
    Document,
    Expr,
    FormatString,
    Function,
    Hole,
    If,
    Import,
    Let,
    Literal,
    Missing,
    Name,
    Node,
    NumberLiteral,
    Parens,
    StringLiteral,
    Trace,
    TypeAliasStatement,
    Unary,
)
from confty.languages.rcl.rules import RELATION, spelled
from confty.text import Diagnostic, Source, Span
from confty.types import (
    BOOL,
    DYNAMIC,
    NEVER,
    NO,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    Dynamic,
    ListOf,
    MapOf,
    Object,
    SetOf,
    Type,
    function_of,
    map_of,
    parameter,
    set_of,
    unfold,
    widen,
)
from confty.types import Function as FunctionType

_OPERANDS: Final[dict[str, Type]] = {
    "not": BOOL, "and": BOOL, "or": BOOL, "+": NUMBER, "-": NUMBER, "*": NUMBER, "/": NUMBER,
    "<": DYNAMIC, ">": DYNAMIC, "<=": DYNAMIC, ">=": DYNAMIC, "==": DYNAMIC, "!=": DYNAMIC,
}  # fmt: skip

# Types the file that an import names; None when that is not known before evaluation.
ImportType = Callable[[Import, str, Checked], "Type | None"]


class Checker:
    """One pass over one document: what is in scope, and what was said."""

    def __init__(
        self, source: Source, document: Document, import_type: ImportType, names: dict[str, Found]
    ) -> None:
        self.source = source
        self.checked = Checked(source, document)
        self.findings = self.checked.findings
        self.annotations = Annotations(source, self.findings)
        self.checked.declared = self.annotations.written
        self.import_type = import_type
        self.serial = 0
        self.mistaken: dict[Node, Type] = {}
        self.scope: dict[str, Binding] = {}
        self.bind("std", (DYNAMIC, std_type()), None)
        for name, found in names.items():
            self.bind(name, found, None)

    def run(self) -> Checked:
        """Check the whole document."""
        body = self.checked.document.body
        # The original blames the whole text for its main expression; functions print that place.
        hard, known = self.check(body, ANYTHING, 0, len(self.source.text))
        self.checked.known = hard if known is DYNAMIC else known
        return self.checked

    # Scope and findings.

    def bind(self, name: str, found: Found, node: Name | None) -> Binding:
        """Bring a name into scope; the caller restores the scope it had."""
        self.serial += 1
        binding = Binding(name, found, node, self.serial)
        self.scope[name] = binding
        if node is not None:
            self.checked.binders[node] = binding
            self.checked.types[node] = found[1]
        return binding

    def span(self, start: int, end: int) -> Span:
        """A span of this document."""
        return Span(self.source, start, end)

    def report(self, finding: Diagnostic) -> None:
        """Keep a finding."""
        self.findings.append(finding)

    # Making a type fit.

    def check(self, node: Expr, wanted: Wanted, start: int, end: int) -> Found:
        """Type ``node`` and make it fit; ``start`` and ``end`` are the place that is blamed."""
        found = _RULES[node.__class__](self, node, wanted, start, end)
        self.checked.types[node] = self.mistaken.pop(node, found[1])
        return found

    def infer(self, node: Expr) -> Found:
        """Type ``node`` where anything will do."""
        return self.check(node, ANYTHING, node.start, node.end)

    def require(self, node: Node, found: Found, wanted: Wanted, start: int, end: int) -> Found:
        """Compare a found type with the wanted one: accept, put a check there, or refuse."""
        hard, known = found
        if wanted.type is DYNAMIC:
            return found
        verdict = RELATION.assignable(hard, wanted.type)
        if verdict is SAFE:
            return found
        if verdict is NO:
            self.report(mismatch(wanted, hard, self.span(start, end)))
            # Go on as if it were right, so that one mistake is told once; editors see the truth.
            self.mistaken[node] = known
            return wanted.type, wanted.type
        certain = SAFE if known is NEVER else RELATION.assignable(known, wanted.type)
        self.checked.guards[node] = Guard(wanted, start, end, proven=certain is SAFE)
        if certain is NO:
            self.will_fail(mismatch(wanted, known, self.span(start, end)))
        settled = settle(hard, wanted.type)
        return settled, (known if certain is SAFE else settled)

    def function(
        self, node: Function, wanted: Wanted, start: int, end: int, hints: tuple[Type, ...]
    ) -> Found:
        """Check a function literal whose parameters are known although nothing requires them."""
        found = function(self, node, wanted, start, end, hints)
        self.checked.types[node] = found[1]
        return found

    def declare(self, items: Sequence[Control]) -> None:
        """Bring the type aliases among statements into scope, before all others."""
        aliases = [one for one in items if isinstance(one, TypeAliasStatement)]
        if aliases:
            self.annotations.declare(aliases)

    def statement(self, node: Control) -> None:
        """Check a statement; what it binds stays in scope."""
        if isinstance(node, Let):
            _let(self, node)
        elif isinstance(node, Assert):
            self.check(node.condition, CONDITION, node.condition.start, node.condition.end)
            self.infer(node.message)
        elif isinstance(node, Trace):
            self.infer(node.message)

    def will_fail(self, finding: Diagnostic) -> None:
        """Warn of what the original finds out only when it gets there."""
        warning = codes.WILL_FAIL.at(finding.span, finding.message)
        warning.notes, warning.help, warning.label = finding.notes, finding.help, finding.label
        self.report(warning)


def settle(source: Type, target: Type) -> Type:
    """Return the type of a value of ``source`` that passed a check against ``target``."""
    if isinstance(source, MapOf) and isinstance(target, MapOf):
        return map_of(
            _settle_part(source.key, target.key), _settle_part(source.value, target.value)
        )
    return target


def _settle_part(source: Type, target: Type) -> Type:
    return source if RELATION.assignable(source, target) is SAFE else settle(source, target)


def _literal(checker: Checker, node: Literal, wanted: Wanted, start: int, end: int) -> Found:
    type_ = NULL if node.value is None else BOOL
    return checker.require(node, (type_, type_), wanted, start, end)


def _number(checker: Checker, node: NumberLiteral, wanted: Wanted, start: int, end: int) -> Found:
    return checker.require(node, (NUMBER, NUMBER), wanted, start, end)


def _string(checker: Checker, node: StringLiteral, wanted: Wanted, start: int, end: int) -> Found:
    return checker.require(node, (STRING, STRING), wanted, start, end)


def _format(checker: Checker, node: FormatString, wanted: Wanted, start: int, end: int) -> Found:
    for part in node.parts:
        if isinstance(part, Hole):
            checker.infer(part.body)
    return checker.require(node, (STRING, STRING), wanted, start, end)


def _name(checker: Checker, node: Name, wanted: Wanted, _start: int, _end: int) -> Found:
    binding = checker.scope.get(node.text)
    if binding is None:
        message = f"'{node.text}' is not defined{did_you_mean(node.text, checker.scope)}"
        finding = codes.UNKNOWN_VARIABLE.at(checker.span(node.start, node.end), message)
        if node.text == "ext":
            finding = finding.with_help("give it fields: confty eval --ext-str NAME=VALUE")
        checker.report(finding)
        return wanted.type, wanted.type
    checker.checked.uses[node] = binding
    return checker.require(node, (binding.hard, binding.known), wanted, node.start, node.end)


def _parens(checker: Checker, node: Parens, wanted: Wanted, start: int, end: int) -> Found:
    return checker.check(node.body, wanted, start, end)


def _block(checker: Checker, node: Block, wanted: Wanted, start: int, end: int) -> Found:
    scope, aliases = checker.scope, checker.annotations.aliases
    checker.scope = dict(scope)
    checker.declare([one for _, one in node.statements])
    for _, one in node.statements:
        checker.statement(one)
    found = checker.check(node.body, wanted, start, end)
    checker.scope, checker.annotations.aliases = scope, aliases
    return found


def _let(checker: Checker, node: Let) -> None:
    value = node.value
    if node.annotation is None:
        found = checker.infer(value)
    else:
        type_ = checker.annotations.type_of(node.annotation)
        wanted = Wanted(type_, "because of this annotation", node.annotation)
        checker.check(value, wanted, value.start, value.end)
        found = (type_, type_)
    binding = checker.bind(node.name.text, found, node.name)
    checker.checked.values[binding] = value
    if isinstance(value, Function):
        binding.function = value


def _if(checker: Checker, node: If, wanted: Wanted, _start: int, _end: int) -> Found:
    checker.check(node.condition, CONDITION, node.condition.start, node.condition.end)
    yes = checker.check(node.yes, wanted, node.yes.start, node.yes.end)
    no = checker.check(node.no, wanted, node.no.start, node.no.end)
    return widen(yes[0], no[0]), widen(yes[1], no[1])


def _import(checker: Checker, node: Import, wanted: Wanted, start: int, end: int) -> Found:
    path = import_path(node)
    known: Type | None = None
    if path is not None:
        known = checker.import_type(node, path, checker.checked)
    return checker.require(node, (DYNAMIC, known or DYNAMIC), wanted, start, end)


def import_path(node: Import) -> str | None:
    """Return the path an import names, when it is a plain string."""
    path: Expr = node.path
    while isinstance(path, (Parens, Block)) and not (isinstance(path, Block) and path.statements):
        path = path.body
    return path.value if isinstance(path, StringLiteral) else None


def function(
    checker: Checker, node: Function, wanted: Wanted, start: int, end: int,
    hints: tuple[Type, ...] = (),
) -> Found:  # fmt: skip
    """Check a function literal; ``hints`` are known types of parameters that nothing requires."""
    checker.checked.repeats = True
    asked = unfold(wanted.type)
    fits = isinstance(asked, FunctionType) and len(asked.parameters or ()) == len(node.parameters)
    scope = checker.scope
    checker.scope = dict(scope)
    hard: list[Type] = []
    for index, name in enumerate(node.parameters):
        if fits:
            assert isinstance(asked, FunctionType)
            assert asked.parameters is not None
            type_ = known = asked.parameters[index].type
        else:
            type_ = DYNAMIC
            known = hints[index] if index < len(hints) else DYNAMIC
        hard.append(type_)
        checker.bind(name.text, (type_, known), name)
    result = ANYTHING
    if fits:
        assert isinstance(asked, FunctionType)
        result = wanted.part(asked.result, -1)
    body = checker.check(node.body, result, node.body.start, node.body.end)
    checker.scope = scope
    names = [name.text for name in node.parameters]
    made = function_of([parameter(*pair) for pair in zip(names, hard, strict=True)], body[0])
    checker.checked.functions[node] = (made, start, end)
    known_type = function_of([parameter(*pair) for pair in zip(names, hard, strict=True)], body[1])
    if fits or RELATION.assignable(made, wanted.type) is not NO:
        # What the function gives is not known well enough to check; its uses will show.
        return made, known_type
    return checker.require(node, (made, known_type), wanted, start, end)


def _unary(checker: Checker, node: Unary, wanted: Wanted, start: int, end: int) -> Found:
    type_: Type = DYNAMIC
    for index in range(len(node.operators) - 1, -1, -1):
        operator, place = node.operators[index], node.places[index]
        inner = Wanted(
            _OPERANDS[operator], "because of this operator", Node(place, place + len(operator))
        )
        if index == len(node.operators) - 1:
            operand = node.operand
            checker.check(operand, inner, operand.start, operand.end)
        elif RELATION.assignable(type_, inner.type) is NO:
            checker.report(mismatch(inner, type_, checker.span(node.places[index + 1], node.end)))
        type_ = inner.type
    return checker.require(node, (type_, type_), wanted, start, end)


def _binary(checker: Checker, node: Binary, wanted: Wanted, start: int, end: int) -> Found:
    if node.operator == "|":
        return checker.require(node, _unions(checker, node), wanted, start, end)
    operand_type = _OPERANDS[node.operator]
    for index, operand in enumerate(node.operands):
        if operand_type is DYNAMIC:
            checker.infer(operand)
            continue
        place = node.places[max(index - 1, 0)]
        sign = Node(place, place + len(node.operator))
        inner = Wanted(operand_type, "because of this operator", sign)
        checker.check(operand, inner, operand.start, operand.end)
    type_ = NUMBER if operand_type is NUMBER else BOOL
    return checker.require(node, (type_, type_), wanted, start, end)


def _unions(checker: Checker, node: Binary) -> Found:
    """The union operator, from left to right."""
    hard, known = checker.infer(node.operands[0])
    for operand, place in zip(node.operands[1:], node.places, strict=True):
        right = checker.infer(operand)
        made = _union(hard, right[0])
        if made is None:
            finding = codes.BAD_UNION.at(
                checker.span(place, place + 1),
                f"expected a Dict or a Set on the left, found {spelled(hard)}",
            )
            checker.report(finding.with_help("the union operator joins dicts or sets"))
            return UNKNOWN
        hard, known = made, _union(known, right[1]) or DYNAMIC
    return hard, known


def _union(left: Type, right: Type) -> Type | None:
    left, right = unfold(left), unfold(right)
    if isinstance(left, MapOf):
        return widen(left, right) if isinstance(right, MapOf) else DYNAMIC
    if isinstance(left, SetOf):
        if isinstance(right, (SetOf, ListOf)):
            return set_of(widen(left.element, right.element))
        return DYNAMIC
    return DYNAMIC if isinstance(left, (Dynamic, Object)) else None


def _missing(_checker: Checker, _node: Missing, wanted: Wanted, _start: int, _end: int) -> Found:
    return wanted.type, wanted.type


_RULES: Final[dict[type, Callable[[Checker, Any, Wanted, int, int], Found]]] = {
    Literal: _literal,
    NumberLiteral: _number,
    StringLiteral: _string,
    FormatString: _format,
    Name: _name,
    Parens: _parens,
    Block: _block,
    If: _if,
    Import: _import,
    Function: function,
    Unary: _unary,
    Binary: _binary,
    Chain: chains.chain,
    Collection: literals.collection,
    Missing: _missing,
}
