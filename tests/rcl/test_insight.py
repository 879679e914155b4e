"""What an editor is told about RCL: types, places, offers; in broken files too."""

from __future__ import annotations

import random

import pytest
from support.conformance import require
from support.insights import answers, edited, findings, marked, renamed, some, sound
from support.rcl_peer import original
from support.rcl_programs import Programs

from confty.kit.sights import Kind
from confty.languages.rcl import codes
from confty.languages.rcl.lexer import lex
from confty.text import Source

_OF_SYNTAX = (
    codes.SYNTAX,
    codes.UNBALANCED,
    codes.BAD_NUMBER,
    codes.BAD_ESCAPE,
    codes.BAD_CHARACTER,
    codes.MISPLACED_COMMENT,
    codes.MIXED_OPERATORS,
)

USERS = """\
// Somebody who can log in.
type User = {
  // How to call them.
  name: String,
  age?: Number,
};
type Env = "dev" | "prod";
// The first of all.
let ada: User = { name = "Ada" };
let port = 80;
let cfg = { host = "h", deep = { x = 1 } };
let area = (width, height) => width * height;
"""
LIBRARY = """\
// A page of them.
type Page[T] = { items: List[T] };
type Tag = { key: String };
{ answer = 42, deep = { inner = "x" } }
"""


def at(text: str, **files: str):
    """Return the insight of a text, the text and the cursor in it."""
    text, offset = marked(USERS + text)
    others = {name.replace("_", ".", 1): content for name, content in files.items()}
    return answers("a.rcl", {"a.rcl": text, **others}), text, offset


def labels(text: str, **files: str) -> list[str]:
    insight, _, offset = at(text, **files)
    return [one.label for one in insight.offers_at(offset)]


@pytest.mark.parametrize(
    ("text", "type_", "said", "value"),
    [
        ("ad¦a", "let ada: User", "The first of all.", '{ name = "Ada" }'),
        ("ada.na¦me", "name: String", "How to call them.", ""),
        ("ada.a¦ge", "age?: Number", "", ""),
        ("[po¦rt]", "let port: Number", "", "80"),
        ("cfg.ho¦st", "host: String", "", '"h"'),
        ("let u: Us¦er = ada; u", "type User = { age?: Number, name: String }",
         "Somebody who can log in.", ""),
        ("[1].su¦m()", "List.sum() -> Number", "Add all the elements up.", ""),
        ('let lib = import "lib.rcl"; lib.ans¦wer', "answer: Number", "", ""),
        ("[for u in [ada]: u¦.name]", "u: User", "Somebody who can log in.", ""),
    ],
)  # fmt: skip
def test_sight(text: str, type_: str, said: str, value: str) -> None:
    insight, _, offset = at(text, lib_rcl=LIBRARY)
    found = insight.sight_at(offset)
    assert found is not None
    assert found.type == type_
    if said and "sum" not in type_:
        assert found.documentation == said
    assert found.value == value


