"""What may be written in a PCL file, whole or not, and which call a cursor is in."""

import pytest
from pcl.editing import at_mark
from pcl.schemas_in_memory import BUCKET, CLOUD

from confty.kit.sights import Kind

COMPONENT = {
    "parts/main.pp": 'config "size" "int" {\n  description = "How big."\n}\noutput "all" {\n  value = size\n}\n'
}


def asked(text):
    insight, offset = at_mark(text, {"cloud.json": CLOUD, **COMPONENT}, schema=["cloud.json"])
    found = list(insight.offers_at(offset))
    for one in found:
        assert 0 <= one.start <= one.end <= len(insight.ground.source.text)
        assert one.start <= offset
    return {one.label: one for one in sorted(found, key=lambda one: one.rank)}


CASES = [
    (
        "|",
        {"resource", "config", "output", "component", "read", "hook", "package", "pulumi"},
        set(),
    ),
    ("x = 1\nre|\ny = 2\n", {"resource", "read"}, {"x"}),
    ('resource "a" "|', {"cloud:net:Bucket", "cloud:Zone"}, set()),
    ('resource "a" "cloud:|" {\n}\n', {"cloud:net:Bucket", "cloud:Zone"}, set()),
    ('resource "a" "pulumi:pro|" {\n}\n', {"pulumi:providers:cloud"}, set()),
    ('resource "a" "cloud:net:Bucket" {\n  |\n}\n', {"title", "rules", "options"}, set()),
    ('resource "a" "cloud:net:Bucket" {\n  title = ""\n  s|\n}\n', {"size"}, {"title"}),
    ('resource "a" "cloud:net:Bucket" {\n  s|\n  title = ""\n}\n', {"size"}, {"title"}),
    ('resource "a" "cloud:net:Bucket" {\n  title = ""\n  |', {"size"}, {"title"}),
    ('resource "a" "cloud:net:Bucket" {\n  acl = |\n}\n', {'"private"', '"public-read"'}, set()),
    ('resource "a" "cloud:net:Bucket" {\n  acl = "|"\n}\n', {"private", "public-read"}, set()),
    ('resource "a" "cloud:net:Bucket" {\n  acl = "p|\n}\n', {"private", "public-read"}, set()),
    ('resource "a" "cloud:net:Bucket" {\n  rules = [{ | }]\n}\n', {"days", "prefix"}, set()),
    ('resource "a" "cloud:net:Bucket" {\n  rules = [{ days = 1, p|', {"prefix"}, {"days"}),
    (
        'resource "a" "cloud:net:Bucket" {\n  rules = [{\n    |\n    days = 1\n  }]\n}\n',
        {"prefix"},
        {"days"},
    ),
    (
        'resource "a" "cloud:net:Bucket" {\n  options {\n    |\n  }\n}\n',
        {"protect", "parent"},
        {"title"},
    ),
    (
        'resource "a" "cloud:net:Bucket" {\n  options {\n    ignoreChanges = [ti|]\n  }\n}\n',
        {"title", "size"},
        {"secret"},
    ),
    (
        (
            'hook "resource" "h" {\n  command = ["ls"]\n}\nresource "a" "cloud:net:Bucket" {\n'
            "  options {\n    hooks = { beforeCreate = [|] }\n  }\n}\n"
        ),
        {"h"},
        {"secret", "a"},
    ),
    (
        'resource "a" "cloud:net:Bucket" {\n  options {\n    hooks = { | }\n  }\n}\n',
        {"beforeCreate", "onError"},
        set(),
    ),
    (BUCKET + "x = b.|", {"arn", "key", "id", "urn"}, {"size"}),
    (BUCKET + "x = b.a|\ny = 2\n", {"arn"}, {"y"}),
    (BUCKET + "x = b.rules[0].|", {"days"}, {"arn"}),
    (BUCKET + 'x = b["|"]', {"arn"}, set()),
    ("l = [{ a = 1 }]\nx = l[*].|", {"a"}, set()),
    (BUCKET + "x = [for r in b.rules : r.|]", {"days"}, set()),
    (BUCKET + 'x = "a ${b.|}"', {"arn"}, set()),
    (BUCKET + "x = foo(b.|", {"arn"}, set()),
    (BUCKET + 'x = call(b, "|", {})', {"open"}, set()),
    (BUCKET + 'x = call(b, "open", { | })', {"mode"}, {"__self__"}),
    ('x = invoke("|")', {"cloud:net:getBucket"}, set()),
    ('x = invoke("cloud:net:getBucket", { | })', {"title", "deep"}, set()),
    ('x = invoke("cloud:net:getBucket", { title = "" }).|', {"arn"}, set()),
    ('config "c" "|"', {"string", "list", "object"}, set()),
    ('config "c" "list(|"', {"string", "map"}, set()),
    ('config "c" "string" {\n  |\n}\n', {"default", "secret", "nullable"}, set()),
    ('output "o" {\n  |\n}\n', {"value"}, set()),
    ('hook "|', {"resource", "error"}, set()),
    ('hook "error" "h" {\n  command = ["${args.|}"]\n}\n', {"urn", "oldInputs"}, {"newOutputs"}),
    ("long = 1\nx = lo|", {"long", "lookup"}, {"x", "__convert"}),
    ("x = [for item in [1] : i|]", {"item"}, set()),
    ("x = { for k, v in { a = 1 } : k => | }", {"k", "v"}, set()),
    ('x = "%{ for it in [1] }${i|}%{ endfor }"', {"it"}, set()),
    ('component "p" "./|"', {"./parts"}, set()),
    ('component "p" "./parts" {\n  |\n}\n', {"size"}, {"all"}),
    ('component "p" "./parts" {\n  size = 1\n}\nx = p.|', {"all"}, {"size"}),
    ("o = { a = { b = 1 } }\nx = o.a.|\n", {"b"}, {"a"}),
    ("# res|", set(), {"resource"}),
    ('x = foo(\nresource "a" "cloud:net:Bucket" {\n  ti|\n}\n', {"title"}, set()),
    ('y = [1,\n\nresource "a" "cloud:net:Bucket" {\n  ti|\n}\n', {"title"}, set()),
    ('x = {\n  a = "\n}\nresource "a" "cloud:net:Bucket" {\n  ti|\n}\n', {"title"}, set()),
]


