"""Each rule of the relation, with the place in the reference that states it."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from core.shipped import ASSIGNMENT, CONVERSION, DATA, EVERYONE, JSONNET, PHY, RCL, Language

from confty.languages.jsonnet.rules import BOOLEAN, FUNCTION
from confty.languages.jsonnet.rules import OBJECT as OPEN
from confty.types import (
    ARCHIVE,
    ASSET,
    BOOL,
    CHAR,
    DYNAMIC,
    FALSE,
    ID,
    INT,
    NEVER,
    NO,
    NULL,
    NUMBER,
    PROMISE,
    SAFE,
    STRING,
    TRUE,
    UNIT,
    UNSAFE,
    Relation,
    Type,
    Verdict,
    define,
    enum,
    eventual,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    misfits,
    object_of,
    optional,
    output_of,
    parameter,
    ref,
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


def promise_of(inner: Type) -> Type:
    return eventual(PROMISE, inner)


def function(*parameters, result: Type = NULL, rest: Type | None = None) -> Type:
    return function_of(parameters, result, rest)


ASK = DATA.relation.assignable
SOUND_TABLE = [
    # Axioms.
    (NEVER, NEVER, SAFE),
    (NUMBER, NEVER, NO),
    (DYNAMIC, NEVER, NO),
    (union_of(INT, BOOL), NEVER, NO),
    (DYNAMIC, NUMBER, UNSAFE),
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

# The Jsonnet reference, 4.1; the numbers are its rules.  It knows "fits" and "does not": what it
# refuses is a NO here, or a part of it is (``misfits``).
JSONNET_TABLE = [
    (DYNAMIC, NUMBER, True),  # 1
    (NUMBER, STRING, False),  # 2
    (set_of(NUMBER), NUMBERS, True),  # 3
    (tuple_of(NUMBER), tuple_of(NUMBER, NUMBER), False),  # 4
    (tuple_of(NUMBER), NUMBERS, True),  # 5
    (tuple_of(STRING), NUMBERS, False),
    (UNIT, NUMBERS, True),
    (object_of({}), object_of({"a": NUMBER}), False),  # 6
    (OPEN, object_of({"a": NUMBER}), True),
    (object_of({"a": NUMBER, "b": NUMBER}), object_of({"a": NUMBER}), False),
    (object_of({"a": NUMBER, "b": NUMBER}), object_of({"a": NUMBER}, DYNAMIC), True),
    (object_of({"c": NUMBER}, DYNAMIC), object_of({"a": NUMBER}), True),  # only counted
    (object_of({"a": NEVER}), object_of({"a": NUMBER}), True),
    (FUNCTION, function(parameter("x", NUMBER), result=NUMBER), True),  # 7
    (function(parameter("x", NUMBER)), FUNCTION, True),
    (function(parameter("x", NUMBER)), function(parameter("y", NUMBER)), False),
    (function(parameter("x", NUMBER)), function(parameter("$a", NUMBER)), True),
    (function(parameter("x", NUMBER)), function(NUMBER), True),
    (function(parameter("x", NUMBER)), function(parameter("x", NUMBER, optional=True)), False),
    (BOOLEAN, TRUE, False),  # 8: every part must fit
    (TRUE, BOOLEAN, True),  # 9
    (NULL, BOOLEAN, False),
    (NUMBER, OPEN, False),  # 10
]
# Where the reference refuses and we do not: the value may well be what is wanted.
JSONNET_LENIENT = [
    (NUMBERS, set_of(NUMBER)),
    (tuple_of(NUMBER), set_of(NUMBER)),
    (NUMBERS, tuple_of(NUMBER)),
]
# Where the reference accepts and we do not: nothing is a value of never.
JSONNET_STRICT = [(DYNAMIC, NEVER)]

# The Phy reference, 3.
PHY_TABLE = [
    (INT, INT, SAFE),
    (INT, BOOL, NO),
    (NEVER, INT, SAFE),
    (INT, NEVER, NO),
    (INT, written_union(INT, CHAR), SAFE),
    (written_union(INT, CHAR), written_union(CHAR, INT), SAFE),
    (written_union(INT), written_union(INT, CHAR), NO),
    (written_union(INT), INT, NO),
    (INT, written_union(written_union(INT, CHAR), BOOL), NO),
    (written_union(CHAR, INT), written_union(written_union(INT, CHAR), BOOL), SAFE),
    (tuple_of(INT), tuple_of(written_union(INT, CHAR)), NO),
    (tuple_of(written_union(INT, CHAR)), tuple_of(written_union(CHAR, INT)), SAFE),
    (list_of(INT, 3), list_of(INT), NO),
    (function(INT), function(written_union(INT, CHAR)), NO),
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


def rows(language: Language, table: list[tuple[Type, Type, Verdict]]):
    return [
        pytest.param(language.relation, *row, id=f"{language.name}-{i}")
        for i, row in enumerate(table)
    ]


@pytest.mark.parametrize(
    ("relation", "source", "target", "verdict"),
    [
        *rows(DATA, SOUND_TABLE),
        *rows(RCL, RCL_TABLE),
        *rows(PHY, PHY_TABLE),
        *rows(CONVERSION, PCL_TABLE),
    ],
)
def test_rule(relation: Relation, source: Type, target: Type, verdict: Verdict) -> None:
    assert relation.assignable(source, target) is verdict


@pytest.mark.parametrize(("source", "target", "verdict"), PCL_ASSIGN_TABLE)
def test_assignment(source: Type, target: Type, verdict: Verdict) -> None:
    # A yes-or-no relation.
    assert (ASSIGNMENT.relation.assignable(source, target) is SAFE) is (verdict is SAFE)


@pytest.mark.parametrize(("source", "target", "fits"), JSONNET_TABLE)
def test_jsonnet_fits(source: Type, target: Type, fits: bool) -> None:
    verdict = JSONNET.relation.assignable(source, target)
    refused = verdict is NO or bool(misfits(source, target, JSONNET.relation))
    assert refused is not fits


def test_jsonnet_differs_on_purpose() -> None:
    for source, target in JSONNET_LENIENT:
        assert JSONNET.relation.assignable(source, target) is UNSAFE
    for source, target in JSONNET_STRICT:
        assert JSONNET.relation.assignable(source, target) is NO


def test_verdicts_are_ordered() -> None:
    assert NO < UNSAFE < SAFE
    assert min(SAFE, UNSAFE) is UNSAFE
    assert max(NO, UNSAFE) is UNSAFE


def test_recursive_types_are_compared_coinductively() -> None:
    def chain(value: Type) -> Type:
        name = ref("Chain")
        define(name, object_of({"value": value, "next": optional(name)}))
        return name

    assert ASK(chain(INT), chain(INT)) is SAFE
    assert ASK(chain(INT), chain(NUMBER)) is SAFE
    assert ASK(chain(INT), chain(STRING)) is NO
    assert ASK(chain(DYNAMIC), chain(STRING)) is UNSAFE
    once = chain(INT)
    assert ASK(once, union_of(once, NULL)) is SAFE
    assert ASK(object_of({"value": INT, "next": NULL}), once) is SAFE


def test_a_no_inside_a_recursive_type_is_found_at_any_depth() -> None:
    name = ref("Tree")
    define(name, list_of(union_of(INT, name)))
    type_: Type = list_of(STRING)
    for _ in range(20):
        type_ = list_of(type_)
    assert ASK(type_, name) is NO
    type_ = list_of(INT)
    for _ in range(20):
        type_ = list_of(type_)
    assert ASK(type_, name) is SAFE


def test_chains_of_names_longer_than_any_configuration_are_left_to_run_time() -> None:
    def tower(value: Type) -> Type:
        below: Type = value
        for place in range(400):
            name = ref(f"Level{place}")
            define(name, object_of({"down": below}))
            below = name
        return below

    assert ASK(tower(INT), tower(INT)) is UNSAFE


def levels(leaf: Type, count: int) -> Type:
    """Named types, each with two fields of the one below."""
    below = leaf
    for place in range(count):
        name = ref(f"Level{place}")
        define(name, object_of({"left": below, "right": below, "up": optional(name)}))
        below = name
    return below


def test_shared_recursive_types_are_compared_once() -> None:
    assert ASK(levels(INT, 60), levels(NUMBER, 60)) is SAFE
    assert ASK(levels(INT, 60), levels(STRING, 60)) is NO
    assert ASK(levels(NUMBER, 60), levels(INT, 60)) is UNSAFE


def test_questions_in_several_threads_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(4) as pool:
        for _ in range(30):
            relation = Relation(DATA.relation.rules)
            left, right = levels(INT, 8), levels(STRING, 8)
            asked = [pool.submit(relation.assignable, left, right) for _ in range(4)]
            assert {answer.result() for answer in asked} == {NO}


def test_the_cache_is_bounded(monkeypatch) -> None:
    relation = Relation(DATA.relation.rules)
    monkeypatch.setattr("confty.types.relate._MOST_CACHED", 3)
    for size in range(10):
        relation.assignable(list_of(INT, size), list_of(INT))
    assert len(relation._known) <= 4


def test_same() -> None:
    assert same(list_of(INT), list_of(INT))
    assert not same(INT, STRING)
    assert same(written_union(INT, STRING), written_union(STRING, INT))
    assert not same(written_union(INT, STRING), written_union(STRING, NULL))
    assert not same(written_union(INT, STRING), union_of(INT, STRING))


def test_extra_fields() -> None:
    wide, one = object_of({"x": INT, "y": INT}), object_of({"x": INT})
    assert CONVERSION.relation.assignable(wide, one) is SAFE  # ignored
    assert JSONNET.relation.assignable(wide, one) is NO  # counted
    assert JSONNET.relation.assignable(object_of({"x": INT}, INT), one) is UNSAFE
    assert DATA.relation.assignable(wide, one) is NO  # refused


def test_answers_about_recursive_types_are_forgotten_too() -> None:
    relation = Relation(JSONNET.relation.rules)
    for number in range(3000):
        tree = ref(f"Tree{number}")
        define(tree, object_of([field("children", list_of(tree))]))
        assert relation.assignable(tree, tree) is SAFE
        assert relation.assignable(tree, list_of(tree)) is NO
    assert len(relation._known) + len(relation._older) < 3000


@pytest.mark.parametrize("language", EVERYONE, ids=repr)
@pytest.mark.parametrize("seed", range(20))
def test_few_fields_into_very_many(language: Language, seed: int) -> None:
    """Only those that are there are looked at; the verdict is that of all of them."""
    chance = random.Random(seed)
    atoms = [STRING, NUMBER, BOOL, NULL, DYNAMIC]
    relation = language.relation
    for _ in range(30):
        mine, theirs = (
            [
                field(name, chance.choice(atoms), optional=chance.random() < 0.4)
                for name in chance.sample("abcdef", chance.randrange(4))
            ]
            for _ in range(2)
        )
        many = [field(f"o{at}", chance.choice(atoms), optional=True) for at in range(40)]
        source = object_of(mine, chance.choice([None, None, None, STRING]))
        target = object_of([*theirs, *many], chance.choice([None, NUMBER, DYNAMIC]))
        each = [relation.field_verdict(source, one) for one in target.fields]
        extra = relation._extra(source, target)
        assert relation.objects(source, target) is min([*each, extra])
