"""YAML that is read line by line is what PyYAML reads; whatever is rare is left to it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.plain_yaml import Unusual, read_plain
from confty.languages.jsonnet.evaluator.library.yaml_text import GO, read_yaml
from confty.languages.jsonnet.evaluator.manifest.json import line_text

SHARED = Path(__file__).resolve().parents[3] / "shared"

TAKEN = {
    "a mapping": ("a: 1\nb: two\n", '{"a": 1, "b": "two"}'),
    "no line break at the end": ("a: 1", '{"a": 1}'),
    "nested": ("a:\n  b:\n    c: x\n  d: z\n", '{"a": {"b": {"c": "x"}, "d": "z"}}'),
    "a list": ("- a\n- 1.5\n-   b c  \n", '["a", 1.5, "b c"]'),
    "a list below its key": ("a:\n- b\n- c\nd: e\n", '{"a": ["b", "c"], "d": "e"}'),
    "mappings in a list": ("- a: 1\n  b: 2\n- c: 3\n", '[{"a": 1, "b": 2}, {"c": 3}]'),
    "nothing": ("a:\nb: null\nc:\n  d:\n", '{"a": null, "b": null, "c": {"d": null}}'),
    "words": (
        "a: true\nb: False\nc: 10m\nd: v1.2\n",
        '{"a": true, "b": false, "c": "10m", "d": "v1.2"}',
    ),
    "quotes": ("a: 'x: #'\nb: \"y\"\nc: ''\n", '{"a": "x: #", "b": "y", "c": ""}'),
    "line breaks": ("a: \"b\\nc\\n\"\nd: 'e\\f'\n", '{"a": "b\\nc\\n", "d": "e\\\\f"}'),
    "comments": ("# a\n\na: 1\n  # b\nb: # c\n  - x\n", '{"a": 1, "b": ["x"]}'),
    "literal": (
        "a: |\n  b\n    c\n\n  d\n\ne: |-\n  f: 1\n",
        '{"a": "b\\n  c\\n\\nd\\n", "e": "f: 1"}',
    ),
    "a text that goes on": (
        "a: b c\n  d, e\n   f\ng:\n- h\n  i\n\n# c\n- j\n",
        '{"a": "b c d, e f", "g": ["h i", "j"]}',
    ),
    "quotes that go on": (
        "a: 'b: c\n  # d\n  e'\nf: \"g\n h\\n i\"\n",
        '{"a": "b: c # d e", "f": "g h\\n i"}',
    ),
    "quotes in quotes": ("a: 'it''s'\nb: ''''\n", '{"a": "it\'s", "b": "\'"}'),
    "nothing in brackets": ("a: {}\nb: []\nc: [ ]\n", '{"a": { }, "b": [ ], "c": [ ]}'),
    "mappings in a line": (
        "a: { }\nb: {c: 1, d: 'e'}\n",
        '{"a": { }, "b": {"c": 1, "d": "e"}}',
    ),
    "lists in a line": (
        "a: [x, 'y', \"z\", 1]\nb:\n- [true]\n",
        '{"a": ["x", "y", "z", 1], "b": [[true]]}',
    ),
    "paths": ("a: .b.c\nb: .d[0]\n", '{"a": ".b.c", "b": ".d[0]"}'),
    "letters of all kinds": (
        "a: \u00e9t\u00e9\nb: '\u2019'\n",
        '{"a": "\u00e9t\u00e9", "b": "\u2019"}',
    ),
    "marks in a text": ('a: x{b="c"} > [1], y\n', '{"a": "x{b=\\"c\\"} > [1], y"}'),
}
USUAL = """# Rules of one group.
groups:
  - name: first
    rules:
      - alert: Down
        expr: |
          sum(rate(up{job="x"}[5m])) by (pod)
            == 0
        for: 10m
        labels:
          a: b
      - alert: Slow
        expr: latency > 0.5
        labels:
          severity: warning
          team:
        annotations:
          summary: 'It is slow: {{ $value }}'
          others:
          - one
          - "two"
