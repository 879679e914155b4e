"""Damaged programs: every room says what is wrong, none falls over."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from support.rcl_hosts import MemoryHost
from support.rcl_programs import Programs

from confty.languages.rcl.wiring import LANGUAGE
from confty.text import Source

CASES = sorted((Path(__file__).parents[1] / "cases" / "rcl").rglob("*.case"))
PIECES = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    '"',
    'f"',
    '"""',
    "\\",
    "//",
    ";",
    ":",
    ",",
    "..",
    "...",
    "=>",
    "->",
    "let",
    "if",
    "for",
    "in",
    "import",
    "type",
    "assert",
    "trace",
    "not",
    "-",
    "1e",
    "0x",
    ".",
    "?",
    "|",
    "else",
    "null",
    "std.",
    "é",
    "\x00",
    "#!",
    "\\u{",
    "{{",
    "=",
]


def seeds() -> list[str]:
    found = [Programs(seed).program() for seed in range(300)]
    for path in CASES:
        text = path.read_text(encoding="utf-8")
        found.append(text.split("-- input.rcl --\n")[1].split("\n-- ")[0])
    return found


def damaged(text: str, others: list[str], pick: random.Random) -> str:
    for _ in range(pick.randrange(1, 5)):
        at = pick.randrange(len(text) + 1)
        how = pick.randrange(4)
        if how == 0:
            text = text[:at] + pick.choice(PIECES) + text[at:]
        elif how == 1:
            text = text[:at] + text[at + pick.randrange(1, 6) :]
        elif how == 2:
            text = text[:at] + "\n\n" + text[at:]
        else:
            other = pick.choice(others)
            start = pick.randrange(len(other) + 1)
            text = text[:at] + other[start : start + pick.randrange(30)] + text[at:]
    return text


def comments(text: str) -> list[str]:
    return sorted(line.rstrip() for line in re.findall(r"//[^\n]*", text))


def survive(text: str) -> None:
    source = Source("input", text)
    insight = LANGUAGE.insight(LANGUAGE.check(source, MemoryHost()).output)
    insight.spelled_at(len(text) // 2)
    insight.definition_at(len(text) // 2)
    assert LANGUAGE.reformat is not None
    once = LANGUAGE.reformat(source, MemoryHost())
    if not once.diagnostics:
        again = LANGUAGE.reformat(Source("input", once.output), MemoryHost())
        assert not again.diagnostics, once.output
        assert again.output == once.output
        if '"' not in text:
            assert comments(once.output) == comments(text)
    value = LANGUAGE.evaluate(source, MemoryHost())
    if value.output is not None:
        for form in LANGUAGE.formats:
            LANGUAGE.render(value.output, form)


def run(count: int, seed: int) -> None:
    pick, programs = random.Random(seed), seeds()
    for _ in range(count):
        text = damaged(pick.choice(programs), programs, pick)
        try:
            survive(text)
        except Exception as error:
            raise AssertionError(repr(text)) from error


def test_damaged_programs() -> None:
    run(3000, 1)


@pytest.mark.fuzz
def test_many_damaged_programs() -> None:
    run(300_000, 2)
