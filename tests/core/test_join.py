"""Joins and unification in each style; generic signatures; walking."""

from __future__ import annotations

import pytest
from core.shipped import DATA, JSONNET, PHY, RCL, Language

from confty.languages.pcl.unify import unify, unify_all
from confty.types import (
    BOOL,
    DYNAMIC,
    FLOAT,
    INT,
    NEVER,
    NULL,
    NUMBER,
    PROMISE,
    SAFE,
    STRING,
    TRUE,
    UNSAFE,
    Function,
    Type,
    Verdict,
    canonical,
    children,
    common,
    define,
    eventual,
    field,
    function_of,
    gradual_union,
    list_of,
    literal,
    map_of,
    merge,
    object_of,
    optional,
    output_of,
    parameter,
    parts,
    rebuild,
    ref,
    set_of,
    solve,
    substitute,
    tuple_of,
    union_of,
    var,
    variables,
    widen,
    written_union,
)
from confty.types.solving import match

A, B = literal(STRING, "a"), literal(STRING, "b")
TREE = ref("Tree")
define(TREE, object_of({"next": optional(TREE)}))

JOINS: list[tuple[Language, Type, Type, Type | None]] = [
    # Jsonnet keeps the union; the unknown swallows it.
    (JSONNET, NEVER, INT, INT),
    (JSONNET, INT, DYNAMIC, DYNAMIC),
    (JSONNET, list_of(NUMBER), list_of(DYNAMIC), union_of(list_of(NUMBER), list_of(DYNAMIC))),
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
    # Data.
    (DATA, INT, NUMBER, NUMBER),
    (DATA, A, STRING, STRING),
    (DATA, A, B, union_of(A, B)),
    (DATA, A, A, A),
    (DATA, list_of(INT, 1), list_of(STRING, 1), list_of(union_of(INT, STRING), 1)),
    (DATA, list_of(INT, 1), list_of(INT), list_of(INT)),
    (DATA, set_of(INT), set_of(STRING), set_of(union_of(INT, STRING))),
    (DATA, map_of(STRING, INT), map_of(STRING, NULL), map_of(STRING, optional(INT))),
    (DATA, tuple_of(INT), tuple_of(STRING), tuple_of(union_of(INT, STRING))),
    (DATA, tuple_of(INT), tuple_of(), union_of(tuple_of(INT), tuple_of())),
    (DATA, tuple_of(INT), list_of(INT), list_of(INT)),
    (
        DATA,
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
        DATA,
        object_of({"a": INT}),
        object_of({}, STRING),
        object_of([field("a", union_of(INT, STRING), optional=True)], STRING),
    ),
    (DATA, object_of({}, INT), object_of({}, STRING), object_of({}, union_of(INT, STRING))),
    (DATA, union_of(INT, NULL), union_of(STRING, BOOL), union_of(INT, NULL, STRING, BOOL)),
    (DATA, optional(INT), DYNAMIC, DYNAMIC),
    (DATA, union_of(NULL, DYNAMIC), INT, DYNAMIC),
    # The Phy reference, 3: the common type.
    (PHY, INT, written_union(INT, FLOAT), written_union(INT, FLOAT)),
    (PHY, NEVER, INT, INT),
    (PHY, INT, FLOAT, None),
]


@pytest.mark.parametrize(("language", "left", "right", "both"), JOINS)
def test_join(language: Language, left: Type, right: Type, both: Type | None) -> None:
    assert language.join(left, right) is both
    assert language.join(right, left) is both


def test_of_nothing_there_is_nothing() -> None:
    assert merge([], DATA.relation) is NEVER
    assert widen() is NEVER
    assert gradual_union() is NEVER
    assert unify_all([]) == (NULL, NULL)


def test_the_frame_of_many_shapes() -> None:
    shapes = [object_of({name: INT}) for name in "abc"]
    assert merge(shapes, DATA.relation, 2) is map_of(STRING, INT)
    assert merge([*shapes, object_of({})], DATA.relation, 2) is map_of(STRING, INT)
    assert merge([object_of({}), NULL], DATA.relation, 1) is optional(map_of(STRING, NEVER))
    numbered = [*shapes, map_of(INT, NULL)]
    assert merge(numbered, DATA.relation, 2) is map_of(union_of(INT, STRING), optional(INT))


