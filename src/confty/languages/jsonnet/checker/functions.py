"""Functions: parameters, what their first asserts say of them, and defaults.

A parameter that no assert speaks of is ``any``: what the text says of a function holds for every
caller.  Where it is called, its body is looked at again with the arguments (``origins``).
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.closures import Closure
from confty.languages.jsonnet.checker.conditions import Facts, Proof, learned, proof_of
from confty.languages.jsonnet.checker.scope import Scope, Variable
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY


def infer_function(
    check: Checker,
    parameters: list[syntax.Parameter],
    body: syntax.Expression,
    hints: tuple[types.Type, ...] = (),
) -> types.Function:
    """Return the type of a function; ``hints`` are the types its caller will pass."""
    known = check.functions.get(body) if check.close and not hints else None
    if known is not None:
        # What the text says of it is known: it is looked at where it is called.
        return _remembering(known, Closure(check, parameters, body))
    closure = Closure(check, parameters, body)
    scope = Scope(check.scope)
    declared: list[Variable] = []
    for place, one in enumerate(parameters):
        type_ = hints[place] if place < len(hints) else ANY
        variable = Variable(one.name, "parameter", type_)
        variable.close = check.close
        scope.names[one.name.name] = variable
        declared.append(variable)
    # What conditions prove is about these very parameters: another look has others.
    before, proofs = check.scope, check.proofs
    check.scope, check.proofs = scope, {}
    check.in_functions += 1
    facts = required_facts(check, body)
    for variable in declared:
        fact = facts.get(variable)
        if fact is not None:
            assert variable.type is not None
            variable.type = learned(fact, variable.type)
        check.types[variable.name] = variable.type or ANY
    _defaults(check, parameters, declared, facts)
    result = check.infer(body)
    check.in_functions -= 1
    check.scope, check.proofs = before, proofs
    check.unused(declared)
    made = [
        types.parameter(
            one.name.name, types.plain(variable.type or ANY), optional=one.default is not None
        )
        for one, variable in zip(parameters, declared, strict=True)
    ]
    if hints:
        return types.function_of(made, result)
    found = types.function_of(made, types.plain(result))
    if not check.close:
        check.functions[body] = found
    return _remembering(found, closure)


def _remembering(function: types.Function, closure: Closure) -> types.Function:
    found = types.originated(function, closure)
    assert isinstance(found, types.Function)
    return found


def infer_literal(
    check: Checker,
    written: syntax.Expression,
    node: syntax.Function,
    hints: tuple[types.Type, ...],
) -> types.Function:
    """Infer and note a function literal, perhaps in parentheses, whose caller is known."""
    found = infer_function(check, node.parameters, node.body, hints)
    check.types[node] = check.types[written] = found
    return found


def _defaults(
    check: Checker, parameters: list[syntax.Parameter], declared: list[Variable], facts: Facts
) -> None:
    for one, variable in zip(parameters, declared, strict=True):
        if one.default is None:
            continue
        found = check.infer(one.default)
        if variable in facts and variable.type is not None:
            check.want(one.default, found, variable.type)


def required_facts(check: Checker, body: syntax.Expression) -> Facts:
    """Collect what must hold of the parameters for the body not to fail.

    Read off the asserts the body starts with, also written as ``if c then … else error``, with
    locals between them; a body that is an object requires what its own asserts say.
    """
    required: Facts = {}
    shadowed: set[str] = set()
    body = stripped(body)
    while True:
        if isinstance(body, syntax.Local):
            shadowed.update(bind.name.name for bind in body.binds)
            body = stripped(body.body)
            continue
        if isinstance(body, syntax.Assert):
            facts, rest = _proof(check, body.test).held, body.body
        elif isinstance(body, syntax.If) and body.no is not None:
            if isinstance(stripped(body.no), syntax.Error):
                facts, rest = _proof(check, body.test).held, body.yes
            elif isinstance(stripped(body.yes), syntax.Error):
                facts, rest = _proof(check, body.test).failed, body.no
            else:
                break
        else:
            break
        required = _added(required, facts, shadowed)
        body = stripped(rest)
    if isinstance(body, syntax.Object):
        required = _object_facts(check, body, required, shadowed)
    return required


def _proof(check: Checker, test: syntax.Expression) -> Proof:
    # Names bound between here and the test may hide parameters: do not remember the answer.
    before, check.proofs = check.proofs, {}
    found = proof_of(check, test)
    check.proofs = before
    return found


def _added(required: Facts, facts: Facts, shadowed: set[str]) -> Facts:
    kept = {one: fact for one, fact in facts.items() if one.name.name not in shadowed}
    return types.both(required, kept)


def _object_facts(
    check: Checker, body: syntax.Object, required: Facts, shadowed: set[str]
) -> Facts:
    binds = [one.bind for one in body.members if isinstance(one, syntax.ObjectLocal)]
    shadowed.update([bind.name.name for bind in binds])
    for one in body.members:
        if isinstance(one, syntax.ObjectAssert):
            facts = _proof(check, one.test).held
            others = {name: fact for name, fact in facts.items() if name.role != "self"}
            required = _added(required, others, shadowed)
    return required
