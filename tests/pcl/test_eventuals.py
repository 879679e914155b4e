"""Types of values that arrive later: eventuals never nest.  The PCL reference, 9.1 and 9.8."""

from __future__ import annotations

from confty.languages.pcl.eventuals import (
    eventual_rank,
    lift,
    settled,
    settled_input,
    settled_output,
    settled_promise,
    wrap,
)
from confty.languages.pcl.unify import collection
from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    OUTPUT,
    PROMISE,
    STRING,
    UNIT,
    Type,
    define,
    eventual,
    list_of,
    map_of,
    object_of,
    optional,
    output_of,
    ref,
    resolve,
    set_of,
    tuple_of,
    unfold,
    union_of,
)
from confty.values.shapes import input_of


def promise_of(inner: Type) -> Type:
    return eventual(PROMISE, inner)


def test_recursive_types_are_carried_by_name() -> None:
    tree = ref("Tree")
    define(tree, object_of({"next": optional(tree), "size": output_of(INT)}))
    resolved = resolve(tree)
    assert unfold(resolved) is object_of({"next": optional(resolved), "size": INT})
    assert eventual_rank(settled_input(tree)) == OUTPUT
    plain = ref("List")
    define(plain, list_of(plain))
    assert resolve(plain) is plain
    assert eventual_rank(plain) == 0


def test_resolve() -> None:
    assert resolve(INT) is INT
    assert resolve(output_of(list_of(promise_of(INT)))) is list_of(INT)
    assert resolve(promise_of(output_of(promise_of(INT))), PROMISE) is output_of(promise_of(INT))


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


def test_collection() -> None:
    point = object_of({"x": INT, "y": STRING})
    for type_, pair in (
        (list_of(STRING), (INT, STRING)),
        (map_of(STRING, INT), (STRING, INT)),
        (tuple_of(INT, NUMBER), (INT, NUMBER)),
        (point, (STRING, STRING)),
        (DYNAMIC, (DYNAMIC, DYNAMIC)),
        (output_of(optional(list_of(INT))), (INT, INT)),
        (union_of(NULL, promise_of(list_of(INT))), (INT, INT)),
        (UNIT, (INT, NULL)),
        (set_of(INT), None),
        (union_of(NULL, INT), None),
        (union_of(list_of(INT), map_of(STRING, INT)), None),
    ):
        assert collection(type_) == pair


def test_wrap() -> None:
    assert wrap(list_of(INT), BOOL) is BOOL
    assert wrap(output_of(list_of(INT)), BOOL) is output_of(BOOL)
    assert wrap(optional(promise_of(list_of(INT))), BOOL) is promise_of(BOOL)
    assert wrap(union_of(STRING, INT), BOOL) is BOOL
