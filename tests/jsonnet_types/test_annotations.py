"""Types in comments: held at the definition, seen by every use, kept by what replaces a field."""

from __future__ import annotations

import pytest

from confty.languages.jsonnet.checker.notation import read_type, spell_whole
from confty.workspace import Memory, Project

LIBRARY = """{
  //: (name: string, port?: number) => { name: string, port: number }
  new(name, port=80):: { name: name, port: port },
  //: { env: 'dev' | 'prod', n: number, ... }
  _config:: { env: 'dev', n: 1 },
  //: string
  title: 'n is %d' % self._config.n,
}
"""


def told(text: str) -> list[tuple[str, str]]:
    files = {"main.jsonnet": text, "lib.libsonnet": LIBRARY}
    found = Project(files=Memory(files)).check("main.jsonnet")
    return [(one.code.name.removeprefix("jsonnet/"), one.span.text) for one in found if one.span]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("//: number\nlocal x = 'a'; x", "'a'"),
        ("#: number\nlocal x = 'a'; x", "'a'"),
        ("local /*: number */ x = 'a'; x", "'a'"),
        ("local a = 1, /*: string */ x = 2; [a, x]", "2"),
        ("{\n  //: number\n  x: 'a' }", "'a'"),
        ("{\n  //: number\n  local x = 'a', y: x }", "'a'"),
        ("//: (a: number) => string\nlocal f(a) = a + 1; f(1)", "a + 1"),
        ("//: (a?: number) => any\nlocal f(a='x') = a; f()", "'x'"),
        ("//: (a: number) => number\nlocal f = function(a) a + 1; f('x')", "'x'"),
        ("//: (a: number) =>\n//:   number\nlocal f(a) = a; f('x')", "'x'"),
        ("//: array['a' | 'b']\nlocal x = ['a', 'c']; x", "['a', 'c']"),
        ("local lib = import 'lib.libsonnet'; lib.new(1)", "1"),
        ("local lib = import 'lib.libsonnet'; lib.new('a', port='b')", "'b'"),
        ("local lib = import 'lib.libsonnet'; lib { title: 3 }", "3"),
        (
            "local lib = import 'lib.libsonnet'; lib { _config+:: { n: 'x' } }",
            "{ n: 'x' }",
        ),
        ("local lib = import 'lib.libsonnet'; lib.new('a').port + []", None),
    ],
)
def test_what_does_not_fit(text, place):
    found = told(text)
    if place is None:
        assert [code for code, _ in found] == ["bad-operands"]
    else:
        assert found == [("type-mismatch", place)]


@pytest.mark.parametrize(
    "text",
    [
        "//: number\nlocal x = 1; x",
        "//: any\nlocal x = 1; x",
        "//: 'a' | 'b'\nlocal x = 'a'; x == 'b'",
        "//: (a: number) => number\nlocal f(a) = if a < 1 then 0 else f(a - 1); f(3)",
        "//: number\nlocal x = std.extVar('n'); x + 1",
        "// plain: text\nlocal x = 1; x",
        "local lib = import 'lib.libsonnet'; lib { _config+:: { n: 2, more: 1 } }",
        "local lib = import 'lib.libsonnet'; lib { title: super.title + '!' }",
        "{ x: 'a //: number', y: |||\n  //: number\n||| }",
    ],
)
def test_what_fits(text):
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("//: nmber\nlocal x = 1; x", "cannot be read"),
        ("//: number\n[1]", "a local, a field or a function"),
        ("[\n  //: number\n  1 ]", "a local, a field or a function"),
        ("//: (b: number) => number\nlocal f(a) = a; f(1)", "own parameters (a), found b"),
        ("//: number\nlocal f(a) = a; f(1)", "the type of a function"),
        ("{ a: 1 } + {\n  //: number\n  a+: 1 }", "what is added to one"),
    ],
)
def test_what_says_nothing(text, words):
    files = Memory({"main.jsonnet": text})
    [found] = Project(files=files).check("main.jsonnet")
    assert found.code.name == "jsonnet/bad-annotation"
    assert words in found.message


def test_a_string_that_no_choice_has():
    found = told("//: 'dev' | 'prod'\nlocal env = std.extVar('e'); [env == 'prd', env == 'dev']")
    assert found == [("always-false", "env == 'prd'")]


@pytest.mark.parametrize(
    "spelled",
    [
        "number", "boolean", "'a' | 'b'", "array[string]", "tuple[number, string]", "set[number]",
        "{ a: number, ... }", '{ a: number, "b c": object }', "object", "top", "null | number",
        "(x: number, y?: string) => array[any]", "function", "unit",
    ],
)  # fmt: skip
def test_what_is_printed_can_be_written(spelled):
    once = read_type(spelled)
    assert read_type(spell_whole(once)) is once