def test_secrets_are_told_and_not_shown() -> None:
    text = "let s = ext.password;\nlet t = { a = s };\nt"
    given = {"password": ("secret", "hunter2")}
    insight = answers("a.rcl", {"a.rcl": text}, ext_vars=given)
    plain = insight.sight_at(text.index("s ="))
    assert plain is not None
    assert plain.facts == ("secret: it comes from the input ext.password",)
    assert not plain.value
    held = insight.sight_at(len(text))
    assert held is not None
    assert held.facts == ("holds a secret: it comes from the input ext.password",)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("ada.¦", ["age", "name", "contains", "get"]),
        ("ada.¦\nlet z = 3;\nz", ["age", "name"]),
        ("let z = ada.¦\nlet y = 1;\ny", ["age", "name"]),
        ("let z = area(ada.¦;\nlet y = 1;\ny", ["age", "name"]),
        ("{ a = ada.¦\n  b = 2 }", ["age", "name"]),
        ('f"{ada.¦}"', ["age", "name"]),
        ("if true: ada.¦ else: 1", ["age", "name"]),
        ('"abc".¦', ["chars", "to_lowercase"]),
        ("[1, 2].¦", ["map", "sum"]),
        ("std.¦", ["range", "empty_set"]),
        ("cfg.deep.¦", ["x"]),
        ('cfg["¦"]', ["deep", "host"]),
        ('cfg["ho¦', ["deep", "host"]),
        ('cfg.get("¦", 1)', ["deep", "host"]),
        ("let u: ¦ = 3; u", ["User", "Env", "Number", "List"]),
        ("let u: List[¦] = 3; u", ["User", "Number"]),
        ("type P = { a: ¦ }; 1", ["User", "Number"]),
        ("let u: User = { ¦ }; u", ["name", "age"]),
        ("let u: User = { ¦", ["name", "age"]),
        ('let u: List[User] = [{ name = "x", ¦ }]; u', ["age"]),
        ('let e: Env = "¦"; e', ["dev", "prod"]),
        ("let e: Env = ¦; e", ['"dev"', '"prod"']),
        ("[for x in [ada]: x.¦]", ["name"]),
        ("[ada].map(x => x.¦)", ["name"]),
        ('let lib = import "lib.rcl"; lib.¦', ["answer", "deep"]),
        ('let lib = import "lib.rcl"; let t: lib.¦ = 1; t', ["Page", "Tag"]),
        ('let lib = import "lib.rcl"; lib.deep.¦', ["inner"]),
        ('let d = import "d.yaml"; d.¦', ["one"]),
        ("(a, b) => a + ¦", ["a", "b", "port", "std", "let", "if"]),
        ("[¦]", ["for", "if", "port"]),
    ],
)  # fmt: skip
def test_offers(text: str, offered: list[str]) -> None:
    found = labels(text, lib_rcl=LIBRARY, d_yaml="one:\n  two: 1\n")
    assert set(offered) <= set(found), found


def test_required_fields_come_first() -> None:
    insight, _, offset = at("let u: User = { ¦ }; u")
    found = insight.offers_at(offset)
    assert [one.label for one in found[:2]] == ["name", "age"]
    assert found[0].required
    assert found[0].documentation == "How to call them."
    assert "name" not in labels('let u: User = { name = "x", ¦ }; u')


SHAPES = """\
type Circle = { kind: "circle", radius: Number };
type Square = { kind: "square", side: Number };
type Page[T] = { items: List[T] };
"""


@pytest.mark.parametrize(
    ("text", "offered", "others"),
    [
        ("let s: Circle | Square = { ¦ }; s", ["kind", "radius", "side"], []),
        ('let s: Circle | Square = { kind = "circle", ¦ }; s', ["radius"], ["side", "kind"]),
        ('let s: Circle | Square = { kind = "¦" }; s', ["circle", "square"], []),
        ('let f: (Circle | Square) -> Any = s => if s.kind == "circle": s.¦ else: 1; f',
         ["radius"], ["side"]),
        ('let f: (Circle | Square) -> Any = s => s.kind == "¦"; f', ["circle", "square"], []),
        ("let f: (Union[User, Null]) -> Any = u => if u != null: u.¦ else: 1; f", ["name"], []),
        ("let p: Page[User] = { items = [{ ¦ }] }; p", ["name", "age"], ["items"]),
        ("let p: Page[User] = { items = [] }; p.items.map(u => u.¦", ["name"], []),
        ("let own = ¦", ["port"], ["own"]),
    ],
)  # fmt: skip
def test_offers_by_what_is_known(text: str, offered: list[str], others: list[str]) -> None:
    found = labels(SHAPES + text)
    assert set(offered) <= set(found), found
    assert not set(others) & set(found)


@pytest.mark.parametrize("text", ["// ad¦a\n1", "let ¦ = 1; 1", '"ad¦a"', "12¦", "type ¦"])
def test_nothing_is_offered(text: str) -> None:
    assert labels(text) == []


@pytest.mark.parametrize(
    ("text", "label", "active"),
    [
        ("area(¦)", "area(width, height) -> Number", 0),
        ("area(1, ¦", "area(width, height) -> Number", 1),
        ("area(area(1, ¦), 2)", "area(width, height) -> Number", 1),
        ('"a".replace("b", ¦)', "replace(needle: String, replacement: String) -> String", 1),
        ("std.range(1, ¦)", "std.range(lower: Number, upper: Number) -> List[Number]", 1),
        ("{ f = area }.f([1, 2], ¦)", "f(width, height) -> Number", 1),
        ("(x => x)(¦)", "(x => x)(x) -> Any", 0),
        ("area([1, ¦", "area(width, height) -> Number", 0),
    ],
)
def test_signature(text: str, label: str, active: int) -> None:
    insight, _, offset = at(text)
    found = insight.signature_at(offset)
    assert found is not None
    assert (found.label, found.active) == (label, active)


