"""What a test leaves over, and what facts prove."""

from __future__ import annotations

import pytest
from core.shipped import CONVERSION, DATA, JSONNET, Language

from confty.languages.jsonnet.rules import BOOLEAN, EVERYTHING, FUNCTION
from confty.languages.jsonnet.rules import OBJECT as OPEN
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
    TRUE,
    UNIT,
    Elements,
    HasField,
    HasLength,
    Is,
    Not,
    Object,
    Proof,
    Type,
    define,
    enum,
    field,
    function_of,
    learn,
    list_of,
    literal,
    map_of,
    narrow,
    object_of,
    optional,
    output_of,
    parameter,
    ref,
    set_of,
    tuple_of,
    unfold,
    union_of,
    var,
    written_union,
)
from confty.types.facts import And, Or
from confty.types.narrowing import subtract, with_length

A, B, Z = literal(STRING, "a"), literal(STRING, "b"), literal(STRING, "z")
AB = enum("narrow:ab", STRING, ["a", "b"])
BC = enum("narrow:bc", STRING, ["b", "c"])
ONES = enum("narrow:ones", NUMBER, [1])
TREE = ref("Tree")
define(TREE, union_of(INT, list_of(TREE)))


def function(*parameters, result: Type = DYNAMIC) -> Type:
    return function_of(parameters, result)


X, Y = parameter("x", NUMBER), parameter("y", STRING, optional=True)
NARROW: list[tuple[Language, Type, Type, Type]] = [
    (DATA, INT, INT, INT),
    (DATA, NEVER, INT, NEVER),
    (DATA, INT, NEVER, NEVER),
    (DATA, INT, DYNAMIC, INT),
    (DATA, DYNAMIC, INT, INT),
    (DATA, NUMBER, INT, INT),
    (DATA, INT, NUMBER, INT),
    (DATA, INT, STRING, NEVER),
    (DATA, INT, FLOAT, NEVER),
    (DATA, var("T"), INT, INT),
    (DATA, INT, var("T"), INT),
    (DATA, A, STRING, A),
    (DATA, STRING, A, A),
    (DATA, A, B, NEVER),
    (DATA, A, AB, A),
    (DATA, Z, AB, NEVER),
    (DATA, A, list_of(INT), NEVER),
    (DATA, AB, A, A),
    (DATA, AB, BC, B),
    (DATA, AB, STRING, AB),
    (DATA, AB, INT, NEVER),
    (DATA, STRING, AB, AB),
    (DATA, INT, AB, NEVER),
    (DATA, INT, list_of(INT), NEVER),
    (DATA, literal(NUMBER, 1.0), INT, literal(INT, 1)),
    (DATA, literal(NUMBER, 1.5), INT, NEVER),
    (DATA, literal(NUMBER, 1), FLOAT, literal(FLOAT, 1.0)),
    (DATA, literal(INT, 1), ONES, literal(INT, 1)),
    (DATA, union_of(INT, STRING, NULL), union_of(STRING, NULL, BOOL), union_of(STRING, NULL)),
    (DATA, list_of(NUMBER), list_of(INT), list_of(INT)),
    (DATA, list_of(INT), list_of(STRING), list_of(NEVER)),
    (DATA, list_of(INT, 2), list_of(DYNAMIC), list_of(INT, 2)),
    (DATA, list_of(INT), list_of(DYNAMIC, 2), list_of(INT, 2)),
    (DATA, list_of(INT, 1), list_of(INT, 2), NEVER),
    (DATA, list_of(INT, 2), list_of(STRING, 2), NEVER),
    (DATA, list_of(INT), set_of(INT), NEVER),
    (JSONNET, list_of(NUMBER), set_of(NUMBER), list_of(NUMBER)),
    (DATA, set_of(NUMBER), set_of(INT), set_of(INT)),
    (DATA, list_of(INT), map_of(STRING, INT), NEVER),
    (DATA, tuple_of(NUMBER), tuple_of(INT), tuple_of(INT)),
    (DATA, tuple_of(NUMBER), UNIT, NEVER),
    (DATA, tuple_of(NUMBER), list_of(INT), tuple_of(INT)),
    (DATA, list_of(INT), tuple_of(NUMBER), tuple_of(INT)),
    (DATA, tuple_of(NUMBER), list_of(STRING), NEVER),
    (DATA, tuple_of(NUMBER), list_of(NUMBER, 2), NEVER),
    (DATA, tuple_of(NUMBER), set_of(NUMBER), NEVER),
    (JSONNET, tuple_of(NUMBER), set_of(DYNAMIC), tuple_of(NUMBER)),
    (DATA, tuple_of(NUMBER), NUMBER, NEVER),
    (DATA, map_of(STRING, NUMBER), map_of(A, INT), map_of(A, INT)),
    (DATA, object_of({"a": NUMBER}), object_of({"a": INT}), object_of({"a": INT})),
    (DATA, object_of({"a": NUMBER}), object_of({"b": INT}), NEVER),
    (DATA, object_of({}), object_of({"b": INT}), NEVER),
    (DATA, OPEN, object_of({"a": INT}), object_of({"a": INT})),
    (DATA, object_of({}, NUMBER), object_of({"a": INT}, INT), object_of({"a": INT}, INT)),
    (
        DATA,
        object_of([field("a", INT, optional=True), field("b", INT, optional=True)]),
        object_of([("a", INT)]),
        object_of({"a": INT}),
    ),
    (
        DATA,
        object_of({"a": INT}),
        object_of([("a", INT), field("b", INT, optional=True)]),
        object_of({"a": INT}),
    ),
    (DATA, map_of(STRING, INT), object_of({"a": NUMBER}), object_of({"a": INT})),
    (DATA, map_of(A, INT), object_of({}, NUMBER), object_of([field("a", INT, optional=True)])),
    (
        DATA,
        map_of(union_of(A, STRING), INT),
        object_of({}, INT),
        object_of([field("a", INT, optional=True)], INT),
    ),
    (DATA, map_of(INT, INT), object_of({}, NUMBER), object_of({})),
    (DATA, INT, OPEN, NEVER),
    (DATA, list_of(INT), OPEN, NEVER),
    # No test looks into functions, eventuals and resources: what passes is one of them.
    (JSONNET, FUNCTION, function(X), FUNCTION),
    (JSONNET, function(X), FUNCTION, function(X)),
    (DATA, output_of(NUMBER), output_of(INT), output_of(NUMBER)),
    (DATA, output_of(NUMBER), INT, NEVER),
    (DATA, INT, output_of(NUMBER), INT),
    (DATA, TREE, INT, INT),
    (DATA, TREE, DYNAMIC, TREE),
    (DATA, TREE, union_of(INT, list_of(DYNAMIC)), TREE),
    (DATA, written_union(INT, STRING), STRING, STRING),
    (CONVERSION, union_of(INT, DYNAMIC), STRING, STRING),
]


