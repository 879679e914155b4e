"""The commands that only Phy has, and the session behind one of them."""

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest
from hosts import BareHost

from confty.cli import emit as emit_command
from confty.cli import repl
from confty.cli.main import main
from confty.languages.phy.emit import TEXTS, emit
from confty.languages.phy.evaluator import native
from confty.languages.phy.session import Session
from confty.text import Source

FIB = """\
(Module
  (ProcDecl fib (IntTy) (Params (ParamDecl n (IntTy)))
    (If (Call < n 2) n (Call + (Call fib (Call - n 1)) (Call fib (Call - n 2)))))
  (ProcDecl main (IntTy) (Params) (Call fib 10)))
"""


def stage(name: str) -> str:
    shown = emit(Source("fib.phy", FIB), BareHost(), name)
    assert not shown.diagnostics
    return shown.output


def test_the_typed_tree() -> None:
    lines = stage("typed").splitlines()
    assert lines[:3] == [
        "fib(n: int) -> int",
        "  if : int at 3:5",
        "    builtin < : bool at 3:9",
    ]


def test_generated_python_is_python() -> None:
    text = stage("python")
    compile(text, "fib", "exec")
    assert "def p0(x0, d):  # fib" in text


def test_llvm_needs_no_llvm_to_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "find_spec", lambda _name: None)
    assert "@llvm.sadd.with.overflow.i64" in stage("llvm")
    shown = emit(Source("fib.phy", FIB), BareHost(), "asm")
    assert [finding.code.name for finding in shown.diagnostics] == ["phy/no-jit"]


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_assembly() -> None:
    assert "phy_apply" in stage("asm")


def test_emit_command(tmp_path, capsys) -> None:
    path = tmp_path / "fib.phy"
    path.write_text(FIB)
    for name in TEXTS:
        if name == "asm" and native.missing():
            continue
        assert emit_command.main(["--as", name, str(path)]) == 0
        assert capsys.readouterr().out
    path.write_text("(Call + 1 true)")
    assert emit_command.main([str(path)]) == 1
    assert "phy/operand-types" in capsys.readouterr().err
    assert emit_command.main([str(tmp_path / "none.phy")]) != 0
    other = tmp_path / "other.json"
    other.write_text("1")
    assert emit_command.main([str(other)]) == 2


def enter(session: Session, text: str) -> str:
    found = session.enter(text)
    if found.diagnostics:
        return " ".join(f"{one.span}: {one.code.name}" for one in found.diagnostics)
    return found.output


def test_an_entry_that_declares_and_does_something_is_done_once() -> None:
    session = Session(BareHost())
    enter(session, "(Decl x 1) (ProcDecl f (IntTy) (Params) (Return 7))")
    assert enter(session, "(Call f)") == "7 : (IntTy)"
    enter(session, "(Asgn x (Call + x 1))")
    assert enter(session, "x") == "2 : (IntTy)"
    enter(session, "(ProcDecl f (IntTy) (Params) (Return 8))")
    assert enter(session, "(Call f)") == "8 : (IntTy)"
    assert enter(session, "(ProcDecl g (IntTy) (Params) (Return (Call f)))").startswith("g :")
    enter(session, "(ProcDecl f (IntTy) (Params) (Return 9))")
    assert enter(session, "(Call g)") == "8 : (IntTy)", "what came before keeps the meaning it had"


def test_a_session_keeps_what_was_declared() -> None:
    session = Session(BareHost())
    assert enter(session, "(Decl x 5)") == ""
    assert enter(session, "(Asgn x (Call + x 1))") == ""
    assert enter(session, "x") == "6 : (IntTy)"
    assert enter(session, "(ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Call + x 1))") == (
        "f : proc(int) -> int"
    )
    assert enter(session, "(Call f x)") == "7 : (IntTy)"
    assert enter(session, "(TypeDecl t (IntTy))") == "type t = int"
    assert session.type_of("(TupleCons x (As x t))").output == "tuple(int, int)"


