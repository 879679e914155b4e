"""What a test leaves over, and what facts prove."""

from __future__ import annotations

import pytest
from core.presets import BOOLEAN, EVERYTHING, FUNCTION, JSONNET, OPEN, PCL, VALUES

from confty.types import (
    BOOL,
    DYNAMIC,
    FALSE,
    FLOAT,
    INT,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    TOP,
    TRUE,
    UNIT,
    And,
    Elements,
    HasField,
    Is,
    Length,
    Not,
    Object,
    Or,
    Partial,
    Rules,
    Type,
    blameless,
    conjoin,
    define,
    disjoin,
    enum,
    field,
    function_of,
    learn,
    list_of,
    literal,
    map_of,
    narrow,
    negate,
    object_of,
    optional,
    output_of,
    parameter,
    promise_of,
    ref,
    resource,
    set_of,
    subtract,
    tuple_of,
    unfold,
    union_of,
    var,
    with_length,
    written_union,
)

A, B, Z = literal(STRING, "a"), literal(STRING, "b"), literal(STRING, "z")
AB = enum("narrow:ab", STRING, ["a", "b"])
BC = enum("narrow:bc", STRING, ["b", "c"])
ONES = enum("narrow:ones", NUMBER, [1])
TREE = ref("Tree")
define(TREE, union_of(INT, list_of(TREE)))


def function(*parameters, result: Type = DYNAMIC) -> Type:
    return function_of(parameters, result)


