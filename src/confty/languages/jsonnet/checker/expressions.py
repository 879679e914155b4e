"""Types of the plain expressions: literals, names, conditionals, locals, arrays, loops."""

from __future__ import annotations

from confty import types
from confty.kit.suggest import nearest
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.annotations import held
from confty.languages.jsonnet.checker.checker import PARTLY, Checker
from confty.languages.jsonnet.checker.conditions import narrowing, proof_of
from confty.languages.jsonnet.checker.constants import constant
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.kinds import (
    MOST_ELEMENTS,
    either_of,
    element_of,
    kind_of,
    one_of,
    parts_of,
)
from confty.languages.jsonnet.checker.loop_texts import names_run_over
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.scope import Doubt, Scope, Variable
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, BOOLEAN
from confty.text import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

# What people who come from other languages write.
_HABITS = {
    "True": "true",
    "TRUE": "true",
    "YES": "true",
    "False": "false",
    "FALSE": "false",
    "NO": "false",
    "undefined": "null",
    "None": "null",
    "nil": "null",
    "NULL": "null",
    "elif": "else if",
    "elsif": "else if",
    "func": "function",
    "fn": "function",
    "var": "local",
    "let": "local",
    "const": "local",
    "require": "import",
    "include": "import",
    "this": "self",
}


def infer_number(check: Checker, node: syntax.Number) -> types.Type:
    """Infer a number, and ask that it is finite."""
    if node.value in (float("inf"), float("-inf")):
        message = f"expected a number that fits in 64 bits, found {node.text}"
        check.report(codes.TYPE_MISMATCH, node, message)
    return types.NUMBER


def infer_name(check: Checker, node: syntax.Name) -> types.Type:
    """Infer a name: what its variable is here."""
    variable = check.scope.find(node.name)
    if variable is None:
        unknown_name(check, node)
        return ANY
    variable.used = True
    check.uses[node] = variable
    return check.look(variable)


def unknown_name(check: Checker, node: syntax.Name) -> None:
    """Report a name that nothing in scope has, and guess what was meant."""
    near = _HABITS.get(node.name) or _near(check, node.name)
    if (
        check.report(codes.UNKNOWN_NAME, node, f"expected a known name, found `{node.name}`")
        and near
    ):
        check.add_guess(node, near)


def _near(check: Checker, name: str) -> str | None:
    return nearest(name, sorted(check.findings.names(check.scope.known)))


def infer_array(check: Checker, node: syntax.Array) -> types.Type:
    """Infer an array literal: a tuple of its elements."""
    parts = [check.infer(one) for one in node.elements]
    # A long literal is data: an array of what it holds says as much, and stays readable.
    return (
        types.tuple_of(*parts) if len(parts) <= MOST_ELEMENTS else types.list_of(either_of(parts))
    )


def infer_if(check: Checker, node: syntax.If) -> types.Type:
    """Infer both branches, each with what the condition proves there."""
    test = condition(check, node.test, node)
    proof = proof_of(check, node.test)
    before = check.narrowed
    yes: types.Type = types.NEVER
    no: types.Type = types.NEVER
    unsure = check.unsure
    if test not in {types.TRUE, types.FALSE}:
        check.unsure = Doubt(unsure, node.test)
    check.narrowed = narrowing(check, proof.held)
    if not _dead(check, before, test is types.FALSE):
        yes = check.infer(node.yes)
    check.narrowed = before
    if node.no is None:
        no = types.NULL
    else:
        check.narrowed = narrowing(check, proof.failed)
        if not _dead(check, before, test is types.TRUE):
            no = check.infer(node.no)
        check.narrowed = before
    check.unsure = unsure
    # A condition that is known leaves one branch.
    if test is types.TRUE:
        return yes
    return no if test is types.FALSE else types.gradual_union(yes, no)


def _dead(check: Checker, before: dict[Variable, types.Type], known: bool) -> bool:
    """Whether a branch is never taken, as far as a closer look knows."""
    if not check.close:
        return False
    if known:
        return True
    proved = check.narrowed
    return proved is not before and any(
        one is types.NEVER and before.get(variable) is not types.NEVER
        for variable, one in proved.items()
    )


def condition(check: Checker, node: syntax.Expression, whole: syntax.Expression) -> types.Type:
    """Infer a condition and ask that it is a boolean."""
    test = check.infer(node)
    check.reached(whole, test)
    check.want(node, test, BOOLEAN)
    return test


def infer_assert(check: Checker, node: syntax.Assert) -> types.Type:
    """A chain of asserts is walked in a loop: a function may start with many."""
    before = check.narrowed
    chain: list[syntax.Assert] = []
    body: syntax.Expression = node
    fails = False
    while isinstance(body, syntax.Assert):
        chain.append(body)
        test = condition(check, body.test, body)
        fails = fails or test in {types.FALSE, types.NEVER} or constant(check, body.test) is False
        proof = proof_of(check, body.test)
        if body.message is not None:
            around = check.narrowed
            check.narrowed = narrowing(check, proof.failed)
            check.infer(body.message)
            check.doubtful.append((body.message.start, body.message.end))
            check.narrowed = around
        check.narrowed = narrowing(check, proof.held)
        body = body.body
    found = check.infer(body)
    if fails:
        found = types.NEVER
    check.narrowed = before
    for link in chain[1:]:
        check.types[link] = found
    return found


