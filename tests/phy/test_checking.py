"""Static rules: each with its own code, at the operand's place, with both types."""

import pytest

from confty.languages.phy.checker import check
from confty.languages.phy.spelling import spell, written
from confty.text import Source


def findings(text: str, dialect: str = "current") -> list[str]:
    """``COLUMN code message`` of everything said about a one-line program."""
    found = check(Source("text.phy", text), dialect).diagnostics
    return [
        f"{one.span.first[1]} {one.code.name.removeprefix('phy/')} {one.message}" for one in found
    ]


UNION = "(UnionTy (IntTy) (FloatTy))"
RULES = [
    ("x", "1 name-unknown there is no name x"),
    ("+", "1 name-not-value + is a built-in procedure and can only be called"),
    ("(If 1 2 3)", "5 cond-not-bool expected bool, found int"),
    ("(If true 1 2.5)", "12 no-common-type expected int, found float"),
    ("(If true 1)", "10 no-common-type expected unit or void, found int"),
    ("(While 1.5 (TupleCons))", "8 cond-not-bool expected bool, found float"),
    ("(While false 1)", "14 body-not-unit expected unit or void, found int"),
    ("(Return 1)", "1 return-outside Return stands outside of a procedure"),
    (
        "(ProcDecl p (IntTy) (Params) (Return (Unreachable)))",
        "38 return-void expected int, found void",
    ),
    (
        "(ProcDecl p (IntTy) (Params) (Return 1.5))",
        "38 return-mismatch expected int, found float",
    ),
    ("(ProcDecl p (IntTy) (Params) (Return))", "30 return-mismatch expected int, found unit"),
    ("(ProcDecl p (IntTy) (Params) 1.5)", "30 body-mismatch expected int, found float"),
    ("(Call 1 2)", "7 not-callable expected a procedure, found int"),
    ("(Call + 1)", "1 arity + takes 2 operands, found 1"),
    ("(Call not)", "1 arity not takes 1 operand, found none"),
    ("(Call + 1 2.5)", "11 operand-types expected int, found float"),
    ("(Call + true true)", "9 operand-types expected int or float, found bool"),
    ("(Call < true true)", "9 operand-types expected int or float, found bool"),
    ("(Call / 1 2)", "9 operand-types expected float, found int"),
    ("(Call div 1.5 2.5)", "11 operand-types expected int, found float"),
    ("(Call len 1)", "11 operand-types expected a sequence, found int"),
    ("(Call len (ArrayCons 1))", "11 operand-types expected a sequence, found array(1, int)"),
    ("(Call concat (Seq (IntTy)) 1.5)", "28 operand-types expected int, found float"),
    ("(Call write (Seq (IntTy)))", "13 operand-types expected seq(char), found seq(int)"),
    ("(Call == (TupleCons) (TupleCons))", "10 operand-types expected bool or int or float, found unit"),
    ("(TupleCons 1 (Unreachable))", "14 void-member expected a value for a member, found void"),
    ("(ArrayCons (Unreachable))", "12 void-member expected a value for an element, found void"),
    ("(RecordCons (Field a (Unreachable)))", "22 void-member expected a value for a field, found void"),
    ("(FieldAccess 1 0)", "14 not-tuple expected a tuple or a record, found int"),
    ("(FieldAccess (TupleCons) 0)", "14 not-tuple expected a tuple or a record, found unit"),
    (
        "(FieldAccess (TupleCons 1 2) 2)",
        "30 no-such-field expected a position from 0 to 1 of tuple(int, int), found 2",
    ),
    (
        "(FieldAccess (TupleCons 1 2) -1)",
        "30 no-such-field expected a position from 0 to 1 of tuple(int, int), found -1",
    ),
    (
        "(FieldAccess (RecordCons (Field a 1)) b)",
        "39 no-such-field expected a field of record(a: int), found b",
    ),
    (
        "(FieldAccess (TupleCons 1) a)",
        "28 field-selector expected a position of tuple(int), found a name",
    ),
    (
        "(FieldAccess (RecordCons (Field a 1)) 0)",
        "39 field-selector expected a field name of record(a: int), found a position",
    ),
    ("(Exprs 1 2)", "8 value-dropped expected unit or void, found int"),
    ("(And 1 true)", "6 operand-not-bool expected bool, found int"),
    ("(Or false 1.5)", "11 operand-not-bool expected bool, found float"),
    ("(Asgn 1 2)", "7 not-assignable expected a mutable location, found a value of type int"),
    (
        "(Exprs (Decl x 1) (Asgn x (Unreachable)))",
        "27 void-value expected int, found void",
    ),
    ("(Exprs (Decl x 1) (Asgn x 2.5))", "27 asgn-mismatch expected int, found float"),
    ("(Decl x (Unreachable))", "9 void-value expected a value, found void"),
    ("(Exprs (Decl x 1) (Decl x 2))", "25 redeclared x is already declared"),
    ("(Decl not true)", "7 redeclared not is a built-in name"),
    ("(As 1 (FloatTy))", "5 as-mismatch expected float, found int"),
    ("(As 1 (VoidTy))", "7 void-type expected a type with values for As, found void"),
    ("(Seq (IntTy) 1.5)", "14 element-mismatch expected int, found float"),
    ("(Seq (VoidTy))", "6 void-type expected a type with values for an element, found void"),
    ("(At 1 0)", "5 not-indexable expected a sequence, an array or a tuple, found int"),
    ("(At (TupleCons 1) 0.5)", "19 index-not-int expected int, found float"),
    ("(ArrayCons 1 2.5)", "14 no-common-type expected int, found float"),
    ("(RecordCons (Field a 1) (Field a 2))", "32 field-duplicate the field a is already there"),
    (
        "(Match 1 (Rule (As x (IntTy)) x))",
        "8 match-not-union expected a union, found int",
    ),
    (
        f"(Match (As 1 {UNION}) (Rule (As x (IntTy)) x))",
        "8 match-missing expected a rule for every member of union(int, float), none for float",
    ),
    (
        f"(Match (As 1 {UNION}) (Rule (As x (IntTy)) x) (Rule (As y (BoolTy)) 2))",
        "79 match-foreign expected a member of union(int, float), found bool",
    ),
    (
        f"(Match (As 1 {UNION}) (Rule (As x (IntTy)) x) (Rule (As y (IntTy)) 2))",
        "79 match-duplicate expected a member without a rule, found int again",
    ),
    ("(TypeDecl t (TupleTy (VoidTy)))", "22 void-type expected a type with values for a member, found void"),
    ("(TypeDecl t (UnionTy (IntTy) (IntTy)))", "30 union-duplicate int is already a member"),
    ("(TypeDecl t (ProcTy (IntTy) (VoidTy)))", "29 param-void expected a type with values for a parameter, found void"),
    ("(TypeDecl t (ArrayTy -1 (IntTy)))", "22 array-length expected a length from 0 to 4294967295, found -1"),
    ("(TypeDecl t (RecordTy (Field a (IntTy)) (Field a (IntTy))))", "48 field-duplicate the field a is already there"),
    ("(TypeDecl t u)", "13 type-unknown there is no type u"),
    ("(TypeDecl t true)", "13 type-unknown true is not a type"),
    ("(TypeDecl t t)", "13 type-unknown there is no type t"),
    (
        "(ProcDecl p (VoidTy) (Params (ParamDecl a (VoidTy))) (Unreachable))",
        "43 param-void expected a type with values for a parameter, found void",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), RULES, ids=[text for text, _ in RULES])
