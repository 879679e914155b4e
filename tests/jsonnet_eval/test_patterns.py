"""Expressions that are kept as the engine takes them are those that are written down."""

from __future__ import annotations

import _sre
import re
from itertools import product
from re import _compiler, _parser  # type: ignore[attr-defined]

import pytest

from confty.languages.jsonnet.evaluator import format as formatting
from confty.languages.jsonnet.evaluator import patterns
from confty.languages.jsonnet.evaluator.tree import words
from confty.languages.jsonnet.lexer import runs

KEPT = {
    "word": (words.ANY, re.VERBOSE, patterns.WORD, 1),
    "block": (words.TEXT_BLOCK, 0, patterns.BLOCK, 1),
    "touching": (words.TOUCHING_MARKS, 0, patterns.TOUCHING, 0),
    "format code": (formatting.REST, 0, patterns.FORMAT_CODE, 0),
}


@pytest.mark.parametrize("name", KEPT)
def test_tables(name) -> None:
    text, flags, code, groups = KEPT[name]
    if _sre.MAGIC == patterns.MAGIC:
        assert [*map(int, _compiler._code(_parser.parse(text, flags), flags))] == [*code]
    made = patterns.compiled(text, code, groups, verbose=bool(flags))
    usual = re.compile(text, flags)
    assert (made.pattern, made.flags, made.groups) == (usual.pattern, usual.flags, groups)
    sample = "local a = |||\n  b\n|||; // c\n{ x: 'y' % [1.5e3], z: @'w''' } +:: %(a)-05.2fd b==-1 c::$d"
    assert made.findall(sample) == usual.findall(sample)


def test_the_scanner_looks_for_the_same_marks() -> None:
    assert runs.TOUCHING.pattern == words.TOUCHING_MARKS
    pairs = ["==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "::", "+:"]
    for mark, sign in product([*pairs, "=", "|||", "+", "<>", ":="], "+-~!$x"):
        found = runs.TOUCHING.search(f"a {mark}{sign}b") is not None
        assert found == (mark in pairs and sign != "x"), mark + sign


def test_another_engine_compiles(monkeypatch) -> None:
    monkeypatch.setattr(patterns, "MAGIC", 0)
    made = patterns.compiled(formatting.REST, patterns.FORMAT_CODE, 0)
    assert made == re.compile(formatting.REST)
