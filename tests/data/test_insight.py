"""Names, colours, folds, links and changes of data files, also of broken ones."""

import json
from itertools import pairwise

import pytest
from data.host import MemoryHost
from data.test_editing import LANGUAGES, SCHEMA
from hypothesis import given, settings
from hypothesis import strategies as st

from confty.text import Source

STRICT = {**SCHEMA, "additionalProperties": False}


def checked(kind, text, schema=None, files=None):
    given_files = {"s.json": json.dumps(schema)} if schema is not None else {}
    chosen = {"schema": "s.json"} if schema is not None else {}
    host = MemoryHost({**given_files, **(files or {})}, **chosen)
    language = LANGUAGES[kind]
    made = language.check(Source(f"a.{kind}", text), host)
    return made, language.insight(made.output)


def names(kind, text, schema=None):
    _, insight = checked(kind, text, schema)
    return [
        (one.name, text[one.start : one.end], [place.text for place in one.definitions], one.fixed)
        for one in insight.occurrences()
    ]


def test_keys_introduce_themselves():
    assert names("json", '{"a": {"b c": 1}}') == [
        ("a", '"a"', ['"a"'], ""),
        ("b c", '"b c"', ['"b c"'], ""),
    ]
    assert names("yaml", "a:\n  'b': 1\n") == [("a", "a", ["a"], ""), ("b", "'b'", ["'b'"], "")]
    assert names("yaml", '"\\x61": 1\n')[0][3] == "it is not spelled as it is meant"


def test_keys_of_a_schema_are_fixed():
    found = names("yaml", "name: x\nenv:\n  MINE: y\n", SCHEMA)
    assert [(name, bool(fixed)) for name, _, _, fixed in found] == [
        ("name", True),
        ("env", True),
        ("MINE", False),
    ]


def test_aliases_lead_to_their_anchors():
    text = "base: &base\n  x: &n 1\nuse: *base\nlist: [*n, &n 2, *n]\nnone: *gone\n---\na: *base\n"
    _, insight = checked("yaml", text)
    found = [one for one in insight.occurrences() if one.kind.value == "variable"]
    where = [(one.name, [str(place) for place in one.definitions]) for one in found]
    assert where == [
        ("base", ["a.yaml:1:8"]),
        ("n", ["a.yaml:2:7"]),
        ("base", ["a.yaml:1:8"]),
        ("n", ["a.yaml:2:7"]),
        ("n", ["a.yaml:4:13"]),
        ("n", ["a.yaml:4:13"]),
        ("gone", []),
        ("base", []),
    ]
    broken = text.replace("use:", "use: [")
    _, insight = checked("yaml", broken)
    assert [one.name for one in insight.occurrences()].count("base") >= 2


def test_anchors_are_offered():
    text = "base: &base 1\nother: &other 2\nuse: *\n"
    _, insight = checked("yaml", text)
    assert [one.label for one in insight.offers_at(text.index("*") + 1)] == ["base", "other"]
    text = text.replace("*", "*ot")
    _, insight = checked("yaml", text)
    (first, second) = insight.offers_at(text.index("*") + 2)
    assert text[second.start : second.end] == "ot"
    assert first.label == "base"


def test_headers_of_toml():
    text = '[server]\nport = 1\n[server.tls]\ncert = "x"\n[[row]]\na.b = 1\na.c = 2\n[[row]]\na.b = 3\n'
    found = names("toml", text)
    assert ("server", "server", ["server"], "") in found[2:]
    _, insight = checked("toml", text)
    servers = [one for one in insight.occurrences() if one.name == "server"]
    assert [one.start for one in servers] == [1, text.index("server.tls")]
    assert len({tuple(one.definitions) for one in servers}) == 1
    parts = [one for one in insight.occurrences() if one.name == "a"]
    assert len(parts) == 3
    assert parts[0].definitions == parts[1].definitions != parts[2].definitions


def test_pointers_lead_to_definitions():
    text = json.dumps(SCHEMA, indent=1)
    _, insight = checked("json", text)
    uses = [one for one in insight.occurrences() if one.name == "server" and not one.writes]
    assert len(uses) == 2
    for one in uses:
        assert text[one.start : one.end] == "server"
        (place,) = one.definitions
        assert place.text == '"server"'
        assert place.start > text.index('"$defs"')


