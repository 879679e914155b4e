"""Fields, elements, loops, calls and traversal."""

from __future__ import annotations

import pytest
from core.presets import JSONNET, PCL, PCL_ASSIGN, VALUES

from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NEVER,
    NO,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    TOP,
    TRUE,
    UNIT,
    UNSAFE,
    Access,
    Function,
    Key,
    Rules,
    Type,
    Verdict,
    Wrong,
    argument_verdicts,
    call,
    collection,
    define,
    enum,
    field,
    function_of,
    iterate,
    key_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    output_of,
    parameter,
    promise_of,
    read_field,
    read_index,
    ref,
    set_of,
    traverse,
    tuple_of,
    union_of,
    var,
    wrap,
)

A = object_of({"a": INT})
MAYBE = object_of([field("a", INT, optional=True)])
OPEN = object_of({"b": INT}, STRING)
NAMED = define(ref("Named"), A)


def wrongs(access: Access) -> list[Wrong]:
    return [problem.wrong for problem in access.problems]


FIELDS: list[tuple[Rules, Type, Type, Verdict, list[Wrong]]] = [
    (VALUES, A, INT, SAFE, []),
    (VALUES, NAMED, INT, SAFE, []),
    (VALUES, MAYBE, INT, UNSAFE, [Wrong.MAYBE_NO_FIELD]),
    (VALUES, OPEN, STRING, UNSAFE, []),
    (VALUES, object_of({"b": INT}), DYNAMIC, NO, [Wrong.NO_SUCH_FIELD]),
    (VALUES, map_of(STRING, INT), INT, UNSAFE, []),
    (VALUES, map_of(INT, INT), DYNAMIC, NO, [Wrong.BAD_INDEX]),
    (VALUES, DYNAMIC, DYNAMIC, UNSAFE, []),
    (VALUES, TOP, DYNAMIC, UNSAFE, []),
    (VALUES, NEVER, NEVER, SAFE, []),
    (VALUES, NUMBER, DYNAMIC, NO, [Wrong.NO_FIELDS]),
    (VALUES, literal(STRING, "x"), DYNAMIC, NO, [Wrong.NO_FIELDS]),
    (VALUES, output_of(A), output_of(INT), SAFE, []),
    (VALUES, union_of(A, object_of({"a": STRING})), union_of(INT, STRING), SAFE, []),
    (VALUES, union_of(A, NULL), INT, UNSAFE, [Wrong.NO_FIELDS]),
    (VALUES, union_of(NUMBER, NULL), DYNAMIC, NO, [Wrong.NO_FIELDS, Wrong.NO_FIELDS]),
    (JSONNET, union_of(A, NULL), INT, NO, [Wrong.NO_FIELDS]),
    (PCL, union_of(A, DYNAMIC), union_of(INT, DYNAMIC), UNSAFE, []),
]


@pytest.mark.parametrize(("rules", "type_", "result", "verdict", "wrong"), FIELDS)
def test_field(rules: Rules, type_: Type, result: Type, verdict: Verdict, wrong) -> None:
    access = read_field(type_, "a", rules)
    assert access.type is result
    assert access.verdict is verdict
    assert wrongs(access) == wrong
    assert verdict.name in repr(access)
    assert [problem.wrong.name in repr(problem) for problem in access.problems] == [True] * len(
        wrong
    )


ONE, TWO, HALF = literal(INT, 1), literal(INT, 2), literal(NUMBER, 0.5)
INDEXES: list[tuple[Type, Type, Type, Verdict, list[Wrong]]] = [
    (list_of(STRING), NUMBER, STRING, UNSAFE, []),
    (list_of(STRING), ONE, STRING, UNSAFE, []),
    (list_of(STRING, 2), ONE, STRING, SAFE, []),
    (list_of(STRING, 2), TWO, DYNAMIC, NO, [Wrong.OUT_OF_RANGE]),
    (list_of(STRING, 2), INT, STRING, UNSAFE, []),
    (list_of(STRING), STRING, DYNAMIC, NO, [Wrong.BAD_INDEX]),
    (tuple_of(INT, STRING), ONE, STRING, SAFE, []),
    (tuple_of(INT, STRING), literal(NUMBER, 1.0), STRING, SAFE, []),
    (tuple_of(INT, STRING), INT, union_of(INT, STRING), UNSAFE, []),
    (tuple_of(INT, STRING), HALF, DYNAMIC, NO, [Wrong.OUT_OF_RANGE]),
    (tuple_of(INT, STRING), TWO, DYNAMIC, NO, [Wrong.OUT_OF_RANGE]),
    (UNIT, INT, DYNAMIC, UNSAFE, []),
    (STRING, INT, STRING, UNSAFE, []),
    (A, literal(STRING, "a"), INT, SAFE, []),
    (A, STRING, INT, UNSAFE, []),
    (OPEN, STRING, union_of(INT, STRING), UNSAFE, []),
    (object_of({}), STRING, DYNAMIC, UNSAFE, []),
    (A, INT, DYNAMIC, NO, [Wrong.BAD_INDEX]),
    (map_of(STRING, INT), STRING, INT, UNSAFE, []),
    (map_of(STRING, INT), BOOL, DYNAMIC, NO, [Wrong.BAD_INDEX]),
    (DYNAMIC, INT, DYNAMIC, UNSAFE, []),
    (set_of(INT), INT, DYNAMIC, NO, [Wrong.NO_ELEMENTS]),
]


