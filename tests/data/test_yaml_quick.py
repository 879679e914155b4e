"""The quick reading of YAML says what the careful one says: values, places, findings."""

import pytest
from data.documents import VALUES, YAML_PIECES, YAML_TEXTS, damaged
from hypothesis import given, settings
from hypothesis import strategies as st

from confty.languages.data.lexer import yaml_quick
from confty.languages.data.lexer.yaml import refusal
from confty.languages.data.parser.yaml import parse_yaml
from confty.languages.data.parser.yaml_builder import Builder
from confty.languages.data.parser.yaml_quick import read_quickly
from confty.text import Source

# The shapes of the published test suite: each line is a text, with ``|`` for line breaks where
# that is not the character itself.
SHAPES = [
    "-\n  name: Mark\n  hr:   65\n-\n  name: Sammy\n",
    "american:\n- Boston\n- Detroit\nnational:\n  - New York\n",
    "- [name, hr, avg]\n- [Mark, 65, 0.278]\n",
    "Mark: {hr: 65, avg: 0.278}\nSammy: {\n    hr: 63,\n    avg: 0.288\n  }\n",
    "---\n- a\n# comment\n---\n- b\n...\n",
    "hr:\n  - &SS Sammy\nrbi:\n  - *SS\n",
    "? simple\n: value\n",
    "a: |\n  one\n   two\n\n  three\nb: >\n  folded\n  text\n\n  end\n",
    "a: |-\n  x\nb: |+\n  y\n\nc: >2-\n    z\n",
    'unicode: "\\u263A"\ncontrol: "\\b1998\\t"\nhex: "\\x0d\\x0a"\nsingle: \'"Howdy!" he\'\'s\'\n',
    'plain:\n  This unquoted scalar\n  spans many lines.\nquoted: "So does this\n  quoted scalar.\\n"\n',
    "canonical: 12345\noctal: 0o14\nhex: 0xC\nexp: 12.3015e+02\ninf: -.inf\nnan: .nan\n",
    "null:\nbooleans: [ true, false ]\nstring: '012345'\n",
    "not-date: !!str 2002-04-28\npicture: !!binary |\n R0lGODlh\n",
    "base: &b {a: 1, b: 2}\nx: {<<: *b, b: 3}\ny:\n  <<: [*b, {c: 4}]\n",
    "- - a\n  - b\n- - c\n",
    "a:\n- b\n-  - c\n   - d\ne: [f, g: h]\n",
    '{"a":1,"b":[true,null]}',
    "{a, b: c, ? d : e}\n",
    "[\n  a, b,\n  {c: d},\n]\n",
    "a: b # comment\n#c\n\n  # d\nc: http://x.y/z#frag\n",
    "a: 'multi\n\n  line'\nb: \"multi\\\n  line\"\n",
    "a:\tb\nc: d\t\n",
    "a b c: d e\n'quoted key': 1\n\"x\": 2\n1: int\n~: nothing\n",
    "- !!map {a: 1}\n- !!seq [a]\n- !!set {a, b}\n",
    "- a\n-\n- ''\n- ~\n",
    "a:\nb:\n  c:\nd: 1\n",
    "--- text\n--- |\n block\n--- {a: b}\n",
    "a: 1\r\nb:\r\n- x\r\n",
    "é: ü\n\U0001f600: [\U0001f601]\n",
    "&a a: &b b\n*a : *b\n",
    "- &x [1]\n- *x\n- {y: *x}\n",
    "key:    |\n\n  leading\n\nnext: 1",
    "a: !local x\nb: !<tag:x,2000:y> z\n",
    "- ! 12\n- ! no\n- !!str 1\n- {! <<: 1}\n- ! \n",
    "a: *unknown\n",
    "&r a: [*r]\n",
    "a: 1\na: 2\n",
    "1: a\ntrue: b\n",
    "a: yes\nb: 0644\nc: 12:30\nversion: 1.20\nlist:\n  versions: [1.10]\non: off\n",
    "a: &x 1\nb: &x 2\n",
    "a: 1\n---\n",
    "<<: 1\n",
    "a: !!int x\n",
    "a: 1e999\n",
    "? [a]\n: b\n",
    "",
    "# only\n",
    "---\n",
    'a: "\\ud83d\\ude00"\n',
    "--- |\n# a\n# b\n",
    "a: b\n--- !!str &x |- # c\r\n\r\n# a  \r\n#  b\r\n...\n# c\n",
    "--- !!str\n  >\n# a\n",
]


def carefully(text):
    builder = Builder(Source("a.yaml", text))
    builder.run(careful=True)
    return builder


def places(builder, text):
    """The table of places, without those of values that have no text."""
    table = builder.places
    rows = zip(table.starts, table.ends, table.key_starts, table.key_ends, strict=True)
    return [
        (name, parent, text[start:end].strip(), text[key:key_end])
        for name, parent, (start, end, key, key_end) in zip(
            table.names, table.parents, rows, strict=True
        )
        if text[start:end].strip()
    ]


def agree(text):
    source = Source("a.yaml", text)
    if refusal(source) is not None:
        return
    careful = carefully(text)
    quick = read_quickly(text, frozenset())
    next_event = yaml_quick.next_event(text)
    if careful.stopped is not None:
        # libyaml takes a few texts with tabs, and blocks, that the careful reader does not.
        return
    if quick is not None:
        documents, traps = quick
        assert repr(documents) == repr(careful.documents)
        assert traps == careful.traps
        assert len(careful.findings) == len(traps)
    if next_event is not None:
        other = Builder(source)
        other.run()
        assert repr(other.documents) == repr(careful.documents)
        assert [repr(one) for one in other.findings] == [repr(one) for one in careful.findings]
        assert dict.fromkeys(places(other, text)) == dict.fromkeys(places(careful, text))


@pytest.mark.parametrize("text", SHAPES)
def test_shapes(text):
    agree(text)


@pytest.mark.parametrize("text", SHAPES[:25])
def test_ordinary_texts_are_read_quickly(text):
    assert read_quickly(text, frozenset()) is not None


@settings(max_examples=150)
@given(damaged(YAML_TEXTS | st.sampled_from(SHAPES), YAML_PIECES))
def test_damaged(text):
    agree(text)


@pytest.mark.fuzz
@settings(max_examples=30_000)
@given(damaged(YAML_TEXTS | st.sampled_from(SHAPES), YAML_PIECES))
def test_damaged_at_length(text):
    agree(text)


@settings(max_examples=60)
@given(VALUES)
def test_generated(value):
    import yaml

    text = yaml.dump(value, allow_unicode=True)
    agree(text)


def test_values_alone_are_kept_and_places_come_on_request():
    outcome = parse_yaml(Source("a.yaml", "a: [1, {b: x}]\n"))
    assert not outcome.diagnostics
    assert outcome.output.span(("a", 1, "b")).text == "x"


@pytest.mark.parametrize("text", [shape for shape in SHAPES if shape])
def test_without_libyaml_the_same(text, monkeypatch):
    import sys

    before = parse_yaml(Source("a.yaml", text))
    monkeypatch.setitem(sys.modules, "yaml", None)
    after = parse_yaml(Source("a.yaml", text))
    if "\t" not in text:
        assert repr(before.output.value) == repr(after.output.value)
        assert [repr(one) for one in before.diagnostics] == [
            repr(one) for one in after.diagnostics
        ]
