"""Which expressions are tests, and what they prove where they hold and where they fail.

A subject is a variable, ``self`` or ``$``, or a chain of fixed fields on one of these.  A
condition proves two lists of facts: one for its branch, one for the other.  ``a && b`` fails when
``a`` fails or when ``a`` holds and ``b`` fails, so its failure is a choice between the two, and a
part that is no test teaches nothing there.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import rules
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.checker.origins import kept_origin
from confty.languages.jsonnet.checker.scope import Variable
from confty.languages.jsonnet.checker.written import (
    library_call,
    library_name,
    stripped,
    subscript,
)
from confty.languages.jsonnet.library import FUNCTIONS
from confty.languages.jsonnet.parser import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

Facts: TypeAlias = "types.Facts[Variable]"
Proof: TypeAlias = types.Proof[Variable]
NOTHING: Final[Proof] = types.Proof()

TYPE_NAMES: Final[dict[str, types.Is]] = {
    "number": types.Is(types.NUMBER),
    "string": types.Is(types.STRING),
    "boolean": types.Is(rules.BOOLEAN),
    "array": types.Is(rules.ARRAY),
    "object": types.Is(rules.OBJECT),
    "function": types.Is(rules.FUNCTION),
    "null": types.Is(types.NULL),
}


def predicate(name: str) -> types.Is | None:
    """Return what a library function proves of its argument, as its record says."""
    record = FUNCTIONS.get(name)
    if record is not None and record.proves:
        return TYPE_NAMES[record.proves]
    if record is not None and record.implies:
        return types.Is(TYPE_NAMES[record.implies].type, total=False)
    return None


def subject(check: Checker, node: syntax.Expression) -> tuple[Variable, tuple[str, ...]] | None:
    """Return the variable and the fields of a subject."""
    path: list[str] = []
    node = stripped(node)
    while (found := subscript(node)) is not None:
        path.append(found[1])
        node = stripped(found[0])
    variable: Variable | None = None
    if isinstance(node, syntax.Name):
        variable = check.scope.find(node.name)
    elif isinstance(node, syntax.Self) and check.frame is not None:
        variable = check.frame.itself
    elif isinstance(node, syntax.Dollar) and check.frame is not None:
        variable = check.frame.root().itself
    if variable is None or variable is check.standard:
        return None
    return variable, tuple(reversed(path))


def _at(path: tuple[str, ...], fact: types.Fact) -> types.Fact:
    for name in reversed(path):
        fact = types.HasField(name, fact)
    return fact


def _about(check: Checker, node: syntax.Expression, fact: types.Fact) -> Proof:
    """Return the proof of one fact about a subject, total or not."""
    found = subject(check, node)
    if found is None:
        return NOTHING
    variable, path = found
    whole = _at(path, fact)
    return types.Proof({variable: whole}, {variable: types.Not(whole)})


def proof_of(check: Checker, node: syntax.Expression) -> Proof:
    """Return what a condition proves where it holds, and where it does not."""
    node = stripped(node)
    known = check.proofs.get(node)
    if known is None:
        known = check.proofs[node] = _proof_of(check, node)
    return known


def _proof_of(check: Checker, node: syntax.Expression) -> Proof:
    if isinstance(node, syntax.Unary) and node.operator == "!":
        return proof_of(check, node.operand).negated()
    if isinstance(node, syntax.Binary):
        return _binary(check, node)
    if isinstance(node, syntax.Call):
        return _call(check, node)
    if isinstance(node, syntax.If) and node.no is not None:
        return _choice(check, node)
    found = subject(check, node)
    if found is None:
        return NOTHING
    variable, path = found
    true, false = (_at(path, types.Is(one)) for one in (types.TRUE, types.FALSE))
    return types.Proof({variable: true}, {variable: false})


def _choice(check: Checker, node: syntax.If) -> Proof:
    """Read ``if a then b else false``, ``else error``, and ``if a then true else b``."""
    assert node.no is not None
    yes, no = stripped(node.yes), stripped(node.no)
    if isinstance(no, syntax.Boolean) and not no.value:
        return proof_of(check, node.test).conjoined(proof_of(check, yes))
    if isinstance(yes, syntax.Boolean) and yes.value:
        return proof_of(check, node.test).disjoined(proof_of(check, no))
    if isinstance(no, syntax.Error):
        test, rest = proof_of(check, node.test).held, proof_of(check, yes)
        return types.Proof(types.both(test, rest.held), types.both(test, rest.failed))
    return NOTHING


def _binary(check: Checker, node: syntax.Binary) -> Proof:
    operator = node.operator
    if operator == "&&":
        return proof_of(check, node.left).conjoined(proof_of(check, node.right))
    if operator == "||":
        return proof_of(check, node.left).disjoined(proof_of(check, node.right))
    if operator == "==":
        return _equals(check, node)
    if operator == "!=":
        return _equals(check, node).negated()
    if operator == "in":
        key = stripped(node.left)
        if isinstance(key, syntax.String):
            return _about(check, node.right, types.HasField(key.value))
    return NOTHING


def _equals(check: Checker, node: syntax.Binary) -> Proof:
    for one, other in ((node.left, node.right), (node.right, node.left)):
        found = _equals_literal(check, stripped(one), stripped(other))
        if found is not NOTHING:
            return found
    return NOTHING


def _equals_literal(check: Checker, node: syntax.Expression, literal: syntax.Expression) -> Proof:
    call = library_call(check, node)
    if call is not None:
        return _call_equals(check, call, literal)
    kind = _kind_of_literal(literal)
    return NOTHING if kind is None else _about(check, node, kind)


def _kind_of_literal(node: syntax.Expression) -> types.Is | None:
    if isinstance(node, syntax.Null):
        return types.Is(types.NULL)
    if isinstance(node, syntax.Boolean):
        return types.Is(types.TRUE if node.value else types.FALSE)
    if isinstance(node, syntax.Number):
        return types.Is(types.NUMBER, total=False)
    if isinstance(node, syntax.String):
        return types.Is(types.STRING, total=False)
    if isinstance(node, (syntax.Array, syntax.ArrayComprehension)):
        return types.Is(rules.ARRAY, total=False)
    if isinstance(node, (syntax.Object, syntax.ObjectComprehension)):
        return types.Is(rules.OBJECT, total=False)
    return None


def _call_equals(
    check: Checker, call: tuple[str, list[syntax.Expression]], literal: syntax.Expression
) -> Proof:
    name, arguments = call
    if name == "type" and len(arguments) == 1 and isinstance(literal, syntax.String):
        kind = TYPE_NAMES.get(literal.value)
        return NOTHING if kind is None else _about(check, arguments[0], kind)
    if name == "length" and len(arguments) == 1 and isinstance(literal, syntax.Number):
        return _length(check, arguments[0], literal.value)
    if name == "get" and len(arguments) == 2 and isinstance(literal, syntax.Null):
        key = arguments[1]
        if isinstance(key, syntax.String):
            there = types.HasField(key.value, types.Not(types.Is(types.NULL)))
            return types.Proof(failed=_about(check, arguments[0], there).held)
    return NOTHING


def _length(check: Checker, node: syntax.Expression, length: float) -> Proof:
    if not float(length).is_integer() or not 0 <= length < 1000:
        return NOTHING
    return types.Proof(_about(check, node, types.HasLength(int(length))).held)


def _call(check: Checker, node: syntax.Call) -> Proof:
    call = library_call(check, node)
    if call is None:
        return NOTHING
    name, arguments = call
    count = len(arguments)
    proven = predicate(name)
    if proven is not None and count == 1:
        return _about(check, arguments[0], proven)
    if (name in {"objectHas", "objectHasAll"} and count == 2) or (
        name == "objectHasEx" and count == 3
    ):
        return _has(check, name, arguments)
    if name == "all" and count == 1:
        return _all(check, arguments[0])
    return NOTHING


def _has(check: Checker, name: str, arguments: list[syntax.Expression]) -> Proof:
    key = arguments[1]
    if not isinstance(key, syntax.String):
        return NOTHING
    hidden = name == "objectHasAll"
    if name == "objectHasEx":
        hidden = isinstance(arguments[2], syntax.Boolean) and arguments[2].value
    return _about(check, arguments[0], types.HasField(key.value, visible=not hidden))


def _all(check: Checker, node: syntax.Expression) -> Proof:
    call = library_call(check, node)
    if call is None or call[0] != "map" or len(call[1]) != 2:
        return NOTHING
    fact = element_test(check, call[1][0])
    if fact is None:
        return NOTHING
    return types.Proof(_about(check, call[1][1], types.Elements(fact, text=True)).held)


def element_test(check: Checker, node: syntax.Expression) -> types.Fact | None:
    """Return what a predicate proves of its argument: a library test, or ``function(x) test``."""
    name = library_name(check, node)
    if name is not None:
        return predicate(name)
    if not isinstance(node, syntax.Function) or len(node.parameters) != 1:
        return None
    scope, probe = check.declare_for_test(node.parameters[0].name)
    # The body is read with a parameter of its own, so what is remembered of it does not count.
    before = check.scope, check.proofs
    check.scope, check.proofs = scope, {}
    proof = proof_of(check, node.body)
    check.scope, check.proofs = before
    return proof.held.get(probe)


def learned(fact: types.Fact, type_: types.Type) -> types.Type:
    """Return what ``type_`` becomes where ``fact`` holds; ``any`` is one of all kinds."""
    if not type_.flags & types.HAS_ORIGIN:
        return types.learn(fact, type_, rules.RELATION, rules.EVERYTHING)
    parts: list[types.Type] = []
    for one in members(type_):
        plain = types.plain(one)
        after = types.learn(fact, plain, rules.RELATION, rules.EVERYTHING)
        parts.append(one if after is plain else kept_origin(one, after))
    return types.gradual_union(*parts)


def narrowing(check: Checker, facts: Facts) -> dict[Variable, types.Type]:
    """Return what is known about variables once these facts hold."""
    if not facts:
        return check.narrowed
    narrowed = dict(check.narrowed)
    for variable, fact in facts.items():
        if variable.role == "self":
            base = narrowed.get(variable) or (
                rules.OBJECT if variable.type is rules.ANY else variable.type
            )
            assert base is not None
        else:
            base = narrowed.get(variable) or check.force(variable)
        learnt = learned(fact, base)
        # Every kind again, after taking them apart, is no more known than before.
        narrowed[variable] = (
            base if learnt is rules.EVERYTHING and erased(base) is rules.ANY else learnt
        )
    return narrowed
