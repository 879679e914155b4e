"""Shapes: the published type functions row by row."""

from __future__ import annotations

import pytest

from confty.types import (
    ASSET,
    BOOL,
    INT,
    NULL,
    NUMBER,
    PROMISE,
    STRING,
    Object,
    Ref,
    Type,
    define,
    enum,
    eventual,
    field,
    list_of,
    map_of,
    object_of,
    optional,
    output_of,
    ref,
    set_of,
    tuple_of,
    unfold,
    union_of,
)
from confty.values.shapes import input_of, input_shape, output_shape, plain_shape


def promise_of(inner: Type) -> Type:
    return eventual(PROMISE, inner)


CHOICE = enum("shapes:e", STRING, ["a"])
LEAVES = [NULL, BOOL, NUMBER, STRING, ASSET, CHOICE]


@pytest.mark.parametrize("leaf", LEAVES)
def test_leaves(leaf: Type) -> None:
    assert input_shape(leaf) is union_of(leaf, output_of(leaf))
    assert output_shape(leaf) is output_of(leaf)
    assert plain_shape(leaf) is leaf


@pytest.mark.parametrize(
    "container",
    [
        lambda inner: tuple_of(inner, inner),
        list_of,
        set_of,
        lambda inner: map_of(STRING, inner),
        lambda inner: object_of([field("a", inner, optional=True)]),
    ],
)
def test_containers_are_shaped_inside_and_wrapped(container) -> None:
    assert input_shape(container(INT)) is input_of(container(input_of(INT)))
    assert output_shape(container(INT)) is output_of(container(output_of(INT)))
    assert plain_shape(container(output_of(INT))) is container(INT)


def test_a_union_gets_no_wrapper_of_its_own() -> None:
    either = union_of(INT, STRING)
    assert input_shape(either) is union_of(input_of(INT), input_of(STRING))
    assert output_shape(either) is union_of(output_of(INT), output_of(STRING))
    assert plain_shape(union_of(output_of(INT), STRING)) is either


@pytest.mark.parametrize("later", [promise_of, output_of])
def test_eventuals_are_not_entered(later) -> None:
    inner = list_of(output_of(INT))
    assert input_shape(later(inner)) is input_of(inner)
    assert output_shape(later(inner)) is output_of(inner)
    assert plain_shape(later(inner)) is inner


def test_recursive_types_are_shaped_by_name() -> None:
    tree = ref("Tree")
    define(tree, object_of({"next": optional(tree), "size": output_of(INT)}))
    shaped = plain_shape(tree)
    assert isinstance(shaped, Ref)
    assert shaped.name == "Plain Tree"
    inside = unfold(shaped)
    assert isinstance(inside, Object)
    assert inside.by_name["size"].type is INT
    assert inside.by_name["next"].type is optional(shaped)
