"""Phy against C, against Python by hand, against a plain tree walk, and against its own size.

Six programs run as native code and as the same algorithm in C, written and compiled as people do
it: plain arithmetic, ``gcc -O2``, nothing static, no ``-fPIC``, a program of its own.  Four of them
run as generated Python and by the tree walk of the tests.  CPU time, in turns; all ratios are of
one run on one machine.
"""

from __future__ import annotations

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
int64_t loops(int64_t n) {
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
int64_t fib(int64_t n) {
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
int64_t sieve(int64_t n) {
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
state step(state s, int64_t k) {
  state r = { s.p.b, { s.p.c, add(s.a, k) % 1000003 }, s.f + 0.5 };
  return r;
}
int64_t tuples(int64_t n) {
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
MATRICES = """
(Module
  (ProcDecl matrix (SeqTy (SeqTy (FloatTy))) (Params (ParamDecl n (IntTy)) (ParamDecl f (FloatTy)))
    (Exprs
      (Decl rows (Seq (SeqTy (FloatTy))))
      (Decl i 0)
      (Decl x 0.0)
      (While (Call < i n)
        (Exprs
          (Decl row (Seq (FloatTy)))
          (Decl j 0)
          (While (Call < j n)
            (Exprs
              (Asgn row (Call concat row x))
              (Asgn x (Call + x f))
              (If (Call < 3.0 x) (Asgn x (Call - x 3.0)))
              (Asgn j (Call + j 1))))
          (Asgn rows (Call concat rows row))
          (Asgn i (Call + i 1))))
      (Return rows)))
  (ProcDecl mul (SeqTy (SeqTy (FloatTy))) (Params (ParamDecl a (SeqTy (SeqTy (FloatTy)))) (ParamDecl b (SeqTy (SeqTy (FloatTy)))))
    (Exprs
      (Decl n (Call len a))
      (Decl c (Seq (SeqTy (FloatTy))))
      (Decl i 0)
      (While (Call < i n)
        (Exprs
          (Decl row (Seq (FloatTy)))
          (Decl j 0)
          (While (Call < j n)
            (Exprs
              (Decl sum 0.0)
              (Decl k 0)
              (While (Call < k n)
                (Exprs
                  (Asgn sum (Call + sum (Call * (At (At a i) k) (At (At b k) j))))
                  (Asgn k (Call + k 1))))
              (Asgn row (Call concat row sum))
              (Asgn j (Call + j 1))))
          (Asgn c (Call concat c row))
          (Asgn i (Call + i 1))))
      (Return c)))
  (ProcDecl main (FloatTy) (Params)
    (Exprs
      (Decl a (Call matrix SIZE 0.7))
      (Decl b (Call matrix SIZE 0.3))
      (Decl c (Call mul a b))
      (Return (Call + (At (At c 0) 1) (At (At c 5) 7))))))
"""
MATRICES_C = """
double **matrix(long n, double f) {
  double **rows = malloc(n * sizeof *rows), x = 0;
  for (long i = 0; i < n; i++) { rows[i] = malloc(n * sizeof **rows);
    for (long j = 0; j < n; j++) { rows[i][j] = x; x += f; if (x > 3.0) x -= 3.0; } }
  return rows; }
double **mul(double **a, double **b, long n) {
  double **c = malloc(n * sizeof *c);
  for (long i = 0; i < n; i++) { c[i] = malloc(n * sizeof **c);
    for (long j = 0; j < n; j++) { double sum = 0;
      for (long k = 0; k < n; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum; } }
  return c; }
double matrices(long n) { double **a = matrix(n, 0.7), **b = matrix(n, 0.3), **c = mul(a, b, n);
  double r = c[0][1] + c[5][7];
  for (long i = 0; i < n; i++) { free(a[i]); free(b[i]); free(c[i]); } free(a); free(b); free(c); return r; }
"""
BODIES = """
(Module
  (TypeDecl body (RecordTy (Field x (FloatTy)) (Field y (FloatTy)) (Field z (FloatTy)) (Field vx (FloatTy)) (Field vy (FloatTy)) (Field vz (FloatTy)) (Field mass (FloatTy))))
  (ProcDecl sqrt (FloatTy) (Params (ParamDecl a (FloatTy)))
    (Exprs
      (Decl r a)
      (If (Call < a 1.0) (Asgn r 1.0))
      (Decl i 0)
      (While (Call < i 6) (Exprs (Asgn r (Call * 0.5 (Call + r (Call / a r)))) (Asgn i (Call + i 1))))
      (Return r)))
  (ProcDecl make body (Params (ParamDecl a (FloatTy)) (ParamDecl b (FloatTy)) (ParamDecl m (FloatTy)))
    (Return (RecordCons (Field x a) (Field y b) (Field z (Call - a b)) (Field vx (Call * b 0.1)) (Field vy (Call * a 0.1)) (Field vz 0.01) (Field mass m))))
  (ProcDecl run (FloatTy) (Params (ParamDecl steps (IntTy)))
    (Exprs
      (Decl bs (ArrayCons (Call make 0.0 0.0 39.0) (Call make 4.8 1.1 0.03) (Call make 8.3 4.1 0.01) (Call make 12.9 15.1 0.001) (Call make 15.3 25.9 0.002)))
      (Decl s 0)
      (While (Call < s steps)
        (Exprs
          (Decl i 0)
          (While (Call < i 5)
            (Exprs
              (Decl j (Call + i 1))
              (While (Call < j 5)
                (Exprs
                  (Decl dx (Call - (FieldAccess (At bs i) x) (FieldAccess (At bs j) x)))
                  (Decl dy (Call - (FieldAccess (At bs i) y) (FieldAccess (At bs j) y)))
                  (Decl dz (Call - (FieldAccess (At bs i) z) (FieldAccess (At bs j) z)))
                  (Decl d2 (Call + (Call + (Call * dx dx) (Call * dy dy)) (Call * dz dz)))
                  (Decl mag (Call / 0.01 (Call * d2 (Call sqrt d2))))
                  (Asgn (FieldAccess (At bs i) vx) (Call - (FieldAccess (At bs i) vx) (Call * dx (Call * (FieldAccess (At bs j) mass) mag))))
                  (Asgn (FieldAccess (At bs i) vy) (Call - (FieldAccess (At bs i) vy) (Call * dy (Call * (FieldAccess (At bs j) mass) mag))))
                  (Asgn (FieldAccess (At bs i) vz) (Call - (FieldAccess (At bs i) vz) (Call * dz (Call * (FieldAccess (At bs j) mass) mag))))
                  (Asgn (FieldAccess (At bs j) vx) (Call + (FieldAccess (At bs j) vx) (Call * dx (Call * (FieldAccess (At bs i) mass) mag))))
                  (Asgn (FieldAccess (At bs j) vy) (Call + (FieldAccess (At bs j) vy) (Call * dy (Call * (FieldAccess (At bs i) mass) mag))))
                  (Asgn (FieldAccess (At bs j) vz) (Call + (FieldAccess (At bs j) vz) (Call * dz (Call * (FieldAccess (At bs i) mass) mag))))
                  (Asgn j (Call + j 1))))
              (Asgn i (Call + i 1))))
          (Asgn i 0)
          (While (Call < i 5)
            (Exprs
              (Asgn (FieldAccess (At bs i) x) (Call + (FieldAccess (At bs i) x) (Call * 0.01 (FieldAccess (At bs i) vx))))
              (Asgn (FieldAccess (At bs i) y) (Call + (FieldAccess (At bs i) y) (Call * 0.01 (FieldAccess (At bs i) vy))))
              (Asgn (FieldAccess (At bs i) z) (Call + (FieldAccess (At bs i) z) (Call * 0.01 (FieldAccess (At bs i) vz))))
              (Asgn i (Call + i 1))))
          (Asgn s (Call + s 1))))
      (Return (Call + (FieldAccess (At bs 0) x) (FieldAccess (At bs 3) vy)))))
  (ProcDecl main (FloatTy) (Params) (Return (Call run SIZE))))
"""
BODIES_C = """
typedef struct { double x,y,z,vx,vy,vz,mass; } body;
double sqrt_(double a){ double r=a; if(a<1.0) r=1.0; for(long i=0;i<6;i++) r=0.5*(r+a/r); return r;}
body make(double a,double b,double m){ body r={a,b,a-b,b*0.1,a*0.1,0.01,m}; return r;}
double nbody(long steps){ body bs[5]={make(0,0,39),make(4.8,1.1,0.03),make(8.3,4.1,0.01),make(12.9,15.1,0.001),make(15.3,25.9,0.002)};
 for(long s=0;s<steps;s++){ for(long i=0;i<5;i++) for(long j=i+1;j<5;j++){ double dx=bs[i].x-bs[j].x,dy=bs[i].y-bs[j].y,dz=bs[i].z-bs[j].z,d2=dx*dx+dy*dy+dz*dz,mag=0.01/(d2*sqrt_(d2));
  bs[i].vx-=dx*(bs[j].mass*mag);bs[i].vy-=dy*(bs[j].mass*mag);bs[i].vz-=dz*(bs[j].mass*mag);bs[j].vx+=dx*(bs[i].mass*mag);bs[j].vy+=dy*(bs[i].mass*mag);bs[j].vz+=dz*(bs[i].mass*mag);}
 for(long i=0;i<5;i++){bs[i].x+=0.01*bs[i].vx;bs[i].y+=0.01*bs[i].vy;bs[i].z+=0.01*bs[i].vz;}}
 return bs[0].x+bs[3].vy;}
"""
C_HEAD = f"""
#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define LENGTH {LENGTH}
#define add(a, b) ((a) + (b))
#define sub(a, b) ((a) - (b))
#define at(i, n)
"""
C_MAIN = """
int main(int count, char **words) {
  clock_t before = clock();
  TYPE value = NAME(atol(words[1]));
  printf("FORMAT %.6f\\n", value, (double)(clock() - before) / CLOCKS_PER_SEC);
  return 0;
}
"""

# Name: Phy, C, the size for native code and C, the size for Python and the tree walk.
PROGRAMS = {
    "loops": (LOOPS, LOOPS_C, 8_000, 150),
    "fib": (FIB, FIB_C, 38, 20),
    "sieve": (SIEVE, SIEVE_C, 1_500, 15),
    "tuples": (TUPLES, TUPLES_C, 40_000_000, 16_000),
    "matrices": (MATRICES, MATRICES_C, 400, 0),
    "nbody": (BODIES, BODIES_C, 200_000, 0),
}


def phy(text: str, size: int, length: int = LENGTH) -> str:
    marks = " ".join(["true"] * length)
    return text.replace("SIZE", str(size)).replace("MARKS", marks).replace("LENGTH", str(length))


def in_c(name: str, text: str, folder: Path) -> str:
    """The same algorithm as a C program, as people compile it."""
    source, program = folder / f"{name}.c", folder / name
    floats = f"double {name}(" in text
    main = C_MAIN.replace("NAME", name).replace("TYPE", "double" if floats else "int64_t")
    main = main.replace("FORMAT", "%.17g" if floats else "%ld")
    source.write_text(f"{C_HEAD}{text}{main}")
    compiler = "gcc" if shutil.which("gcc") else "cc"
    subprocess.run([compiler, "-O2", "-w", "-o", str(program), str(source)], check=True)
    return str(program)


def run_c(program: str, size: int) -> tuple[float, float]:
    """The seconds a C program took, and its value."""
    done = subprocess.run([program, str(size)], check=True, capture_output=True, text=True)
    value, seconds = done.stdout.split()
    return float(seconds), float(value)


def timed(run) -> tuple[float, object]:
    started = time.process_time()
    value = run()
    return time.process_time() - started, value


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
        started = time.process_time()
        value = run_python(program, Effects(BareHost()))
        best = min(best, time.process_time() - started)
    return best, value


def walk_seconds(text: str) -> tuple[float, object]:
    from oracle import Walker

    checked, _ = lowered(text)
    best = float("inf")
    value: object = None
    for _ in range(2):
        started = time.process_time()
        value = Walker(checked).run()
        best = min(best, time.process_time() - started)
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

    print("native code against C (plain arithmetic, gcc -O2), CPU time, best of 7, in turns")
    print(f"  {'program':10} {'C':>9} {'native':>9} {'ratio':>7} {'compile':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, c_text, size, _) in PROGRAMS.items():
            program_c = in_c(name, c_text, Path(folder))
            _, program = lowered(phy(text, size))
            make = lambda program=program: Machine(program, on_disk=False)  # noqa: E731
            compiling, ready = timed(make)
            c_best = native_best = float("inf")
            for _ in range(7):
                took, expected = run_c(program_c, size)
                c_best = min(c_best, took)
                took, value = timed(lambda ready=ready: ready.run(Effects(BareHost())))
                native_best = min(native_best, took)
                assert abs(value - expected) <= 1e-9 * abs(expected), (name, value, expected)
            ratio = native_best / c_best
            print(
                f"  {name:10} {c_best:8.3f}s {native_best:8.3f}s {ratio:6.2f}x {compiling:8.3f}s"
            )


def bench_python() -> None:
    print("generated Python against a plain tree walk")
    print(f"  {'program':10} {'walk':>9} {'python':>9} {'ratio':>7}   (same size)")
    for name, (text, _, _, small) in PROGRAMS.items():
        if not small:
            continue
        walked, expected = walk_seconds(phy(text, small, SHORT))
        ran, value = python_seconds(phy(text, small, SHORT))
        assert value == expected, (name, value, expected)
        print(f"  {name:10} {walked:8.4f}s {ran:8.4f}s {walked / ran:6.1f}x")


BY_HAND = """
def sqrt(a):
    r = a
    if a < 1.0: r = 1.0
    i = 0
    while i < 6:
        r = 0.5*(r + a/r); i += 1
    return r
class Body:
    __slots__=("x","y","z","vx","vy","vz","mass")
    def __init__(self,a,b,m): self.x=a;self.y=b;self.z=a-b;self.vx=b*0.1;self.vy=a*0.1;self.vz=0.01;self.mass=m
def run(steps):
    bs=[Body(0.0,0.0,39.0),Body(4.8,1.1,0.03),Body(8.3,4.1,0.01),Body(12.9,15.1,0.001),Body(15.3,25.9,0.002)]
    s=0
    while s<steps:
        i=0
        while i<5:
            a=bs[i]
            j=i+1
            while j<5:
                b=bs[j]
                dx=a.x-b.x;dy=a.y-b.y;dz=a.z-b.z
                d2=dx*dx+dy*dy+dz*dz
                mag=0.01/(d2*sqrt(d2))
                a.vx-=dx*(b.mass*mag);a.vy-=dy*(b.mass*mag);a.vz-=dz*(b.mass*mag)
                b.vx+=dx*(a.mass*mag);b.vy+=dy*(a.mass*mag);b.vz+=dz*(a.mass*mag)
                j+=1
            i+=1
        i=0
        while i<5:
            a=bs[i]
            a.x+=0.01*a.vx;a.y+=0.01*a.vy;a.z+=0.01*a.vz
            i+=1
        s+=1
    return bs[0].x+bs[3].vy
"""


def bench_by_hand() -> None:
    """N-body as generated Python, and as a person writes it."""
    names: dict = {}
    exec(BY_HAND, names)
    best = [float("inf")] * 2
    text = phy(BODIES, 3000)
    for _ in range(5):
        took, expected = timed(lambda: names["run"](3000))
        best[0] = min(best[0], took)
        took, value = python_seconds(text)
        best[1] = min(best[1], took)
        assert value == expected
    print(f"n-body as generated Python: {best[1] / best[0]:.2f} x the time of Python by hand")


def bench_calls() -> None:
    """What a call from Python costs."""
    from confty import phy as binding

    module = binding.compile(text=CALLED)
    calls = {"two floats": lambda: module.square(3.0, 4.0), "two lists": lambda: module.dot(A, A)}
    for name, call in calls.items():
        started = time.process_time()
        for _ in range(20_000):
            call()
        print(f"call with {name}: {(time.process_time() - started) / 20_000 * 1e6:.2f} us")


A = [1.0, 2.0, 3.0]
CALLED = """
(Module
  (ProcDecl square (FloatTy) (Params (ParamDecl x (FloatTy)) (ParamDecl y (FloatTy)))
    (Return (Call + (Call * x x) (Call * y y))))
  (ProcDecl dot (FloatTy) (Params (ParamDecl a (SeqTy (FloatTy))) (ParamDecl b (SeqTy (FloatTy))))
    (Exprs (Decl i 0) (Decl s 0.0)
      (While (Call < i (Call len a))
        (Exprs (Asgn s (Call + s (Call * (At a i) (At b i)))) (Asgn i (Call + i 1))))
      (Return s))))
"""


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
    bench_calls()
    bench_python()
    bench_by_hand()
    bench_growth()


if __name__ == "__main__":
    main()