@pytest.mark.parametrize(("language", "type_", "test", "left"), NARROW)
def test_narrow(language: Language, type_: Type, test: Type, left: Type) -> None:
    assert narrow(type_, test, language.relation) is left


def test_narrowing_recursive_types_ends() -> None:
    other = ref("Other")
    define(other, union_of(STRING, list_of(other)))
    left = narrow(TREE, other, DATA.relation)
    assert left is list_of(TREE)


SUBTRACT: list[tuple[Language, Type, Type, Type]] = [
    (DATA, INT, INT, NEVER),
    (DATA, NEVER, INT, NEVER),
    (DATA, INT, DYNAMIC, NEVER),
    (DATA, INT, NEVER, INT),
    (DATA, INT, STRING, INT),
    (DATA, INT, NUMBER, NEVER),
    (DATA, NUMBER, INT, NUMBER),
    (DATA, DYNAMIC, INT, DYNAMIC),
    (DATA, optional(INT), NULL, INT),
    (DATA, union_of(INT, STRING, NULL), union_of(NULL, STRING), INT),
    (DATA, BOOL, TRUE, FALSE),
    (DATA, BOOL, FALSE, TRUE),
    (DATA, BOOL, BOOLEAN, NEVER),
    (DATA, STRING, A, STRING),
    (DATA, AB, A, B),
    (DATA, AB, Z, AB),
    (DATA, AB, STRING, NEVER),
    (DATA, list_of(INT), list_of(NUMBER), NEVER),
    (DATA, list_of(NUMBER), list_of(INT), list_of(NUMBER)),
    (DATA, tuple_of(INT), list_of(INT), NEVER),
    (DATA, TREE, STRING, TREE),
    (DATA, TREE, INT, list_of(TREE)),
    (DATA, INT, define(ref("N"), NUMBER), NEVER),
    # A test of the whole takes nothing away from the inside: the parts may differ one by one.
    (JSONNET, list_of(NUMBER), list_of(DYNAMIC), NEVER),
    (
        JSONNET,
        tuple_of(NUMBER, STRING),
        tuple_of(NUMBER, NULL),
        tuple_of(NUMBER, STRING),
    ),
    (JSONNET, tuple_of(NUMBER), UNIT, tuple_of(NUMBER)),
    (JSONNET, function(X), FUNCTION, NEVER),
]


