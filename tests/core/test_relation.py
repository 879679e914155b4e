"""Each rule of the relation, with the place in the reference that states it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from core.presets import BOOLEAN, FUNCTION, JSONNET, OPEN, PCL, PCL_ASSIGN, PHY, RCL, VALUES

from confty.types import (
    ARCHIVE,
    ASSET,
    BOOL,
    DYNAMIC,
    FALSE,
    FLOAT,
    ID,
    INT,
    NEVER,
    NO,
    NULL,
    NUMBER,
    SAFE,
    SOUND,
    STRING,
    TOP,
    TRUE,
    UNIT,
    UNSAFE,
    ContainerRules,
    Extra,
    ObjectRules,
    Rules,
    Type,
    Verdict,
    assignable,
    convertible,
    define,
    enum,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    output_of,
    parameter,
    promise_of,
    ref,
    resource,
    same,
    set_of,
    tuple_of,
    union_of,
    var,
    written_union,
)

A, B, ONE = literal(STRING, "a"), literal(STRING, "b"), literal(INT, 1)
COLOUR = enum("test:colour", STRING, ["a", "b"])
OTHER = enum("test:other", STRING, ["b", "c"])
THIRD = enum("test:third", STRING, ["x"])
SIZE = enum("test:size", NUMBER, [1, 2])
NUMBERS, STRINGS, UNKNOWN = list_of(NUMBER), list_of(STRING), list_of(DYNAMIC)
EITHER = union_of(NUMBER, STRING)
WORDS = map_of(STRING, STRING)
POINT = object_of({"x": INT, "y": INT})
X = object_of({"x": INT})
MAYBE_X = object_of([field("x", INT, optional=True)])


def function(*parameters, result: Type = NULL, rest: Type | None = None) -> Type:
    return function_of(parameters, result, rest)


SOUND_TABLE = [
    # Axioms.
    (NEVER, NEVER, SAFE),
    (NUMBER, NEVER, NO),
    (DYNAMIC, NEVER, NO),
    (union_of(INT, BOOL), NEVER, NO),
    (DYNAMIC, NUMBER, UNSAFE),
    (TOP, NUMBER, UNSAFE),
    (TOP, union_of(NUMBER, TOP), SAFE),
    (TOP, DYNAMIC, SAFE),
    # Unions: all of the source, any of the target.
    (EITHER, union_of(NUMBER, STRING, NULL), SAFE),
    (union_of(NUMBER, STRING, NULL), EITHER, UNSAFE),
    (union_of(NULL, BOOL), EITHER, NO),
    (BOOL, union_of(TRUE, FALSE), SAFE),
    (BOOL, union_of(TRUE, NULL), UNSAFE),
    (STRING, union_of(A, B), UNSAFE),
    # Atoms, literals, enumerations.
    (INT, NUMBER, SAFE),
    (NUMBER, INT, UNSAFE),
    (FLOAT, NUMBER, SAFE),
    (INT, STRING, NO),
    (ASSET, ARCHIVE, NO),
    (A, STRING, SAFE),
    (STRING, A, UNSAFE),
    (A, B, NO),
    (ONE, literal(NUMBER, 1.0), SAFE),
    (literal(NUMBER, 1.0), ONE, UNSAFE),
    (literal(BOOL, value=True), ONE, NO),
    (A, COLOUR, SAFE),
    (literal(STRING, "z"), COLOUR, NO),
    (ONE, SIZE, UNSAFE),
    (STRING, COLOUR, UNSAFE),
    (COLOUR, STRING, SAFE),
    (COLOUR, INT, NO),
    (COLOUR, A, UNSAFE),
    (COLOUR, literal(STRING, "z"), NO),
    (COLOUR, OTHER, UNSAFE),
    (COLOUR, THIRD, NO),
    (SIZE, ONE, UNSAFE),
    # Sequences.
    (NUMBERS, STRINGS, NO),
    (NUMBERS, UNKNOWN, SAFE),
    (UNKNOWN, NUMBERS, UNSAFE),
    (list_of(NEVER), STRINGS, SAFE),
    (list_of(INT, 2), list_of(INT), SAFE),
    (list_of(INT), list_of(INT, 2), UNSAFE),
    (list_of(INT, 2), list_of(INT, 3), NO),
    (tuple_of(INT, INT), list_of(INT), SAFE),
    (tuple_of(INT, INT), list_of(INT, 2), SAFE),
    (tuple_of(INT, INT), list_of(INT, 3), NO),
    (tuple_of(INT, STRING), list_of(INT), NO),
    (list_of(INT), tuple_of(INT), UNSAFE),
    (list_of(INT, 1), tuple_of(INT, INT), NO),
    (tuple_of(INT), tuple_of(INT, INT), NO),
    (tuple_of(INT, BOOL), tuple_of(NUMBER, BOOL), SAFE),
    (tuple_of(INT, BOOL), tuple_of(STRING, BOOL), NO),
    (set_of(INT), set_of(NUMBER), SAFE),
    (set_of(INT), list_of(INT), NO),
    (list_of(INT), set_of(INT), NO),
    (NULL, list_of(INT), NO),
    # Maps and objects.
    (WORDS, map_of(STRING, DYNAMIC), SAFE),
    (map_of(INT, STRING), WORDS, NO),
    (object_of({"a": STRING}), WORDS, SAFE),
    (object_of({"a": INT}), WORDS, NO),
    (object_of([field("a", INT, optional=True)]), WORDS, UNSAFE),
    (object_of({"a": STRING}), map_of(INT, STRING), NO),
    (object_of({"a": STRING}), map_of(A, STRING), SAFE),
    (object_of({}, INT), WORDS, UNSAFE),
    (WORDS, object_of({"a": STRING}), UNSAFE),
    (WORDS, object_of({"a": INT}), NO),
    (WORDS, object_of([field("a", INT, optional=True)]), UNSAFE),
    (WORDS, object_of({}, INT), NO),
    (map_of(INT, INT), object_of({"a": INT}), NO),
    (NULL, WORDS, NO),
    (NULL, X, NO),
    (POINT, X, NO),
    (X, POINT, NO),
    (X, MAYBE_X, SAFE),
    (MAYBE_X, X, UNSAFE),
    (MAYBE_X, object_of([field("x", STRING, optional=True)]), UNSAFE),
    (MAYBE_X, object_of({"x": STRING}), NO),
    (object_of({}), MAYBE_X, SAFE),
    (object_of({}), X, NO),
    (POINT, object_of({"x": INT}, INT), SAFE),
    (POINT, object_of({"x": INT}, STRING), NO),
    (object_of({"x": INT}, INT), X, UNSAFE),
    (object_of({}, INT), X, UNSAFE),
    (object_of({}, STRING), X, NO),
    (object_of({}, STRING), MAYBE_X, UNSAFE),
    (object_of({}, INT), object_of({}, STRING), UNSAFE),
    (object_of([field("y", INT, optional=True), field("x", INT)]), X, UNSAFE),
    # Functions: parameters the other way around.
    (function(NUMBER), function(INT), SAFE),
    (function(INT), function(NUMBER), UNSAFE),
    (function(STRING), function(INT), NO),
    (function(result=INT), function(result=STRING), NO),
    (function(INT), function(INT, INT), NO),
    (function(INT, rest=INT), function(INT, INT), SAFE),
    (function(INT, INT), function(INT), NO),
    (function(INT, parameter("b", INT, optional=True)), function(INT), SAFE),
    (function(parameter("a", INT)), function(parameter("b", INT)), SAFE),
    (function(parameter("a", INT)), function(parameter("a", INT, optional=True)), NO),
    (function(rest=NUMBER), function(rest=INT), SAFE),
    (function(parameter("a", INT, optional=True), rest=INT), function(rest=INT), SAFE),
    (function(), function(rest=INT), NO),
    (function(INT, result=INT), function_of(None, NUMBER), SAFE),
    (function_of(None, INT), function(INT, result=INT), UNSAFE),
    (INT, function(), NO),
    # Eventuals: now flows into later, not back.
    (INT, promise_of(INT), SAFE),
    (promise_of(INT), output_of(NUMBER), SAFE),
    (promise_of(list_of(promise_of(INT))), output_of(list_of(INT)), SAFE),
    (output_of(INT), promise_of(INT), NO),
    (output_of(INT), INT, NO),
    (output_of(INT), output_of(STRING), NO),
    # Resources.
    (resource("a:b:C"), resource(), SAFE),
    (resource(), resource("a:b:C"), UNSAFE),
    (resource("a:b:D"), resource("a:b:C"), NO),
    (INT, resource(), NO),
    # A variable is only itself.
    (var("T"), var("T"), SAFE),
    (INT, var("T"), NO),
    # A union as written means the same set.
    (written_union(INT, STRING), written_union(STRING, INT), SAFE),
    (written_union(INT), INT, SAFE),
    (list_of(written_union(INT, STRING)), list_of(written_union(STRING, INT)), SAFE),
]

# The RCL reference, 6.3; the numbers are its rules.
RCL_TABLE = [
    (NEVER, NUMBER, SAFE),  # 1
    (NUMBER, DYNAMIC, SAFE),  # 2
    (DYNAMIC, NEVER, NO),  # 3, before 4
    (DYNAMIC, NUMBER, UNSAFE),  # 4
    (NUMBER, NUMBER, SAFE),  # 5
    (NUMBER, STRING, NO),
    (UNKNOWN, NUMBERS, UNSAFE),  # 6
    (set_of(NUMBER), NUMBERS, NO),
    (map_of(STRING, DYNAMIC), WORDS, UNSAFE),  # 7
    (map_of(NUMBER, STRING), WORDS, NO),
    (function(DYNAMIC), function(NUMBER), SAFE),  # 8
    (function(NUMBER), function(DYNAMIC), UNSAFE),
    (function(NUMBER), function(), NO),
    (EITHER, EITHER, UNSAFE),  # 9: union into union is always checked, even into itself
    (EITHER, union_of(NUMBER, STRING, NULL), UNSAFE),
    (list_of(EITHER), list_of(EITHER), UNSAFE),
    (EITHER, NUMBER, UNSAFE),
    (EITHER, NULL, NO),
    (NUMBER, EITHER, SAFE),  # 10
    (NULL, EITHER, NO),
    (UNKNOWN, union_of(NUMBERS, NULL), UNSAFE),
    (NUMBER, NUMBERS, NO),  # 11
]

# The Jsonnet reference, 4.1; the numbers are its rules.
JSONNET_TABLE = [
    (DYNAMIC, NUMBER, SAFE),  # 1
    (DYNAMIC, NEVER, SAFE),
    (NUMBER, STRING, NO),  # 2
    (set_of(NUMBER), NUMBERS, SAFE),  # 3
    (NUMBERS, set_of(NUMBER), NO),
    (tuple_of(NUMBER), tuple_of(NUMBER, NUMBER), NO),  # 4
    (tuple_of(NUMBER), NUMBERS, SAFE),  # 5
    (tuple_of(NUMBER), set_of(NUMBER), NO),
    (NUMBERS, tuple_of(NUMBER), NO),
    (UNIT, NUMBERS, SAFE),
    (object_of({}), object_of({"a": NUMBER}), NO),  # 6
    (OPEN, object_of({"a": NUMBER}), SAFE),
    (object_of({"a": NUMBER, "b": NUMBER}), object_of({"a": NUMBER}), NO),
    (object_of({"a": NUMBER, "b": NUMBER}), object_of({"a": NUMBER}, DYNAMIC), SAFE),
    (object_of({"c": NUMBER}, DYNAMIC), object_of({"a": NUMBER}), SAFE),  # only counted
    (object_of({"a": NEVER}), object_of({"a": NUMBER}), SAFE),
    (FUNCTION, function(parameter("x", NUMBER), result=NUMBER), SAFE),  # 7
    (function(parameter("x", NUMBER)), FUNCTION, SAFE),
    (function(parameter("x", NUMBER)), function(parameter("y", NUMBER)), NO),
    (function(parameter("x", NUMBER)), function(parameter("$a", NUMBER)), SAFE),
    (function(parameter("x", NUMBER)), function(NUMBER), SAFE),
    (function(parameter("x", NUMBER)), function(parameter("x", NUMBER, optional=True)), NO),
    (BOOLEAN, TRUE, NO),  # 8: every part must fit
    (TRUE, BOOLEAN, SAFE),  # 9
    (NULL, BOOLEAN, NO),
    (NUMBER, OPEN, NO),  # 10
]

# The Phy reference, 3.
PHY_TABLE = [
    (INT, INT, SAFE),
    (INT, FLOAT, NO),
    (NEVER, INT, SAFE),
    (INT, NEVER, NO),
    (INT, written_union(INT, FLOAT), SAFE),
    (written_union(INT, FLOAT), written_union(FLOAT, INT), SAFE),
    (written_union(INT), written_union(INT, FLOAT), NO),
    (written_union(INT), INT, NO),
    (INT, written_union(written_union(INT, FLOAT), BOOL), NO),
    (written_union(FLOAT, INT), written_union(written_union(INT, FLOAT), BOOL), SAFE),
    (tuple_of(INT), tuple_of(written_union(INT, FLOAT)), NO),
    (tuple_of(written_union(INT, FLOAT)), tuple_of(written_union(FLOAT, INT)), SAFE),
    (list_of(INT, 3), list_of(INT), NO),
    (function(INT), function(written_union(INT, FLOAT)), NO),
    (DYNAMIC, INT, SAFE),
]

# The PCL reference, 9.4; facts of the vectors are not repeated here.
PCL_TABLE = [
    (STRING, BOOL, UNSAFE),
    (STRING, ID, SAFE),
    (INT, union_of(BOOL, STRING), SAFE),
    (A, COLOUR, UNSAFE),  # the quirk: only where the base types differ
    (ONE, SIZE, SAFE),
    (literal(BOOL, value=True), SIZE, UNSAFE),  # true is not 1
    (COLOUR, STRING, NO),
    (A, B, UNSAFE),
    (COLOUR, A, NO),
    (set_of(STRING), tuple_of(STRING), UNSAFE),
    (set_of(STRING), list_of(STRING, 2), UNSAFE),
    (tuple_of(STRING), set_of(STRING), UNSAFE),
    (DYNAMIC, union_of(BOOL, DYNAMIC), UNSAFE),
    (NULL, object_of({}), NO),
    (output_of(INT), promise_of(DYNAMIC), NO),
]

# The PCL reference, 9.3.
PCL_ASSIGN_TABLE = [
    (tuple_of(STRING), tuple_of(STRING, optional(INT)), SAFE),
    (tuple_of(STRING), tuple_of(STRING, INT), NO),
    (union_of(BOOL, INT), union_of(BOOL, INT, NUMBER), NO),  # taken whole
    (union_of(BOOL, INT), union_of(BOOL, DYNAMIC), SAFE),
    (output_of(BOOL), promise_of(DYNAMIC), SAFE),
    (output_of(BOOL), promise_of(output_of(BOOL)), SAFE),
    (DYNAMIC, promise_of(DYNAMIC), SAFE),
    (DYNAMIC, promise_of(BOOL), NO),
    (A, union_of(INT, STRING), SAFE),
    (STRING, A, NO),
    (STRING, COLOUR, NO),
]


def rows(rules: Rules, table: list[tuple[Type, Type, Verdict]]):
    return [pytest.param(rules, *row, id=f"{rules.name}-{i}") for i, row in enumerate(table)]


@pytest.mark.parametrize(
    ("rules", "source", "target", "verdict"),
    [
        *rows(VALUES, SOUND_TABLE),
        *rows(RCL, RCL_TABLE),
        *rows(JSONNET, JSONNET_TABLE),
        *rows(PHY, PHY_TABLE),
        *rows(PCL, PCL_TABLE),
        *rows(PCL_ASSIGN, PCL_ASSIGN_TABLE),
    ],
)
def test_rule(rules: Rules, source: Type, target: Type, verdict: Verdict) -> None:
    if rules is PCL_ASSIGN:  # a yes-or-no relation
        assert (assignable(source, target, rules) is SAFE) is (verdict is SAFE)
    else:
        assert assignable(source, target, rules) is verdict
    assert convertible(source, target, rules) is (assignable(source, target, rules) is not NO)


def test_verdicts_are_ordered() -> None:
    assert NO < UNSAFE < SAFE
    assert min(SAFE, UNSAFE) is UNSAFE
    assert max(NO, UNSAFE) is UNSAFE


def test_rules_name_themselves_and_make_one_twin() -> None:
    assert repr(PCL) == "Rules(pcl)"
    assert PCL.for_unifying() is PCL.for_unifying()
    assert PCL.for_unifying().for_unifying() is PCL.for_unifying()
    assert PCL.for_unifying().cache is not PCL.cache


def test_recursive_types_are_compared_coinductively() -> None:
    def chain(value: Type) -> Type:
        name = ref("Chain")
        define(name, object_of({"value": value, "next": optional(name)}))
        return name

    assert assignable(chain(INT), chain(INT), VALUES) is SAFE
    assert assignable(chain(INT), chain(NUMBER), VALUES) is SAFE
    assert assignable(chain(INT), chain(STRING), VALUES) is NO
    assert assignable(chain(DYNAMIC), chain(STRING), VALUES) is UNSAFE
    once = chain(INT)
    assert assignable(once, union_of(once, NULL), VALUES) is SAFE
    assert assignable(object_of({"value": INT, "next": NULL}), once, VALUES) is SAFE


def test_a_no_inside_a_recursive_type_is_found_at_any_depth() -> None:
    name = ref("Tree")
    define(name, list_of(union_of(INT, name)))
    type_: Type = list_of(STRING)
    for _ in range(20):
        type_ = list_of(type_)
    assert assignable(type_, name, VALUES) is NO
    type_ = list_of(INT)
    for _ in range(20):
        type_ = list_of(type_)
    assert assignable(type_, name, VALUES) is SAFE


def test_chains_of_names_longer_than_any_configuration_are_left_to_run_time() -> None:
    def tower(value: Type) -> Type:
        below: Type = value
        for place in range(400):
            name = ref(f"Level{place}")
            define(name, object_of({"down": below}))
            below = name
        return below

    assert assignable(tower(INT), tower(INT), VALUES) is UNSAFE


def levels(leaf: Type, count: int) -> Type:
    """Named types, each with two fields of the one below."""
    below = leaf
    for place in range(count):
        name = ref(f"Level{place}")
        define(name, object_of({"left": below, "right": below, "up": optional(name)}))
        below = name
    return below


def test_shared_recursive_types_are_compared_once() -> None:
    assert assignable(levels(INT, 60), levels(NUMBER, 60), VALUES) is SAFE
    assert assignable(levels(INT, 60), levels(STRING, 60), VALUES) is NO
    assert assignable(levels(NUMBER, 60), levels(INT, 60), VALUES) is UNSAFE


def test_questions_in_several_threads_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(4) as pool:
        for _ in range(30):
            rules = Rules("threads", literals=VALUES.literals)
            left, right = levels(INT, 8), levels(STRING, 8)
            asked = [pool.submit(assignable, left, right, rules) for _ in range(4)]
            assert {answer.result() for answer in asked} == {NO}


def test_the_cache_is_bounded(monkeypatch) -> None:
    rules = Rules("bounded")
    monkeypatch.setattr("confty.types.relate._MOST_CACHED", 3)
    for size in range(10):
        assignable(list_of(INT, size), list_of(INT), rules)
    assert len(rules.cache) <= 4


def test_same() -> None:
    assert same(list_of(INT), list_of(INT))
    assert not same(INT, STRING)
    assert same(written_union(INT, STRING), written_union(STRING, INT))
    assert not same(written_union(INT, STRING), written_union(STRING, NULL))
    assert not same(written_union(INT, STRING), union_of(INT, STRING))


def test_extra_fields() -> None:
    ignoring = Rules(objects=ObjectRules(extra=Extra.IGNORED))
    counting = Rules(objects=ObjectRules(extra=Extra.COUNTED))
    wide, narrow_ = object_of({"x": INT, "y": INT}), object_of({"x": INT})
    assert assignable(wide, narrow_, ignoring) is SAFE
    assert assignable(wide, narrow_, counting) is NO
    assert assignable(wide, narrow_, SOUND) is NO
    assert assignable(object_of({"x": INT}, INT), narrow_, counting) is UNSAFE


def test_unifying_relations_compare_shapes_by_what_joins_them() -> None:
    unifying = Rules("shapes", containers=ContainerRules(), unifying=True)
    assert assignable(tuple_of(INT), tuple_of(INT, STRING), unifying) is SAFE
    assert assignable(object_of({"a": INT}), object_of({"b": INT}), unifying) is SAFE
