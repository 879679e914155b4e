"""Trails of procedures that are put into others or into themselves: as if each was called."""

import pytest
from agreement import ran

from confty.languages.phy.evaluator import native

pytestmark = pytest.mark.skipif(bool(native.missing()), reason="no LLVM")

MAIN = "(ProcDecl main (IntTy) (Params) (Return (Call f {0})))"
PARAMETER = "(Params (ParamDecl n (IntTy)))"

PROGRAMS = {
    "a trap behind two calls of itself": (
        f"(ProcDecl f (IntTy) {PARAMETER} (If (Call < n 1) (Call div 7 n)"
        " (Call + (Call f (Call - n 1)) (Call f (Call - n 2)))))"
    ),
    "too deep": f"(ProcDecl f (IntTy) {PARAMETER} (Call + 1 (Call f (Call + n 1))))",
    "an overflow on the way back": (
        f"(ProcDecl f (IntTy) {PARAMETER} (If (Call < n 1) 9223372036854775800"
        " (Call + 3 (Call f (Call - n 1)))))"
    ),
    "unreachable, and another procedure": (
        f"(ProcDecl g (IntTy) {PARAMETER} (Exprs (If (Call == n 5) (Unreachable))"
        " (If (Call < n 2) (Return n))"
        " (Return (Call + (Call g (Call - n 3)) (Call * 3 (Call g (Call - n 1)))))))"
        f"(ProcDecl f (IntTy) {PARAMETER} (Return (Call + 1 (Call g n))))"
    ),
    "a small one in a small one": (
        f"(ProcDecl leaf (IntTy) {PARAMETER} (Return (At (Seq (IntTy) 5 6 7) n)))"
        f"(ProcDecl h (IntTy) {PARAMETER} (Return (Call + (Call leaf 1) (Call leaf n))))"
        f"(ProcDecl f (IntTy) {PARAMETER} (If (Call < n 1) (Call h n)"
        " (Call + (Call leaf n) (Call f (Call - n 2)))))"
    ),
    "three calls of itself": (
        f"(ProcDecl f (IntTy) {PARAMETER} (If (Call < n 2) (Call div 1 (Call + n 2))"
        " (Call + (Call f (Call - n 1)) (Call + (Call f (Call - n 2)) (Call f (Call - n 4))))))"
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 6, 9])
def test_the_same_as_in_python(name, n) -> None:
    text = f"(Module {PROGRAMS[name]} {MAIN.format(n)})"
    assert ran(text, jit=True) == ran(text, jit=False)
