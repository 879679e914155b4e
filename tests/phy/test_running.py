"""What programs do: the same by tree walk, as Python and as native code."""

import _thread
import signal
import sys
import threading
import time
from contextlib import suppress

import pytest
from agreement import ran, walked
from hosts import BareHost

from confty.languages.phy.evaluator import native, run
from confty.languages.phy.evaluator.native import machine, module, runtime
from confty.languages.phy.evaluator.values import write_float, write_result
from confty.languages.phy.evaluator.watch import Expired, within
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

UNION = "(UnionTy (IntTy) (FloatTy))"
JIT = [
    False,
    pytest.param(True, marks=pytest.mark.skipif(bool(native.missing()), reason="no LLVM")),
]


def outcome(text: str, **settings: object):
    return LANGUAGE.evaluate(Source("program.phy", text), BareHost(**settings))


def result(text: str, *, jit: bool) -> str:
    found = outcome(text, jit=jit, traps="value")
    assert not found.failed, found.diagnostics
    return write_result(found.output)


PROGRAMS = {
    "(Call + 1 2)": "3 : (IntTy)",
    "(TupleCons)": "(TupleCons) : (UnitTy)",
    "(TupleCons 1 (TupleCons 2))": "(TupleCons 1 (TupleCons 2)) : (TupleTy (IntTy) (TupleTy (IntTy)))",
    "(RecordCons (Field b 2) (Field a 1))": (
        "(RecordCons (Field a 1) (Field b 2)) : (RecordTy (Field a (IntTy)) (Field b (IntTy)))"
    ),
    "(ArrayCons 1 2)": "(ArrayCons 1 2) : (ArrayTy 2 (IntTy))",
    '(Seq "ab")': "(array (char 97) (char 98)) : (SeqTy (CharTy))",
    f"(As 1 {UNION})": "1 : (UnionTy (IntTy) (FloatTy))",
    "(Unreachable)": "(Unreachable) : (VoidTy)",
    "(Call == (FloatVal nan) (FloatVal nan))": "(False) : (BoolTy)",
    "(Call / 1.0 -0.0)": "-inf : (FloatTy)",
    "(Call / 0.0 0.0)": "nan : (FloatTy)",
    "(Call div -7 2)": "-3 : (IntTy)",
    "(Call mod -7 2)": "-1 : (IntTy)",
    "(Call div 7 -2)": "-3 : (IntTy)",
    "(Call mod 7 -2)": "1 : (IntTy)",
    "(Call mod -9223372036854775808 -1)": "0 : (IntTy)",
    "(Call div -9223372036854775808 -1)": "(Unreachable) : (IntTy)",
    "(Call * 4611686018427387904 2)": "(Unreachable) : (IntTy)",
    "(Call * -4611686018427387904 2)": "-9223372036854775808 : (IntTy)",
    "(Exprs (Decl a 7) (TupleCons a (Exprs (Asgn a 9) a) a))": (
        "(TupleCons 7 9 9) : (TupleTy (IntTy) (IntTy) (IntTy))"
    ),
    "(Exprs (Decl x 0) (Asgn (Exprs (Asgn x 5) x) (Call + x 1)) x)": "6 : (IntTy)",
    # A copy does not change with the original.
    "(Exprs (Decl p (TupleCons 1 (TupleCons 2 3))) (Decl q p)"
    " (Asgn (FieldAccess (FieldAccess p 1) 0) 9) (TupleCons p q))": (
        "(TupleCons (TupleCons 1 (TupleCons 9 3)) (TupleCons 1 (TupleCons 2 3))) : (TupleTy"
        " (TupleTy (IntTy) (TupleTy (IntTy) (IntTy))) (TupleTy (IntTy) (TupleTy (IntTy) (IntTy))))"
    ),
    "(Exprs (Decl s (Seq (SeqTy (IntTy)) (Seq (IntTy) 1))) (Decl t s) (Asgn (At (At s 0) 0) 2)"
    " (TupleCons (At (At s 0) 0) (At (At t 0) 0)))": "(TupleCons 2 1) : (TupleTy (IntTy) (IntTy))",
    # The check of an index into a location waits for the right side.
    "(Exprs (Decl s (Seq (IntTy) 1 2)) (Asgn (At s 2) (Exprs (Asgn s (Call concat s 0)) 33)) s)": (
        "(array 1 2 33) : (SeqTy (IntTy))"
    ),
    # concat leaves its operand alone; appending to oneself is the same as making a new one.
    "(Exprs (Decl s (Seq (IntTy) 1)) (Decl t (Call concat s 2)) (Asgn s (Call concat s 3))"
    " (TupleCons s t))": (
        "(TupleCons (array 1 3) (array 1 2)) : (TupleTy (SeqTy (IntTy)) (SeqTy (IntTy)))"
    ),
    "(Exprs (Decl s (Seq (IntTy) 1)) (Asgn s (Call concat s (Exprs (Asgn s (Seq (IntTy))) 5))) s)": (
        "(array 1 5) : (SeqTy (IntTy))"
    ),
    # Members of unions are told apart by type, not by looks.
    "(Match (As (Seq (IntTy)) (UnionTy (SeqTy (FloatTy)) (SeqTy (IntTy))))"
    " (Rule (As a (SeqTy (FloatTy))) 1) (Rule (As b (SeqTy (IntTy))) 2))": "2 : (IntTy)",
    "(At (TupleCons 1 2.5) 1)": "2.5 : (UnionTy (IntTy) (FloatTy))",
    "(At (ArrayCons true false) 1)": "(False) : (BoolTy)",
    "(Exprs (Decl a (ArrayCons true true)) (Asgn (At a 1) false) a)": (
        "(ArrayCons (True) (False)) : (ArrayTy 2 (BoolTy))"
    ),
    "(Module (ProcDecl twice (IntTy) (Params (ParamDecl f (ProcTy (IntTy) (IntTy))) (ParamDecl n"
    " (IntTy))) (Return (Call f (Call f n)))) (ProcDecl inc (IntTy) (Params (ParamDecl n (IntTy)))"
    " (Return (Call + n 1))) (ProcDecl main (IntTy) (Params) (Return (Call twice inc 5))))": (
        "7 : (IntTy)"
    ),
    "(Module (ProcDecl p (IntTy) (Params) (Return 1)) (ProcDecl q (ProcTy (IntTy)) (Params) (Return p)))": (
        "(proc ...) : (ProcTy (IntTy))"
    ),
    "(Module (ProcDecl p (IntTy) (Params) (Return (Call + 1 (If true (Return 3) 2)))))": "3 : (IntTy)",
    f"(TupleCons {' '.join(str(n) for n in range(40))})": (
        f"(TupleCons {' '.join(str(n) for n in range(40))}) : (TupleTy {' '.join(['(IntTy)'] * 40)})"
    ),
    f"(Exprs (Decl w (TupleCons {' '.join(['1'] * 40)})) (Decl v w) (Asgn (FieldAccess w 39) 5)"
    " (TupleCons (FieldAccess w 39) (FieldAccess v 39)))": "(TupleCons 5 1) : (TupleTy (IntTy) (IntTy))",
}  # fmt: skip


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
@pytest.mark.parametrize("text", PROGRAMS, ids=lambda text: text[:60])
def test_result(text: str, jit: bool) -> None:
    assert result(text, jit=jit) == PROGRAMS[text]


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
@pytest.mark.parametrize("text", PROGRAMS, ids=lambda text: text[:60])
def test_the_walk_agrees(text: str, jit: bool) -> None:
    assert ran(text, jit=jit) == walked(text)


