"""Objects of many layers and calls with many names, which have ways of their own: as in Go."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

import confty
from confty.languages.jsonnet.evaluator import values

go = pytest.importorskip("_gojsonnet", reason="NOT RUN: gojsonnet is not there")


def layered(chance: random.Random, *, removed: bool) -> str:
    """A sum of forty objects that look below them; some of their fields may be removed."""
    names = [f"f{at}" for at in range(6)]
    text = "{ f0: 0 }"
    for at in range(40):
        name, other = chance.choice(names), chance.choice(names)
        field = chance.choice(
            [
                f"{name}: {at}",
                f"{name}:: {at}",
                f"{name}::: {at}",
                f"g{at}: if '{name}' in super then super.{name} else null",
                f"{name}: [if '{other}' in super then super.{other} else 'none']",
                f"{name}+: []",
            ]
        )
        text = f"{text} + {{ {field} }}"
        if removed and chance.random() < 0.1:
            text = f"std.objectRemoveKey({text}, '{name}')"
    return text


@pytest.mark.parametrize("seed", range(60))
def test_many_layers(seed) -> None:
    text = layered(random.Random(seed), removed=False)
    try:
        wanted = json.loads(go.evaluate_snippet("a.jsonnet", text))
    except RuntimeError:
        with pytest.raises(confty.ConftyError):
            confty.loads(text, lang="jsonnet")
        return
    assert confty.loads(text, lang="jsonnet") == wanted


@pytest.mark.parametrize("seed", range(40))
def test_removed_fields_of_many_layers(seed, monkeypatch) -> None:
    # Go's own ``objectRemoveKey`` forgets what lies below, so the layers one by one are the judge.
    text = layered(random.Random(seed), removed=True)

    def answer(text: str) -> object:
        try:
            return confty.loads(text, lang="jsonnet")
        except confty.ConftyError as error:
            return error.diagnostics[0].message

    made = answer(text)
    monkeypatch.setattr(values, "FEW_LAYERS", 1000)
    assert answer(f"{text} ") == made


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([f"p{at}={at}" for at in range(30)], ""),
        (["1", "2", *[f"p{at}={at}" for at in reversed(range(2, 30))]], ""),
        ([f"p{at}={at}" for at in range(29)], "p29 not bound"),
        (["1", *[f"p{at}={at}" for at in range(30)]], "p0"),
        ([f"p{at}={at}" for at in range(29)] + ["other=1"], "other"),
    ],
)
def test_many_names(given, said) -> None:
    names = ", ".join(f"p{at}" for at in range(30))
    # What is called is not known before it runs.
    text = f"local f = [function({names}) [{names}]]; f[0]({', '.join(given)})"
    if not said:
        wanted = json.loads(go.evaluate_snippet("a.jsonnet", text))
        assert confty.loads(text, lang="jsonnet") == wanted
        return
    with pytest.raises(RuntimeError):
        go.evaluate_snippet("a.jsonnet", text)
    with pytest.raises(confty.ConftyError, match=said):
        confty.loads(text, lang="jsonnet")


def rows(
    chance: random.Random, nearness: float, first: str, made: Callable[[int, int, str, str], str]
) -> str:
    """Names of objects, each made of earlier ones, as near as said of the last; ``first`` has fields."""
    names = [f"f{at}" for at in range(5)]
    asserts = chance.choice(["", "assert std.objectHasAll(self, 'f0'),"])
    found = [f"local o0 = {{ {asserts} {first} }};"]
    for at in range(60):
        below = at if chance.random() < nearness else chance.randrange(at + 1)
        value = made(at, below, chance.choice(names), chance.choice(names))
        found.append(f"local o{at + 1} = {value};")
    return "\n".join(found)


def grown(chance: random.Random) -> str:
    """Objects that are made from earlier ones, mostly from the last, through ``self`` and by name."""

    def made(at: int, below: int, name: str, other: str) -> str:
        one = chance.choice(
            [
                f"o{below}.with('{name}', {at})",
                f"o{below}.add({at})",
                f"o{below} + o{chance.randrange(at + 1)}",
                f"o{below} {{ {name}: if '{other}' in super then super.{other} else {at} }}",
                f"o{below} {{ {name}:: {at} }}",
                f"o{below} {{ {name}::: std.objectHasAll(self, '{other}x') }}",
                f"o{below} {{ has:: std.objectHas(self, '{other}'), {name}: self.has }}",
            ]
        )
        # The sum of two may double at every turn.
        return f"if std.length(std.objectFieldsAll(o{below})) > 40 then o0 else {one}"

    first = "f0: 0, l: [], with(k, v):: self { [k]: v }, add(v):: self + { l+: [v] }"
    shown = ", ".join(f"[std.objectFieldsAll(o{at}), o{at}]" for at in range(0, 61, 7))
    return rows(chance, 0.8, first, made) + f"\n[{shown}]"


@pytest.mark.parametrize("seed", range(60))
def test_objects_grown_from_others(seed) -> None:
    text = grown(random.Random(seed))
    assert confty.loads(text, lang="jsonnet") == json.loads(go.evaluate_snippet("a", text))


def asked_from_above(chance: random.Random) -> str:
    """Objects over others, none of which is asked for anything before a higher one is."""

    def made(at: int, below: int, name: str, other: str) -> str:
        layer = chance.choice(
            [
                f"{{ {name}: o{below}.{other} + 1 }}",
                f"{{ {name}: o{chance.randrange(at + 1)}.{other} }}",
                f"{{ {name}: super.{other} + 1 }}",
                f"{{ {name}+: o{below}.{other} }}",
                f"{{ {name}:: o{below}.{name} }}",
                f"{{ g{at}: std.objectFields(o{below}) }}",
                f"({{ {name}: 1 }} + ({{ {other}: super.{name} }} + {{ h: super.{other} }}))",
                f"{{ assert o{below}.{name} >= 0, {name}: super.{name} }}",
            ]
        )
        return f"o{below} + {layer}"

    first = ", ".join(f"f{at}: 0" for at in range(5))
    shown = ", ".join([f"o{at}" for at in chance.sample(range(61), 12)])
    return rows(chance, 0.85, first, made) + f"\n[{shown}]"


@pytest.mark.parametrize("seed", range(60))
def test_rows_that_are_asked_from_above(seed) -> None:
    text = asked_from_above(random.Random(seed))
    assert confty.loads(text, lang="jsonnet") == json.loads(go.evaluate_snippet("a", text))