X, Y = parameter("x", NUMBER), parameter("y", STRING, optional=True)
NARROW: list[tuple[Rules, Type, Type, Type]] = [
    (VALUES, INT, INT, INT),
    (VALUES, NEVER, INT, NEVER),
    (VALUES, INT, NEVER, NEVER),
    (VALUES, INT, DYNAMIC, INT),
    (VALUES, INT, TOP, INT),
    (VALUES, DYNAMIC, INT, INT),
    (VALUES, TOP, INT, INT),
    (VALUES, NUMBER, INT, INT),
    (VALUES, INT, NUMBER, INT),
    (VALUES, INT, STRING, NEVER),
    (VALUES, INT, FLOAT, NEVER),
    (VALUES, var("T"), INT, var("T")),
    (VALUES, INT, var("T"), INT),
    (VALUES, A, STRING, A),
    (VALUES, STRING, A, A),
    (VALUES, A, B, NEVER),
    (VALUES, A, AB, A),
    (VALUES, Z, AB, NEVER),
    (VALUES, A, list_of(INT), NEVER),
    (VALUES, AB, A, A),
    (VALUES, AB, BC, B),
    (VALUES, AB, STRING, AB),
    (VALUES, AB, INT, NEVER),
    (VALUES, STRING, AB, AB),
    (VALUES, INT, AB, NEVER),
    (VALUES, INT, list_of(INT), NEVER),
    (VALUES, literal(NUMBER, 1.0), INT, literal(INT, 1)),
    (VALUES, literal(NUMBER, 1.5), INT, NEVER),
    (VALUES, literal(NUMBER, 1), FLOAT, literal(FLOAT, 1.0)),
    (VALUES, literal(INT, 1), ONES, literal(INT, 1)),
    (VALUES, union_of(INT, STRING, NULL), union_of(STRING, NULL, BOOL), union_of(STRING, NULL)),
    (VALUES, list_of(NUMBER), list_of(INT), list_of(INT)),
    (VALUES, list_of(INT), list_of(STRING), list_of(NEVER)),
    (VALUES, list_of(INT, 2), list_of(DYNAMIC), list_of(INT, 2)),
    (VALUES, list_of(INT), list_of(DYNAMIC, 2), list_of(INT, 2)),
    (VALUES, list_of(INT, 1), list_of(INT, 2), NEVER),
    (VALUES, list_of(INT, 2), list_of(STRING, 2), NEVER),
    (VALUES, list_of(INT), set_of(INT), NEVER),
    (JSONNET, list_of(NUMBER), set_of(NUMBER), list_of(NUMBER)),
    (VALUES, set_of(NUMBER), set_of(INT), set_of(INT)),
    (VALUES, list_of(INT), map_of(STRING, INT), NEVER),
    (VALUES, tuple_of(NUMBER), tuple_of(INT), tuple_of(INT)),
    (VALUES, tuple_of(NUMBER), UNIT, NEVER),
    (VALUES, tuple_of(NUMBER), list_of(INT), tuple_of(INT)),
    (VALUES, list_of(INT), tuple_of(NUMBER), tuple_of(INT)),
    (VALUES, tuple_of(NUMBER), list_of(STRING), NEVER),
    (VALUES, tuple_of(NUMBER), list_of(NUMBER, 2), NEVER),
    (VALUES, tuple_of(NUMBER), set_of(NUMBER), NEVER),
    (JSONNET, tuple_of(NUMBER), set_of(DYNAMIC), tuple_of(NUMBER)),
    (VALUES, tuple_of(NUMBER), NUMBER, NEVER),
    (VALUES, map_of(STRING, NUMBER), map_of(A, INT), map_of(A, INT)),
    (VALUES, object_of({"a": NUMBER}), object_of({"a": INT}), object_of({"a": INT})),
    (VALUES, object_of({"a": NUMBER}), object_of({"b": INT}), NEVER),
    (VALUES, object_of({}), object_of({"b": INT}), NEVER),
    (VALUES, OPEN, object_of({"a": INT}), object_of({"a": INT})),
    (VALUES, object_of({}, NUMBER), object_of({"a": INT}, INT), object_of({"a": INT}, INT)),
    (
        VALUES,
        object_of([field("a", INT, optional=True), field("b", INT, optional=True)]),
        object_of([("a", INT)]),
        object_of({"a": INT}),
    ),
    (
        VALUES,
        object_of({"a": INT}),
        object_of([("a", INT), field("b", INT, optional=True)]),
        object_of({"a": INT}),
    ),
    (VALUES, map_of(STRING, INT), object_of({"a": NUMBER}), object_of({"a": INT})),
    (VALUES, map_of(A, INT), object_of({}, NUMBER), object_of([field("a", INT, optional=True)])),
    (
        VALUES,
        map_of(union_of(A, STRING), INT),
        object_of({}, INT),
        object_of([field("a", INT, optional=True)], INT),
    ),
    (VALUES, map_of(INT, INT), object_of({}, NUMBER), object_of({})),
    (VALUES, INT, OPEN, NEVER),
    (VALUES, list_of(INT), OPEN, NEVER),
    (JSONNET, FUNCTION, function(X), function(X)),
    (JSONNET, function(X), FUNCTION, function(X)),
    (JSONNET, function(X), function(parameter("$a", DYNAMIC)), function(parameter("$a", NUMBER))),
    (JSONNET, function(parameter("$a", DYNAMIC)), function(X), function(parameter("$a", NUMBER))),
    (JSONNET, function(X), function(parameter("z", NUMBER)), NEVER),
    (JSONNET, function(X, Y), function(X), function(X)),
    (JSONNET, function(X), function(X, parameter("z", NUMBER)), NEVER),
    (VALUES, output_of(NUMBER), output_of(INT), output_of(INT)),
    (VALUES, output_of(NUMBER), promise_of(INT), promise_of(INT)),
    (VALUES, output_of(NUMBER), INT, INT),
    (VALUES, INT, output_of(NUMBER), INT),
    (VALUES, resource("a"), resource(), resource("a")),
    (VALUES, resource(), resource("a"), resource("a")),
    (VALUES, resource("b"), resource("a"), NEVER),
    (VALUES, TREE, INT, INT),
    (VALUES, TREE, DYNAMIC, TREE),
    (VALUES, TREE, union_of(INT, list_of(DYNAMIC)), TREE),
    (VALUES, written_union(INT, STRING), STRING, STRING),
    (PCL, union_of(INT, DYNAMIC), STRING, STRING),
]


@pytest.mark.parametrize(("rules", "type_", "test", "left"), NARROW)
def test_narrow(rules: Rules, type_: Type, test: Type, left: Type) -> None:
    assert narrow(type_, test, rules) is left


def test_narrowing_recursive_types_ends() -> None:
    other = ref("Other")
    define(other, union_of(STRING, list_of(other)))
    left = narrow(TREE, other, VALUES)
    assert left is list_of(TREE)