CHAIN = """\
(Module
  (ProcDecl inner (IntTy) (Params (ParamDecl s (SeqTy (IntTy))) (ParamDecl i (IntTy)))
    (Return (At s i)))
  (ProcDecl outer (IntTy) (Params (ParamDecl i (IntTy)))
    (Return (Call + 1 (Call inner (Seq (IntTy) 1 2) i))))
  (ProcDecl main (IntTy) (Params)
    (Return (Call outer 2))))
"""


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
def test_a_trap_has_its_place_and_its_calls(jit: bool) -> None:
    (finding,) = outcome(CHAIN, jit=jit).diagnostics
    assert str(finding.span) == "program.phy:3:13"
    assert finding.message == "index 2 is out of bounds, the length is 2"
    trail = [(frame.what, str(frame.span)) for frame in finding.trail]
    assert trail == [("inner", "program.phy:5:23"), ("outer", "program.phy:7:13")]


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(Call + 9223372036854775807 1)", "9223372036854775808 does not fit an int"),
        ("(Call - -9223372036854775808 1)", "-9223372036854775809 does not fit an int"),
        ("(Exprs (Decl x 9223372036854775807) (Asgn x (Call + x x)) x)", "18446744073709551614 does not fit an int"),
        ("(Exprs (Decl x 9223372036854775807) (Asgn x (Call + x 1)) x)", "9223372036854775808 does not fit an int"),
        ("(Call * 9223372036854775807 -2)", "-18446744073709551614 does not fit an int"),
        ("(Call div 5 0)", "5 is divided by zero"),
        ("(Call mod 5 0)", "5 is divided by zero"),
        ("(Call div -9223372036854775808 -1)", "9223372036854775808 does not fit an int"),
        ("(At (ArrayCons 1 2) -1)", "index -1 is out of bounds, the length is 2"),
        ("(Unreachable)", "this must not be reached"),
    ],
)  # fmt: skip
def test_trap_messages(text: str, message: str, jit: bool) -> None:
    (finding,) = outcome(text, jit=jit).diagnostics
    assert finding.message == message


