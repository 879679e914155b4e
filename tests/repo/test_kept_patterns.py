"""Patterns as the engine takes them are those that ``re`` compiles, and stand in our sources."""

from __future__ import annotations

import _sre
import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import confty
from confty.cli.gathering import compiled
from confty.patterns import pattern
from confty.start import RUNNING, Ready

HOME = Path(confty.__file__).parent
USERS = sorted(
    str(path.relative_to(HOME.parent)).removesuffix(".py").replace("/", ".")
    for path in HOME.rglob("*.py")
    if "from confty.patterns import" in path.read_text(encoding="utf-8")
)
#: Functions that are called with constants, when their module is loaded or once.
MAKERS = {"_no_number", "_folding"}


@pytest.mark.parametrize("module", USERS)
def test_every_pattern_of_a_module(module: str) -> None:
    for value in vars(import_module(module)).values():
        for one in value.values() if isinstance(value, dict) else [value]:
            if not isinstance(one, pattern):  # type: ignore[arg-type]  # a class at run time
                continue
            expression, flags = one.pattern, one._flags
            words = compiled(expression, flags)
            assert words is not None
            numbers = memoryview(words[2]).cast("I").tolist()
            made = _sre.compile(expression, words[1], numbers, *words[3:])
            usual = re.compile(expression, flags)
            # Patterns are equal if their texts, flags and words are.
            assert made == usual
            assert (made.groups, dict(made.groupindex)) == (usual.groups, dict(usual.groupindex))


def test_nothing_of_a_program_becomes_a_pattern() -> None:
    """What is kept is written beside our code: it must not hold what somebody's files say."""
    found = []
    for name in USERS:
        path = HOME.parent / (name.replace(".", "/") + ".py")
        path = path if path.exists() else path.with_suffix("") / "__init__.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or function.name in MAKERS:
                continue
            calls = [one for one in ast.walk(function) if isinstance(one, ast.Call)]
            found += [f"{name}.{function.name}" for one in calls if _is_pattern(one)]
    assert found == []


def _is_pattern(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "pattern"


def test_a_pattern_waits_for_its_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    usual = re.compile
    monkeypatch.setattr(re, "compile", lambda *of: (asked.append(of[0]), usual(*of))[1])
    one = pattern(r"(?P<word>a+)b")
    assert (asked, one.pattern) == ([], r"(?P<word>a+)b")
    assert [one.sub("c", "aab ab") for _ in range(2)] == ["c c", "c c"]
    assert asked == [r"(?P<word>a+)b"]
    found = one.match("aab")
    assert found is not None
    assert found["word"] == "aa"


def test_what_is_kept_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = Ready("nothing")
    monkeypatch.setitem(vars(ready), "patterns", {})
    RUNNING.append(ready)
    try:
        assert pattern("a(?P<b>.)").findall("ab") == ["b"]
        assert (ready.new, ready.patterns) == (True, {("a(?P<b>.)", 0): None})
        ready.patterns["a(?P<b>.)", 0] = compiled("a(?P<b>.)", 0)
        monkeypatch.setattr(re, "compile", None)
        assert pattern("a(?P<b>.)").findall("ab") == ["b"]
        kept = ready.patterns["a(?P<b>.)", 0]
        assert kept is not None
        # Another engine's.
        ready.patterns["a(?P<b>.)", 0] = (0, *kept[1:])
        assert ready.pattern("a(?P<b>.)", 0) is None
    finally:
        RUNNING.remove(ready)