def test_no_signature_outside_the_parentheses() -> None:
    insight, _, offset = at("area(1, 2)¦")
    assert insight.signature_at(offset) is None


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("po¦rt", ["a.rcl:10:5"]),
        ("ada.na¦me", ["a.rcl:4:3"]),
        ("cfg.de¦ep.x", ["a.rcl:11:25"]),
        ("cfg.deep.x¦", ["a.rcl:11:34"]),
        ("[cfg].map(c => c.ho¦st)", ["a.rcl:11:13"]),
        ("[for c in [cfg]: c.ho¦st]", ["a.rcl:11:13"]),
        ("let both = cfg | { host = 1 };\nboth.ho¦st", ["a.rcl:11:13", "a.rcl:13:20"]),
        ("let all = { ...cfg, more = 1 };\nall.ho¦st", ["a.rcl:11:13"]),
        ('cfg["ho¦st"]', ["a.rcl:11:13"]),
        ('let u: User = { na¦me = "x" }; u', ["a.rcl:4:3"]),
        ("let u: Us¦er = ada; u", ["a.rcl:2:6"]),
        ('let lib = import "lib.rcl"; lib.deep.in¦ner', ["lib.rcl:4:25"]),
        ('let lib = import "lib.rcl"; let t: lib.T¦ag = { key = "" }; t', ["lib.rcl:3:6"]),
        ('let lib = import "lib.rcl"; let t: lib.P¦age[Number] = { items = [] }; t',
         ["lib.rcl:2:6"]),
        ('let d = import "d.yaml"; d.one.tw¦o', ["d.yaml:2:3"]),
    ],
)  # fmt: skip
def test_definitions(text: str, places: list[str]) -> None:
    insight, _, offset = at(text, lib_rcl=LIBRARY, d_yaml="one:\n  two: 1\n")
    found = [one for one in insight.occurrences() if one.start <= offset <= one.end]
    assert [str(one) for one in found[-1].definitions] == places


def test_type_definitions() -> None:
    insight, text, _ = at("let all = [ada]; a¦ll")
    assert [str(one) for one in insight.type_definitions_at(len(text) - 1)] == ["a.rcl:2:6"]


def test_why_a_name_is_fixed() -> None:
    insight, _, _ = at("let n: Number = [1].sum(); std.range(0, n)¦")
    fixed = {one.name: one.fixed for one in insight.occurrences() if one.fixed}
    assert fixed["sum"] == "'sum' is part of the library"
    assert fixed["std"] == "'std' is part of the language"
    assert fixed["Number"] == "Number is part of the language"


def test_paths() -> None:
    for text in ('import "li¦b.rcl"', 'import "li¦', 'import ("¦")', 'std.read_file_utf8("li¦b")'):
        insight, whole, offset = at(text, lib_rcl=LIBRARY)
        path = insight.path_at(offset)
        assert path is not None
        assert whole[path[0] : path[1]] in ("lib.rcl", "li", "", "lib")
    insight, whole, _ = at('import "lib.rcl"¦', lib_rcl=LIBRARY)
    assert [(whole[one.start : one.end], one.target) for one in insight.links()] == [
        ("lib.rcl", "lib.rcl")
    ]


def test_outline() -> None:
    insight, _, _ = at("{ out = { inner = 1 }, g = x => x }¦")
    found = insight.symbols()
    assert [(one.name, one.kind) for one in found] == [
        ("User", Kind.TYPE), ("Env", Kind.TYPE), ("ada", Kind.VARIABLE), ("port", Kind.VARIABLE),
        ("cfg", Kind.VARIABLE), ("area", Kind.FUNCTION), ("out", Kind.FIELD),
        ("g", Kind.FUNCTION),
    ]  # fmt: skip
    assert [one.name for one in found[0].children] == ["name", "age"]
    assert [one.name for one in found[6].children] == ["inner"]


