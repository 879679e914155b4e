"""Which expressions are tests, and what they prove where they hold and where they fail.

A subject is a variable, ``self`` or ``$``, or a chain of fixed fields on one of these.  A
condition proves two lists of facts: one for its branch, one for the other.  ``a && b`` fails when
``a`` fails or when ``a`` holds and ``b`` fails, so its failure is a choice between the two, and a
part that is no test teaches nothing there.
"""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.checker.engine import Checker
from confty.languages.jsonnet.checker.scope import Variable
from confty.languages.jsonnet.parser.syntax import (
    Array,
    ArrayComprehension,
    Binary,
    Boolean,
    Call,
    Dollar,
    Dot,
    Error,
    Expression,
    Function,
    If,
    Index,
    Name,
    Null,
    Number,
    Object,
    ObjectComprehension,
    Parens,
    Self,
    String,
    Unary,
)
from confty.languages.jsonnet.rules import (
    ANY,
    ARRAY,
    BOOLEAN,
    EVERYTHING,
    FUNCTION,
    OBJECT,
    erased,
    learned,
)
from confty.types import (
    FALSE,
    NULL,
    NUMBER,
    STRING,
    TRUE,
    And,
    Elements,
    Fact,
    HasField,
    Is,
    Length,
    Not,
    Or,
    Type,
)

Facts = dict[Variable, Fact]
Proof = tuple[Facts, Facts]
NOTHING: Final[Proof] = ({}, {})

PREDICATES: Final[dict[str, Is]] = {
    "isArray": Is(ARRAY),
    "isBoolean": Is(BOOLEAN),
    "isNumber": Is(NUMBER),
    "isObject": Is(OBJECT),
    "isString": Is(STRING),
    "isFunction": Is(FUNCTION),
    "isNull": Is(NULL),
    "isEven": Is(NUMBER, total=False),
    "isOdd": Is(NUMBER, total=False),
    "isInteger": Is(NUMBER, total=False),
    "isDecimal": Is(NUMBER, total=False),
}
TYPE_NAMES: Final[dict[str, Is]] = {
    "number": Is(NUMBER),
    "string": Is(STRING),
    "boolean": Is(BOOLEAN),
    "array": Is(ARRAY),
    "object": Is(OBJECT),
    "function": Is(FUNCTION),
    "null": Is(NULL),
}


def stripped(node: Expression) -> Expression:
    """Return what parentheses hold."""
    while isinstance(node, Parens):
        node = node.inner
    return node


def library_name(check: Checker, node: Expression) -> str | None:
    """Return ``f`` for ``std.f`` where ``std`` is the library itself."""
    node = stripped(node)
    name = fixed_field(node)
    if name is None:
        return None
    assert isinstance(node, (Dot, Index))
    target = stripped(node.target)
    if isinstance(target, Name) and check.scope.find(target.name) is check.standard:
        return name
    return None


def fixed_field(node: Expression) -> str | None:
    """Return the field that a subscript names, where it is written out."""
    if isinstance(node, Dot):
        return node.field.name
    if isinstance(node, Index):
        index = stripped(node.index)
        return index.value if isinstance(index, String) else None
    return None


def library_call(check: Checker, node: Expression) -> tuple[str, list[Expression]] | None:
    """Return the name and the arguments of a call of the library without named arguments."""
    if not isinstance(node, Call) or any(one.name is not None for one in node.arguments):
        return None
    name = library_name(check, node.callee)
    if name is None:
        return None
    return name, [stripped(one.value) for one in node.arguments]


def subject(check: Checker, node: Expression) -> tuple[Variable, tuple[str, ...]] | None:
    """Return the variable and the fields of a subject."""
    path: list[str] = []
    node = stripped(node)
    while (name := fixed_field(node)) is not None:
        assert isinstance(node, (Dot, Index))
        path.append(name)
        node = stripped(node.target)
    variable: Variable | None = None
    if isinstance(node, Name):
        variable = check.scope.find(node.name)
    elif isinstance(node, Self) and check.frame is not None:
        variable = check.frame.itself
    elif isinstance(node, Dollar) and check.frame is not None:
        variable = check.frame.root().itself
    if variable is None or variable is check.standard:
        return None
    return variable, tuple(reversed(path))


