"""``fmt`` keeps what a text means, and lays out what it has laid out as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonnet_eval.programs import program

from confty.languages.jsonnet.formatter import FormatOptions, layout
from confty.languages.jsonnet.formatter.meaning import meaning
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.text import Source

KEPT = {
    # A name bound again in a later group keeps neither group from being sorted.
    "local b = import 'b';\nlocal a = import 'a';\n// c\nlocal a = import 'c';\na\n": "local a = import 'a';\nlocal b = import 'b';\n// c\nlocal a = import 'c';\na\n",
    "a +\n{ [x]: 1 for x in xs }": "a +\n{ [x]: 1 for x in xs }\n",
    "{['a']: 1 for i in [1]}": "{ ['a']: 1 for i in [1] }\n",
    "{['x']: 1, x: 2}": "{ ['x']: 1, x: 2 }\n",
    "{['x']: 1, ['x']: 2, ['y']: 3}": "{ ['x']: 1, ['x']: 2, y: 3 }\n",
    "3['d']": "3['d']\n",
    "(3)['d']": "(3).d\n",
    "{|||\n \n|||: a}": "{ |||\n \n|||: a }\n",
    "|||\n  \n   \n|||": "|||\n  \n   \n|||\n",
    "[[1]{a:1}\n,]": "[\n  [1] { a: 1 },\n]\n",
    "[x\n, for x in y]": "[\n  x\n  for x in y\n]\n",
    "{[x]:1\n, for x in y}": "{\n  [x]: 1\n  for x in y\n}\n",
    "f(1\n,)": "f(1\n  ,)\n",
}


def parsed(text: str):
    return lex(Source("a", text)).then(parse)


def check(text: str) -> str:
    before = parsed(text)
    made = layout(before, FormatOptions()).output
    after = parsed(made)
    assert not after.failed, made
    assert meaning(after.output) == meaning(before.output), made
    assert layout(after, FormatOptions()).output == made
    return made


@pytest.mark.parametrize("text", KEPT)
def test_known(text: str) -> None:
    assert check(text) == KEPT[text]


def test_generated_programs() -> None:
    for seed in range(4000, 4060):
        check(program(seed))


def test_case_files() -> None:
    for path in (Path(__file__).resolve().parents[1] / "cases" / "jsonnet").rglob("*.jsonnet"):
        text = path.read_text()
        if not parsed(text).failed:
            check(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a + b", "a - b"),
        ("{ a: 1 }", "{ a:: 1 }"),
        ("{ a: 1 }", "{ a+: 1 }"),
        ("{ a: 1, b: 2 }", "{ b: 2, a: 1 }"),
        ("f(1)", "f(1) tailstrict"),
        ("f(x=1)", "f(y=1)"),
        ("{ ['a']: 1 for x in y }", "{ [a]: 1 for x in y }"),
        ("1 // a", "1 // b"),
        ("1 // a", "1"),
        ("a - (b - c)", "a - b - c"),
        ("local a = import 'x'; local a = import 'y'; a", "local a = import 'y'; local a = import 'x'; a"),
        ("if a then b", "if a then b else null"),
        ("|||\n  a\n|||", "'a'"),
        ("importstr 'a'", "import 'a'"),
        ("a[1:2]", "a[1:2:3]"),
        ("true", "false"),
        ("1", "1.5"),
    ],
)  # fmt: skip
def test_what_differs(one: str, other: str) -> None:
    assert meaning(parsed(one).output) != meaning(parsed(other).output)


@pytest.mark.parametrize(
    "text",
    ["1" + "+1" * 20_000, "{}" + "{a: 1}" * 5000, "{a: 1}" + ".a" * 5000, "a" + "[1]" * 5000],
    ids=["sum", "objects", "fields", "elements"],
)
def test_long_chains(text: str) -> None:
    assert len(layout(parsed(text), FormatOptions()).output) >= len(text)
