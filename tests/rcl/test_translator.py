"""Translated programs give what the reference evaluator gives, without its help."""

from __future__ import annotations

import re
from types import CodeType

import pytest
from support.rcl_hosts import MemoryHost
from support.rcl_programs import Programs

from confty.languages.rcl.evaluator import Attempts, evaluate
from confty.languages.rcl.evaluator.run import Retry
from confty.languages.rcl.evaluator.translator import run_translated, translator
from confty.languages.rcl.library.call_site import Exhausted
from confty.languages.rcl.loader import Program
from confty.languages.rcl.values import order
from confty.text import Source


def agree(text: str) -> str:
    program = Program(MemoryHost())
    unit = program.add(Source("input", text))
    if unit.errors:
        return "refused"
    slow = evaluate(program, unit, patience=None)
    try:
        fast = run_translated(Attempts(program, unit, {}).start(), unit, {})
    except (Retry, Exhausted):
        return "failed" if slow.output is None else "retried"
    assert slow.output is not None, text
    assert order(fast) == order(slow.output.value), text
    return "same"


def compare(seeds: range) -> dict[str, int]:
    counts: dict[str, int] = {}
    for seed in seeds:
        text = re.sub(r"^trace \d+;\n", "", Programs(seed).program(), flags=re.MULTILINE)
        found = agree(text)
        counts[found] = counts.get(found, 0) + 1
    return counts


def test_random_programs() -> None:
    counts = compare(range(4000))
    assert counts["same"] > 1000
    assert counts.get("retried", 0) < counts["same"] / 100


def test_random_programs_as_flat_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translator, "_MANY_FUNCTIONS", -1)
    counts = compare(range(1500))
    assert counts["same"] > 400
    assert counts.get("retried", 0) < counts["same"] / 100


def sources(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is translated from here on."""
    made: list[str] = []
    written = translator.Translator.module

    def noted(self: translator.Translator) -> str:
        made.append(written(self))
        return made[-1]

    monkeypatch.setattr(translator.Translator, "module", noted)
    return made


def test_a_library_of_many_functions_binds_no_names_around_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python's compiler copies the names around a function for each: the square of a library."""
    made = sources(monkeypatch)
    lines = [f"let f{i} = x => {f'f{i - 1}(x)' if i % 9 else 'x'} + {i};" for i in range(400)]
    assert agree("\n".join(lines) + "\n[f0(1), f9(1), f50(2)]") == "same"
    nested = [
        one for one in compile(made[-1], "a.rcl", "exec").co_consts if isinstance(one, CodeType)
    ]
    assert len(nested) > 400
    assert not any(one.co_cellvars or one.co_freevars for one in nested)


@pytest.mark.parametrize(
    "one",
    ["[for x in [1, 2]: if x > 0: x + {0}]", "[{0}, 1].map(x => x + 1).sum()"],
)  # fmt: skip
def test_many_loops_have_few_names_around_them(monkeypatch: pytest.MonkeyPatch, one: str) -> None:
    made = sources(monkeypatch)
    assert agree("[" + ",".join(one.replace("{0}", str(i)) for i in range(100)) + "]") == "same"
    [main] = [
        one for one in compile(made[-1], "a.rcl", "exec").co_consts if isinstance(one, CodeType)
    ]
    assert len(main.co_varnames + main.co_cellvars) < 20


@pytest.mark.fuzz
def test_many_random_programs() -> None:
    compare(range(4000, 200_000))


@pytest.mark.parametrize(
    "text",
    [
        "[for i in std.range(0, 5): x => x + i].map(f => f(10))",
        "let f = (a, b) => (let c = a * b; if c > 3: [c] else: [for i in [1]: i + c]); [f(1, 2), f(2, 3)]",
        '{for k, v in { a = 1, b = 2 }: f"{k}!": v}',
        '{for i in [1, 1.0, true, "a", null, [1]]: i}',
        "[for i in [1, 2]: for j in [i, i + 1]: if j > 1: let k = i * j; k]",
        "[for i in [[1, 2], [3]]: ..i]",
        "{for d in [{ a = 1 }, { b = 2 }]: ...d}",
        "let compose = (f, g) => x => g(f(x)); compose(x => x + 1, x => x * 2)(3)",
        "std.range(0, 10).fold({}, (acc, i) => { ...acc, i: i * i })",
        "let d = { len = x => x + 1, f = x => x }; [d.f(1), d.len()]",
        '[1, 2, 3].map(x => f"{x}{{}}\'\\"")'.replace("{{}}", ""),
        "let f = std.range; f(0, 3).reverse()",
        "9223372036854775806 + 1",
        "let f: (Number) -> Number = x => -x; [for i in std.range(-2, 2): f(i)]",
        "[for x in {1, 2}: for y in [x]: (x == y) and (y < 3)]",
        "let a = 1.50; [a + a, a * 2, -a, a < 2, a == 1.5]",
        "let add = a => b => a + b; [for i in [1, 2]: add(i)].map(f => f(1))",
    ],
)
def test_program(text: str) -> None:
    assert agree(text) == "same"


def test_reading_files() -> None:
    program = Program(MemoryHost({"a.txt": "text"}))
    text = 'let f = p => std.read_file_utf8(p); [for p in ["a.txt"]: f(p)]'
    unit = program.add(Source("input", text))
    assert run_translated(Attempts(program, unit, {}).start(), unit, {}) == ["text"]


def test_late_binding_is_by_value() -> None:
    program = Program(MemoryHost())
    unit = program.add(Source("input", "[for i in [1, 2, 3]: () => i].map(f => f())"))
    assert run_translated(Attempts(program, unit, {}).start(), unit, {}) == [1, 2, 3]


@pytest.mark.parametrize(
    ("body", "grows"),
    [
        ('f"{a}{x}, "', True),
        ('f"{a}"', True),
        ('f"{a}{ {a = x}.a }"', True),
        ('f"{a}{[for b in [x]: b].len()}"', True),
        ('f"{a}{a}"', False),
        ('f"{a}{[a].len()}"', False),
        ('f"{x}{a}"', False),
        ('f" {a}{x}"', False),
        ('f"{a.len()}{x}"', False),
        ("a", False),
    ],
)
def test_a_text_that_a_fold_only_adds_to_grows_where_it_is(
    body: str, grows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = sources(monkeypatch)
    for seed in ('"s"', 'f"{1}s"'):
        assert agree(f"std.range(0, 9).fold({seed}, (a, x) => {body})") == "same"
        assert (" += " in made[-1]) is grows
    # What begins as something else becomes a text in the first round.
    assert agree(f"std.range(0, 3).fold(7, (a, x) => {body})") in {"same", "failed"}
    assert " += " not in made[-1]