def test_rule(text: str, expected: str) -> None:
    assert findings(text) == [expected]


def in_procedure(body: str, parameters: str = "") -> str:
    return f"(ProcDecl p (UnitTy) (Params {parameters}) {body})"


@pytest.mark.parametrize(
    "text",
    [
        "(If (And (Exprs (Decl u 3) (Call < u 5)) (Call < 0 u)) u 0)",
        "(Exprs (If (Exprs (Decl c true) c) (TupleCons)) c)",
        "(Exprs (Exprs (Decl k 4)) k)",
        "(Decl x (Exprs (Decl x 1) 2))",
        "(Exprs (If true (Decl a 1) (Decl a 2)) (Decl a 3))",
        "(If (Or (Exprs (Decl a true) a) false) a false)",
        "(Exprs (Decl x 1) (Asgn (Exprs (Decl y 2) x) 3) x)",
        "(TupleCons (Exprs (Decl a 1) a) (Exprs (Decl a 2) a))",
        "(Module (ProcDecl p (UnitTy) (Params (ParamDecl q (IntTy))) (Return)) (TypeDecl q (IntTy)))",
        "(Module (ProcDecl p (VoidTy) (Params) (Call p)))",
    ],
)
def test_scopes_that_are_fine(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(Exprs (While (Exprs (Decl c false) c) (TupleCons)) c)", "name-unknown"),
        ("(While (Exprs (Decl c false) c) (Asgn c true))", "name-unknown"),
        ("(Exprs (Decl t (TupleCons (Decl z 1))) z)", "name-unknown"),
        ("(Exprs (Decl x 1) (Asgn (Exprs (Decl y 2) x) y))", "name-unknown"),
        ("(Exprs (If true (Decl a 1)) a)", "name-unknown"),
        ("(Exprs (Decl a (And true (Exprs (Decl b true) b))) b)", "name-unknown"),
        ("(Exprs (Decl x 1) (If true (Decl x 2)))", "redeclared"),
        ("(Exprs (Decl x (TupleCons)) (If (Exprs (Decl x true) x) (TupleCons)))", "redeclared"),
        (in_procedure("(Exprs (Decl p 1) (Return))"), "redeclared"),
        (in_procedure("(Return)", "(ParamDecl p (IntTy))"), "redeclared"),
        (in_procedure("(Return)", "(ParamDecl a (IntTy)) (ParamDecl a (IntTy))"), "redeclared"),
        (in_procedure("(Exprs (Asgn a 2) (Return))", "(ParamDecl a (IntTy))"), "not-assignable"),
        (
            in_procedure(
                "(Exprs (Asgn (FieldAccess a 0) 2) (Return))", "(ParamDecl a (TupleTy (IntTy)))"
            ),
            "not-assignable",
        ),
        ("(Exprs (Decl t (TupleCons 1 2)) (Asgn (At t 0) 3))", "not-assignable"),
        ("(Exprs (Decl x 1) (Asgn (As x (IntTy)) 3))", "not-assignable"),
        ("(Exprs (Decl x 1) (Asgn (If true x x) 3))", "not-assignable"),
        (
            "(Module (ProcDecl a (UnitTy) (Params) (Return (Call b))) (ProcDecl b (UnitTy) (Params) (Return)))",
            "name-unknown",
        ),
        ("(Module (TypeDecl t (IntTy)) (ProcDecl t (UnitTy) (Params) (Return)))", "redeclared"),
    ],
)
def test_scopes_and_places_that_are_not(text: str, code: str) -> None:
    assert [line.split()[1] for line in findings(text)] == [code]


