"""JSON with comments, JSON5 and JSON Lines: read, placed, told, laid out."""

import json
import math

import pytest
from data.documents import JSON_TEXTS, VALUES
from data.host import MemoryHost
from hypothesis import given, settings
from hypothesis import strategies as st

import confty
from confty.cli.main import main
from confty.kit.meaning import same
from confty.languages.data.wiring import JSON
from confty.text import Source


def check(name, text, **settings):
    return JSON.check(Source(name, text), MemoryHost(**settings))


def value(name, text, **settings):
    outcome = JSON.evaluate(Source(name, text), MemoryHost(**settings))
    assert not outcome.failed, outcome.diagnostics
    return JSON.plain(outcome.output).output


def codes(outcome):
    return [(one.span.first, one.code.name) for one in outcome.diagnostics]


COMMENTED = """\
// settings
{
  "a": 1, // one
  /* many
     lines */
  "url": "http://x/* y */",
  "list": [1, 2,], /* inner */
}
"""


@pytest.mark.parametrize(
    "name", ["a.jsonc", "tsconfig.json", "x/tsconfig.build.json", ".vscode/settings.json"]
)
def test_json_with_comments(name):
    assert not check(name, COMMENTED).diagnostics
    assert value(name, COMMENTED) == {"a": 1, "url": "http://x/* y */", "list": [1, 2]}
    places = JSON.parser(Source(name, COMMENTED), MemoryHost()).output
    assert places.span(("list", 1)).text == "2"
    assert places.key_span(("url",)).text == '"url"'


def test_elsewhere_a_comment_is_a_mistake_unless_the_setting_says():
    assert [code for _, code in codes(check("a.json", "// c\n1"))] == ["json/comment"]
    assert not check("a.json", "// c\n1", dialect="jsonc").diagnostics
    assert value("a.json", "{a: 1}", dialect="json5") == {"a": 1}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[,]", ["json/missing-value"]),
        ("[1,,]", ["json/missing-value"]),
        ('{"a": 1 /* x', ["json/unclosed-comment", "json/unclosed-bracket"]),
        ('{"a" 1} // c', ["json/missing-colon"]),
        ('{"a": 1, /* c */ "a": 2}', ["json/duplicate-key"]),
        ("// only", ["json/empty"]),
    ],
)
def test_mistakes_beside_comments(text, found):
    outcome = check("a.jsonc", text)
    assert [one.code.name for one in outcome.diagnostics] == found
    assert all(one.span.source.text == text for one in outcome.diagnostics)


FIVE = r"""
// comments, too
{
  unquoted: 'and "quoted"',
  $dollar_1: "it's",
  \u0061bc: 'a\
b\x41\u0042\n',
  hex: 0xdecaf, neg: -0X1F,
  half: .5, whole: 5., plus: +1, big: 1e3,
  inf: [Infinity, -Infinity, +Infinity], nan: NaN,
  'null': null, true: true, "é": [,].length,
}
""".replace('"é": [,].length,', '"é": [1,],')


def test_json5():
    found = value("a.json5", FIVE)
    assert math.isnan(found.pop("nan"))
    assert found == {
        "unquoted": 'and "quoted"',
        "$dollar_1": "it's",
        "abc": "abAB\n",
        "hex": 0xDECAF,
        "neg": -0x1F,
        "half": 0.5,
        "whole": 5.0,
        "plus": 1,
        "big": 1000.0,
        "inf": [math.inf, -math.inf, math.inf],
        "null": None,
        "true": True,
        "é": [1],
    }
    document = JSON.parser(Source("a.json5", FIVE), MemoryHost()).output
    assert document.key_span(("hex",)).text == "hex"
    assert document.span(("inf", 1)).text == "-Infinity"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "json/empty"),
        ("{", "json/unclosed-bracket"),
        ("[1 2]", "json/missing-comma"),
        ("{a 1}", "json/missing-colon"),
        ("{a: }", "json/missing-value"),
        ("{1a: 1}", "json/bad-key"),
        ("[,]", "json/missing-value"),
        ("010", "json/bad-number"),
        ("1 2", "json/extra-content"),
        ("'a\n'", "json/unclosed-string"),
        (r"'\1'", "json/bad-escape"),
        (r"'\u12'", "json/bad-escape"),
        ("undefined", "json/bad-word"),
        ("/* x", "json/unclosed-comment"),
        ("{a: 1, 'a': 2}", "json/duplicate-key"),
        ("[" * 600, "json/too-deep"),
        ("1e999", "json/number-range"),
        ("}", "json/missing-value"),
    ],
)
def test_json5_mistakes(text, code):
    assert [one.code.name for one in check("a.json5", text).diagnostics] == [code]


@given(JSON_TEXTS)
def test_json_is_jsonc_and_json5(text):
    for name in ("a.jsonc", "a.json5"):
        assert same(value(name, text), json.loads(text))


