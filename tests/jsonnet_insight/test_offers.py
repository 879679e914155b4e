"""What may be written at a place, in programs that are mostly not whole."""

from __future__ import annotations

import pytest
from support.jsonnet_places import marked

LIBRARY = {
    "lib.libsonnet": """{
  // How many there are.
  count: 1,
  '#make': d.fn('Makes one.', [d.arg('size', d.T.number)]),
  make(size, kind='small'):: { size: size, kind: kind },
}"""
}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("local a = { x: 1 }, b = a + { y: 'q' }; b.§", {"x": "number", "y": "string"}),
        ("local a = { x: 1 }; a { y: null }.§", {"x": "number", "y": "null"}),
        ("{ n: { q: 1 }, m: self.n.§ }", {"q": "number"}),
        ("{ n: 1, m: { o: $.§ } }", {"n": "number", "m": "{ o: any, ... }"}),
        ("local base = { a: 1 }; base + { b: super.§ }", {"a": "number"}),
        ("local f() = { a: { b: 1 } }; f().a.§", {"b": "number"}),
        ("local f(o) = o.§; f({ port: 80 })", {"port": "number"}),
        ("[x.§ for x in [{ k: 1 }]]", {"k": "number"}),
        ("std.map(function(x) x.§, [{ k: 1 }])", {"k": "number"}),
        ("{ local this = self, a: 1, b: { c: this.§ } }", {"a": "number", "b": "{ c: any }"}),
        (
            "function(s) local o = if s then { a: 1 } else { b: 2 }; if 'b' in o then o.§ else 1",
            {"b": "number"},
        ),
        # Not whole.
        ("local a = { x: 1 };\nlocal b = a.§\nlocal c = 2;\nc", {"x": "number"}),
        ("local a = { x: 1 }; { y: a.§\n  z: 2 }", {"x": "number"}),
        ("local a = { x: 1 }; local f(b) = b + (a.§", {"x": "number"}),
        ("local a = { x: 1 }; [1, { y: a.§", {"x": "number"}),
        ("local a = { x: 1 }; if a.§", {"x": "number"}),
        ("local a = { x: 1 }; a.§;", {"x": "number"}),
        ("local a = { x: 1 };\nlocal b = 1);\nlocal c = a.§;\nc", {"x": "number"}),
        ("local a = { x: 1 };\nlocal b = [1, 2;\nlocal c = a.§;\nc", {"x": "number"}),
        ("local a = { x: 1 };\n}\nlocal b = 2; { q: a.§ }", {"x": "number"}),
        ("local a = { x: 1 }; { p: ] , q: a.§ }", {"x": "number"}),
        ("local a = { x: 1 };\nlocal b = 'open;\nlocal c = a.§;\nc", {"x": "number"}),
        ("local a = { x: 1 };\nlocal b = 'o;\nlocal c = 'q';\na.§", {"x": "number"}),
        ("local a = { x: 1 }; { p: a.x; q: a.§ }", {"x": "number"}),
        # In brackets and other strings that name fields.
        ("local a = { 'x-y': 1 }; a['§']", {"x-y": "number"}),
        ("local a = { 'x-y': 1 }; a['x§", {"x-y": "number"}),
        ("local a = { x: 1 }; std.objectHas(a, '§')", {"x": "number"}),
        ("local a = { x: 1 }; '§' in a", {"x": "number"}),
        # Keys of an object that is laid over another.
        ("local a = { x: 1, y: { z: 2 } }; a + { x: 2, y+: { § } }", {"z": "number"}),
        ("local a = { x: 1, f(b): b }; a { f§ }", {"x": "number", "f": "(b: any) => any"}),
    ],
)
def test_fields(text, wanted):
    assert marked(text).offers() == wanted


def test_fields_of_an_import_have_words_and_no_internals():
    found = marked("local lib = import 'lib.libsonnet'; lib.§", LIBRARY)
    offers = {one.label: one for one in found.insight.offers_at(found.offset)}
    assert sorted(offers) == ["count", "make"]
    assert offers["count"].documentation == "How many there are."
    assert offers["make"].documentation.startswith("Makes one.")
    assert offers["make"].snippet == "make(${1:size})"


def test_a_name_that_is_no_word_takes_the_place_of_the_dot():
    found = marked("local a = { 'x-y': 1 }; a.§")
    (offer,) = found.insight.offers_at(found.offset)
    applied = found.text[: offer.start] + offer.insert + found.text[offer.end :]
    assert applied == "local a = { 'x-y': 1 }; a['x-y']"


def test_the_library_has_signatures_and_no_internals():
    found = marked("std.§")
    offers = {one.label: one for one in found.insight.offers_at(found.offset)}
    assert offers["abs"].detail == "std.abs(n: number): number"
    assert offers["abs"].documentation
    assert offers["map"].snippet == "map(${1:func}, ${2:arr})"
    assert not [name for name in offers if name.startswith("_")]
    assert "thisFile" in offers


def test_names_in_scope():
    text = "local a = 1; local f(b, c=2) = [d + § for d in [1]]; { local e = 2, g: e }"
    assert set(marked(text).offers()) == {"a", "f", "b", "c", "d", "std"}
    assert set(marked("{ local e = 2, [§]: 1 }").offers()) == {"std"}
    assert set(marked("{ local e = 2, g: § }").offers()) == {"e", "std"}
    assert set(marked("[a for a in [1]] + §").offers()) == {"std"}
    assert "self" in marked("{ a: § }").words()
    assert "self" not in marked("§").words()


def test_named_arguments():
    text = "local f(aa, bb=2, cc=3) = aa; f(1, cc=2, §)"
    assert marked(text).offers().keys() >= {"bb="}
    assert not marked(text).offers().keys() & {"aa=", "cc="}
    assert marked("local f(aa, bb=2) = aa; f(§").offers()["bb="] == "bb=2"


@pytest.mark.parametrize(
    "text",
    [
        "local §",
        "// a §",
        "/* § */ 1",
        "'a§'",
        "function(§) 1",
        "local f(§",
        "[x for §",
        "import §",
    ],
)
def test_nothing_is_offered_where_a_new_name_or_a_text_stands(text):
    assert marked(text).offers() == {}


def test_words_that_may_follow():
    assert {"then", "else"} <= marked("if true §").words()
    assert "for" in marked("[x §]").words()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("import 'a§b'", "ab"),
        ("import '§", ""),
        ("local a = import 'x/§\nlocal b = 2;\n{}", "x/"),
        ('local a = import "x/§";\n{}', "x/"),
        ("importstr 'k§", "k"),
        ("import 'a'§", None),
        ("local a = 'x§'; a", None),
    ],
)
def test_paths(text, wanted):
    found = marked(text)
    place = found.insight.path_at(found.offset)
    assert (None if place is None else found.text[slice(*place)]) == wanted


def test_a_string_without_its_end_is_said_once_and_the_rest_is_read():
    found = marked("local a = 'x;\nlocal b = 'two\nlines';\nlocal c = 1;\n[a, b, c + nobody]")
    assert [one.code.name for one in found.checked.findings] == [
        "jsonnet/unknown-name",
        "jsonnet/unclosed-string",
    ]