SUBTRACT: list[tuple[Rules, Type, Type, Type]] = [
    (VALUES, INT, INT, NEVER),
    (VALUES, NEVER, INT, NEVER),
    (VALUES, INT, DYNAMIC, NEVER),
    (VALUES, INT, NEVER, INT),
    (VALUES, INT, STRING, INT),
    (VALUES, INT, NUMBER, NEVER),
    (VALUES, NUMBER, INT, NUMBER),
    (VALUES, DYNAMIC, INT, DYNAMIC),
    (VALUES, TOP, INT, TOP),
    (JSONNET, DYNAMIC, NUMBER, subtract(EVERYTHING, NUMBER, JSONNET)),
    (VALUES, optional(INT), NULL, INT),
    (VALUES, union_of(INT, STRING, NULL), union_of(NULL, STRING), INT),
    (VALUES, BOOL, TRUE, FALSE),
    (VALUES, BOOL, FALSE, TRUE),
    (VALUES, BOOL, BOOLEAN, NEVER),
    (VALUES, STRING, A, STRING),
    (VALUES, AB, A, B),
    (VALUES, AB, Z, AB),
    (VALUES, AB, STRING, NEVER),
    (VALUES, list_of(INT), list_of(NUMBER), NEVER),
    (VALUES, list_of(NUMBER), list_of(INT), list_of(NUMBER)),
    (VALUES, tuple_of(INT), list_of(INT), NEVER),
    (VALUES, TREE, STRING, TREE),
    (VALUES, TREE, INT, list_of(TREE)),
    (VALUES, INT, define(ref("N"), NUMBER), NEVER),
    (JSONNET, list_of(NUMBER), list_of(DYNAMIC), list_of(NEVER)),
    (JSONNET, tuple_of(NUMBER, STRING), tuple_of(NUMBER, NULL), tuple_of(NEVER, STRING)),
    (JSONNET, tuple_of(NUMBER), UNIT, tuple_of(NUMBER)),
    (
        JSONNET,
        object_of({"a": optional(INT), "b": INT}),
        object_of({"a": NULL}),
        object_of({"a": INT, "b": INT}),
    ),
    (JSONNET, function(X), FUNCTION, function(X)),
]


@pytest.mark.parametrize(("rules", "type_", "test", "left"), SUBTRACT)
def test_subtract(rules: Rules, type_: Type, test: Type, left: Type) -> None:
    assert subtract(type_, test, rules) is left


LENGTHS: list[tuple[Rules, Type, int, Type]] = [
    (JSONNET, DYNAMIC, 2, DYNAMIC),
    (JSONNET, STRING, 2, STRING),
    (JSONNET, NUMBER, 2, NEVER),
    (JSONNET, list_of(NUMBER), 2, tuple_of(NUMBER, NUMBER)),
    (JSONNET, set_of(NUMBER), 1, tuple_of(NUMBER)),
    (VALUES, set_of(NUMBER), 1, set_of(NUMBER)),
    (VALUES, list_of(INT), 1000, list_of(INT)),
    (VALUES, list_of(INT, 2), 2, list_of(INT, 2)),
    (VALUES, list_of(INT, 2), 3, NEVER),
    (VALUES, tuple_of(INT), 1, tuple_of(INT)),
    (VALUES, tuple_of(INT), 2, NEVER),
    (JSONNET, object_of({"a": INT}, DYNAMIC), 1, object_of({"a": INT})),
    (JSONNET, object_of({"a": INT}, DYNAMIC), 2, object_of({"a": INT}, DYNAMIC)),
    (JSONNET, object_of({"a": INT}), 2, NEVER),
    (JSONNET, object_of({"a": INT}), 0, NEVER),
    (VALUES, object_of([field("a", INT, optional=True)]), 1, object_of({"a": INT})),
    (
        VALUES,
        object_of([field("a", INT, optional=True), field("b", INT, optional=True)]),
        1,
        object_of([field("a", INT, optional=True), field("b", INT, optional=True)]),
    ),
    (JSONNET, function(X, Y), 1, function(X, Y)),
    (JSONNET, function(X, Y), 2, NEVER),
    (JSONNET, FUNCTION, 1, function(parameter("$a", DYNAMIC))),
    (JSONNET, FUNCTION, 6, FUNCTION),
    (VALUES, A, 1, A),
    (VALUES, A, 2, NEVER),
    (VALUES, TRUE, 1, NEVER),
    (VALUES, AB, 1, union_of(A, B)),
    (VALUES, union_of(INT, A), 1, A),
    (VALUES, TREE, 0, UNIT),
]


@pytest.mark.parametrize(("rules", "type_", "length", "left"), LENGTHS)
def test_with_length(rules: Rules, type_: Type, length: int, left: Type) -> None:
    assert with_length(type_, length, rules) is left


NUMBER_FACT, TEXT_FACT = Is(NUMBER), Is(STRING)


def test_facts_that_hold_and_fail() -> None:
    either = union_of(NUMBER, STRING, NULL)
    assert learn(NUMBER_FACT, either, VALUES) is NUMBER
    assert learn(NUMBER_FACT, either, VALUES, holds=False) is optional(STRING)
    assert learn(Is(NUMBER, total=False), either, VALUES, holds=False) is either
    assert learn(Not(NUMBER_FACT), either, VALUES) is optional(STRING)
    assert learn(Or(NUMBER_FACT, TEXT_FACT), either, VALUES) is union_of(NUMBER, STRING)
    assert learn(Or(NUMBER_FACT, TEXT_FACT), either, VALUES, holds=False) is NULL
    assert learn(And(Not(NUMBER_FACT), Not(TEXT_FACT)), either, VALUES) is NULL
    assert learn(And(NUMBER_FACT, TEXT_FACT), either, VALUES, holds=False) is either
    assert learn(Or(NUMBER_FACT, TEXT_FACT), either, PCL) is union_of(NUMBER, STRING)
    assert learn(Partial(NUMBER_FACT), either, VALUES) is NUMBER
    assert learn(Partial(NUMBER_FACT), either, VALUES, holds=False) is either


