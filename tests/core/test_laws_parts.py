"""Laws of joins, access, calls, generic signatures, translations and guards."""

from __future__ import annotations

from collections import Counter

import pytest
from core.oracle import Later, Opaque, empty, holds_atom, seen
from core.shipped import (
    CONVERSION,
    DATA,
    JSONNET,
    PHY,
    PLAIN,
    RCL,
    Language,
    among,
    law,
    shipped_dialects,
    typed_value,
)
from hypothesis import strategies as st

from confty.types import (
    BOOL,
    DYNAMIC,
    HAS_DYNAMIC,
    ID,
    INT,
    NO,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    Dialect,
    Function,
    Guards,
    Misdealt,
    Object,
    Type,
    Union,
    View,
    deal,
    function_of,
    gradual_union,
    list_of,
    literal,
    map_of,
    merge,
    object_of,
    optional,
    parameter,
    parts,
    read_field,
    read_index,
    solve,
    substitute,
    translate,
    tuple_of,
    unfold,
    union_of,
    var,
    variables,
    widen,
)

# Joins.

JOINING = (DATA, JSONNET, RCL, PHY, CONVERSION)


def _is_union(type_: Type) -> bool:
    return isinstance(type_, Union)


@among(JOINING)
@law(data=st.data())
def test_a_side_flows_into_its_join(language: Language, data: st.DataObject) -> None:
    left, right = data.draw(language.gradual), data.draw(language.gradual)
    both = language.join(left, right)
    if both is None:
        return
    for side in (left, right):
        verdict = language.join_relation.assignable(side, both)
        unknown = (left.flags | right.flags) & HAS_DYNAMIC
        if (
            language is RCL
            and any(map(_is_union, parts(side)))
            and any(map(_is_union, parts(both)))
        ):
            assert verdict is not NO  # a union is checked, even into its own
        elif language is CONVERSION and unknown:
            assert verdict is not NO  # the unknown gives way to the known, and is checked
        else:
            assert verdict is SAFE


@among(JOINING)
@law(data=st.data())
def test_joins_commute_and_are_idempotent(language: Language, data: st.DataObject) -> None:
    left, right = data.draw(language.all), data.draw(language.all)
    one, other = language.join(left, right), language.join(right, left)
    if language is PHY and one is not None and other is not None:
        # The same members in another order are the same type.
        assert PHY.relation.assignable(one, other) is SAFE
    else:
        assert one is other
    if language is RCL:
        return  # 6.4: functions and unions are not joined, not even with themselves
    once = language.join(left, left)
    if language is DATA and isinstance(left, Union):
        assert language.join(once, once) is once  # the members of a union are merged as well
    else:
        assert once is left


@among((DATA, JSONNET, RCL, PHY))
@law(data=st.data())
def test_a_join_holds_what_its_sides_hold(language: Language, data: st.DataObject) -> None:
    type_, value = typed_value(data.draw, language)
    both = language.join(type_, data.draw(language.static))
    assert both is None or language.oracle.holds(both, value)


@law(data=st.data())
def test_a_merge_of_many_keeps_the_common_frame(data: st.DataObject) -> None:
    drawn = [typed_value(data.draw, DATA) for _ in range(data.draw(st.integers(1, 4)))]
    most = data.draw(st.integers(1, 3))
    types = [type_ for type_, _ in drawn]
    whole = merge(types, DATA.relation, most)
    assert whole is merge(reversed(types), DATA.relation, most)
    for type_, value in drawn:
        assert DATA.oracle.holds(whole, value)
        assert DATA.relation.assignable(type_, whole) is SAFE


# Access.


@among(PLAIN)
@law(data=st.data())
def test_a_field_that_is_read_is_what_comes_out(language: Language, data: st.DataObject) -> None:
    maker = data.draw(st.sampled_from((language.static, language.gradual)))
    type_, value = typed_value(data.draw, language, maker)
    name = data.draw(st.sampled_from(("a", "b")))
    access = read_field(type_, name)
    if isinstance(value, dict) and name in value:
        assert access.verdict is not NO
        assert language.oracle.holds(access.type, seen(value[name]))
    else:
        assert access.verdict is not SAFE
    _reported(access)


