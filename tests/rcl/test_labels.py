"""Secrets, unknowns and dependencies that come from another language stay on their values."""

from __future__ import annotations

from typing import Any

import pytest
from support.rcl_hosts import MemoryHost

from confty.language import Outcome
from confty.languages.rcl.evaluator import evaluate
from confty.languages.rcl.loader import Program
from confty.languages.rcl.renderer import render
from confty.languages.rcl.wiring import LANGUAGE
from confty.text import Source
from confty.types import DYNAMIC
from confty.values import Labelled, secret, unknown

WORD = "hunter2"


class Stranger:
    """A file of another language that holds labelled values."""

    language = "other"

    def __init__(self, value: Any) -> None:
        self.content = value

    def type(self) -> Any:
        return DYNAMIC

    def value(self) -> Outcome[Any]:
        return Outcome(self.content)

    def held(self, hold: Any) -> Any:
        return hold(self.content)

    def fault(self) -> None:
        """Nothing is wrong with it."""

    def refused(self, _adoption: object) -> None:
        """It is a program."""

    def declared_at(self, path: tuple[str | int, ...]) -> None:
        del path

    def written_at(self, path: tuple[str | int, ...]) -> None:
        del path


class Border(MemoryHost):
    def resolve(self, path: str, importer: str | None) -> str | None:
        del importer
        return path

    def foreign(self, name: str, _way: object = ()) -> Any:
        del name
        return Stranger(
            {
                "password": secret(WORD),
                "port": secret(8080),
                "ip": unknown("resource"),
                "plain": [1, 2],
                "box": secret({"a": 1, "b": [1, 2]}),
                "ok": secret(True),
            }
        )


def result(expression: str, patience: int | None = 1000):
    host = Border()
    program = Program(host)
    text = f'let s = import "s.other";\n{expression}'
    outcome = evaluate(program, program.add(Source("input", text)), patience=patience)
    return outcome, host


@pytest.mark.parametrize("patience", [None, 0])
@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("s.password", '"[secret]"'),
        ("s.port + 1", '"[secret]"'),
        ("-s.port", '"[secret]"'),
        ('f"http://{s.password}"', '"[secret]"'),
        ("s.password.len()", '"[secret]"'),
        ('s.password == "x"', '"[secret]"'),
        ("[s.password] == [1]", '"[secret]"'),
        ("if s.ok: 1 else: 2", '"[secret]"'),
        ("s.ip", '"[unknown]"'),
        ('f"{s.ip}:{s.port}"', '"[secret]"'),
        ("if s.ip == 1: 1 else: 2", '"[unknown]"'),
        ("s.box.a", '"[secret]"'),
        ('s.box["a"]', '"[secret]"'),
        ("[for x in s.box.b: x]", '"[secret]"'),
        ("[if s.ok: 1]", '"[secret]"'),
        ("{ s.password, 1 }", '"[secret]"'),
        ("{ 1 } | [s.password]", '"[secret]"'),
        ("[1, 2].to_set_dedup().contains({ s.password })", '"[secret]"'),
        ("[for x in s.ip: x]", '"[unknown]"'),
        ("assert s.ok: s.password; 1", "1"),
        ("{ a = s.port, b = s.plain }", '{ a = "[secret]", b = [1, 2] }'),
        ("[s.plain, s.plain.sum()]", "[[1, 2], 3]"),
        ("std.format_json({ a = s.password })", '"[secret]"'),
        ("let n: Number = s.port; n", '"[secret]"'),
        ("let n: List[Number] = [1, s.port]; n", '[1, "[secret]"]'),
        ("{ ...s.box }", '"[secret]"'),
        ("[1, 2].map(x => x + s.port)", '["[secret]", "[secret]"]'),
        ("{ x = s.password }.x", '"[secret]"'),
    ],
)
def test_labels_go_along(expression: str, printed: str, patience: int | None) -> None:
    outcome, _ = result(expression, patience)
    assert outcome.output is not None, outcome.diagnostics
    assert render(outcome.output.visible(), "rcl") == printed + "\n"
    if "secret" in printed:
        data = LANGUAGE.plain(outcome.output).output
        assert WORD not in repr(data)


@pytest.mark.parametrize(
    "expression",
    [
        "s.password + 1",
        "let n: Number = s.password; n",
        "{ s.password: 1 }",
        "s.password.parse_int()",
        's.password.remove_prefix("x")',
        "s.password[0]",
        "s.password.nope",
        "s.password()",
        "assert not s.ok: s.password; 1",
        "assert false: s.password; 1",
        "assert false: [s.password]; 1",
        "[1].map(x => s.password + x)",
        "s.box.c",
        "{ a = 1 }[s.password]",
        "[..s.password]",
    ],
)
def test_no_secret_in_a_message(expression: str) -> None:
    outcome, _ = result(expression)
    assert outcome.output is None
    assert outcome.diagnostics
    for finding in outcome.diagnostics:
        said = [finding.message, finding.help or "", *[note.text for note in finding.notes]]
        assert WORD not in " ".join(said)


def test_traces_are_redacted() -> None:
    outcome, host = result("trace [s.password, 1]; 2")
    assert outcome.output is not None
    assert host.traces == ['input:2:7: trace: ["[secret]", 1]']


def test_labels_leave_with_the_value() -> None:
    outcome, _ = result("{ a = s.port + 1 }")
    assert outcome.output is not None
    data = LANGUAGE.plain(outcome.output).output["a"]
    assert isinstance(data, Labelled)
    assert data.secret
    assert data.value == 8081
