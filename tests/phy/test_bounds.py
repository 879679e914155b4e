"""Checks are left out only where they cannot fail."""

import pytest
from agreement import ran, walked

from confty.languages.phy.checker import check
from confty.languages.phy.evaluator.code import Calculate
from confty.languages.phy.evaluator.lower import lower
from confty.text import Source

TOP = "9223372036854775807"


def counts(text: str) -> tuple[int, int]:
    """How many additions and subtractions are checked, and how many are sure."""
    checked = check(Source("text.phy", text))
    assert not checked.failed, checked.diagnostics
    code = [one for body in lower(checked.output).bodies for one in body.code]
    sure = [one.sure for one in code if isinstance(one, Calculate)]
    return sure.count(False), sure.count(True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A loop's counter, and what is known of a parameter.
        ("(Exprs (Decl i 0) (While (Call < i 10) (Asgn i (Call + i 1))))", (0, 1)),
        ("(Exprs (Decl i 0) (While (Call <= i 10) (Asgn i (Call + i 1))))", (0, 1)),
        ("(Exprs (Decl i 0) (Decl n 5) (While (And (Call < i n) true) (Asgn i (Call + i 1))))", (0, 1)),
        (
            "(Module (ProcDecl f (IntTy) (Params (ParamDecl n (IntTy))) (If (Call < n 2) n (Call f (Call - n 2)))) (ProcDecl m (IntTy) (Params) (Return (Call f 9))))",
            (0, 1),
        ),
        ("(Call + 1 2)", (0, 1)),
        (f"(Call + 1 {TOP})", (1, 0)),
        # Written in between, or in another branch: nothing is known.
        ("(Exprs (Decl i 0) (While (Call < i 10) (Exprs (Asgn i (Call * i 3)) (Asgn i (Call + i 1)))))", (2, 0)),
        ("(Exprs (Decl i 0) (While true (Asgn i (Call + i 1))))", (1, 0)),
        ("(Exprs (Decl i 0) (While (Call < 0 i) (Asgn i (Call + i 1))))", (1, 0)),
        (f"(Exprs (Decl i 0) (If (Call < i 1) (Asgn i {TOP})) (Asgn i (Call + i 1)) i)", (1, 0)),
        (
            f"(Exprs (Decl i {TOP}) (Decl b (Call < (Exprs (Decl j i) (Asgn i 0) j) 2)) (Asgn i {TOP}) (If b (TupleCons) (Asgn i (Call + i 1))) i)",
            (1, 0),
        ),
    ],
)  # fmt: skip
def test_marks(text: str, expected: tuple[int, int]) -> None:
    assert counts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        f"(Exprs (Decl i 0) (If (Call < i 1) (Asgn i {TOP})) (Asgn i (Call + i 1)) i)",
        f"(Exprs (Decl x {TOP}) (If (Call < x 5) (TupleCons) (Asgn x (Call + x 1))) x)",
        f"(Exprs (Decl x -5) (If (Call < x 5) (Asgn x {TOP}) (Asgn x 1)) (Asgn x (Call + x 1)) x)",
        f"(Exprs (Decl x 1) (While (Call < x {TOP}) (Asgn x {TOP})) (Asgn x (Call + x 1)) x)",
        f"(Exprs (Decl x 1) (Decl y {TOP}) (While (Call < x 3) (Exprs (Asgn x (Call + x 1)) (Asgn y (Call + y 1)))) y)",
        f"(Exprs (Decl x {TOP}) (If (Call < (Exprs (Asgn x 0) x) (Exprs (Asgn x {TOP}) 1)) (Asgn x (Call + x 1))) x)",
    ],
)
def test_nothing_is_missed(text: str) -> None:
    answer = walked(text)
    assert answer[0][0] == "trap"
    assert ran(text, jit=False) == answer
    assert ran(text, jit=True) == answer
