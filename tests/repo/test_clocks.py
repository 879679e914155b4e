"""No test compares one time with another: the machine that runs it may be busy for one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

TESTS = Path(__file__).resolve().parents[1]
CLOCKS = {"perf_counter", "process_time", "monotonic", "thread_time"}


def _is_lapse(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Whether it is `clock() - begun`; a sum is when something has to be over."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Sub)
        and isinstance(node.left, ast.Call)
        and ast.unparse(node.left.func).rpartition(".")[2] in CLOCKS
    )


def _is_said(bound: ast.expr) -> bool:
    """Whether it stands in the test: a number of seconds, which leaves room, or the name of one."""
    return isinstance(bound, ast.Constant) or (isinstance(bound, ast.Name) and bound.id.isupper())


def _measured(tree: ast.AST) -> Iterator[int]:
    """The lines on which a time is measured for something else than a bound that is said."""
    bounded = {
        id(node.left)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and all(map(_is_said, node.comparators))
    }
    for node in ast.walk(tree):
        if _is_lapse(node) and id(node) not in bounded:
            yield node.lineno


def test_times_are_held_against_bounds_that_are_said() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("test_*.py"))
        for line in _measured(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == [], "support.effort counts lines that run instead"


def test_a_comparison_of_times_is_seen() -> None:
    text = "def seconds():\n    begun = clock.process_time()\n    return clock.process_time() - begun\n"
    assert list(_measured(ast.parse(text))) == [3]
    assert list(_measured(ast.parse("assert perf_counter() - begun < 20"))) == []
