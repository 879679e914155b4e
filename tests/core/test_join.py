"""Joins and unification in each style; generic signatures; walking."""

from __future__ import annotations

import pytest
from core.presets import JSONNET, PCL, PHY, RCL, VALUES

from confty.types import (
    BOOL,
    DYNAMIC,
    FLOAT,
    INT,
    NEVER,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    TRUE,
    UNSAFE,
    JoinRules,
    Rules,
    Type,
    canonical,
    children,
    common,
    define,
    enum,
    field,
    function_of,
    instantiate,
    join,
    join_all,
    list_of,
    literal,
    map_of,
    match,
    mentions,
    object_of,
    optional,
    output_of,
    parameter,
    promise_of,
    rebuild,
    ref,
    set_of,
    substitute,
    tuple_of,
    unify,
    unify_all,
    union_of,
    var,
    variables,
    written_union,
)

A, B = literal(STRING, "a"), literal(STRING, "b")
GIVING_WAY = Rules("giving way", join=JoinRules(absorb=False))
TREE = ref("Tree")
define(TREE, object_of({"next": optional(TREE)}))

JOINS: list[tuple[Rules, Type, Type, Type]] = [
    (JSONNET, NEVER, INT, INT),
    (JSONNET, INT, NEVER, INT),
    (JSONNET, INT, DYNAMIC, DYNAMIC),
    (JSONNET, list_of(NUMBER), list_of(DYNAMIC), union_of(list_of(NUMBER), list_of(DYNAMIC))),
    (GIVING_WAY, INT, DYNAMIC, INT),
    (GIVING_WAY, DYNAMIC, INT, INT),
    (GIVING_WAY, INT, STRING, union_of(INT, STRING)),
    # The RCL reference, 6.4.
    (RCL, NUMBER, NUMBER, NUMBER),
    (RCL, NUMBER, STRING, DYNAMIC),
    (RCL, NUMBER, DYNAMIC, DYNAMIC),
    (RCL, list_of(NUMBER), list_of(STRING), list_of(DYNAMIC)),
    (RCL, list_of(list_of(NUMBER)), list_of(list_of(STRING)), list_of(list_of(DYNAMIC))),
    (RCL, set_of(NUMBER), set_of(NUMBER), set_of(NUMBER)),
    (RCL, map_of(STRING, NUMBER), map_of(STRING, NULL), map_of(STRING, DYNAMIC)),
    (RCL, function_of([], NULL), function_of([], NULL), DYNAMIC),
    (RCL, union_of(NUMBER, NULL), union_of(NUMBER, NULL), DYNAMIC),
    (RCL, list_of(NEVER), list_of(NUMBER), list_of(NUMBER)),
    # Merging.
    (VALUES, INT, NUMBER, NUMBER),
    (VALUES, A, STRING, STRING),
    (VALUES, A, B, union_of(A, B)),
    (VALUES, A, A, A),
    (VALUES, list_of(INT, 1), list_of(STRING, 1), list_of(union_of(INT, STRING), 1)),
    (VALUES, list_of(INT, 1), list_of(INT), list_of(INT)),
    (VALUES, set_of(INT), set_of(STRING), set_of(union_of(INT, STRING))),
    (VALUES, map_of(STRING, INT), map_of(STRING, NULL), map_of(STRING, optional(INT))),
    (VALUES, tuple_of(INT), tuple_of(STRING), tuple_of(union_of(INT, STRING))),
    (VALUES, tuple_of(INT), tuple_of(), union_of(tuple_of(INT), tuple_of())),
    (VALUES, tuple_of(INT), list_of(INT), list_of(INT)),
    (
        VALUES,
        object_of({"a": INT, "b": INT}),
        object_of({"a": STRING, "c": INT}),
        object_of(
            [
                ("a", union_of(INT, STRING)),
                field("b", INT, optional=True),
                field("c", INT, optional=True),
            ]
        ),
    ),
    (
        VALUES,
        object_of({"a": INT}),
        object_of({}, STRING),
        object_of([field("a", union_of(INT, STRING), optional=True)], STRING),
    ),
    (VALUES, object_of({}, INT), object_of({}, STRING), object_of({}, union_of(INT, STRING))),
    (VALUES, union_of(INT, NULL), union_of(STRING, BOOL), union_of(INT, NULL, STRING, BOOL)),
    (VALUES, optional(INT), DYNAMIC, DYNAMIC),
    (VALUES, union_of(NULL, DYNAMIC), INT, DYNAMIC),
    # The Phy reference, 3: the common type.
    (PHY, INT, written_union(INT, FLOAT), written_union(INT, FLOAT)),
    (PHY, INT, FLOAT, union_of(INT, FLOAT)),
]


