"""A program that fails is told of by translated code, and only what the failure came through is.

What is said must be what a run says in which everything is translated.
"""

from __future__ import annotations

import random

import pytest

from confty.languages.jsonnet.evaluator import program as files
from confty.languages.jsonnet.evaluator.hosted import CallbackImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate
from confty.languages.jsonnet.evaluator.tree import blame
from confty.languages.jsonnet.evaluator.units import UnitMemory

# From the tree until the end, as late as usual, at the second time, at once.
TIERS = (10**9, 1000, 1, 0)

#: What a file may be; NEXT and OTHER are files that stand below it, or a value at the end.
SHAPES = (
    "{ a: (NEXT).a, m(x):: (NEXT).m(x), o: OTHER }",
    "local n = NEXT; n { a+: 1, o+: { z: super.q } }",
    (
        "local n = NEXT, o = OTHER; { a: std.foldl(function(s, i) s + o.m(i), [1, 2], n.a), o: n.o,"
        " m(x):: [n.m(y) for y in [x, x]][0] }"
    ),
    "local n = NEXT; { local l = n.m(2), assert l < 90 : 'large ' + l, a: l, o: n.o, m(x):: x + l }",
    "{ a: std.length(std.map(OTHER.m, [1, 2, 3])), m: (NEXT).m, o: { [k]: (NEXT).o for k in ['q'] } }",
    "(import '%s') + { a: std.trace('in a', super.a), m(x):: super.m(x) + $.a }",
    (
        "local f(n, g) = if n == 0 then g(n) else f(n - 1, g) + 1;\n"
        "{ a: f(3, (OTHER).m), o:: NEXT, m(x, y=(NEXT).a):: x + y }"
    ),
    "{ a: std.sort([3, 1, 2], keyF=(NEXT).m)[0], o: std.mergePatch((NEXT).o, {}), m(x):: x }",
)
#: What files end in.
ENDS = (
    "{ a: 1, o: { q: 1 }, m(x):: x }",
    "{ a: error 'the end', o: {}, m(x):: x }",
    "{ a: 1, o: { q: error 'inside' }, m(x):: x + 'text' }",
    "{ a: 2, o: self.p, m(x):: if x > 1 then error 'm ' + x else x }",
    "{ a: 100, o: { q:: 1 }, m(x):: x * self.a }",
    "{ a: 1, assert self.a > 1 : 'too small', o: {}, m(x):: x }",
    "{ a: 'text', o: [1], m: 5 }",
    "{ a: 1, o: { q: 1 }, m(x):: self.m(x) + 1 }",
    "{ a: , }",
    "{ a: unknown, o: {}, m(x):: x }",
    "null",
)
MAINS = ("import '0'", "local l = import '0'; [l.a, l.m(1)]", "(import '0').o", "import '0' tail")


def library(seed: int) -> dict[str, str]:
    """Files that import those with greater numbers, by number."""
    source = random.Random(seed)
    count = source.randrange(2, 7)
    made: dict[str, str] = {"main": source.choice(MAINS)}
    for at in range(count):
        text = source.choice(SHAPES)
        for word in ("NEXT", "OTHER", "%s"):
            below = str(source.randrange(at + 1, count + 2))
            text = text.replace(word, below if word == "%s" else f"(import '{below}')")
        made[str(at)] = text
    made[str(count)] = source.choice(ENDS)
    made[str(count + 1)] = source.choice(ENDS)
    return made


def run(made: dict[str, str], often: int | None, memory: UnitMemory) -> object:
    """All that a user can see of a run."""
    lines: list[str] = []
    settings = RunSettings()
    settings.often, settings.units, settings.trace = often, memory, lines.append
    settings.max_stack = 40  # a recursion without end is found to be one soon
    importer = CallbackImporter(lambda _, path: (path, made[path].encode()))
    try:
        return evaluate("main", made["main"].encode(), importer, settings).apply(json_text), lines
    except Failure as failure:
        finding = failure.findings[0]
        steps = [(str(frame.span), frame.what) for frame in finding.trail]
        return failure.head, str(finding.span), finding.message, steps, lines


def test_what_is_said_is_what_a_whole_translation_says() -> None:
    failed = 0
    for seed in range(400):
        made = library(seed)
        expected = run(made, None, UnitMemory())
        failed += len(expected) > 2
        memory = UnitMemory()
        for often in TIERS:
            assert run(made, often, memory) == expected, (often, made)
            assert run(made, often, UnitMemory()) == expected, (often, made)
    assert failed > 200


@pytest.fixture
def translated(monkeypatch) -> list[str]:
    """The files that were translated."""
    found: list[str] = []
    real = files.SourceFile._translate

    def noting(self, ident):
        found.append(self.name)
        return real(self, ident)

    monkeypatch.setattr(files.SourceFile, "_translate", noting)
    return found


MANY = {
    "main": "[(import 'lib').sum([(import 'part1').v]), (import 'bad').f(1)]",
    "lib": "{ sum(xs):: std.foldl(function(a, x) a + x, xs, 0) }",
    "part1": "{ v: (import 'part2').v + 1 }",
    "part2": "{ v: 1 }",
    "bad": "{ f(x):: x + (import 'worse').g(x) }",
    "worse": "{ g(x):: error 'worse' }",
}


@pytest.mark.parametrize("often", [10**9, 0])
def test_only_files_that_a_failure_comes_through_are_translated(translated, often) -> None:
    said = run(MANY, often, UnitMemory())
    assert said[0] == "RUNTIME ERROR: worse"
    assert set(translated) == {"main", "bad", "worse"}
    assert said == run(MANY, None, UnitMemory())
    assert set(translated) == set(MANY)


def test_a_file_that_cannot_be_read_is_told_with_the_imports_that_lead_there(translated) -> None:
    broken = {**MANY, "worse": "{ g(x):: error 'worse', }, }"}
    said = run(broken, 10**9, UnitMemory())
    assert set(translated) == {"main", "bad", "worse"}
    assert said == run(broken, None, UnitMemory())
    assert said[1].startswith("worse:1:")


def test_a_tree_that_was_overlooked_is_translated_with_all_others(translated, monkeypatch) -> None:
    real = blame.blamed
    monkeypatch.setattr(
        blame, "blamed", lambda traceback: (real(traceback) or frozenset()) - {"worse"}
    )
    overlooked = run(MANY, 10**9, UnitMemory())
    assert set(translated) == {"main", "bad"}
    assert overlooked != run(MANY, None, UnitMemory())
    monkeypatch.undo()
    seen: list[object] = []

    def once(traceback):
        seen.append(traceback)
        return real(traceback) - {"worse"} if len(seen) == 1 else real(traceback)

    monkeypatch.setattr(blame, "blamed", once)
    assert run(MANY, 10**9, UnitMemory()) == run(MANY, None, UnitMemory())
    assert len(seen) == 2


def test_what_is_too_deep_to_look_through_is_translated_as_a_whole(translated) -> None:
    deep = {**MANY, "main": "local f(n) = f(n + 1) + 1; [(import 'part1').v, f(0)]"}
    said = run(deep, 10**9, UnitMemory())
    assert said[0] == "RUNTIME ERROR: max stack frames exceeded."
    assert set(translated) == {"main", "part1", "part2"}
