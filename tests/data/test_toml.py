"""TOML: our reader and the standard library agree on what is right and what it means."""

import math
import tomllib

import pytest
from data.documents import TOML_PIECES, TOML_TEXTS, damaged
from hypothesis import given, settings

from confty.languages.data.parser.json import parse_json
from confty.languages.data.parser.toml import parse_toml
from confty.text import Source


def exact(value):
    """Values that compare by kind, and not-a-number equal to itself."""
    if isinstance(value, float):
        return "nan" if math.isnan(value) else (float, repr(value))
    if isinstance(value, dict):
        return {key: exact(item) for key, item in value.items()}
    if isinstance(value, list):
        return [exact(item) for item in value]
    return (type(value), value)


def agree(text):
    outcome = parse_toml(Source("a.toml", text))
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert outcome.failed, text
    else:
        assert not outcome.failed, (text, outcome.diagnostics)
        assert exact(outcome.output.value) == exact(value), text
    for finding in outcome.diagnostics:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)


@settings(max_examples=500)
@given(TOML_TEXTS)
def test_texts(text):
    agree(text)


@settings(max_examples=800)
@given(damaged(TOML_TEXTS, TOML_PIECES))
def test_damaged_texts(text):
    agree(text)


@pytest.mark.fuzz
@settings(max_examples=50_000)
@given(damaged(TOML_TEXTS, TOML_PIECES))
def test_many_damaged_texts(text):
    agree(text)


PLACES = """\
top.left = 1
text = "x"  # comment
[server]
port = 80
tls = { cert = "a", keys = [1, [2]] }
[[user]]
name = "one"
[[user]]
name = "two"
[user.more]
x = 1979-05-27
"""


@pytest.mark.parametrize(
    ("path", "text", "key"),
    [
        (("top", "left"), "1", "left"),
        (("top",), "top", "top"),
        (("text",), '"x"', "text"),
        (("server",), "[server]", "server"),
        (("server", "port"), "80", "port"),
        (("server", "tls", "keys"), "[1, [2]]", "keys"),
        (("server", "tls", "keys", 1, 0), "2", None),
        (("user", 0, "name"), '"one"', "name"),
        (("user", 1), "[[user]]", None),
        (("user", 1, "more", "x"), "1979-05-27", "x"),
    ],
)
def test_places(path, text, key):
    document = parse_toml(Source("a.toml", PLACES)).output
    assert document.span(path).text == text
    if key is not None:
        assert document.key_span(path).text == key


def test_a_wrong_entry_costs_only_itself():
    outcome = parse_toml(Source("a.toml", "a = [1\nb = 2\nc = yes\n[d\n[e]\nf = 3\n"))
    assert outcome.output.value == {"a": [1], "b": 2, "c": None, "e": {"f": 3}}
    assert len(outcome.diagnostics) == 3


@pytest.mark.parametrize("text", ["a = 1\rb = 2", "a = 1\r", "[a]]", "a = 1 \x07 2"])
def test_one_mistake_is_told_once(text):
    assert len(parse_toml(Source("a.toml", text)).diagnostics) == 1


@pytest.mark.parametrize("character", ["\0", "\x07", "@"])
def test_a_character_is_named_as_in_json(character):
    (ours,) = parse_toml(Source("a.toml", character)).diagnostics
    (theirs,) = parse_json(Source("a.json", f"[{character}]")).diagnostics
    assert ours.message == theirs.message