@pytest.mark.parametrize(("text", "there", "not_there"), CASES, ids=[c[0][-40:] for c in CASES])
def test_offers(text, there, not_there):
    found = asked(text)
    assert there <= set(found)
    assert not not_there & set(found)


def test_required_first_with_words_and_snippets():
    found = asked('resource "a" "cloud:net:Bucket" {\n  |\n}\n')
    assert [one.label for one in found.values()][:2] == ["size", "title"]
    assert found["title"].documentation == "What it is called."
    assert found["title"].required
    assert found["title"].insert == "title = "
    assert found["old"].documentation == "Deprecated: use title"
    assert found["rules"].detail == "list(cloud:net:Rule)?"


def test_members_and_functions_have_words():
    assert (
        asked('resource "a" "cloud:net:Bucket" {\n  acl = |\n}\n')['"private"'].documentation
        == "Nobody else."
    )
    joined = asked("x = jo|")["join"]
    assert joined.kind is Kind.FUNCTION
    assert joined.detail == "join(separator: string, strings: list(string)): string"


def test_a_call_keeps_its_parenthesis():
    assert asked('x = jo|in(",", [])')["join"].insert == "join"


def test_the_word_under_the_cursor_is_replaced():
    insight, offset = at_mark(
        'resource "a" "cloud:net:Bu|cket" {\n}\n', {"cloud.json": CLOUD}, schema=["cloud.json"]
    )
    one = next(o for o in insight.offers_at(offset) if o.label == "cloud:net:Bucket")
    text = insight.ground.source.text
    assert text[one.start : one.end] == "cloud:net:Bucket"
    assert one.documentation == "A place for things."


SIGNATURES = [
    ('x = join(",", |)', "join(separator: string, strings: list(string)): string", 1),
    ("x = join(|", "join(separator: string, strings: list(string)): string", 0),
    ("x = join(split(|", "split(separator: string, string: string): list(string)", 0),
    ("x = max(1, 2, |)", "max(value: int, ...rest: int): int", 1),
    (
        'x = invoke("cloud:net:getBucket", { title = |',
        "cloud:net/getBucket:getBucket(title: string, deep?: bool)",
        0,
    ),
    (
        'x = invoke("cloud:net:getBucket", { deep = |',
        "cloud:net/getBucket:getBucket(title: string, deep?: bool)",
        1,
    ),
]


@pytest.mark.parametrize(("text", "label", "active"), SIGNATURES)
def test_signatures(text, label, active):
    insight, offset = at_mark(text, {"cloud.json": CLOUD}, schema=["cloud.json"])
    found = insight.signature_at(offset)
    assert (found.label, found.active) == (label, active)
    at = 0
    for one in found.parameters:
        at = found.label.index(one.label, at) + len(one.label)


def test_no_signature_outside_of_calls():
    insight, offset = at_mark('x = join(",", []) + |1')
    assert insight.signature_at(offset) is None


def test_paths_of_files():
    insight, offset = at_mark('x = readFile("./a|')
    assert insight.path_at(offset) == (14, 17)
    insight, offset = at_mark('x = join("./a|')
    assert insight.path_at(offset) is None