def test_hints() -> None:
    insight, text, _ = at("let xs = [for u in [ada]: u.name];\narea(1, port)¦")
    found = {text[one.at - 3 : one.at] + one.text for one in insight.hints(0, len(text))}
    assert " xs: List[String]" in found
    assert "r u: User" in found
    assert "ht) -> Number" in found
    assert "ea(width=" in found
    assert list(insight.hints(0, 3)) == []


def test_folding_and_selection() -> None:
    insight, text, offset = at("{\n  a = [\n    po¦rt,\n  ],\n}")
    folded = [text[one.start : one.end] for one in insight.regions()]
    assert "{\n  a = [\n    port,\n  ],\n}" in folded
    assert "[\n    port,\n  ]" in folded
    grown = [text[start:end] for start, end in insight.around(offset)]
    assert grown[0] == "port"
    assert grown[1] == "[\n    port,\n  ]"
    assert grown[-1] == text


# Changes.

MISTAKES = [
    "let number = 1;\nnumbre",
    "let cfg = { host = 1 };\ncfg.hsot",
    'let cfg = { host = 1 };\ncfg["hsot"]',
    '"a".to_lowrcase()',
    "let x: Nubmer = 1;\nx",
    "let x: Int = 1;\nx",
    "type T = { first: Number };\nlet t: T = { frist = 1 };\nt",
    "type T = { a: Number, b: String, c?: Bool, d: List[Number] };\nlet t: T = { a = 1 };\nt",
    'type T = { a: Number, b: { x: "on" | "off" } };\nlet t: T = {};\nt',
    "type T = { a: Number, b: Bool };\nlet t: T = {\n  a = 1,\n};\nt",
    'let e: "dev" | "prod" = "pord";\ne',
    "let unused = 1;\n2",
    "[for x in [1]: 2]",
    "{ name: 1 }",
]


@pytest.mark.parametrize("text", MISTAKES)
def test_a_fix_removes_its_finding(text: str) -> None:
    before = findings("a.rcl", {"a.rcl": text})
    fixed = [one for one in before if one.fix]
    assert fixed, before
    after = edited(text, fixed[0].fix)
    assert findings("a.rcl", {"a.rcl": after}) == [], after


@pytest.mark.parametrize(
    ("text", "title", "after"),
    [
        ("let x¦s = [1]; xs", "Annotate xs with List[Number]", "let xs: List[Number] = [1]; xs"),
        ("let on¦e = 1;\n2", "Remove one", "2"),
        ('{ "k¦ey": 1 }', "Write the key as a name", "{ key = 1 }"),
        ("{ k¦ey = 1 }", "Write the key as a string", '{ "key": 1 }'),
        (
            "type T = { a?: Number };\nlet f: (T) -> Any = t => t.a¦;\nf({})",
            "Read a with get",
            'type T = { a?: Number };\nlet f: (T) -> Any = t => t.get("a", null);\nf({})',
        ),
        (
            "type T = { a?: Number };\nlet t: T = {¦};\nt",
            "Add all fields that are not given",
            "type T = { a?: Number };\nlet t: T = { a = 0 };\nt",
        ),
    ],
)
def test_actions(text: str, title: str, after: str) -> None:
    text, offset = marked(text)
    found = answers("a.rcl", {"a.rcl": text}).actions_at(offset, offset)
    action = next(one for one in found if one.title == title)
    made = edited(text, action.edits)
    assert made == after
    said = {one.code for one in findings("a.rcl", {"a.rcl": text})}
    assert {one.code for one in findings("a.rcl", {"a.rcl": made})} <= said


def test_imports_are_sorted() -> None:
    text = 'let b = import "b.rcl";\nlet a = import "a.json";\n[a, b]\n'
    files = {"m.rcl": text, "a.json": "1", "b.rcl": "2"}
    action = next(
        one for one in answers("m.rcl", files).actions_at(0, 0) if one.title == "Sort the imports"
    )
    after = edited(text, action.edits)
    assert after == 'let a = import "a.json";\nlet b = import "b.rcl";\n[a, b]\n'
    assert findings("m.rcl", {**files, "m.rcl": after}) == []


