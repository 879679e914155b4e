"""``confty test``: comments that point, in programs and in documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from confty.cli.expectations import ordered
from confty.cli.test import main

GOOD = """\
local a = 100;
##        ^^^ def: a
local n = a + 1;
##        ^ use: a
##    ^ type: number
##   vvvvv err: there is no field
[n, {}.x, if std.isNumber(n) then n]
##                                ^ hover: number
"""


def test_expectations_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.jsonnet"
    path.write_text(GOOD.replace("##   vvvvv", "##  vvvv"), encoding="utf-8")
    assert main([str(path)]) == 0, capsys.readouterr().out
    assert capsys.readouterr().err == "5 expectations hold\n"


def test_expectations_that_do_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.jsonnet"
    path.write_text("local x = 1;\n##    ^ type: string\n1 + {}\n", encoding="utf-8")
    assert main([str(path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{path}:2:7: expected the type `string`, found `number`"
    assert len(said) == 3, "the unused name and the sum are findings that nobody expects"


def test_blocks_of_a_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "doc.md"
    text = "# Title\n\n```jsonnet\n[1]\n# ^ type: string\n```\n\n```text\n# ^ type: no\n```\n"
    path.write_text(text, encoding="utf-8")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out.startswith(f"{path}:5:3: expected the type `string`")


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no/such/file.jsonnet"]) == 2
    assert "no/such/file.jsonnet" in capsys.readouterr().err


def test_order_does_not_matter() -> None:
    assert ordered("string | null | { b: number, a: 1 | 2 }") == ordered(
        "{ a: 2 | 1, b: number } | null | string"
    )
    assert ordered("(x: number) => a | b") != ordered("a | (x: number) => b")