@pytest.mark.parametrize(("language", "type_", "test", "left"), SUBTRACT)
def test_subtract(language: Language, type_: Type, test: Type, left: Type) -> None:
    assert subtract(type_, test, language.relation) is left


LENGTHS: list[tuple[Language, Type, int, Type]] = [
    (JSONNET, DYNAMIC, 2, DYNAMIC),
    (JSONNET, STRING, 2, STRING),
    (JSONNET, NUMBER, 2, NEVER),
    (JSONNET, list_of(NUMBER), 2, tuple_of(NUMBER, NUMBER)),
    (JSONNET, set_of(NUMBER), 1, tuple_of(NUMBER)),
    (DATA, set_of(NUMBER), 1, set_of(NUMBER)),
    (DATA, list_of(INT), 1000, list_of(INT)),
    (DATA, list_of(INT, 2), 2, list_of(INT, 2)),
    (DATA, list_of(INT, 2), 3, NEVER),
    (DATA, tuple_of(INT), 1, tuple_of(INT)),
    (DATA, tuple_of(INT), 2, NEVER),
    (JSONNET, object_of({"a": INT}, DYNAMIC), 1, object_of({"a": INT})),
    (JSONNET, object_of({"a": INT}, DYNAMIC), 2, object_of({"a": INT}, DYNAMIC)),
    (JSONNET, object_of({"a": INT}), 2, NEVER),
    (JSONNET, object_of({"a": INT}), 0, NEVER),
    (DATA, object_of([field("a", INT, optional=True)]), 1, object_of({"a": INT})),
    (
        DATA,
        object_of([field("a", INT, optional=True), field("b", INT, optional=True)]),
        1,
        object_of([field("a", INT, optional=True), field("b", INT, optional=True)]),
    ),
    (JSONNET, function(X, Y), 1, function(X, Y)),
    (JSONNET, function(X, Y), 2, function(X, Y)),  # some count all parameters
    (JSONNET, function(X, Y), 3, NEVER),
    (JSONNET, FUNCTION, 1, function(parameter("$a", DYNAMIC))),
    (JSONNET, FUNCTION, 6, FUNCTION),
    (DATA, A, 1, A),
    (DATA, A, 2, NEVER),
    (DATA, TRUE, 1, NEVER),
    (DATA, AB, 1, union_of(A, B)),
    (DATA, union_of(INT, A), 1, A),
    (DATA, TREE, 0, UNIT),
]


@pytest.mark.parametrize(("language", "type_", "length", "left"), LENGTHS)
def test_with_length(language: Language, type_: Type, length: int, left: Type) -> None:
    assert with_length(type_, length, language.relation) is left


NUMBER_FACT, TEXT_FACT = Is(NUMBER), Is(STRING)


def test_what_is_unknown_is_any_kind_of_value() -> None:
    left = subtract(DYNAMIC, NUMBER, JSONNET.relation, EVERYTHING)
    assert left is subtract(EVERYTHING, NUMBER, JSONNET.relation)
    assert subtract(DYNAMIC, NUMBER, JSONNET.relation) is DYNAMIC


def test_facts_that_hold_and_fail() -> None:
    either = union_of(NUMBER, STRING, NULL)
    assert learn(NUMBER_FACT, either, DATA.relation) is NUMBER
    assert learn(NUMBER_FACT, either, DATA.relation, holds=False) is optional(STRING)
    assert learn(Is(NUMBER, total=False), either, DATA.relation, holds=False) is either
    assert learn(Not(NUMBER_FACT), either, DATA.relation) is optional(STRING)
    assert learn(Or(NUMBER_FACT, TEXT_FACT), either, DATA.relation) is union_of(NUMBER, STRING)
    assert learn(Or(NUMBER_FACT, TEXT_FACT), either, DATA.relation, holds=False) is NULL
    assert learn(And(Not(NUMBER_FACT), Not(TEXT_FACT)), either, DATA.relation) is NULL
    assert learn(And(NUMBER_FACT, TEXT_FACT), either, DATA.relation, holds=False) is either
    assert learn(Or(NUMBER_FACT, TEXT_FACT), either, CONVERSION.relation) is union_of(
        NUMBER, STRING
    )


def test_facts_about_lengths_and_elements() -> None:
    assert learn(HasLength(1), list_of(INT), DATA.relation) is tuple_of(INT)
    assert learn(HasLength(1), list_of(INT), DATA.relation, holds=False) is list_of(INT)
    assert learn(Elements(NUMBER_FACT), DYNAMIC, JSONNET.relation, EVERYTHING) is list_of(NUMBER)
    assert learn(
        Elements(NUMBER_FACT), list_of(DYNAMIC), JSONNET.relation, EVERYTHING, holds=False
    ) is list_of(DYNAMIC)