def test_facts_about_lengths_and_elements() -> None:
    assert learn(Length(1), list_of(INT), VALUES) is tuple_of(INT)
    assert learn(Length(1), list_of(INT), VALUES, holds=False) is list_of(INT)
    assert learn(Elements(NUMBER_FACT), DYNAMIC, JSONNET) is list_of(NUMBER)
    assert learn(Elements(NUMBER_FACT), list_of(DYNAMIC), JSONNET, holds=False) is list_of(DYNAMIC)


def test_facts_about_fields() -> None:
    path = HasField(("a", "b"), NUMBER_FACT)
    deep = object_of({"a": object_of({"b": NUMBER}, DYNAMIC)}, DYNAMIC)
    assert learn(path, DYNAMIC, JSONNET) is deep
    failed = learn(path, DYNAMIC, JSONNET, holds=False)
    rest = subtract(EVERYTHING, NUMBER, JSONNET)
    assert failed is object_of({"a": object_of({"b": rest}, DYNAMIC)}, DYNAMIC)
    there = HasField(("a",))
    assert learn(there, OPEN, JSONNET) is object_of({"a": DYNAMIC}, DYNAMIC)
    assert learn(there, OPEN, JSONNET, holds=False) is object_of({"a": NEVER}, DYNAMIC)
    assert learn(there, OPEN, VALUES, holds=False) is object_of({"a": NEVER}, DYNAMIC)


def test_the_seed_example_of_fields_and_lengths() -> None:
    # Jsonnet with types, "Flow typing": the nested conditions of the opening example.
    subject = learn(Is(OPEN), DYNAMIC, JSONNET)
    with_foo = learn(HasField(("foo",)), subject, JSONNET)
    with_number = learn(HasField(("foo",), NUMBER_FACT), with_foo, JSONNET)
    assert with_number is object_of({"foo": NUMBER}, DYNAMIC)
    assert learn(Length(1), with_number, JSONNET) is object_of({"foo": NUMBER})
    assert learn(Length(1), with_number, JSONNET, holds=False) is with_number
    no_number = learn(HasField(("foo",), NUMBER_FACT), with_foo, JSONNET, holds=False)
    boolean = Or(Is(TRUE), Is(FALSE))
    asserted = And(Not(HasField(("foo",), boolean)), Not(HasField(("foo",), Is(NULL))))
    wanted = union_of(STRING, list_of(DYNAMIC), OPEN, FUNCTION)
    assert learn(asserted, no_number, JSONNET) is object_of({"foo": wanted}, DYNAMIC)


def test_proofs() -> None:
    left, right = {"x": NUMBER_FACT, "y": TEXT_FACT}, {"x": TEXT_FACT, "z": TEXT_FACT}
    both = conjoin(left, right)
    assert set(both) == {"x", "y", "z"}
    assert isinstance(both["x"], And)
    either = disjoin(left, right)
    assert set(either) == {"x"}
    assert isinstance(either["x"], Or)
    assert isinstance(negate(left)["y"], Not)
    assert blameless({"x": NUMBER_FACT}) == {"x": NUMBER_FACT}
    careful = blameless(left)
    assert learn(negate(careful)["x"], NUMBER, VALUES) is NUMBER


def test_facts_show_themselves() -> None:
    facts = [
        Is(INT, total=False),
        HasField(("a",), Length(1)),
        Elements(Not(NUMBER_FACT)),
        And(NUMBER_FACT, TEXT_FACT),
        Or(NUMBER_FACT, TEXT_FACT),
        Partial(NUMBER_FACT),
    ]
    assert [repr(fact).split("(")[0] for fact in facts] == [
        "Is",
        "HasField",
        "Elements",
        "And",
        "Or",
        "Partial",
    ]
    assert unfold(TREE)


def test_fields_keep_what_a_language_noted_on_them() -> None:
    noted = object_of([field("a", optional(INT), hidden=True, marks=4)], DYNAMIC)
    for left in (
        narrow(noted, object_of({"a": INT}, DYNAMIC), VALUES),
        subtract(noted, object_of({"a": NULL}, DYNAMIC), JSONNET),
        with_length(noted, 1, VALUES),
    ):
        assert isinstance(left, Object)
        (kept,) = left.fields
        assert (kept.hidden, kept.marks) == (True, 4)