COLOURS = [
    ("json", '{"a": [1, "b", true] // c\n}', [("1", "number"), ('"b"', "string"), ("true", "keyword"), ("// c", "comment")]),
    ("yaml", "a: [1, b, true] # c\n", [("1", "number"), ("b", "string"), ("true", "keyword"), ("# c", "comment")]),
    ("yaml", "a: |\n  # text\n  b: c\nd: e # f\n", [("  # text\n  b: c", "string"), ("e", "string"), ("# f", "comment")]),
    ("yaml", "- a: >-\n    x\n  b: 2\n", [("    x", "string"), ("2", "number")]),
    ("yaml", "a: !ref x\nb: 'it''s'\nc: a#b\n", [("!ref", "decorator"), ("'it''s'", "string"), ("a#b", "string")]),
    ("yaml", "a: http://x.y/z\n", [("http://x.y/z", "string")]),
    ("toml", 'a = 1 # c\nb = "x"\nd = 2020-01-01\ne = true\n', [("1", "number"), ("# c", "comment"), ('"x"', "string"), ("2020-01-01", "number"), ("true", "keyword")]),
    ("toml", 'a = """\n# text\n"""\n', [('"""\n# text\n"""', "string")]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "wanted"), COLOURS)
def test_colours(kind, text, wanted):
    _, insight = checked(kind, text)
    found = [(text[one.start : one.end], one.kind) for one in insight.tokens()]
    assert set(wanted) <= set(found)


FOLDS = [
    ("json", '{\n  "a": [\n    1\n  ]\n}', ["{", "["]),
    ("yaml", "a:\n  b:\n  - 1\n  - 2\nc: 1\n# x\n# y\n", ["a:", "b:", "# x"]),
    ("yaml", "a: |\n  x\n\n  y\nb: 1\n", ["a: |"]),
    ("toml", "[a]\nx = 1\n[b]\ny = [\n1]\n", ["[a]", "[b]", "["]),
]


@pytest.mark.parametrize(("kind", "text", "first_lines"), FOLDS)
def test_folds(kind, text, first_lines):
    _, insight = checked(kind, text)
    found = [text[one.start : one.end].split("\n")[0] for one in insight.regions()]
    assert found == first_lines


def test_selection_and_sight():
    text = "server:\n  port: 80\n"
    _, insight = checked("yaml", text, SCHEMA)
    grown = [text[a:b] for a, b in insight.around(text.index("80"))]
    assert grown[:3] == ["80", "port: 80", "server:\n  port: 80"] or grown[0] == "80"
    assert grown[-1] == text
    found = insight.sight_at(text.index("port"))
    assert (found.type, found.documentation) == ("port: int", "Where it listens.")
    assert [str(one).split(":")[0] for one in insight.type_definitions_at(text.index("port"))] == [
        "s.json"
    ]
    _, plain = checked("yaml", "a: &x {b: 1}\nc: *x\n")
    alias = plain.sight_at(17)
    assert alias.value == '{"b":1}'
    assert alias.facts


def test_links():
    text = '{"$schema": "./s.json", "a": "./other.yaml", "b": "nothing/here"}'
    files = {"./s.json": "{}", "./other.yaml": ""}
    _, insight = checked("json", text, files=files)
    found = [(text[one.start : one.end], one.target) for one in insight.links()]
    assert found == [("./s.json", "./s.json"), ("./other.yaml", "./other.yaml")]


FIXES = [
    ("json", "{}", "Add the required key 'name'"),
    ("json", '{"debug": true}', "Add the required key 'name'"),
    ("json", '{\n  "debug": true\n}\n', "Add the required key 'name'"),
    ("yaml", "debug: true\nserver:\n  port: 1\n\n# end\n", "Add the required key 'name'"),
    ("yaml", "{debug: true}\n", "Add the required key 'name'"),
    ("toml", "# top\ndebug = true\n[server]\nport = 1\n", "Add the required key 'name'"),
    ("json", '{"name": "x", "wrong": [1]}', "Remove 'wrong'"),
    ("json", '{\n  "wrong": 1,\n  "name": "x"\n}', "Remove 'wrong'"),
    ("yaml", "name: x\nwrong:\n  a: 1\n  b: 2\ndebug: true\n", "Remove 'wrong'"),
    ("yaml", "{name: x, wrong: 1}\n", "Remove 'wrong'"),
    ("toml", 'name = "x"\nwrong = 1\n', "Remove 'wrong'"),
]


