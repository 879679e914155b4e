"""Why not: the tree leads to the places that made it fail."""

from __future__ import annotations

import pytest
from core.presets import JSONNET, PCL, PCL_ASSIGN, PHY, RCL, VALUES

from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NEVER,
    NO,
    NULL,
    NUMBER,
    STRING,
    ObjectRules,
    Reason,
    Rules,
    Type,
    define,
    enum,
    explain,
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
    set_of,
    tuple_of,
    union_of,
    written_union,
)

A, B = literal(STRING, "a"), literal(STRING, "b")


CLOSING = Rules("closing", objects=ObjectRules(open_into_closed=NO))


def function(*parameters, result: Type = NULL, rest: Type | None = None) -> Type:
    return function_of(parameters, result, rest)


CASES: list[tuple[Rules, Type, Type, list[tuple[tuple, Reason]]]] = [
    (VALUES, INT, STRING, [((), Reason.KIND)]),
    (VALUES, INT, NEVER, [((), Reason.NO_VALUE)]),
    (VALUES, A, B, [((), Reason.VALUE)]),
    (VALUES, A, enum("explain:e", STRING, ["b"]), [((), Reason.VALUE)]),
    (VALUES, A, literal(INT, 1), [((), Reason.KIND)]),
    (VALUES, list_of(INT), list_of(STRING), [((("element", None),), Reason.KIND)]),
    (VALUES, list_of(INT, 1), list_of(INT, 2), [((), Reason.LENGTH)]),
    (VALUES, set_of(INT), list_of(INT), [((), Reason.KIND)]),
    (VALUES, set_of(INT), set_of(STRING), [((("element", None),), Reason.KIND)]),
    (VALUES, tuple_of(INT), tuple_of(INT, INT), [((), Reason.LENGTH)]),
    (VALUES, tuple_of(INT, INT), tuple_of(INT, STRING), [((("item", 1),), Reason.KIND)]),
    (VALUES, tuple_of(INT, STRING), list_of(INT), [((("item", 1),), Reason.KIND)]),
    (VALUES, tuple_of(INT), list_of(INT, 2), [((), Reason.LENGTH)]),
    (VALUES, list_of(INT), tuple_of(STRING), [((("item", 0),), Reason.KIND)]),
    (VALUES, list_of(INT, 1), tuple_of(INT, INT), [((), Reason.LENGTH)]),
    (
        VALUES,
        map_of(STRING, INT),
        map_of(INT, STRING),
        [((("key", None),), Reason.KIND), ((("value", None),), Reason.KIND)],
    ),
    (VALUES, object_of({"a": INT}), map_of(STRING, STRING), [((("field", "a"),), Reason.KIND)]),
    (VALUES, map_of(STRING, STRING), object_of({"a": INT}), [((("field", "a"),), Reason.KIND)]),
    (
        VALUES,
        object_of({"a": object_of({"b": list_of(INT)})}),
        object_of({"a": object_of({"b": list_of(STRING)})}),
        [((("field", "a"), ("field", "b"), ("element", None)), Reason.KIND)],
    ),
    (VALUES, object_of({}), object_of({"a": INT}), [((), Reason.MISSING)]),
    (VALUES, object_of({"a": INT}), object_of({}), [((), Reason.EXTRA)]),
    (VALUES, object_of({}, STRING), object_of({"a": INT}), [((("field", "a"),), Reason.KIND)]),
    (
        VALUES,
        object_of({"a": INT}, STRING),
        object_of([("a", BOOL), field("b", INT, optional=True)]),
        [((("field", "a"),), Reason.KIND)],
    ),
    (VALUES, object_of({"a": INT}), object_of({}, STRING), [((("field", "a"),), Reason.KIND)]),
    (
        VALUES,
        object_of([("a", INT), field("b", INT, optional=True)]),
        object_of([("a", BOOL), field("b", STRING, optional=True)]),
        [((("field", "a"),), Reason.KIND)],
    ),
    (CLOSING, object_of({}, INT), object_of({}), [((), Reason.EXTRA)]),
    (PCL, object_of({}), object_of({"a": INT}), [((), Reason.MISSING)]),
    (VALUES, function(INT), function(), [((), Reason.ARITY)]),
    (VALUES, function(), function(INT), [((), Reason.ARITY)]),
    (VALUES, function(), function(rest=INT), [((), Reason.ARITY)]),
    (RCL, function(parameter("a", NUMBER, optional=True)), function(), [((), Reason.ARITY)]),
    (VALUES, function(INT), function(STRING), [((("parameter", 0),), Reason.KIND)]),
    (VALUES, function(result=INT), function(result=STRING), [((("result", None),), Reason.KIND)]),
    (
        VALUES,
        function_of(None, INT),
        function(result=STRING),
        [((("result", None),), Reason.KIND)],
    ),
    (
        JSONNET,
        function(parameter("a", NUMBER)),
        function(parameter("b", NUMBER)),
        [((), Reason.NAME)],
    ),
    (
        VALUES,
        function(parameter("a", INT)),
        function(parameter("a", INT, optional=True)),
        [((), Reason.OPTIONAL)],
    ),
    (VALUES, function(rest=INT), function(rest=STRING), [((), Reason.KIND)]),
    (
        VALUES,
        union_of(INT, BOOL),
        STRING,
        [((("member", 0),), Reason.KIND), ((("member", 1),), Reason.KIND)],
    ),
    (JSONNET, union_of(NUMBER, NULL), NUMBER, [((("member", 0),), Reason.KIND)]),
    (VALUES, INT, union_of(STRING, NULL), [((), Reason.NO_MEMBER)]),
    (PHY, written_union(INT, BOOL), INT, [((), Reason.KIND)]),
    (PCL_ASSIGN, union_of(INT, BOOL), STRING, [((), Reason.KIND)]),
    (PCL_ASSIGN, DYNAMIC, STRING, [((), Reason.KIND)]),
    (VALUES, output_of(INT), INT, [((), Reason.LATER)]),
    (VALUES, output_of(INT), promise_of(INT), [((), Reason.LATER)]),
    (VALUES, INT, promise_of(STRING), [((("inner", None),), Reason.KIND)]),
    (VALUES, promise_of(INT), output_of(STRING), [((("inner", None),), Reason.KIND)]),
    (PCL_ASSIGN, output_of(INT), promise_of(STRING), [((("inner", None),), Reason.LATER)]),
]


