"""Changes that are offered: each applied, checked again, and run where it runs."""

from __future__ import annotations

import pytest
from support.jsonnet_places import Marked, applied, marked
from support.peers import peer


def _titles(found: Marked, end: int | None = None) -> list[str]:
    stop = found.offset if end is None else end
    return [one.title for one in found.insight.actions_at(found.offset, stop)]


def _done(text: str, title: str, length: int = 0, files: dict[str, str] | None = None) -> str:
    found = marked(text, files)
    stop = found.offset + length
    actions = {one.title: one for one in found.insight.actions_at(found.offset, stop)}
    return applied(found.text, actions[title].edits)


def _run(text: str) -> str:
    native = peer("_gojsonnet")
    return native.evaluate_snippet("main.jsonnet", text)


@pytest.mark.parametrize(
    ("text", "title", "wanted"),
    [
        ("local §a = 1; 2", "Remove `a`", "2"),
        ("local §a = 1; 2", "Call it `_a`", "local _a = 1; 2"),
        ("local §a = 1, b = 2; b", "Remove `a`", "local b = 2; b"),
        ("local b = 2, §a = 1; b", "Remove `a`", "local b = 2; b"),
        ("local b = 2, §a = 1, c = 3; b + c", "Remove `a`", "local b = 2, c = 3; b + c"),
        ("{ local §a = 1, b: 2 }", "Remove `a`", "{ b: 2 }"),
        ("{ b: 2, local §a = 1 }", "Remove `a`", "{ b: 2 }"),
        ("{ local §a = 1 }", "Remove `a`", "{}"),
        ("// why\nlocal §a = 1;\n// what\n2", "Remove `a`", "// why\n// what\n2"),
        ("local f(§a, b) = b; f(a=1, b=2)", "Call it `_a`", "local f(_a, b) = b; f(_a=1, b=2)"),
    ],
)
def test_what_nobody_uses(text, title, wanted):
    found = _done(text, title)
    assert found == wanted
    assert not [one for one in marked(found).checked.findings if "never used" in one.message]
    assert _run(found) == _run(text.replace("§", ""))


@pytest.mark.parametrize(
    ("text", "title", "wanted"),
    [
        ("local f(a, b) = a + b; §f(1)", "Add `b`", "local f(a, b) = a + b; f(1, b=null)"),
        (
            "local f(a, b) = assert std.isNumber(b); b; §f()",
            "Add `a`, `b`",
            "local f(a, b) = assert std.isNumber(b); b; f(a=null, b=0)",
        ),
        ("local f(a, b) = [a, b]; §f(1,)", "Add `b`", "local f(a, b) = [a, b]; f(1, b=null)"),
        (
            "local o = { a: 1 }; o.§b",
            "Write std.get(…, 'b', null)",
            "local o = { a: 1 }; std.get(o, 'b', null)",
        ),
        (
            "local o = { a: 1 }; o['§b']",
            "Write std.get(…, 'b', null)",
            "local o = { a: 1 }; std.get(o, 'b', null)",
        ),
        (
            "local o = {\n  a: 1,\n};\no.§b",
            "Add the field b to the object",
            "local o = {\n  a: 1,\n  b: error 'b is not given',\n};\no.b",
        ),
        (
            "local o = {}; o.§b",
            "Add the field b to the object",
            "local o = { b: error 'b is not given' }; o.b",
        ),
    ],
)
def test_what_is_missing(text, title, wanted):
    before = [one.code for one in marked(text).checked.findings]
    found = _done(text, title)
    assert found == wanted
    after = [one.code.name for one in marked(found).checked.findings]
    assert before
    assert not set(after) & {"jsonnet/no-such-field", "jsonnet/missing-argument", "jsonnet/syntax"}


def test_an_import_with_another_path():
    files = {"lib.libsonnet": "{ a: 1 }"}
    found = _done("(import '§lib.jsonnet').a", "Import 'lib.libsonnet'", files=files)
    assert found == "(import 'lib.libsonnet').a"
    assert not marked(found, files).checked.findings


