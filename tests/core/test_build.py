"""Types are normalised, interned and bounded."""

from __future__ import annotations

import pytest

from confty.languages.data.rules import RELATION
from confty.types import (
    BOOL,
    DYNAMIC,
    FALSE,
    HAS_DYNAMIC,
    HAS_EVENTUAL,
    HAS_REF,
    HAS_VAR,
    INT,
    MAX_DEPTH,
    NEVER,
    NULL,
    NUMBER,
    OUTPUT,
    PROMISE,
    STRING,
    TRUE,
    UNIT,
    Literal,
    Parameter,
    Type,
    Union,
    atom,
    define,
    enum,
    eventual,
    field,
    function_of,
    gradual_union,
    list_of,
    literal,
    map_of,
    members,
    merge,
    narrow,
    object_of,
    optional,
    output_of,
    parameter,
    ref,
    set_of,
    show,
    tuple_of,
    unfold,
    union_of,
    var,
    written_union,
)
from confty.types.narrowing import subtract
from confty.types.nodes import HAS_UNION, HAS_WRITTEN


@pytest.mark.parametrize(
    "make",
    [
        lambda: atom("opaque"),
        lambda: literal(STRING, "a"),
        lambda: enum("token", STRING, ["a"]),
        lambda: list_of(INT),
        lambda: list_of(INT, 3),
        lambda: set_of(INT),
        lambda: map_of(STRING, INT),
        lambda: tuple_of(INT, STRING),
        lambda: object_of({"a": INT, "b": STRING}, DYNAMIC),
        lambda: function_of([parameter("a", INT, optional=True), STRING], NULL, INT),
        lambda: function_of(None, NULL),
        lambda: eventual(PROMISE, INT),
        lambda: output_of(INT),
        lambda: union_of(INT, STRING),
        lambda: written_union(INT, STRING),
        lambda: var("T"),
    ],
)
def test_equal_types_are_one_object(make) -> None:
    assert make() is make()


def test_literals_of_equal_values_and_other_kinds_differ() -> None:
    assert literal(INT, 1) is not literal(NUMBER, 1.0)
    assert literal(BOOL, value=True) is not literal(BOOL, 1)
    assert literal(BOOL, value=True) is TRUE


def test_long_strings_and_nan_widen() -> None:
    assert isinstance(literal(STRING, "x" * 64), Literal)
    assert literal(STRING, "x" * 65) is STRING
    assert literal(NUMBER, float("nan")) is NUMBER


def test_an_enum_is_known_by_its_token_base_and_members() -> None:
    first = enum("build:token", STRING, ["a"])
    assert enum("build:token", STRING, ["a"]) is first
    assert enum("build:token", STRING, ["b"]) is not first
    assert enum("build:ones", INT, [1]) is not enum("build:ones", INT, [True])


def test_fields_have_no_order_and_the_last_of_a_name_stands() -> None:
    assert object_of({"b": INT, "a": STRING}) is object_of([("a", STRING), ("b", INT)])
    assert object_of([("a", STRING), ("a", INT)]) is object_of({"a": INT})
    assert object_of([field("a", INT)]) is object_of({"a": INT})
    assert object_of([field("a", INT, optional=True)]) is not object_of({"a": INT})
    assert object_of([field("a", INT, hidden=True)]) is not object_of({"a": INT})
    assert object_of({}, NEVER) is object_of({})
    assert "a?" in repr(field("a", INT, optional=True))


def test_parameters() -> None:
    one = parameter("a", INT)
    assert isinstance(one, Parameter)
    assert one.utterable
    assert not parameter(None, INT).utterable
    assert not parameter("$a", INT).utterable
    assert "a" in repr(one)
    assert function_of([INT], NULL) is function_of([parameter(None, INT)], NULL)


def test_unions() -> None:
    assert union_of() is NEVER
    assert union_of(INT) is INT
    assert union_of(INT, NEVER) is INT
    assert union_of(INT, INT, STRING) is union_of(STRING, INT)
    assert union_of(INT, union_of(STRING, NULL)) is union_of(INT, STRING, NULL)
    assert isinstance(union_of(INT, DYNAMIC), Union)
    assert gradual_union(INT, DYNAMIC) is DYNAMIC
    assert gradual_union(INT, NULL) is optional(INT)
    assert optional(optional(INT)) is optional(INT)


def test_a_written_union_stays_as_written() -> None:
    one = written_union(STRING, INT, STRING)
    assert one.members == (STRING, INT, STRING)
    assert one is not written_union(INT, STRING)
    assert written_union(INT).members == (INT,)
    assert written_union(one, NULL).members == (one, NULL)
    assert isinstance(union_of(one, NULL), Union)


