"""The tests that types are turned into agree with the core's walk over values."""

from __future__ import annotations

import random
from typing import Any

from support.rcl_worlds import run

from confty.languages.rcl.evaluator import fits as ours
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.rules import RULES
from confty.languages.rcl.values import elements, kind, pairs
from confty.types import (
    BOOL,
    DYNAMIC,
    NULL,
    NUMBER,
    STRING,
    Kind,
    Type,
    field,
    fits,
    function_of,
    list_of,
    map_of,
    object_of,
    set_of,
    union_of,
)

KINDS = {"List": Kind.LIST, "Set": Kind.SET, "Dict": Kind.MAP, "Function": Kind.FUNCTION}
ATOMS: dict[type, Type] = {bool: BOOL, int: NUMBER, Exact: NUMBER, str: STRING, type(None): NULL}


class Plain:
    """RCL's values as the core looks at them."""

    def kind(self, value: Any) -> Kind:
        return KINDS.get(kind(value), Kind.ATOM)

    def is_atom(self, value: Any, atom: Type) -> bool:
        return ATOMS[type(value)] is atom

    def constant(self, value: Any) -> Any:
        return value

    def items(self, value: Any) -> Any:
        return elements(value)

    def pairs(self, value: Any) -> Any:
        return pairs(value)

    def function_type(self, value: Any) -> Type:
        return ours.function_type(value)

    def inner(self, value: Any) -> Any:
        raise NotImplementedError(value)

    def token(self, value: Any) -> str:
        raise NotImplementedError(value)


VALUES = (
    "1", "1.5", '"a"', "true", "null", "[]", "[1]", '[1, "a"]', "{1}", '{"a", null}', "{}",
    "{ a = 1 }", '{ a = 1, b = "x" }', "{ a = [1], c = null }", "{ 1: 2 }", "std.empty_set",
    "x => x", "(x, y) => 1", "std.range", '"a".len', "[[1], [true]]", "[{ a = 1 }]",
)  # fmt: skip


def some_type(choice: random.Random, depth: int) -> Type:
    which = choice.randrange(11 if depth else 5)
    if which < 5:
        return (NUMBER, STRING, BOOL, NULL, DYNAMIC)[which]
    if which == 5:
        return list_of(some_type(choice, depth - 1))
    if which == 6:
        return set_of(some_type(choice, depth - 1))
    if which == 7:
        return map_of(some_type(choice, depth - 1), some_type(choice, depth - 1))
    if which == 8:
        return union_of(some_type(choice, depth - 1), some_type(choice, depth - 1))
    if which == 9:
        count = choice.randrange(3)
        return function_of([some_type(choice, 0) for _ in range(count)], some_type(choice, 0))
    fields = [
        field(name, some_type(choice, depth - 1), optional=choice.random() < 0.4)
        for name in "abc"
        if choice.random() < 0.5
    ]
    return object_of(fields, DYNAMIC if choice.random() < 0.4 else None)


def test_like_the_core() -> None:
    choice, view = random.Random(5), Plain()
    tests = ours.Tests()
    values = [run(text) for text in VALUES]
    yes = 0
    for _ in range(3000):
        type_ = some_type(choice, 2)
        for text, value in zip(VALUES, values, strict=True):
            answer = tests.of(type_)(value)
            yes += answer
            assert answer is (fits(value, type_, view, RULES) is None), (text, type_)
            assert answer is (tests.misfit(value, type_) is None), (text, type_)
    assert yes > 5000
