"""What an editor asks of data files: words of the schema, what may be written, the outline."""

import json

import pytest
from data.host import MemoryHost
from hypothesis import given
from hypothesis import strategies as st

from confty.kit.schemas import SchemaStore, Stored, digest_of
from confty.kit.sights import Kind
from confty.languages.data.insight.cursor import cursor_at
from confty.languages.data.wiring import JSON, TOML, YAML
from confty.text import Source

SCHEMA = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "description": "What it is called."},
        "mode": {"enum": ["strict", "lax"], "default": "strict", "title": "Mode"},
        "debug": {"type": "boolean"},
        "server": {"$ref": "#/$defs/server"},
        "servers": {"type": "array", "items": {"$ref": "#/$defs/server"}},
        "env": {"additionalProperties": {"type": "string", "description": "A variable."}},
    },
    "$defs": {
        "server": {
            "type": "object",
            "properties": {
                "port": {"type": "integer", "description": "Where it listens."},
                "host": {"type": "string", "examples": ["localhost"]},
                "tls": {"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/tls"}]},
            },
        },
        "tls": {"properties": {"cert": {"type": "string"}}},
    },
}
LANGUAGES = {"yaml": YAML, "json": JSON, "toml": TOML}


def insight(kind, text, **settings):
    host = MemoryHost({"s.json": json.dumps(SCHEMA)}, schema="s.json", **settings)
    language = LANGUAGES[kind]
    return language.insight(language.check(Source(f"a.{kind}", text), host).output)


def at_mark(kind, text):
    """Ask at the bar in a text."""
    offset = text.index("|")
    return insight(kind, text.replace("|", "", 1)), offset


KEYS = [
    ("yaml", "|", ["name", "mode", "debug", "server", "servers", "env"]),
    ("yaml", "name: x\nde|", ["mode", "debug", "server", "servers", "env"]),
    ("yaml", "name: x\n|\nmode: lax\n", ["debug", "server", "servers", "env"]),
    ("yaml", "server:\n  |", ["port", "host", "tls"]),
    ("yaml", "server:\n  port: 1\n  h|\nname: x\n", ["host", "tls"]),
    ("yaml", "servers:\n- port: 1\n  |", ["host", "tls"]),
    ("yaml", "servers:\n- port: 1\n- |", ["port", "host", "tls"]),
    ("yaml", "servers:\n  - port: 1\n    tls:\n      |", ["cert"]),
    ("yaml", "name: [\nserver:\n  p|", ["port", "host", "tls"]),
    ("yaml", "server: {|}", ["port", "host", "tls"]),
    ("yaml", "server: {port: 1, |}\nname: x\n", ["host", "tls"]),
    ("yaml", "server: {h|, port: 1}", ["host", "tls"]),
    ("yaml", "server: {port: 1, tls: {|", ["cert"]),
    ("yaml", "servers: [{port: 1}, {|}]", ["port", "host", "tls"]),
    ("yaml", "servers:\n- {port: 1}\n- {|}\n", ["port", "host", "tls"]),
    ("yaml", "server: {\n  port: 1, # a: {\n  |\n}\n", ["host", "tls"]),
    ("yaml", "env: {a b: 'x, {', c: http://x:1}\nserver:\n  |", ["port", "host", "tls"]),
    ("yaml", "{name: x,\n|", ["mode", "debug", "server", "servers", "env"]),
    ("json", "{|}", ["name", "mode", "debug", "server", "servers", "env"]),
    ("json", '{"name": "x", "|', ["mode", "debug", "server", "servers", "env"]),
    ("json", '{"|", "mode": "lax"}', ["name", "debug", "server", "servers", "env"]),
    ("json", '{"server": {"port": 1, |', ["host", "tls"]),
    ("json", '{"servers": [{"port": 1}, {|}]}', ["port", "host", "tls"]),
    ("toml", "|", ["name", "mode", "debug", "server", "servers", "env"]),
    ("toml", 'name = "x"\nm|', ["mode", "debug", "server", "servers", "env"]),
    ("toml", "[server]\n|", ["port", "host", "tls"]),
    ("toml", "[[servers]]\nport = 1\nh|", ["host", "tls"]),
    ("toml", "server.p|", ["port", "host", "tls"]),
    ("toml", "[server.|", ["port", "host", "tls"]),
    ("toml", "server = {|}", ["port", "host", "tls"]),
    ("toml", "server = { port = 1, | }\nname = 'x'\n", ["host", "tls"]),
    ("toml", "server = { tls.|", ["cert"]),
    ("toml", "servers = [\n  { port = 1 },\n  { h|", ["port", "host", "tls"]),
    ("toml", "servers = [\n  { port = 1 }, # [\n]\n[server]\n|", ["port", "host", "tls"]),
    ("toml", "[ser|", ["name", "mode", "debug", "server", "servers", "env"]),
]


@pytest.mark.parametrize(("kind", "text", "names"), KEYS)
def test_keys(kind, text, names):
    answers, offset = at_mark(kind, text)
    found = answers.offers_at(offset)
    assert [one.label for one in found] == names
    assert all(one.kind is Kind.FIELD for one in found)
    if "name" in names:
        assert found[0].required
        assert found[0].documentation == "What it is called."


VALUES = [
    ("yaml", "mode: |", ["strict", "lax"]),
    ("yaml", "mode: st|\nname: [", ["strict", "lax"]),
    ("yaml", "debug: |", ["true", "false"]),
    ("yaml", "servers:\n- tls: |", ["true", "false"]),
    ("yaml", "{mode: |}", ["strict", "lax"]),
    ("yaml", "servers: [{tls: t|", ["true", "false"]),
    ("toml", "server = { tls = |", ["true", "false"]),
    ("json", '{"mode": |}', ['"strict"', '"lax"']),
    ("json", '{"mode": "st|', ['"strict"', '"lax"']),
    ("json", '{"servers": [{"host": |', ['"localhost"']),
    ("toml", "mode = |", ['"strict"', '"lax"']),
    ("toml", "[server]\ntls = |", ["true", "false"]),
    ("toml", "server.host = |", ['"localhost"']),
]


