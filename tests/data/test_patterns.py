"""Patterns of schemas: the automaton says what Python says, in time that a text bounds."""

import re
import threading
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from confty.languages.data.checker.schema.automaton import automaton_of
from confty.languages.data.checker.schema.patterns import Patience, compiled

PIECES = st.sampled_from(
    ["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", r"\s", r"\b", "^", r"\Z", "[a-c]", "", "-"]
)
PATTERNS = st.recursive(
    PIECES,
    lambda inner: st.one_of(
        st.builds("{}{}".format, inner, inner),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds(
            "(?:{}){}".format,
            inner,
            st.sampled_from(["*", "+", "?", "{1,2}", "{2}", "*?", "{2,}"]),
        ),
        st.builds("(?{}{})".format, st.sampled_from("=!"), inner),
        st.builds("({})".format, inner),
    ),
    max_leaves=8,
)


@settings(max_examples=300)
@example("(?!)", [""])  # Python 3.12 reads it otherwise than 3.11
@given(PATTERNS, st.lists(st.text("ab1 -\n", max_size=9), min_size=1, max_size=4))
def test_the_automaton_finds_what_python_finds(pattern, texts):
    graph = automaton_of(pattern)
    assert graph is not None
    for text in texts:
        assert graph.found(text) == (re.search(pattern, text, re.ASCII) is not None)


SLOW = ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(((a+)+)+)+$", "^(?:a?){40}a{40}$", "^(?=(a+)+$)a"]


@pytest.mark.parametrize("source", SLOW)
def test_no_thread_waits_for_a_pattern(source):
    answers = []

    def work():
        answers.append(Patience().found(compiled(source), "a" * 39 + "!"))

    begun = time.process_time()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(20)
    assert answers == [False]
    assert time.process_time() - begun < 5


def test_classes_with_brackets_are_classes():
    assert compiled("[[]").search("[")
    assert compiled("[a--b]") is None or compiled("[a&&b]").search("&")
    assert compiled(r"[\[\]]+").fullmatch("[]")
