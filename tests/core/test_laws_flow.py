"""Laws of narrowing and of what conditions prove, on generated types and values."""

from __future__ import annotations

from itertools import product

from core.oracle import Hidden, Oracle, empty, gradual_types, seen, small_objects, static_types
from core.shipped import DATA, JSONNET, PLAIN, RCL, Language, among, law, typed_value
from core.test_laws_relation import widened
from hypothesis import strategies as st

from confty.languages.jsonnet.rules import EVERYTHING
from confty.types import (
    DYNAMIC,
    FALSE,
    NULL,
    TRUE,
    Elements,
    Fact,
    HasField,
    HasLength,
    Is,
    Not,
    Proof,
    Type,
    learn,
    narrow,
    object_of,
    union_of,
)
from confty.types.facts import And, Or
from confty.types.narrowing import subtract


def everything(language: Language) -> Type | None:
    return EVERYTHING if language is JSONNET else None


@among(PLAIN)
@law(data=st.data())
def test_narrowing_loses_no_value(language: Language, data: st.DataObject) -> None:
    type_, value = typed_value(data.draw, language, data.draw(st.sampled_from(_makers(language))))
    test = data.draw(language.static)
    if language.oracle.holds(test, value):
        assert language.oracle.holds(narrow(type_, test, language.relation), value)
    else:
        left = subtract(type_, test, language.relation, everything(language))
        assert language.oracle.holds(left, value)


def _makers(language: Language):
    return language.static, language.gradual


@among(PLAIN)
@law(data=st.data())
def test_narrowing_to_a_part_keeps_the_part(language: Language, data: st.DataObject) -> None:
    test, value = typed_value(data.draw, language)
    type_ = widened(data, language, test)
    assert language.oracle.holds(narrow(type_, test, language.relation), value)
    other, value = typed_value(data.draw, language)
    if not language.oracle.holds(test, value):
        left = subtract(union_of(other, test), test, language.relation)
        assert language.oracle.holds(left, value)


@among(PLAIN)
@law(data=st.data())
def test_narrowing_lets_nothing_else_in(language: Language, data: st.DataObject) -> None:
    type_, test = data.draw(language.static), data.draw(language.static)
    for left in (
        narrow(type_, test, language.relation),
        subtract(type_, test, language.relation),
    ):
        if not empty(left):
            assert language.oracle.holds(type_, data.draw(language.oracle.value_of(left)))


def facts(language: Language):
    """Facts about types, lengths, elements and fields, combined."""
    plain = st.one_of(
        st.builds(Is, language.static),
        st.builds(lambda type_: Is(type_, total=False), language.static),
        st.builds(HasLength, st.integers(0, 2)),
        st.builds(
            lambda name, shown: HasField(name, visible=shown),
            st.sampled_from(("a", "b")),
            st.booleans(),
        ),
    )
    return st.recursive(
        plain,
        lambda inner: st.one_of(
            st.builds(And, inner, inner),
            st.builds(Or, inner, inner),
            st.builds(Not, inner),
            st.builds(lambda fact, text: Elements(fact, text=text), inner, st.booleans()),
            st.builds(HasField, st.sampled_from(("a", "b")), inner),
        ),
        max_leaves=3,
    )


def true_of(fact: Fact, value: object, oracle: Oracle) -> bool | None:
    """Whether a fact is true of a value; None where asking would be an error."""
    if isinstance(fact, Not):
        inner = true_of(fact.inner, value, oracle)
        return None if inner is None else not inner
    if isinstance(fact, (And, Or)):
        left = true_of(fact.left, value, oracle)
        if left is None or left is isinstance(fact, Or):
            return left
        return true_of(fact.right, value, oracle)
    if isinstance(fact, Elements):
        return _true_of_elements(fact, value, oracle)
    if isinstance(fact, HasField):
        return _true_of_field(fact, value, oracle)
    if isinstance(fact, HasLength):
        return _true_of_length(fact, value)
    # A test that is not total passes some of the values only.
    return oracle.holds(fact.type, value) and (fact.total or len(repr(value)) % 2 == 0)


def _true_of_elements(fact: Elements, value: object, oracle: Oracle) -> bool | None:
    # Of an empty text nothing is proved: the stated exception of empty containers.
    if not isinstance(value, list) and not (fact.text and isinstance(value, str) and value):
        return None
    inside = [true_of(fact.inner, one, oracle) for one in value]
    return None if None in inside else all(inside)