def test_members_print_in_a_fixed_order() -> None:
    types = [
        object_of({"b": INT}),
        object_of({"a": INT}),
        STRING,
        enum("order:z", STRING, ["a"]),
        TRUE,
        FALSE,
        NUMBER,
        NULL,
        literal(STRING, "x"),
        ref("Name"),
        list_of(INT),
    ]
    wanted = 'null | false | true | "x" | number | string | enum("a") | list[int] | '
    assert show(union_of(*types)) == wanted + "{ a: int } | { b: int } | Name"
    assert union_of(*types) is union_of(*reversed(types))


def test_flags() -> None:
    inside = union_of(INT, list_of(output_of(var("T"))), ref("R"), DYNAMIC, written_union(INT))
    flags = HAS_UNION | HAS_EVENTUAL | HAS_VAR | HAS_REF | HAS_DYNAMIC | HAS_WRITTEN
    assert map_of(STRING, tuple_of(inside)).flags == flags
    assert object_of({"a": STRING}, output_of(INT)).flags == HAS_EVENTUAL
    assert function_of([INT], NULL, DYNAMIC).flags == HAS_DYNAMIC
    assert tuple_of(INT).flags == 0


def test_names() -> None:
    name = ref("Tree")
    assert name is not ref("Tree")
    define(name, list_of(name))
    assert unfold(name) is list_of(name)
    again = ref("Again")
    define(again, name)
    assert unfold(again) is list_of(name)
    assert unfold(INT) is INT
    with pytest.raises(AssertionError):
        define(name, INT)
    with pytest.raises(AssertionError):
        unfold(ref("Nothing"))


def test_a_name_for_itself_is_no_type() -> None:
    one, two = ref("One"), ref("Two")
    define(one, two)
    define(two, one)
    assert unfold(one) is NEVER
    assert unfold(two) is NEVER
    alone = ref("Alone")
    assert unfold(define(alone, alone)) is NEVER


def test_a_choice_of_itself_adds_nothing() -> None:
    one, two = ref("One"), ref("Two")
    define(one, union_of(INT, two))
    define(two, union_of(STRING, one))
    assert unfold(two) is union_of(INT, STRING)
    assert unfold(one) is union_of(INT, two)
    alone = ref("Alone")
    assert unfold(define(alone, union_of(NULL, alone, list_of(alone)))) is optional(list_of(alone))


def test_eventual_ranks() -> None:
    assert eventual(OUTPUT, INT) is output_of(INT)
    assert output_of(output_of(INT)) is not output_of(INT)


@pytest.mark.parametrize(
    "wrap",
    [
        list_of,
        set_of,
        output_of,
        lambda inner: map_of(STRING, inner),
        lambda inner: tuple_of(inner, INT),
        lambda inner: object_of({"a": inner}),
        lambda inner: object_of({}, inner),
        lambda inner: function_of([inner], NULL),
        lambda inner: function_of([], inner, inner),
        lambda inner: union_of(list_of(inner), INT),
        lambda inner: written_union(list_of(inner), INT),
    ],
)
def test_deep_types_go_on_as_unknown_and_overflow_nothing(wrap) -> None:
    def nested(leaf: Type) -> Type:
        for _ in range(10_000):
            leaf = wrap(leaf)
        return leaf

    one, other = nested(INT), nested(STRING)
    assert one.depth <= MAX_DEPTH
    for _ in range(2):
        RELATION.assignable(one, other)
        merge((one, other), RELATION)
        narrow(one, other, RELATION)
        subtract(one, other, RELATION)
        show(one)


def test_types_show_themselves() -> None:
    assert repr(list_of(INT)) == "<ListOf <Atom 'int'> None>"
    assert repr(UNIT) == "<Tuple ()>"
    deep: Type = INT
    for _ in range(20):
        deep = tuple_of(deep, deep)
    assert repr(deep) == "<Tuple …>"


def test_the_members_of_a_type_are_what_a_value_may_be() -> None:
    port, record = ref("Port"), ref("Record")
    define(port, union_of(INT, STRING))
    define(record, object_of({"a": INT}))
    assert set(members(union_of(port, NULL))) == {INT, STRING, NULL}
    assert set(members(union_of(record, NULL))) == {record, NULL}, "a named part keeps its name"
    assert members(record) == (record,)
    assert members(written_union(written_union(INT, NULL), INT)) == (INT, NULL, INT)
    assert members(NEVER) == ()
