"""Native code gives back what it takes: long loops over heavy values run in little memory."""

import pytest
from agreement import ran, walked
from hosts import BareHost

from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.native import module, runtime
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

pytestmark = pytest.mark.skipif(bool(native.missing()), reason="no LLVM")

PROGRAMS = {
    "local": (
        "(Exprs (Decl i 0) (While (Call < i 30000) (Exprs (Decl s (Seq (IntTy) 1 2 3)) "
        "(Decl t s) (Asgn i (Call + i 1)))) i)"
    ),
    "call": (
        "(Module (ProcDecl f (SeqTy (IntTy)) (Params (ParamDecl s (SeqTy (IntTy)))) "
        "(Return (Call concat s 1))) (ProcDecl m (IntTy) (Params) (Exprs (Decl i 0) (Decl "
        "n 0) (While (Call < i 30000) (Exprs (Asgn n (Call len (Call f (Call f (Seq "
        "(IntTy) 1))))) (Asgn i (Call + i 1)))) (Return n))))"
    ),
    "union": (
        "(Exprs (Decl i 0) (Decl u (As 1 (UnionTy (IntTy) (SeqTy (IntTy))))) (While (Call "
        "< i 30000) (Exprs (Asgn u (Seq (IntTy) 1 2)) (Decl n (Match u (Rule (As a "
        "(IntTy)) a) (Rule (As b (SeqTy (IntTy))) (Call len b)))) (Asgn u n) (Asgn i (Call "
        "+ i 1)))) i)"
    ),
    "return": (
        "(Module (ProcDecl f (IntTy) (Params (ParamDecl c (BoolTy))) (Call len (Call "
        "concat (Seq (IntTy) 1 2 3) (If c (Return 1) 2)))) (ProcDecl m (IntTy) (Params) "
        "(Exprs (Decl i 0) (Decl n 0) (While (Call < i 30000) (Exprs (Asgn n (Call f "
        "true)) (Asgn i (Call + i 1)))) (Return n))))"
    ),
    "nested": (
        "(Exprs (Decl i 0) (Decl s (Seq (SeqTy (IntTy)) (Seq (IntTy) 1))) (While (Call < i "
        "30000) (Exprs (Asgn (At s 0) (Seq (IntTy) i)) (Decl t (TupleCons s (At s 0))) "
        "(Decl x (FieldAccess (TupleCons s 5) 0)) (Asgn (FieldAccess t 1) (At (FieldAccess "
        "t 0) 0)) (Asgn i (Call + i 1)))) i)"
    ),
    "if": (
        "(Exprs (Decl i 0) (While (Call < i 30000) (Exprs (Decl s (If (Call < i 5) (Seq "
        "(IntTy) 1) (Seq (IntTy) 2 3))) (Decl q (At (If (Call < i 5) (Seq (SeqTy (IntTy)) "
        "s) (Seq (SeqTy (IntTy)) s s)) 0)) (Asgn i (Call + i 1)))) i)"
    ),
    "wide": (
        "(Exprs (Decl i 0) (Decl t (TupleCons @@)) (While (Call < i 10000) (Exprs (Decl v "
        "t) (Asgn (FieldAccess v 3) i) (Decl w (FieldAccess (TupleCons v v) 1)) (Asgn i "
        "(Call + i 1)))) i)"
    ),
    "text": (
        "(Exprs (Decl i 0) (While (Call < i 30000) (Exprs (Decl n (Call len (Seq "
        '"hello"))) (Asgn i (Call + i 1)))) i)'
    ),
    "record": (
        "(Exprs (Decl i 0) (Decl r (RecordCons (Field a (Seq (IntTy))) (Field b 1))) "
        "(While (Call < i 30000) (Exprs (Asgn (FieldAccess r a) (Seq (IntTy) i i)) (Decl c "
        "r) (Asgn r c) (Asgn i (Call + i 1)))) i)"
    ),
    "recreate": (
        "(Exprs (Decl i 0) (Decl a (ArrayCons (Seq (IntTy)) (Seq (IntTy) 1))) (While (Call "
        "< i 30000) (Exprs (Asgn (At a 1) (Call concat (At a 0) i)) (Decl b a) (Asgn (At b "
        "0) (At a 1)) (Asgn i (Call + i 1)))) i)"
    ),
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_memory_is_given_back(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PROGRAMS[kind].replace("@@", "1 " * 40)
    small = runtime.MEMORY.replace(str(runtime.MOST_MEMORY), "300000")
    monkeypatch.setattr(module, "MEMORY", small)
    found = LANGUAGE.evaluate(Source("loop.phy", text), BareHost(jit=True))
    assert not found.diagnostics


@pytest.mark.parametrize("kind", PROGRAMS)
def test_and_the_answer_is_right(kind: str) -> None:
    text = PROGRAMS[kind].replace("@@", "1 " * 40).replace("30000", "50").replace("10000", "50")
    assert ran(text, jit=True) == ran(text, jit=False) == walked(text)
