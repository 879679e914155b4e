"""The reference suite by its runner's rules, in this process: same bytes, or an error where one is."""

from __future__ import annotations

import re

from support.conformance import require

from confty.compat.jsonnet import JsonnetError, evaluate_file

VARIABLES = {"ext_vars": {"var1": "test"}, "ext_codes": {"var2": "{x:1,y:2}"}}
ARGUMENTS = {"tla_vars": {"var1": "test"}, "tla_codes": {"var2": "{x:1,y:2}"}}
POSITION = re.compile(r"\tstd\.jsonnet:[0-9]*:[0-9-]*")

#: What cannot pass as the files stand here; each must fail, or leave this list.
KNOWN = {
    "dos_line_endings.jsonnet": "the file has lost the carriage returns that its golden speaks of",
    "unicode_bmp.jsonnet": "the files it imports are not beside it",
}


def outcome(name: str, capfd) -> tuple[bool, str]:
    """Whether a program succeeded, and all it printed."""
    given = ARGUMENTS if name.startswith("tla.") else VARIABLES
    try:
        succeeded, text = True, evaluate_file(name, **given)
    except JsonnetError as error:
        succeeded, text = False, str(error)
    return succeeded, capfd.readouterr().err + text


def passes(name: str, succeeded: bool, text: str, golden: str) -> bool:
    if name.startswith("error."):
        return not succeeded
    return succeeded and text.rstrip("\n") == golden.rstrip("\n")


def head(text: str) -> str:
    return text.split("\n", 1)[0]


def test_suite(monkeypatch, capfd, tally) -> None:
    suite = require("jsonnet", "suite")
    monkeypatch.chdir(suite)
    failing, total, heads, refusals = [], 0, 0, 0
    for path in sorted(suite.glob("*.jsonnet")):
        name = path.name
        expected = suite / f"{name}.golden"
        golden = expected.read_bytes().decode() if expected.exists() else "true"
        succeeded, text = outcome(name, capfd)
        total += 1
        if not passes(name, succeeded, text, golden):
            failing.append(name)
        if name.startswith("error."):
            refusals += 1
            heads += head(text) == head(golden)
    tally("jsonnet suite", total - len(failing), total, failing)
    tally("jsonnet error texts, first line", heads, refusals)
    present = {name for name in KNOWN if (suite / name).exists()}
    assert set(failing) - present == set(), failing
    assert heads >= 0.9 * refusals
