"""Secret and unknown inputs stay what they are through everything a program can do."""

from __future__ import annotations

import json

import pytest
from jsonnet_labels.running import rendered, run

from confty.languages.jsonnet.evaluator.failure import HIDDEN, Stop
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate
from confty.languages.jsonnet.evaluator.values import Func
from confty.values import Labelled, redact, why

SECRET = "[secret]"
UNKNOWN = "[unknown]"
HEAD = "local pw = std.extVar('pw'); local later = std.extVar('later'); "


def shown(text: str) -> object:
    seen = run(HEAD + text)
    assert seen.failed is None, seen.failed
    assert "hunter2" not in seen.shown
    return redact(seen.data)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("pw", SECRET),
        ("later", UNKNOWN),
        ("pw + later", SECRET),
        ("{ a: pw, b: 1 }", {"a": SECRET, "b": 1}),
        ("'x%sx' % pw", SECRET),
        ("'%s and %s' % ['a', pw]", SECRET),
        ("'%(p)s' % { p: pw }", SECRET),
        ("'a' + { b: pw }", SECRET),
        ("[pw] + [1]", [SECRET, 1]),
        ("pw == 'hunter2'", SECRET),
        ("pw < 'z'", SECRET),
        ("[1, pw] == [2, pw]", False),
        ("[1, pw] == [1, 'hunter2']", SECRET),
        ("{ a: pw } != { a: 1 }", SECRET),
        ("if pw == 'x' then 1 else 2", SECRET),
        ("if later then 1 else 2", UNKNOWN),
        ("if std.length(pw) > 3 then { a: 1, b: 2 } else {}", SECRET),
        ("(pw == 'x') && true", SECRET),
        ("true && (pw == 'x')", SECRET),
        ("false && (pw == 'x')", False),
        ("true || error 'never'", True),
        ("!(pw == 'x')", SECRET),
        ("later + 1", UNKNOWN),
        ("-later", UNKNOWN),
        ("later.a.b[3]", UNKNOWN),
        ("pw[0]", SECRET),
        ("pw[1:3]", SECRET),
        ("['a', 'b', 'c', 'd', 'e', 'f', 'g'][std.length(pw) - 1]", SECRET),
        ("{ hunter2: 1 }[pw]", SECRET),
        ("pw in { hunter2: 1 }", SECRET),
        ("[x + '!' for x in [pw, 'a']]", [SECRET, "a!"]),
        ("[1 for x in ['a', 'b'] if x != pw]", SECRET),
        ("[x for x in std.stringChars(pw)]", SECRET),
        ("[x for x in later]", UNKNOWN),
        ("[i * 2 for i in std.range(1, std.length(pw))]", SECRET),
        ("{ [k]: pw for k in ['a'] }", {"a": SECRET}),
        ("{ [k]: 1 for k in ['a'] if pw == 'x' }", SECRET),
        ("{ [later]: 1 }", UNKNOWN),
        ("{ a: pw, b: self.a + '!', c: 1 } { c+: 1, d: super.c }",
         {"a": SECRET, "b": SECRET, "c": 2, "d": 1}),
        ("{ a:: pw, b: std.length('x') }", {"b": 1}),
        ("local f(x, n) = if n == 0 then x else f(x + 'a', n - 1) tailstrict; f(pw, 9)", SECRET),
        ("local f(n) = if n <= 0 then 0 else 1 + f(n - 1); f(std.length(pw))", SECRET),
        ("(if pw == 'x' then function(a) a else function(a) a)(1)", SECRET),
        ("assert pw != 'x'; 1", 1),
        ("assert later > 1; 1", 1),
        ("{ assert std.length(self.p) > 3, p: pw }", {"p": SECRET}),
        ("std.toString([1, pw])", SECRET),
        ("std.manifestJsonEx({ a: pw }, ' ')", SECRET),
        ("std.manifestYamlDoc({ a: [pw] })", SECRET),
        ("std.manifestToml({ a: later })", UNKNOWN),
        ("std.parseJson('{\"a\": \"' + pw + '\"}')", SECRET),
        ("std.parseJson('{\"a\": \"' + pw + '\"}').a", SECRET),
        ("(std.parseJson('{\"a\": \"' + pw + '\"}') { b: super.a }).b", SECRET),
        ("std.split(pw, 'n')", SECRET),
        ("std.sort([pw, 'a'])", SECRET),
        ("std.sort([{ k: 2, p: pw }, { k: 1 }], function(x) x.k)", [{"k": 1}, {"k": 2, "p": SECRET}]),
        ("std.reverse([1, pw])", [SECRET, 1]),
        ("std.map(function(x) [x], [1, pw])", [[1], [SECRET]]),
        ("std.filter(function(x) true, [1, pw])", [1, SECRET]),
        ("std.filter(function(x) x == pw, [1])", SECRET),
        ("std.flattenArrays([[1], [pw]])", [1, SECRET]),
        ("std.flattenDeepArray([1, [pw, [2]]])", [1, SECRET, 2]),
        ("std.foldl(function(a, b) a + b, ['a', pw], '')", SECRET),
        ("std.join(', ', ['a', pw])", SECRET),
        ("std.objectValues({ a: pw, b: 1 })", [SECRET, 1]),
        ("std.objectKeysValues({ a: pw })", [{"key": "a", "value": SECRET}]),
        ("std.mapWithKey(function(k, v) k + v, { a: pw, b: 'c' })", {"a": SECRET, "b": "bc"}),
        ("std.get({ a: pw }, 'a')", SECRET),
        ("std.get({ a: 1 }, pw, 'none')", SECRET),
        ("std.mergePatch({ a: 1, b: { c: pw } }, { b: { d: 2 } })",
         {"a": 1, "b": {"c": SECRET, "d": 2}}),
        ("std.prune({ a: pw, b: null, c: later })", {"a": SECRET, "c": UNKNOWN}),
        ("std.remove([1, 2, pw], 2)", [1, SECRET]),
        ("std.length([pw, later])", 2),
        ("std.length(pw)", SECRET),
        ("std.type(pw)", SECRET),
        ("std.map(std.md5, [pw])", [SECRET]),
        ("(local f = std.asciiUpper; f(str=pw))", SECRET),
        ("std.trace(pw, 1)", 1),
        ("std.trace('is ' + pw, { a: pw })", {"a": SECRET}),
        ("std.flatMap(function(c) c + '.', pw)", SECRET),
        ("std.map(function(c) std.trace(c, c), pw)", SECRET),
        ("std.objectRemoveKey({ a: pw, b: self.c, c: 1 }, 'a') + { c: 2 }", {"b": 2, "c": 2}),
    ],
)  # fmt: skip
def test_label(text: str, wanted: object) -> None:
    assert shown(text) == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("error 'bad ' + pw", "bad [secret]"),
        ("error 'bad %s' % pw", "bad [secret]"),
        ("error { p: pw, q: later }", '{"p": "[secret]", "q": "[unknown]"}'),
        ("error pw", SECRET),
        ("assert pw == 'x' : 'it was ' + pw; 1", HIDDEN),
        ("std.parseInt(pw)", "std.parseInt failed on a secret value, so what it says is hidden"),
        ("pw - 1", "- failed on a secret value, so what it says is hidden"),
        ("[std.parseInt(pw), std.parseInt(pw)]", HIDDEN),
        ("[std.parseInt(pw), error 'mine']", "mine"),
        ("{}[pw]", HIDDEN),
        ("std.assertEqual(pw, 'x')", HIDDEN),
        ("{ [pw]: 1 }", "the name of a field must not be secret: names are written in the open"),
        ("{ [x]: 1 for x in [pw] }",
         "the name of a field must not be secret: names are written in the open"),
        ("std.foldl(function(a, b) error 'mine', std.stringChars(pw), '')", HIDDEN),
    ],
)  # fmt: skip
def test_failure(text: str, message: str) -> None:
    seen = run(HEAD + text)
    assert seen.failed == message
    assert "hunter2" not in seen.shown


