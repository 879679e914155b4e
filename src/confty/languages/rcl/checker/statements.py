"""Statements: what they bind, and what they prove to what follows them."""

from __future__ import annotations

from confty.kit.checking import Scope
from confty.languages.rcl.checker import lints
from confty.languages.rcl.checker.checker import CONDITION, Checker
from confty.languages.rcl.checker.conditions import narrowing, proof_of
from confty.languages.rcl.parser import syntax
from confty.types import BOOL


class Inner:
    """A stretch of a document with names, types and knowledge of its own."""

    __slots__ = ("_before", "_checker")

    def __init__(self, checker: Checker) -> None:
        annotations = checker.annotations
        self._checker = checker
        self._before = (
            checker.scope, checker.narrowed, checker.reach,
            annotations.aliases, annotations.modules, annotations.places,
        )  # fmt: skip

    def __enter__(self) -> None:
        self._checker.scope = Scope(self._checker.scope)

    def __exit__(self, *_: object) -> None:
        checker = self._checker
        checker.scope, checker.narrowed, checker.reach = self._before[:3]
        annotations = checker.annotations
        annotations.aliases, annotations.modules, annotations.places = self._before[3:]


def condition(checker: Checker, node: syntax.Expr) -> None:
    """Check what must be a Bool."""
    checker.check(node, CONDITION, node.start, node.end)


def statement(checker: Checker, node: syntax.Control) -> None:
    """Check a statement; what it binds stays in scope, what it proves stays known."""
    if isinstance(node, syntax.Let):
        _let(checker, node)
    elif isinstance(node, syntax.Assert):
        condition(checker, node.condition)
        proof = proof_of(checker, node.condition)
        # The message is for those who did not pass.
        narrowed, reach = checker.narrowed, checker.reach
        checker.narrowed, checker.reach = narrowing(checker, proof.failed), None
        checker.infer(node.message)
        checker.narrowed, checker.reach = narrowed, reach
        checker.narrowed = narrowing(checker, proof.held)
    elif isinstance(node, syntax.Trace):
        checker.infer(node.message)


def _let(checker: Checker, node: syntax.Let) -> None:
    value, name = node.value, node.name
    hidden = checker.scope.find(name.text)
    defining = checker.defining
    if hidden is None:
        checker.defining = (*defining, (name, checker.scope))
    used = len(checker.used)
    if node.annotation is None:
        found = checker.infer(value)
    else:
        wanted = checker.annotated(node.annotation)
        checker.check(value, wanted, value.start, value.end)
        found = (wanted.type, wanted.type)
    checker.defining = defining
    if hidden is None:
        checker.scope.names.pop(name.text, None)
    proof = proof_of(checker, value) if found[1] is BOOL else None
    lints.hiding(checker, name, "let", used)
    binding = checker.bind(name.text, found, name, "let")
    checker.import_types(node)
    checker.checked.values[binding] = value
    if node.annotation is not None:
        checker.checked.annotations[binding] = node.annotation
    if proof is not None and (proof.held or proof.failed):
        checker.proofs[binding] = proof
    if isinstance(value, syntax.Function):
        binding.function = value
