"""Laws of the core, on generated types and values.

``CONFTY_LAW_EXAMPLES=2000`` runs each with 2,000 examples.  "Values" are the rules without any
conversion: SAFE means that every value of the source is in the target, NO that none is.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from core.oracle import LAW, NAMES, all_types, empty, holds, static_types, types, vacuous, value_of
from core.presets import JSONNET, PCL, PCL_ASSIGN, PHY, RCL, VALUES
from hypothesis import given
from hypothesis import strategies as st

from confty.types import (
    DYNAMIC,
    HAS_DYNAMIC,
    HAS_UNION,
    NEVER,
    NO,
    SAFE,
    TOP,
    And,
    Elements,
    HasField,
    Is,
    JoinStyle,
    Length,
    ListOf,
    Not,
    Object,
    Or,
    Partial,
    Rules,
    SetOf,
    Tuple,
    Type,
    Union,
    assignable,
    convert,
    explain,
    field,
    join,
    join_all,
    learn,
    list_of,
    narrow,
    object_of,
    set_of,
    subtract,
    tuple_of,
    union_of,
    with_length,
    written_union,
)

EVERYONE = [VALUES, JSONNET, PCL, PCL_ASSIGN, PHY, RCL]
by_name = pytest.mark.parametrize("rules", EVERYONE, ids=lambda rules: rules.name)


@cache
def inhabited(of):
    return of.filter(lambda one: not empty(one))


@st.composite
def typed_value(draw, of=None):
    """A type that has values, and one of them."""
    type_ = draw(inhabited(static_types() if of is None else of))
    return type_, draw(value_of(type_))


def widened(draw, type_: Type) -> Type:
    """A type that holds everything ``type_`` holds, made by a rule of thumb."""
    how = draw(st.integers(0, 5))
    if how == 0:
        return union_of(type_, draw(static_types()))
    if how == 1 and isinstance(type_, Tuple):
        return list_of(union_of(*type_.elements))
    if how == 2 and isinstance(type_, ListOf):
        return list_of(widened(draw, type_.element))
    if how == 3 and isinstance(type_, SetOf):
        return set_of(widened(draw, type_.element))
    if how == 4 and isinstance(type_, Tuple):
        return tuple_of(*[widened(draw, part) for part in type_.elements])
    if how == 5 and isinstance(type_, Object):
        fields = [
            field(one.name, widened(draw, one.type), optional=one.optional or draw(st.booleans()))
            for one in type_.fields
        ]
        return object_of(fields, type_.rest)
    return type_


def related(draw, type_: Type) -> Type:
    """A wider type as often as any type."""
    return widened(draw, type_) if draw(st.booleans()) else draw(static_types())


@by_name
@LAW
@given(type_=all_types())
def test_a_type_flows_into_itself(rules: Rules, type_: Type) -> None:
    verdict = assignable(type_, type_, rules)
    if rules.unions.into_union is None or not type_.flags & HAS_UNION:
        assert verdict is SAFE
    else:
        assert verdict is not NO


@by_name
@LAW
@given(type_=all_types())
def test_never_flows_into_everything_and_everything_into_top(rules: Rules, type_: Type) -> None:
    assert assignable(NEVER, type_, rules) is SAFE
    assert assignable(type_, DYNAMIC, rules) is SAFE
    assert assignable(type_, TOP, rules) is SAFE


@LAW
@given(data=st.data())
def test_safe_is_transitive_on_static_types(data: st.DataObject) -> None:
    first = data.draw(static_types())
    second = related(data.draw, first)
    third = related(data.draw, second)
    if assignable(first, second, VALUES) is SAFE and assignable(second, third, VALUES) is SAFE:
        assert assignable(first, third, VALUES) is SAFE


@LAW
@given(data=st.data())
def test_widening_is_safe(data: st.DataObject) -> None:
    type_ = data.draw(static_types())
    wider = widened(data.draw, type_)
    assert assignable(type_, wider, VALUES) is SAFE


@LAW
@given(pair=typed_value(), target=static_types())
def test_safe_means_that_every_value_fits(pair, target: Type) -> None:
    source, value = pair
    assert holds(source, value)
    if assignable(source, target, VALUES) is SAFE:
        assert holds(target, value)


@LAW
@given(data=st.data())
def test_safe_agrees_with_the_oracle_on_related_types(data: st.DataObject) -> None:
    source, value = data.draw(typed_value())
    target = widened(data.draw, source)
    if assignable(source, target, VALUES) is SAFE:
        assert holds(target, value)
    if assignable(target, source, VALUES) is NO:
        # The value is in both, so it can only be the stated exception.
        assert vacuous(value) or not holds(target, value)


@LAW
@given(pair=typed_value(), target=static_types())
def test_no_means_that_no_value_fits(pair, target: Type) -> None:
    source, value = pair
    if assignable(source, target, VALUES) is NO and not vacuous(value):
        assert not holds(target, value)


@LAW
@given(pair=typed_value(), target=types())
def test_unknown_parts_are_never_refused(pair, target: Type) -> None:
    source, value = pair
    if assignable(source, target, VALUES) is NO and not vacuous(value):
        assert not holds(target, value)


@by_name
@LAW
@given(left=types(), right=types())
def test_a_side_flows_into_its_join(rules: Rules, left: Type, right: Type) -> None:
    both = join(left, right, rules)
    # Where joining converts, shapes are compared as joining compares them.
    relation = rules.for_unifying() if rules.join.style is JoinStyle.UNIFY else rules
    for side in (left, right):
        verdict = assignable(side, both, relation)
        if rules is PCL_ASSIGN or (rules is RCL and both.flags & HAS_UNION):
            continue  # those joins are stated in terms of another relation
        if side.flags & both.flags & HAS_UNION and rules is PHY:
            continue  # a union is one of the members there, not a set of choices
        if (left.flags | right.flags) & HAS_DYNAMIC and not rules.join.absorb:
            assert verdict is not NO  # the unknown gives way to the known, and is checked
        else:
            assert verdict is SAFE


@by_name
@LAW
@given(left=all_types(), right=all_types())
def test_joins_commute_and_are_idempotent(rules: Rules, left: Type, right: Type) -> None:
    assert join(left, right, rules) is join(right, left, rules)
    if rules is not RCL:
        assert join(left, left, rules) is left


@LAW
@given(pair=typed_value(), target=static_types())
def test_what_was_let_in_is_in_its_converted_type(pair, target: Type) -> None:
    source, value = pair
    verdict = assignable(source, target, VALUES)
    if verdict is NO:
        assert convert(source, target, VALUES) is target
    elif holds(target, value):
        converted = convert(source, target, VALUES)
        assert holds(converted, value)
        assert assignable(converted, target, VALUES) is SAFE


@by_name
@LAW
@given(source=types(), target=types())
def test_a_converted_type_fits(rules: Rules, source: Type, target: Type) -> None:
    if assignable(source, target, rules) is not NO and rules.unions.into_union is None:
        assert assignable(convert(source, target, rules), target, rules) is not NO


@LAW
@given(pair=typed_value(), other=static_types())
def test_a_join_holds_what_its_sides_hold(pair, other: Type) -> None:
    type_, value = pair
    assert holds(join(type_, other, VALUES), value)
    assert holds(join_all([other, type_], VALUES), value)


@LAW
@given(parts=st.lists(all_types(), min_size=1, max_size=4), seed=st.integers(0, 9))
def test_the_order_of_a_union_is_irrelevant(parts: list[Type], seed: int) -> None:
    mixed = [*parts, *parts[:1]]
    random.Random(seed).shuffle(mixed)
    assert union_of(*parts) is union_of(*mixed)
    assert union_of(union_of(*parts[:2]), *parts[2:]) is union_of(*parts)


@LAW
@given(pair=typed_value(), test=static_types())
def test_narrow_and_subtract_lose_no_value(pair, test: Type) -> None:
    type_, value = pair
    if holds(test, value):
        assert holds(narrow(type_, test, VALUES), value)
    else:
        assert holds(subtract(type_, test, VALUES), value)


@LAW
@given(data=st.data())
def test_narrow_and_subtract_lose_no_value_of_related_types(data: st.DataObject) -> None:
    test, value = data.draw(typed_value())
    type_ = widened(data.draw, test)
    if holds(type_, value):
        assert holds(narrow(type_, test, VALUES), value)
    type_, value = data.draw(typed_value(types()))
    if not holds(test, value):
        assert holds(subtract(type_, test, VALUES), value)


@LAW
@given(type_=static_types(), test=static_types(), value=st.data())
def test_narrow_lets_nothing_else_in(type_: Type, test: Type, value: st.DataObject) -> None:
    left = narrow(type_, test, VALUES)
    if not empty(left):
        assert holds(type_, value.draw(value_of(left)))


@LAW
@given(pair=typed_value(), length=st.integers(0, 3))
def test_with_length_keeps_what_has_that_length(pair, length: int) -> None:
    type_, value = pair
    if isinstance(value, (str, list, dict, frozenset)) and len(value) == length:
        assert holds(with_length(type_, length, VALUES), value)


@by_name
@LAW
@given(source=all_types(), target=all_types())
def test_a_no_always_explains_itself(rules: Rules, source: Type, target: Type) -> None:
    mismatch = explain(source, target, rules)
    assert (mismatch is None) is (assignable(source, target, rules) is not NO)
    if mismatch is not None:
        assert (mismatch.source, mismatch.target) == (source, target)
        assert mismatch.leaves()


@by_name
@LAW
@given(source=all_types(), target=all_types())
def test_answers_do_not_depend_on_what_was_asked_before(
    rules: Rules, source: Type, target: Type
) -> None:
    warm = assignable(source, target, rules)
    rules.cache.clear()
    assert assignable(source, target, rules) is warm


@LAW
@given(members=st.lists(static_types(), min_size=2, max_size=3))
def test_a_written_union_means_what_the_union_means(members: list[Type]) -> None:
    written, plain = written_union(*members), union_of(*members)
    assert assignable(written, plain, VALUES) is SAFE
    assert assignable(plain, written, VALUES) is SAFE
    assert isinstance(written, Union)


def facts():
    """Facts about types, lengths, elements and fields, combined."""
    plain = st.one_of(
        st.builds(Is, static_types()),
        st.builds(lambda type_: Is(type_, total=False), static_types()),
        st.builds(Length, st.integers(0, 2)),
    )
    return st.recursive(
        plain,
        lambda inner: st.one_of(
            st.builds(And, inner, inner),
            st.builds(Or, inner, inner),
            st.builds(Not, inner),
            st.builds(Partial, inner),
            st.builds(Elements, inner),
            st.builds(lambda name, fact: HasField((name,), fact), st.sampled_from(NAMES), inner),
        ),
        max_leaves=3,
    )


def true_of(fact, value: object) -> bool | None:
    """Whether a fact is true of a value; None where asking would be an error."""
    if isinstance(fact, Not):
        inner = true_of(fact.inner, value)
        return None if inner is None else not inner
    if isinstance(fact, (And, Or)):
        left = true_of(fact.left, value)
        if left is None or left is isinstance(fact, Or):
            return left
        return true_of(fact.right, value)
    if isinstance(fact, Partial):
        return true_of(fact.inner, value)
    if isinstance(fact, Elements):
        inside = [true_of(fact.inner, one) for one in value] if isinstance(value, list) else [None]
        return None if None in inside else all(inside)
    if isinstance(fact, HasField):
        there = isinstance(value, dict) and fact.path[0] in value
        if not there or not all(isinstance(key, str) for key in value):
            return None
        return true_of(fact.inner, value[fact.path[0]])
    if isinstance(fact, Length):
        sized = isinstance(value, (str, list, dict, frozenset))
        return len(value) == fact.length if sized else None
    return holds(fact.type, value)


@LAW
@given(pair=typed_value(), fact=facts())
def test_what_is_learned_is_true(pair, fact) -> None:
    type_, value = pair
    truth = true_of(fact, value)
    if truth is not None:
        assert holds(learn(fact, type_, VALUES, holds=truth), value)
