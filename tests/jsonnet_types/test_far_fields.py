"""Fields that lead to fields, further than one look goes: what is known does not end there."""

from __future__ import annotations

import random

import pytest

import confty
from confty.languages.jsonnet.checker import look_budget


def row(length: int, order: list[int], last: str) -> str:
    """An object of which each field adds to the one before, written and named in some order."""
    fields = [f"g{order[0]}: {{ b0: 'x' }}"] + [
        f"g{order[i]}: self.g{order[i - 1]} + {{ b{i}: {i} }}" for i in range(1, length)
    ]
    return "{ " + ",\n  ".join([*fields, last]) + " }"


def type_of(text: str) -> str | None:
    return confty.type_of(text=text, lang="jsonnet")


def said(text: str) -> list[confty.Diagnostic]:
    return confty.check(text=text, lang="jsonnet")


@pytest.mark.parametrize("length", [2, 59, 60, 61, 125, 200, 400])
@pytest.mark.parametrize("seed", range(3))
def test_a_field_far_away_is_known(length: int, seed: int) -> None:
    order = list(range(length))
    random.Random(seed).shuffle(order)
    text = row(length, order, f"last: self.g{order[-1]}.b0")
    assert type_of(f"{text}.last") == "string"
    (found,) = said(row(length, order, f"last: self.g{order[-1]}.nope"))
    assert found.code.name == "jsonnet/no-such-field"
    assert "nope" in found.message


@pytest.mark.parametrize("length", [3, 61, 130])
def test_a_ring_ends(length: int) -> None:
    fields = ",\n  ".join(
        f"f{i}: self.f{(i + 1) % length} + {{ a{i}: {i} }}" for i in range(length)
    )
    said(f"{{ {fields} }}")


def test_many_rings_that_meet_end() -> None:
    chance = random.Random(1)
    for _ in range(10):
        names = [f"f{i}" for i in range(150)]
        fields = ",\n  ".join(
            f"{name}: self.{chance.choice(names)} + {{ a: 1 }}" for name in names
        )
        said(f"{{ {fields} }}")


def test_how_far_a_look_goes_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    text = row(20, list(range(20)), "last: 1")
    wanted = [type_of(f"{text}.{name}") for name in ("g1", "g7", "g19")]
    assert all(one is not None and "any" not in one for one in wanted)
    monkeypatch.setattr(look_budget, "_DEEPEST", 3)
    assert [type_of(f"{text}.{name} /* anew */") for name in ("g1", "g7", "g19")] == wanted
