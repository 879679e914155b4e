"""Depth and size: 50,000 nested forms pass every stage, and checking grows with the text."""

import time
from collections.abc import Callable

import pytest
from hosts import BareHost
from support.effort import lines_run, sweeps

from confty.languages.phy.checker import check
from confty.languages.phy.emit import emit
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.lower import lower
from confty.languages.phy.evaluator.native.module import print_llvm
from confty.languages.phy.evaluator.values import write_result
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

DEEP = 50_000
NESTED = {
    "Exprs": ("(Exprs ", "1", ")", "1 : (IntTy)"),
    "If": ("(If true ", "1", " 2)", "1 : (IntTy)"),
    "If condition": ("(If ", "true", " true false)", "(True) : (BoolTy)"),
    "Call": ("(Call + 1 ", "1", ")", f"{DEEP + 1} : (IntTy)"),
    "While": ("(While false ", "(TupleCons)", ")", "(TupleCons) : (UnitTy)"),
    "Decl": ("(Exprs (Decl x ", "1", ") x)", "1 : (IntTy)"),
    "FieldAccess": ("(FieldAccess (TupleCons ", "1", ") 0)", "1 : (IntTy)"),
}


def source(kind: str, count: int) -> Source:
    head, middle, tail, _ = NESTED[kind]
    return Source("deep.phy", head * count + middle + tail * count)


@pytest.mark.parametrize("kind", [kind for kind in NESTED if kind != "While"])
def test_check_and_run(kind: str) -> None:
    found = LANGUAGE.evaluate(source(kind, DEEP), BareHost(jit=False))
    assert not found.diagnostics
    assert write_result(found.output) == NESTED[kind][3]


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
@pytest.mark.parametrize("kind", ["If condition", "While"])
def test_native(kind: str) -> None:
    found = LANGUAGE.evaluate(source(kind, DEEP), BareHost(jit=True))
    assert write_result(found.output) == NESTED[kind][3]


WIDE = {
    "tuple": (f"(FieldAccess (TupleCons {'1 ' * DEEP}) 777)", "1 : (IntTy)"),
    "list": (f"(Call len (Seq (IntTy) {'1 ' * DEEP}))", f"{DEEP} : (IntTy)"),
    "computed": (
        f"(Exprs (Decl x 1) (Decl t (TupleCons {'x 2.5 ' * 2000})) (Asgn (FieldAccess t 4) 7) (At t 4))",
        "7 : (UnionTy (IntTy) (FloatTy))",
    ),
    "body": (f"(Exprs (Decl x 0) {'(Asgn x (Call + x 1)) ' * 10_000} x)", "10000 : (IntTy)"),
}


@pytest.mark.parametrize("jit", [False, True], ids=["python", "native"])
@pytest.mark.parametrize("kind", WIDE)
def test_wide(kind: str, jit: bool) -> None:
    if jit and native.missing():
        pytest.skip("no LLVM")
    text, expected = WIDE[kind]
    started = time.process_time()
    found = LANGUAGE.evaluate(Source("wide.phy", text), BareHost(jit=jit))
    assert write_result(found.output) == expected
    assert time.process_time() - started < 30


def test_long_constant_lists_do_not_keep_a_program_from_being_optimised() -> None:
    def effort(text: str) -> int:
        return print_llvm(lower(check(Source("wide.phy", text)).output)).effort

    assert effort(f"(At (ArrayCons {'true ' * 20_000}) 7)") == 2
    assert effort(f"(Exprs (Decl x true) (At (ArrayCons {'x ' * 20_000}) 7))") == 0


@pytest.mark.parametrize("stage", ["typed", "python", "llvm"])
def test_emit(stage: str) -> None:
    shown = emit(source("Decl", DEEP), BareHost(), stage)
    assert not shown.diagnostics
    assert shown.output


def test_format() -> None:
    once = LANGUAGE.reformat(source("Exprs", DEEP), BareHost())
    assert not once.diagnostics
    again = LANGUAGE.reformat(Source("deep.phy", once.output), BareHost())
    assert again.output == once.output


def test_questions_about_places() -> None:
    deep = source("Exprs", DEEP)
    checked = LANGUAGE.check(deep, BareHost())
    insight = LANGUAGE.insight(checked.output)
    assert insight.spelled_at(deep.text.index("1")) == "int"


def grown(forms: int) -> str:
    one = (
        "(ProcDecl p{0} (IntTy) (Params (ParamDecl a{0} (IntTy)))"
        " (Exprs (Decl b{0} (Call + a{0} {0})) (If (Call < b{0} 3) (Asgn b{0} 4))"
        " (Return (Call - b{0} (Call + 1 2)))))"
    )
    return f"(Module {' '.join(one.format(index) for index in range(forms // 28))})"


def test_check_grows_with_the_text_and_no_faster() -> None:
    def checking(forms: int) -> Callable[[], object]:
        source = Source("grown.phy", grown(forms))

        def work() -> None:
            assert not check(source).failed

        return work

    checking(100)()
    assert lines_run(checking(25_000)) < 8.8 * lines_run(checking(3_125))
    assert sweeps(checking(25_000)) <= 2, "the collector takes the square of what it looks at"