def applied(text, edits):
    for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


@pytest.mark.parametrize(("kind", "text", "title"), FIXES)
def test_a_fix_removes_its_finding(kind, text, title):
    made, insight = checked(kind, text, STRICT)
    (finding,) = made.diagnostics
    offered = insight.actions_at(finding.span.start, finding.span.end)
    (action,) = [one for one in offered if one.title == title]
    after, _ = checked(kind, applied(text, action.edits), STRICT)
    assert after.diagnostics == ()


@pytest.mark.parametrize(
    ("kind", "text", "there"),
    [
        ("json", '{"name": "x", "sever": {}}', '"server": {}'),
        ("yaml", "name: x\ndebg: true\n", "debug: true"),
        ("toml", 'name = "x"\nmode = "strct"\n', '"strict"'),
        ("yaml", "name: x\nmode: strct\n", "mode: strict"),
    ],
)
def test_did_you_mean(kind, text, there):
    made, _ = checked(kind, text, STRICT)
    (finding,) = made.diagnostics
    mended = applied(text, finding.fix)
    assert there in mended
    assert checked(kind, mended, STRICT)[0].diagnostics == ()


TEXTS = {
    "json": json.dumps(SCHEMA, indent=2) + "\n",
    "yaml": (
        "# head\nbase: &b\n  x: [1, {y: 'z'}]\nuse:\n  <<: *b\n  t: !tag v\ntext: |\n  a: b\n\n  c\n"
        'list:\n- a\n- b: "q"\n---\nother: >-\n  f\n...\n'
    ),
    "toml": (
        'a = 1\n"b c" = [1,\n 2] # x\n[server.tls]\nd.e = 2020-01-01T00:00:00Z\n[[r]]\n'
        "s = '''\n[x]\n'''\nt = { u = 1, v = \"w\" }\n[[r]]\n"
    ),
}


def look(kind, text, offset):
    for schema in (None, SCHEMA):
        _, insight = checked(kind, text, schema)
        size, last = len(text), 0
        for one in insight.occurrences():
            assert last <= one.start < one.end <= size
            last = one.end
            written = text[one.start : one.end]
            assert one.fixed or one.name in (written, written[1:-1])
        tokens = [(one.start, one.end) for one in insight.tokens()]
        assert all(left[1] <= right[0] for left, right in pairwise(tokens))
        for one in (*insight.regions(), *insight.links()):
            assert 0 <= one.start <= one.end <= size
        for one in insight.offers_at(offset):
            assert 0 <= one.start <= one.end <= size
        insight.sight_at(offset)
        insight.symbols()
        insight.type_definitions_at(offset)
        around = insight.around(offset)
        assert around[-1] == (0, size)
        for inner, outer in pairwise(around):
            assert outer[0] <= inner[0] <= inner[1] <= outer[1]
        for action in insight.actions_at(offset, offset):
            assert all(0 <= edit.span.start <= edit.span.end <= size for edit in action.edits)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(TEXTS)), st.data())
def test_texts_cut_off(kind, data):
    text = TEXTS[kind]
    at = data.draw(st.integers(0, len(text)))
    gap = data.draw(st.integers(0, len(text)))
    put = data.draw(st.sampled_from(["", "{", "[", '"', "'", ":", "- ", "&", "*", "\n", "=", "#"]))
    wounded = text[:at] + put + text[gap:] if gap > at else text[:at] + put
    look(kind, wounded, min(at, len(wounded)))


@pytest.mark.parametrize("kind", sorted(TEXTS))
def test_whole_texts(kind):
    for offset in range(0, len(TEXTS[kind]), 7):
        look(kind, TEXTS[kind], offset)