def _true_of_field(fact: HasField, value: object, oracle: Oracle) -> bool | None:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        return None
    there = fact.name in value
    if fact.inner is not None:
        return true_of(fact.inner, seen(value[fact.name]), oracle) if there else None
    return there and not (fact.visible and isinstance(value[fact.name], Hidden))


def _true_of_length(fact: HasLength, value: object) -> bool | None:
    # The types document counts every field; the language counts those that are shown.
    if isinstance(value, dict) and any(isinstance(one, Hidden) for one in value.values()):
        return None
    return len(value) == fact.length if isinstance(value, (str, list, dict, frozenset)) else None


@among((JSONNET, DATA, RCL))
@law(data=st.data())
def test_what_is_learned_is_true(language: Language, data: st.DataObject) -> None:
    hidden = language.words.hidden_fields
    makers = (static_types(language.words, hidden=hidden), gradual_types(language.words))
    type_, value = typed_value(data.draw, language, data.draw(st.sampled_from(makers)))
    fact = data.draw(facts(language))
    truth = true_of(fact, value, language.oracle)
    if truth is not None:
        relation, all_ = language.relation, everything(language)
        assert language.oracle.holds(learn(fact, type_, relation, all_, holds=truth), value)


@among((JSONNET, DATA, RCL))
@law(data=st.data())
def test_what_is_learned_of_fields_is_true(language: Language, data: st.DataObject) -> None:
    type_, value = typed_value(data.draw, language, small_objects(language.words))
    name, shown = data.draw(st.sampled_from(("a", "b"))), data.draw(st.booleans())
    inner = Is(data.draw(st.sampled_from(language.words.leaves)))
    fact = data.draw(
        st.sampled_from(
            [HasField(name, visible=shown), HasField(name, inner), Is(object_of({name: DYNAMIC}))]
        )
    )
    second = HasField("b", visible=shown)
    for asked in (fact, And(fact, Not(second)), Or(second, fact)):
        truth = true_of(asked, value, language.oracle)
        if truth is not None:
            all_ = everything(language)
            left = learn(asked, type_, language.relation, all_, holds=truth)
            assert language.oracle.holds(left, value)


# A condition about two subjects is true or false of a pair of values; what it proves of each
# subject must not exclude the value the subject has.
_ATOMS = {
    "x is null": ("x", None),
    "x is true": ("x", True),
    "y is null": ("y", None),
    "y is false": ("y", False),
}
_TRIED = (None, True, False, 1)


def _atom(name: str) -> tuple[Proof[str], object]:
    subject, value = _ATOMS[name]
    fact = Is(_LITERALS[value])
    return Proof({subject: fact}, {subject: Not(fact)}), lambda world: world[subject] is value


_LITERALS: dict[object, Type] = {None: NULL, True: TRUE, False: FALSE}


def conditions():
    """A proof built from others, and the plain truth of the same condition."""
    return st.recursive(
        st.sampled_from(sorted(_ATOMS)).map(_atom),
        lambda inner: st.one_of(
            inner.map(lambda one: (one[0].negated(), lambda world: not one[1](world))),
            st.tuples(inner, inner).map(
                lambda two: (
                    two[0][0].conjoined(two[1][0]),
                    lambda world: two[0][1](world) and two[1][1](world),
                )
            ),
            st.tuples(inner, inner).map(
                lambda two: (
                    two[0][0].disjoined(two[1][0]),
                    lambda world: two[0][1](world) or two[1][1](world),
                )
            ),
        ),
        max_leaves=4,
    )


@law(condition=conditions())
def test_proofs_agree_with_truth_tables(condition) -> None:
    proof, truth = condition
    for x, y in product(_TRIED, _TRIED):
        world = {"x": x, "y": y}
        known = proof.held if truth(world) else proof.failed
        for subject, fact in known.items():
            left = learn(fact, EVERYTHING, JSONNET.relation, EVERYTHING)
            assert JSONNET.oracle.holds(left, world[subject])


def test_proofs_prove_as_much_as_they_can() -> None:
    # De Morgan: a negated disjunction teaches what the conjunction of the negations does.
    one, other = _atom("x is null")[0], _atom("y is false")[0]
    neither = one.disjoined(other).negated()
    assert set(neither.held) == {"x", "y"}
    told = neither.failed["x"]  # null, or else not null: no news
    assert learn(told, EVERYTHING, JSONNET.relation, EVERYTHING) is EVERYTHING
    same = one.disjoined(_atom("x is true")[0])
    assert set(same.held) == {"x"}
    assert set(same.failed) == {"x"}
