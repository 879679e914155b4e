"""Laws of the shipped relations, on generated types and values.

``CONFTY_LAW_EXAMPLES=2000`` runs each with 2,000 examples.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from core.oracle import small_objects, vacuous
from core.shipped import (
    DATA,
    EVERYONE,
    JSONNET,
    PHY,
    PLAIN,
    RCL,
    Language,
    among,
    law,
    typed_value,
)
from hypothesis import strategies as st

from confty.types import (
    DYNAMIC,
    NEVER,
    NO,
    SAFE,
    ListOf,
    Literal,
    MapOf,
    Mismatch,
    MismatchKind,
    Object,
    Relation,
    SetOf,
    Tuple,
    Type,
    Union,
    canonical,
    explain,
    field,
    list_of,
    map_of,
    misfits,
    object_of,
    parts,
    rebuild,
    same,
    tuple_of,
    union_of,
    written_union,
)


def _is_union(type_: Type) -> bool:
    return isinstance(type_, Union)


def widened(data: st.DataObject, language: Language, type_: Type) -> Type:
    """A type that holds everything ``type_`` holds, made by a rule of thumb."""
    inside = data.draw(st.booleans())
    if inside and isinstance(type_, (ListOf, SetOf, Tuple)):
        return rebuild(type_, lambda part: widened(data, language, part))
    if inside and isinstance(type_, MapOf):
        return map_of(type_.key, widened(data, language, type_.value))
    if inside and isinstance(type_, Object):
        may = st.booleans() if language.words.optional_fields else st.just(value=False)
        fields = [
            field(
                one.name,
                widened(data, language, one.type),
                optional=one.optional or data.draw(may),
            )
            for one in type_.fields
        ]
        return object_of(fields, type_.rest)
    if isinstance(type_, Tuple):
        return list_of(union_of(*type_.elements))
    if isinstance(type_, Literal) and inside:
        return type_.base
    return union_of(type_, data.draw(language.static)) if data.draw(st.booleans()) else type_


def altered(data: st.DataObject, language: Language, type_: Type) -> Type:
    """A type that is much like ``type_`` and not it: fields come, go, and have to be there."""
    if isinstance(type_, Object):
        fields = [
            field(one.name, one.type, optional=one.optional and data.draw(st.booleans()))
            for one in type_.fields
            if data.draw(st.integers(0, 3))
        ]
        return object_of(fields, type_.rest if data.draw(st.booleans()) else None)
    if isinstance(type_, Tuple):
        return tuple_of(*reversed(type_.elements))
    if isinstance(type_, (ListOf, MapOf, SetOf)):
        return rebuild(type_, lambda part: altered(data, language, part))
    if isinstance(type_, Union):
        return union_of(*type_.members[1:])
    return data.draw(language.static)


def related(data: st.DataObject, language: Language, type_: Type) -> Type:
    """A wider type as often as one that is much like it, or any."""
    how = data.draw(st.integers(0, 2))
    if how == 0:
        return widened(data, language, type_)
    return altered(data, language, type_) if how == 1 else data.draw(language.static)


@among(EVERYONE)
@law(data=st.data())
def test_a_type_flows_into_itself(language: Language, data: st.DataObject) -> None:
    type_ = data.draw(language.all)
    verdict = language.relation.assignable(type_, type_)
    # The stated exception: a fixed answer for a union into a union, even into its own.
    fixed = language.relation.rules.union_into_union is not None
    if fixed and any(map(_is_union, parts(type_))):
        assert verdict is not NO
    else:
        assert verdict is SAFE


@among(EVERYONE)
@law(data=st.data())
def test_never_flows_into_everything_and_everything_into_the_unknown(
    language: Language, data: st.DataObject
) -> None:
    type_ = data.draw(language.all)
    assert language.relation.assignable(NEVER, type_) is SAFE
    assert language.relation.assignable(type_, DYNAMIC) is SAFE
    if type_ is not NEVER and not isinstance(type_, Union):
        assert language.relation.assignable(type_, NEVER) is NO


# Phy: a union is a member of another, not a set of choices, so an int fits union(int, float), that
# fits union(union(int, float), bool), and an int does not.  PCL: enumerations, missing fields
# and conversions that are SAFE one by one need not be in a row.
@among(PLAIN)
@law(data=st.data())
def test_safe_is_transitive_on_static_types(language: Language, data: st.DataObject) -> None:
    first = data.draw(language.static)
    second = related(data, language, first)
    third = related(data, language, second)
    ask = language.relation.assignable
    if ask(first, second) is SAFE and ask(second, third) is SAFE:
        fixed = language.relation.rules.union_into_union is not None
        if not (fixed and any(map(_is_union, parts(first))) and any(map(_is_union, parts(third)))):
            assert ask(first, third) is SAFE


@among((DATA, JSONNET))
@law(data=st.data())
def test_widening_is_safe(language: Language, data: st.DataObject) -> None:
    type_ = data.draw(language.static)
    assert language.relation.assignable(type_, widened(data, language, type_)) is SAFE


@among((*PLAIN, PHY))
@law(data=st.data())
def test_safe_means_that_every_value_fits(language: Language, data: st.DataObject) -> None:
    small = data.draw(st.booleans())
    maker = small_objects(language.words) if small else language.static
    source, value = typed_value(data.draw, language, maker)
    assert language.oracle.holds(source, value)
    target = (altered if small else related)(data, language, source)
    if language.relation.assignable(source, target) is SAFE:
        assert language.oracle.holds(target, value)


@among(PLAIN)
@law(data=st.data())
def test_no_means_that_no_value_fits(language: Language, data: st.DataObject) -> None:
    source, value = typed_value(data.draw, language)
    target = data.draw(st.one_of(language.static, language.gradual))
    ask = language.relation.assignable
    if not vacuous(value):
        if ask(source, target) is NO:
            assert not language.oracle.holds(target, value)
        wider = widened(data, language, source)
        assert ask(wider, source) is not NO


@among(EVERYONE)
@law(data=st.data())
def test_a_no_explains_itself(language: Language, data: st.DataObject) -> None:
    source, target = data.draw(language.all), data.draw(language.all)
    ask = language.relation.assignable
    mismatch = explain(source, target, language.relation)
    assert (mismatch is None) is (ask(source, target) is not NO)
    if mismatch is not None:
        assert (mismatch.source, mismatch.target) == (source, target)
        _, inner = mismatch.innermost()
        assert ask(inner.source, inner.target) is NO
        _explained(mismatch, language.relation)


def _explained(one: Mismatch, relation: Relation) -> None:
    """Every part of an explanation is a NO itself, and what is inside says so."""
    assert relation.assignable(one.source, one.target) is NO
    assert one.reason is not MismatchKind.INSIDE or one.parts
    for part in one.parts:
        _explained(part.mismatch, relation)


@among(EVERYONE)
@law(data=st.data())
def test_what_has_misfits_is_not_safe(language: Language, data: st.DataObject) -> None:
    source, target = data.draw(language.all), data.draw(language.all)
    verdict = language.relation.assignable(source, target)
    found = misfits(source, target, language.relation)
    assert not found or verdict is not SAFE
    assert found or verdict is not NO
    for one in found:
        assert (one.source, one.target) == (source, target)
        _, inner = one.innermost()
        assert language.relation.assignable(inner.source, inner.target) is NO


@among(EVERYONE)
@law(data=st.data())
def test_answers_do_not_depend_on_what_was_asked_before(
    language: Language, data: st.DataObject
) -> None:
    source, target = data.draw(language.all), data.draw(language.all)
    warm = language.relation.assignable(source, target)
    fresh = type(language.relation)(language.relation.rules)
    assert fresh.assignable(source, target) is warm


@law(data=st.data())
def test_answers_do_not_depend_on_threads(data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(EVERYONE))
    pairs = [(data.draw(language.all), data.draw(language.all)) for _ in range(2)]
    wanted = [language.relation.assignable(*pair) for pair in pairs]
    fresh = type(language.relation)(language.relation.rules)
    with ThreadPoolExecutor(2) as pool:
        asked = [[pool.submit(fresh.assignable, *pair) for pair in pairs] for _ in range(2)]
        for answers in asked:
            assert [one.result() for one in answers] == wanted


@law(data=st.data())
def test_the_order_of_a_union_is_irrelevant(data: st.DataObject) -> None:
    parts = data.draw(st.lists(DATA.all, min_size=1, max_size=4))
    mixed = [*parts, *parts[:1]]
    random.Random(data.draw(st.integers(0, 9))).shuffle(mixed)
    assert union_of(*parts) is union_of(*mixed)
    assert union_of(union_of(*parts[:2]), *parts[2:]) is union_of(*parts)


@law(data=st.data())
def test_written_unions_are_compared_as_sets(data: st.DataObject) -> None:
    type_ = data.draw(PHY.static)
    mirrored = _mirrored(type_)
    assert same(type_, mirrored)
    assert canonical(type_) is canonical(mirrored)
    assert PHY.relation.assignable(type_, mirrored) is SAFE
    assert PHY.relation.assignable(type_, written_union(mirrored)) is SAFE


def _mirrored(type_: Type) -> Type:
    """The same type with the members of every written union the other way around."""
    turned = rebuild(type_, _mirrored)
    return written_union(*reversed(turned.members)) if isinstance(turned, Union) else turned


@law(data=st.data())
def test_contained_means_that_every_value_is_in_it(data: st.DataObject) -> None:
    for language in (DATA, JSONNET, RCL):
        source, value = typed_value(data.draw, language)
        target = related(data, language, source)
        if language.relation.contains(source, target):
            assert language.oracle.holds(target, value)