RUNAWAY = (
    "(Module (ProcDecl down (IntTy) (Params (ParamDecl n (IntTy))) (Call + 1 (Call down (Call + n 1))))"
    " (ProcDecl main (IntTy) (Params) (Return (Call down 0))))"
)


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
def test_runaway_recursion_is_a_finding(jit: bool) -> None:
    (finding,) = outcome(RUNAWAY, jit=jit).diagnostics
    assert finding.code.name == "phy/call-depth"
    whats = [frame.what for frame in finding.trail]
    assert "99,994 more calls" in whats
    assert len(whats) == 6


@pytest.mark.parametrize("depth", [99_990, 99_998, 99_999, 100_001])
def test_back_ends_agree_on_how_deep_is_too_deep(depth: int) -> None:
    text = (
        "(Module (ProcDecl down (IntTy) (Params (ParamDecl n (IntTy)))"
        " (If (Call == n 0) 0 (Call + 1 (Call down (Call - n 1)))))"
        f" (ProcDecl main (IntTy) (Params) (Return (Call down {depth}))))"
    )
    found = {
        jit: [finding.code.name for finding in outcome(text, jit=jit).diagnostics]
        for jit in (False, *([] if native.missing() else [True]))
    }
    assert len({str(codes) for codes in found.values()}) == 1
    assert bool(found[False]) is (depth > 99_998)


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
def test_the_depth_of_calls_can_be_set(jit: bool) -> None:
    (finding,) = outcome(RUNAWAY, jit=jit, max_stack=50).diagnostics
    assert finding.message == "calls nest deeper than 50"
    large = f"(Exprs {'(TupleCons) ' * 500} 7)"
    assert outcome(large, jit=jit, max_stack=1).output.value == 7


ENDLESS = {
    "(While true (TupleCons))": "a loop that does nothing",
    "(Exprs (Decl s (Seq (IntTy))) (While true (Asgn s (Seq (IntTy) 1 2))))": "memory",
    "(Exprs (Decl x 0) (While true (Asgn x (Call mod (Call + x 1) 7))))": "arithmetic",
}


@pytest.mark.parametrize("jit", [*JIT, None], ids=["python", "native", "automatic"])
@pytest.mark.parametrize("text", ENDLESS, ids=ENDLESS.get)
def test_an_endless_loop_ends_at_the_timeout(text: str, jit: bool | None) -> None:
    started = time.monotonic()
    (finding,) = outcome(text, jit=jit, timeout=0.5).diagnostics
    assert finding.code.name == "phy/timeout"
    assert finding.message == "the program ran longer than 0.5 seconds"
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
def test_an_endless_loop_ends_at_an_interrupt(jit: bool) -> None:
    # A process in the background begins with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        outcome("(While true (TupleCons))", jit=jit)
    timer.join()
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_the_signal_of_native_code_goes_back_to_its_owner() -> None:
    seen = []
    before = signal.signal(signal.SIGURG, lambda *_: seen.append(1))
    try:
        assert result("(Call + 1 2)", jit=True) == "3 : (IntTy)"
        signal.raise_signal(signal.SIGURG)
        assert seen == [1]
    finally:
        signal.signal(signal.SIGURG, before)


