"""The core is what checkers call: nothing in it is kept for tests only."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import confty.types
from confty.types import AccessProblem, Misdealt, MismatchKind, Relation, Rules
from tests.core.shipped import EVERYONE
from tests.repo.test_house import modules

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "confty"

# Reasons for which "expected this, found that" says all there is, or whose fields are named.
TOLD_AS_THEY_ARE = {
    f"MismatchKind.{name}"
    for name in ("ARITY", "EXTRA", "INSIDE", "KIND", "LATER", "MEMBERS", "MISSING", "NO_MEMBER")
} | {"MismatchKind.NO_VALUE", "MismatchKind.OPTIONAL", "MismatchKind.VALUE"}


def outside() -> list[ast.Module]:
    """Every module but those of the core."""
    return [tree for name, (_, tree) in modules().items() if not name.startswith("types/")]


@cache
def called() -> set[str]:
    """The core's names that languages use, or the kit, which is what languages share."""
    used: set[str] = set()
    for name, (_, tree) in modules().items():
        if not name.startswith(("languages/", "kit/")):
            continue
        core: set[str] = set()
        # Imports first, for the name that a file gives to the core: ``re.match`` is no ``match`` of ours.
        for node in sorted(ast.walk(tree), key=lambda one: isinstance(one, ast.expr)):
            if isinstance(node, ast.ImportFrom) and node.module == "confty.types":
                used |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module == "confty":
                core |= {
                    alias.asname or alias.name for alias in node.names if alias.name == "types"
                }
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used |= {node.attr} if node.value.id in core else set()
    return used


@cache
def answers_told() -> set[str]:
    """Members of classes that are read outside of the core, as ``AccessProblem.NO_FIELDS``."""
    return {
        f"{_last(node.value)}.{node.attr}"
        for tree in outside()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute))
    }


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


def test_every_name_of_the_core_is_called_by_languages() -> None:
    unused = sorted(set(confty.types.__all__) - called())
    assert unused == []


def test_a_name_without_a_caller_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    # `interned` is a name of the core itself, `match` one of `re` that languages use.
    monkeypatch.setattr(confty.types, "__all__", [*confty.types.__all__, "interned", "match"])
    with pytest.raises(AssertionError, match=r"interned.*match"):
        test_every_name_of_the_core_is_called_by_languages()


def test_the_front_door_is_complete() -> None:
    homes = " ".join(confty.types._HOMES.values()).split()
    assert sorted(homes) == sorted(confty.types.__all__)
    for name in confty.types.__all__:
        assert getattr(confty.types, name) is not None


def test_every_rule_is_some_languages() -> None:
    fields = set(Rules.__slots__)
    assert not fields - keywords_of("Rules")
    assert len(fields) <= 10


def test_every_step_of_the_relation_is_some_languages() -> None:
    asked = {"assignable", "contains", "field_verdict", "rules", "unassuming"}
    steps = {name for name in vars(Relation) if not name.startswith("_")} - asked
    kinds = {type(one) for each in EVERYONE for one in (each.relation, each.join_relation)}
    assert steps == {
        name for kind in kinds - {Relation} for name in vars(kind) if not name.startswith("_")
    }


def test_every_rule_says_why() -> None:
    silent: list[str] = []
    for path in sorted(PACKAGE.glob("languages/*/rules.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("Rules"):
                continue
            line = max([node.lineno, *[one.end_lineno or 0 for one in node.args]])
            if node.lineno == node.end_lineno:
                line -= 2  # the whole on one line, the reason above it
            for word in node.keywords:
                end = word.value.end_lineno or 0
                if not any("#" in one for one in lines[line:end]):
                    silent.append(f"{path.parent.name}: {word.arg}")
                line = end
    assert silent == []


def test_every_answer_is_told() -> None:
    for answers in (AccessProblem, Misdealt, MismatchKind):
        told = {f"{answers.__name__}.{one.name}" for one in answers}
        unused = told - answers_told() - TOLD_AS_THEY_ARE
        assert not unused