def test_did_you_mean_also_in_brackets():
    for text, wanted in (
        ("local o = { name: 1 }; o.naem", "local o = { name: 1 }; o.name"),
        ("local o = { name: 1 }; o['naem']", "local o = { name: 1 }; o['name']"),
        ("local o = { 'my-name': 1 }; o.my_name", "local o = { 'my-name': 1 }; o['my-name']"),
    ):
        (finding,) = marked(text).checked.findings
        assert applied(text, finding.fix) == wanted
        assert not marked(wanted).checked.findings


@pytest.mark.parametrize(
    ("text", "title", "length", "wanted"),
    [
        ("local a = 1 + 2; [§a, a * 2]", "value", 0, "[(1 + 2), (1 + 2) * 2]"),
        ("local §a = { x: 1 }; a.x", "value", 0, "{ x: 1 }.x"),
        ("local a = 1, b = a; §b", "value", 0, "local a = 1; a"),
        ("{ a: §1 + 2 * 3 }", "name", 9, "{ a: local value = 1 + 2 * 3;\nvalue }"),
        ("{ a: 1 + §2 * 3 }", "name", 5, "{ a: local value = 2 * 3;\n1 + value }"),
        (
            "local f(x) = [x + 1, §x + 2]; f(1)",
            "name",
            5,
            "local f(x) = local value = x + 2;\n[x + 1, value]; f(1)",
        ),
        ("[§x + 1 for x in [1]]", "name", 5, "[local value = x + 1;\nvalue for x in [1]]"),
        ("local a = { x: 1 }; a['§x']", "Write .x", 0, "local a = { x: 1 }; a.x"),
    ],
)
def test_the_same_program_otherwise(text, title, length, wanted):
    whole = marked(text)
    titles = {
        "value": next((one for one in _titles(whole) if one.startswith("Put the value")), ""),
        "name": "Give it a name",
    }
    found = _done(text, titles.get(title, title), length)
    assert found == wanted
    assert _run(found) == _run(whole.text)


@pytest.mark.parametrize(
    "text",
    [
        "local a = 1; local f(b) = (local a = 2; §c), c = a; f(1)",  # a means another one there
        "local x = x§; 1",  # itself
        "{ local a = self.b, b: 1, c: { d: §a } }",  # self is another one there
        "local f(x) = x; §f(1)",  # a function
    ],
)
def test_what_would_mean_something_else_is_not_put_in_place(text):
    assert not [one for one in _titles(marked(text)) if one.startswith("Put the value")]


def test_sorted_imports():
    files = {f"{name}.libsonnet": f"'{name}'" for name in "abc"}
    text = (
        "§local z = import 'c.libsonnet';\n"
        "local y = import 'a.libsonnet';\n"
        "\n"
        "// apart\n"
        "local x = import 'b.libsonnet';\n"
        "local w = import 'a.libsonnet';\n"
        "[z, y, x, w]\n"
    )
    assert _done(text, "Sort the imports", files=files) == (
        "local y = import 'a.libsonnet';\n"
        "local z = import 'c.libsonnet';\n"
        "\n"
        "// apart\n"
        "local w = import 'a.libsonnet';\n"
        "local x = import 'b.libsonnet';\n"
        "[z, y, x, w]\n"
    )
    sorted_already = "§local a = import 'a.libsonnet';\nlocal b = import 'b.libsonnet';\na + b"
    assert "Sort the imports" not in _titles(marked(sorted_already, files))


def test_one_change_is_offered_once():
    """Where a field is missing, reading it with ``std.get`` is how that is mended, under one name."""
    titles = _titles(marked("local o = { a: 1 }; o.§b"))
    assert [one for one in titles if "std.get" in one] == ["Write std.get(…, 'b', null)"]
    sure = _titles(marked("local o = { a: 1 }; o.§a"))
    assert len([one for one in sure if "std.get" in one]) == 1
