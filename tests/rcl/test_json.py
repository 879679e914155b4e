"""JSON files are read by Python, and mean what the long way gives."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rcl_hosts import MemoryHost, failure, run

from confty.languages.rcl.loader import json_value
from confty.languages.rcl.unit import Unit
from confty.languages.rcl.values import order
from confty.text import Source

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False, allow_infinity=False, width=32)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=("Cs",)), max_size=5), inner, max_size=4
        )
    ),
    max_leaves=12,
)


def is_read(text: str) -> bool:
    unit = Unit(Source("x", ""), 0)
    unit.json_value = json_value(text)
    return unit.is_json


@given(plain)
def test_same_as_rcl(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    slow = run(text, patience=None)
    fast = run('import "x.json"', MemoryHost({"x.json": text}))
    assert repr(order(fast)) == repr(order(slow))


@pytest.mark.parametrize(
    "text",
    [
        "[9223372036854775808]",
        '["\\ud83d\\ude00"]',
        "[NaN]",
        "[1e99999]",
        "[1,]",
        "{a = 1}",
        "[" * 99 + "]" * 99,
        "[" * 100_000 + "]" * 100_000,
        "",
    ],
)
def test_what_goes_the_long_way(text: str) -> None:
    assert not is_read(text)


def test_mistakes_are_found_the_long_way() -> None:
    found = failure('import "x.json"', MemoryHost({"x.json": '{"a": [1, 2}'}))
    assert found.code.name == "rcl/unbalanced"
    assert str(found.span) == "x.json:1:12"


def test_numbers_print_as_written() -> None:
    host = MemoryHost({"x.json": '{"a": [1.50, -0.0, 1E2, -7]}'})
    assert run('f"{(import "x.json").a.join(" ")}"', host) == "1.50 0.0 1e2 -7"
