"""Messages about types stay readable, however large the types are."""

from __future__ import annotations

import pytest
from support.rcl_hosts import MemoryHost, failure

from confty.languages.rcl.loader import Program
from confty.languages.rcl.wiring import LANGUAGE
from confty.report.terminal import full
from confty.text import Diagnostic, Source

NAMES = [f"field_{index}" for index in range(200)]
WIDE = ", ".join(f"{name}: {{ a: List[String], b: (Number) -> String }}" for name in NAMES)
NUMBERS = ", ".join(f"{name}: Number" for name in NAMES)
VALUES = ", ".join(f"{name} = 1" for name in NAMES)


def findings(text: str) -> tuple[Diagnostic, ...]:
    unit = Program(MemoryHost()).add(Source("input", text))
    return unit.findings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f"let f: (Any) -> {{ {NUMBERS} }} = x => x;\nlet wide: {{ {WIDE} }} = f(1);\nwide",
            "found Number in 'field_0'",
        ),
        (f"let wide: {{ {NUMBERS} }} = {{}};\nwide", "'field_100', 'field_101' and 195 more"),
        (f"let wide: List[{{ {NUMBERS} }}] = {{ a = 1 }};\nwide", "found Dict[String, Number]"),
        (f"let f: (Any) -> {{ {NUMBERS} }} = x => x;\nf(1).other", "has no field 'other'"),
        (
            f"let f: (Any) -> {{ {NUMBERS} }} = x => x;\nlet g: ({{ a: Number }}) -> Any = x => x;\ng(f(1))",
            "the field 'a' is missing",
        ),
    ],
)  # fmt: skip
def test_short(text: str, said: str) -> None:
    found = findings(text)
    assert found
    for one in found:
        notes = [note.text for note in one.notes]
        assert max(map(len, [one.message, *notes])) < 350
        assert full(one).count("\n") <= 12
    assert any(said in one.message for one in found), [one.message for one in found]


def test_short_at_run_time() -> None:
    text = f"let f: (Any) -> Any = x => x;\nlet wide: {{ {NUMBERS} }} = f({{ {VALUES}, field_7 = [] }});\nwide"
    found = failure(text)
    assert "expected Number, found List []" in found.message
    assert found.within == ("field_7",)
    missing = failure(f"let f: (Any) -> Any = x => x;\nlet wide: {{ {NUMBERS} }} = f({{}});\nwide")
    assert missing.message.endswith("but 'field_0' is missing")
    assert len(missing.message) < 250


def test_the_first_misfit_is_the_first_in_order() -> None:
    text = 'let f: (Any) -> Any = x => x;\nlet one: Set[Number] = f({"c", "a", "b", 1});\none'
    assert 'found String "a"' in failure(text).message
    text = (
        'let f: (Any) -> Any = x => x;\nlet one: Dict[Any, Number] = f({ b = "x", a = "y" });\none'
    )
    assert failure(text).within == ("a",)


def test_a_key_that_python_cannot_look_up() -> None:
    text = "let f: (Any) -> Any = x => x;\nlet one: { a: Number } = f({ a = 1, [1]: 2 });\none"
    assert failure(text).message == "{ a: Number } has no field [1]"


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("let f = (x: Number) => x; f(1)", "found ':'", "(Number) -> Number = x =>"),
        ("let f = (x) -> x; f(1)", "found '->'", "=>"),
        ("[x -> 1]", "found '->'", "=>"),
        ("let d = trace 'x'; 5; d", "a single quote", "double quotes"),
        ('let d = trace "x", 5;\nlet k = 2;\nd + k', "after the message, found ','", None),
        ('let d = trace "x" 5;\nlet k = 2;\nd', "after the message, found '5'", None),
        ('[trace "x", 5, 6]', "after the message, found ','", None),
        ("if true then 1 else 2", "found 'then'", "write : instead"),
        ("true && false", "'&&' has no meaning", "'and'"),
        ("let a = true; a || not a", "'||' has no meaning", "'or'"),
    ],
)
def test_what_other_languages_write_is_one_mistake(text: str, said: str, hint: str | None) -> None:
    found = LANGUAGE.check(Source("input", text), MemoryHost()).diagnostics
    assert [one.severity.name for one in found] == ["ERROR"], found
    assert said in found[0].message
    assert hint is None or (found[0].help is not None and hint in found[0].help)
