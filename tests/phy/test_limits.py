"""Native code within its limits: the stack, memory that is given back, the time of the compiler."""

import gc
import itertools
import re
import threading

import pytest
from hosts import BareHost

from confty.kit.footprint import resident
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.lower import lower
from confty.languages.phy.evaluator.native import compiling, machine
from confty.languages.phy.evaluator.native.module import NativeSource, print_llvm
from confty.languages.phy.evaluator.values import write_result
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

pytestmark = pytest.mark.skipif(bool(native.missing()), reason="no LLVM")

WIDE = f"(TupleTy {'(IntTy) ' * 31})"
SUM = "(Exprs (Decl i 0) (While (Call < i 10) (Asgn i (Call + i 1))) i)"


def recursive(regions: int, copies: int) -> str:
    """A procedure that calls itself without end, with wide values in many regions."""
    copied = "(Asgn y y) " * copies
    body = "(If b " * regions + "(Asgn y (Call f y b))" + f" (Exprs {copied}))" * regions
    start = f"(TupleCons {'1 ' * 31})"
    return (
        f"(Module (ProcDecl f {WIDE} (Params (ParamDecl x {WIDE}) (ParamDecl b (BoolTy)))"
        f" (Exprs (Decl y x) {copied} {body} (Return y)))"
        f" (ProcDecl m (IntTy) (Params) (Return (FieldAccess (Call f {start} true) 0))))"
    )


PROGRAMS = {
    "small": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + 1 "
    "(Call f x)))) (ProcDecl m (IntTy) (Params) (Return (Call f 1))))",
    "wide": recursive(3, 3),
    "flat": recursive(105, 1),
    "wide and flat": recursive(101, 8),
}


def program(text: str):
    host = BareHost()
    checked = LANGUAGE.check(Source("program.phy", text), host)
    assert not checked.failed
    return lower(checked.output)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_full_stack_is_a_finding(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_STACKS", (48 << 20,))
    found = LANGUAGE.evaluate(Source("program.phy", PROGRAMS[name]), BareHost(jit=True))
    (finding,) = found.diagnostics
    assert finding.code.name == "phy/call-depth"
    assert finding.message.startswith("calls nest deeper than ")
    assert finding.span is not None


def test_no_stack_at_all_means_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_STACKS", (1 << 20,))
    host = BareHost(jit=True, verbose=True)
    found = LANGUAGE.evaluate(Source("program.phy", SUM), host)
    assert write_result(found.output) == "10 : (IntTy)"
    assert host.lines[-1] == "phy: running as Python"


@pytest.mark.parametrize("name", PROGRAMS)
def test_real_frames_are_smaller_than_what_is_kept_free(name: str) -> None:
    source = print_llvm(program(PROGRAMS[name]))
    module, target = compiling.compiled(source)
    frames = re.findall(r"subq\s+\$(\d+), %rsp", target.emit_assembly(module))
    assert 2 * max(map(int, frames), default=0) < compiling._reserve(str(module))


def test_native_runs_give_everything_back() -> None:
    numbers = itertools.count(10)

    def run(count: int) -> None:
        for _ in range(count):
            text = SUM.replace("10", str(next(numbers)))
            LANGUAGE.evaluate(Source("program.phy", text), BareHost(jit=True))

    run(80)
    gc.collect()
    before = resident()
    run(100)
    gc.collect()
    assert resident() - before < 100 * 20_000


def test_what_the_compiler_gets_to_do_follows_the_time_that_is_left() -> None:
    layout = print_llvm(program("1")).layout
    source = NativeSource("x" * 200_000, layout, 2)
    assert compiling.fitting(source, None).effort == 2
    assert compiling.fitting(source, 10).effort == 2
    assert compiling.fitting(source, 1).effort == 0
    with pytest.raises(native.TooLarge):
        compiling.fitting(source, 0.1)
    with pytest.raises(native.TooLarge):
        compiling.fitting(NativeSource("x" * 5_000_000, layout, 2), None)


def test_a_program_that_takes_too_long_to_compile_runs_as_python() -> None:
    text = f"(Exprs (Decl x 1) {'(Asgn x (Call - (Call * x 3) 2)) ' * 2000} x)"
    host = BareHost(jit=True, timeout=2, verbose=True)
    found = LANGUAGE.evaluate(Source("program.phy", text), host)
    assert write_result(found.output) == "1 : (IntTy)"
    assert host.lines == [
        "phy: the program is too large for native code",
        "phy: running as Python",
    ]


def test_a_stopped_run_leaves_no_thread() -> None:
    endless = "(Exprs (Decl i 0) (While true (Asgn i (Call + (Call mod i 5) 1))) i)"
    for jit in (True, False):
        found = LANGUAGE.evaluate(Source("a.phy", endless), BareHost(jit=jit, timeout=0.4))
        assert [one.code.name for one in found.diagnostics] == ["phy/timeout"]
    assert {one.name for one in threading.enumerate()} & {"phy", "confty run"} == set()
