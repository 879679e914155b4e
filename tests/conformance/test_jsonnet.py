"""The reference suite by its runner's rules, in this process: same bytes, or an error where one is."""

from __future__ import annotations

import re

import pytest
from support.conformance import require
from support.peers import peer

from confty.compat.jsonnet import JsonnetError, evaluate_file

VARIABLES = {"ext_vars": {"var1": "test"}, "ext_codes": {"var2": "{x:1,y:2}"}}
ARGUMENTS = {"tla_vars": {"var1": "test"}, "tla_codes": {"var2": "{x:1,y:2}"}}
POSITION = re.compile(r"\tstd\.jsonnet:[0-9]*:[0-9-]*")

#: What cannot pass as the files stand here; each must fail, or leave this list.
KNOWN = {
    "dos_line_endings.jsonnet": "the file has lost the carriage returns that its golden speaks of",
    "unicode_bmp.jsonnet": "the files it imports are not beside it",
}

#: Mistakes to C++ and not to Go.
GO_TAKES = (
    "error.array_fractional_index.jsonnet",
    "error.integer_left_shift_runtime.jsonnet",
    "error.std_makeArray_negative.jsonnet",
)


def outcome(name: str, dialect: str, capfd) -> tuple[bool, str]:
    """Whether a program succeeded, and all it printed."""
    given = ARGUMENTS if name.startswith("tla.") else VARIABLES
    try:
        succeeded, text = True, evaluate_file(name, dialect=dialect, **given)
    except JsonnetError as error:
        succeeded, text = False, str(error)
    return succeeded, capfd.readouterr().err + text


def passes(name: str, succeeded: bool, text: str, golden: str) -> bool:
    if name.startswith("error."):
        return not succeeded
    return succeeded and text.rstrip("\n") == golden.rstrip("\n")


def head(text: str) -> str:
    return text.split("\n", 1)[0]


def as_go(name: str) -> str:
    """The first line of what the implementation in Go says."""
    try:
        return str(peer("_gojsonnet").evaluate_file(name, **VARIABLES))
    except RuntimeError as error:
        return head(str(error))


@pytest.mark.parametrize("dialect", ["cpp", "go"])
def test_suite(monkeypatch, capfd, tally, dialect) -> None:
    suite = require("jsonnet", "suite")
    monkeypatch.chdir(suite)
    failing, total, heads, refusals = [], 0, 0, 0
    for path in sorted(suite.glob("*.jsonnet")):
        name = path.name
        expected = suite / f"{name}.golden"
        golden = expected.read_bytes().decode() if expected.exists() else "true"
        succeeded, text = outcome(name, dialect, capfd)
        total += 1
        if not passes(name, succeeded, text, golden):
            failing.append(name)
        if name.startswith("error.") and not (dialect == "go" and name in GO_TAKES):
            refusals += 1
            heads += head(text) == (head(golden) if dialect == "cpp" else as_go(name))
    tally(f"jsonnet suite, dialect {dialect}", total - len(failing), total, failing)
    tally(f"jsonnet error texts, first line, dialect {dialect}", heads, refusals)
    known = {*KNOWN, *(GO_TAKES if dialect == "go" else ())}
    present = {name for name in known if (suite / name).exists()}
    assert set(failing) - present == set(), failing
    assert heads >= 0.9 * refusals


def test_what_go_takes(monkeypatch) -> None:
    """The implementation in Go itself runs what the suite of the one in C++ wants refused."""
    original = peer("_gojsonnet")
    suite = require("jsonnet", "suite")
    monkeypatch.chdir(suite)
    for name in GO_TAKES:
        if (suite / name).exists():
            assert original.evaluate_file(name)