@pytest.mark.parametrize(("rules", "source", "target", "leaves"), CASES)
def test_reasons(rules: Rules, source: Type, target: Type, leaves) -> None:
    mismatch = explain(source, target, rules)
    assert mismatch is not None
    assert [(path, leaf.reason) for path, leaf in mismatch.leaves()] == leaves
    assert "Mismatch" in repr(mismatch)


def test_what_works_has_no_explanation() -> None:
    assert explain(INT, NUMBER, VALUES) is None
    assert explain(DYNAMIC, NUMBER, VALUES) is None


def test_the_field_is_named() -> None:
    missing = explain(object_of({}), object_of({"a": INT, "b": INT}), VALUES)
    assert missing is not None
    assert missing.name == "a"
    extra = explain(object_of({"z": INT}), object_of({}), VALUES)
    assert extra is not None
    assert extra.name == "z"


def test_members_that_were_perhaps_meant_are_looked_into() -> None:
    wanted = union_of(NULL, object_of({"a": STRING}), object_of({"b": INT}))
    mismatch = explain(object_of({"a": INT}), wanted, VALUES)
    assert mismatch is not None
    assert mismatch.reason is Reason.NO_MEMBER
    assert [part.mismatch.reason for part in mismatch.parts] == [Reason.INSIDE, Reason.MISSING]
    assert "member" in repr(mismatch.parts[0])


def test_recursive_types_are_explained_in_the_end() -> None:
    def chain(value: Type) -> Type:
        name = ref("Chain")
        return define(name, object_of({"value": value, "next": optional(name)}))

    def stream(value: Type) -> Type:
        name = ref("Stream")
        return define(name, object_of({"value": value, "more": name}))

    endless = explain(stream(INT), stream(STRING), VALUES)
    assert endless is not None
    paths = [path for path, _ in endless.leaves()]
    assert paths == [(("field", "more"),), (("field", "value"),)]
    mismatch = explain(chain(INT), chain(STRING), VALUES)
    assert mismatch is not None
    assert mismatch.leaves()[-1][0] == (("field", "value"),)


def test_an_explanation_is_never_endless() -> None:
    def levels(leaf: Type) -> Type:
        for place in range(40):
            leaf = define(ref(f"Level{place}"), object_of({"left": leaf, "right": leaf}))
        return leaf

    mismatch = explain(levels(INT), levels(STRING), VALUES)
    assert mismatch is not None
    assert 1 < len(mismatch.leaves()) < 1000
