"""Fields, elements and calls: what comes out, and what is wrong."""

from __future__ import annotations

import pytest
from core.shipped import DATA, JSONNET

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
    TRUE,
    UNIT,
    UNSAFE,
    Access,
    AccessProblem,
    Function,
    Misdealt,
    Type,
    Verdict,
    deal,
    define,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    output_of,
    parameter,
    read_field,
    read_index,
    ref,
    set_of,
    tuple_of,
    union_of,
    values_of,
)

A = object_of({"a": INT})
MAYBE = object_of([field("a", INT, optional=True)])
OPEN = object_of({"b": INT}, STRING)
NAMED = define(ref("Named"), A)


def wrongs(access: Access) -> list[AccessProblem]:
    return [problem.wrong for problem in access.problems]


FIELDS: list[tuple[Type, Type, Verdict, list[AccessProblem]]] = [
    (A, INT, SAFE, []),
    (NAMED, INT, SAFE, []),
    (MAYBE, INT, UNSAFE, []),
    (OPEN, STRING, UNSAFE, []),
    (object_of({"b": INT}), DYNAMIC, NO, [AccessProblem.NO_SUCH_FIELD]),
    (map_of(STRING, INT), INT, UNSAFE, []),
    (map_of(INT, INT), INT, UNSAFE, []),
    (DYNAMIC, DYNAMIC, UNSAFE, []),
    (NEVER, NEVER, SAFE, []),
    (NUMBER, DYNAMIC, NO, [AccessProblem.NO_FIELDS]),
    (literal(STRING, "x"), DYNAMIC, NO, [AccessProblem.NO_FIELDS]),
    (output_of(A), DYNAMIC, NO, [AccessProblem.NO_FIELDS]),
    (union_of(A, object_of({"a": STRING})), union_of(INT, STRING), SAFE, []),
    (union_of(A, NULL), INT, UNSAFE, [AccessProblem.NO_FIELDS]),
    (union_of(NUMBER, NULL), DYNAMIC, NO, [AccessProblem.NO_FIELDS, AccessProblem.NO_FIELDS]),
    (union_of(A, DYNAMIC), DYNAMIC, UNSAFE, []),
]


@pytest.mark.parametrize(("type_", "result", "verdict", "wrong"), FIELDS)
def test_field(type_: Type, result: Type, verdict: Verdict, wrong: list[AccessProblem]) -> None:
    access = read_field(type_, "a")
    assert (access.type, access.verdict, wrongs(access)) == (result, verdict, wrong)
    assert verdict.name in repr(access)
    for problem in access.problems:
        assert problem.wrong.name in repr(problem)
        assert problem.name == "a"


def test_the_member_at_fault_is_named() -> None:
    (problem,) = read_field(union_of(A, NULL), "a").problems
    assert problem.found is NULL


ONE, TWO, HALF = literal(INT, 1), literal(INT, 2), literal(NUMBER, 0.5)
INDEXES: list[tuple[Type, Type, Type, Verdict, list[AccessProblem]]] = [
    (list_of(STRING), NUMBER, STRING, UNSAFE, []),
    (list_of(STRING), ONE, STRING, UNSAFE, []),
    (list_of(STRING, 2), ONE, STRING, SAFE, []),
    (list_of(STRING, 2), TWO, DYNAMIC, NO, [AccessProblem.OUT_OF_RANGE]),
    (list_of(STRING, 2), INT, STRING, UNSAFE, []),
    (list_of(STRING), STRING, STRING, NO, [AccessProblem.BAD_INDEX]),
    (tuple_of(INT, STRING), ONE, STRING, SAFE, []),
    (tuple_of(INT, STRING), literal(NUMBER, 1.0), STRING, SAFE, []),
    (tuple_of(INT, STRING), INT, union_of(INT, STRING), UNSAFE, []),
    (tuple_of(INT, STRING), HALF, DYNAMIC, NO, [AccessProblem.OUT_OF_RANGE]),
    (tuple_of(INT, STRING), TWO, DYNAMIC, NO, [AccessProblem.OUT_OF_RANGE]),
    (UNIT, INT, NEVER, UNSAFE, []),
    (STRING, INT, STRING, UNSAFE, []),
    (A, literal(STRING, "a"), INT, SAFE, []),
    (A, STRING, INT, UNSAFE, []),
    (OPEN, STRING, DYNAMIC, UNSAFE, []),
    (object_of({}), STRING, NEVER, UNSAFE, []),
    (A, INT, INT, NO, [AccessProblem.BAD_INDEX]),
    (map_of(STRING, INT), STRING, INT, UNSAFE, []),
    (map_of(STRING, INT), BOOL, INT, NO, [AccessProblem.BAD_INDEX]),
    (DYNAMIC, INT, DYNAMIC, UNSAFE, []),
    (set_of(INT), INT, INT, UNSAFE, []),
    (NUMBER, INT, DYNAMIC, NO, [AccessProblem.NO_FIELDS]),
]


