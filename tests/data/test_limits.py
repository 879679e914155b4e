"""Warnings and hints, however many, leave the value whole."""

import pytest
from data.host import MemoryHost

from confty.languages.data.wiring import JSON, TOML, YAML
from confty.text import Severity, Source

MANY = 300
CASES = [
    (JSON, "[" + ", ".join(['"\\ud800"'] * MANY) + "]", len),
    (YAML, "".join([f"- !Ref{i} x\n" for i in range(MANY)]), len),
    (TOML, "a = [" + ", ".join([str(2**64)] * MANY) + "]\n", lambda value: len(value["a"])),
    (TOML, "".join([f"a{i} = {2**64}\n" for i in range(MANY)]), len),
]


@pytest.mark.parametrize(
    ("language", "text", "count"), CASES, ids=["json", "yaml", "toml", "toml lines"]
)
def test_whole_value(language, text, count):
    source = Source("a", text)
    found = language.check(source, MemoryHost()).diagnostics
    assert len(found) == 100
    assert all(finding.severity is not Severity.ERROR for finding in found)
    value = language.plain(language.evaluate(source, MemoryHost()).output).output
    assert count(value) == MANY


@pytest.mark.parametrize(
    ("language", "text", "count"), CASES, ids=["json", "yaml", "toml", "toml lines"]
)
def test_an_error_behind_many_warnings_is_told(language, text, count):
    broken = text.rstrip("]\n") + "\n@@@ ["
    assert language.check(Source("a", broken), MemoryHost()).failed
    del count
