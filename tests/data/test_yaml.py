"""YAML: values as YAML 1.2 has them, places for all, and no text that crashes."""

import json
import sys
from io import StringIO

import pytest
import ruamel.yaml
from data.documents import VALUES, YAML_PIECES, YAML_TEXTS, damaged
from data.host import MemoryHost
from hypothesis import assume, given
from hypothesis import strategies as st

from confty.languages.data.parser.yaml import parse_yaml
from confty.languages.data.wiring import YAML
from confty.render import render
from confty.text import Source


@given(VALUES)
def test_what_we_write_we_read(value):
    outcome = parse_yaml(Source("a.yaml", render(value, "yaml")))
    assert not outcome.diagnostics
    assert repr(outcome.output.value) == repr(value)


@given(VALUES)
def test_what_others_write_we_read(value):
    package = ruamel.yaml.YAML(typ="safe", pure=True)
    stream = StringIO()
    package.dump(value, stream)
    # A few control characters do not survive the package's own writing, and it writes those that
    # end lines in YAML 1.1 alone as line breaks.
    assume(package.load(stream.getvalue()) == value)
    assume(not {"\x85", "\u2028", "\u2029"} & set(stream.getvalue()))
    outcome = parse_yaml(Source("a.yaml", stream.getvalue()))
    assert not outcome.failed
    assert outcome.output.value == value


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029"])
def test_line_breaks_of_yaml_1_1_are_characters(character):
    text = f'a: "x{character}y"\nb: x{character}y\nc: |\n  x{character}y\n&k{character} d: 1\n'
    outcome = parse_yaml(Source("a.yaml", text + "# the end\n"))
    assert not outcome.diagnostics
    kept = f"x{character}y"
    assert outcome.output.value == {"a": kept, "b": kept, "c": kept + "\n", "d": 1}
    assert outcome.output.span(("b",)).text == kept


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("%YAML 1.2\n--- |\n%!PS-Adobe-2.0\n...\n", "%!PS-Adobe-2.0\n"),
        ("--- |\n# a\n# b\n", "# a\n# b\n"),
        ("---\n&a !!str >- # c\r\n\r\n# a\r\n# b\r\n...\r\n# d\r\n", "\n# a # b"),
        ("k: |\n# a\n", {"k": ""}),
        ("--- |\n  a\n# b\n", "a\n"),
    ],
)
def test_a_block_that_is_a_document_may_stand_at_the_margin(text, value):
    """Example 9.5 of YAML 1.2.2; such a node is the child of one that is indented by -1."""
    outcome = parse_yaml(Source("a.yaml", text))
    assert not outcome.failed
    assert outcome.output.value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # Tabs separate (6.2), and stand in lines of comments and of nothing (6.6, 6.7).
        ("-\t1\n- \t2\n", [1, 2]),
        ("?\ta\n:\tb\n", {"a": "b"}),
        ("a: 1\n\t\nb:\t2\t# c\n \t# d\n", {"a": 1, "b": 2}),
        ("a:\t\n  - 1\n\t\n  - 2\n\t\n", {"a": [1, 2]}),
        ("&a\tk:\tv\n---\tx\n", [{"k": "v"}, "x"]),
        ("-\t# c\n  a: 1\n", [{"a": 1}]),
        ("\t\na: |\n  x\n  \t\n  y\n", {"a": "x\n\t\ny\n"}),
    ],
)
def test_tabs_that_indent_nothing(text, value):
    outcome = parse_yaml(Source("a.yaml", text))
    assert not outcome.diagnostics
    assert outcome.output.value == value


@pytest.mark.parametrize(
    "text", ["-\t- 1\n", "-\ta: 1\n", "?\t- a\n", "a:\n\tb: 1\n", "a: b\n\tc\n"]
)
def test_no_tab_indents(text):
    (said,) = parse_yaml(Source("a.yaml", text)).diagnostics
    assert (said.code.name, said.span.start) == ("yaml/tab", text.index("\t"))


@given(st.text("a\x7f\x80\x84\x86\x9f\x85\u2028 ", min_size=1))
def test_control_characters_stand_in_quotes(text):
    """What JSON has in a string, YAML has in quotes (5.1), and nowhere else."""
    written = json.dumps({"k": [text, 1]}, ensure_ascii=False)
    outcome = parse_yaml(Source("a.yaml", written))
    assert not outcome.diagnostics
    assert outcome.output.value == {"k": [text, 1]}
    control = next((one for one in text if one in "\x7f\x80\x84\x86\x9f"), None)
    if control is not None:
        for frame in ("a: x%sy\n", "a: 1 # %s\n", "# %s\nb: 'x'\n", "a: |\n  %s\n", "'x' # %s"):
            (said,) = parse_yaml(Source("a.yaml", frame % control)).diagnostics
            assert (said.code.name, said.span.start) == (
                "yaml/unexpected-character",
                frame.index("%"),
            )


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1: a\ntrue: b\n", ["yaml/similar-keys"]),
        ("false: a\n0: b\n", ["yaml/similar-keys"]),
        ("1: a\n1.0: b\n", ["yaml/similar-keys"]),
        ("<<: {1: a}\ntrue: b\n", ["yaml/similar-keys"]),
        ("1: a\n0x1: b\n", ["yaml/duplicate-key"]),
        ("1.0: a\n1e0: b\n", ["yaml/duplicate-key"]),
        ("~: a\nnull: b\n", ["yaml/duplicate-key"]),
        ("<<: {a: 1}\n<<: {b: 1}\n", ["yaml/duplicate-key"]),
        ('1: a\n"1": b\ntrue: c\n"true": d\n', ["yaml/similar-keys"]),
        ('1: a\n"1": b\n"true": d\n"<<": e\n', []),
    ],
)
def test_keys_are_equal_by_type_and_value(text, codes):
    found = parse_yaml(Source("a.yaml", text)).diagnostics
    assert [finding.code.name for finding in found] == codes


