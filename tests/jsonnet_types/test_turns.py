"""Loops, folds and texts, looked at turn by turn where it is known what they run over.

Every program here is refused by go-jsonnet, or ends in a value, as its test says.
"""

from __future__ import annotations

import pytest

from confty.text import Severity
from confty.workspace import Config, Memory, Project

_RULES = "groups:\n- name: a\n  rules: []\n"


def said(text: str, **files: str) -> list[str]:
    """The errors of a program, each as the text it stands at."""
    names = {f"/t/{name}.yaml": content for name, content in files.items()}
    project = Project(Config({}), Memory({"/t/main.jsonnet": text, **names}))
    found = [one for one in project.check("/t/main.jsonnet") if one.severity is Severity.ERROR]
    return [one.span.text for one in found if one.span]


_ALL = "local all = { a: { x: 1, y: self.mising }, b: { x: 2 } };"
_KINDS = (
    "local o = { base: { url: 'http://' + self.host }, dev: self.base { host: 'd' } };"
    " local which = 'de' + (if std.length(std.thisFile) > 0 then 'v' else '');"
)
_IF = (
    "local o = { c:: { on: std.length(std.thisFile) > 0, n: 1 },"
    " p+:: { [if $.c.on then 'rules']: { n: $.cc.n } } } + { c+:: { m: 1 } };"
)
_MANY = ", ".join([f"f{n}: {{ x: {n} }}" for n in range(12)])
_EACH = ", ".join([f"{{ x{n}: {n} }}" for n in range(12)])
WRONG = {
    # Object comprehensions are the fields that their loops name.
    f"{_ALL} {{ [n]: all[n] for n in std.objectFields(all) }}": "self.mising",
    f"{_ALL} {{ ['p-' + n]: all[n].x for n in std.objectFields(all) }}.pa": "{_}.pa",
    f"{_ALL} {{ ['%s.json' % n]: all[n].x for n in ['a', 'b'] }}['a.jsn']": "'a.jsn'",
    f"local f(o) = {{ [n]: o[n] for n in std.objectFields(o) }}; {_ALL} f(all)": "self.mising",
    "local o = { a: 1 }; { [n]: o[n + 'x'] for n in std.objectFields(o) }": "n + 'x'",
    "local o = { a: 1 }; { [n]: self.c for n in std.objectFields(o) }": "self.c",
    # Arrays.
    f"local f(o) = [o[n] for n in std.objectFields(o)]; {_ALL} f(all)": "self.mising",
    f"local f(o) = std.map(function(n) o[n], std.objectFields(o)); {_ALL} f(all)": "self.mising",
    "local f(a) = [one.x for one in a]; f([{ x: 1 }, { y: 1 }])": "one.x",
    "local f(a) = [one for one in a if !one.is]; f([{ x: true, is:: 1 }, { x: 1 }])": "one.is",
    # A dozen turns that hand on what is made elsewhere.
    f"local all = {{ {_MANY}, last: {{ y: self.mising }} }};"
    " { [n]: all[n] for n in std.objectFields(all) }": "self.mising",
    f"local f(o) = [o[n] for n in std.objectFields(o)]; f({{ {_MANY}, last: {{ y: self.mising }} }})"
    "": "self.mising",
    "local f(rules) = { rules: [one { b: 1 } for one in rules] };"
    f" f([{_EACH}, {{ last: self.mising }}])": "self.mising",
    # A method of what is one object or another, whichever it is.
    "local f(c) = { g():: self.mising } + (if c then { a: 1 } else { b: 2 });"
    " f(std.extVar('c')).g()": "self.mising",
    "local f(c) = { add(x):: self { n: x }, all(xs):: std.foldl(function(p, x) p.ad(x), xs, self) }"
    " + (if c then { a: 1 } else { b: 2 }); f(std.extVar('c')).all([1])": "p.ad",
    # Folds.
    "{ n:: [], add(x):: self { n+: [x] }, all(xs):: std.foldl(function(p, x) p.ad(x), xs, self) }"
    ".all([1, 2]).n": "p.ad",
    "{ n:: [], add(x):: self { n+: [x] }, all(xs):: std.foldl(function(p, x) p.add, xs, self) }"
    ".all([1, 2]).n": "p",
    "local g(ps) = std.foldl(function(acc, p) acc + { at+:: { x: acc.at.xx }, ps+: [acc.at.y] },"
    " ps, { ps: [], at:: { x: 0 } }).ps; g([1])": "acc.at.y",
    "local g(ps) = std.foldl(function(acc, p) acc + { ps+: [acc.at.y] },"
    " ps, { ps: [], at:: { x: 0 } }).ps; g(std.range(0, std.length(std.thisFile)))": "acc.at.y",
    # Elements that differ in nothing but the turn that made them.
    "local f(ls) = std.foldl(function(p, l) p + [{ l: l, n: std.length(self.lst), last:: p }], ls, []);"
    " [one.n for one in f(['a', 'b'])]": "self.lst",
    # A length that is known decides.
    "local f(ls) = std.foldl(function(p, l) p + [{ l: l, all:: if std.length(p) > 0 then p[0].all()"
    " else [], n: self.all }], ls, []); local g(ls) = [one.n for one in f(ls)]; g(['a', 'b'])"
    "": "p[0].all()",
    # A field that is there if a condition holds, read by its name or with all others.
    f"{_IF} o.p.rules": "$.cc",
    f"{_IF} {{ ['p-' + n]: o.p[n] for n in std.objectFields(o.p) }}": "$.cc",
    # A function that is named in place of its result and printed.
    "local l = { new(x):: { a: x } }; { n: 1, panel: l.new }": "l.new",
    "local l = { new(x):: { a: x } }; { n: 1, local p = l.new, panel: p }": "l.new",
    "{ n: 1, o: { m: 2, join: std.join } }": "std.join",
    "std.manifestJson({ n: 1, join: std.join })": "std.join",
    "local c = { sep: std.join, n: 1 }; { a: '%(sep)s' % c }": "std.join",
    "'%s' % [std.join]": "'%s'",
    "local c = { config: null }; { a: '%(x)s and %(y)s' % c.config }": "null",
    # What makes a text of a value reads all of it.
    "std.manifestYamlDoc({ a: self.b })": "self.b",
    "local m = { rules:: [self.c] }; { x: std.manifestJsonEx(m.rules, ' ') }": "self.c",
    "std.toString({ a: self.b })": "self.b",
    # A condition that is about something else is no excuse.
    "local f(c, v) = if std.length(c) > 0 then 1 + {} else v; f(std.extVar('c'), 1)": "1 + {}",
    # Data that is imported as a text.
    "std.parseYaml(importstr 'rules.yaml').gorups": "{_}.gorups",
    "local text = importstr 'rules.yaml'; { a: std.parseYaml(text).groups() }": "{_}.groups()",
    "local read(rules) = { groups+: std.parseYaml(rules).gorups }; "
    "read(importstr 'rules.yaml')": "{_}.gorups",
}