limit: 5
"""
LEFT = [
    "", "a", "1", "a: yes", "on: 1", "a: 012", "a: 0x1", "a: 1e3", "a: -1", "a: .5", "a: .nan", "a: +.inf", "a: 1_0",
    "a: 2020-01-01", "a: ~", "a: &b c", "a: *b", "a: !!str 1", "a: [[1]]", "a: {b: {}}", "a: {b}", "a: {b: }", "a: {b:c}", "a: {b: 1, b: 2}", "a: {b: c:d}", "a: {b: 1", "a: {b: 1,}", "a: [b", "a: [b,]", "a: [b: 1]", "a: [b,\n  c]", "a: >\n  b",
    "a: |+\n  b", "a: |2\n   b", "a: b # c", "a: b\n\n  c", "a: b\n  c: d", "a: b\n  - c", "a: 1\n  b", "a: 'b\nc'", "a: 'b\n\n  c'", "a: 'b' c'", "a: .Inf",
    'a: "\\t"', 'a: "\\\\n"', "a: b: c",
    "a: 1\na: 2", "---\na: 1", "a: 1\n---\nb: 2", "a: 1\n...", "%YAML 1.2\n---\na: 1", "a:\t1",
    "a: 1\r\nb: 2", "<<: 1", "? a\n: b", "- - a", "-", "- ", "'a': 1", "1: 2", "a b: 1", "a: \u00a0", "\u00e9: 1",
    " a: 1", "a: 1\n b: 2", "a:\n  - b\n c: d", "a: |\n\n  b", "a: |\n  b\n c: d", "a: 1\nb", "a: b:",
]  # fmt: skip


@pytest.mark.parametrize("name", TAKEN)
def test_what_is_read(name: str) -> None:
    text, expected = TAKEN[name]
    assert line_text(read_plain(text)) == expected
    assert line_text(read_yaml(text, GO)) == expected


@pytest.mark.parametrize("text", LEFT)
def test_what_is_left(text: str) -> None:
    with pytest.raises(Unusual):
        read_plain(text)


def agree(text: str) -> bool:
    """Whether a text is read here, and then as PyYAML reads it."""
    try:
        found = line_text(read_plain(text))
    except Unusual:
        return False
    try:
        expected = line_text(read_yaml(text, GO))
    except Stop as stop:
        expected = stop.message
    assert found == expected, text
    return True


PARTS = [
    "\\n", '"x\\ny"', "''", "[", "]", "{}", "[a, b]", "{a: b, c: 1}", "{", "}", ",", ".x", "\u00e9", "d\n  e", "'f\n  g'",
    *"abc:-#'\"|>1. \n\n", "a: ", "b:\n", "- ", "  ", "    ", "\n  ", "\n- ", "\n    - ", "x: |\n", "# c\n",
    "key: value\n", "- item\n", "- a: 1\n", "  b: 2\n", "'q'", '"r"', "true", "null", "12", "0.5", "|-\n",
]  # fmt: skip


def edited(text: str, choice: random.Random) -> str:
    """A text with a few parts put in or taken out."""
    for _ in range(choice.randint(1, 3)):
        at = choice.randint(0, len(text))
        text = text[:at] + choice.choice(PARTS) + text[at + choice.choice([0, 0, 1, 3]) :]
    return text


def test_generated_texts() -> None:
    choice = random.Random(7)
    texts = [USUAL, *[text for text, _ in TAKEN.values()]]
    read = 0
    for _ in range(2000):
        read += agree("".join(choice.choices(PARTS, k=choice.randint(1, 14))))
        read += agree(edited(choice.choice(texts), choice))
    assert read > 300


def test_real_files() -> None:
    paths = sorted((SHARED / "corpus").rglob("*.y*ml"))[:400]
    for path in paths:
        text = path.read_text(errors="replace")
        if len(text) < 50_000:
            agree(text)
