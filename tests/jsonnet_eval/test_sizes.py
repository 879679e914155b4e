"""Counts from a program are checked before they are used, and memory is called memory."""

from __future__ import annotations

import pytest

from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate


def run(text: str, **settings) -> str:
    given = RunSettings()
    for name, value in settings.items():
        setattr(given, name, value)
    try:
        return evaluate("a", text.encode(), DiskImporter([]), given).apply(json_text)
    except Failure as failure:
        return failure.findings[0].code.name + ": " + failure.findings[0].message


MOST = {
    "std.makeArray(1e100, function(i) i)": "makeArray",
    "std.length(std.makeArray(1e9, function(i) i))": "makeArray",
    "std.range(1, 1e15)": "range",
    "std.range(-1e308, 1e308)": "range",
    "std.range(1.5, 1e308)": "range",
    "std.repeat('a', 1e100)": "repeat",
    "std.repeat('abc', 1e9)": "repeat",
    "std.repeat([1], 1e15)": "repeat",
    "'%*d' % [1e100, 1]": "width",
    "'%.*f' % [1e100, 1]": "width",
    "'%" + "9" * 400 + "d' % 1": "width",
    "'%99999999999999d' % 1": "width",
}


@pytest.mark.parametrize("text", MOST)
def test_counts_beyond_reason(text: str) -> None:
    # Go takes whole numbers of 53 bits only, and says so.
    refused = run(text)
    assert refused.startswith("jsonnet/stopped: ")
    said = run(text, dialect="cpp")
    assert said.startswith("jsonnet/stopped: ")
    assert MOST[text] in said
    assert "at most" in said


RIGHT = {
    "std.repeat('', 1e100)": '""',
    "std.repeat([], 1e100)": "[ ]",
    "std.splitLimit('a,b,c', ',', 1e100)[2]": '"c"',
    "std.splitLimitR('a,b,c', ',', 1e100)[2]": '"c"',
    "std.substr('abc', 1e100, 1e100)": '""',
    "std.slice([1, 2], 0, 1e100, 1e100)[0]": "1",
    "std.range(5, -1e300)": "[ ]",
    "'%(a(b)s' % { 'a(b': 1 }": '"1"',
    "'%05d|%-5d|% d|%+d|%%' % [1, 2, 3, 4]": '"00001|2    | 3|+4|%"',
}


@pytest.mark.parametrize("text", RIGHT)
def test_counts_that_are_only_large(text: str) -> None:
    assert run(text, dialect="cpp") == RIGHT[text]


@pytest.mark.parametrize(
    "text",
    [
        "std.parseInt(std.repeat('9', 5000))",
        "std.parseHex(std.repeat('f', 5000))",
        "'%.*f' % ['a', 1]",
        "'%.*f' % [-1e100, 1]",
        "'%.*x' % ['a', 1]",
        "'%0*x' % ['a', 1]",
        "std.parseYaml(std.repeat('[', 100000))",
        "std.parseYaml(std.repeat('- ', 5000))",
        "std.parseYaml('&a [*a]')",
        "local f() = 1; local g() = f(1); g()",
        "local f(x) = x; local g(y) = f(y, y, y); g(1)",
    ],
)
def test_mistakes_are_told(text: str) -> None:
    assert run(text).startswith("jsonnet/stopped: ")


def test_format_codes_are_read_in_linear_time() -> None:
    for part in ("0", "(", "%(", "%(a", "%1", "%0", "%."):
        assert run(f"std.length(std.repeat('{part}', 50000) % [])", timeout=20.0)
        assert run(f"'%' + std.repeat('{part}', 50000) % [1]", timeout=20.0)


def test_memory_is_not_called_recursion() -> None:
    grows = "std.length(std.foldl(function(a, i) a + a, std.range(1, 31), 'a'))"
    assert run(grows, memory=200 << 20).startswith("jsonnet/memory: stopped at 200 megabytes")


def test_depth_is_not_called_memory() -> None:
    assert run("local f(x) = 1 + f(x + 1); f(1)").startswith("jsonnet/recursion: ")
