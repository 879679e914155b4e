"""Loops over rows of lists of lists: the shortest row is known only while nobody changes one."""

import random

import pytest
from agreement import ran, walked

from confty.languages.phy.checker import check
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.loops import counting_loops
from confty.languages.phy.evaluator.lower import lower
from confty.text import Source


def ragged(seed: int) -> str:
    """Walk columns of rows of different lengths, that may be changed between the walks."""
    chance = random.Random(seed)
    widths = [chance.randint(2, 5) for _ in range(chance.randint(1, 4))]
    rows = " ".join(
        f"(Seq (IntTy) {' '.join(str(chance.randint(0, 9)) for _ in range(width))})"
        for width in widths
    )
    column = chance.choice(["j", "j", "(Call + j 1)", "k", "(Call - 3 j)"])
    change = chance.choice([
        "", "", "", "(Asgn (At t 0) (Seq (IntTy) 1))", "(Asgn t (Call concat t (Seq (IntTy) 4 5)))",
        "(Asgn t other)", "(Asgn (At (At t 0) 0) 7)", "(Asgn (At t 0) (Call concat (At t 0) 3))",
    ])  # fmt: skip
    when = chance.choice(["j", "round"])
    first = chance.choice(["0", "0", "0", "1", "-1"])
    last = chance.choice(["(Call len t)", "(Call len t)", "n", "(Call + n 1)"])
    write = chance.choice(["", "", f"(Asgn (At (At t k) {column}) sum)"])
    return (
        "(Module (ProcDecl walk (TupleTy (IntTy) (SeqTy (SeqTy (IntTy))))"
        " (Params (ParamDecl given (SeqTy (SeqTy (IntTy)))) (ParamDecl n (IntTy)))"
        " (Exprs (Decl t given) (Decl other (Seq (SeqTy (IntTy)) (Seq (IntTy) 1 2 3)))"
        " (Decl sum 0) (Decl round 0)"
        " (While (Call < round 2) (Exprs (Decl j 0)"
        f" (While (Call < j {chance.randint(1, 4)}) (Exprs (Decl k {first})"
        f" (While (Call < k {last}) (Exprs"
        f" (Asgn sum (Call + sum (At (At t k) {column}))) {write} (Asgn k (Call + k 1))))"
        f" (If (Call == {when} 1) (Exprs {change} (TupleCons))) (Asgn j (Call + j 1))))"
        " (Asgn round (Call + round 1))))"
        " (Return (TupleCons sum t))))"
        " (ProcDecl main (TupleTy (IntTy) (SeqTy (SeqTy (IntTy)))) (Params)"
        f" (Return (Call walk (Seq (SeqTy (IntTy)) {rows}) {len(widths)}))))"
    )


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_native_agrees() -> None:
    kinds = set()
    for seed in range(80):
        text = ragged(seed)
        answer = walked(text)
        kinds.add(answer[0][0])
        assert ran(text, jit=True) == answer, (seed, text)
    assert kinds == {"value", "trap"}


@pytest.mark.fuzz
def test_many_more() -> None:
    pytest.importorskip("llvmlite")
    for seed in range(1000, 3000):
        text = ragged(seed)
        assert ran(text, jit=True) == walked(text), (seed, text)


NEST = """
(ProcDecl f (FloatTy) (Params (ParamDecl given (SeqTy (SeqTy (FloatTy)))))
  (Exprs (Decl a given) (Decl s 0.0) (Decl j 0) (Decl n (Call len a))
    (While (Call < j n)
      (Exprs (Decl k 0)
        (While CONDITION (Exprs BODY (Asgn k (Call + k STEP))))
        CHANGE
        (Asgn j (Call + j 1))))
    (Return s)))
"""
PLAIN = {"CONDITION": "(Call < k n)", "STEP": "1", "CHANGE": "",
         "BODY": "(Asgn s (Call + s (At (At a k) j)))"}  # fmt: skip


@pytest.mark.parametrize(
    ("other", "rows"),
    [
        ({}, 1),
        # Looking at all rows would take longer than the loop may.
        ({"STEP": "2"}, 0),
        ({"CONDITION": "(And (Call < k n) (Call < s 5.0))"}, 0),
        ({"BODY": "(If (Call < 5.0 s) (Return s)) (Asgn s (Call + s (At (At a k) j)))"}, 0),
        # Others in every round of the loop around.
        ({"CHANGE": "(Asgn (At a 0) (Seq (FloatTy)))"}, 0),
        # A number that is written changes no length.
        ({"CHANGE": "(Asgn (At (At a 0) 0) s)"}, 1),
    ],
)
def test_when_rows_are_looked_at_before(other, rows) -> None:
    text = NEST
    for word, part in (PLAIN | other).items():
        text = text.replace(word, part)
    checked = check(Source("f.phy", text))
    assert not checked.failed, checked.diagnostics
    loops = counting_loops(lower(checked.output).bodies[0]).values()
    assert [len(loop.rows) for loop in loops] == [rows]
