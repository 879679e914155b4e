"""Every name of a file with the places that introduce it."""

from __future__ import annotations

import pytest
from support.jsonnet_places import marked

LIBRARY = {"lib.libsonnet": "{ a: 1, f(x, y=2): x, b: self.a, nest: { z: 1 } }"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("local a = 1; a§", ["1:7"]),
        ("local a = 1; local a = 2; a§", ["1:20"]),
        ("local a = 1, b = a§; b", ["1:7"]),
        ("local f(x) = x§; f(1)", ["1:9"]),
        ("local f(x) = x; f(x§=1)", ["1:9"]),
        ("(function(x) x)(x§=1)", ["1:11"]),
        ("[a§ for a in [1]]", ["1:8"]),
        ("{ [k§]: 1 for k in ['a'] }", ["1:14"]),
        ("{ local a = 1, b: a§ }", ["1:9"]),
        ("local a = 1; { local a = 2, [a§]: 1 }", ["1:7"]),
        # Fields, of every layer.
        ("local a = { x: 1 }; a.x§", ["1:13"]),
        ("local a = { x: 1 }; a['x§']", ["1:13"]),
        ("local a = { ['x']: 1 }; a.x§", ["1:14"]),
        ("{ a: 1, b: self.a§ }", ["1:3"]),
        ("{ a: 1, b: { c: $.a§ } }", ["1:3"]),
        ("{ local this = self, a: 1, b: { c: this.a§ } }", ["1:22"]),
        ("local a = { x: 1 }, b = a + { x: 2 }; b.x§", ["1:13", "1:31"]),
        ("local a = { x: 1, y: self.x§ }, b = a { x: 2 }; b", ["1:13", "1:40"]),
        ("local a = { x: 1 }; a { x: super.x§ }", ["1:13"]),
        ("local a = { n: { z: 1 } }; a { n+: { z§: 2 } }", ["1:18", "1:38"]),
        ("local a = { n: { z: 1 } }; a { q: super.n.z§ }", ["1:18"]),
        ("local f(o) = o.x§; f({ x: 1 }) + f({ x: 2 })", ["1:23", "1:37"]),
        ("local f() = { s: { n: 1 } }; f().s.n§", ["1:20"]),
        # Texts that name a field.
        ("local a = { x: 1 }; 'x§' in a", ["1:13"]),
        ("local a = { x: 1 }; std.get(a, 'x§')", ["1:13"]),
        ("local a = { x: 1 }; '%(x§)d' % a", ["1:13"]),
        ("{ '#x§': 'about it', x: 1 }", ["1:21"]),
    ],
)
def test_definitions(text, wanted):
    assert marked(text).definitions() == [f"main.jsonnet:{one}" for one in wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("local lib = import 'lib.libsonnet'; lib.a§", ["lib.libsonnet:1:3"]),
        ("(import 'lib.libsonnet').f(y§=1)", ["lib.libsonnet:1:14"]),
        (
            "local lib = import 'lib.libsonnet'; lib { a§: 2 }",
            ["lib.libsonnet:1:3", "main.jsonnet:1:43"],
        ),
        (
            "(import 'lib.libsonnet') { nest+: { z§: 2 } }",
            ["lib.libsonnet:1:42", "main.jsonnet:1:37"],
        ),
    ],
)
def test_definitions_in_other_files(text, wanted):
    assert marked(text, LIBRARY).definitions() == wanted


def test_what_cannot_be_renamed_says_why():
    assert marked("st§d.length([])").fixed() == "`std` is part of the language"
    assert marked("std.len§gth([])").fixed() == "`std` is part of the language"
    assert marked("nobody§").fixed() == "nothing introduces this name"
    assert marked("function(o) o.x§").fixed() == ("it is not known which object `x` belongs to")
    assert marked("local std = 1; st§d").fixed() == ""


def test_what_introduces_a_name_is_among_its_places_and_writes():
    found = marked("local f(a, b=1) = { x: a, y+: b, 'z': [i for i in [1]] }; f(1)")
    for one in found.insight.occurrences():
        own = [place for place in one.definitions if place.start == one.start]
        assert bool(own) == one.writes


def test_calls_are_marked():
    found = marked("local f(x) = x; f(1) + (f)(2) + std.length([f])")
    called = [(one.name, one.called) for one in found.insight.occurrences()]
    assert called == [
        ("f", False), ("x", False), ("x", False), ("f", True), ("f", True),
        ("std", False), ("length", True), ("f", False),
    ]  # fmt: skip
