"""What a value's type is once it stands where another was wanted."""

from __future__ import annotations

import pytest
from core.presets import PCL, PCL_ASSIGN, RCL, VALUES

from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    STRING,
    Rules,
    Type,
    contained,
    convert,
    define,
    field,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    output_of,
    promise_of,
    ref,
    set_of,
    tuple_of,
    union_of,
)

NAMED = define(ref("Named"), object_of({"a": NUMBER}))
CASES: list[tuple[Rules, Type, Type, Type]] = [
    # What fits as it is keeps its own type.
    (VALUES, INT, NUMBER, INT),
    (VALUES, INT, DYNAMIC, INT),
    (VALUES, literal(STRING, "a"), STRING, literal(STRING, "a")),
    # What was checked or converted has the wanted type.
    (VALUES, DYNAMIC, INT, INT),
    (VALUES, NUMBER, INT, INT),
    (PCL, INT, STRING, STRING),
    (VALUES, STRING, INT, INT),
    (VALUES, DYNAMIC, NAMED, NAMED),
    # Part by part.
    (PCL, list_of(INT), list_of(STRING), list_of(STRING)),
    (VALUES, list_of(optional(INT)), list_of(INT, 2), list_of(INT, 2)),
    (VALUES, list_of(DYNAMIC, 2), list_of(INT), list_of(INT, 2)),
    (VALUES, set_of(DYNAMIC), set_of(INT), set_of(INT)),
    # The RCL reference, 6.3, rule 7: a dict of the two results.
    (RCL, map_of(STRING, DYNAMIC), map_of(DYNAMIC, NUMBER), map_of(STRING, NUMBER)),
    (VALUES, tuple_of(INT, DYNAMIC), tuple_of(NUMBER, INT), tuple_of(INT, INT)),
    (
        PCL_ASSIGN,
        tuple_of(INT),
        tuple_of(DYNAMIC, optional(INT)),
        tuple_of(DYNAMIC, optional(INT)),
    ),
    (
        VALUES,
        object_of([("a", DYNAMIC), field("b", INT)]),
        object_of([("a", INT), field("b", NUMBER, optional=True), field("c", INT, optional=True)]),
        object_of([("a", INT), ("b", INT), field("c", INT, optional=True)]),
    ),
    (
        VALUES,
        object_of([field("a", INT, optional=True)]),
        object_of([field("a", STRING, optional=True)]),
        object_of([field("a", STRING, optional=True)]),
    ),
    (VALUES, map_of(STRING, INT), object_of({"a": INT}), object_of({"a": INT})),
    # Unions.
    (VALUES, optional(NUMBER), union_of(INT, STRING), INT),
    (VALUES, DYNAMIC, union_of(INT, STRING), union_of(INT, STRING)),
    (PCL, BOOL, union_of(INT, NUMBER), union_of(INT, NUMBER)),
    (PCL, INT, union_of(BOOL, STRING), STRING),
    (PCL_ASSIGN, DYNAMIC, union_of(BOOL, promise_of(DYNAMIC)), promise_of(DYNAMIC)),
    (
        PCL_ASSIGN,
        object_of({}, list_of(INT)),
        optional(map_of(STRING, INT)),
        optional(map_of(STRING, INT)),
    ),
    # Eventuals.
    (PCL, INT, output_of(STRING), output_of(STRING)),
    (PCL, promise_of(INT), output_of(STRING), output_of(STRING)),
    (PCL, output_of(optional(BOOL)), output_of(BOOL), output_of(BOOL)),
]


@pytest.mark.parametrize(("rules", "source", "target", "result"), CASES)
def test_convert(rules: Rules, source: Type, target: Type, result: Type) -> None:
    assert convert(source, target, rules) is result


def test_contained_asks_for_membership_not_conversion() -> None:
    assert contained(INT, NUMBER)
    assert not contained(INT, STRING)
    assert contained(NULL, optional(STRING))
