"""Phy against C, against Python by hand, against a plain tree walk, and against its own size.

Six programs run as native code and as the same algorithm in C, written and compiled as people do
it: plain arithmetic, ``gcc -O2``, nothing static, no ``-fPIC``, a program of its own; eight others
show whether that holds in general.  Four of the six run as generated Python and by the tree walk of
the tests.  CPU time, in turns; all ratios are of one run on one machine.

    python bench/bench_phy.py [NAME ...]

With names, only these programs are compared with C.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from phy_others import OTHERS
from phy_programs import BODIES, LENGTH, MATRICES, MATRICES_C, PROGRAMS, SHORT

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests" / "phy")]

# Name: Phy, C, the name there, the size, and how often.
COMPARED = {
    **{name: (one[0], one[1], name, one[2], 9) for name, one in PROGRAMS.items()},
    "matrices 900": (MATRICES, MATRICES_C, "matrices", 900, 3),
    **{name: (one[0], one[1], name, one[2], 5) for name, one in OTHERS.items()},
}

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
    from confty.languages.phy.evaluator.python.run import Loaded

    best = float("inf")
    value: object = None
    for _ in range(3):
        _, program = lowered(text)
        started = time.process_time()
        value = Loaded(program, Effects(BareHost())).call(-1)
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


def bench_native(chosen: list[str]) -> None:
    if shutil.which("cc") is None:
        print("no C compiler (cc): the comparison with C is left out")
        return
    from confty.languages.phy.evaluator import native

    if native.missing():
        print(f"{native.missing()}: the comparison with C is left out")
        return
    print("native code against C (plain arithmetic, gcc -O2), CPU time, in turns")
    print(f"  {'program':12} {'C':>9} {'native':>9} {'best':>6} {'median':>6} {'compile':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen or COMPARED:
            print(f"  {name:12} {compared(name, Path(folder))}", flush=True)


def compared(name: str, folder: Path) -> str:
    """Run one program in both languages."""
    from hosts import BareHost

    from confty.languages.phy.evaluator.effects import Effects
    from confty.languages.phy.evaluator.native.machine import Machine

    text, c_text, c_name, size, rounds = COMPARED[name]
    program_c = in_c(c_name, c_text, folder)
    _, program = lowered(phy(text, size))
    compiling, ready = timed(lambda: Machine(program, on_disk=False))
    in_c_took: list[float] = []
    native_took: list[float] = []
    for _ in range(rounds):
        took, expected = run_c(program_c, size)
        in_c_took.append(took)
        took, value = timed(lambda: ready.run(Effects(BareHost())))
        native_took.append(took)
        assert abs(value - expected) <= 1e-9 * abs(expected), (name, value, expected)
    best = min(native_took) / min(in_c_took)
    median = statistics.median(native_took) / statistics.median(in_c_took)
    times = f"{min(in_c_took):8.3f}s {min(native_took):8.3f}s"
    return f"{times} {best:5.2f}x {median:5.2f}x {compiling:8.3f}s"


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
    chosen = sys.argv[1:]
    bench_native(chosen)
    if chosen:
        return
    bench_calls()
    bench_python()
    bench_by_hand()
    bench_growth()


if __name__ == "__main__":
    main()
