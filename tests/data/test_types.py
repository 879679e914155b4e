"""The inferred type holds every value it was inferred from."""

import json

import pytest
from data.documents import VALUES
from data.host import MemoryHost
from hypothesis import given
from hypothesis import strategies as st

from confty.languages.data.checker.infer import Inference, infer
from confty.languages.data.parser.json import read_quickly
from confty.languages.data.rules import NOTATION, RELATION
from confty.languages.data.wiring import JSON, TOML, YAML
from confty.text import Source
from confty.types import SAFE, show


@given(st.lists(VALUES, min_size=1, max_size=5))
def test_elements_flow_into_their_list(values):
    whole = infer(values)
    for value in values:
        assert RELATION.assignable(infer([value]), whole) is SAFE


@given(st.lists(VALUES, max_size=5), st.randoms())
def test_order_does_not_matter(values, random):
    shuffled = list(values)
    random.shuffle(shuffled)
    assert infer(shuffled) is infer(values)


def spelled(value):
    return show(infer(value), NOTATION)


def test_spelling():
    assert spelled([1, 2.5, None]) == "list[null | number]"
    assert spelled([]) == "list[]"
    assert spelled({}) == "{}"
    assert spelled({"a-b": [True]}) == '{ "a-b": list[bool] }'
    assert spelled([{"a": 1}, {"b": "x"}]) == "list[{ a?: int, b?: string }]"
    assert spelled({i: str(i) for i in range(3)}) == "map[int, string]"
    assert spelled({str(i): i for i in range(300)}) == "map[string, int]"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (JSON, '{"a": 1e400}'),
        (JSON, '{"a": 0x1F}'),
        (JSON, '{"a": ' + "1" * 5000 + "}"),
        (YAML, "a: 1e400"),
        (TOML, "a = 1__0"),
    ],
)
def test_a_wrong_number_is_a_number(language, text):
    outcome = language.check(Source("data", text), MemoryHost())
    assert len(outcome.diagnostics) == 1
    assert language.insight(outcome.output).result() == "{ a: number }"


@given(VALUES)
def test_typing_while_reading_gives_the_same(value):
    text = json.dumps(value)
    inference = Inference()
    assert inference.read(read_quickly(text, inference.pairs)) is infer(json.loads(text))


def test_many_shapes_are_described_by_their_frame():
    assert spelled([{f"k{i}": i} for i in range(5000)]) == "list[map[string, int]]"
    assert spelled([[{f"k{i}": [i]}] for i in range(5000)]) == "list[list[map[string, list[int]]]]"
