"""Does this run-time value fit?"""

from __future__ import annotations

import pytest
from core.oracle import holds_atom
from core.shipped import DATA

from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    TRUE,
    Guards,
    MismatchKind,
    Type,
    View,
    define,
    enum,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    ref,
    set_of,
    tuple_of,
    union_of,
)


class Function:
    def __init__(self, type_: Type | None) -> None:
        self.type = type_


VIEW = View(
    atoms={
        atom: (lambda value, atom=atom: holds_atom(atom, value))
        for atom in (NULL, BOOL, INT, NUMBER, STRING)
    },
    sets=frozenset,
    function_type=lambda value: value.type if isinstance(value, Function) else None,
)
GUARDS = Guards(VIEW, DATA.relation)
COLOUR = enum("guard:e", STRING, ["a", "b"])
POINT = object_of([("x", INT), field("y", INT, optional=True)])
GOOD: list[tuple[object, Type]] = [
    (1, DYNAMIC),
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
    ([1, "a"], list_of(INT), (1,)),
    ([1], list_of(INT, 2), ()),
    ([1], set_of(INT), ()),
    (frozenset({1}), list_of(INT), ()),
    (frozenset({1}), set_of(STRING), (0,)),
    ([1], tuple_of(INT, INT), ()),
    ([1, "a"], tuple_of(INT, INT), ()),
    (frozenset({1}), tuple_of(INT), ()),
    ([1], map_of(STRING, INT), ()),
    ({"a": [1, None]}, map_of(STRING, list_of(INT)), ("a", 1)),
    ({1: 1}, map_of(STRING, INT), (1,)),
    ({}, POINT, ()),
    ({"x": "a"}, POINT, ("x",)),
    ({"x": 1, "z": 1}, POINT, ()),
    ({1: 1}, POINT, ()),
    ({"x": 1}, list_of(INT), ()),
    ("a", optional(INT), ()),
    (["a"], optional(list_of(INT)), ()),
    ([["a"]], union_of(list_of(list_of(INT)), list_of(INT)), ()),
    (Function(None), function_of([INT], NUMBER), ()),
    (Function(function_of([NUMBER], DYNAMIC)), function_of([INT], NUMBER), ()),
    (Function(None), INT, ()),
]


@pytest.mark.parametrize(("value", "type_"), GOOD)
def test_fits(value: object, type_: Type) -> None:
    assert GUARDS.test(type_)(value)
    assert GUARDS.misfit(value, type_) is None


@pytest.mark.parametrize(("value", "type_", "path"), BAD)
def test_does_not_fit(value: object, type_: Type, path: tuple[object, ...]) -> None:
    assert not GUARDS.test(type_)(value)
    misfit = GUARDS.misfit(value, type_)
    assert misfit is not None
    assert misfit.path == path
    assert "Misfit" in repr(misfit)


def test_keys_that_are_missing_or_too_many_are_named() -> None:
    missing = GUARDS.misfit({}, POINT)
    assert missing is not None
    assert (missing.reason, missing.name) == (MismatchKind.MISSING, "x")
    extra = GUARDS.misfit({"x": 1, "z": 1}, POINT)
    assert extra is not None
    assert (extra.reason, extra.name) == (MismatchKind.EXTRA, "z")


def test_a_test_is_made_once() -> None:
    assert GUARDS.test(POINT) is GUARDS.test(POINT)


def test_recursive_types() -> None:
    tree = ref("Tree")
    define(tree, union_of(INT, list_of(tree)))
    assert GUARDS.test(tree)([1, [2, []]])
    assert not GUARDS.test(tree)([1, ["a"]])
    wrong = GUARDS.misfit([1], STRING)
    assert wrong is not None
    assert wrong.wanted is STRING


def test_what_is_wrapped_is_looked_behind() -> None:
    class Wrapped:
        def __init__(self, value: object) -> None:
            self.value = value

    def behind(test):
        return lambda value: test(value.value if isinstance(value, Wrapped) else value)

    view = View(atoms={INT: lambda value: holds_atom(INT, value)}, seen=behind)
    guards = Guards(view, DATA.relation)
    assert guards.test(list_of(INT))([Wrapped(1)])
    assert not guards.test(list_of(INT))([Wrapped("a")])