def _at(path: tuple[str, ...], fact: Fact) -> Fact:
    for name in reversed(path):
        fact = HasField(name, fact)
    return fact


def _about(check: Checker, node: Expression, fact: Fact) -> Proof:
    """Return the proof of one fact about a subject, total or not."""
    found = subject(check, node)
    if found is None:
        return NOTHING
    variable, path = found
    whole = _at(path, fact)
    return {variable: whole}, {variable: Not(whole)}


def proof_of(check: Checker, node: Expression) -> Proof:
    """Return what a condition proves where it holds, and where it does not."""
    node = stripped(node)
    known = check.proofs.get(node)
    if known is None:
        known = check.proofs[node] = _proof_of(check, node)
    return known


def _proof_of(check: Checker, node: Expression) -> Proof:
    if isinstance(node, Unary) and node.operator == "!":
        held, failed = proof_of(check, node.operand)
        return failed, held
    if isinstance(node, Binary):
        return _binary(check, node)
    if isinstance(node, Call):
        return _call(check, node)
    if isinstance(node, If) and node.no is not None:
        return _choice(check, node)
    found = subject(check, node)
    if found is None:
        return NOTHING
    variable, path = found
    return {variable: _at(path, Is(TRUE))}, {variable: _at(path, Is(FALSE))}


def _both(left: Facts, right: Facts) -> Facts:
    joined = dict(left)
    for variable, fact in right.items():
        known = joined.get(variable)
        joined[variable] = fact if known is None else And(known, fact)
    return joined


def _either(left: Facts, right: Facts) -> Facts:
    return {one: Or(fact, right[one]) for one, fact in left.items() if one in right}


def _and(left: Proof, right: Proof) -> Proof:
    return _both(left[0], right[0]), _either(left[1], _both(left[0], right[1]))


def _or(left: Proof, right: Proof) -> Proof:
    return _either(left[0], _both(left[1], right[0])), _both(left[1], right[1])


def _choice(check: Checker, node: If) -> Proof:
    """Read ``if a then b else false``, ``else error``, and ``if a then true else b``."""
    assert node.no is not None
    yes, no = stripped(node.yes), stripped(node.no)
    if isinstance(no, Boolean) and not no.value:
        return _and(proof_of(check, node.test), proof_of(check, yes))
    if isinstance(yes, Boolean) and yes.value:
        return _or(proof_of(check, node.test), proof_of(check, no))
    if isinstance(no, Error):
        test, rest = proof_of(check, node.test), proof_of(check, yes)
        return _both(test[0], rest[0]), _both(test[0], rest[1])
    return NOTHING


def _binary(check: Checker, node: Binary) -> Proof:
    operator = node.operator
    if operator == "&&":
        return _and(proof_of(check, node.left), proof_of(check, node.right))
    if operator == "||":
        return _or(proof_of(check, node.left), proof_of(check, node.right))
    if operator == "==":
        return _equals(check, node)
    if operator == "!=":
        held, failed = _equals(check, node)
        return failed, held
    if operator == "in":
        key = stripped(node.left)
        if isinstance(key, String):
            return _about(check, node.right, HasField(key.value))
    return NOTHING


def _equals(check: Checker, node: Binary) -> Proof:
    for one, other in ((node.left, node.right), (node.right, node.left)):
        found = _equals_literal(check, stripped(one), stripped(other))
        if found is not NOTHING:
            return found
    return NOTHING


def _equals_literal(check: Checker, node: Expression, literal: Expression) -> Proof:
    call = library_call(check, node)
    if call is not None:
        return _call_equals(check, call, literal)
    kind = _kind_of_literal(literal)
    return NOTHING if kind is None else _about(check, node, kind)


