"""Why not: the tree leads to the places that made it fail."""

from __future__ import annotations

import pytest
from core.shipped import ASSIGNMENT, CONVERSION, DATA, JSONNET, PHY, RCL, Language

from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NEVER,
    NULL,
    NUMBER,
    PROMISE,
    STRING,
    Mismatch,
    MismatchKind,
    PathStep,
    Type,
    define,
    enum,
    eventual,
    explain,
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
    set_of,
    tuple_of,
    union_of,
    written_union,
)

A, B = literal(STRING, "a"), literal(STRING, "b")


def promise_of(inner: Type) -> Type:
    return eventual(PROMISE, inner)


def leaves(one: Mismatch) -> list[tuple[tuple[PathStep, ...], Mismatch]]:
    """The reasons that have no further reason inside, each with the path to it."""
    if not one.parts:
        return [((), one)]
    return [
        ((part.step, *path), leaf) for part in one.parts for path, leaf in leaves(part.mismatch)
    ]


def function(*parameters, result: Type = NULL, rest: Type | None = None) -> Type:
    return function_of(parameters, result, rest)


CASES: list[tuple[Language, Type, Type, list[tuple[tuple, MismatchKind]]]] = [
    (DATA, INT, STRING, [((), MismatchKind.KIND)]),
    (DATA, INT, NEVER, [((), MismatchKind.NO_VALUE)]),
    (DATA, A, B, [((), MismatchKind.VALUE)]),
    (DATA, A, enum("explain:e", STRING, ["b"]), [((), MismatchKind.VALUE)]),
    (DATA, A, literal(INT, 1), [((), MismatchKind.KIND)]),
    (DATA, list_of(INT), list_of(STRING), [((("element", None),), MismatchKind.KIND)]),
    (DATA, list_of(INT, 1), list_of(INT, 2), [((), MismatchKind.LENGTH)]),
    (DATA, set_of(INT), list_of(INT), [((), MismatchKind.KIND)]),
    (DATA, set_of(INT), set_of(STRING), [((("element", None),), MismatchKind.KIND)]),
    (DATA, tuple_of(INT), tuple_of(INT, INT), [((), MismatchKind.LENGTH)]),
    (DATA, tuple_of(INT, INT), tuple_of(INT, STRING), [((("item", 1),), MismatchKind.KIND)]),
    (DATA, tuple_of(INT, STRING), list_of(INT), [((("item", 1),), MismatchKind.KIND)]),
    (DATA, tuple_of(INT), list_of(INT, 2), [((), MismatchKind.LENGTH)]),
    (DATA, list_of(INT), tuple_of(STRING), [((("item", 0),), MismatchKind.KIND)]),
    (DATA, list_of(INT, 1), tuple_of(INT, INT), [((), MismatchKind.LENGTH)]),
    (
        DATA,
        map_of(STRING, INT),
        map_of(INT, STRING),
        [((("key", None),), MismatchKind.KIND), ((("value", None),), MismatchKind.KIND)],
    ),
    (
        DATA,
        object_of({"a": INT}),
        map_of(STRING, STRING),
        [((("field", "a"),), MismatchKind.KIND)],
    ),
    (
        DATA,
        map_of(STRING, STRING),
        object_of({"a": INT}),
        [((("field", "a"),), MismatchKind.KIND)],
    ),
    (
        DATA,
        object_of({"a": object_of({"b": list_of(INT)})}),
        object_of({"a": object_of({"b": list_of(STRING)})}),
        [((("field", "a"), ("field", "b"), ("element", None)), MismatchKind.KIND)],
    ),
    (DATA, object_of({}), object_of({"a": INT}), [((), MismatchKind.MISSING)]),
    (DATA, object_of({"a": INT}), object_of({}), [((), MismatchKind.EXTRA)]),
    (DATA, object_of({}, STRING), object_of({"a": INT}), [((("field", "a"),), MismatchKind.KIND)]),
    (
        DATA,
        object_of({"a": INT}, STRING),
        object_of([("a", BOOL), field("b", INT, optional=True)]),
        [((("field", "a"),), MismatchKind.KIND)],
    ),
    (DATA, object_of({"a": INT}), object_of({}, STRING), [((("field", "a"),), MismatchKind.KIND)]),
    (
        DATA,
        object_of([("a", INT), field("b", INT, optional=True)]),
        object_of([("a", BOOL), field("b", STRING, optional=True)]),
        [((("field", "a"),), MismatchKind.KIND)],
    ),
    (CONVERSION, object_of({}), object_of({"a": INT}), [((), MismatchKind.MISSING)]),
    (DATA, function(INT), function(), [((), MismatchKind.ARITY)]),
    (DATA, function(), function(INT), [((), MismatchKind.ARITY)]),
    (DATA, function(), function(rest=INT), [((), MismatchKind.ARITY)]),
    (RCL, function(parameter("a", NUMBER, optional=True)), function(), [((), MismatchKind.ARITY)]),
    (DATA, function(INT), function(STRING), [((("parameter", 0),), MismatchKind.KIND)]),
    (
        DATA,
        function(result=INT),
        function(result=STRING),
        [((("result", None),), MismatchKind.KIND)],
    ),
    (
        DATA,
        function_of(None, INT),
        function(result=STRING),
        [((("result", None),), MismatchKind.KIND)],
    ),
    (
        JSONNET,
        function(parameter("a", NUMBER)),
        function(parameter("b", NUMBER)),
        [((), MismatchKind.NAME)],
    ),
    (
        DATA,
        function(parameter("a", INT)),
        function(parameter("a", INT, optional=True)),
        [((), MismatchKind.OPTIONAL)],
    ),
    (DATA, function(rest=INT), function(rest=STRING), [((), MismatchKind.KIND)]),
    (
        DATA,
        union_of(INT, BOOL),
        STRING,
        [((("member", 0),), MismatchKind.KIND), ((("member", 1),), MismatchKind.KIND)],
    ),
    (DATA, INT, union_of(set_of(STRING), list_of(INT)), [((), MismatchKind.NO_MEMBER)]),
    (DATA, INT, union_of(STRING, NULL), [((), MismatchKind.NO_MEMBER)]),
    (PHY, written_union(INT, BOOL), INT, [((), MismatchKind.KIND)]),
    (ASSIGNMENT, union_of(INT, BOOL), STRING, [((), MismatchKind.KIND)]),
    (ASSIGNMENT, DYNAMIC, STRING, [((), MismatchKind.KIND)]),
    (DATA, output_of(INT), INT, [((), MismatchKind.LATER)]),
    (DATA, output_of(INT), promise_of(INT), [((), MismatchKind.LATER)]),
    (DATA, INT, promise_of(STRING), [((("inner", None),), MismatchKind.KIND)]),
    (DATA, promise_of(INT), output_of(STRING), [((("inner", None),), MismatchKind.KIND)]),
    (ASSIGNMENT, output_of(INT), promise_of(STRING), [((), MismatchKind.LATER)]),
]


