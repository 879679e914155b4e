"""Which expressions are tests, and what they prove where they hold and where they fail.

A subject is a name, or a chain of fixed fields on one.  What is proved changes the known type
only: the original knows no such thing, and where it checks a value we let it.

``and`` and ``or`` evaluate both sides.  So a test on the left proves nothing to the right of it,
and everything to the branch behind.
"""

from __future__ import annotations

from confty import types
from confty.languages.rcl.checker.checked import Binding
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

Facts: TypeAlias = "types.Facts[Binding]"
Proof: TypeAlias = types.Proof[Binding]
Subject: TypeAlias = tuple[Binding, tuple[str, ...]]
NOTHING: Final[Proof] = types.Proof()
# Longer conditions are written by programs; what they prove nests as deep as they are long.
_MOST_OPERANDS: Final = 50


def stripped(node: syntax.Expr) -> syntax.Expr:
    """Return an expression without the parentheses around it."""
    while isinstance(node, syntax.Parens) or (
        isinstance(node, syntax.Block) and not node.statements
    ):
        node = node.body
    return node


def subject(
    checker: Checker, node: syntax.Expr, links: tuple[syntax.Link, ...] = ()
) -> Subject | None:
    """Return the name and the fields of a subject: of a whole chain, or of its first links."""
    node = stripped(node)
    if isinstance(node, syntax.Chain):
        return subject(checker, node.base, node.links + links)
    if not isinstance(node, syntax.Name):
        return None
    binding = checker.scope.find(node.text)
    path: list[str] = []
    for link in links:
        if isinstance(link, syntax.Field):
            path.append(link.name.text)
        elif isinstance(link, syntax.Index) and isinstance(link.index, syntax.StringLiteral):
            path.append(link.index.value)
        else:
            return None
    return None if binding is None else (binding, tuple(path))


def proof_of(checker: Checker, node: syntax.Expr) -> Proof:
    """Return what a condition proves where it holds, and where it does not."""
    node = stripped(node)
    if isinstance(node, syntax.Unary):
        proof = proof_of(checker, node.operand)
        negative = node.operators.count("not") % 2
        return NOTHING if "-" in node.operators else proof.negated() if negative else proof
    if isinstance(node, syntax.Binary):
        return _binary(checker, node)
    if isinstance(node, syntax.If):
        return _choice(checker, node)
    if isinstance(node, syntax.Chain):
        return _call(checker, node)
    if isinstance(node, syntax.Name):
        # A name for a test: nothing changes between the two places.
        binding = checker.scope.find(node.text)
        return NOTHING if binding is None else checker.proofs.get(binding, NOTHING)
    return NOTHING


def _binary(checker: Checker, node: syntax.Binary) -> Proof:
    if len(node.operands) > _MOST_OPERANDS:
        return NOTHING
    if node.operator in ("and", "or"):
        proof = proof_of(checker, node.operands[0])
        for operand in node.operands[1:]:
            other = proof_of(checker, operand)
            proof = proof.conjoined(other) if node.operator == "and" else proof.disjoined(other)
        return proof
    if node.operator not in ("==", "!=") or len(node.operands) != 2:
        return NOTHING
    left, right = map(stripped, node.operands)
    proof = _equals(checker, left, right) or _equals(checker, right, left) or NOTHING
    return proof if node.operator == "==" else proof.negated()


def _equals(checker: Checker, node: syntax.Expr, constant: syntax.Expr) -> Proof | None:
    """Say what it proves that something equals a constant; None when that is no such test."""
    if isinstance(constant, syntax.StringLiteral):
        fact = types.Is(types.literal(types.STRING, constant.value))
    elif isinstance(constant, syntax.Literal):
        null = constant.value is None
        fact = types.Is(types.NULL if null else types.BOOL, total=null)
    elif isinstance(constant, syntax.NumberLiteral):
        fact = types.Is(types.NUMBER, total=False)
    else:
        return None
    if isinstance(node, syntax.Chain) and fact.type is types.NULL:
        found = _get_or_null(checker, node)
        if found is not None:
            return found
    about = subject(checker, node)
    return None if about is None else _about(about, fact)


