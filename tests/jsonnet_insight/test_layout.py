"""Outlines, hints, folds, selections, links, definitions."""

from __future__ import annotations

from support.jsonnet_places import marked

PROGRAM = """local k = import 'k.libsonnet';
// one
// two
local f(x, y=1) = x + y;
{
  a:: 1,
  'b c': { q: f(1, 2) },
  m(z): z,
  local w = 'x',
  t: |||
    text
  |||,
} + { z+: { y: 1 } }
"""
FILES = {"k.libsonnet": "{ a: 1 }"}


def test_the_outline_tells_functions_fields_and_locals():
    def shown(symbols):
        return [
            (one.name, one.kind.value, one.detail, shown(one.children)) if one.children
            else (one.name, one.kind.value, one.detail)
            for one in symbols
        ]  # fmt: skip

    found = marked(PROGRAM, FILES).insight.symbols()
    assert shown(found) == [
        ("k", "namespace", "import 'k.libsonnet'"),
        ("f", "function", "(x: any, y?: any) => any"),
        ("a", "field", ":: number"),
        ("b c", "field", "object", [("q", "field", "number")]),
        ("m", "method", "(z: any) => any"),
        ("w", "variable", "string"),
        ("t", "field", "string"),
        ("z", "field", "+object", [("y", "field", "number")]),
    ]
    for one in found:
        assert one.whole.start <= one.place.start <= one.place.end <= one.whole.end


def test_hints():
    found = marked(PROGRAM, FILES)
    hints = [
        (found.text[: one.at].rsplit(maxsplit=1)[-1], one.text, one.kind)
        for one in found.insight.hints(0, len(found.text))
    ]
    assert hints == [
        ("f(x", ": number", "type"),
        ("y", ": number", "type"),
        ("y=1)", ": number", "result"),
        ("f(", "x=", "parameter"),
        ("f(1,", "y=", "parameter"),
        ("w", ": string", "type"),
    ]
    line = found.text.index("local w")
    assert [one.text for one in found.insight.hints(line, line + 20)] == [": string"]


def test_an_argument_that_says_its_name_has_no_hint():
    found = marked("local f(x, y) = x, x = 1, o = { y: 2 }; f(x, o.y)")
    kinds = {one.kind for one in found.insight.hints(0, len(found.text))}
    assert "parameter" not in kinds


def test_folds():
    found = marked(PROGRAM, FILES)
    text = found.text
    folds = [(text[one.start : one.start + 6], one.kind) for one in found.insight.regions()]
    assert folds == [("// one", "comment"), ("{\n  a:", "region"), ("|||\n  ", "region")]
    two = "local a = import 'k.libsonnet';\nlocal b = import 'k.libsonnet';\na + b\n"
    (one,) = marked(two, FILES).insight.regions()
    assert (one.start, two[one.end - 1], one.kind) == (0, ";", "imports")


def test_selections_grow():
    found = marked("{ a: [1, 'x§y'] }")
    texts = [found.text[slice(*one)] for one in found.insight.around(found.offset)]
    assert texts == ["xy", "'xy'", "1, 'xy'", "[1, 'xy']", "a: [1, 'xy']", "{ a: [1, 'xy'] }"]


def test_links():
    found = marked(PROGRAM, FILES)
    (one,) = found.insight.links()
    assert (found.text[one.start : one.end], one.target) == ("k.libsonnet", "k.libsonnet")


def test_an_import_leads_to_its_file():
    found = marked("local k = import '§k.libsonnet'; k", FILES)
    assert str(found.insight.definition_at(found.offset)) == "k.libsonnet:1:1"


def test_what_makes_a_value():
    found = marked("local a = { x: 1 }, b = a + { y: 2 }; §b")
    places = [one.text for one in found.insight.type_definitions_at(found.offset)]
    assert places == ["{ x: 1 }", "{ y: 2 }"]