def open_binds(check: Checker, binds: Iterable[syntax.Bind]) -> list[Variable]:
    """Enter a scope in which each bind may refer to all; the caller restores the scope."""
    check.scope = scope = Scope(check.scope)
    declared = [_bind_variable(check, bind, scope) for bind in binds]
    for variable in declared:
        scope.names[variable.name.name] = variable
    return declared


def _bind_variable(check: Checker, bind: syntax.Bind, scope: Scope) -> Variable:
    """Declare a bind; its type is found when it is needed, in the surroundings of now."""
    variable = Variable(bind.name, "local")
    variable.close = check.close
    variable.value = bind.value
    variable.method = bind.parameters is not None
    parameters = bind.parameters
    if parameters is not None:
        variable.parameters = parameters
    elif isinstance(bind.value, syntax.Function):
        variable.parameters = bind.value.parameters
    annotation = check.annotations.get(bind)
    if annotation is not None:
        variable.annotated = annotation.span
    variable.pending = _Bound(check, bind, variable, scope)
    return variable


class _Bound:
    """What a bind stands for, inferred when somebody asks for it, in the surroundings it has."""

    __slots__ = ("bind", "check", "frame", "narrowed", "scope", "variable")

    def __init__(
        self, check: Checker, bind: syntax.Bind, variable: Variable, scope: Scope
    ) -> None:
        self.check: Final = check
        self.bind: Final = bind
        self.variable: Final = variable
        self.scope: Final = scope
        self.frame: Final = check.frame
        self.narrowed: Final = check.narrowed

    def __call__(self) -> types.Type:
        check = self.check
        before = check.scope, check.frame, check.narrowed
        check.scope, check.frame, check.narrowed = self.scope, self.frame, self.narrowed
        try:
            return self._inferred(check, self.bind)
        finally:
            check.scope, check.frame, check.narrowed = before

    def _inferred(self, check: Checker, bind: syntax.Bind) -> types.Type:
        parameters, annotation = bind.parameters, check.annotations.get(bind)
        if annotation is not None:
            self.variable.busy = annotation.type
            return held(check, annotation, parameters, bind.value)
        if parameters is None:
            if isinstance(bind.value, syntax.Function):
                self.variable.busy = _meanwhile(bind.value.parameters)
            return check.infer(bind.value)
        self.variable.busy = _meanwhile(parameters)
        return infer_function(check, parameters, bind.value)


def _meanwhile(wanted: list[syntax.Parameter]) -> types.Type:
    # A function that calls itself: its parameters are known, its result is not.
    known = [types.parameter(p.name.name, ANY, optional=p.default is not None) for p in wanted]
    return types.function_of(known, ANY)


def infer_local(check: Checker, node: syntax.Local) -> types.Type:
    """A chain of locals is walked in a loop: a file may start with hundreds."""
    before = check.scope
    declared: list[Variable] = []
    chain: list[syntax.Local] = []
    body: syntax.Expression = node
    while isinstance(body, syntax.Local):
        chain.append(body)
        group = open_binds(check, body.binds)
        if not check.close:
            for variable in group:
                check.types[variable.name] = check.force(variable)
        declared += group
        body = body.body
    found = check.infer(body)
    check.scope = before
    check.unused(declared)
    for link in chain[1:]:
        check.types[link] = found
    return found


def infer_error(check: Checker, node: syntax.Error) -> types.Type:
    """Infer ``error``: it ends in no value."""
    check.reached(node, check.infer(node.message))
    return types.NEVER


def infer_import(check: Checker, node: syntax.Import) -> types.Type:
    """Infer an import: the type of the file, a text, or bytes."""
    check.infer(node.path)
    found = check.imports.imported(node, check)
    if node.word == "importstr":
        return types.STRING if found is not types.NEVER else ANY
    if node.word == "importbin":
        return types.list_of(types.NUMBER)
    return found


def run_over(check: Checker, source: syntax.Expression, found: types.Type) -> types.Type:
    """Return what a loop variable is; only arrays can be run over."""
    parts = parts_of(found)
    wrong = [one for one in parts if kind_of(one) not in {"array", "any"}]
    severity = Severity.ERROR if len(wrong) == len(parts) else PARTLY
    for one in wrong:
        message = f"expected `array[any]`, found `{spell(one)}`"
        check.report_value(codes.TYPE_MISMATCH, source, message, one, severity)
    elements = [element_of(one) for one in parts if kind_of(one) == "array"]
    if len(elements) < len(parts):
        return ANY
    return types.gradual_union(*[one for one in elements if one is not None])


def open_clauses(check: Checker, clauses: list[syntax.Clause]) -> list[Variable]:
    """Enter the clauses of a comprehension; the caller restores scope and narrowing."""
    declared: list[Variable] = []
    for clause in clauses:
        if isinstance(clause, syntax.For):
            source = check.infer(clause.source)
            check.reached(clause, source)
            element = run_over(check, clause.source, source)
            if check.close and (names := names_run_over(check, clause.source)) is not None:
                element = one_of(names)
            variable = Variable(clause.name, "loop", element)
            scope = Scope(check.scope)
            scope.names[clause.name.name] = variable
            check.scope = scope
            check.types[clause.name] = variable.type or ANY
            declared.append(variable)
            check.idle += variable.type is types.NEVER
        else:
            condition(check, clause.test, clause.test)
            check.unsure = Doubt(check.unsure, clause.test)
            check.narrowed = narrowing(check, proof_of(check, clause.test).held)
    return declared
