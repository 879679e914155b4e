"""What an editor is told about Phy: forms, types, places, offers; in broken files too."""

from __future__ import annotations

import random

import pytest
from agreement import ran
from programs import Maker
from support.conformance import require
from support.insights import answers, edited, findings, marked, renamed, some, sound

from confty.kit.sights import Kind

POINTS = """\
; What the tests are about.
(Module
  (TypeDecl Point (RecordTy (Field x (IntTy)) (Field y (IntTy))))
  ; Adds to a point.
  (ProcDecl add (IntTy) (Params (ParamDecl a (IntTy)) (ParamDecl p Point))
    (Exprs
      (Decl k 3)
      (Return (Call + a (FieldAccess p x)))))
  (ProcDecl main (IntTy) (Params)
    BODY))
"""


def at(body: str):
    text, offset = marked(POINTS.replace("BODY", body) if "(Module" not in body else body)
    return answers("a.phy", {"a.phy": text}), text, offset


@pytest.mark.parametrize(
    ("body", "type_", "said", "value"),
    [
        ("(Return (Call ad¦d 1 2))", "proc add(a: int, p: record(x: int, y: int)) -> int",
         "Adds to a point.", ""),
        ("(Exprs (Decl u 1) (Return u¦))", "local u: int", "", "1"),
        ("(Exprs (Decl u 1) (Asgn u 2) (Return u¦))", "local u: int", "", ""),
        ("(Exprs (Decl u 1) (Asgn (Exprs (TupleCons) (Exprs u)) 2) (Return u¦))", "local u: int", "", ""),
        ('(Exprs (Decl u (Seq "ab")) (Asgn (At (Exprs u) 0) (At u 1)) (Return u¦))', "local u: seq(char)", "", ""),
        ("(Retu¦rn 1)", "(Return value?)", "Leaves the procedure with a value, or with unit.",
         ""),
        ('(Return (Call l¦en (Seq "a")))', "len(seq(t)) -> int",
         "Counts the elements of a sequence.", ""),
        ("(Return (Call ¦+ 1 2))", "+(int, int) -> int\n+(float, float) -> float",
         "Adds; an int that does not fit 64 bits ends the run.", ""),
        ("(Return (FieldAccess (RecordCons (Field x 1)) ¦x))", "x: int", "of record(x: int)", ""),
        ("(Return (As 1 Poin¦t))", "type Point = record(x: int, y: int)", "", ""),
        ("(Return 12¦)", "int", "", "12"),
    ],
)  # fmt: skip
def test_sight(body: str, type_: str, said: str, value: str) -> None:
    insight, _, offset = at(body)
    found = insight.sight_at(offset)
    assert found is not None
    assert (found.type, found.documentation, found.value) == (type_, said, value)


def test_a_variable_is_written_wherever_the_place_is() -> None:
    body = "(Exprs (Decl u (Seq 1)) (Asgn (At (Exprs 1 u) 0) 2) (Asgn (Exprs u) u) (Return u¦))"
    insight, text, _ = at(body.replace("(Seq 1)", "(Seq (IntTy) 1)"))
    found = [one.writes for one in insight.occurrences() if text[one.start : one.end] == "u"]
    assert found == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("body", "offered"),
    [
        ("(Return (¦", ["If", "Call", "Decl"]),
        ("(Return (¦))", ["If", "Call", "Decl"]),
        ("(Exprs (Decl u 1) (Return (Call add ¦", ["u", "add", "If"]),
        ("(Exprs (Decl u 1) (Return (Call ¦", ["add", "main", "+", "len"]),
        ("(Exprs (Decl u 1) (Asgn ¦", ["u"]),
        ("(Return (FieldAccess (RecordCons (Field x 1) (Field y 2)) ¦", ["x", "y"]),
        ("(Exprs (Decl r (RecordCons (Field x 1))) (Return (FieldAccess r ¦)))", ["x"]),
        ("(Exprs (Decl t (TupleCons 1 2.0)) (Return (FieldAccess t ¦", ["0", "1"]),
        ("(Return (As 1 ¦))", ["Point", "IntTy"]),
        ("(Return (Seq (¦", ["IntTy", "RecordTy"]),
        ("(Exprs (Decl z (As 1 (UnionTy (IntTy) (FloatTy)))) (Return (Match z (¦",
         ["Rule int", "Rule float"]),
        ("(Exprs (If (Exprs (Decl c true) c) c ¦))", ["c"]),
        ("(Module (ProcDecl f (IntTy) (Params (¦", ["ParamDecl"]),
        ("(Module (¦", ["ProcDecl", "TypeDecl"]),
    ],
)  # fmt: skip
def test_offers(body: str, offered: list[str]) -> None:
    insight, _, offset = at(body)
    found = [one.label for one in insight.offers_at(offset)]
    assert set(offered) <= set(found), found