LONG = (
    "(Exprs (Decl i 0) (Decl s 0) (While (Call < i 20000000)"
    " (Exprs (Asgn s (Call mod (Call + s i) 1000)) (Asgn i (Call + i 1)))) s)"
)


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_a_long_run_goes_native_and_says_so() -> None:
    host = BareHost(verbose=True)
    found = LANGUAGE.evaluate(Source("program.phy", LONG), host)
    assert write_result(found.output) == "0 : (IntTy)"
    assert host.lines[0] == "phy: running as Python"
    assert host.lines[1].startswith("phy: running as native code")
    assert host.lines[1].endswith("after a moment in Python")


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_a_run_that_is_started_over_writes_once() -> None:
    host = BareHost()
    text = f'(Exprs (Call write (Seq "once")) {LONG})'
    LANGUAGE.evaluate(Source("program.phy", text), host)
    assert host.console.text == "once"


def test_short_runs_stay_in_python() -> None:
    host = BareHost(verbose=True)
    LANGUAGE.evaluate(Source("program.phy", "(Call + 1 2)"), host)
    assert host.lines == ["phy: running as Python"]


def test_without_llvm_asking_for_it_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "find_spec", lambda _name: None)
    (finding,) = outcome("1", jit=True).diagnostics
    assert finding.code.name == "phy/no-jit"
    assert outcome("1").output is not None


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_where_native_code_cannot_run_python_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_arguments: object, **_options: object) -> None:
        raise native.Unavailable("no room")

    monkeypatch.setattr(machine, "run_native", unavailable)
    (finding,) = outcome("1", jit=True).diagnostics
    assert (finding.code.name, finding.message) == ("phy/no-jit", "no room")
    host = BareHost(verbose=True, timeout=1)
    (finding,) = LANGUAGE.evaluate(Source("program.phy", LONG), host).diagnostics
    assert finding.code.name == "phy/timeout"
    assert host.lines[1] == "phy: no room, so on in Python"


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
def test_streams_and_files(jit: bool, tmp_path) -> None:
    (tmp_path / "in.txt").write_bytes(b"a\xff")
    host = BareHost(jit=jit)
    text = (
        f'(Exprs (Call write (Seq "out")) (Call writeErr (Seq "err"))'
        f' (Call write (Call readFile (Seq "{tmp_path}/in.txt"))) (Call len (Call readFile (Seq "none"))))'
    )
    found = LANGUAGE.evaluate(Source("program.phy", text), host)
    assert write_result(found.output) == "0 : (IntTy)"
    assert host.console.pieces == [(1, b"out"), (2, b"err"), (1, b"a\xff")]


@pytest.mark.parametrize("jit", JIT, ids=["python", "native"])
def test_a_broken_stream_is_told_by_the_caller(jit: bool) -> None:
    class Broken:
        def write(self, stream: int, data: bytes) -> None:
            raise BrokenPipeError(stream, data)

    with pytest.raises(BrokenPipeError):
        outcome('(While true (Call write (Seq "x")))', jit=jit, console=Broken())


