"""The published RCL tests, by their own runner's rules, run in this process.

Values are compared byte for byte; an expected error must be one of ours, at the same line.
"""

from __future__ import annotations

import importlib.util
import io
import sys
from typing import Any

import pytest
from support.conformance import require

from confty.cli.rcl import main
from confty.languages.rcl.evaluator import evaluate


def runner() -> Any:
    spec = importlib.util.spec_from_file_location("rcl_run", require("rcl_run.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outcome(rules: Any, case: Any, root: Any, monkeypatch, capsys) -> Any:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(case.stdin.encode())))
    code = main(["-C", str(case.path.parent), *case.args])
    out, err = capsys.readouterr()
    clean = [
        rules.lines_of(rules.ANSI.sub("", text).replace(str(root), "/WORKDIR"))
        for text in (out, err)
    ]
    return rules.Outcome(code, *clean)


def test_golden(monkeypatch, capsys, tally) -> None:
    golden = require("rcl", "golden").resolve()
    rules = runner()
    monkeypatch.setenv("RCL_TEST_LIMITS", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    failing, total = [], 0
    for path in sorted(golden.glob("*/*.test")):
        if path.parent.name not in rules.FOLDERS:
            continue
        case = rules.Case(path)
        found = outcome(rules, case, golden, monkeypatch, capsys)
        total += 1
        passed = rules.passes_loose(case, found)
        if not case.is_error:
            passed = passed and found.out == rules.until_location(case.golden)
        if not passed:
            failing.append(case.name)
    tally("rcl golden", total - len(failing), total, failing)
    assert total > 200
    assert not failing


@pytest.mark.parametrize("steps", [0, 3])
def test_golden_values_from_translated_code(monkeypatch, capsys, steps: int) -> None:
    """The same values when nothing is left to the reference evaluator's patience."""
    golden = require("rcl", "golden").resolve()
    rules = runner()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setitem(evaluate.__kwdefaults__, "patience", steps)
    for folder in ("json", "rcl", "types"):
        for path in sorted((golden / folder).glob("*.test")):
            case = rules.Case(path)
            if not case.is_error:
                found = outcome(rules, case, golden, monkeypatch, capsys)
                assert found.out == rules.until_location(case.golden), case.name
