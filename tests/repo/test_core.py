"""The core is what checkers call: nothing in it is kept for tests only."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import confty.types
from confty.types import Misdealt, Reason, Rules, Wrong

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "confty"
CORE = PACKAGE / "types"

# Reasons for which "expected this, found that" says all there is, or whose fields are named.
TOLD_AS_THEY_ARE = {
    f"Reason.{name}"
    for name in ("ARITY", "EXTRA", "INSIDE", "KIND", "LATER", "MEMBERS", "MISSING", "NO_MEMBER")
} | {"Reason.NO_VALUE", "Reason.OPTIONAL", "Reason.VALUE"}


@cache
def outside() -> list[ast.Module]:
    """Every module but those of the core."""
    return [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
        if CORE not in path.parents
    ]


@cache
def names_used() -> set[str]:
    """The names that are read outside of the core, alone or behind a dot."""
    used: set[str] = set()
    for tree in outside():
        from_core: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "confty.types":
                from_core |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute):
                used.add(node.attr)
                if isinstance(node.value, (ast.Name, ast.Attribute)):
                    used.add(f"{_last(node.value)}.{node.attr}")
        used |= from_core
    return used


def _last(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def keywords_of(name: str) -> set[str]:
    """The keywords that calls of ``name`` outside of the core use."""
    found: set[str] = set()
    for tree in outside():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, (ast.Name, ast.Attribute)) and _last(node.func) == name:
                found |= {word.arg for word in node.keywords if word.arg is not None}
    return found


def test_every_name_of_the_core_is_used() -> None:
    unused = set(confty.types.__all__) - names_used()
    assert not unused


def test_the_front_door_is_complete() -> None:
    homes = " ".join(confty.types._HOMES.values()).split()
    assert sorted(homes) == sorted(confty.types.__all__)
    for name in confty.types.__all__:
        assert getattr(confty.types, name) is not None


def test_every_rule_is_some_languages() -> None:
    fields = set(Rules.__slots__) - {"name"}
    assert not fields - keywords_of("Rules")
    assert len(fields) <= 10


def test_every_answer_is_told() -> None:
    for answers in (Wrong, Misdealt, Reason):
        told = {f"{answers.__name__}.{one.name}" for one in answers}
        unused = told - names_used() - TOLD_AS_THEY_ARE
        assert not unused
