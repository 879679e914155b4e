"""Shapes: the published type functions row by row, and the settled family."""

from __future__ import annotations

import pytest

from confty.types import (
    ASSET,
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    OUTPUT,
    PROMISE,
    STRING,
    Object,
    Ref,
    Type,
    deep_plain,
    define,
    enum,
    eventual_rank,
    field,
    input_of,
    input_shape,
    lift,
    list_of,
    map_of,
    object_of,
    optional,
    output_of,
    output_shape,
    plain_shape,
    promise_of,
    ref,
    resolve,
    resolve_promises,
    resource,
    set_of,
    settled,
    settled_input,
    settled_output,
    settled_promise,
    tuple_of,
    unfold,
    union_of,
)

CHOICE = enum("shapes:e", STRING, ["a"])
LEAVES = [NULL, BOOL, NUMBER, STRING, ASSET, CHOICE, resource("a:b:C")]


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
    assert deep_plain(later(inner)) is list_of(INT)


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
    resolved = resolve(tree)
    assert unfold(resolved) is object_of({"next": optional(resolved), "size": INT})
    wanted = settled_input(tree)
    assert eventual_rank(wanted) == OUTPUT
    plain = ref("List")
    define(plain, list_of(plain))
    assert resolve(plain) is plain
    assert eventual_rank(plain) == 0


def test_resolve() -> None:
    assert resolve(INT) is INT
    assert resolve(output_of(list_of(promise_of(INT)))) is list_of(INT)
    assert resolve_promises(promise_of(output_of(promise_of(INT)))) is output_of(promise_of(INT))


def test_settled() -> None:
    assert settled_output(output_of(list_of(promise_of(INT)))) is output_of(list_of(INT))
    assert settled_promise(promise_of(output_of(INT))) is promise_of(output_of(INT))
    assert settled(0, INT) is INT
    assert settled(PROMISE, INT) is promise_of(INT)
    assert settled(OUTPUT, INT) is output_of(INT)


def test_settled_inputs_are_wrapped_inside_lists_maps_objects_unions_only() -> None:
    assert settled_input(DYNAMIC) is DYNAMIC
    assert settled_input(NULL) is NULL
    assert settled_input(output_of(INT)) is output_of(INT)
    assert settled_input(tuple_of(INT)) is input_of(tuple_of(INT))
    inside = union_of(input_of(INT), input_of(STRING))
    assert settled_input(union_of(INT, STRING)) is union_of(
        inside, output_of(union_of(INT, STRING))
    )


def test_lift() -> None:
    assert lift(INT, []) is INT
    assert lift(INT, [STRING, list_of(promise_of(INT))]) is promise_of(INT)
    assert lift(INT, [output_of(STRING), promise_of(INT)]) is output_of(INT)
    assert lift(output_of(INT), [promise_of(INT)]) is promise_of(output_of(INT))
    assert eventual_rank(tuple_of(promise_of(INT), output_of(INT), INT)) == OUTPUT