@pytest.mark.parametrize(("language", "source", "target", "wanted"), CASES)
def test_reasons(language: Language, source: Type, target: Type, wanted) -> None:
    mismatch = explain(source, target, language.relation)
    assert mismatch is not None
    assert [(path, leaf.reason) for path, leaf in leaves(mismatch)] == wanted
    assert "Mismatch" in repr(mismatch)


def test_what_works_has_no_explanation() -> None:
    assert explain(INT, NUMBER, DATA.relation) is None
    assert explain(DYNAMIC, NUMBER, DATA.relation) is None


def test_all_fields_are_named() -> None:
    why = explain(object_of({"z": INT}), object_of({"a": INT, "b": INT}), DATA.relation)
    assert why is not None
    assert why.missing == ("a", "b")
    assert why.surplus == ("z",)


def test_innermost() -> None:
    source = object_of({"spec": object_of({"ports": list_of(STRING)})})
    target = object_of({"spec": object_of({"ports": list_of(INT)})})
    why = explain(source, target, DATA.relation)
    assert why is not None
    path, inner = why.innermost()
    assert path == (("field", "spec"), ("field", "ports"), ("element", None))
    assert (inner.source, inner.target, inner.reason) == (STRING, INT, MismatchKind.KIND)


def test_the_nearest_member_is_the_one_with_the_fewest_faults() -> None:
    circle = object_of({"kind": literal(STRING, "circle"), "radius": INT})
    square = object_of({"kind": literal(STRING, "square"), "side": INT})
    drawn = object_of({"kind": literal(STRING, "square"), "side": STRING})
    why = explain(drawn, union_of(circle, square), DATA.relation)
    assert why is not None
    near = why.nearest()
    assert near is not None
    assert near.mismatch.target is square
    path, inner = why.innermost()
    assert path == (("field", "side"),)
    assert inner.target is INT
    # Two that are as far off as each other: nobody can say which was meant.
    both = union_of(object_of({"a": INT}), object_of({"b": INT}))
    undecided = explain(object_of({"a": STRING}), both, DATA.relation)
    assert undecided is not None