def test_equal_written_unions_keep_one_of_them() -> None:
    swapped = written_union(FLOAT, INT)
    assert common(written_union(INT, FLOAT), swapped, PHY.relation) is written_union(INT, FLOAT)


# The PCL reference, 9.5.
UNIFIED: list[tuple[Type, Type, Type, Verdict]] = [
    (DYNAMIC, INT, INT, UNSAFE),
    (INT, DYNAMIC, INT, UNSAFE),
    (INT, INT, INT, SAFE),
    (BOOL, INT, INT, UNSAFE),
    (set_of(INT), tuple_of(INT), set_of(INT), UNSAFE),
    (set_of(INT), set_of(STRING), set_of(STRING), SAFE),
    (tuple_of(INT), tuple_of(INT, STRING), tuple_of(INT, optional(STRING)), SAFE),
    (map_of(STRING, BOOL), map_of(STRING, NUMBER), map_of(STRING, NUMBER), UNSAFE),
    (eventual(PROMISE, INT), output_of(INT), output_of(INT), SAFE),
    (eventual(PROMISE, BOOL), eventual(PROMISE, INT), eventual(PROMISE, INT), UNSAFE),
    (union_of(BOOL, list_of(INT)), INT, union_of(INT, list_of(INT)), UNSAFE),
    (union_of(BOOL, NULL), union_of(INT, NULL), union_of(BOOL, INT, NULL), UNSAFE),
    (
        TREE,
        object_of({"other": INT}),
        object_of({"next": optional(TREE), "other": optional(INT)}),
        SAFE,
    ),
    (object_of({}, INT), object_of({}, NUMBER), object_of({}, NUMBER), SAFE),
]


@pytest.mark.parametrize(("left", "right", "both", "kind"), UNIFIED)
def test_unify(left: Type, right: Type, both: Type, kind: Verdict) -> None:
    assert unify(left, right) == (both, kind)


def test_unify_all_keeps_what_does_not_unify() -> None:
    safe, unsafe = unify_all([BOOL, NUMBER, list_of(INT)])
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
    (output_of(T), eventual(PROMISE, INT), {"T": INT}),
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
    match(pattern, found, solved, gradual_union)
    assert solved == bindings


def solved(signature: Function, arguments: list[Type]) -> Type:
    """The result of a call, with what is left over unknown."""
    given = zip(signature.parameters or (), arguments, strict=False)
    bindings = solve(signature, given, gradual_union)
    return substitute(signature.result, bindings, gradual_union, left_over=DYNAMIC)


def test_solve() -> None:
    mapped = function_of([function_of([T], U), list_of(T)], list_of(U))
    assert solved(mapped, [function_of([INT], STRING), list_of(INT)]) is list_of(STRING)
    assert solved(mapped, []) is list_of(DYNAMIC)
    assert solved(function_of([T, T], list_of(T)), [INT, STRING]) is list_of(union_of(INT, STRING))
    assert solved(function_of([INT], STRING), [INT]) is STRING


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
    assert T in parts(type_)
    assert BOOL not in parts(type_)


def test_walking_leaves_and_names() -> None:
    assert children(INT) == ()
    assert children(TREE) == ()
    assert rebuild(INT, lambda _: STRING) is INT
    assert substitute(INT, {"T": BOOL}) is INT
    assert NULL in parts(TREE)
    assert TRUE not in parts(TREE)


def test_canonical() -> None:
    assert canonical(INT) is INT
    one, other = written_union(INT, STRING), written_union(STRING, INT)
    assert canonical(tuple_of(one)) is canonical(tuple_of(other))
    nested = written_union(one, NULL)
    assert canonical(nested) is canonical(written_union(NULL, other))
    assert canonical(nested) is not canonical(one)
