"""Phy against C with checked arithmetic, against a plain tree walk, and against its own size.

Four programs run as native code, as generated Python, by the tree walk of the tests, and as the
same algorithm in C compiled with ``cc -O2``.  All ratios are of one run on one machine.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests" / "phy")]

LOOPS = """
(Module
  (ProcDecl loops (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl sum 0)
      (Decl i 0)
      (While (Call < i n)
        (Exprs
          (Decl j 0)
          (While (Call < j n)
            (Exprs
              (If (Call < (Call mod (Call + i j) 7) 3)
                (Asgn sum (Call + sum j))
                (Asgn sum (Call - sum i)))
              (Asgn j (Call + j 1))))
          (Asgn i (Call + i 1))))
      (Return sum)))
  (ProcDecl main (IntTy) (Params) (Return (Call loops SIZE))))
"""
LOOPS_C = """
static int64_t loops(int64_t n) {
  int64_t sum = 0, i = 0;
  while (i < n) {
    int64_t j = 0;
    while (j < n) {
      if (add(i, j) % 7 < 3) sum = add(sum, j); else sum = sub(sum, i);
      j = add(j, 1);
    }
    i = add(i, 1);
  }
  return sum;
}
"""
FIB = """
(Module
  (ProcDecl fib (IntTy) (Params (ParamDecl n (IntTy)))
    (If (Call < n 2)
      n
      (Call + (Call fib (Call - n 1)) (Call fib (Call - n 2)))))
  (ProcDecl main (IntTy) (Params) (Return (Call fib SIZE))))
"""
FIB_C = """
static int64_t fib(int64_t n) {
  return n < 2 ? n : add(fib(sub(n, 1)), fib(sub(n, 2)));
}
"""
SIEVE = """
(Module
  (ProcDecl sieve (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl count 0)
      (Decl round 0)
      (Decl marks (ArrayCons MARKS))
      (While (Call < round n)
        (Exprs
          (Decl i 0)
          (While (Call < i LENGTH)
            (Exprs (Asgn (At marks i) true) (Asgn i (Call + i 1))))
          (Asgn i 2)
          (Asgn count 0)
          (While (Call < i LENGTH)
            (Exprs
              (If (At marks i)
                (Exprs
                  (Asgn count (Call + count 1))
                  (Decl j (Call + i i))
                  (While (Call < j LENGTH)
                    (Exprs (Asgn (At marks j) false) (Asgn j (Call + j i))))))
              (Asgn i (Call + i 1))))
          (Asgn round (Call + round 1))))
      (Return count)))
  (ProcDecl main (IntTy) (Params) (Return (Call sieve SIZE))))
"""
LENGTH = 20_000
SHORT = 500
SIEVE_C = """
static int64_t sieve(int64_t n) {
  int64_t count = 0, round = 0;
  bool *marks = malloc(LENGTH);
  while (round < n) {
    int64_t i = 0;
    while (i < LENGTH) { at(i, LENGTH); marks[i] = true; i = add(i, 1); }
    i = 2;
    count = 0;
    while (i < LENGTH) {
      at(i, LENGTH);
      if (marks[i]) {
        count = add(count, 1);
        int64_t j = add(i, i);
        while (j < LENGTH) { at(j, LENGTH); marks[j] = false; j = add(j, i); }
      }
      i = add(i, 1);
    }
    round = add(round, 1);
  }
  free(marks);
  return count;
}
"""
TUPLES = """
(Module
  (TypeDecl state (TupleTy (IntTy) (TupleTy (IntTy) (IntTy)) (FloatTy)))
  (ProcDecl step state (Params (ParamDecl s state) (ParamDecl k (IntTy)))
    (Return
      (TupleCons
        (FieldAccess (FieldAccess s 1) 0)
        (TupleCons
          (FieldAccess (FieldAccess s 1) 1)
          (Call mod (Call + (FieldAccess s 0) k) 1000003))
        (Call + (FieldAccess s 2) 0.5))))
  (ProcDecl tuples (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl s (TupleCons 1 (TupleCons 2 3) 0.0))
      (Decl i 0)
      (While (Call < i n)
        (Exprs
          (Asgn s (Call step s i))
          (Asgn (FieldAccess (FieldAccess s 1) 0)
            (Call mod (Call + (FieldAccess s 0) (FieldAccess (FieldAccess s 1) 1)) 65521))
          (Asgn i (Call + i 1))))
      (Return (Call + (FieldAccess s 0) (FieldAccess (FieldAccess s 1) 1)))))
  (ProcDecl main (IntTy) (Params) (Return (Call tuples SIZE))))
