"""What hovering shows in PCL, and the lists that an editor draws from."""

import pytest
from pcl.editing import at_mark, checked
from pcl.schemas_in_memory import BUCKET, CLOUD

from confty.kit.sights import Kind

PARTS = 'config "size" "int" {\n  description = "How big."\n}\noutput "all" {\n  value = secret(size)\n}\n'
SIGHTS = [
    ('resource "b" "cloud:net:Buc|ket" {\n}\n', "resource type cloud:net/bucket:Bucket (cloud 1.2.3)", "A place for things.", "", ""),
    ('# Mine.\nresource "|b" "cloud:net:Bucket" {\n}\n', "resource b: cloud:net:Bucket", "Mine.\n\nA place for things.", "", ""),
    ('resource "b" "cloud:net:Bucket" {\n  ti|tle = ""\n}\n', "title: string (required)", "What it is called.", "", ""),
    ('resource "b" "cloud:net:Bucket" {\n  acl = "pri|vate"\n}\n', "string", "Nobody else.", "", ""),
    ('resource "b" "cloud:net:Bucket" {\n  rules = [{ da|ys = 1 }]\n}\n', "days: int (required)", "After how long.", "", ""),
    ('resource "b" "cloud:net:Bucket" {\n  options {\n    pro|tect = true\n  }\n}\n', "protect: bool", "Whether deleting it is refused.", "", ""),
    (BUCKET + "x = b.ar|n\n", "arn: output(string)", "Its long name.", "", "unknown until `b` is created"),
    (BUCKET + "x = b.rules[0].da|ys\n", "days: output(int?)", "After how long.", "", "unknown until `b` is created"),
    (BUCKET + "x = b.ke|y\n", "key: output(string)", "", "", "secret: `key` of cloud:net:Bucket is one, says its package"),
    (BUCKET + 'y = "k ${b.key}"\n|x = y\n', "x: output(string)", "", "", "secret: `key` of cloud:net:Bucket is one, says its package"),
    ('|x = [1, "a"]\n', "x: (1, string)", "", '[1, "a"]', ""),
    ("y = { a = 2 }\nx = y.|a\n", "a: 2", "", "2", ""),
    ('config "p" "string" {\n  secret  = true\n  default = "hush"\n}\nx = |p\n', "config p: output(string)", "", "", "secret: config `p` says so"),
    ('config "p" "string" {\n  default = "loud"\n}\nx = |p\n', "config p: string", "", '"loud" (default)', ""),
    ('|x = secret("hush")\n', "x: output(string)", "", "", "secret: `secret(…)` makes it one"),
    ('x = unsecret(secret("hush"))\n|y = x\n', "y: output(string)", "", "", ""),
    ('component "c" "./parts" {\n  si|ze = 1\n}\n', "size: int (required)", "How big.", "", ""),
    ('component "c" "./parts" {\n  size = 1\n}\nx = c.al|l\n', "all: output(int)", "", "", "secret: `secret(…)` makes it one"),
    ('x = jo|in(",", [])\n', "join(separator: string, strings: list(string)): string", "The strings of a list with a separator between them.", "", ""),
    ("x = [for k, |v in { a = true } : v]\n", "v: true", "", "", ""),
    ('re|source "b" "cloud:net:Bucket" {\n}\n', "resource", "A resource that the program makes: a name and the token of its type.", "", ""),
    ('x = invoke("cloud:net:get|Bucket", { title = "" })\n', "string", "Looks a bucket up.", "", ""),
    ('x = invoke("cloud:net:getBucket", { title = "" }).a|rn\n', "arn: promise(string)", "Its long name.", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "type_", "words", "value", "fact"), SIGHTS)
def test_sights(text, type_, words, value, fact):
    files = {"cloud.json": CLOUD, "parts/main.pp": PARTS}
    insight, offset = at_mark(text, files, schema=["cloud.json"])
    found = insight.sight_at(offset)
    assert found is not None
    assert (found.type, found.documentation, found.value) == (type_, words, value)
    assert found.start <= offset <= found.end
    assert (found.facts[0] if found.facts else "") == fact
    assert "hush" not in f"{found.type}{found.documentation}{found.value}{found.facts}"


def test_nothing_is_said_of_blank_space():
    insight, offset = at_mark("x = 1\n|\ny = 2\n")
    assert insight.sight_at(offset) is None


FILE = BUCKET + (
    "# One\n# two\n"
    'list = [for k, v in { a = 1 } : "${k} ${b.arn}" if v > 0]\n'
    'output "o" {\n  value = join(",", list)\n}\n'
)


def test_outline_tokens_hints_regions():
    _, insight = checked({"main.pp": FILE, "cloud.json": CLOUD}, schema=["cloud.json"])
    outline = [(one.name, one.kind, one.detail) for one in insight.symbols()]
    assert outline == [
        ("b", Kind.RESOURCE, "cloud:net:Bucket"),
        ("list", Kind.VARIABLE, "list(output(string))"),
        ("o", Kind.VARIABLE, "output output(string)"),
    ]
    coloured = {FILE[one.start : one.end]: one.kind for one in insight.tokens()}
    assert coloured["resource"] == coloured["for"] == coloured["in"] == coloured["if"] == "keyword"
    assert coloured["# One"] == "comment"
    assert coloured['","'] == "string"
    assert coloured["0"] == "number"
    assert coloured[">"] == "operator"
    shown = {
        (FILE[: one.at].rsplit(None, 1)[-1], one.text, one.kind)
        for one in insight.hints(0, len(FILE))
    }
    assert ("list", ": list(output(string))", "type") in shown
    assert ('join(",",', "strings=", "parameter") in shown
    assert ("k", ": string", "type") in shown
    folded = {(FILE[one.start : one.end].split("\n")[0], one.kind) for one in insight.regions()}
    assert folded == {("{", "region"), ("# One", "comment")}


def test_selection_grows():
    insight, offset = at_mark("x = { a = [1, f|oo(2)] }\n")
    text = insight.ground.source.text
    grown = [text[start:end] for start, end in insight.around(offset)]
    assert grown == ["foo", "foo(2)", "[1, foo(2)]", "{ a = [1, foo(2)] }", text.strip(), text]


def test_links():
    files = {
        "main.pp": 'component "c" "./parts" {\n  size = 1\n}\nx = readFile("./note.txt")\n',
        "parts/main.pp": PARTS,
        "note.txt": "",
    }
    _, insight = checked(files)
    text = files["main.pp"]
    assert [(text[one.start : one.end], one.target) for one in insight.links()] == [
        ("./parts", "parts/main.pp"),
        ("./note.txt", "note.txt"),
    ]
    component = text.index('"c"') + 1
    assert [str(one) for one in insight.type_definitions_at(component)] == ["parts/main.pp:1:1"]
