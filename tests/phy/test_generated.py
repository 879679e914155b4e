"""Programs made at random: tree walk, Python and native code give the same, traps included."""

import random
import re

import pytest
from agreement import ran, walked
from hosts import BareHost
from programs import Maker

from confty.languages.phy.formatter import reformat
from confty.languages.phy.parser import parse
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source


def program(seed: int) -> str:
    return Maker(seed, size=20 + seed % 60).program()


def test_python_agrees_with_the_walk() -> None:
    for seed in range(400):
        text = program(seed)
        assert ran(text, jit=False) == walked(text), (seed, text)


def test_native_agrees_with_the_walk() -> None:
    pytest.importorskip("llvmlite")
    for seed in range(1000, 1060):
        text = program(seed)
        assert ran(text, jit=True) == walked(text), (seed, text)


@pytest.mark.fuzz
def test_many_more() -> None:
    pytest.importorskip("llvmlite")
    for seed in range(10_000, 12_000):
        text = program(seed)
        answer = walked(text)
        assert ran(text, jit=False) == answer, (seed, text)
        assert ran(text, jit=True) == answer, (seed, text)


def tree(text: str) -> list:
    """The syntax without places."""
    found = parse(Source("program.phy", text))
    assert not found.failed
    listed, waiting = [], [found.output.top]
    while waiting:
        node = waiting.pop()
        listed.append((node.form, repr(node.value), len(node.items)))
        waiting.extend(node.items)
    return listed


def test_formatting_keeps_the_tree_and_settles() -> None:
    for seed in range(150):
        text = program(seed)
        once = reformat(parse(Source("program.phy", text))).output
        assert tree(once) == tree(text)
        assert reformat(parse(Source("program.phy", once))).output == once
        assert all(len(line) <= 110 for line in once.splitlines())


WORDS = [
    "(",
    ")",
    "If",
    "Exprs",
    "Decl",
    "Asgn",
    "x",
    "1",
    "2.5",
    "true",
    "(IntTy)",
    "(VoidTy)",
    "Match",
    "Rule",
    "As",
    "Seq",
    "At",
    "v1",
    "p0",
    "not",
    "+",
    "nil",
    "Return",
    "(Unreachable)",
    "(TupleCons)",
    "FieldAccess",
    "0",
    "RecordCons",
    "Field",
    "UnionTy",
    "ProcDecl",
    "Params",
]


def mutilated(seed: int) -> str:
    """A program with a few words deleted, replaced, added or swapped."""
    chance = random.Random(seed)
    words = re.findall(r"\(|\)|[^\s()]+", Maker(seed, size=15).program())
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(words)), chance.randrange(len(words))
        choose = chance.random()
        if choose < 0.35:
            del words[at]
        elif choose < 0.7:
            words[at] = chance.choice(WORDS)
        elif choose < 0.85:
            words.insert(at, chance.choice(WORDS))
        else:
            words[at], words[other] = words[other], words[at]
    return " ".join(words)


def test_broken_programs_are_findings_and_never_crashes() -> None:
    for seed in range(300):
        source = Source("broken.phy", mutilated(seed))
        host = BareHost(jit=False, timeout=5)
        checked = LANGUAGE.check(source, host)
        insight = LANGUAGE.insight(checked.output)
        for offset in range(0, len(source.text), 50):
            insight.spelled_at(offset)
        LANGUAGE.reformat(source, host)
        evaluated = LANGUAGE.evaluate(source, host)
        assert evaluated.output is not None or evaluated.diagnostics
