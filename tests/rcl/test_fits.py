"""The tests that types are turned into agree with a plain walk over types and values."""

from __future__ import annotations

import random
from typing import Any

from support.rcl_hosts import run

from confty.languages.rcl.evaluator import fits as ours
from confty.languages.rcl.rules import RELATION
from confty.languages.rcl.values import elements, kind, pairs
from confty.types import (
    BOOL,
    DYNAMIC,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    Dynamic,
    Function,
    ListOf,
    MapOf,
    Object,
    SetOf,
    Type,
    Union,
    field,
    function_of,
    list_of,
    map_of,
    object_of,
    set_of,
    union_of,
)


def fits(value: Any, type_: Type) -> bool:
    """Walk over type and value at once, as the reference defines the types of values."""
    if isinstance(type_, Dynamic):
        return True
    if isinstance(type_, Union):
        return any(fits(value, one) for one in type_.members)
    if isinstance(type_, ListOf):
        return kind(value) == "List" and all(fits(one, type_.element) for one in value)
    if isinstance(type_, SetOf):
        return kind(value) == "Set" and all(fits(one, type_.element) for one in elements(value))
    if isinstance(type_, MapOf):
        return kind(value) == "Dict" and all(
            fits(key, type_.key) and fits(one, type_.value) for key, one in pairs(value)
        )
    if isinstance(type_, Object):
        return kind(value) == "Dict" and record_fits(dict(pairs(value)), type_)
    if isinstance(type_, Function):
        own = ours.function_type(value)
        return own is not None and RELATION.assignable(own, type_) is SAFE
    return type_ is {"Bool": BOOL, "Number": NUMBER, "String": STRING, "Null": NULL}.get(
        kind(value)
    )


def record_fits(value: dict[Any, Any], type_: Object) -> bool:
    for one in type_.fields:
        if one.name not in value and not one.optional:
            return False
        if one.name in value and not fits(value[one.name], one.type):
            return False
    return type_.rest is not None or set(value) <= set(type_.by_name)


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


def test_like_a_plain_walk() -> None:
    choice = random.Random(5)
    tests = ours.Tests()
    values = [run(text) for text in VALUES]
    yes = 0
    for _ in range(3000):
        type_ = some_type(choice, 2)
        for text, value in zip(VALUES, values, strict=True):
            answer = tests.of(type_)(value)
            yes += answer
            assert answer is fits(value, type_), (text, type_)
            assert answer is (tests.misfit(value, type_) is None), (text, type_)
    assert yes > 5000