@pytest.mark.parametrize("text", WRONG)
def test_mistakes_are_found(text: str) -> None:
    found = said(text, rules=_RULES)
    wanted = WRONG[text].replace("{_}", "")
    assert any(one.endswith(wanted) for one in found), found


RIGHT = (
    # One field of many is picked: of the others nothing is said.
    "local pick(o) = { Pod: o.spec, Job: o.template.spec }[o.kind]; pick({ kind: 'Pod', spec: 1 })",
    "local o = { a: 1, b: 2 }; { [n]: if n == 'a' then 1 else o[n] for n in std.objectFields(o) }",
    # The loop may not run, or not so often; a fold may have added more since.
    (
        "local g(ps) = std.foldl(function(acc, p) acc { ['f' + p]: 1 }, ps, { a: 1 }); "
        "g([std.toString(one) for one in std.range(0, 9)]).f3"
    ),
    (
        "local g(ps) = std.foldl(function(acc, p) acc { ps+: [p] }, ps, { ps: [] }).ps[3]; "
        "g(std.range(0, 9))"
    ),
    "std.foldl(function(a, b) if a == null then b else a + b, [1, 2], null)",
    # Each turn has what its own conditions prove.
    "local f(a) = [if std.isString(v) then std.length(v) else v.x for v in a]; f(['a', { x: 1 }])",
    "local f(a) = [v.x for v in a if v != null]; f([null, { x: 1 }, { x: 2, y: 1 }])",
    "local f(a) = [v.x for v in a if std.objectHas(v, 'x')]; f([{ y: 1 }, { x: 2 }])",
    # A method that is right for one of two objects, and the condition says which it is.
    "local f(c) = { g():: self.a } + (if c then { a: 1 } else { b: 2 }); f('a' != std.thisFile).g()",
    (
        "local f(c) = { g():: if c then self.a else self.b } + (if c then { a: 1 } else { b: 2 }); "
        "f('a' != std.thisFile).g()"
    ),
    # One text in two objects, and only one of them arrives.
    "local f(c) = { g: self.a } + (if c then { a: 1 } else { b: 2 }); f('a' != std.thisFile).g",
    f"{_KINDS} o[which]",
    f"{_KINDS} local pick(x) = o[x]; [pick(which), pick(which).url]",
    f"{_KINDS} {{ [n]: o[n] for n in std.objectFields(o) if n != 'base' && n != which + 'x' }}",
    # A test of a name that is worked out, and of what stands beside it.
    (
        "local merge(a, b) = a + { [k]: if std.objectHas(a, k) && std.isObject(a[k]) "
        "then merge(a[k], b[k]) else b[k] for k in std.objectFields(b) };"
        " merge({ a: { b: 1 } }, { a: { d: 2 }, c: 1 })"
    ),
    (
        "local path(o, p) = std.foldl(function(acc, k) if acc == null then null else "
        "if std.isArray(acc) then acc[k] else std.get(acc, k), p, o);"
        " path({ a: { b: [{ c: 1 }] } }, ['a', 'b', 0, 'c'])"
    ),
    # Names of fields are arrays that happen to be sorted.
    "local o = { a: 1, b:: 2 }; std.objectFields(o) + std.objectFieldsAll(o)",
    # A setting that is written out today may be null tomorrow.
    "local c = { tls: { secret: 's' } }; if c.tls != null then c.tls.secret else 'none'",
    # What a field is compared with tells which object it is.
    (
        "local f(ps) = std.foldl(function(acc, p) acc + (if p.type == 'row' && !p.open then [1] "
        "else [p]), ps, []); f([{ type: 'a' + std.thisFile }, { type: 'b' }])"
    ),
    # Nobody reads the field.
    "std.length({ [n]: error n for n in ['a', 'b'] })",
    "local x = { a: self.b }; { n: std.length(x) }",
    # A native function may not be there, for who runs this with another program.
    "local f = std.native('parseJson'); if f != null then f('1') else 1",
    "std.parseYaml(importstr 'rules.yaml').groups[0].name",
)


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_not_spoken_of(text: str) -> None:
    project = Project(Config({}), Memory({"/t/main.jsonnet": text, "/t/rules.yaml": _RULES}))
    assert project.check("/t/main.jsonnet") == []