def test_entries() -> None:
    def nothing(text: str) -> str:
        return LANGUAGE.render(outcome(text).output, "phy").output

    assert nothing("(Module)") == ""
    assert nothing("(TypeDecl t (IntTy))") == ""
    after = "(Module (ProcDecl p (IntTy) (Params) (Return 4)) (TypeDecl t (IntTy)))"
    assert nothing(after) == "4 : (IntTy)\n"
    (finding,) = outcome("(ProcDecl p (IntTy) (Params (ParamDecl n (IntTy))) n)").diagnostics
    assert finding.code.name == "phy/nothing-to-run"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0**54, "18014398509481984.0"),
        (1e16, "10000000000000000.0"),
        (1e17, "1e+17"),
        (1.5e17, "1.5e+17"),
        (1e-5, "0.00001"),
        (1e-7, "0.0000001"),
        (1e-8, "1e-8"),
        (-1.25e-9, "-1.25e-9"),
        (5e-324, "5e-324"),
        (0.1, "0.1"),
        (-0.0, "-0.0"),
        (100.0, "100.0"),
        (123.456, "123.456"),
        (float("nan"), "nan"),
        (-float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_floats(value: float, text: str) -> None:
    assert write_float(value) == text


def data(text: str) -> object:
    return LANGUAGE.plain(outcome(text).output).output


def test_plain_data() -> None:
    assert data("(TupleCons 1 2.5 true (TupleCons))") == [1, 2.5, True, None]
    assert data("(RecordCons (Field b 1) (Field a (ArrayCons 1 2)))") == {"a": [1, 2], "b": 1}
    assert data('(Seq "héllo")') == "héllo"
    assert data(f"(As 1 {UNION})") == 1
    found = outcome(
        "(Module (ProcDecl p (IntTy) (Params) (Return 1)) (ProcDecl q (TupleTy (IntTy) (ProcTy (IntTy))) (Params) (Return (TupleCons 1 p))))"
    )
    (finding,) = LANGUAGE.plain(found.output).diagnostics
    assert (finding.code.name, finding.within) == ("phy/no-data", (1,))
    (finding,) = LANGUAGE.plain(outcome(r'(TupleCons 1 (Seq "\xff"))').output).diagnostics
    assert finding.message == "expected chars in UTF-8, found other bytes"
    assert (finding.code.name, finding.within) == ("phy/no-data", (1,))
    assert LANGUAGE.render(outcome("(TupleCons 1 2)").output, "json-compact").output == "[1,2]\n"


def test_the_recursion_limit_is_left_as_it_was() -> None:
    before = sys.getrecursionlimit()
    outcome(RUNAWAY, jit=False)
    assert sys.getrecursionlimit() == before


HUNGRY = "(Exprs (Decl s (Seq (IntTy))) (While true (Asgn s (Call concat s 1))))"


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_native_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    small = runtime.MEMORY.replace(str(runtime.MOST_MEMORY), "1000000")
    monkeypatch.setattr(module, "MEMORY", small)
    (finding,) = outcome(HUNGRY, jit=True).diagnostics
    assert finding.code.name == "phy/out-of-memory"


def test_python_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(run.Loaded, "call", exhausted)
    (finding,) = outcome(HUNGRY, jit=False).diagnostics
    assert finding.code.name == "phy/out-of-memory"


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("traps", "valu", "error or value"),
        ("jit", "maybe", "true or false"),
        ("timeout", "soon", "a number of seconds above zero"),
        ("timeout", -1, "a number of seconds above zero"),
        ("max_stack", "0", "a whole number above zero"),
        ("dialect", "old", "current or seed"),
    ],
)
def test_a_setting_that_means_nothing_is_refused(name: str, value: object, wanted: str) -> None:
    message = f"expected {wanted} for the setting {name.replace('_', '-')}, found {value}"
    (finding,) = outcome("1", **{name: value}).diagnostics
    assert (finding.code.name, finding.message) == ("phy/bad-setting", message)
    checked = LANGUAGE.check(Source("program.phy", "1"), BareHost(**{name: value}))
    assert [one.message for one in checked.diagnostics] == [message]


def spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_a_limit_holds_though_its_exception_was_dropped() -> None:
    def stubborn() -> None:
        # As Python drops what is raised inside of a finaliser.
        with suppress(Expired):
            spin(5)
        spin(5)

    started = time.monotonic()
    with pytest.raises(Expired):
        within(0.05, stubborn)
    assert time.monotonic() - started < 3


def test_a_limit_hits_nobody_afterwards() -> None:
    for _ in range(100):
        with suppress(Expired):
            within(0.001, lambda: spin(0.001))
    spin(0.6)
    assert within(1e30, lambda: 1) == 1
