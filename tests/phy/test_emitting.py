"""Programs that run without us print what we print: executables, objects linked to C, WebAssembly."""

import shutil
import subprocess
from importlib.util import find_spec

import pytest
from hosts import BareHost
from programs import Maker

from confty.languages.phy.emit import emit, linking
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.values import write_result
from confty.languages.phy.wiring import LANGUAGE
from confty.report import full
from confty.text import Source

pytestmark = pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
needs_web = pytest.mark.skipif(
    shutil.which("node") is None or not (find_spec("ziglang") or shutil.which("wasm-ld")),
    reason="no node or no wasm-ld",
)

PROGRAMS = {
    "deep": (
        "(Module (ProcDecl f (IntTy) (Params (ParamDecl n (IntTy))) (If (Call < n 1) (Call div 1 n)"
        " (Call + 1 (Call f (Call - n 1))))) (ProcDecl main (IntTy) (Params) (Call f 30)))"
    ),
    "overflow": "(Call * 9223372036854775807 -3)",
    "unreachable": '(Exprs (Call write (Seq "before\\n")) (Unreachable))',
    "floats": (
        "(TupleCons 0.1 1e300 1e-7 5.684341886080802e-14 -0.0 (FloatVal inf) (FloatVal nan)"
        " 123456789012345680.0 1e17 0.000001 3.0 -2.5 1.7976931348623157e308 5e-324)"
    ),
    "records": (
        "(Module (TypeDecl u (UnionTy (IntTy) (SeqTy (FloatTy)) (TupleTy (BoolTy) (UnitTy))))"
        " (ProcDecl main (RecordTy (Field b (SeqTy u)) (Field a (ArrayTy 2 (BoolTy)))) (Params)"
        " (Return (RecordCons (Field b (Seq u 1 (Seq (FloatTy) 1.5) (TupleCons true (TupleCons))))"
        " (Field a (ArrayCons true false))))))"
    ),
    "text": '(Exprs (Call writeErr (Seq "oh\\n")) (Seq "hé"))',
    "wide": f"(TupleCons {'1 ' * 40})",
    "made 1": Maker(7, size=60).program(),
    "made 2": Maker(28, size=50).program(),
}  # fmt: skip


def expected(text: str) -> tuple[str, str, int]:
    host = BareHost(jit=False)
    found = LANGUAGE.evaluate(Source("program.phy", text), host)
    out = b"".join(data for stream, data in host.console.pieces if stream == 1).decode()
    err = b"".join(data for stream, data in host.console.pieces if stream == 2).decode()
    if found.output is None:
        return out, err + full(found.diagnostics[0]) + "\n", 1
    return out + write_result(found.output) + "\n", err, 0


def made(text: str, stage: str, **options):
    found = emit(Source("program.phy", text), BareHost(), stage, **options)
    assert not found.failed, found.diagnostics
    return found.output


def ended(*command: object) -> tuple[str, str, int]:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, timeout=60, check=False
    )
    return done.stdout.decode(), done.stderr.decode(), done.returncode


@needs_cc
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_executable_prints_what_we_print(name: str, tmp_path) -> None:
    program = tmp_path / "program"
    program.write_bytes(made(PROGRAMS[name], "exe", optimised=name != "records"))
    program.chmod(0o755)
    assert ended(program) == expected(PROGRAMS[name])


@needs_web
@pytest.mark.parametrize("name", PROGRAMS)
def test_web_assembly_prints_what_we_print(name: str, tmp_path) -> None:
    (tmp_path / "p.wasm").write_bytes(made(PROGRAMS[name], "wasm", optimised=name != "records"))
    (tmp_path / "p.mjs").write_text(made(PROGRAMS[name], "js"))
    assert ended("node", tmp_path / "p.mjs") == expected(PROGRAMS[name])


LIBRARY = """\
(Module
  (TypeDecl point (RecordTy (Field x (FloatTy)) (Field y (FloatTy))))
  (ProcDecl norm (FloatTy) (Params (ParamDecl x (FloatTy)) (ParamDecl y (FloatTy)))
    (Return (Call + (Call * x x) (Call * y y))))
  (ProcDecl total (IntTy) (Params (ParamDecl s (SeqTy (IntTy))))
    (Exprs (Decl i 0) (Decl n 0)
      (While (Call < i (Call len s)) (Exprs (Asgn n (Call + n (At s i))) (Asgn i (Call + i 1))))
      (Return n)))
  (ProcDecl read point (Params (ParamDecl p point))
    (Return (RecordCons (Field x (FieldAccess p y)) (Field y (FieldAccess p x))))))
"""
C = """\
#define PHY_IMPLEMENTATION
#include "library.h"
int main(void) {
  int64_t numbers[] = {1, 2, 3};
  phy_list list = {numbers, 3};
  TYPE p = {1.5, 2.5}, q;
  phy_read(&p, &q);
  printf("%g %lld %g %g\\n", norm(3, 4), (long long)total(list), q.x, q.y);
  return 0;
}
"""