def test_show_secrets() -> None:
    text = HEAD + "std.trace('is ' + pw, { p: pw, q: later, r: [pw + '!'] })"
    seen = run(text, flags={"show_secrets": True})
    assert '"p": "hunter2"' in seen.shown
    assert '"q": "[unknown]"' in seen.shown
    assert "is hunter2" in seen.shown


@pytest.mark.parametrize(
    ("kind", "word"),
    [("string", "string"), ("bool", "boolean"), ("array", "array"), ("any", UNKNOWN)],
)
def test_a_declared_type_of_an_unknown_is_known(kind: str, word: str) -> None:
    assert redact(run(HEAD + "std.type(later)", kind=kind).data) == word


def test_arguments_of_the_program() -> None:
    flags = {"tla_vars": {"pw": ("secret", "hunter2"), "n": ("unknown", "number")}, "ext_vars": {}}
    seen = run("function(pw, n) { u: 'a' + pw, n: n + 1 }", flags=flags)
    assert redact(seen.data) == {"u": SECRET, "n": UNKNOWN}


def test_imports_keep_labels() -> None:
    files = {"lib.libsonnet": "{ url(p):: 'x' + p, own: std.extVar('pw') }"}
    seen = run("local l = import 'lib.libsonnet'; [l.url(std.extVar('pw')), l.own]", files=files)
    assert redact(seen.data) == [SECRET, SECRET]