@pytest.mark.parametrize(("type_", "index", "result", "verdict", "wrong"), INDEXES)
def test_index(type_: Type, index: Type, result: Type, verdict: Verdict, wrong) -> None:
    access = read_index(type_, index, VALUES)
    assert access.type is result
    assert access.verdict is verdict
    assert wrongs(access) == wrong


def test_a_bool_is_no_index() -> None:
    assert read_index(tuple_of(INT), TRUE, VALUES).verdict is NO
    assert read_index(list_of(INT, 1), TRUE, PCL).verdict is NO


LOOPS: list[tuple[Type, tuple[Type, Type], Verdict]] = [
    (list_of(STRING), (INT, STRING), SAFE),
    (set_of(STRING), (INT, STRING), SAFE),
    (tuple_of(INT, STRING), (INT, union_of(INT, STRING)), SAFE),
    (map_of(STRING, INT), (STRING, INT), SAFE),
    (A, (STRING, INT), SAFE),
    (OPEN, (STRING, union_of(INT, STRING)), SAFE),
    (DYNAMIC, (DYNAMIC, DYNAMIC), UNSAFE),
    (NEVER, (NEVER, NEVER), SAFE),
    (output_of(list_of(STRING)), (INT, STRING), SAFE),
    (
        union_of(list_of(STRING), map_of(STRING, NULL)),
        (union_of(INT, STRING), union_of(STRING, NULL)),
        SAFE,
    ),
    (union_of(list_of(STRING), NULL), (INT, STRING), UNSAFE),
]


@pytest.mark.parametrize(("type_", "pair", "verdict"), LOOPS)
def test_loop(type_: Type, pair: tuple[Type, Type], verdict: Verdict) -> None:
    access = iterate(type_, VALUES)
    assert access.type is tuple_of(*pair)
    assert access.verdict is verdict


def test_what_cannot_be_iterated() -> None:
    assert wrongs(iterate(NUMBER, VALUES)) == [Wrong.NOT_ITERABLE]
    assert iterate(union_of(NUMBER, NULL), VALUES).verdict is NO


def function(*parameters, rest: Type | None = None, result: Type = STRING) -> Function:
    return function_of(parameters, result, rest)


X, Y = parameter("x", INT), parameter("y", STRING, optional=True)
CALLS: list[tuple[Type, list[Type], dict[str, Type], Verdict, list[tuple[Wrong, object]]]] = [
    (function(X, Y), [INT], {}, SAFE, []),
    (function(X, Y), [INT, STRING], {}, SAFE, []),
    (function(X, Y), [], {"x": INT, "y": STRING}, SAFE, []),
    (function(X, Y), [NUMBER], {}, UNSAFE, []),
    (function(X, Y), [STRING], {}, NO, [(Wrong.BAD_ARGUMENT, 0)]),
    (function(X, Y), [INT], {"y": INT}, NO, [(Wrong.BAD_ARGUMENT, "y")]),
    (function(X, Y), [], {}, NO, [(Wrong.MISSING_ARGUMENT, None)]),
    (function(X), [INT, INT], {}, NO, [(Wrong.EXTRA_ARGUMENT, 1)]),
    (function(X, rest=INT), [INT, INT, INT], {}, SAFE, []),
    (function(X, rest=INT), [INT, STRING], {}, NO, [(Wrong.BAD_ARGUMENT, 1)]),
    (function(X), [INT], {"z": INT}, NO, [(Wrong.UNKNOWN_ARGUMENT, "z")]),
    (function(X), [INT], {"x": INT}, NO, [(Wrong.REPEATED_ARGUMENT, "x")]),
    (
        function(INT),
        [],
        {"x": INT},
        NO,
        [(Wrong.MISSING_ARGUMENT, None), (Wrong.UNKNOWN_ARGUMENT, "x")],
    ),
    (function_of(None, STRING), [INT], {}, UNSAFE, []),
    (union_of(function(X), NULL), [INT], {}, UNSAFE, [(Wrong.NOT_CALLABLE, None)]),
]