def _kind_of_literal(node: Expression) -> Is | None:
    if isinstance(node, Null):
        return Is(NULL)
    if isinstance(node, Boolean):
        return Is(TRUE if node.value else FALSE)
    if isinstance(node, Number):
        return Is(NUMBER, total=False)
    if isinstance(node, String):
        return Is(STRING, total=False)
    if isinstance(node, (Array, ArrayComprehension)):
        return Is(ARRAY, total=False)
    if isinstance(node, (Object, ObjectComprehension)):
        return Is(OBJECT, total=False)
    return None


def _call_equals(check: Checker, call: tuple[str, list[Expression]], literal: Expression) -> Proof:
    name, arguments = call
    if name == "type" and len(arguments) == 1 and isinstance(literal, String):
        kind = TYPE_NAMES.get(literal.value)
        return NOTHING if kind is None else _about(check, arguments[0], kind)
    if name == "length" and len(arguments) == 1 and isinstance(literal, Number):
        return _length(check, arguments[0], literal.value)
    if name == "get" and len(arguments) == 2 and isinstance(literal, Null):
        key = arguments[1]
        if isinstance(key, String):
            there = HasField(key.value, Not(Is(NULL)))
            held, _ = _about(check, arguments[0], there)
            return {}, held
    return NOTHING


def _length(check: Checker, node: Expression, length: float) -> Proof:
    if not float(length).is_integer() or not 0 <= length < 1000:
        return NOTHING
    return _about(check, node, Length(int(length)))[0], {}


def _call(check: Checker, node: Call) -> Proof:
    call = library_call(check, node)
    if call is None:
        return NOTHING
    name, arguments = call
    count = len(arguments)
    if name in PREDICATES and count == 1:
        return _about(check, arguments[0], PREDICATES[name])
    if (name in {"objectHas", "objectHasAll"} and count == 2) or (
        name == "objectHasEx" and count == 3
    ):
        return _has(check, name, arguments)
    if name == "all" and count == 1:
        return _all(check, arguments[0])
    return NOTHING


def _has(check: Checker, name: str, arguments: list[Expression]) -> Proof:
    key = arguments[1]
    if not isinstance(key, String):
        return NOTHING
    hidden = name == "objectHasAll"
    if name == "objectHasEx":
        hidden = isinstance(arguments[2], Boolean) and arguments[2].value
    return _about(check, arguments[0], HasField(key.value, visible=not hidden))


def _all(check: Checker, node: Expression) -> Proof:
    call = library_call(check, node)
    if call is None or call[0] != "map" or len(call[1]) != 2:
        return NOTHING
    fact = element_test(check, call[1][0])
    if fact is None:
        return NOTHING
    held, _ = _about(check, call[1][1], Elements(fact, text=True))
    return held, {}


def element_test(check: Checker, node: Expression) -> Fact | None:
    """Return what a predicate proves of its argument: a library test, or ``function(x) test``."""
    name = library_name(check, node)
    if name is not None:
        return PREDICATES.get(name)
    if not isinstance(node, Function) or len(node.parameters) != 1:
        return None
    scope, probe = check.declare_for_test(node.parameters[0].name)
    # The body is read with a parameter of its own, so what is remembered of it does not count.
    before = check.scope, check.proofs
    check.scope, check.proofs = scope, {}
    held, _ = proof_of(check, node.body)
    check.scope, check.proofs = before
    return held.get(probe)


def narrowing(check: Checker, facts: Facts) -> dict[Variable, Type]:
    """Return what is known about variables once these facts hold."""
    if not facts:
        return check.narrowed
    narrowed = dict(check.narrowed)
    for variable, fact in facts.items():
        if variable.role == "self":
            base = narrowed.get(variable, OBJECT)
        else:
            base = narrowed.get(variable) or check.force(variable)
        learnt = learned(fact, base)
        # Every kind again, after taking them apart, is no more known than before.
        narrowed[variable] = base if learnt is EVERYTHING and erased(base) is ANY else learnt
    return narrowed