def test_all_mistakes_in_one_run_without_cascades() -> None:
    text = """
(Module
  (TypeDecl pair (TupleTy (IntTy) (VoidTy)))
  (ProcDecl first (IntTy) (Params (ParamDecl p pair)) (Return (FieldAccess p 0)))
  (ProcDecl second (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs (Decl m (Call + n missing)) (Asgn m 2.5) (Return (Call first m))))
  (ProcDecl third (IntTy) (Params)
    (Return (Call second 1.5))))
"""
    found = check(Source("text.phy", text)).diagnostics
    assert [(one.span.first[0], one.code.name) for one in found] == [
        (3, "phy/void-type"),
        (6, "phy/name-unknown"),
        (6, "phy/asgn-mismatch"),
        (8, "phy/arg-mismatch"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "(Exprs (Decl x) (Asgn x 1) x)",
        "(Exprs (Dcl x 1) (Asgn x 2) x)",
        "(Module (ProcDecl p (IntTy) (Params)) (ProcDecl q (IntTy) (Params) (Return (Call p))))",
        "(Exprs (Decl x (Call nope)) (Decl y (TupleCons x 1)) (Asgn y 3) (FieldAccess y 0))",
        "(Exprs (Decl x 1) (Decl x 2.5) (Asgn x true))",
        "(If (Call nope) (Call + 1 (Call nope2 1)) 2)",
    ],
)
def test_one_slip_is_told_once(text: str) -> None:
    broken = findings(text)
    assert len(broken) == (2 if "nope2" in text else 1), broken