@given(st.lists(VALUES, max_size=5), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_json_lines(values, end):
    text = "".join(json.dumps(one) + end for one in values)
    for name in ("a.jsonl", "a.ndjson"):
        assert same(value(name, text), json.loads(json.dumps(values)))


def test_mistakes_in_json_lines_are_told_line_by_line():
    text = '{"a": 1}\n{"a": }\n\n[1,]\n{"a": 2, "a": 3}\n1 2\n'
    outcome = check("a.jsonl", text)
    assert [(one.span.first[0], one.code.name) for one in outcome.diagnostics] == [
        (2, "json/missing-value"),
        (4, "json/trailing-comma"),
        (5, "json/duplicate-key"),
        (6, "json/extra-content"),
    ]


def test_places_and_schemas_of_json_lines():
    text = '{"a": 1}\n\n{"a": [1, "x"]}\n'
    document = JSON.parser(Source("a.jsonl", text), MemoryHost()).output
    assert document.span((1, "a", 1)).text == '"x"'
    insight = JSON.insight(check("a.jsonl", text).output)
    assert insight.spelled_at(text.index('"x"') + 1) == "string"
    host = {"s.json": '{"properties": {"a": {"type": "integer"}}}'}
    found = JSON.check(Source("a.jsonl", text), MemoryHost(host, schema="s.json")).diagnostics
    assert codes(type("O", (), {"diagnostics": found})) == [((3, 7), "schema/type-mismatch")]


def laid_out(name, text):
    return JSON.reformat(Source(name, text), MemoryHost()).output


def test_layout_keeps_comments_where_they_are():
    assert laid_out("a.jsonc", COMMENTED) == (
        "// settings\n{\n"
        '  "a": 1, // one\n'
        "  /* many\n     lines */\n"
        '  "url": "http://x/* y */",\n'
        '  "list": [\n    1,\n    2,\n  ], /* inner */\n'
        "}\n"
    )
    assert laid_out("a.json5", "{a:0x1,/*b*/c:'d'}//e") == (
        "{\n  a: 0x1, /*b*/\n  c: 'd'\n} //e\n"
    )
    assert laid_out("a.jsonl", ' {"a": 1} \n\n[ 2]\r\n') == '{"a": 1}\n[ 2]\n'


NOISE = st.sampled_from(["", " ", "\n", "// c\n", "/* c */", "/*\n*/", "\n\n// d\n", "/**/ /*x*/"])


@st.composite
def commented(draw):
    text = json.dumps(draw(VALUES))
    parts = []
    for piece in JSON_PIECE.findall(text):
        parts += [draw(NOISE), piece]
    return "".join(parts) + draw(NOISE)


JSON_PIECE = __import__("re").compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s"\[\]{},:]+')


@settings(max_examples=150)
@given(commented(), st.sampled_from(["a.jsonc", "a.json5"]))
def test_layout_keeps_values_and_comments_and_is_done_after_one_run(text, name):
    from confty.workspace import Config, Memory, Project

    project = Project(Config({}), Memory({name: text}))
    once = project.reformat(name)
    assert once.output is not None, once.diagnostics
    assert not once.diagnostics
    assert same(value(name, once.output), value(name, text))
    assert once.output.count("/*") == text.count("/*")
    assert laid_out(name, once.output) == once.output


@pytest.mark.parametrize(
    ("dialect", "text"),
    [("json", "[1]"), ("jsonc", "[1] // one\n"), ("json5", "[+1,]"), ("jsonl", "1\n2\n")],
)
def test_a_config_names_the_dialect(dialect, text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "confty.toml").write_text(f'[json]\ndialect = "{dialect}"\n')
    (tmp_path / "a.json").write_text(text)
    assert main(["check", "--no-cache", "."]) == 0, capsys.readouterr()
    assert main(["eval", "--no-cache", "--dialect", "cpp", "a.json"]) == 2
    assert "--dialect" in capsys.readouterr().err


def test_a_config_names_no_other_dialect(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "confty.toml").write_text('[json]\ndialect = "json6"\n')
    assert main(["check", "."]) == 2
    assert "expected json or jsonc or json5 or jsonl" in capsys.readouterr().err


def test_calls_say_the_dialect_as_config_files_do(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("{a: 1,}")
    spoken = {"settings": {"dialect": "json5"}}
    assert confty.load(path, **spoken) == confty.load(path, "json", **spoken) == {"a": 1}
    assert confty.Project(**spoken).load(path) == {"a": 1}
    assert confty.format('{"a":1,}', "json", settings={"dialect": "jsonc"}) == '{\n  "a": 1,\n}\n'
    with pytest.raises(ValueError, match="dialect is one of json, jsonc, json5, jsonl, not 'go'"):
        confty.loads("{}", "json", settings={"dialect": "go"})
    with pytest.raises(ValueError, match="dialect is one of go, cpp, not 'jsonc'"):
        confty.loads("1", "jsonnet", settings={"dialect": "jsonc"})
