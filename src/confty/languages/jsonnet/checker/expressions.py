"""Types of the plain expressions: literals, names, conditionals, locals, arrays, loops."""

from __future__ import annotations

from confty.kit.suggest import nearest
from confty.languages.jsonnet.checker.constants import constant
from confty.languages.jsonnet.checker.engine import RULES_BY_NODE, Checker
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.scope import Scope, Variable
from confty.languages.jsonnet.checker.tests import narrowing, proof_of
from confty.languages.jsonnet.codes import (
    IMPORT_NOT_FOUND,
    TYPE_MISMATCH,
    UNKNOWN_NAME,
)
from confty.languages.jsonnet.parser.syntax import (
    Array,
    ArrayComprehension,
    Assert,
    Bind,
    Boolean,
    Clause,
    Error,
    Expression,
    For,
    Function,
    If,
    Import,
    Local,
    Missing,
    Name,
    Null,
    Number,
    Parameter,
    Parens,
    String,
)
from confty.languages.jsonnet.rules import (
    ANY,
    BOOLEAN,
    MOST_ELEMENTS,
    either_of,
    element_of,
    kind_of,
    members,
    spell,
    vague,
)
from confty.text import Severity
from confty.types import (
    FALSE,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    TRUE,
    Type,
    function_of,
    gradual_union,
    list_of,
    parameter,
    tuple_of,
)

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


def _missing(_: Checker, __: Missing) -> Type:
    return ANY


def _null(_: Checker, __: Null) -> Type:
    return NULL


def _boolean(_: Checker, node: Boolean) -> Type:
    return TRUE if node.value else FALSE


def _number(check: Checker, node: Number) -> Type:
    if node.value in (float("inf"), float("-inf")):
        message = f"expected a number that fits in 64 bits, found {node.text}"
        check.report(TYPE_MISMATCH, node, message)
    return NUMBER


def _string(_: Checker, __: String) -> Type:
    return STRING


def _parens(check: Checker, node: Parens) -> Type:
    return check.infer(node.inner)


def _name(check: Checker, node: Name) -> Type:
    variable = check.scope.find(node.name)
    if variable is None:
        unknown_name(check, node)
        return ANY
    variable.used = True
    check.uses[node] = variable
    return check.look(variable)


def unknown_name(check: Checker, node: Name) -> None:
    """Report a name that nothing in scope has, and guess what was meant."""
    near = _HABITS.get(node.name) or nearest(node.name, sorted(check.scope.known()))
    if check.report(UNKNOWN_NAME, node, f"expected a known name, found `{node.name}`") and near:
        check.add_guess(node, near)


def _array(check: Checker, node: Array) -> Type:
    parts = [check.infer(one) for one in node.elements]
    # A long literal is data: an array of what it holds says as much, and stays readable.
    return tuple_of(*parts) if len(parts) <= MOST_ELEMENTS else list_of(either_of(parts))


def _if(check: Checker, node: If) -> Type:
    test = condition(check, node.test, node)
    held, failed = proof_of(check, node.test)
    before = check.narrowed
    check.narrowed = narrowing(check, held)
    yes = check.infer(node.yes)
    check.narrowed = before
    if node.no is None:
        no: Type = NULL
    else:
        check.narrowed = narrowing(check, failed)
        no = check.infer(node.no)
        check.narrowed = before
    # A condition that is known leaves one branch.
    if test is TRUE:
        return yes
    return no if test is FALSE else gradual_union(yes, no)


def condition(check: Checker, node: Expression, whole: Expression) -> Type:
    """Infer a condition and ask that it is a boolean."""
    test = check.infer(node)
    check.reached(whole, test)
    check.want(node, test, BOOLEAN)
    return test


def _assert(check: Checker, node: Assert) -> Type:
    """A chain of asserts is walked in a loop: a function may start with many."""
    before = check.narrowed
    chain: list[Assert] = []
    body: Expression = node
    fails = False
    while isinstance(body, Assert):
        chain.append(body)
        test = condition(check, body.test, body)
        fails = fails or test in {FALSE, NEVER} or constant(check, body.test) is False
        held, failed = proof_of(check, body.test)
        if body.message is not None:
            around = check.narrowed
            check.narrowed = narrowing(check, failed)
            check.infer(body.message)
            check.doubtful.append((body.message.start, body.message.end))
            check.narrowed = around
        check.narrowed = narrowing(check, held)
        body = body.body
    found = check.infer(body)
    if fails:
        found = NEVER
    check.narrowed = before
    for link in chain[1:]:
        check.types[link] = found
    return found