@pytest.mark.parametrize(("kind", "text", "texts"), VALUES)
def test_values(kind, text, texts):
    answers, offset = at_mark(kind, text)
    found = answers.offers_at(offset)
    assert [one.insert for one in found] == texts
    assert [one.label for one in found] == texts


@pytest.mark.parametrize(("kind", "text", "names"), KEYS)
def test_what_is_offered_can_be_written(kind, text, names):
    answers, offset = at_mark(kind, text)
    whole = text.replace("|", "", 1)
    for offer in answers.offers_at(offset):
        assert offer.start <= offset <= offer.end
        typed = whole[offer.start : offset].strip("\"'")
        assert typed == "" or not any(one.isspace() for one in typed)
    del names


QUOTED = [
    ("json", '{"mode": "|"}', "lax", '{"mode": "lax"}'),
    ("json", '{"|"}', "name", '{"name": }'),
    ("json", '{"na|": 1}', "name", '{"name": 1}'),
    ("json", '{"na|me": 1}', "name", '{"name": 1}'),
    ("yaml", 'mode: "|"', "lax", "mode: lax"),
    ("yaml", "mo|: x", "mode", "mode: x"),
    ("toml", 'mode = "|"', '"lax"', 'mode = "lax"'),
    ("toml", "mo| = 1", "mode", "mode = 1"),
]


@pytest.mark.parametrize(("kind", "text", "label", "after"), QUOTED)
def test_what_stands_around_the_cursor_is_replaced(kind, text, label, after):
    """Editors write the closing quote before the word."""
    answers, offset = at_mark(kind, text)
    whole = text.replace("|", "", 1)
    named = {one.label.strip('"'): one for one in answers.offers_at(offset)}
    one = named[label.strip('"')]
    assert whole[: one.start] + one.insert + whole[one.end :] == after


def test_words_of_the_schema():
    text = "name: x\nserver:\n  port: 80\nenv:\n  A: b\nmode: lax\nother: 1\n"
    answers = insight("yaml", text)
    assert answers.documentation_at(1) == "string\n\nWhat it is called."
    assert answers.documentation_at(text.index("port") + 1) == "int\n\nWhere it listens."
    assert answers.documentation_at(text.index("80")) == "int\n\nWhere it listens."
    assert answers.documentation_at(text.index("A: b")) == "string\n\nA variable."
    assert answers.documentation_at(text.index("mode")) == (
        '"lax" | "strict"\n\nMode\n\ndefault: "strict"\n\none of: "strict", "lax"'
    )
    assert answers.documentation_at(text.index("other")) == ""
    assert YAML.insight(YAML.check(Source("a.yaml", text), MemoryHost()).output).offers_at(0) == []


def test_the_outline():
    text = "name: x\nservers:\n- name: one\n  port: 80\n- name: two\nlist: [1, 2]\n"
    found = insight("yaml", text).symbols()
    assert [(one.name, one.kind.value, one.detail) for one in found] == [
        ("name", "string", "x"),
        ("servers", "array", "2 items"),
        ("list", "array", "2 items"),
    ]
    assert [(one.name, one.detail) for one in found[1].children] == [("0", "one"), ("1", "two")]
    assert [one.name for one in found[1].children[0].children] == ["name", "port"]
    assert found[1].place.text == "servers"
    assert found[1].whole.text.startswith("servers:\n- name: one")
    for kind, other in [("json", '{"a": {"b": 1}, "c": ['), ("toml", "[a]\nb = 1\n[c]\n")]:
        names = [one.name for one in insight(kind, other).symbols()]
        assert names == ["a", "c"]


def test_kubernetes_manifests(tmp_path):
    swagger = {
        "swagger": "2.0",
        "definitions": {
            "D": {
                "x-kubernetes-group-version-kind": [
                    {"group": "apps", "kind": "Deployment", "version": "v1"}
                ],
                "properties": {
                    "apiVersion": {},
                    "kind": {},
                    "spec": {"properties": {"replicas": {"description": "How many."}}},
                },
            }
        },
    }
    data = json.dumps(swagger).encode()
    kinds = {"apps/v1/Deployment": "/definitions/D"}
    store = SchemaStore(str(tmp_path))
    store.add([(Stored("k8s", "/k8s.json", digest_of(data), kinds=kinds), data)])
    text = "a: 1\n---\napiVersion: apps/v1\nkind: Deployment\nspec:\n  repl"
    host = MemoryHost({}, schema_store=store)
    answers = YAML.insight(YAML.check(Source("a.yaml", text), host).output)
    (offer,) = answers.offers_at(len(text))
    assert (offer.insert, offer.documentation) == ("replicas: ", "How many.")
    assert answers.offers_at(2) == []
    whole = text.replace("repl", "replicas: 1")
    answers = YAML.insight(YAML.check(Source("a.yaml", whole), host).output)
    assert "How many." in answers.documentation_at(whole.index("replicas"))


@given(st.text("ab:-[]{},\"'\n #|>&*=.", max_size=40), st.sampled_from(["yaml", "json", "toml"]))
def test_a_cursor_can_stand_anywhere(text, kind):
    answers = insight(kind, text)
    for offset in range(len(text) + 1):
        cursor = cursor_at(Source("a", text), kind, offset)
        assert 0 <= cursor.start <= offset
        answers.offers_at(offset)
    answers.symbols()
