"""A secret decides nothing that is printed: traces are the same whatever it is."""

from __future__ import annotations

import pytest
from jsonnet_labels.running import run

START = "local s = std.extVar('pw'); "
PROGRAMS = [
    "if s == 'yes' then std.trace('MARK', 1) else 2",
    "[if s == 'yes' then std.trace('MARK', 1) else 2, std.trace('after', 3)]",
    "local t = std.trace('MARK', 1); [if s == 'yes' then t else 0, t]",
    "(if s == 'yes' then [std.trace('MARK', 1)] else [2])[0]",
    "(if s == 'yes' then { a: std.trace('MARK', 1) } else { a: 2 }).a",
    "(if s == 'yes' then function(x) std.trace('MARK', x) else function(x) x)(1)",
    "s == 'yes' && std.trace('MARK', true)",
    "s != 'yes' || std.trace('MARK', true)",
    "std.foldl(function(a, c) if c == 'y' then std.trace('MARK', a) else a, std.stringChars(s), 0)",
    "std.foldl(function(a, c) std.trace('MARK', a + 1), std.stringChars(s), 0)",
    "std.map(function(c) std.trace('MARK', c), std.stringChars(s))",
    "std.flatMap(function(c) std.trace('MARK', c), s)",
    "std.filter(function(c) std.trace('MARK', true), std.stringChars(s))",
    "[std.trace('MARK', 1) for c in std.stringChars(s)]",
    "[std.trace('MARK', 1) for c in [1, 2] if s == 'yes']",
    "[std.trace('MARK', 1), 2][std.length(s) - 2]",
    "{ yes: std.trace('MARK', 1), no: 2 }[s]",
    "std.get({ yes: std.trace('MARK', 1) }, s, 2)",
    "[s, std.trace('MARK', 1)] == ['yes', 1]",
    "[s, std.trace('MARK', 1)] < ['yes', 1]",
    "std.member(['yes', std.trace('MARK', 'a')], s)",
    "std.makeArray(std.length(s), function(i) std.trace('MARK', i))",
    "std.assertEqual(std.length(s) > 0, true) && std.trace('MARK', true)",
    "{ assert s == 'yes' || std.trace('MARK', true), a: 1 }",
    "std.sort([1, 2], function(x) if s == 'yes' then std.trace('MARK', x) else x)",
    "std.all([s == 'yes', std.trace('MARK', true)])",
    "std.objectHas({ yes: 1 }, s) && std.trace('MARK', true)",
    "std.parseJson('[' + s[0:0] + std.toString(std.length(s)) + ']') == [std.trace('MARK', 3)]",
    "std.mergePatch({ a: std.trace('MARK', 1) }, { a: if s == 'yes' then null else 2 })",
    "std.prune([if s == 'yes' then null else std.trace('MARK', 1)])",
]


def traces(text: str, secret: str = "hunter2", **flags: object) -> list[str]:
    lines = run(START + text, secret, flags=flags).shown.splitlines()
    return [line.rpartition(" ")[2] for line in lines if line.startswith("TRACE: ")]


@pytest.mark.parametrize("text", PROGRAMS)
def test_traces_do_not_tell(text: str) -> None:
    told = [traces(text, secret) for secret in ("yes", "no", "yyy", "never")]
    assert told == told[:1] * 4


def test_traces_before_that_are_printed() -> None:
    text = "std.trace('first', 1) + std.length(s + std.trace('second', 'x'))"
    assert traces(text) == ["first", "second"]


def test_who_may_see_secrets_sees_traces() -> None:
    text = "if s == 'yes' then std.trace('MARK', 1) else 2"
    assert traces(text, "yes") == []
    assert traces(text, "yes", show_secrets=True) == ["MARK"]
