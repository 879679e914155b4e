"""The reduction agrees with the back ends, and a session shows what it does."""

import pytest
from agreement import KINDS, plain, ran
from hosts import BareHost
from oracle import comparable
from programs import Maker
from test_records import calls

from confty.kit.limits import Limits
from confty.languages.phy.checker import check
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.library import BUILTINS, Builtin
from confty.languages.phy.stepping.debugger import Debugger
from confty.languages.phy.stepping.reduction import Reduction
from confty.text import Source

TRAP = """\
(Module
  (ProcDecl pick (IntTy) (Params (ParamDecl s (SeqTy (IntTy))) (ParamDecl i (IntTy)))
    (Return (At s i)))
  (ProcDecl next (IntTy) (Params (ParamDecl i (IntTy)))
    (Return (Call pick (Seq (IntTy) 10 20) (Call + i 1))))
  (ProcDecl main (IntTy) (Params)
    (Exprs
      (Decl x (Call next 0))
      (Return (Call next x)))))
"""


def reduced(text: str):
    checked = check(Source("program.phy", text)).output
    host = BareHost()
    effects = Effects(host)
    effects.release()
    run = Reduction(checked, effects)
    for _ in run.steps():
        pass
    if run.failure is not None:
        found = run.failure
        calls = tuple((frame.span.start, frame.span.end) for frame in found.trail)
        place = (found.span.start, found.span.end)
        return ("trap", KINDS[found.code.name], place, calls), host.console.pieces
    value = comparable(run.result, checked.entry.result, run.members)
    return ("value", plain(value)), host.console.pieces


def test_the_reduction_agrees_with_generated_python() -> None:
    for seed in range(120):
        text = Maker(seed, size=20 + seed % 60).program()
        assert reduced(text) == ran(text, jit=False), (seed, text)


@pytest.mark.parametrize("builtin", BUILTINS.values(), ids=lambda one: one.name)
def test_every_builtin_is_reduced(builtin: Builtin) -> None:
    for text in calls(builtin):
        assert reduced(text) == ran(text, jit=False)


@pytest.mark.parametrize(
    "loop", ["(While true (TupleCons))", "(While (Call == 1 1) (Exprs (Decl x 1) x))"]
)
def test_a_loop_without_an_end_keeps_to_the_limit(loop: str) -> None:
    checked = check(Source("program.phy", loop)).output
    run = Reduction(checked, Effects(BareHost()), limits=Limits(0.1))
    for _ in run.steps():
        pass
    assert run.failure is not None
    assert run.failure.code.name == "phy/timeout"


def session(text: str, *commands: str) -> list[str]:
    lines: list[str] = []
    checked = check(Source("program.phy", text)).output
    debugger = Debugger(Reduction(checked, Effects(BareHost())), lines.append)
    went_on = [debugger.obey(command) for command in commands]
    return lines if all(went_on) else [*lines, "left"]


def test_steps() -> None:
    assert session("(Call + (Call * 2 3) 1)", "step", "", "s", "s") == [
        "1:9 (Call * 2 3) => 6",
        "1:1 (Call + (Call * 2 3) 1) => 7",
        "7 : (IntTy)",
        "the program has ended",
    ]


def test_next_steps_over_calls() -> None:
    assert session(TRAP, "next", "print", "n", "print x", "p y") == [
        "8:15 (Call next 0) => 20",
        "there are no variables yet",
        "8:7 (Decl x (Call next 0)) => (TupleCons)",
        "x = 20 : (IntTy)",
        "there is no variable y yet",
    ]


def test_breaks_and_where() -> None:
    assert session(TRAP, "break 3", "continue", "where", "print i", "b 3", "b 99", "b x") == [
        "break at line 3",
        "3:19 i => 1",
        "3:19 pick",
        "5:13 next",
        "8:15 main",
        "i = 1 : (IntTy)",
        "no break at line 3 any more",
        "there is no line 99: the file has 10",
        "break takes the number of a line",
    ]


def test_other_commands() -> None:
    lines = session(TRAP, "help", "jump", "step", "quit")
    assert "continue, c" in lines[0]
    assert lines[1:] == [
        "there is no command jump; help lists them",
        "8:15 (Call next 0) calls next(i = 0)",
        "left",
    ]


def test_a_deep_program_needs_no_depth_of_ours() -> None:
    deep = (
        "(Module (ProcDecl f (IntTy) (Params (ParamDecl n (IntTy)))"
        " (If (Call < n 1) 0 (Call + 1 (Call f (Call - n 1)))))"
        " (ProcDecl main (IntTy) (Params) (Return (Call f 5000))))"
    )
    assert reduced(deep)[0] == ("value", 5000)


@pytest.mark.parametrize(
    "text", ["(Unreachable)", "(Call div 1 0)", "(Call * 9223372036854775807 2)"]
)
def test_traps(text: str) -> None:
    assert reduced(text) == ran(text, jit=False)
