"""Laying out anew changes no value, loses no comment, and is done after one run."""

import json
import re

import pytest
from data.documents import JSON_TEXTS, TOML_PIECES, TOML_TEXTS, YAML_PIECES, YAML_TEXTS, damaged
from data.host import MemoryHost
from hypothesis import assume, given

from confty.languages.data.wiring import JSON, TOML, YAML
from confty.text import Source


def formatted(language, text):
    return language.reformat(Source("a", text), MemoryHost()).output


def value(language, text):
    outcome = language.parser(Source("a", text), MemoryHost())
    return repr(outcome.output.value), outcome.failed


def comments(text):
    return re.findall(r"#[^\n]*", text)


def holds(language, text):
    before, failed = value(language, text)
    once = formatted(language, text)
    if failed:
        assert once == text
        return
    assert value(language, once) == (before, False)
    assert formatted(language, once) == once


@given(JSON_TEXTS)
def test_json(text):
    holds(JSON, text)


@given(JSON_TEXTS)
def test_json_layout_is_the_usual_one(text):
    plain = json.loads(text)
    assume(json.dumps(plain, ensure_ascii=False) == json.dumps(plain))
    assert formatted(JSON, json.dumps(plain)) == json.dumps(plain, indent=2) + "\n"


def test_json_spelling_stays():
    assert formatted(JSON, '[1.50,1E3,"\\u00e9"]') == '[\n  1.50,\n  1E3,\n  "\\u00e9"\n]\n'


@given(TOML_TEXTS | damaged(TOML_TEXTS, TOML_PIECES))
def test_toml(text):
    holds(TOML, text)
    if not TOML.parser(Source("a", text), MemoryHost()).failed and not {'"', "'"} & set(text):
        assert [c.rstrip() for c in comments(text)] == comments(formatted(TOML, text))


@given(YAML_TEXTS | damaged(YAML_TEXTS, YAML_PIECES))
def test_yaml(text):
    holds(YAML, text)
    if not YAML.parser(Source("a", text), MemoryHost()).failed:
        assert [c.rstrip() for c in comments(text)] == [
            c.rstrip() for c in comments(formatted(YAML, text))
        ]


@pytest.mark.parametrize("language", [JSON, YAML, TOML])
def test_empty(language):
    assert formatted(language, "") == ""
