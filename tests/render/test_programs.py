"""RCL and Jsonnet text is read back by the original programs, value for value."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.peers import peer

from confty import loads
from confty.render import render

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(1 << 53), 1 << 53)
    | st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
)
DATA = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"]), max_size=6), inner, max_size=4
        )
        | st.dictionaries(st.sampled_from(["a", "b-c", "for", "type", "local", "x_1", "é"]), inner)
    ),
    max_leaves=12,
)


def written(value: object, form: str) -> str:
    text = render(value, form)
    assert isinstance(text, str), text
    return text


@given(DATA)
def test_jsonnet_is_read_back_by_the_original(value: object) -> None:
    gojsonnet = peer("_gojsonnet")
    text = written(value, "jsonnet")
    assert json.loads(gojsonnet.evaluate_snippet("x", text)) == value
    assert loads(text, "jsonnet") == value


@given(DATA)
def test_rcl_is_read_back(value: object) -> None:
    found = loads(written(value, "rcl"), "rcl")
    assert json.loads(json.dumps(found, default=float)) == value


@given(
    st.recursive(
        SCALARS.filter(lambda one: not isinstance(one, float)),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["a", "b c", "for"]), inner)
        ),
        max_leaves=8,
    )
)
def test_rcl_is_read_back_by_the_original(value: object) -> None:
    rcl = pytest.importorskip("rcl.rcl")
    assert rcl.loads(written(value, "rcl")) == value


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        ({"a": 1, "for": [True]}, "rcl", '{\n  a = 1,\n  "for": [\n    true,\n  ],\n}\n'),
        (
            {"a b": "it's", "c": 'say "x"'},
            "jsonnet",
            "{\n  'a b': \"it's\",\n  c: 'say \"x\"',\n}\n",
        ),
        ({1: 2}, "rcl", "{\n  1: 2,\n}\n"),
        (date(1979, 5, 27), "jsonnet", "'1979-05-27'\n"),
        (Decimal("0.10"), "rcl", "0.10\n"),
        ({}, "rcl", "{}\n"),
    ],
)
def test_layout(value: object, form: str, text: str) -> None:
    assert render(value, form) == text


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ({"a": 1 << 64}, "rcl"),
        ({"a": (1 << 53) + 1}, "jsonnet"),
        ({1: 2}, "jsonnet"),
        (float("inf"), "rcl"),
        (float("nan"), "jsonnet"),
        ("\ud800", "rcl"),
        (Decimal("0.1234567890123456789012"), "jsonnet"),
    ],
)
def test_what_a_language_does_not_hold_is_refused(value: object, form: str) -> None:
    assert not isinstance(render(value, form), str)