def test_union_equality_is_of_sets_at_every_depth() -> None:
    swapped = "(UnionTy (FloatTy) (IntTy))"
    inner = f"(Seq (TupleTy {UNION}) (As (TupleCons (As 1 {swapped})) (TupleTy {UNION})))"
    assert findings(inner) == []


def test_a_union_prints_as_written() -> None:
    checked = check(Source("text.phy", "(As 1 (UnionTy (FloatTy) (IntTy)))")).output
    assert written(checked.entry.result) == "(UnionTy (FloatTy) (IntTy))"
    assert spell(checked.entry.result) == "union(float, int)"


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        (f"(If true 1 (As 2.5 {UNION}))", True),
        ("(If true (Unreachable) 1)", True),
        ("(If true (Unreachable) (Unreachable))", True),
        (f"(As (As 1 {UNION}) (UnionTy (IntTy) (FloatTy) (BoolTy)))", False),
        (f"(As (TupleCons 1) (TupleTy {UNION}))", False),
        (f"(As 1 (UnionTy {UNION} (BoolTy)))", False),
        (f"(As (As 1 {UNION}) (UnionTy {UNION} (BoolTy)))", True),
        ("(As 1 (UnionTy (IntTy)))", True),
        ("(Exprs (Decl x (As 1 (UnionTy (IntTy)))) (Call + x 1))", False),
        ("(Exprs (Unreachable) (TupleCons) 1.0)", True),
        ("(While true (TupleCons))", True),
        ("(Exprs (Decl t true) (While t (TupleCons)))", True),
        ("(TypeDecl v (VoidTy))", True),
        ("(As (TupleCons) (TupleTy))", True),
    ],
)
def test_fit(text: str, accepted: bool) -> None:
    assert (findings(text) == []) is accepted


def test_the_seed_dialect_is_strict() -> None:
    yields = "(ProcDecl p (IntTy) (Params) 1)"
    assert findings(yields) == []
    assert findings(yields, "seed") == ["30 body-not-void expected void, found int"]
    widens = (
        "(Module (ProcDecl p (UnitTy) (Params (ParamDecl u (UnionTy (IntTy) (FloatTy)))) (Return))"
        " (ProcDecl q (UnitTy) (Params) (Return (Call p 1))))"
    )
    assert findings(widens) == []
    assert [line.split()[1] for line in findings(widens, "seed")] == ["arg-mismatch"]
    assert [line.split()[1] for line in findings("(Call * 2 3)", "seed")] == ["name-unknown"]
    assert findings("(Decl len 1)", "seed") == []
    assert [line.split()[1] for line in findings("(As 1 (IntTy))", "seed")] == ["later-form"]


def test_types_that_nest_too_deeply() -> None:
    text = "(TupleCons " * 1000 + ")" * 1000
    assert [line.split()[1] for line in findings(text)] == ["type-too-deep"]


def test_notes_and_help() -> None:
    (finding,) = check(Source("t", in_procedure("(Return 1)"))).diagnostics
    assert [note.text for note in finding.notes] == ["because of this result type"]
    (finding,) = check(Source("t", "(Call nott true)")).diagnostics
    assert finding.help == "did you mean not?"
