"""Property paths: both grammars, and what is done with them."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from confty.values import SPLAT, Labelled, ValueProblem, parse_glob, printed_glob
from confty.values.paths import contains, get, parse, printed, put, remove, reset

indexes = st.integers(0, 2**63 - 1)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ()),
        ("a..b", ("a", "b")),
        ("a]b", ("a]b",)),
        ("foo-bar.naïve", ("foo-bar", "naïve")),
        ('a["b\\c"]', ("a", "b\\c")),
        ("a[+1]", ("a", 1)),
        ("[*].x", ("*", "x")),
        ("a.[0]", ("a", 0)),
        ('[""]', ("",)),
    ],
)
def test_the_loose_grammar(text, path):
    assert parse(text) == path


@pytest.mark.parametrize(
    "text", [".a", "a.", "a[", "a[]", "a[ 1]", 'a["b', 'a["b"', "a[9223372036854775808]", "a[1_0]"]
)
def test_what_the_loose_grammar_refuses(text):
    with pytest.raises(ValueProblem):
        parse(text)


@given(st.lists(st.text().filter(lambda key: not key.endswith("\\")) | indexes))
def test_a_printed_path_reads_back(elements):
    # A key with a backslash before a quote has no form in this grammar at all.
    path = tuple(item for item in elements if isinstance(item, int) or '\\"' not in item)
    assert parse(printed(path)) == path


@given(st.lists(st.text() | indexes | st.just(SPLAT), min_size=1))
def test_a_printed_glob_reads_back(elements):
    assert parse_glob(printed_glob(tuple(elements))) == tuple(elements)


@given(st.text(max_size=20))
def test_a_glob_that_reads_prints_in_one_way(text):
    try:
        glob = parse_glob(text)
    except ValueProblem:
        return
    assert printed_glob(parse_glob(printed_glob(glob))) == printed_glob(glob)


@pytest.mark.parametrize(
    "text",
    ["", "a..b", "a.[1]", "a[0]b", "a.", "[-1]", "a-b", '["\\q"]', '["\\xff"]', '["a', "a*", "[1"],
)
def test_what_globs_refuse(text):
    with pytest.raises(ValueProblem):
        parse_glob(text)


def test_globs():
    assert parse_glob('.a["\\u00e9\\101\\x41"].*[7]') == ("a", "éAA", SPLAT, 7)
    assert printed_glob(("a", "\0\x7f\U000e0001", "é")) == 'a["\\x00\\x7f\\U000e0001"]["é"]'


def test_contains():
    assert contains(parse("a.*.c"), parse("a[3].c.d"))
    assert not contains(parse('a["0"]'), parse("a[0]"))


def test_get_put_remove():
    tree = {"a": [{"b": 1}]}
    assert get(parse("a[0].b"), tree) == 1
    with pytest.raises(ValueProblem, match=r"nothing at a\[1\]"):
        get(parse("a[1].b"), tree)
    assert put(parse("[2]"), [1], 9) == [1, None, 9]
    assert put(parse("a[0].c"), tree, 2) == {"a": [{"b": 1, "c": 2}]}
    assert tree == {"a": [{"b": 1}]}
    with pytest.raises(ValueProblem):
        put(parse("a.x"), tree, 1)
    assert remove(parse("a[0].b"), tree) == {"a": [{}]}
    assert remove(parse("a[0]"), tree) == {"a": [None]}


def test_reset():
    secret = Labelled("old", secret=True)
    assert reset(parse("a"), {"a": 1}, {"a": 2, "b": 3}) == {"a": 1, "b": 3}
    assert reset(parse("a"), {}, {"a": 2}) == {}
    assert reset(parse("a"), {"a": secret}, {"a": 2}) == {"a": secret}
    marked = reset(parse("a.b"), {"a": Labelled({"b": 1}, secret=True)}, {"a": {"b": 2, "c": 3}})
    assert marked == {"a": Labelled({"b": 1, "c": 3}, secret=True)}
    assert reset(parse("[*].x"), [{"x": 1}], [{"x": 2}, {"x": 3}]) == [{"x": 1}, {"x": 3}]
    assert reset(parse("*"), {"a": 1, "c": 4}, {"a": 2, "b": 3}) == {"a": 1, "c": 4}
    with pytest.raises(ValueProblem):
        reset(parse("[1]"), [1, 2], [1])
    with pytest.raises(ValueProblem):
        reset(parse("a.b.c"), {"a": {}}, {"a": {"b": {"c": 1}}})


def test_a_copied_glob_is_the_same():
    glob = parse_glob("a[*].b")
    assert copy.deepcopy(glob) == pickle.loads(pickle.dumps(glob)) == glob
