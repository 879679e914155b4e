"""Programs made at random: tree walk, Python and native code give the same, traps included."""

import pytest
from agreement import ran, walked
from programs import Maker

from confty.languages.phy.formatter import reformat
from confty.languages.phy.parser import parse
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
        once = reformat(Source("program.phy", text)).output
        assert tree(once) == tree(text)
        assert reformat(Source("program.phy", once)).output == once
        assert all(len(line) <= 110 for line in once.splitlines())
