"""What hovering shows, and which call a cursor is in."""

from __future__ import annotations

import pytest
from support.jsonnet_places import marked

LIBRARY = {
    "lib.libsonnet": """{
  // How many there are.
  count: 1,
  '#make': d.fn('Makes one.', [d.arg('size', d.T.number)]),
  make(size, kind='small'):: { size: size, kind: kind },
}"""
}


def _sight(text: str, **settings: object):
    found = marked(text, LIBRARY, **settings)
    return found.insight.sight_at(found.offset)


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("local §x = 1 + 2; x", "local x: number", "3"),
        ("local x = 'a'; §x", "local x: string", '"a"'),
        ("local §f(a) = a > 1; f", "local f: (a: any) => boolean", ""),
        ("function(§a) assert std.isNumber(a); a", "parameter a: number", ""),
        ("[§i for i in [1, 2]]", "loop i: number", ""),
        ("{ §a: 3 }", "a: number", "3"),
        ("local o = { a: 'hi' }; o.§a", "a: string", '"hi"'),
        ("local o = { a: 'hi' }; o['§a']", "a: string", '"hi"'),
        ("{ a: 1, b: §self.a }", "{ a: number, b: number, ... }", ""),
        ("1 §+ 2", "number", "3"),
        ("local f(x=1) = x; f(§x=2)", "argument x: number", ""),
        ("std.§abs(1)", "std.abs(n: number): number", ""),
        ("§std.abs(1)", "std", ""),
    ],
)
def test_types_and_values(text, type_, value):
    sight = _sight(text)
    assert (sight.type, sight.value) == (type_, value)


def test_words():
    assert _sight("// The answer.\nlocal x = 42; §x").documentation == "The answer."
    library = "local lib = import 'lib.libsonnet';\n"
    assert _sight(f"{library}lib.§count").documentation == "How many there are."
    assert _sight(f"{library}lib.§make(1)").documentation.startswith("Makes one.")
    assert _sight(f"{library}(lib {{ x: 1 }}).§count").documentation == "How many there are."
    assert _sight("std.§abs(1)").documentation


def test_secret_and_unknown_values_say_so_and_why():
    sight = _sight("local p = std.extVar('pw'); §p", ext_vars={"pw": "secret string"})
    assert tuple(sight.facts) == ("secret: it comes from the external variable `pw`",)
    assert sight.value == ""
    sight = _sight("local p = 'x' + std.extVar('id'); §p", ext_vars={"id": ("unknown", "string")})
    assert tuple(sight.facts) == (
        "unknown until the program runs: it comes from the external variable `id`",
    )
    sight = _sight("local p = std.extVar('a'); §p")
    assert tuple(sight.facts) == (
        "unknown: the external variable `a` has no type in the settings",
    )


def test_a_parameter_says_what_callers_pass():
    assert tuple(_sight("local f(§a) = a; f(1)").facts) == ("callers pass `number`",)


def test_an_import_says_where_it_leads():
    assert tuple(_sight("import '§lib.libsonnet'").facts) == ("the file is lib.libsonnet",)
    assert tuple(_sight("import '§nowhere'").facts) == ("there is no such file",)


@pytest.mark.parametrize(
    ("text", "label", "active"),
    [
        ("local f(a, b=2) = a; f(§", "f(a, b=2): number", 0),
        ("local f(a, b=2) = a; f(1, §)", "f(a, b=2)", 1),
        ("local f(a, b=2) = a; f(b=§", "f(a, b=2)", 1),
        ("local f(a, b, c) = a; f(1, c=2, §)", "f(a, b, c)", 1),
        ("local f(a, b) = a; f(std.length(§), 2)", "std.length(x: any): number", 0),
        ("local f(a, b) = a; f(std.length('x'), §2)", "f(a, b)", 1),
        ("local f(a) = a; f({ x: [1, §] })", "f(a)", 0),
        ("(function(x, y) 1)(§)", "function(x, y): number", 0),
        ("{ m(x):: 'a', n: self.m(§) }", "self.m(x): string", 0),
        ("(import 'lib.libsonnet').make(1, §", "make(size, kind='small')", 1),
        ("local f(a) = a; f(1, §)", "f(a)", None),
    ],
)
def test_signatures(text, label, active):
    found = marked(text, LIBRARY)
    signature = found.insight.signature_at(found.offset)
    assert signature.label.startswith(label.removesuffix(": number")) or label in signature.label
    assert signature.active == active
    for one in signature.parameters:
        assert one.label in signature.label


def test_a_signature_has_the_words_of_docsonnet():
    found = marked("local lib = import 'lib.libsonnet'; lib.make(§)", LIBRARY)
    signature = found.insight.signature_at(found.offset)
    assert signature.documentation.startswith("Makes one.")
    assert [one.documentation for one in signature.parameters] == ["number", ""]
    assert [one.optional for one in signature.parameters] == [False, True]


def test_no_signature_outside_of_calls():
    for text in ("local f(a) = a; f(1)§", "local f(a) = a; §f(1)", "§"):
        found = marked(text)
        assert found.insight.signature_at(found.offset) is None