def test_why_tells_the_places() -> None:
    text = (
        "local db = { host: 'h', password: std.extVar('pw') };\n"
        "{ url: 'pg://u:%s@%s/db' % [db.password, db.host], len: std.length(db.password) }\n"
    )
    data = run(text).data
    assert str(why(data["url"])) == (
        "the value is secret\n"
        "  because of extVar 'pw' (app.jsonnet:1:35)\n"
        "  through % (app.jsonnet:2:8)"
    )
    assert "through std.length (app.jsonnet:2:57)" in str(why(data["len"]))


def test_a_label_over_a_container_is_one_label() -> None:
    data = run(HEAD + "std.split(pw, 'n')").data
    assert isinstance(data, Labelled)
    assert data.value == ["hu", "ter2"]


def test_a_program_without_labelled_inputs_is_rendered_as_ever() -> None:
    flags = {"ext_vars": {"a": ("string", "b")}}
    text = "[std.extVar('a'), 1.5, 100, { x: [], y: {} }]"
    plain = rendered(text, flags)
    assert plain is not None
    labelled = run(text, flags={"ext_vars": {"a": ("string", "b"), "pw": ("secret", "x")}})
    assert plain in labelled.shown
    assert json.loads(plain) == labelled.data


def test_code_that_reads_a_secret_is_secret() -> None:
    given = {"pw": ("secret", "hunter2"), "url": ("code", "'a' + std.extVar('pw')")}
    seen = run("{ u: std.extVar('url') + '!' }", flags={"ext_vars": given})
    assert redact(seen.data) == {"u": SECRET}
    assert "because of extVar 'pw' (<extvar:url>:1:7)" in str(why(seen.data["u"]))


def test_functions_of_the_embedding_program() -> None:
    given: list[object] = []

    def code(*arguments: object) -> object:
        given.extend(arguments)
        if arguments[0] == "x":
            raise Stop(f"no {arguments[1]}")
        return str(arguments[0]) + str(arguments[1])

    settings = RunSettings()
    settings.hidden_variables = {"pw": ("secret", "hunter2"), "later": ("unknown", "any")}
    settings.natives = {"glue": Func(code, ("a", "b"), frozenset(), "glue")}

    def result(text: str) -> object:
        program = f"local pw = std.extVar('pw'); std.native('glue')({text})".encode()
        return evaluate("program", program, DiskImporter([]), settings).plain()

    made = result("pw, 'b'")
    assert isinstance(made, Labelled)
    assert (made.secret, made.value) == (True, "hunter2b")
    assert result("'a', 'b'") == "ab"
    given.clear()
    assert isinstance(result("std.extVar('later'), 'b'"), Labelled)
    assert given == []
    with pytest.raises(Failure) as caught:
        result("'x', pw")
    assert "hunter2" not in str(caught.value) + str(caught.value.findings)


def test_deep_calls_with_labels() -> None:
    text = "local f(n, x) = if n == 0 then x else f(n - 1, x); f(20000, std.extVar('pw'))"
    assert redact(run(text).data) == SECRET