def test_an_expression_gets_a_name() -> None:
    text = "let a = 1;\nlet f = x => [x, a + 2];\nf(3)\n"
    start = text.index("a + 2")
    found = answers("a.rcl", {"a.rcl": text}).actions_at(start, start + 5)
    action = next(one for one in found if one.title == "Give it a name")
    after = edited(text, action.edits)
    assert after == "let a = 1;\nlet value = a + 2;\nlet f = x => [x, value];\nf(3)\n"
    inner = text.index("[x, a")
    whole = answers("a.rcl", {"a.rcl": text}).actions_at(inner, inner + len("[x, a + 2]"))
    assert "Give it a name" not in [one.title for one in whole]
    for strange in ('{ "key": 1 }["key"]', 'import "key"', "{ key = 1 }.key"):
        at = strange.index("key") - ('"key' in strange)
        stretch = (at, at + 3 + 2 * ('"key' in strange))
        titles = [one.title for one in answers("a.rcl", {"a.rcl": strange}).actions_at(*stretch)]
        assert "Give it a name" not in titles


def test_types_are_told_behind_a_mistake_of_syntax() -> None:
    for broken in ("let a = foo(1, [2;", 'let a = "open;', "let a = ;", "a.", "let a = 1 +"):
        text = f'let b = 1;\n{broken}\nlet late: Number = "x";\n[late, b]\n'
        told = [str(one.code) for one in findings("a.rcl", {"a.rcl": text})]
        assert "rcl/type-mismatch" in told, broken


# Whatever the text.


def programs() -> list[str]:
    folder = require("rcl", "golden")
    return [
        path.read_text(encoding="utf-8").partition("\n# output:")[0]
        for path in sorted(folder.glob("*/*.test"))
    ]


def test_answers_are_sound_on_the_published_programs() -> None:
    pick = random.Random(5)
    for text in programs():
        whole = answers("a.rcl", {"a.rcl": text})
        sound(whole.inner, text, some(pick, len(text), 4))
        cut = text[: pick.randrange(len(text) + 1)]
        sound(answers("a.rcl", {"a.rcl": cut}).inner, cut, [len(cut), *some(pick, len(cut), 2)])


def test_answers_are_sound_on_damaged_programs() -> None:
    pick = random.Random(6)
    for seed in range(60):
        text = USERS + Programs(seed).program()
        for _ in range(2):
            where = pick.randrange(len(text))
            text = (
                text[:where]
                + pick.choice(['"', "(", "}", ".", ";", "let ", ""])
                + text[where + 2 :]
            )
        sound(answers("a.rcl", {"a.rcl": text}).inner, text, some(pick, len(text), 5))


def test_renaming_a_name_changes_nothing() -> None:
    pytest.importorskip("rcl.rcl")
    pick = random.Random(7)
    tried = 0
    for seed in range(80):
        text = Programs(seed).program()
        status, _, value = original(text)
        if status != "value":
            continue
        found = answers("a.rcl", {"a.rcl": text}).inner.occurrences()
        names = [
            one for one in found if one.writes and one.kind is not Kind.FIELD and not one.fixed
        ]
        if not names:
            continue
        after = renamed(text, found, pick.choice(names), "fresh_name")
        assert "fresh_name" in after
        assert original(after)[::2] == ("value", value), after
        tried += 1
    assert tried > 20


def test_one_lost_word_makes_hardly_a_wrong_finding() -> None:
    """What the types say of a file that lost a word is what they said before, nearly always."""
    pick = random.Random(8)
    broken = echoes = 0
    for text in programs():
        before = {(one.code, one.message) for one in findings("a.rcl", {"a.rcl": text})}
        if any(code in _OF_SYNTAX for code, _ in before):
            continue
        tokens = lex(Source("a.rcl", text)).output
        at = pick.randrange(len(tokens.kinds) - 1)
        cut = text[: tokens.starts[at]] + text[tokens.ends[at] :]
        after = findings("a.rcl", {"a.rcl": cut})
        if any(one.code in _OF_SYNTAX for one in after):
            broken += 1
            echoes += any(
                one.code not in _OF_SYNTAX and (one.code, one.message) not in before
                for one in after
            )
    assert broken > 50
    assert echoes * 50 <= broken
