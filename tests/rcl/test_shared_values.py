"""What a library was worked out to is taken over by the programs that import it after the first.

Each program must give, show and say what it does alone, whichever programs came before it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from support.checking import enter_tree, project

from confty.languages.rcl import loader
from confty.languages.rcl.evaluator import expressions, translator, walk
from confty.workspace import Project
from confty.workspace.stored import as_stored


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    enter_tree(tmp_path, monkeypatch)


@pytest.fixture
def ran(monkeypatch) -> Counter[str]:
    """How often each document was run, by both evaluators."""
    counts: Counter[str] = Counter()
    document, translated = walk.Walk.document, translator.run_translated

    def counting(self, *given, **named):
        counts[self.unit.source.name] += 1
        return document(self, *given, **named)

    def counting_translated(run, unit, *given):
        counts[unit.source.name] += 1
        return translated(run, unit, *given)

    monkeypatch.setattr(expressions.Walk, "document", counting)
    monkeypatch.setattr(translator, "run_translated", counting_translated)
    return counts


def told(names: list[str], *, together: bool) -> list[tuple[str, list[str], list[str]]]:
    """What each program gives, what it shows on the way, and what is said of it."""
    found = []
    work = project("--no-cache")
    with work.one_moment():
        for name in names:
            if together:
                found.append(told_of(work, name))
                continue
            one = project("--no-cache")
            with one.one_moment():
                found.append(told_of(one, name))
    return found


def told_of(work: Project, name: str) -> tuple[str, list[str], list[str]]:
    shown: list[str] = []
    work.tracer = shown.append
    outcome = work.evaluate(name)
    said, value = outcome.diagnostics, ""
    if outcome.output is not None:
        language, result = outcome.output
        rendered = language.render(result, "rcl")
        value, said = rendered.output, said + rendered.diagnostics
    return value, shown, [repr(as_stored(one)) for one in said]


def written(**texts: str) -> list[str]:
    for name, text in texts.items():
        Path(f"{name}.rcl").write_text(text)
    return [f"{name}.rcl" for name in texts if not name.startswith("lib")]


HEAVY = (
    "let n = [for a in std.range(0, 300): for b in std.range(0, 30): a * b]; {{ n = n.len(){} }}\n"
)
LIBRARIES = {
    "data": "{ n = 3, rows = [{ a = 1 }, { a = 2 }] }\n",
    "functions": "let twice = (x) => 2 * x; { n = twice(2), f = twice, g = (x) => twice(x) + 1 }\n",
    "much data": HEAVY.format(""),
    "much data and functions": HEAVY.format(", f = (x) => n[x], g = (x) => x"),
}


@pytest.mark.parametrize("kind", LIBRARIES)
def test_a_library_is_run_once(kind, ran) -> None:
    call = "l.f(1) + l.g(2) + " if " f =" in LIBRARIES[kind] else ""
    texts = {f"p{at}": f'let l = import "lib.rcl"; {{ v = {call}l.n + {at} }}' for at in range(9)}
    names = written(lib=LIBRARIES[kind], **texts)
    alone = told(names, together=False)
    ran.clear()
    assert told(names, together=True) == alone
    assert all(value for value, _, _ in alone)
    # Once by each evaluator; functions of translated documents stay with their run.
    if kind != "much data and functions":
        assert 1 <= ran["lib.rcl"] <= 2


def test_json_is_read_once(monkeypatch) -> None:
    read: list[str] = []
    json_value = loader.json_value
    monkeypatch.setattr(loader, "json_value", lambda text: read.append(text) or json_value(text))
    Path("d.json").write_text('{"n": [1, 2, 3]}')
    names = written(**{f"p{at}": f'(import "d.json").n[{at}]' for at in range(4)})
    alone = told(names, together=False)
    assert len(read) == 4
    assert told(names, together=True) == alone
    assert [value.strip() for value, _, _ in alone[:3]] == ["1", "2", "3"]
    assert alone[3][2]  # there is no fourth
    assert len(read) == 5


@pytest.mark.parametrize(
    "aside", ['trace "on the way";', 'let t = std.read_file_utf8("text.txt");']
)
def test_what_is_shown_and_read_on_the_way_is_so_for_each(aside) -> None:
    Path("text.txt").write_text("words")
    names = written(
        lib1=f"{aside} {{ n = 1 }}",
        lib2='let l = import "lib1.rcl"; { n = l.n, f = (x) => l.n + x }',
        p1='[(import "lib1.rcl").n, (import "lib2.rcl").n]',
        p2='(import "lib2.rcl").f(3)',
        p3='(import "lib2.rcl").n',
    )
    alone = told(names, together=False)
    assert told(names, together=True) == alone
    assert told([*names, *names], together=True) == alone * 2
    if aside.startswith("trace"):
        assert all(len(shown) == 1 for _, shown, _ in alone)


def test_what_a_function_shows_is_shown_by_the_program_that_calls_it() -> None:
    names = written(
        lib='{ f = (x) => (trace f"called with {x}"; x) }',
        p1='(import "lib.rcl").f(1)',
        p2='let l = import "lib.rcl"; l.f(2) + l.f(3)',
    )
    found = told(names, together=True)
    assert found == told(names, together=False)
    assert [len(shown) for _, shown, _ in found] == [1, 2]


def test_functions_are_ordered_by_the_places_that_a_program_knows() -> None:
    names = written(
        lib1="{ f = () => 1 }",
        lib2="{ f = () => 2 }",
        p1='let a = import "lib1.rcl"; let b = import "lib2.rcl"; [for f in {a.f, b.f}: f()]',
        p2='let b = import "lib2.rcl"; let a = import "lib1.rcl"; [for f in {a.f, b.f}: f()]',
        p3='let b = import "lib2.rcl"; [for f in {b.f}: f()]',
    )
    alone = told(names, together=False)
    for order in (names, names[::-1], [*names[1:], names[0]]):
        found = told(order, together=True)
        assert found == [alone[names.index(name)] for name in order]


def test_a_library_that_goes_deep_is_too_deep_for_who_imports_it_deep_down() -> None:
    """So many levels may be under way, those of the library among them."""
    down = "let f = (f, n) => if n == 0: {} else: f(f, n - 1); "
    names = written(
        lib=down.format("0") + "{ n = f(f, 30) }",
        p1='(import "lib.rcl").n',
        **{f"p{n}": down.format('(import "lib.rcl").n') + f"f(f, {n})" for n in (3, 20, 60)},
    )
    alone = told(names, together=False)
    assert told(names, together=True) == alone
    assert [bool(said) for _, _, said in alone] == [False, False, False, True]


def test_random_programs() -> None:
    """Libraries of all kinds, in all orders: each program as it is alone."""
    random = Random(20)
    values = [
        "{ n = %d, f = (x) => x + %d, s = {1, %d} }",
        "{ n = [for i in std.range(0, %d): i].len(), f = (x) => x * %d, s = {%d} }",
        "{ n = %d, f = std.read_file_utf8, s = {%d, %d} }",
        'trace "%d"; { n = 1, f = (x) => x - %d, s = {%d} }',
        '{ n = %d, s = {2}, f = (x) => (assert x > %d, "small"; trace "x"; x * %d) }',
    ]
    failed = 0
    for _ in range(40):
        texts = {}
        for at in range(4):
            before = random.sample(range(at), random.randint(0, at))
            lets = "".join([f'let l{one} = import "lib{one}.rcl"; ' for one in before])
            made = random.choice(values) % tuple(random.choices(range(1, 400), k=3))
            if before and random.random() < 0.6:
                one = random.choice(before)
                made = f"{{ n = l{one}.n + {at}, f = (x) => l{one}.f(x), s = l{one}.s }}"
            texts[f"lib{at}"] = lets + made
        for at in range(6):
            used = random.sample(range(4), random.randint(1, 3))
            lets = "".join([f'let l{one} = import "lib{one}.rcl"; ' for one in used])
            one, two = random.choice(used), random.choice(used)
            texts[f"p{at}"] = lets + random.choice([
                f"[l{one}.n, l{two}.f({at})]", f"l{one}.s | l{two}.s",
                f"[for f in {{l{one}.f, l{two}.f}}: f({at})]", f"l{one}.f(l{two}.n)",
                f"[for i in std.range(0, 700): l{one}.f(i + {at})].len()", f"l{one}",
            ])  # fmt: skip
        names = written(**texts)
        alone = told(names, together=False)
        failed += sum(bool(said) for _, _, said in alone)
        order = random.choices(names, k=12)
        assert told(order, together=True) == [alone[names.index(name)] for name in order]
    assert 20 < failed < 200