"""
TUPLES_C = """
typedef struct { int64_t a; struct { int64_t b, c; } p; double f; } state;
static state step(state s, int64_t k) {
  state r = { s.p.b, { s.p.c, add(s.a, k) % 1000003 }, s.f + 0.5 };
  return r;
}
static int64_t tuples(int64_t n) {
  state s = { 1, { 2, 3 }, 0.0 };
  int64_t i = 0;
  while (i < n) {
    s = step(s, i);
    s.p.b = add(s.a, s.p.c) % 65521;
    i = add(i, 1);
  }
  return add(s.a, s.p.c);
}
"""
C_HEAD = f"""
#include <stdint.h>
#include <stdbool.h>
#include <stdlib.h>
#define LENGTH {LENGTH}
static inline int64_t add(int64_t a, int64_t b) {{
  int64_t r; if (__builtin_add_overflow(a, b, &r)) abort(); return r;
}}
static inline int64_t sub(int64_t a, int64_t b) {{
  int64_t r; if (__builtin_sub_overflow(a, b, &r)) abort(); return r;
}}
static inline void at(int64_t i, int64_t n) {{ if (i < 0 || i >= n) abort(); }}
"""

# Name: Phy, C, the size for native code and C, the size for Python and the tree walk.
PROGRAMS = {
    "loops": (LOOPS, LOOPS_C, 12_000, 150),
    "fib": (FIB, FIB_C, 36, 20),
    "sieve": (SIEVE, SIEVE_C, 2_000, 15),
    "tuples": (TUPLES, TUPLES_C, 60_000_000, 16_000),
}


def phy(text: str, size: int, length: int = LENGTH) -> str:
    marks = " ".join(["true"] * length)
    return text.replace("SIZE", str(size)).replace("MARKS", marks).replace("LENGTH", str(length))


def in_c(name: str, text: str, folder: Path):
    """The same algorithm as a C function."""
    source = folder / f"{name}.c"
    source.write_text(f"{C_HEAD}{text}\nint64_t run(int64_t n) {{ return {name}(n); }}\n")
    library = folder / f"{name}.so"
    command = ["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True)
    run = ctypes.CDLL(str(library)).run
    run.argtypes, run.restype = [ctypes.c_int64], ctypes.c_int64
    return run


def timed(run) -> tuple[float, object]:
    started = time.perf_counter()
    value = run()
    return time.perf_counter() - started, value


def lowered(text: str):
    from confty.languages.phy.checker import check
    from confty.languages.phy.evaluator.lower import lower
    from confty.text import Source

    checked = check(Source("bench.phy", text))
    assert not checked.failed, checked.diagnostics
    return checked.output, lower(checked.output)


def python_seconds(text: str) -> tuple[float, object]:
    from hosts import BareHost

    from confty.languages.phy.evaluator.effects import Effects
    from confty.languages.phy.evaluator.python.run import run_python

    best = float("inf")
    value: object = None
    for _ in range(3):
        _, program = lowered(text)
        started = time.perf_counter()
        value = run_python(program, Effects(BareHost()))
        best = min(best, time.perf_counter() - started)
    return best, value


def walk_seconds(text: str) -> tuple[float, object]:
    from oracle import Walker

    checked, _ = lowered(text)
    best = float("inf")
    value: object = None
    for _ in range(2):
        started = time.perf_counter()
        value = Walker(checked).run()
        best = min(best, time.perf_counter() - started)
    return best, value


def bench_native() -> None:
    if shutil.which("cc") is None:
        print("no C compiler (cc): the comparison with C is left out")
        return
    from confty.languages.phy.evaluator import native

    if native.missing():
        print(f"{native.missing()}: the comparison with C is left out")
        return
    from hosts import BareHost

    from confty.languages.phy.evaluator.effects import Effects
    from confty.languages.phy.evaluator.native.machine import Machine

    print("native code against C (cc -O2, checked arithmetic), best of 7, in turns")
    print(f"  {'program':10} {'C':>9} {'native':>9} {'ratio':>7} {'compile':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, c_text, size, _) in PROGRAMS.items():
            run_c = in_c(name, c_text, Path(folder))
            _, program = lowered(phy(text, size))
            compiling, ready = timed(lambda program=program: Machine(program))
            c_best = native_best = float("inf")
            for _ in range(7):
                took, expected = timed(lambda run_c=run_c, size=size: run_c(size))
                c_best = min(c_best, took)
                took, value = timed(lambda ready=ready: ready.run(Effects(BareHost()), None))
                native_best = min(native_best, took)
                assert value == expected, (name, value, expected)
            ratio = native_best / c_best
            print(
                f"  {name:10} {c_best:8.3f}s {native_best:8.3f}s {ratio:6.2f}x {compiling:8.3f}s"
            )


def bench_python() -> None:
    print("generated Python against a plain tree walk")
    print(f"  {'program':10} {'walk':>9} {'python':>9} {'ratio':>7}   (same size)")
    for name, (text, _, _, small) in PROGRAMS.items():
        walked, expected = walk_seconds(phy(text, small, SHORT))
        ran, value = python_seconds(phy(text, small, SHORT))
        assert value == expected, (name, value, expected)
        print(f"  {name:10} {walked:8.4f}s {ran:8.4f}s {walked / ran:6.1f}x")


def bench_growth() -> None:
    from confty.languages.phy.checker import check
    from confty.text import Source

    print("check time by program size")
    print(f"  {'forms':>8} {'seconds':>9} {'per form':>10}")
    for forms in (6_250, 12_500, 25_000, 50_000, 100_000):
        text = grown(forms)
        best = float("inf")
        for _ in range(3):
            started = time.perf_counter()
            checked = check(Source("grown.phy", text))
            best = min(best, time.perf_counter() - started)
        assert not checked.failed
        print(f"  {forms:8} {best:8.3f}s {best / forms * 1e6:8.2f}us")


def grown(forms: int) -> str:
    """A module of procedures with about so many forms."""
    one = (
        "(ProcDecl p{0} (IntTy) (Params (ParamDecl a{0} (IntTy)))"
        " (Exprs (Decl b{0} (Call + a{0} {0})) (If (Call < b{0} 3) (Asgn b{0} 4))"
        " (Return (Call - b{0} (Call + 1 2)))))"
    )
    return f"(Module {' '.join(one.format(index) for index in range(forms // 28))})"


def main() -> None:
    bench_native()
    bench_python()
    bench_growth()


if __name__ == "__main__":
    main()
