"""The formatter: idempotent, meaning what was meant, and never losing a comment."""

from __future__ import annotations

import random
import re

import pytest
from support.rcl_hosts import run
from support.rcl_programs import Programs

from confty.languages.rcl.formatter import format_document
from confty.languages.rcl.lexer import lex
from confty.languages.rcl.parser import read
from confty.languages.rcl.renderer.notation import RCL, Writer
from confty.text import Diagnostic, Source


def formatted(text: str, width: int = 80) -> str:
    outcome = read(Source("input", text))
    document = outcome.output.document
    assert document is not None, (outcome.diagnostics, text)
    return format_document(document, width)


def code_tokens(text: str) -> list[str]:
    """The tokens without comments and layout, trailing commas left out."""
    tokens = lex(Source("input", text)).output
    kept = [
        tokens.text(index)
        for index, kind in enumerate(tokens.kinds)
        if kind not in ("blank", "comment", "shebang")
    ]
    return [
        one
        for one, after in zip(kept, [*kept[1:], ""], strict=True)
        if not (one == "," and after in ("]", "}", ")"))
    ]


def without_places(value: object) -> str:
    return re.sub(r"«function [^»]*»", "«function»", Writer(RCL, 80).flat(value))


def with_comments(text: str, seed: int) -> tuple[str, list[str]] | None:
    """Put comments at random places; None when the grammar does not allow them there."""
    pick = random.Random(seed)
    tokens = lex(Source("input", text)).output
    places = [
        tokens.starts[index]
        for index, kind in enumerate(tokens.kinds)
        if index
        and tokens.kinds[index - 1] in (";", "(", "[", "{", ",", ":", "=>", "hole-open")
        and kind not in ("text", "escape", "close-quote")
    ]
    chosen = sorted(pick.sample(places, min(len(places), pick.randrange(1, 4))), reverse=True)
    comments = []
    for number, place in enumerate(chosen):
        comments.append(f"// note {number}")
        text = f"{text[:place]}\n// note {number}\n{text[place:]}"
    return (text, comments) if read(Source("input", text)).output.document is not None else None


@pytest.mark.parametrize("width", [80, 20])
def test_random_programs(width: int) -> None:
    for seed in range(600):
        text = Programs(seed).program()
        once = formatted(text, width)
        assert formatted(once, width) == once, text
        before, after = run(text, patience=None), run(once, patience=None)
        if not (isinstance(before, list) and before and isinstance(before[0], Diagnostic)):
            assert without_places(before) == without_places(after)
        if width == 80:
            lower = [one.lower() for one in code_tokens(text)]
            assert [one.lower() for one in code_tokens(once) if one not in "()"] == [
                one for one in lower if one not in "()"
            ]


def test_no_comment_is_lost() -> None:
    checked = 0
    for seed in range(1500):
        made = with_comments(Programs(seed).program(), seed)
        if made is None:
            continue
        text, comments = made
        once = formatted(text)
        assert sorted(re.findall(r"// note \d", once)) == sorted(comments), text
        assert formatted(once) == once, text
        checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    "text",
    [
        "f(\n// only\n)",
        "(\n// only\n) => 1",
        "let x: List[\n// only\n] = 1; x",
        "let x: (\n// only\n) -> Any = 1; x",
        "let x: (Number, // one\nString // two\n) -> Any = 1; x",
        "[ // only\n]",
        "{ // only\n}",
        "{ a = 1 // one\n, // two\n}",
        "f(1 // one\n)",
        "(a, // one\n b // two\n) => a",
        "type T = { // one\n a: Number, // two\n b?: String // three\n}; 1",
        "type T = { // one\n}; 1",
        "type T = { a: Number, ... // rest\n}; 1",
        "[for x in xs: // one\n if x: // two\n x]",
        "// first\n\n\n// second\n1 // third\n// fourth",
        "#!/usr/bin/env rcl\n1",
        "if a: // yes\n b else: // no\n c",
        "let x = 1; // body\n x",
        'f"{ // hole\n 1}"',
    ],
)
def test_comment_places(text: str) -> None:
    once = formatted(text)
    wanted = sorted(re.findall(r"(?://|#!).*?(?=\n|$)", text))
    assert sorted(re.findall(r"(?://|#!).*?(?=\n|$)", once)) == wanted
    assert formatted(once) == once


def test_string_contents_stay() -> None:
    for text in ('"a  \n  b"', '"""\n  a  \n  b \\t\n\n   """', 'f"""\n{1}  \n x """'):
        assert run(formatted(text)) == run(text)