def bind_variable(check: Checker, bind: Bind, scope: Scope) -> Variable:
    """Declare a bind; its type is found when it is needed, in the surroundings of now."""
    variable = Variable(bind.name, "local")
    variable.value = bind.value
    variable.method = bind.parameters is not None
    variable.parameters = bind.parameters or getattr(bind.value, "parameters", [])
    frame, narrowed = check.frame, check.narrowed
    parameters = bind.parameters

    def pending() -> Type:
        before = check.scope, check.frame, check.narrowed
        check.scope, check.frame, check.narrowed = scope, frame, narrowed
        try:
            if parameters is None:
                if isinstance(bind.value, Function):
                    variable.busy = meanwhile(bind.value.parameters)
                return check.infer(bind.value)
            variable.busy = meanwhile(parameters)
            return infer_function(check, parameters, bind.value)
        finally:
            check.scope, check.frame, check.narrowed = before

    def meanwhile(wanted: list[Parameter]) -> Type:
        # A function that calls itself: its parameters are known, its result is not.
        known = [parameter(p.name.name, ANY, optional=p.default is not None) for p in wanted]
        return function_of(known, ANY)

    variable.pending = pending
    return variable


def _local(check: Checker, node: Local) -> Type:
    """A chain of locals is walked in a loop: a file may start with hundreds."""
    before = check.scope
    declared: list[Variable] = []
    chain: list[Local] = []
    body: Expression = node
    while isinstance(body, Local):
        chain.append(body)
        scope = Scope(check.scope)
        group = [bind_variable(check, bind, scope) for bind in body.binds]
        for variable in group:
            scope.names[variable.name.name] = variable
        check.scope = scope
        for variable in group:
            check.force(variable)
            check.types[variable.name] = variable.type or ANY
        declared += group
        body = body.body
    found = check.infer(body)
    check.scope = before
    check.unused(declared)
    for link in chain[1:]:
        check.types[link] = found
    return found


def _function(check: Checker, node: Function) -> Type:
    return infer_function(check, node.parameters, node.body)


def _error(check: Checker, node: Error) -> Type:
    check.reached(node, check.infer(node.message))
    return NEVER


def _import(check: Checker, node: Import) -> Type:
    check.infer(node.path)
    found = check.world.imported(node, check)
    if node.word == "importstr":
        return STRING if found is not NEVER else ANY
    if node.word == "importbin":
        return list_of(NUMBER)
    return found


def not_found(check: Checker, node: Import) -> None:
    """Report an import of a file that is not there."""
    message = f"expected a file, found none at `{node.path.value}`"
    check.report(IMPORT_NOT_FOUND, node, message)


def run_over(check: Checker, source: Expression, found: Type) -> Type:
    """Return what a loop variable is; only arrays can be run over."""
    parts = (ANY,) if vague(found) else members(found)
    wrong = [one for one in parts if kind_of(one) not in {"array", "any"}]
    severity = Severity.ERROR if len(wrong) == len(parts) else Severity.WARNING
    for one in wrong:
        message = f"expected `array[any]`, found `{spell(one)}`"
        check.report(TYPE_MISMATCH, source, message, severity)
    elements = [element_of(one) for one in parts if kind_of(one) == "array"]
    if len(elements) < len(parts):
        return ANY
    return gradual_union(*[one for one in elements if one is not None])


def open_clauses(check: Checker, clauses: list[Clause]) -> list[Variable]:
    """Enter the clauses of a comprehension; the caller restores scope and narrowing."""
    declared: list[Variable] = []
    for clause in clauses:
        if isinstance(clause, For):
            source = check.infer(clause.source)
            check.reached(clause, source)
            variable = Variable(clause.name, "loop", run_over(check, clause.source, source))
            scope = Scope(check.scope)
            scope.names[clause.name.name] = variable
            check.scope = scope
            check.types[clause.name] = variable.type or ANY
            declared.append(variable)
            check.idle += variable.type is NEVER
        else:
            condition(check, clause.test, clause.test)
            check.narrowed = narrowing(check, proof_of(check, clause.test)[0])
    return declared


def _comprehension(check: Checker, node: ArrayComprehension) -> Type:
    before = check.scope, check.narrowed, check.idle
    declared = open_clauses(check, node.clauses)
    element = check.infer(node.element)
    check.scope, check.narrowed, check.idle = before
    check.unused(declared)
    return list_of(element)


RULES_BY_NODE.update(
    {
        Missing: _missing,
        Null: _null,
        Boolean: _boolean,
        Number: _number,
        String: _string,
        Parens: _parens,
        Name: _name,
        Array: _array,
        If: _if,
        Assert: _assert,
        Local: _local,
        Function: _function,
        Error: _error,
        Import: _import,
        ArrayComprehension: _comprehension,
    }
)