@needs_cc
def test_an_object_and_its_header_are_a_library_for_c(tmp_path) -> None:
    (tmp_path / "library.h").write_text(made(LIBRARY, "c-header"))
    (tmp_path / "library.o").write_bytes(made(LIBRARY, "object"))
    (tmp_path / "main.c").write_text(C.replace("TYPE", "phy_type_0"))
    program = tmp_path / "program"
    command = ("cc", "-O2", "-Wall", "-Werror", "-o", program, tmp_path / "main.c")
    assert ended(*command, tmp_path / "library.o", "-lm") == ("", "", 0)
    assert ended(program) == ("25 6 2.5 1.5\n", "", 0)


NAMES = [
    "fputs",
    "uint8_t",
    "pthread_self",
    "_start",
    "\u00e9",
    "\u00e0",
    "sinf",
    "EOF",
    "getline",
    "sigaction",
    "a-b",
    "a_b",
    "norm",
]


@needs_cc
def test_no_name_of_a_header_is_one_of_c(tmp_path) -> None:
    parameters = "(Params (ParamDecl r (RecordTy (Field a-b (IntTy)) (Field a_b (IntTy)) (Field int (IntTy)))))"
    procedures = " ".join(
        [f"(ProcDecl {name} (IntTy) {parameters} (Return (FieldAccess r a_b)))" for name in NAMES]
    )
    (tmp_path / "names.h").write_text(made(f"(Module {procedures})", "c-header"))
    (tmp_path / "names.o").write_bytes(made(f"(Module {procedures})", "object"))
    (tmp_path / "main.c").write_text("""\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <ctype.h>
#include <time.h>
#include <signal.h>
#include <unistd.h>
#include <pthread.h>
#define PHY_IMPLEMENTATION
#include "names.h"
int main(void) {
  phy_type_0 r = {.a_b_ = 1, .a_b = 2, .phy_int = 3};
  fputs("", stdout);
  printf("%d %d %d\\n", (int)phy_fputs(&r), (int)norm(&r), (int)a_b(&r));
  return 0;
}
""")
    program = tmp_path / "program"
    command = (
        "cc",
        "-Wall",
        "-Werror",
        "-o",
        program,
        tmp_path / "main.c",
        tmp_path / "names.o",
        "-lm",
    )
    assert ended(*command) == ("", "", 0)
    assert ended(program) == ("2 2 2\n", "", 0)


@needs_web
def test_procedures_are_functions_of_javascript(tmp_path) -> None:
    (tmp_path / "p.wasm").write_bytes(made(LIBRARY, "wasm"))
    (tmp_path / "p.mjs").write_text(made(LIBRARY, "js"))
    (tmp_path / "use.mjs").write_text(
        'import fs from "node:fs"; import { load } from "./p.mjs";'
        ' const p = await load(fs.readFileSync(new URL("p.wasm", import.meta.url)));'
        " console.log(p.norm(3, 4), p.total([1, 2, 3]), JSON.stringify(p.read({ x: 1.5, y: 2.5 })));"
    )
    assert ended("node", tmp_path / "use.mjs") == ('25 6n {"x":2.5,"y":1.5}\n', "", 0)