@given(VALUES)
def test_json_is_yaml(value):
    outcome = parse_yaml(Source("a.yaml", json.dumps(value)))
    assert not outcome.failed
    assert repr(outcome.output.value) == repr(value)


@given(damaged(YAML_TEXTS, YAML_PIECES))
def test_no_text_crashes(text):
    outcome = YAML.check(Source("a.yaml", text), MemoryHost())
    for finding in outcome.diagnostics:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
    if not outcome.failed:
        for form in ("json", "yaml", "toml", "yaml-stream"):
            YAML.render(YAML.evaluate(Source("a.yaml", text), MemoryHost()).output, form)


PLACES = """\
# comment
name: web
base: &base
  port: 80
list:
- one
- {x: 1, "y": [2]}
copy: *base
web:
  <<: *base
  text: |
    a
    b
"""


@pytest.mark.parametrize(
    ("path", "text", "key"),
    [
        (("name",), "web", "name"),
        (("base", "port"), "80", "port"),
        (("list", 0), "one", None),
        (("list", 1, "y", 0), "2", None),
        (("list", 1, "y"), "[2]", '"y"'),
        (("copy",), "*base", "copy"),
        (("copy", "port"), "80", "port"),
        (("web", "port"), "*base", None),
        (("web", "text"), "|\n    a\n    b\n", "text"),
        (("base",), "&base\n  port: 80", "base"),
    ],
)
def test_places(path, text, key):
    document = parse_yaml(Source("a.yaml", PLACES)).output
    assert document.span(path).text == text
    if key is not None:
        assert document.key_span(path).text == key


def test_definition_of_an_alias():
    checked = YAML.check(Source("a.yaml", PLACES), MemoryHost()).output
    found = YAML.insight(checked).definition_at(PLACES.index("*base") + 1)
    assert found.first == (3, 7)


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "ruamel.yaml", None)
    monkeypatch.setitem(sys.modules, "yaml", None)
    outcome = YAML.check(Source("a.yaml", "a: 1"), MemoryHost())
    assert [finding.code.name for finding in outcome.diagnostics] == ["yaml/no-reader"]
    assert outcome.diagnostics[0].help == "pip install 'confty[yaml]'"


def test_a_bomb_is_read_typed_and_not_written():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]" for i in range(20)
    ]
    source = Source("a.yaml", "\n".join(lines))
    assert not YAML.check(source, MemoryHost()).diagnostics
    host = MemoryHost({"s.json": '{"additionalProperties": {"minItems": 1}}'}, schema="s.json")
    assert [f.code.name for f in YAML.check(source, host).diagnostics] == ["yaml/too-large"]
    found = YAML.render(YAML.evaluate(source, MemoryHost()).output, "json").diagnostics
    assert [finding.code.name for finding in found] == ["data/too-large"]


DEEP = [
    "[" * 100_000,
    "{" * 100_000,
    "[ " * 100_000,
    "- " * 100_000,
    "? " * 100_000,
    "[a, " * 3000,
    '{"a":' * 5000,
]


@pytest.mark.parametrize("text", DEEP, ids=[text[:4] for text in DEEP])
def test_deep(text):
    found = YAML.check(Source("a.yaml", text), MemoryHost()).diagnostics
    assert found
    assert {finding.code.name for finding in found} <= {"yaml/too-deep", "yaml/complex-key"}


ROW = "[" * 1000 + "{" * 3000


@pytest.mark.parametrize(
    "text",
    [
        f'a: "{ROW}"\nb: 1\n',
        f"a: '{ROW}'\nb: 1\n",
        f"a: x{ROW}\nb: 1\n",
        f"a: |-\n  {ROW}\nb: 1\n",
        f"a: 2  # {ROW}\nb: 1\n",
        f"%YAML 1.2\n---\na: '{ROW}'\nb: 1\n",
    ],
)
def test_brackets_in_a_text_nest_nothing(text):
    made = parse_yaml(Source("a.yaml", text))
    assert not made.diagnostics
    assert made.output.value == ruamel.yaml.YAML(typ="safe", pure=True).load(text)


def test_too_large():
    found = YAML.check(Source("a.yaml", "a" * 100_000_001), MemoryHost()).diagnostics
    assert [finding.code.name for finding in found] == ["yaml/too-large"]
