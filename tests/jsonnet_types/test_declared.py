"""Calls are held against docsonnet, and nothing that people write on purpose is told."""

from __future__ import annotations

import pytest

from confty.workspace import Memory, Project

LIBRARY = """local d = import 'doc.libsonnet';
{
  '#new':: d.fn(help='n', args=[d.arg(name='name', type=d.T.string), d.arg('n', d.T.integer)]),
  new(name, n=1):: { name: name },
  '#many':: d.fn('m', [d.arg('xs', d.T.array)]),
  many(xs):: xs,
  '#port':: d.fn('IntOrString is a type that can hold both.', [d.arg('port', d.T.string)]),
  port(port):: { port: port },
  '#flag':: d.fn('f', [d.arg('on', d.T.boolean)]),
  flag(on=true):: on,
  inner: { '#with':: d.func.new('w', [d.arg('o', d.T.object)]), with(o):: o },
  bare(x):: x,
}
"""
FILES = {
    "doc.libsonnet": "{ T: {}, fn(help, args=[]): {}, arg(name, type): {}, func: { new(a, b): {} } }",
    "lib.libsonnet": LIBRARY,
    "k.libsonnet": "(import 'lib.libsonnet') + { extra: 1 }",
    "all.libsonnet": "(import 'gen.libsonnet') + (import 'custom.libsonnet')",
    "two.libsonnet": "(import 'raw.libsonnet') + (import 'hand.libsonnet')",
    "raw.libsonnet": """{
        '#factor': { 'function': { args: [{ default: null, name: 'value', type: ['number'] }], help: '' } },
        factor(value): { f: value } }""",
    "hand.libsonnet": """local d = import 'doc.libsonnet';
        { '#factor':: d.func.new('f', args=[d.arg('value', d.T.string)]), factor(value): { f: value } }""",
    "gen.libsonnet": "{ v1:: { lib: (import 'lib.libsonnet') } }",
    "custom.libsonnet": """local d = import 'doc.libsonnet';
        local patch = { lib+: { '#bare':: d.fn('b', [d.arg('x', d.T.string)]), '#flag'+: d.func.withArgs([d.arg('on', d.T.string)]), flag(on):: on } };
        { v1+: patch }""",
}


def told(call: str) -> list[str]:
    text = f"local lib = import 'lib.libsonnet'; function(unknown) {call}"
    project = Project(files=Memory({**FILES, "main.jsonnet": text}))
    found = project.check("main.jsonnet")
    return [one.message for one in found if one.code.name.endswith("contradicts-documentation")]


@pytest.mark.parametrize(
    ("call", "parameter"),
    [
        ("lib.new(1)", "name"),
        ("lib.new('a', n='b')", "n"),
        ("lib.new('a', {})", "n"),
        ("lib.flag('yes')", "on"),
        ("lib['flag'](1)", "on"),
        ("local l = lib; [l.flag(1)]", "on"),
        ("(import 'k.libsonnet').flag(1)", "on"),
        ("(import 'all.libsonnet').v1.lib.new(1)", "name"),
        ("(import 'all.libsonnet').v1.lib.bare(1)", "x"),
        ("local all = import 'all.libsonnet', l = all.v1.lib; l.flag(true)", "on"),
        ("(lib { more: 1 }).inner.with(1)", "o"),
        ("(import 'hand.libsonnet').factor(2)", "value"),
        ("(import 'two.libsonnet').factor([])", "value"),
    ],
)
def test_a_contradiction(call, parameter):
    [message] = told(call)
    assert f"for `{parameter}`, as documented" in message


@pytest.mark.parametrize(
    "call",
    [
        # Two layers say it differently.
        "(import 'two.libsonnet').factor(2)", "(import 'two.libsonnet').factor('2')",
        "lib.new('a', 2)", "lib.new(unknown)", "lib.new(null)", "lib.many('one')",
        "lib.port(80)", "lib.flag()", "lib.bare(1)", "lib.flag(on=false)",
        "lib.new(if unknown then 'a' else 1)",
        "(import 'all.libsonnet').v1.lib.flag('yes')", "(lib + { flag(x):: x }).flag(1)", "(lib + unknown).flag(1)",
    ],
)  # fmt: skip
def test_no_contradiction(call):
    assert told(call) == []