def test_a_session_lets_names_be_declared_again() -> None:
    session = Session(BareHost())
    enter(session, "(ProcDecl f (IntTy) (Params) (Return 1))")
    enter(session, "(ProcDecl g (IntTy) (Params) (Return (Call f)))")
    enter(session, "(ProcDecl f (FloatTy) (Params) (Return 2.5))")
    assert enter(session, "(TupleCons (Call f) (Call g))") == (
        "(TupleCons 2.5 1) : (TupleTy (FloatTy) (IntTy))"
    )
    enter(session, "(Decl x 1)")
    enter(session, "(Decl x true)")
    assert enter(session, "x") == "(True) : (BoolTy)"
    assert "phy/redeclared" in enter(session, "(Decl not 1)")
    assert "phy/redeclared" in enter(session, "(Exprs (Decl a 1) (If true (Decl a 2)))")


def test_a_session_forgets_what_failed() -> None:
    session = Session(BareHost())
    assert enter(session, "(Decl x (Call + 1 true))") == "entry 1:1:19: phy/operand-types"
    assert enter(session, "(Exprs (Decl y 1) (Asgn y (Call div y 0)))") == (
        "entry 2:1:27: phy/division-by-zero"
    )
    assert enter(session, "y") == "entry 3:1:1: phy/name-unknown"


def test_a_session_writes_once() -> None:
    host = BareHost()
    session = Session(host)
    enter(session, '(Exprs (Call write (Seq "a")) (Decl x 1))')
    enter(session, '(Call write (Seq "b"))')
    assert enter(session, "x") == "1 : (IntTy)"
    assert host.console.text == "ab"


def test_the_repl(monkeypatch: pytest.MonkeyPatch, capsys, tmp_path) -> None:
    (tmp_path / "fib.phy").write_text(FIB)
    lines = f"""\
(Call +
  1
  2)
:type (TupleCons 1.5)
:load {tmp_path}/fib.phy
(Call main)
(Call nope)
:load none
:help
:nonsense
:quit
(Call + 5 5)
"""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert repl.main(["--lang", "phy", "--output-format", "concise"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(
        "3 : (IntTy)\ntuple(float)\nfib : proc(int) -> int\nmain : proc() -> int\n55 : (IntTy)\n:type"
    )
    assert "10 : (IntTy)" not in shown.out
    assert shown.err.splitlines() == [
        "entry 4:1:7: error[phy/name-unknown] there is no name nope",
        "none cannot be read: there is no such file",
        "there is no command :nonsense; :help lists them",
    ]


def read_from(terminal: int, seconds: float, until: str) -> str:
    """What a terminal shows, up to some text."""
    shown = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end and until.encode() not in shown:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are different there")
def test_the_repl_on_a_terminal_has_a_prompt_a_history_and_survives_an_interrupt(tmp_path) -> None:
    terminal, inner = pty.openpty()
    environment = {
        **os.environ,
        "XDG_STATE_HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [sys.executable, "-m", "confty", "repl", "--lang", "phy"]
    process = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, env=environment, start_new_session=True
    )
    os.close(inner)
    try:
        assert read_from(terminal, 20, "> ").endswith("> ")
        os.write(terminal, b"(Call +\n")
        assert read_from(terminal, 10, "... ").endswith("... ")
        os.write(terminal, b"1 2)\n")
        assert "3 : (IntTy)" in read_from(terminal, 10, "\n> ")
        os.write(terminal, b"(While true (TupleCons))\n")
        read_from(terminal, 1, "> ")
        process.send_signal(signal.SIGINT)
        assert "interrupted" in read_from(terminal, 10, "\n> ")
        os.write(terminal, b":quit\n")
        assert process.wait(10) == 0
    finally:
        process.kill()
        os.close(terminal)
    history = (tmp_path / "confty" / "phy_history").read_text()
    assert "(While true (TupleCons))" in history


LIBRARY = """\
(Module
  (ProcDecl norm (FloatTy) (Params (ParamDecl x (FloatTy)) (ParamDecl y (FloatTy)))
    (Return (Call + (Call * x x) (Call * y y))))
  (ProcDecl pick (IntTy) (Params (ParamDecl s (SeqTy (IntTy))) (ParamDecl i (IntTy)))
    (Return (At s i)))
  (ProcDecl size (IntTy) (Params (ParamDecl s (SeqTy (CharTy)))) (Call len s)))
"""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--entry", "norm", "--arg", "3", "--arg", "4"), "25.0 : (FloatTy)"),
        (("--entry", "pick", "--arg", "(Seq (IntTy) 5 6)", "--arg", "1"), "6 : (IntTy)"),
        (("--arg", "h\u00e9 llo"), "7 : (IntTy)"),
        (("--entry", "norm", "--arg", "3"), "norm takes 2 arguments, found 1"),
        (("--entry", "nrm"), "there is no procedure nrm"),
        (("--entry", "norm", "--arg", "true", "--arg", "1"), "parameter x: expected float, found bool"),
        (("--entry", "norm", "--arg", "9007199254740993", "--arg", "1"),
         "parameter x: expected float, found an int that is none exactly"),
        (("--entry", "norm", "--arg", f"-{2**70}", "--arg", "00"), f"{float(2**140)!r} : (FloatTy)"),
        (("--entry", "norm", "--arg", "1", "--arg", "1) (Unreachable"), "parameter y: expected one"),
        (("--entry", "pick", "--arg", "(Seq (IntTy))", "--arg", "0"), "lib.phy:5:13"),
        (("--entry", "norm", "--arg", "(Call / 1.0 (At (Seq (FloatTy)) 3))", "--arg", "0"),
         "error[phy/out-of-bounds]: an argument has no value: index 3 is out of bounds, the length is 0\n"),
        (("--entry", "norm", "--arg", "0", "--arg", "(Call norm 1.0 (At (Seq (FloatTy)) 3))"), "]: an argument has no value"),
        (("--entry", "pick", "--arg", "(Seq (IntTy))", "--arg", "(Call + 1 (Call pick (Seq (IntTy)) 7))"), "lib.phy:5:13"),
    ],
)  # fmt: skip
def test_any_procedure_with_arguments(tmp_path, capfd, options, expected) -> None:
    (tmp_path / "lib.phy").write_text(LIBRARY)
    main(["eval", "-C", str(tmp_path), "lib.phy", *options])
    found = capfd.readouterr()
    assert expected in found.out + found.err
    # The file ends before its eighth line.
    assert "lib.phy:8" not in found.err


