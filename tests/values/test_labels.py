"""The operations that evaluators use on labelled values."""

from __future__ import annotations

import copy
import operator
import pickle

import pytest

from confty.text import Source, Span
from confty.values import (
    UNKNOWN,
    Labelled,
    Step,
    Unknown,
    branch,
    declassified,
    depends,
    element,
    is_plain,
    label,
    label_leaf,
    lift,
    lift_binary,
    redact,
    secret,
    stripped,
    summary,
    unknown,
    why,
)

URN = "urn:pulumi:dev::proj::pkg:mod:Typ::nm"
PLACE = Span(Source("main.rcl", "let x = 1;"), 4, 5)


def test_labels_do_not_nest():
    once = secret("x")
    twice = label(once, dependencies=[URN])
    assert isinstance(twice, Labelled)
    assert twice.value == "x"
    assert twice.secret
    assert twice.dependencies == {URN}


def test_a_label_that_says_nothing_is_none():
    assert label(5) == 5
    assert type(label(5)) is int
    assert isinstance(label(UNKNOWN), Labelled)


def test_lift_leaves_plain_operands_alone():
    assert lift_binary(operator.add, 1, 2) == 3
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        lift_binary(operator.truediv, 1, 0)


def test_lift_joins_labels_and_tells_the_story():
    result = lift_binary(operator.add, secret(1, "the vault", PLACE), depends(2, [URN], "id"), "+")
    assert result == Labelled(3, secret=True, dependencies=frozenset({URN}))
    told = str(why(result))
    assert "because of the vault (main.rcl:1:5)\n  through +" in told
    assert f"depends on {URN}" in told


def test_lift_does_not_run_on_an_unknown():
    def never(*_):
        raise AssertionError

    result = lift(never, unknown("the id", dependencies=[URN]), secret(2))
    assert result.unknown
    assert result.secret
    assert result.dependencies == {URN}


def test_lift_looks_inside_only_when_told():
    inside = [secret(1), 2]
    shallow = lift(len, inside)
    assert shallow == 2
    assert lift(str, inside, deep=True).secret


def test_lift_conceals_what_an_operation_says_about_a_secret():
    with pytest.raises(ValueError, match="hidden") as caught:
        lift(int, secret("hunter2"))
    assert "hunter2" not in repr(caught.value.__context__) + repr(caught.value)


def test_branch():
    assert branch(True, lambda: 1, lambda: 2) == 1
    assert branch([], lambda: 1, lambda: 2) == 2
    assert branch(secret(True), lambda: 1, lambda: 2) == Labelled(1, secret=True)
    assert branch(secret(False), lambda: 1, lambda: secret(2)) == Labelled(2, secret=True)
    undecided = branch(unknown(), lambda: pytest.fail("ran"), lambda: pytest.fail("ran"))
    assert undecided.unknown


def test_element_takes_the_label_of_the_way():
    assert element([1, secret(2)], 1) == Labelled(2, secret=True)
    assert element(Labelled({"a": 1}, secret=True), "a") == Labelled(1, secret=True)
    assert element(unknown(), "a").unknown
    with pytest.raises(KeyError):
        element({}, "a")


def test_label_leaf_copies_and_marks_one_node():
    tree = {"a": [1, (2, 3)], "b": 4}
    mark = Labelled(None, secret=True)
    marked = label_leaf(tree, ("a", 1, 0), mark)
    assert marked == {"a": [1, (Labelled(2, secret=True), 3)], "b": 4}
    assert tree == {"a": [1, (2, 3)], "b": 4}
    assert label_leaf(secret({"a": 1}), ("a",), mark).value["a"] == Labelled(1, secret=True)
    with pytest.raises(KeyError):
        label_leaf({"a": 1}, ("a", "b"), mark)


def test_summary_and_stripped():
    tree = {"a": secret([1]), "b": (depends(2, [URN], "x"), 3)}
    found = summary(tree)
    assert found.secret
    assert not found.unknown
    assert found.dependencies == {URN}
    assert stripped(tree) == {"a": [1], "b": (2, 3)} == found.value
    assert summary([unknown(), 1]).unknown
    assert is_plain([1, {"a": (2,)}])
    assert not is_plain([1, {"a": (secret(2),)}])


def test_redaction():
    tree = {"a": secret({"deep": "hunter2"}), "b": [unknown(), 1, UNKNOWN]}
    assert redact(tree) == {"a": "[secret]", "b": ["[unknown]", 1, "[unknown]"]}
    assert "hunter2" not in f"{tree} {tree['a']} {tree['a']:>3}"


def test_declassified_keeps_dependencies_and_the_reason():
    tree = {"a": secret(depends(1, [URN], "id"))}
    clear = declassified(tree, "public by now", PLACE)
    assert not summary(clear).secret
    assert summary(clear).dependencies == {URN}
    again = secret(clear, "once more")
    assert "once more" in str(why(again))


def test_misuse():
    with pytest.raises(TypeError, match="branch"):
        bool(secret(True))
    assert secret(1) != 1
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(secret("hunter2"))
    assert copy.deepcopy([secret(1)]) == [secret(1)]
    assert Unknown("bool") != Unknown("number")


def test_depth_is_no_trouble():
    deep: object = secret("hunter2")
    for _ in range(100_000):
        deep = [deep]
    assert summary(deep).secret
    shown = redact(deep)
    for _ in range(100_000):
        assert isinstance(shown, list)
        (shown,) = shown
    assert shown == "[secret]"


def test_named_tuples_and_shared_parts_survive():
    from typing import NamedTuple

    class Pair(NamedTuple):
        left: object
        right: object

    shared = [secret(1)]
    found = stripped(Pair(shared, {"again": shared}))
    assert found == Pair([1], {"again": [1]})
    assert isinstance(found, Pair)
    assert found.left is found.right["again"]


def test_steps_print():
    assert repr(Step("apply", PLACE)) == "<apply at main.rcl:1:5>"