@pytest.mark.parametrize(("type_", "positional", "named", "verdict", "problems"), CALLS)
def test_call(type_: Type, positional, named, verdict: Verdict, problems) -> None:
    access = call(type_, positional, VALUES, named)
    assert access.type is STRING
    assert access.verdict is verdict
    assert [(problem.wrong, problem.argument) for problem in access.problems] == problems


def test_what_cannot_be_called() -> None:
    assert wrongs(call(NUMBER, [], VALUES)) == [Wrong.NOT_CALLABLE]
    assert call(DYNAMIC, [], VALUES).type is DYNAMIC


def test_generic_calls() -> None:
    item = var("T")
    first = function_of([list_of(item)], item)
    assert call(first, [list_of(INT)], VALUES).type is INT
    assert call(first, [STRING], VALUES).verdict is NO
    twice = function_of([item, item], item)
    assert call(twice, [INT, STRING], VALUES).type is union_of(INT, STRING)
    assert argument_verdicts(first, [list_of(INT)], VALUES) == [(0, list_of(INT), SAFE)]
    assert argument_verdicts(function(X), [STRING], VALUES, {}) == [(0, INT, NO)]


CHOICE = enum("access:e", STRING, ["a"])
POINT = object_of({"x": INT, "Tall": STRING})
STEPS: list[tuple[Type, Key, Type, Verdict]] = [
    (NEVER, key_of("a"), NEVER, SAFE),
    (NULL, key_of("a"), NULL, UNSAFE),
    (CHOICE, key_of("a"), CHOICE, SAFE),
    (literal(STRING, "a"), key_of("a"), DYNAMIC, NO),
    (POINT, key_of("x"), INT, SAFE),
    (POINT, key_of("tall"), STRING, UNSAFE),
    (POINT, key_of("none"), DYNAMIC, NO),
    (object_of({"1": INT, "true": STRING}), key_of(1.0), INT, SAFE),
    (object_of({"1": INT, "true": STRING}), key_of(1), INT, SAFE),
    (object_of({"1": INT, "true": STRING}), Key(BOOL, value=True, known=True), STRING, SAFE),
    (object_of({"x": INT}, DYNAMIC), key_of("none"), DYNAMIC, UNSAFE),
    (POINT, Key(STRING), union_of(INT, STRING), SAFE),
    (tuple_of(INT, STRING), key_of(1), STRING, SAFE),
    (tuple_of(INT, STRING), key_of(1.5), DYNAMIC, NO),
    (tuple_of(INT, STRING), key_of(2), DYNAMIC, NO),
    (tuple_of(INT, STRING), Key(NUMBER, "x", known=True), DYNAMIC, NO),
    (tuple_of(INT, STRING), Key(NUMBER), union_of(INT, STRING), SAFE),
    (UNIT, Key(NUMBER), DYNAMIC, SAFE),
    (list_of(STRING), Key(list_of(INT)), STRING, NO),
    (promise_of(list_of(STRING)), key_of(0), promise_of(STRING), SAFE),
    (optional(POINT), key_of("x"), optional(INT), SAFE),
    (optional(POINT), key_of("tall"), optional(STRING), UNSAFE),
    (union_of(NULL, INT), key_of("x"), DYNAMIC, NO),
]


@pytest.mark.parametrize(("type_", "key", "result", "verdict"), STEPS)
def test_step(type_: Type, key: Key, result: Type, verdict: Verdict) -> None:
    access = traverse(type_, key, PCL, PCL_ASSIGN)
    assert access.type is result
    assert access.verdict is verdict
    assert (verdict is SAFE) is (not access.problems)


@pytest.mark.parametrize(
    ("type_", "pair"),
    [
        (list_of(STRING), (INT, STRING)),
        (map_of(STRING, INT), (STRING, INT)),
        (tuple_of(INT, NUMBER), (INT, NUMBER)),
        (POINT, (STRING, STRING)),
        (DYNAMIC, (DYNAMIC, DYNAMIC)),
        (output_of(optional(list_of(INT))), (INT, INT)),
        (union_of(NULL, promise_of(list_of(INT))), (INT, INT)),
        (UNIT, (INT, NULL)),
        (set_of(INT), None),
        (union_of(NULL, INT), None),
        (union_of(list_of(INT), map_of(STRING, INT)), None),
    ],
)
def test_collection(type_: Type, pair: tuple[Type, Type] | None) -> None:
    assert collection(type_, PCL) == pair


def test_wrap() -> None:
    assert wrap(list_of(INT), BOOL) is BOOL
    assert wrap(output_of(list_of(INT)), BOOL) is output_of(BOOL)
    assert wrap(optional(promise_of(list_of(INT))), BOOL) is promise_of(BOOL)
    assert wrap(union_of(STRING, INT), BOOL) is BOOL