def test_what_is_not_offered() -> None:
    for body in ("(Exprs (Decl ¦", "(Exprs ; If ¦\n 1)", '(Return (Seq "I¦f"))'):
        insight, _, offset = at(body)
        assert list(insight.offers_at(offset)) == []
    insight, _, offset = at("(Exprs (If true (Decl hidden 1)) (Return ¦))")
    labels = [one.label for one in insight.offers_at(offset)]
    assert "hidden" not in labels
    assert "a" not in labels
    insight, _, offset = at("(Exprs (Decl u 1) (Asgn ¦ 2))")
    assert "add" not in [one.label for one in insight.offers_at(offset)]


@pytest.mark.parametrize(
    ("body", "label", "active"),
    [
        ("(Return (Call add ¦", "add(a: int, p: record(x: int, y: int)) -> int", 0),
        ("(Return (Call add (Call + 1 2) ¦))", "add(a: int, p: record(x: int, y: int)) -> int", 1),
        ("(Return (Call + 1.5 ¦))", "+(float, float) -> float", 1),
        ("(Return (If true ¦", "(If condition body other?)", 1),
        ("(Exprs 1 2 ¦", "(Exprs expression+)", 0),
        ("(Return (Call ¦", "(Call callee argument*)", 0),
    ],
)
def test_signature(body: str, label: str, active: int) -> None:
    insight, _, offset = at(body)
    found = insight.signature_at(offset)
    assert found is not None
    assert (found.label, found.active) == (label, active)


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ("(Return (Call ad¦d 1 2))", ["a.phy:5:13"]),
        ("(Exprs (Decl u 1) (Return u¦))", ["a.phy:10:18"]),
        ("(Return (FieldAccess (RecordCons (Field x 1) (Field y 2)) ¦x))", ["a.phy:3:36"]),
        ("(Return (RecordCons (Field x¦ 1) (Field y 2)))", ["a.phy:3:36"]),
        ("(Return (RecordCons (Field other¦ 1)))", ["a.phy:10:32"]),
        ("(Return (As 1 Poin¦t))", ["a.phy:3:13"]),
    ],
)
def test_definitions(body: str, places: list[str]) -> None:
    insight, _, offset = at(body)
    found = [one for one in insight.occurrences() if one.start <= offset <= one.end]
    assert [str(one) for one in found[-1].definitions] == places


def test_a_record_leads_to_the_name_of_its_type() -> None:
    insight, _, offset = at("(Return (Call add 1 (Record¦Cons (Field x 1) (Field y 2))))")
    assert [str(one) for one in insight.type_definitions_at(offset)] == ["a.phy:3:13"]


def test_outline_hints_and_tokens() -> None:
    insight, text, _ = at("(Exprs (Decl u 1.5) (Return (Call add 1 2)))¦")
    found = insight.symbols()
    assert [(one.name, one.kind) for one in found] == [
        ("Point", Kind.TYPE),
        ("add", Kind.FUNCTION),
        ("main", Kind.FUNCTION),
    ]
    assert [one.name for one in found[0].children] == ["x", "y"]
    assert [one.name for one in found[1].children] == ["a", "p", "k"]
    shown = {text[one.at - 2 : one.at] + one.text for one in insight.hints(0, len(text))}
    assert {" u: float", " k: int", "d a=", "1 p="} <= shown
    kinds = {text[one.start : one.end]: one.kind for one in insight.tokens()}
    assert kinds["Module"] == "keyword"
    assert kinds["1.5"] == "number"
    assert kinds["; Adds to a point."] == "comment"