#: A call, and what it gives or how it is refused: as the functions of Python take arguments.
CALLS = {
    "p.i(7)": "7", "p.i(2n ** 62n)": "4611686018427387904", "p.i(1.5)": "TypeError: i() parameter v: expected int, found 1.5",
    "p.i('7')": "TypeError: i() parameter v: expected int, found string", "p.i(true)": "TypeError: i() parameter v: expected int, found boolean",
    "p.i(2n ** 64n + 7n)": "RangeError: i() parameter v: expected an int of 64 bits, found a larger one",
    "p.i()": "TypeError: i() takes 1 argument, found 0", "p.i(1, 2)": "TypeError: i() takes 1 argument, found 2",
    "p.f(2n ** 62n)": "4611686018427388000", "p.f(2n ** 53n + 1n)": "RangeError: f() parameter v: expected float, found an int that is none exactly",
    "p.f(null)": "TypeError: f() parameter v: expected float, found null", "p.b(true)": "true",
    "p.b(1)": "TypeError: b() parameter v: expected bool, found number", "p.c('a')": "97", "p.c(255)": "255",
    "p.c(300)": "RangeError: c() parameter v: expected a char, found 300", "p.c('ab')": "TypeError: c() parameter v: expected a text of one byte, found one of 2",
    "p.s([1n, 2])": "1,2", "p.s([1.5])": "TypeError: s() parameter v[0]: expected int, found 1.5", "p.s(new BigInt64Array(2))": "0,0",
    "p.s('ab')": "TypeError: s() parameter v: expected an array, found string",
    "p.a([1, 2])": "1,2", "p.a([1])": "RangeError: a() parameter v: expected an array of 2, found array of 1",
    "p.r({ x: 1.5, y: [1, true] }).y": "1,true", "p.r({ x: 1.5 })": "TypeError: r() parameter v: expected an object with x, y, found one with x",
    "p.r({ x: 1.5, y: [1] })": "TypeError: r() parameter v.y: expected an array of 2, found array of 1",
    "p.r({ x: 1.5, y: [1, 2] })": "TypeError: r() parameter v.y[1]: expected bool, found number",
    "p.t('h\u00e9').length": "3", "p.deep(1e7)": "Trap: error[phy/call-depth]: calls nest deeper than the stack has room for",
}  # fmt: skip


@needs_web
def test_arguments_of_javascript_are_what_they_are(tmp_path) -> None:
    types = {"i": "(IntTy)", "f": "(FloatTy)", "b": "(BoolTy)", "c": "(CharTy)", "s": "(SeqTy (IntTy))", "a": "(ArrayTy 2 (IntTy))",
             "r": "(RecordTy (Field x (FloatTy)) (Field y (TupleTy (IntTy) (BoolTy))))", "t": "(SeqTy (CharTy))"}  # fmt: skip
    given = " ".join(
        [
            f"(ProcDecl {name} {type_} (Params (ParamDecl v {type_})) (Return v))"
            for name, type_ in types.items()
        ]
    )
    deep = "(ProcDecl deep (IntTy) (Params (ParamDecl n (IntTy))) (If (Call < n 1) 0 (Call + 1 (Call deep (Call - n 1)))))"
    (tmp_path / "p.wasm").write_bytes(made(f"(Module {given} {deep})", "wasm"))
    (tmp_path / "p.mjs").write_text(made(f"(Module {given} {deep})", "js"))
    lines = [
        f"try {{ console.log(String({call})); }} catch (e) {{ console.log(String(e)); }}"
        for call in CALLS
    ]
    (tmp_path / "use.mjs").write_text(
        'import fs from "node:fs"; import { load } from "./p.mjs";'
        ' const p = await load(fs.readFileSync(new URL("p.wasm", import.meta.url)));\n'
        + "\n".join(lines)
    )
    out, err, code = ended("node", tmp_path / "use.mjs")
    assert (err, code) == ("", 0)
    assert dict(zip(CALLS, out.splitlines(), strict=True)) == CALLS


def test_without_a_linker_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking.shutil, "which", lambda _name: None)
    monkeypatch.setattr(linking, "find_spec", lambda _name: None)
    for stage, program in (("exe", "a C compiler"), ("wasm", "wasm-ld")):
        found = emit(Source("a.phy", "(Call + 1 2)"), BareHost(), stage)
        assert [one.code.name for one in found.diagnostics] == ["phy/no-linker"]
        assert program in found.diagnostics[0].message
        assert "ziglang" in found.diagnostics[0].help


def test_texts() -> None:
    text = "(ProcDecl add (IntTy) (Params) (Exprs (Decl x 40) (Return (Call + x 2))))"
    assert made(text, "lowered").splitlines() == [
        "add() -> int",
        "  set x.0 40",
        "  r1: int = get x.0",
        "  r2: int = + r1 2  ; cannot overflow  ; at 1:59",
        "  return r2",
    ]
    assert "define i32 @phy_apply_0" in made(text, "llvm", optimised=True)
    assert "alloca" in made(text, "llvm")
    assert made(text, "object")[:4] == b"\x7fELF" or made(text, "object")