def test_facts_about_fields() -> None:
    path = HasField("a", HasField("b", NUMBER_FACT))
    deep = object_of({"a": object_of({"b": NUMBER}, DYNAMIC)}, DYNAMIC)
    assert learn(path, DYNAMIC, JSONNET.relation, EVERYTHING) is deep
    failed = learn(path, DYNAMIC, JSONNET.relation, EVERYTHING, holds=False)
    rest = subtract(EVERYTHING, NUMBER, JSONNET.relation)
    assert failed is object_of({"a": object_of({"b": rest}, DYNAMIC)}, DYNAMIC)
    there = HasField("a")
    assert learn(there, OPEN, JSONNET.relation, EVERYTHING) is object_of({"a": DYNAMIC}, DYNAMIC)
    absent = object_of([field("a", NEVER, optional=True)], DYNAMIC)
    assert learn(there, OPEN, JSONNET.relation, EVERYTHING, holds=False) is absent
    assert learn(there, object_of({"a": INT}), JSONNET.relation, holds=False) is NEVER
    shown = HasField("a", visible=True)
    hiding = object_of([field("a", INT, hidden=True)])
    assert learn(shown, hiding, JSONNET.relation, holds=False) is hiding
    assert learn(shown, object_of({"a": INT}), JSONNET.relation, holds=False) is NEVER


def test_the_seed_example_of_fields_and_lengths() -> None:
    # Jsonnet with types, "Flow typing": the nested conditions of the opening example.
    subject = learn(Is(OPEN), DYNAMIC, JSONNET.relation, EVERYTHING)
    with_foo = learn(HasField("foo"), subject, JSONNET.relation, EVERYTHING)
    with_number = learn(HasField("foo", NUMBER_FACT), with_foo, JSONNET.relation, EVERYTHING)
    assert with_number is object_of({"foo": NUMBER}, DYNAMIC)
    assert learn(HasLength(1), with_number, JSONNET.relation, EVERYTHING) is object_of(
        {"foo": NUMBER}
    )
    assert (
        learn(HasLength(1), with_number, JSONNET.relation, EVERYTHING, holds=False) is with_number
    )
    no_number = learn(
        HasField("foo", NUMBER_FACT), with_foo, JSONNET.relation, EVERYTHING, holds=False
    )
    boolean = Or(Is(TRUE), Is(FALSE))
    asserted = And(Not(HasField("foo", boolean)), Not(HasField("foo", Is(NULL))))
    wanted = union_of(STRING, list_of(DYNAMIC), OPEN, FUNCTION)
    assert learn(asserted, no_number, JSONNET.relation, EVERYTHING) is object_of(
        {"foo": wanted}, DYNAMIC
    )


def test_proofs() -> None:
    left = Proof({"x": NUMBER_FACT, "y": TEXT_FACT}, {"x": Not(NUMBER_FACT)})
    right = Proof({"x": TEXT_FACT, "z": TEXT_FACT})
    both = left.conjoined(right)
    assert set(both.held) == {"x", "y", "z"}
    assert isinstance(both.held["x"], And)
    assert set(both.failed) == {"x"}  # not a number, or a number: no news
    either = left.disjoined(right)
    assert set(either.held) == {"x"}
    assert isinstance(either.held["x"], Or)
    assert left.negated().held == left.failed


def test_facts_show_themselves() -> None:
    facts = [
        Is(INT, total=False),
        HasField("a", HasLength(1)),
        Elements(Not(NUMBER_FACT)),
        And(NUMBER_FACT, TEXT_FACT),
        Or(NUMBER_FACT, TEXT_FACT),
    ]
    assert [repr(fact).split("(")[0] for fact in facts] == [
        "Is",
        "HasField",
        "Elements",
        "And",
        "Or",
    ]
    assert unfold(TREE)


def test_fields_keep_what_a_language_noted_on_them() -> None:
    noted = object_of([field("a", optional(INT), hidden=True, marks=4)], DYNAMIC)
    for left in (
        narrow(noted, object_of({"a": INT}, DYNAMIC), DATA.relation),
        subtract(noted, object_of({"a": NULL}, DYNAMIC), JSONNET.relation),
        with_length(noted, 1, DATA.relation),
    ):
        assert isinstance(left, Object)
        (kept,) = left.fields
        assert (kept.hidden, kept.marks) == (True, 4)
