"""Folds whose result grows at one end: they give what the original gives, and are not copied."""

from __future__ import annotations

import json

import _gojsonnet
import pytest

from confty.api import loads
from confty.languages.jsonnet.evaluator.library import folds

N = 3000

#: Where the function adds at one end alone, and so what it adds is put together once.
GROWN = {
    "a text": "std.foldl(function(a, x) a + 'x', xs, '')",
    "numbers": "std.foldl(function(a, x) a + x + ', ' + (x + 1), xs, '')",
    "in parentheses": "std.foldl(function(a, x) ((a + (x + '')) + 'a'), xs, '')",
    "in front": "std.foldl(function(a, x) x + (',' + a), xs, '')",
    "from the right": "std.foldr(function(x, a) x + a, xs, '')",
    "from the right, behind": "std.foldr(function(x, a) a + x, xs, '')",
    "an array": "std.foldl(function(a, x) a + [x, { y: x }], xs, [])",
    "an array in front": "std.foldl(function(a, x) [x] + a, xs, [])",
    "an array from the right": "std.foldr(function(x, a) [x * 2] + a, xs, [])",
    "a condition": "std.foldl(function(a, x) if x % 2 == 0 then a + x else a, xs, '')",
    "locals": "std.foldl(function(a, x) local y = x + 1; assert y > 0; a + y, xs, '')",
    "a long body": "std.foldl(function(a, x) local y = [x + 1, x + 2, x + 3, x + 4]; a + [y] + [x], xs, [])",
    "a start": "std.foldl(function(a, x) a + x, xs, 'start of it ')",
    "seldom": "std.foldl(function(a, x) if x % 5 == 0 then a + 'xxxxxxxxxx' else a, xs, '')",
}  # fmt: skip
#: Where what there is so far is looked at.
COPIED = {
    "its length": "std.foldl(function(a, x) a + std.length(a) % 7, xs, '')",
    "twice": "std.foldl(function(a, x) if std.length(a) < 9999 then a + a + x else a, xs, '')",
    "both ends": "std.foldl(function(a, x) x + a + x, xs, '')",
    "one end or the other": "std.foldl(function(a, x) if x % 2 == 0 then a + x else x + a, xs, '')",
    "another's name": "std.foldl(function(a, x) local a = x + ''; a + x, xs, '')",
    "a number": "std.foldl(function(a, x) a + x, xs, 0)",
    "an array that becomes a text": "std.foldl(function(a, x) a + (if x == 2500 then 't' else if x > 2500 then x else [x]), xs, [])",
    "what may be no array": "std.foldl(function(a, x) local y = [x]; a + y, xs, [])",
    "an object": "std.foldl(function(a, x) a + { ['k' + x % 5]: x }, xs, {})",
}  # fmt: skip


def program(fold: str) -> str:
    return f"local xs = std.range(1, {N});\n{fold}"


def grown_folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note each fold that is put together, by how many elements were left."""
    left: list[int] = []
    original = folds._grown

    def noted(step, total, items, end):
        left.append(len(items))
        return original(step, total, items, end)

    monkeypatch.setattr(folds, "_grown", noted)
    return left


@pytest.mark.parametrize("name", [*GROWN, *COPIED])
def test_a_fold_gives_what_the_original_gives(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = program({**GROWN, **COPIED}[name])
    left = grown_folds(monkeypatch)
    ours = loads(text, "jsonnet", cache=False)
    assert ours == json.loads(_gojsonnet.evaluate_snippet("a.jsonnet", text))
    assert bool(left) is (name in GROWN)


@pytest.mark.parametrize(
    ("fold", "message"),
    [
        ("std.foldl(function(a, x) a + (if x == 2500 then error 'no' else [x]), xs, [])", "no"),
        ("std.foldl(function(a, x) a + (if x == 2500 then 1 else [x]), xs, [])", "array and number"),
    ],
)  # fmt: skip
def test_what_fails_far_behind_is_told_as_ever(fold: str, message: str) -> None:
    with pytest.raises(Exception, match=message) as ours:
        loads(program(fold), "jsonnet", cache=False)
    short = fold.replace("2500", "1000")
    assert folds._MANY > 1000
    with pytest.raises(Exception, match=message) as early:
        loads(program(short), "jsonnet", cache=False)
    assert str(ours.value).replace("2500", "1000") == str(early.value)


def test_a_sum_beyond_reason_is_refused_in_the_middle_of_a_fold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from confty.languages.jsonnet.evaluator import sums

    for module in (folds, sums):
        monkeypatch.setattr(module, "LETTERS", 2500)
    monkeypatch.setattr(sums, "LONG", 2000)
    with pytest.raises(Exception, match="a sum of at most 2500 characters, found 2501"):
        loads(program(GROWN["a text"]), "jsonnet", cache=False)


@pytest.mark.parametrize(
    ("added", "start"),
    [("[seen(x)]", "[]"), ("(if seen(x) < 2500 then [x] else '.')", "[]"), ("seen(x)", "''")],
)
def test_each_step_is_taken_once(added: str, start: str) -> None:
    seen: list[float] = []

    def see(x: float) -> float:
        seen.append(x)
        return x

    folded = f"std.foldl(function(a, x) a + {added}, xs, {start})"
    text = program(f"local seen = std.native('seen'); std.toString({folded})")
    loads(text, "jsonnet", cache=False, natives={"seen": (("x",), see)})
    assert sorted(seen) == [*range(1, N + 1)]
