"""A place never ends before it begins, also where a part is not there."""

from __future__ import annotations

import json

import pytest

from confty.cli.main import main
from confty.text import Source, Span

BROKEN = {
    "a.jsonnet": ["f(a=1, for", "f(a=1,\n\n  )", "f(a=1, )", "f(a=1,\n then", "{ a(b=1, : 2 }", "local f(x=1,\n\n = 3; f"],
    "a.rcl": ["f(1,\n\n let", "let a =\n\n", "{ a =\n\n }", "x => \n\n"],
    "main.pp": ["a = f(1,\n\n", "a = {\n b =\n\n", 'resource "x"\n\n'],
    "a.phy": ["(Call f\n\n", "(Decl x\n\n)"],
}  # fmt: skip


def test_a_span_is_never_turned_round() -> None:
    span = Span(Source("a", "abcdef"), 4, 2)
    assert (span.start, span.end) == (4, 4)


@pytest.mark.parametrize(("name", "text"), [(n, text) for n, all_ in BROKEN.items() for text in all_])  # fmt: skip
def test_findings_about_what_is_not_there(tmp_path, monkeypatch, capsys, name, text) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text)
    assert main(["check", "--no-cache", "--output-format", "json", name]) in {0, 1}
    for finding in json.loads(capsys.readouterr().out):
        start = finding["line"], finding["column"]
        assert start <= (finding["end_line"], finding["end_column"]), finding
    assert main(["fmt", name]) in {0, 1}
    assert main(["fmt", "--output-format", "json", name]) in {0, 1}
