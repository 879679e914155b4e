"""One printer, each language's words."""

from __future__ import annotations

import pytest

from confty.languages.data.rules import NOTATION as DATA
from confty.languages.jsonnet.rules import BOOLEAN, EVERYTHING, FUNCTION
from confty.languages.jsonnet.rules import NOTATION as JSONNET
from confty.languages.jsonnet.rules import OBJECT as OPEN
from confty.languages.pcl.rules import NOTATION as PCL
from confty.languages.phy.spelling import NOTATION as PHY
from confty.languages.rcl.rules import NOTATION as RCL
from confty.types import (
    BOOL,
    DYNAMIC,
    FALSE,
    INT,
    NEVER,
    NULL,
    NUMBER,
    PROMISE,
    STRING,
    TRUE,
    UNIT,
    ListOf,
    Notation,
    Type,
    brief,
    define,
    enum,
    eventual,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    output_of,
    parameter,
    ref,
    set_of,
    show,
    tuple_of,
    union_of,
    var,
    written_union,
)

RECURSIVE = ref("Tree")
define(RECURSIVE, list_of(RECURSIVE))
FUNCTION_OF_X = function_of([parameter("x", INT, optional=True)], STRING)


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (DYNAMIC, "any"),
        (NEVER, "never"),
        (BOOL, "bool"),
        (literal(STRING, 'a"\\\n'), '"a\\"\\\\\\n"'),
        (literal(NULL, None), "null"),
        (TRUE, "true"),
        (FALSE, "false"),
        (literal(NUMBER, 1.5), "1.5"),
        (enum("show:e", STRING, ["a", "b"]), 'enum("a" | "b")'),
        (list_of(INT), "list[int]"),
        (list_of(INT, 3), "list[int, 3]"),
        (set_of(INT), "set[int]"),
        (map_of(STRING, INT), "map[string, int]"),
        (UNIT, "unit"),
        (tuple_of(INT, STRING), "tuple[int, string]"),
        (object_of({}), "{}"),
        (OPEN, "{ ... }"),
        (
            object_of([("b c", INT), field("a", STRING, optional=True)], INT),
            '{ a?: string, "b c": int, ... }',
        ),
        (FUNCTION, "function"),
        (FUNCTION_OF_X, "(x?: int) => string"),
        (
            function_of([INT, parameter(None, INT, optional=True)], NULL, STRING),
            "(int, int?, ...string) => null",
        ),
        (union_of(FUNCTION_OF_X, NULL, FUNCTION), "null | function | ((x?: int) => string)"),
        (eventual(PROMISE, INT), "promise(int)"),
        (output_of(INT), "output(int)"),
        (RECURSIVE, "Tree"),
        (var("T"), "T"),
    ],
)
def test_plain(type_: Type, text: str) -> None:
    shown = show(type_)
    if " | " in text and "function" in text:
        assert sorted(shown.split(" | ")) == sorted(text.split(" | "))
    else:
        assert shown == text


@pytest.mark.parametrize(
    ("type_", "notation", "text"),
    [
        (EVERYTHING, JSONNET, "top"),
        (BOOLEAN, JSONNET, "boolean"),
        (union_of(BOOLEAN, NULL), JSONNET, "boolean | null"),
        (union_of(TRUE, NULL), JSONNET, "null | true"),
        (list_of(OPEN), JSONNET, "array[object]"),
        (optional(STRING), PCL, "string?"),
        (union_of(STRING, NULL, BOOL), PCL, "bool | string?"),
        (NULL, PCL, "none"),
        (map_of(STRING, DYNAMIC), PCL, "map(dynamic)"),
        (UNIT, PCL, "()"),
        (tuple_of(INT, STRING), PCL, "(int, string)"),
        (union_of(STRING, NUMBER), RCL, "Union[Number, String]"),
        (union_of(NULL, function_of([DYNAMIC], NEVER)), RCL, "Union[Null, (Any) -> Void]"),
        (map_of(STRING, list_of(DYNAMIC)), RCL, "Dict[String, List[Any]]"),
        (list_of(NEVER), DATA, "list[]"),
        (list_of(INT, 3), PHY, "array(3, int)"),
        (tuple_of(INT, written_union(INT, BOOL)), PHY, "tuple(int, union(int, bool))"),
    ],
)
def test_notations(type_: Type, notation: Notation, text: str) -> None:
    assert show(type_, notation) == text


def test_a_language_may_spell_anything_itself() -> None:
    def special(type_: Type, spell) -> str | None:
        return f"[{spell(type_.element)}]" if isinstance(type_, ListOf) else None

    notation = Notation(special=special, enum=lambda choice: choice.token, rest="...: {}")
    assert show(list_of(list_of(INT)), notation) == "[[int]]"
    assert show(enum("show:t", STRING, ["a"]), notation) == "show:t"
    assert show(object_of({}, INT), notation) == "{ ...: int }"


def test_messages_are_brief() -> None:
    wide = object_of({f"field{place}": list_of(STRING) for place in range(40)})
    assert len(show(wide)) > 500
    text = brief(wide)
    assert len(text) <= 130
    assert text.startswith("{ field0: ")
    assert "…" in text
    deep = object_of({"a": object_of({"b": wide})})
    assert brief(deep).startswith("{ a: { b: ")
    assert brief(object_of({"a": INT})) == "{ a: int }"
