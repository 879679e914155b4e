"""Each rule of each language is there for something: without it, an answer is another one."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from core.shipped import EVERYONE, Language

from confty.types import (
    ARCHIVE,
    ASSET,
    BOOL,
    DYNAMIC,
    FLOAT,
    INT,
    NULL,
    NUMBER,
    STRING,
    Rules,
    Type,
    enum,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    parameter,
    set_of,
    tuple_of,
    union_of,
)

SOUND = Rules()


@cache
def some_types() -> list[Type]:
    """A few of every kind, so that each rule has a pair to speak of."""
    atoms = [NULL, BOOL, INT, FLOAT, NUMBER, STRING, ASSET, ARCHIVE]
    one, other = literal(STRING, "a"), literal(STRING, "b")
    return [
        DYNAMIC, *atoms, one, other, enum("e", STRING, ("a", "b")), literal(INT, 1),
        union_of(INT, STRING), union_of(INT, NULL), optional(STRING), union_of(one, other),
        list_of(INT), list_of(STRING), list_of(INT, 2), set_of(INT), tuple_of(INT, INT),
        map_of(STRING, INT), object_of({"a": INT}), object_of({"a": INT, "b": INT}),
        object_of({"c": INT}), object_of([field("a", INT, optional=True)]),
        object_of({"a": optional(INT)}), object_of({}), object_of({"a": INT}, DYNAMIC),
        function_of([parameter("x", INT)], INT), function_of([parameter("y", INT)], INT),
        function_of([parameter("x", INT), parameter("y", INT, optional=True)], INT),
        function_of([], INT), function_of([parameter("", INT)], INT),
    ]  # fmt: skip


def stated() -> list[tuple[Language, str]]:
    """Every rule that a language states, which is one where it is not the sound answer."""
    return [
        (language, rule)
        for language in EVERYONE
        for rule in Rules.__slots__
        if getattr(language.relation.rules, rule) != getattr(SOUND, rule)
    ]


@pytest.mark.parametrize(("language", "rule"), stated(), ids=str)
def test_without_the_rule_an_answer_is_another(language: Language, rule: str) -> None:
    honest = language.relation
    fields = {name: getattr(honest.rules, name) for name in Rules.__slots__}
    without = type(honest)(Rules(**{**fields, rule: getattr(SOUND, rule)}))
    assert any(
        honest.assignable(source, target) is not without.assignable(source, target)
        for source, target in product(some_types(), repeat=2)
    )


def test_every_rule_is_stated_somewhere() -> None:
    assert {rule for _, rule in stated()} == {*Rules.__slots__}
