"""The parser holds up: any text gives a whole tree, and depth is a finding, not a crash."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.languages.jsonnet.parser.syntax import walk
from confty.text import Source

WORDS = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ".",
    ";",
    ":",
    "::",
    ":::",
    "+:",
    "=",
    "==",
    "!",
    "+",
    "-",
    "%",
    "in",
    "local",
    "x",
    "f",
    "self",
    "super",
    "$",
    "if",
    "then",
    "else",
    "function",
    "assert",
    "error",
    "for",
    "import",
    "importstr",
    "'a'",
    '"b"',
    "1",
    "2.5",
    "null",
    "true",
    "|||",
    "@'c'",
    "#",
    "//",
    "/*",
    "*/",
    "...",
    "\n",
]


def parsed(text: str):
    return lex(Source("f.jsonnet", text)).then(parse)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join) | st.text(max_size=60))
def test_any_text_gives_a_tree(text: str) -> None:
    outcome = parsed(text)
    for node in walk(outcome.output.body):
        assert 0 <= node.start <= node.end <= len(text)
    assert outcome.failed is (outcome.output.refusal is not None)


@pytest.mark.parametrize("text", ["[", "{a:", "(", "-", "f(", "!", "[[]] + [", "error ", "+-"])
def test_a_hundred_thousand_levels_are_a_finding(text: str) -> None:
    outcome = parsed(text * 100_000)
    assert [found.code.name for found in outcome.diagnostics] == ["jsonnet/too-deep"]


@pytest.mark.parametrize("link", ["local a = 1; ", "assert true; ", "if a then b else "])
def test_chains_may_be_long(link: str) -> None:
    assert not parsed(link * 5000 + "1").diagnostics


def test_tokens_keep_every_character() -> None:
    text = "// first\nlocal a = |||\n  text\n|||; /* two */ a # last\n"
    tokens = lex(Source("f.jsonnet", text)).output
    assert "".join(map("".join, zip(tokens.gaps, tokens.texts, strict=True))) == text
    comments = [text[a:b] for index in range(len(tokens)) for a, b in tokens.comments(index)]
    assert comments == ["// first", "/* two */", "# last"]


def test_pairs_of_surrogates_are_one_character() -> None:
    outcome = parsed(r'"\ud83d\ude00"')
    assert outcome.output.body.value == "\N{GRINNING FACE}"
    assert parsed(r'"\ud83d"').failed