def test_a_choice_of_kinds_is_told_as_a_whole() -> None:
    why = explain(INT, union_of(STRING, list_of(STRING)), DATA.relation)
    assert why is not None
    assert why.innermost() == ((), why)


def test_misfits_lead_to_the_members_at_fault() -> None:
    found = misfits(optional(list_of(STRING)), list_of(INT), DATA.relation)
    inner = [one.innermost() for one in found]
    assert [(path, one.source, one.target) for path, one in inner] == [
        ((), NULL, list_of(INT)),
        ((("element", None),), STRING, INT),
    ]
    inside = object_of({"a": union_of(INT, STRING), "b": INT})
    (one,) = misfits(inside, object_of({"a": INT, "b": INT}), DATA.relation)
    path, part = one.innermost()
    assert (path, part.source, part.target) == ((("field", "a"),), STRING, INT)
    assert misfits(INT, NUMBER, DATA.relation) == []
    assert misfits(DYNAMIC, NUMBER, DATA.relation) == []


def test_members_that_were_perhaps_meant_are_looked_into() -> None:
    wanted = union_of(NULL, object_of({"a": STRING}), object_of({"b": INT}))
    mismatch = explain(object_of({"a": INT}), wanted, DATA.relation)
    assert mismatch is not None
    assert mismatch.reason is MismatchKind.NO_MEMBER
    assert [part.mismatch.reason for part in mismatch.parts] == [
        MismatchKind.INSIDE,
        MismatchKind.MISSING,
    ]
    assert "member" in repr(mismatch.parts[0])


def test_recursive_types_are_explained_in_the_end() -> None:
    def chain(value: Type) -> Type:
        name = ref("Chain")
        return define(name, object_of({"value": value, "next": optional(name)}))

    def stream(value: Type) -> Type:
        name = ref("Stream")
        return define(name, object_of({"value": value, "more": name}))

    endless = explain(stream(INT), stream(STRING), DATA.relation)
    assert endless is not None
    paths = [path for path, _ in leaves(endless)]
    assert paths == [(("field", "more"),), (("field", "value"),)]
    mismatch = explain(chain(INT), chain(STRING), DATA.relation)
    assert mismatch is not None
    assert leaves(mismatch)[-1][0] == (("field", "value"),)


def test_an_explanation_is_never_endless() -> None:
    def levels(leaf: Type) -> Type:
        for place in range(40):
            leaf = define(ref(f"Level{place}"), object_of({"left": leaf, "right": leaf}))
        return leaf

    mismatch = explain(levels(INT), levels(STRING), DATA.relation)
    assert mismatch is not None
    assert 1 < len(leaves(mismatch)) < 1000
