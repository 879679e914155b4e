"""Formatting keeps what a text means, and the view that says so misses nothing."""

import pytest

from confty.kit.meaning import same
from confty.languages.rcl.formatter import format_document
from confty.languages.rcl.formatter.meaning import meaning
from confty.languages.rcl.parser import read
from confty.text import Source


def document(text: str):
    outcome = read(Source("a.rcl", text))
    assert outcome.output.document is not None, (text, outcome.diagnostics[0].message)
    return outcome.output.document


TEXTS = [
    "{3, 21\n.to_string()}",
    "{1\n.a()}",
    "if true: 1 else: 1\n.a()",
    "[..1\n.a]",
    "-1\n.a",
    'f"{1\n.a}"',
    "[for x in 1_000\n.a: x]",
    "1\n.a.b(2\n.c)[3\n.d]",
    "0x1F.a + 0b1.a + 2.1.a + 1e3.a",
    '""""""',
    '"""\n"""',
    '"a\nb"',
    '"""\n  a  \n    "b"\n  """',
    'f"""\n  a{1}\n    b\n  """',
    'let x: {"a b": Int, c?: List[Int], ...} = {a = 1, "b": 2}; x',
    "// one\n{\n  // two\n  a = 1, // three\n  // four\n}\n// five\n",
    "(\n  // one\n  a, b) => a",
    'let a = 1; assert a > 0: "no"; trace a; [for k, v in {}: if k: let b = k; (b)]',
]


@pytest.mark.parametrize("text", TEXTS)
def test_formatting_keeps_the_meaning(text: str) -> None:
    before = document(text)
    once = format_document(before)
    assert same(meaning(before), meaning(document(once)))
    assert format_document(document(once)) == once


@pytest.mark.parametrize("text", ['""""""\n', '"a"\n', '"""\na\n"""\n', '"\\u{e9}"\n'])
def test_quotes_stay(text: str) -> None:
    assert format_document(document(text)) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1", "2"),
        ("1", "1.0"),
        ('"a"', '"b"'),
        ("a + b", "a - b"),
        ("a + (b + c)", "a + b + c"),
        ("[a, b]", "[b, a]"),
        ("[a]", "{a}"),
        ("[..a]", "[a]"),
        ("{a = 1}", "{b = 1}"),
        ("x => x", "y => x"),
        ("let a: Int = 1; a", "let a = 1; a"),
        ("a.b", "a.c"),
        ("a(1)", "a[1]"),
        ("-a", "not a"),
        ("// one\n1", "1"),
        ("null", "false"),
        ('f"{a}"', 'f"{b}"'),
        ('import "a"', 'import "b"'),
        ("[for a in b: a]", "[for a in b: if a: a]"),
        ("let a: {b?: Int} = c; a", "let a: {b: Int} = c; a"),
        ("let a: {b: Int, ...} = c; a", "let a: {b: Int} = c; a"),
    ],
)
def test_other_meanings_are_told_apart(one: str, other: str) -> None:
    assert not same(meaning(document(one)), meaning(document(other)))
