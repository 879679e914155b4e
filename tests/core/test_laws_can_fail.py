"""Each law can fail: an operation is broken on purpose, and the law must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from core import test_laws_flow as flow
from core import test_laws_parts as parts
from core import test_laws_relation as relation
from core.shipped import CONVERSION, DATA, EVERYONE, JSONNET, PHY, RCL, Language
from hypothesis import HealthCheck, Phase, given, settings

from confty.types import (
    DYNAMIC,
    INT,
    NEVER,
    NO,
    NULL,
    SAFE,
    STRING,
    UNSAFE,
    Access,
    Deal,
    Guards,
    ListOf,
    Literal,
    Misfit,
    Mismatch,
    MismatchKind,
    Object,
    Proof,
    Relation,
    Tuple,
    Type,
    Union,
    Verdict,
    facts,
    join,
    object_of,
    relate,
    tuple_of,
    union_of,
    written_union,
)

_TRIES = settings(
    max_examples=200,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _without_memory() -> Iterator[None]:
    """What a broken relation said is forgotten, and what an honest one said before."""

    def forget() -> None:
        shared = (relate._MEMBERSHIP, relate._MEMBERSHIP_OF_LISTS)
        own = [one.relation for one in EVERYONE] + [one.join_relation for one in EVERYONE]
        for one in (*shared, *own):
            one._known.clear()
            one._older.clear()

    forget()
    yield
    forget()


def fails(law: Callable[..., None], **fixed: object) -> None:
    """Run a law that must not hold."""
    again = _TRIES(given(**law.drawn)(law.body))
    with pytest.raises(Exception):  # noqa: B017  a failed assertion, or a group of them
        again(**fixed)


def answering(monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Type, Type, Verdict], Verdict]):
    """Let every relation say something else."""
    honest = Relation.assignable

    def lying(self: Relation, source: Type, target: Type) -> Verdict:
        return wrong(source, target, honest(self, source, target))

    monkeypatch.setattr(Relation, "assignable", lying)


def test_reflexive(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, lambda source, target, said: UNSAFE if source is target else said)
    fails(relation.test_a_type_flows_into_itself, language=DATA)


def test_axioms(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, lambda _, target, said: UNSAFE if target is DYNAMIC else said)
    fails(relation.test_never_flows_into_everything_and_everything_into_the_unknown, language=RCL)


def test_transitive(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(source: Type, target: Type, said: Verdict) -> Verdict:
        skips = isinstance(source, (Literal, Tuple)) and isinstance(target, Union)
        return UNSAFE if skips else said

    answering(monkeypatch, wrong)
    fails(relation.test_safe_is_transitive_on_static_types, language=DATA)


def test_widening(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(source: Type, _: Type, said: Verdict) -> Verdict:
        return min(UNSAFE, said) if isinstance(source, Tuple) else said

    answering(monkeypatch, wrong)
    fails(relation.test_widening_is_safe, language=JSONNET)


@pytest.mark.parametrize("language", [DATA, JSONNET, RCL, PHY], ids=repr)
def test_safe(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    answering(monkeypatch, lambda _, __, said: SAFE if said is not SAFE else said)
    fails(relation.test_safe_means_that_every_value_fits, language=language)


@pytest.mark.parametrize("language", [DATA, JSONNET, RCL], ids=repr)
def test_no(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    answering(monkeypatch, lambda _, __, said: NO if said is UNSAFE else said)
    fails(relation.test_no_means_that_no_value_fits, language=language)


def test_optional_fields_that_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Relation.field_verdict

    def wrong(self, source, wanted) -> Verdict:
        found = source.by_name.get(wanted.name)
        if found is not None:
            return self.assignable(found.type, wanted.type)  # forgets that it may be missing
        return honest(self, source, wanted)

    monkeypatch.setattr(Relation, "field_verdict", wrong)
    fresh = DATA._replace(relation=Relation(DATA.relation.rules))
    fails(relation.test_safe_means_that_every_value_fits, language=fresh)


def test_explaining(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        relation, "explain", lambda source, target, _: Mismatch(target, source, MismatchKind.KIND)
    )
    fails(relation.test_a_no_explains_itself, language=DATA)


def test_innermost(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Mismatch(INT, INT, MismatchKind.KIND)
    monkeypatch.setattr(Mismatch, "innermost", lambda _: ((), right))
    fails(relation.test_a_no_explains_itself, language=DATA)


def test_misfits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        relation,
        "misfits",
        lambda source, target, _: [Mismatch(source, target, MismatchKind.KIND)],
    )
    fails(relation.test_what_has_misfits_is_not_safe, language=RCL)


def test_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Type] = []

    def forgetful(source: Type, _: Type, said: Verdict) -> Verdict:
        asked.append(source)
        return NO if len(asked) % 7 == 0 else said

    answering(monkeypatch, forgetful)
    fails(relation.test_answers_do_not_depend_on_what_was_asked_before, language=DATA)
    fails(relation.test_answers_do_not_depend_on_threads)


def test_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relation, "union_of", written_union)
    fails(relation.test_the_order_of_a_union_is_irrelevant)
    monkeypatch.setattr(relation, "same", lambda left, right: left is right)
    fails(relation.test_written_unions_are_compared_as_sets)


def test_containing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Relation, "contains", lambda *_: True)
    fails(relation.test_contained_means_that_every_value_is_in_it)


def test_narrowing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "narrow", lambda *_: NEVER)
    fails(flow.test_narrowing_loses_no_value, language=DATA)
    fails(flow.test_narrowing_to_a_part_keeps_the_part, language=JSONNET)
    monkeypatch.setattr(flow, "narrow", lambda *_: DYNAMIC)
    fails(flow.test_narrowing_lets_nothing_else_in, language=RCL)


def test_subtracting(monkeypatch: pytest.MonkeyPatch) -> None:
    # Takes a type away that only overlaps.
    monkeypatch.setattr(Relation, "contains", lambda *_: True)
    fails(flow.test_narrowing_loses_no_value, language=DATA)


_Lesson = facts._Lesson


@pytest.mark.parametrize("kind", ["Elements", "Length"])
def test_learning(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    if kind == "Elements":
        monkeypatch.setattr(_Lesson, "_elements", lambda *_: NEVER)
    else:
        monkeypatch.setattr(facts, "with_length", lambda *_: NEVER)
    fails(flow.test_what_is_learned_is_true, language=JSONNET)


@pytest.mark.parametrize("kind", ["membership", "visible", "field"])
def test_learning_of_fields(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    if kind == "membership":
        honest = facts._without
        monkeypatch.setattr(
            facts, "_without", lambda one, *rest: _closed_is_never(one, honest(one, *rest))
        )
    elif kind == "visible":
        honest = facts._without
        monkeypatch.setattr(facts, "_without", lambda one, name, _: honest(one, name, False))
    else:
        monkeypatch.setattr(facts, "_with_field", lambda type_, *_: object_of(type_.fields))
    fails(flow.test_what_is_learned_of_fields_is_true, language=JSONNET)


def _closed_is_never(type_: Type, left: Type) -> Type:
    closed = isinstance(type_, Object) and type_.rest is None
    return NEVER if closed else left


def test_learning_from_a_partial_test(monkeypatch: pytest.MonkeyPatch) -> None:
    learned = flow.learn

    def wrong(fact, type_, *rest, holds: bool = True) -> Type:
        left = learned(fact, type_, *rest, holds=holds)
        partial = isinstance(fact, facts.Is) and not fact.total
        return NEVER if partial and not holds else left

    monkeypatch.setattr(flow, "learn", wrong)
    fails(flow.test_what_is_learned_is_true, language=DATA)


def test_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Proof, other: Proof) -> Proof:
        return Proof(facts.both(self.held, other.held), facts.both(self.failed, other.failed))

    monkeypatch.setattr(Proof, "conjoined", wrong)
    fails(flow.test_proofs_agree_with_truth_tables)


def test_negated_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Proof, "negated", lambda self: self)
    fails(flow.test_proofs_agree_with_truth_tables)


@pytest.mark.parametrize("language", [DATA, JSONNET, RCL, CONVERSION], ids=repr)
def test_joins(language: Language) -> None:
    # The left side only.
    lazy = language._replace(join=lambda left, _: left)
    fails(parts.test_a_side_flows_into_its_join, language=lazy)
    fails(parts.test_joins_commute_and_are_idempotent, language=lazy)


def test_joins_and_values() -> None:
    for language in (DATA, JSONNET, RCL, PHY):
        lazy = language._replace(join=lambda _, right: right)
        fails(parts.test_a_join_holds_what_its_sides_hold, language=lazy)


def test_joins_that_grow() -> None:
    growing = DATA._replace(join=lambda left, right: tuple_of(union_of(left, right)))
    fails(parts.test_joins_commute_and_are_idempotent, language=growing)


def test_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    merging = join._Merging
    monkeypatch.setattr(merging, "_framed", lambda _, distinct, __: {min(distinct, key=id)})
    fails(parts.test_a_merge_of_many_keeps_the_common_frame)


def test_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = parts.read_field
    monkeypatch.setattr(parts, "read_field", lambda *_: Access(NULL))
    fails(parts.test_a_field_that_is_read_is_what_comes_out, language=DATA)
    monkeypatch.setattr(
        parts, "read_field", lambda type_, name: Access(honest(type_, name).type, SAFE)
    )
    fails(parts.test_a_field_that_is_read_is_what_comes_out, language=RCL)


def test_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = parts.read_index

    def shifted(type_: Type, index: Type, relation: Relation) -> Access:
        found = honest(type_, index, relation)
        wrong = isinstance(type_, Tuple) and isinstance(index, Literal)
        return Access(type_.elements[0], SAFE) if wrong and type_.elements else found

    monkeypatch.setattr(parts, "read_index", shifted)
    fails(parts.test_an_element_that_is_read_is_what_comes_out, language=DATA)


def test_dealing(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = parts.deal
    monkeypatch.setattr(parts, "deal", lambda *call: Deal(honest(*call).pairs, []))
    fails(parts.test_every_argument_is_dealt_or_complained_of)
    monkeypatch.setattr(
        parts, "deal", lambda *call: Deal(honest(*call).pairs[1:], honest(*call).complaints)
    )
    fails(parts.test_every_argument_is_dealt_or_complained_of)


def test_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = parts.solve

    def first_only(signature, given_, join_):
        return honest(signature, given_[:1], join_)

    monkeypatch.setattr(parts, "solve", lambda *call: dict.fromkeys(first_only(*call), NULL))
    fails(parts.test_arguments_fit_what_the_parameters_become, language=JSONNET)


@pytest.mark.parametrize("dialect", parts.DIALECTS)
def test_translating(monkeypatch: pytest.MonkeyPatch, dialect: str) -> None:
    monkeypatch.setattr(parts, "translate", lambda type_, _: _closed(type_))
    fails(parts.test_a_value_arrives_in_the_translated_type, name=dialect)


def _closed(type_: Type) -> Type:
    """What an object loses when its unknown fields are forgotten; else only text is known."""
    return object_of(type_.fields) if isinstance(type_, Object) else STRING


def test_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Guards._container

    def hasty(self, type_: Type):
        if isinstance(type_, ListOf):
            return lambda value: value.__class__ is self.view.lists
        return honest(self, type_)

    monkeypatch.setattr(Guards, "_container", hasty)
    fails(parts.test_a_guard_agrees_with_the_oracle, language=DATA)


def test_misfits_of_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guards, "misfit", lambda _, value, type_: Misfit(value, type_))
    fails(parts.test_a_guard_agrees_with_the_oracle, language=RCL)


def test_every_law_is_broken_here() -> None:
    """The laws this file breaks are all the laws there are."""
    stated = {
        name
        for module in (relation, flow, parts)
        for name, one in vars(module).items()
        if name.startswith("test_") and hasattr(one, "drawn")
    }
    text = Path(__file__).read_text(encoding="utf-8")
    assert not {name for name in stated if f".{name}," not in text and f".{name})" not in text}