MISTAKES = [
    "(Module (ProcDecl f (IntTy) (Params (ParamDecl count (IntTy))) (Return coutn)))",
    "(Module (ProcDecl f (IntTy) (Params) (Retrun 1)))",
    "(Module (ProcDecl f (IntTy) (Params) (Return (+ 1 2))))",
    "(Module (ProcDecl f (FloatTy) (Params) (Return (Call + 1.5 2))))",
    "(Module (ProcDecl f (FloatTy) (Params) (Return 2)))",
    "(Module (ProcDecl f (IntTy) (Params) (Return 1)",
    "(Module (ProcDecl f (IntTy) (Params) (Return 1))))",
    (
        "(Module (ProcDecl f (RecordTy (Field a (IntTy)) (Field b (SeqTy (IntTy)))) (Params)"
        " (Return (RecordCons (Field a 1)))))"
    ),
    (
        "(Module (ProcDecl f (IntTy) (Params (ParamDecl u (UnionTy (IntTy) (FloatTy))))"
        " (Return (Match u (Rule (As i (IntTy)) i)))))"
    ),
    (
        "(Module (ProcDecl f (IntTy) (Params (ParamDecl r (RecordTy (Field first (IntTy)))))"
        " (Return (FieldAccess r frist))))"
    ),
]


@pytest.mark.parametrize("text", MISTAKES)
def test_a_fix_removes_its_finding(text: str) -> None:
    for _ in range(3):
        before = findings("a.phy", {"a.phy": text})
        if not before:
            break
        assert before[0].fix, before
        text = edited(text, before[0].fix)
    assert findings("a.phy", {"a.phy": text}) == []


@pytest.mark.parametrize(
    ("text", "title", "after"),
    [
        ("(If true ¦(Unreachable))", "Make it a list of expressions",
         "(If true (Exprs (Unreachable)))"),
        ("(If true (Exp¦rs (Unreachable)))", "Take the expression out of its list",
         "(If true (Unreachable))"),
        ("(I¦f true (TupleCons))", "Add the other branch", "(If true (TupleCons) (TupleCons))"),
    ],
)  # fmt: skip
def test_actions(text: str, title: str, after: str) -> None:
    text, offset = marked(text)
    found = answers("a.phy", {"a.phy": text}).actions_at(offset, offset)
    action = next(one for one in found if one.title == title)
    assert edited(text, action.edits) == after
    assert findings("a.phy", {"a.phy": after}) == []


def test_an_unfinished_procedure_has_types() -> None:
    insight, _, offset = at(
        "(Module (ProcDecl f (IntTy) (Params (ParamDecl a (IntTy))) (Exprs (Decl b a¦"
    )
    found = insight.sight_at(offset)
    assert found is not None
    assert found.type == "parameter a: int"


# Whatever the text.


def published() -> list[str]:
    folder = require("phy", "current")
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.test"))]


def test_answers_are_sound_on_the_published_programs() -> None:
    pick = random.Random(5)
    for text in published():
        sound(answers("a.phy", {"a.phy": text}).inner, text, some(pick, len(text), 3))
        cut = text[: pick.randrange(len(text) + 1)]
        sound(answers("a.phy", {"a.phy": cut}).inner, cut, [len(cut), *some(pick, len(cut), 2)])


def test_answers_are_sound_on_damaged_programs() -> None:
    pick = random.Random(6)
    for seed in range(40):
        text = Maker(seed, size=30).program()
        for _ in range(2):
            where = pick.randrange(len(text))
            text = text[:where] + pick.choice(["(", ")", '"', ";", ""]) + text[where + 2 :]
        sound(answers("a.phy", {"a.phy": text}).inner, text, some(pick, len(text), 4))


def test_renaming_a_name_changes_nothing() -> None:
    pick = random.Random(7)
    for seed in range(60):
        text = Maker(seed, size=40).program()
        found = answers("a.phy", {"a.phy": text}).inner.occurrences()
        names = [
            one for one in found if one.writes and one.kind is not Kind.FIELD and not one.fixed
        ]
        after = renamed(text, found, pick.choice(names), "fresh_name")
        assert "fresh_name" in after
        native = seed % 12 == 0
        before = ran(text, jit=native)[0]
        same = ran(after, jit=native)[0]
        # Places move with the length of the name.
        assert same[:2] == before[:2], after


def test_renaming_a_field_keeps_the_program_right() -> None:
    text = POINTS.replace("BODY", "(Return (Call add 1 (RecordCons (Field x 1) (Field y 2))))")
    found = answers("a.phy", {"a.phy": text}).inner.occurrences()
    field = next(one for one in found if one.name == "x")
    after = renamed(text, found, field, "left")
    assert "x" not in after.replace("Exprs", "")
    assert findings("a.phy", {"a.phy": after}) == []
