"""A trace that runs only because of a secret says nothing: both secrets give the same messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.rcl_secrets import command

PROGRAMS = [
    'if ext.s == "yes": trace "MARK"; 1 else: 2',
    'let f = x => (trace "MARK"; x); if ext.s == "yes": f(1) else: 2',
    '[if ext.s == "yes": trace "MARK"; 1]',
    '[if ext.s == "yes": 1, trace "MARK"; 2]',
    '[for x in ext.s.split("e"): trace "MARK"; 1]',
    '{for x in ext.s.split("e"): trace "MARK"; x}',
    '[if ext.s == "yes": [for x in [1]: trace "MARK"; x]]',
    'ext.s.split("e").map(x => (trace "MARK"; x))',
    '[1, 2].any(x => (trace "MARK"; ext.s == "yes"))',
    '[1, 2].all(x => (trace "MARK"; ext.s == "yes"))',
    'std.range(0, ext.s.len()).map(x => (trace "MARK"; x))',
    '(if ext.s == "yes": (x => (trace "MARK"; x)) else: (x => x))(1)',
    '{a = 1, b = x => (trace "MARK"; x)}.get(if ext.s == "yes": "b" else: "c", x => x)(1)',
    '[ext.s == "yes", 1].fold(0, (a, x) => if x == true: (trace "MARK"; 1) else: a)',
    'let a = if ext.s == "yes": import "traced.rcl" else: 1; let b = import "traced.rcl"; [a, b]',
    'let a = [if ext.s == "yes": import "traced.rcl"]; let b = import "traced.rcl"; [a, b]',
]


def told(text: str, secret: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("S", secret)
    Path("p.rcl").write_text(text + "\n", encoding="utf-8")
    code, _, messages = command(["eval", "p.rcl", "--ext-secret", "s=env:S"])
    assert code == 0, messages
    return messages


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_secret_decides_about_no_trace(text: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("traced.rcl").write_text('trace "MARK"; 3\n', encoding="utf-8")
    assert told(text, "yes", monkeypatch) == told(text, "no", monkeypatch)


@pytest.mark.parametrize(
    "text",
    [
        'trace "MARK"; ext.s',
        '(if ext.s == "yes": 1 else: 2), trace "MARK"; 1',
        '[ext.s, 1].map(x => (trace "MARK"; x))',
        'let a = if ext.s == "yes": 1 else: 2; trace "MARK"; a',
    ],
)
def test_other_traces_are_shown(text: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "MARK" in told(f"[{text}]", "yes", monkeypatch)
