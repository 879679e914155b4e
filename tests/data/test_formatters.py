"""Laying out anew changes no value, loses no comment, and is done after one run."""

import json
import re

import pytest
from data.documents import JSON_TEXTS, TOML_PIECES, TOML_TEXTS, YAML_PIECES, YAML_TEXTS, damaged
from data.host import MemoryHost
from hypothesis import assume, given

from confty.kit.meaning import same
from confty.languages.data.wiring import JSON, TOML, YAML
from confty.registry import language
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


KEPT = [
    ("a.yaml", "|+\n\n"),
    ("a.yaml", ">+\n\n"),
    ("a.yaml", "a: |+\n  x\n\n\n"),
    ("a.yaml", "a: |+\n  x\n\n\nb: 1\n"),
    ("a.yaml", "- |+\n  x\n\n- 1\n"),
    ("a.yaml", "a: | # why\n  x\n\nb: &c !t 1 # d\ne: *c\n"),
    ("a.yaml", "\ra\n]"),
    ("a.yaml", "a: |\n  x"),
    ("a.yaml", "- >+2\n    x\n   y"),
    ("a.yaml", "- |-\n  x"),
    ("a.yaml", "--- |\n# a  \n#  b\n"),
    ("a.yaml", "a: 1\n\t\n\t# c\nb:\t2\t# d\nc: '\x7f'\n"),
    ("a.yaml", "-\t1\n\t\n- 2\n"),
    *[("a.yaml", f"k: {head} #") for head in ("|", ">", ">-", "|+", ">1", "|+1", "&a !t |")],
    ("a.toml", "a=1 # b  \n\n\n[c]\nd={e=1}\n"),
    ("a.json", '{"a":1.00,"b":["x \\" y",1E5]}'),
]


@pytest.mark.parametrize(("name", "text"), KEPT)
def test_formatting_keeps_all_and_has_nothing_to_do_again(name, text):
    from confty.workspace import Config, Memory, Project

    def formatted(given):
        done = Project(Config({}), Memory({name: given})).reformat(name)
        assert done.output is not None
        return done.output

    once = formatted(text)
    assert formatted(once) == once
    room = language(name.removeprefix("a."))
    before, after = (room.parser(Source(name, one), MemoryHost()).output for one in (text, once))
    assert same(before.value, after.value)


CRLF = [
    (
        "a.yaml",
        "a:   1  \r\nb: |\r\n  x  \r\n\r\n  y\r\nc: 'q\r\n\r\n  r'\r\nd: >+\r\n  e\r\n\r\n",
    ),
    ("a.yaml", 'k: "a\\\r\n  b"\r\nl: p\r\n  q\r\n'),
    ("a.toml", "a=1 # b\r\nc = \"\"\"\r\nx\\\r\n  y\r\nz\"\"\"\r\nd = '''\r\nx\r\n'''\r\n"),
    ("a.json", '{"a":\r\n1}\r\n'),
    ("a.jsonc", '{"a": 1, /* b\r\n c */ // d\r\n"e": 2}\r\n'),
    ("a.json5", "{a: 'b\\\r\nc', /* d\r\n */}\r\n"),
]


@pytest.mark.parametrize(("name", "text"), CRLF)
def test_line_ends_are_of_one_kind(name, text):
    """What stands in a text, too: to YAML and TOML all line ends of a text are one."""
    from confty.workspace import Config, Memory, Project

    project = Project(Config({}), Memory({name: text, f"b/{name}": text.replace("\r\n", "\n")}))
    done = project.reformat(name)
    assert not done.diagnostics
    assert "\r" not in done.output
    # As if it had been written with the others, which also says that its value is the same.
    assert done.output == project.reformat(f"b/{name}").output
    assert project.plain(name).output == project.plain(f"b/{name}").output


def test_views_see_what_a_value_does_not():
    for lang, one, other in [
        ("yaml", "a: 1 # b\n", "a: 1\n"),
        ("yaml", "a: &b 1\n", "a: 1\n"),
        ("yaml", "a: |\n  x\n", "a: |\n  y\n"),
        ("yaml", "a: 'x'\n", 'a: "x"\n'),
        ("json", "[1.0]", "[1.00]"),
        ("json", '["a b"]', '["a  b"]'),
        ("toml", "a = 1 # b\n", "a = 1\n"),
        ("toml", "a = 0x10\n", "a = 16\n"),
    ]:
        room = language(lang)
        views = [
            room.meaning(room.parser(Source("a", text), MemoryHost()).output)
            for text in (one, other)
        ]
        assert not same(*views), (lang, one)