def _get_or_null(checker: Checker, node: syntax.Chain) -> Proof | None:
    """Read ``x.get("name", null)``: where it is not null, the field is there."""
    called = _method(node, "get", 2)
    if called is None:
        return None
    key, default = called
    about = subject(checker, node.base, node.links[:-2])
    if about is None or not (isinstance(default, syntax.Literal) and default.value is None):
        return None
    there = types.HasField(key, types.Not(types.Is(types.NULL)))
    return types.Proof(failed=_about(about, there).held) if has_keys(checker, about) else None


def _method(node: syntax.Chain, name: str, count: int) -> tuple[str, syntax.Expr | None] | None:
    """Read the last two links as a call with a plain string first: the string, the other one."""
    if len(node.links) < 2:
        return None
    field, call = node.links[-2:]
    if not isinstance(field, syntax.Field) or not isinstance(call, syntax.Call):
        return None
    if field.name.text != name or len(call.arguments) != count:
        return None
    key = stripped(call.arguments[0])
    other = stripped(call.arguments[1]) if count > 1 else None
    return (key.value, other) if isinstance(key, syntax.StringLiteral) else None


def _call(checker: Checker, node: syntax.Chain) -> Proof:
    """Read ``x.contains("name")`` and ``x.keys().contains("name")``."""
    called = _method(node, "contains", 1)
    if called is None:
        return NOTHING
    links = node.links[:-2]
    if len(links) > 1 and isinstance(links[-1], syntax.Call) and not links[-1].arguments:
        before = links[-2]
        if isinstance(before, syntax.Field) and before.name.text == "keys":
            links = links[:-2]
    about = subject(checker, node.base, links)
    if about is None or not has_keys(checker, about):
        return NOTHING
    return _about(about, types.HasField(called[0]))


def has_keys(checker: Checker, about: Subject) -> bool:
    """Whether all that a subject may be has keys: a text or a list contains other things."""
    type_ = checker.known_of(about[0])
    for name in about[1]:
        type_ = types.read_field(type_, name).type
    good = types.Object | types.MapOf
    members = types.members(type_)
    return all(one is types.NULL or isinstance(types.unfold(one), good) for one in members)


def _choice(checker: Checker, node: syntax.If) -> Proof:
    """Read ``if a: b else: false`` and ``if a: true else: b``, which look at one side only."""
    yes, no = stripped(node.yes), stripped(node.no)
    first = proof_of(checker, node.condition)
    if isinstance(no, syntax.Literal) and no.value is False:
        return first.conjoined(proof_of(checker, yes))
    if isinstance(yes, syntax.Literal) and yes.value is True:
        return first.disjoined(proof_of(checker, no))
    return NOTHING


def _at(about: Subject, fact: types.Fact) -> types.Fact:
    for name in reversed(about[1]):
        fact = types.HasField(name, fact)
    return fact


def _about(about: Subject, fact: types.Fact) -> Proof:
    whole = _at(about, fact)
    return types.Proof({about[0]: whole}, {about[0]: types.Not(whole)})


def learned(type_: types.Type, fact: types.Fact) -> types.Type:
    """Return what a type becomes where a fact holds; a type that stays keeps its name."""
    if isinstance(types.unfold(type_), types.Dynamic):
        return type_
    made = types.learn(fact, type_, RELATION)
    return type_ if made is types.unfold(type_) else made


def narrowing(checker: Checker, facts: Facts) -> dict[Binding, types.Type]:
    """Return what is known about names once these facts hold."""
    if not facts:
        return checker.narrowed
    narrowed = dict(checker.narrowed)
    for binding, fact in facts.items():
        narrowed[binding] = learned(checker.known_of(binding), fact)
    return narrowed