@pytest.mark.parametrize(("type_", "index", "result", "verdict", "wrong"), INDEXES)
def test_index(
    type_: Type, index: Type, result: Type, verdict: Verdict, wrong: list[AccessProblem]
) -> None:
    access = read_index(type_, index, DATA.relation)
    assert (access.type, access.verdict, wrongs(access)) == (result, verdict, wrong)


def test_a_bool_is_no_index() -> None:
    assert read_index(tuple_of(INT), TRUE, DATA.relation).verdict is NO
    assert read_index(tuple_of(INT), TRUE, JSONNET.relation).verdict is NO


def test_a_bad_index_says_what_would_do() -> None:
    (problem,) = read_index(map_of(STRING, INT), BOOL, DATA.relation).problems
    assert (problem.found, problem.wanted) == (BOOL, STRING)


def test_values_of() -> None:
    assert values_of(object_of({"a": INT, "b": STRING})) is union_of(INT, STRING)
    assert values_of(OPEN) is union_of(INT, STRING)
    assert values_of(object_of({})) is NEVER


def function(*parameters, rest: Type | None = None) -> Function:
    return function_of(parameters, STRING, rest)


X, Y = parameter("x", INT), parameter("y", STRING, optional=True)
# Arguments by place are None; pairs are (argument, parameter's name).
CALLS: list[tuple[Function, list[str | None], list[tuple], list[tuple]]] = [
    (function(X, Y), [None], [(0, "x")], []),
    (function(X, Y), [None, None], [(0, "x"), (1, "y")], []),
    (function(X, Y), ["y", "x"], [(1, "x"), (0, "y")], []),
    (function(X, Y), [], [], [(Misdealt.MISSING, None, "x")]),
    (function(X), [None, None], [(0, "x")], [(Misdealt.SURPLUS, 1, None)]),
    (function(X, rest=INT), [None, None, None], [(0, "x"), (1, None), (2, None)], []),
    (function(X), [None, "z"], [(0, "x")], [(Misdealt.UNKNOWN, 1, None)]),
    (function(X), [None, "x"], [(0, "x")], [(Misdealt.REPEATED, 1, "x")]),
    (function(X), ["x", "x"], [(0, "x")], [(Misdealt.REPEATED, 1, None)]),
    (
        function(INT),
        ["x"],
        [],
        [(Misdealt.UNKNOWN, 0, None), (Misdealt.MISSING, None, None)],
    ),
    (function_of(None, STRING), [None, "x"], [], []),
]


@pytest.mark.parametrize(("called", "names", "pairs", "complaints"), CALLS)
def test_deal(called: Function, names, pairs, complaints) -> None:
    dealt = deal(called, names)
    assert [(at, one.name) for at, one in dealt.pairs] == pairs
    told = [
        (one.wrong, one.argument, None if one.parameter is None else one.parameter.name)
        for one in dealt.complaints
    ]
    assert told == complaints


def test_other_names_mean_the_same_parameter() -> None:
    dealt = deal(function(X), ["ex"], {"ex": "x"})
    assert [(at, one.name) for at, one in dealt.pairs] == [(0, "x")]
    twice = deal(function(X), ["x", "ex"], {"ex": "x"})
    assert [one.wrong for one in twice.complaints] == [Misdealt.REPEATED]
