"""Does this run-time value fit?"""

from __future__ import annotations

import pytest
from core.oracle import LAW, Later, any_value, holds, static_types
from core.presets import JSONNET, PCL, VALUES
from hypothesis import given

from confty.types import (
    BOOL,
    DYNAMIC,
    FLOAT,
    INT,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    TOP,
    TRUE,
    Atom,
    Constant,
    Kind,
    Rules,
    Type,
    admits,
    enum,
    field,
    fits,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    output_of,
    promise_of,
    resource,
    set_of,
    tuple_of,
    union_of,
)

UNKNOWN = object()


class Function:
    def __init__(self, type_: Type | None) -> None:
        self.type = type_


class Thing:
    def __init__(self, token: str) -> None:
        self.token = token


class PlainView:
    """Python's own data, and a few stand-ins for what it has not."""

    def kind(self, value: object) -> Kind:
        kinds = {
            list: Kind.LIST,
            frozenset: Kind.SET,
            dict: Kind.MAP,
            Later: Kind.EVENTUAL,
            Function: Kind.FUNCTION,
            Thing: Kind.RESOURCE,
            object: Kind.UNKNOWN,
        }
        return kinds.get(type(value), Kind.ATOM)

    def is_atom(self, value: object, atom: Atom) -> bool:
        return holds(atom, value)

    def constant(self, value: object) -> Constant:
        assert value is None or isinstance(value, (bool, int, float, str))
        return value

    def items(self, value):
        return value

    def pairs(self, value):
        return value.items()

    def function_type(self, value):
        return value.type

    def inner(self, value):
        return value.rank, value.value

    def token(self, value) -> str:
        return value.token


VIEW = PlainView()
COLOUR = enum("guard:e", STRING, ["a", "b"])
POINT = object_of([("x", INT), field("y", INT, optional=True)])
GOOD: list[tuple[object, Type]] = [
    (1, DYNAMIC),
    (None, TOP),
    (None, NULL),
    (True, BOOL),
    (True, TRUE),
    (1, NUMBER),
    ("a", COLOUR),
    ("a", literal(STRING, "a")),
    ([1, 2], list_of(INT)),
    ([], list_of(NEVER)),
    ([1, 2], list_of(INT, 2)),
    ([1, "a"], tuple_of(INT, STRING)),
    (frozenset({1}), set_of(INT)),
    ({"a": 1}, map_of(STRING, INT)),
    ({1: 1}, map_of(INT, INT)),
    ({"x": 1}, POINT),
    ({"x": 1, "y": 2}, POINT),
    ({"x": 1, "z": 2}, object_of({"x": INT}, NUMBER)),
    (None, optional(INT)),
    (Function(function_of([INT], INT)), function_of([INT], NUMBER)),
    (Thing("a"), resource("a")),
    (Thing("a"), resource()),
    (Later(1, 2), output_of(INT)),
    (2, promise_of(INT)),
    (UNKNOWN, NEVER),
    ([UNKNOWN], list_of(INT)),
]
BAD: list[tuple[object, Type, tuple]] = [
    (1, NEVER, ()),
    (1, STRING, ()),
    (1, TRUE, ()),
    (1.0, INT, ()),
    ("b", literal(STRING, "a"), ()),
    (1, literal(STRING, "a"), ()),
    ("c", COLOUR, ()),
    (1, COLOUR, ()),
    (1, list_of(INT), ()),
    ([1, "a"], list_of(INT), (("index", 1),)),
    ([1], list_of(INT, 2), ()),
    ([1], set_of(INT), ()),
    (frozenset({1}), list_of(INT), ()),
    (frozenset({1}), set_of(STRING), (("index", 0),)),
    ([1], tuple_of(INT, INT), ()),
    ([1, "a"], tuple_of(INT, INT), (("index", 1),)),
    (frozenset({1}), tuple_of(INT), ()),
    ([1], map_of(STRING, INT), ()),
    ({"a": [1, None]}, map_of(STRING, list_of(INT)), (("key", "a"), ("index", 1))),
    ({1: 1}, map_of(STRING, INT), (("key", 1),)),
    ({}, POINT, ()),
    ({"x": "a"}, POINT, (("field", "x"),)),
    ({"x": 1, "z": 1}, POINT, ()),
    ({1: 1}, POINT, ()),
    ({"x": 1}, list_of(INT), ()),
    ("a", optional(INT), ()),
    (["a"], optional(list_of(INT)), (("index", 0),)),
    ([["a"]], union_of(list_of(list_of(INT)), list_of(INT)), ()),
    (Function(None), function_of([INT], NUMBER), ()),
    (Function(function_of([NUMBER], DYNAMIC)), function_of([INT], NUMBER), ()),
    (Function(None), INT, ()),
    (Thing("b"), resource("a"), ()),
    (Thing("b"), INT, ()),
    (Later(2, 2), promise_of(INT), ()),
    (Later(1, "a"), output_of(INT), (("inner", 1),)),
    ("a", output_of(INT), ()),
    (Later(1, 1), INT, ()),
]


@pytest.mark.parametrize(("value", "type_"), GOOD)
def test_fits(value: object, type_: Type) -> None:
    assert fits(value, type_, VIEW, VALUES) is None
    assert admits(type_, value, VIEW, VALUES)


@pytest.mark.parametrize(("value", "type_", "path"), BAD)
def test_does_not_fit(value: object, type_: Type, path) -> None:
    misfit = fits(value, type_, VIEW, VALUES)
    assert misfit is not None
    assert misfit.path == path
    assert "Misfit" in repr(misfit)
    assert not admits(type_, value, VIEW, VALUES)


def test_rules_decide_about_sets_and_missing_fields() -> None:
    assert admits(set_of(NUMBER), [1], VIEW, JSONNET)
    wanted = object_of({"a": optional(INT)})
    assert admits(wanted, {}, VIEW, PCL)
    assert not admits(wanted, {}, VIEW, VALUES)
    assert not admits(object_of({"a": INT}), {}, VIEW, PCL)


@LAW
@given(type_=static_types(), value=any_value())
def test_a_guard_agrees_with_the_oracle(type_: Type, value: object) -> None:
    assert admits(type_, value, VIEW, VALUES) is holds(type_, value)


def test_float_is_a_number_and_no_integer() -> None:
    rules = Rules()
    assert admits(FLOAT, 1.5, VIEW, rules)
    assert not admits(INT, 1.5, VIEW, rules)
