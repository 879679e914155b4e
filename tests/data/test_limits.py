"""Warnings and hints, however many, leave the value whole."""

import pytest
from data.host import MemoryHost

from confty.languages.data.wiring import JSON, TOML, YAML
from confty.text import Severity, Source

MANY = 300
JSON5 = ("a.json5", JSON)
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


LONG = [
    (JSON, "[%s]", "9" * 4301),
    (JSON5, "[%s]", "0x" + "f" * 3600),
    (JSON5, "[%s]", "-0X" + "f" * 3600),
    (YAML, "a: %s", "0x" + "f" * 3600),
    (YAML, "a: %s", "0o" + "7" * 4800),
    (TOML, "a = %s", "0x" + "f" * 3600),
    (TOML, "a = %s", "0o" + "7" * 4800),
    (TOML, "a = %s", "0b" + "1" * 14300),
]


@pytest.mark.parametrize(
    ("language", "frame", "digits"), LONG, ids=[digits[:3] for _, _, digits in LONG]
)
def test_digits_are_counted_in_every_base(language, frame, digits):
    name, language = language if isinstance(language, tuple) else ("a", language)
    (said,) = language.check(Source(name, frame % digits), MemoryHost()).diagnostics
    assert said.message == "this number is longer than 4300 digits"
    assert said.severity is Severity.ERROR
    # One of as many digits as there may be is read.
    fits = digits[: len(digits) * 98 // 100]
    source = Source(name, frame % fits)
    assert not language.check(source, MemoryHost()).failed


def test_a_yaml_float_is_a_double():
    (said,) = YAML.check(Source("a", "a: !!float " + "9" * 310), MemoryHost()).diagnostics
    assert said.message == "this number is too large for a double"