SPEAKER = '(ProcDecl main (IntTy) (Params) (Exprs (Call write (Seq "said")) (Call writeErr (Seq "!")) 3))'


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("eval a.phy", "said3 : (IntTy)\n"),
        ("eval --format json a.phy", "3\n"),
        ("eval --many a.phy", '{"target": "a.phy", "value": 3}\n'),
        ("eval b.jsonnet", "3\n"),
        ("eval b.rcl", "3\n"),
        ("query a.phy .", "3\n"),
        ("test --output-format json a.test.phy", "[]\n"),
    ],
)
def test_a_program_writes_into_nothing_that_is_data(tmp_path, capfd, command, expected) -> None:
    (tmp_path / "a.phy").write_text(SPEAKER)
    (tmp_path / "a.test.phy").write_text(SPEAKER)
    (tmp_path / "b.jsonnet").write_text("import 'a.phy'")
    (tmp_path / "b.rcl").write_text('import "a.phy"')
    name, *options = command.split()
    main([name, "-C", str(tmp_path), *options])
    found = capfd.readouterr()
    assert found.out == expected
    assert "!" in found.err
    assert ("said" in found.out) != ("said" in found.err)


def test_stepping_through_a_file(tmp_path, capfd, monkeypatch) -> None:
    (tmp_path / "a.phy").write_text("(Call div 1 (Call - 1 1))")
    monkeypatch.setattr("sys.stdin", io.StringIO("step\nstep\n"))
    assert main(["debug", "-C", str(tmp_path), "a.phy"]) == 1
    found = capfd.readouterr()
    assert found.out == "1:13 (Call - 1 1) => 0\n"
    assert "1 is divided by zero" in found.err