@pytest.mark.parametrize(("rules", "left", "right", "both"), JOINS)
def test_join(rules: Rules, left: Type, right: Type, both: Type) -> None:
    assert join(left, right, rules) is both
    assert join(right, left, rules) is both


def test_join_all() -> None:
    assert join_all([], VALUES) is NEVER
    assert join_all([INT, STRING, NULL], JSONNET) is union_of(INT, STRING, NULL)
    assert join_all([], PCL) is NULL
    assert join_all([INT, STRING], PCL) is STRING


def test_common() -> None:
    assert common(INT, FLOAT, PHY) is None
    assert common(NEVER, INT, PHY) is INT
    assert common(INT, NEVER, PHY) is INT
    swapped = written_union(FLOAT, INT)
    assert common(written_union(INT, FLOAT), swapped, PHY) is written_union(INT, FLOAT)


UNIFIED: list[tuple[Type, Type, Type, object]] = [
    (DYNAMIC, INT, INT, UNSAFE),
    (INT, DYNAMIC, INT, UNSAFE),
    (INT, INT, INT, SAFE),
    (BOOL, INT, INT, UNSAFE),
    (set_of(INT), tuple_of(INT), set_of(INT), UNSAFE),
    (set_of(INT), set_of(STRING), set_of(STRING), SAFE),
    (set_of(BOOL), set_of(NUMBER), set_of(NUMBER), UNSAFE),
    (list_of(BOOL), list_of(NUMBER), list_of(NUMBER), UNSAFE),
    (tuple_of(INT), tuple_of(INT, STRING), tuple_of(INT, optional(STRING)), SAFE),
    (tuple_of(INT, STRING), tuple_of(INT), tuple_of(INT, optional(STRING)), SAFE),
    (map_of(STRING, BOOL), map_of(STRING, NUMBER), map_of(STRING, NUMBER), UNSAFE),
    (map_of(STRING, BOOL), object_of({"a": NUMBER}, INT), map_of(STRING, NUMBER), UNSAFE),
    (promise_of(INT), output_of(INT), output_of(INT), SAFE),
    (promise_of(BOOL), promise_of(INT), promise_of(INT), UNSAFE),
    (union_of(BOOL, list_of(INT)), INT, union_of(INT, list_of(INT)), UNSAFE),
    (union_of(BOOL, NULL), union_of(INT, NULL), union_of(BOOL, INT, NULL), UNSAFE),
    (
        TREE,
        object_of({"other": INT}),
        object_of({"next": optional(TREE), "other": optional(INT)}),
        SAFE,
    ),
    (object_of({}, INT), object_of({}, NUMBER), object_of({}, NUMBER), SAFE),
    (object_of({}), object_of({"a": INT}, NUMBER), object_of({"a": optional(INT)}, NUMBER), SAFE),
    (enum("join:e", STRING, ["a"]), INT, enum("join:e", STRING, ["a"]), UNSAFE),
]


@pytest.mark.parametrize(("left", "right", "both", "kind"), UNIFIED)
def test_unify(left: Type, right: Type, both: Type, kind: object) -> None:
    found, verdict = unify(left, right, PCL)
    assert found is both
    assert verdict is kind


def test_atoms_without_a_preference_keep_the_same_side() -> None:
    rules = Rules(
        "no preference",
        literals=PCL.literals,
        join=JoinRules(style=PCL.join.style, absorb=False),
    )
    assert unify(BOOL, INT, rules)[0] is unify(INT, BOOL, rules)[0]
    assert unify(list_of(INT), INT, rules) == (union_of(list_of(INT), INT), SAFE)


def test_eventuals_of_equal_strength_unify_to_the_later() -> None:
    rules = Rules("both ways", containers=PCL.containers, literals=PCL.literals, join=PCL.join)
    found = unify(promise_of(BOOL), output_of(INT), rules)
    assert found == (output_of(INT), UNSAFE)


def test_unify_all_keeps_what_does_not_unify() -> None:
    safe, unsafe = unify_all([BOOL, NUMBER, list_of(INT)], PCL)
    assert safe is union_of(BOOL, NUMBER, list_of(INT))
    assert unsafe is union_of(NUMBER, list_of(INT))