def _reported(access) -> None:
    """What cannot work says why, and goes on as unknown or as what it would be."""
    assert access.verdict is not NO or access.problems
    assert access.verdict is not SAFE or not access.problems


@among(PLAIN)
@law(data=st.data())
def test_an_element_that_is_read_is_what_comes_out(
    language: Language, data: st.DataObject
) -> None:
    maker = data.draw(st.sampled_from((language.static, language.gradual)))
    type_, value = typed_value(data.draw, language, maker)
    index, place = data.draw(st.sampled_from(_INDEXES))
    access = read_index(type_, index, language.relation)
    there = False
    if isinstance(value, (list, str)):
        there = isinstance(place, int) and place < len(value)
    elif isinstance(value, dict):
        there = place in value
    if there:
        assert access.verdict is not NO
        assert language.oracle.holds(access.type, seen(value[place]))
    elif not isinstance(value, frozenset):
        assert access.verdict is not SAFE
    _reported(access)


# An index type, and an index of it.
_INDEXES: list[tuple[Type, object]] = [
    (NUMBER, 0),
    (NUMBER, 1),
    (literal(NUMBER, 0), 0),
    (literal(NUMBER, 1), 1),
    (literal(NUMBER, 0.5), 0.5),
    (STRING, "a"),
    (literal(STRING, "a"), "a"),
    (literal(STRING, "b"), "b"),
    (union_of(NUMBER, STRING), 0),
    (union_of(NUMBER, STRING), "a"),
    (DYNAMIC, 0),
    (NULL, None),
]


# Calls.


@st.composite
def calls(draw):
    """A function with parameters of different names, and the names of arguments."""
    names = draw(st.lists(st.sampled_from(["a", "b", "c", None]), max_size=4))
    seen_names = [one for at, one in enumerate(names) if one is None or one not in names[:at]]
    parameters = [parameter(one, INT, optional=draw(st.booleans())) for one in seen_names]
    rest = draw(st.sampled_from([None, STRING]))
    given = draw(st.lists(st.sampled_from([None, None, "a", "b", "d", "alias"]), max_size=5))
    return function_of(parameters, NULL, rest), given


@law(call=calls())
def test_every_argument_is_dealt_or_complained_of(call: tuple[Function, list]) -> None:
    function, names = call
    dealt = deal(function, names, {"alias": "c"})
    places = [at for at, _ in dealt.pairs]
    places += [one.argument for one in dealt.complaints if one.argument is not None]
    assert sorted(places) == list(range(len(names)))
    taken = Counter(id(one) for _, one in dealt.pairs)
    missing = Counter(
        id(one.parameter) for one in dealt.complaints if one.wrong is Misdealt.MISSING
    )
    for one in function.parameters or ():
        assert taken[id(one)] + missing[id(one)] <= 1
        assert one.optional or taken[id(one)] + missing[id(one)] == 1
    for at, one in dealt.pairs:
        name = names[at]
        assert name is None or {"alias": "c"}.get(name, name) == one.name
        assert name is not None or one.type in (INT, function.rest)


# Generic signatures.

T, U = var("T"), var("U")
_PATTERNS = (T, list_of(T), tuple_of(T, U), object_of({"a": T, "b": list_of(U)}), optional(T))
_MAPS = (map_of(STRING, T), map_of(STRING, list_of(T)))


@among((JSONNET, RCL, DATA))
@law(data=st.data())
def test_arguments_fit_what_the_parameters_become(language: Language, data: st.DataObject) -> None:
    join = {"jsonnet": gradual_union, "rcl": widen, "data": union_of}[language.name]
    patterns = _PATTERNS if language is JSONNET else (*_PATTERNS, *_MAPS)
    if not language.words.tuples:
        patterns = tuple(one for one in patterns if one is not tuple_of(T, U))
    given = []
    for _ in range(data.draw(st.integers(1, 3))):
        pattern = data.draw(st.sampled_from(patterns))
        inside = {"T": data.draw(language.static), "U": data.draw(language.static)}
        given.append((parameter(None, pattern), substitute(pattern, inside, join)))
    signature = function_of([one for one, _ in given], T)
    bindings = solve(signature, given, join)
    for one, found in given:
        wanted = substitute(one.type, bindings, join, left_over=DYNAMIC)
        assert not variables(wanted)
        verdict = language.relation.assignable(found, wanted)
        checked = language is RCL and any(map(_is_union, parts(found)))
        assert verdict is SAFE or (checked and verdict is not NO)