def test_what_is_said_alone_and_as_it_is_used_is_said_once() -> None:
    assert said("{ assert self.a : 'no', a: 1 }") == ["self.a"]
    assert said("local o = { a: 1 }; { [k]: o[k].q for k in std.objectFields(o) }") == ["o[k]"]
    text = "local f(x) = { e: x.en }; [f({ a: 1 }), f({ a: 1 }), f({ b: 1 })]"
    assert said(text) == ["x.en"]


def test_a_text_that_changes_is_read_again() -> None:
    text = "std.parseYaml(importstr 'rules.yaml').groups"
    assert said(text, rules=_RULES) == []
    assert said(text, rules="group: []\n") == [text]
    assert said(text, rules=_RULES) == []


def test_what_was_wrong_with_an_argument_is_not_said_of_the_next() -> None:
    lib, use = (
        "{ pair(x, y):: [x, y] }",
        "local m = import 'mid.libsonnet'; m.g({ n: 'x', size: 1 })",
    )
    mid = "local l = import 'lib.libsonnet'; { g(c):: l.pair(c.size, 'a' + c.nn) }"
    files = {"/t/lib.libsonnet": lib, "/t/mid.libsonnet": mid, "/t/main.jsonnet": use}
    assert len(Project(Config({}), Memory(files)).check("/t/main.jsonnet")) == 1
    files["/t/mid.libsonnet"] = mid.replace("c.nn", "c.n")
    assert Project(Config({}), Memory(files)).check("/t/main.jsonnet") == []


def test_a_library_may_show_functions() -> None:
    assert said("{ map: std.map, join: std.join }") == []
    assert said("{ name: 'x', new(x): x, map: std.map }") == []
    assert said("{ name: 'x', map:: std.map }") == []