T, U = var("T"), var("U")
MATCHES: list[tuple[Type, Type, dict[str, Type]]] = [
    (INT, STRING, {}),
    (T, STRING, {"T": STRING}),
    (list_of(T), list_of(INT), {"T": INT}),
    (list_of(T), set_of(INT), {"T": INT}),
    (list_of(T), tuple_of(INT, STRING), {"T": union_of(INT, STRING)}),
    (list_of(T), tuple_of(), {}),
    (list_of(T), INT, {}),
    (list_of(T), DYNAMIC, {"T": DYNAMIC}),
    (list_of(T), union_of(list_of(INT), list_of(STRING)), {"T": union_of(INT, STRING)}),
    (map_of(T, U), map_of(STRING, INT), {"T": STRING, "U": INT}),
    (map_of(STRING, T), object_of({"a": INT}, STRING), {"T": union_of(INT, STRING)}),
    (map_of(STRING, T), object_of({}), {}),
    (map_of(STRING, T), INT, {}),
    (tuple_of(T, U), tuple_of(INT, STRING), {"T": INT, "U": STRING}),
    (tuple_of(T, U), list_of(INT), {"T": INT, "U": INT}),
    (tuple_of(T), INT, {}),
    (output_of(T), promise_of(INT), {"T": INT}),
    (output_of(T), INT, {"T": INT}),
    (object_of({"a": T, "b": U}), object_of({"a": INT}), {"T": INT}),
    (object_of({"a": T}), INT, {}),
    (function_of([T], U), function_of([INT], STRING), {"T": INT, "U": STRING}),
    (function_of([T], U), function_of(None, STRING), {"U": STRING}),
    (function_of([T], U), INT, {}),
    (optional(T), optional(INT), {"T": INT}),
    (optional(T), INT, {"T": INT}),
    (optional(T), NULL, {}),
    (
        optional(list_of(T)),
        union_of(NULL, list_of(INT), tuple_of(STRING)),
        {"T": union_of(INT, STRING)},
    ),
]


@pytest.mark.parametrize(("pattern", "found", "bindings"), MATCHES)
def test_match(pattern: Type, found: Type, bindings: dict[str, Type]) -> None:
    solved: dict[str, Type] = {}
    match(pattern, found, solved, JSONNET)
    assert solved == bindings


def test_instantiate() -> None:
    mapped = function_of([function_of([T], U), list_of(T)], list_of(U))
    made = instantiate(mapped, [function_of([INT], STRING), list_of(INT)], VALUES)
    assert made.result is list_of(STRING)
    assert instantiate(mapped, [], VALUES).result is list_of(DYNAMIC)
    rest = function_of([], list_of(T), T)
    assert instantiate(rest, [INT, STRING], JSONNET).result is list_of(union_of(INT, STRING))
    plain = function_of([INT], STRING)
    assert instantiate(plain, [INT], VALUES) is plain
    assert instantiate(function_of([T], T), [INT, INT], VALUES).result is INT


WALKED = [
    list_of(T, 2),
    set_of(T),
    map_of(STRING, T),
    tuple_of(T, INT),
    union_of(T, INT),
    written_union(T, INT, T),
    output_of(T),
    object_of([field("a", T, optional=True, hidden=True)], T),
    object_of({"a": T}),
    function_of([parameter("a", T, optional=True)], T, T),
    function_of(None, T),
]


@pytest.mark.parametrize("type_", WALKED)
def test_walking(type_: Type) -> None:
    assert rebuild(type_, lambda part: part) is type_
    assert T in children(type_)
    assert variables(type_) == {"T"}
    replaced = substitute(type_, {"T": BOOL})
    assert variables(replaced) == set()
    assert BOOL in children(replaced)
    assert substitute(type_, {"U": BOOL}) is type_
    assert mentions(type_, lambda one: one is T)
    assert not mentions(type_, lambda one: one is BOOL)


def test_walking_leaves_and_names() -> None:
    assert children(INT) == ()
    assert children(TREE) == ()
    assert rebuild(INT, lambda _: STRING) is INT
    assert substitute(INT, {"T": BOOL}) is INT
    assert mentions(TREE, lambda one: one is NULL)
    assert not mentions(TREE, lambda one: one is TRUE)


def test_canonical() -> None:
    assert canonical(INT) is INT
    one, other = written_union(INT, STRING), written_union(STRING, INT)
    assert canonical(tuple_of(one)) is canonical(tuple_of(other))
    nested = written_union(one, NULL)
    assert canonical(nested) is canonical(written_union(NULL, other))
    assert canonical(nested) is not canonical(one)