# Translations.

_SAMPLES = {
    "a language of plain data": Dialect(
        atoms={NULL: NULL, BOOL: BOOL, INT: NUMBER, NUMBER: NUMBER, STRING: STRING, ID: STRING},
        literals=frozenset({STRING}),
        tuples=False,
        maps=False,
        optional_fields=False,
    ),
    "a language of closed records": Dialect(
        atoms={NULL: NULL, BOOL: BOOL, INT: INT, NUMBER: NUMBER, STRING: STRING},
        join=widen,
        sets=True,
        open_objects=False,
    ),
}
DIALECTS = {**_SAMPLES, **shipped_dialects()}


def carried(type_: Type, value: object, dialect: Dialect) -> object:
    """A value of ``type_`` as data in a language of that dialect."""
    type_ = unfold(type_)
    value = seen(value)
    if isinstance(value, Later):
        return carried(DYNAMIC, value.value, dialect)
    if isinstance(value, Opaque):
        return "id"
    if isinstance(value, frozenset):
        parts = [carried(DYNAMIC, one, dialect) for one in value]
        return frozenset(parts) if dialect.sets else parts
    if isinstance(value, list):
        return [carried(DYNAMIC, one, dialect) for one in value]
    if isinstance(value, dict):
        # Where there are only objects, keys become text.
        name = (lambda key: key) if dialect.maps else str
        return {name(key): carried(DYNAMIC, one, dialect) for key, one in value.items()}
    return value


def _with_null(type_: Type, value: object, dialect: Dialect) -> object:
    """Missing fields arrive as null, where a language has no optional ones."""
    type_ = unfold(type_)
    if not isinstance(type_, Object) or not isinstance(value, dict) or dialect.optional_fields:
        return value
    absent = {one.name: None for one in type_.fields if one.name not in value}
    return {**absent, **value}


@pytest.mark.parametrize("name", DIALECTS)
@law(data=st.data())
def test_a_value_arrives_in_the_translated_type(name: str, data: st.DataObject) -> None:
    dialect = DIALECTS[name]
    language = data.draw(st.sampled_from((DATA, JSONNET, RCL, CONVERSION)))
    type_, value = typed_value(data.draw, language)
    # Absence is followed at the outside only; inside, a missing field is the value's own affair.
    if not dialect.optional_fields and any(map(_has_optional_inside(type_), parts(type_))):
        return
    arrived = _with_null(type_, carried(type_, value, dialect), dialect)
    oracle = RCL.oracle if dialect.sets else DATA.oracle
    made = translate(type_, dialect)
    if language is JSONNET and dialect.sets:
        return  # Jsonnet's sets are lists, and arrive as what they are
    assert oracle.holds(made, arrived)


def _has_optional_inside(whole: Type):
    outer = unfold(whole)

    def test(type_: Type) -> bool:
        optional_field = isinstance(type_, Object) and any(one.optional for one in type_.fields)
        return optional_field and type_ is not outer

    return test


# Guards.

_VIEW = View(
    atoms={
        atom: (lambda value, atom=atom: holds_atom(atom, value))
        for atom in (NULL, BOOL, INT, NUMBER, STRING)
    },
    sets=frozenset,
)


@among((DATA, RCL))
@law(data=st.data())
def test_a_guard_agrees_with_the_oracle(language: Language, data: st.DataObject) -> None:
    type_ = data.draw(st.one_of(language.static, language.gradual))
    anything = language.oracle.any_value()
    inside = anything if empty(type_) else language.oracle.value_of(type_)
    value = data.draw(st.one_of(inside, anything))
    guards = Guards(_VIEW, language.relation)
    fits = guards.test(type_)(value)
    assert fits is language.oracle.holds(type_, value)
    misfit = guards.misfit(value, type_)
    assert (misfit is None) is fits
    if misfit is not None:
        assert not guards.test(misfit.wanted)(misfit.value)
