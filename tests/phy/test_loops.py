"""Loops whose checks are made before they start: they trap where they always did."""

import random

import pytest
from agreement import ran, walked

from confty.languages.phy.checker import check
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.loops import counting_loops
from confty.languages.phy.evaluator.lower import lower
from confty.text import Source


class Kernels:
    """Makes loops that count, over lists and lists of lists, with indices that may be wrong."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def program(self) -> str:
        chance = self.random
        self.length = chance.randint(2, 6)
        width = chance.randint(1, 5)
        ints = " ".join(str(chance.randint(-9, 9)) for _ in range(self.length))
        row = " ".join(f"{chance.randint(0, 9)}.5" for _ in range(width))
        rows = " ".join(f"(Seq (FloatTy) {row})" for _ in range(chance.randint(1, 4)))
        loops = " ".join(self.loop() for _ in range(chance.randint(1, 3)))
        return (
            (
                "(Module (ProcDecl run (TupleTy (SeqTy (IntTy)) (SeqTy (SeqTy (FloatTy))) (IntTy))"
                " (Params (ParamDecl p (SeqTy (IntTy))) (ParamDecl n (IntTy)) (ParamDecl m (IntTy)))"
                " (Exprs (Decl s p) (Decl t (Seq (SeqTy (FloatTy)) ROWS)) (Decl sum 0)"
                " (Decl a (ArrayCons 1 2 3 4)) (Decl r (TupleCons p 0)) (Decl j 1) LOOPS"
                " (Return (TupleCons s t sum))))"
                " (ProcDecl main (TupleTy (SeqTy (IntTy)) (SeqTy (SeqTy (FloatTy))) (IntTy)) (Params)"
                f" (Return (Call run (Seq (IntTy) {ints}) {chance.randint(-1, 7)} "
                f"{chance.randint(-1, 3)}))))"
            )
            .replace("ROWS", rows)
            .replace("LOOPS", loops)
        )

    def loop(self) -> str:
        chance = self.random
        start = chance.choice(["0", "0", "0", "1", "-1", "m", "9223372036854775800"])
        bound = chance.choice(["n", "n", "(Call len s)", "(Call len p)", "4", "(Call + n m)",
                               "(Call len t)", "(Call * n 2)"])  # fmt: skip
        word = chance.choice(["<", "<", "<", "<="])
        step = chance.choice(["1", "1", "1", "2", "m", "0"])
        body = [self.statement() for _ in range(chance.randint(1, 3))]
        body.insert(chance.choice([len(body), len(body), 0]), f"(Asgn i (Call + i {step}))")
        # A loop that does not end by itself ends all the same.
        body.append("(If (Call < 20 rounds) (Return (TupleCons s t sum)))")
        body.append("(Asgn rounds (Call + rounds 1))")
        condition = f"(Call {word} i {bound})"
        if chance.random() < 0.2:
            condition = f"(And {condition} (Call < sum 100))"
        elif chance.random() < 0.3:
            # What is looked at in the condition is so once more than in the rounds.
            look = f"(Call < (At {chance.choice(['s', 'p', 'a', '(At t 0)'])} {self.index()}) 9)"
            look = look.replace("9)", "9.5)") if "(At t" in look else look
            parts = [condition, look]
            chance.shuffle(parts)
            condition = f"(And {' '.join(parts)})"
        name = "i" + str(chance.randrange(10**6))
        text = f"(Exprs (Decl i {start}) (Decl rounds 0) (While {condition} (Exprs {' '.join(body)})))"
        return (
            text.replace(" i ", f" {name} ")
            .replace(" i)", f" {name})")
            .replace("rounds", f"{name}r")
        )

    def statement(self) -> str:
        chance = self.random
        place = chance.choice([
            f"s {self.index()}", f"s {self.index()}", f"p {self.index()}", f"a {self.index()}",
            f"(FieldAccess r 0) {self.index()}",
        ])  # fmt: skip
        kind = chance.random()
        if kind < 0.4:
            return f"(Asgn sum (Call + sum (At {place})))"
        if kind < 0.6:
            target = chance.choice(["s", "a"])
            return f"(Asgn (At {target} {self.index()}) (Call + (At {place}) 1))"
        if kind < 0.75:
            cell = f"(At (At t {self.index()}) {self.index()})"
            return f"(Asgn {cell} (Call + {cell} 0.5))"
        if kind < 0.85:
            return f"(If (Call < (At {place}) 3) (Asgn sum (Call + sum (At {place}))))"
        if kind < 0.92:
            return "(Asgn s (Call concat s 7))"
        if kind < 0.96:
            return "(Asgn s (Seq (IntTy) 1 2))"
        return f"(Asgn (At t {self.index()}) (Seq (FloatTy) 1.5 2.5))"

    def index(self) -> str:
        return self.random.choice([
            "i", "i", "i", "i", "(Call + i 1)", "(Call - i 1)", "(Call * i 2)", "(Call + i m)",
            "(Call + (Call * m 2) i)", "(Call - 3 i)", "(Call + (Call * i m) j)", "j", "0", "m",
            "(Call mod i 2)", "(Call * i 4611686018427387904)",
        ])  # fmt: skip


def worth_it(text: str) -> int:
    program = lower(check(Source("loops.phy", text)).output)
    return sum(len(counting_loops(body)) for body in program.bodies)


def test_python_agrees() -> None:
    for seed in range(300):
        text = Kernels(seed).program()
        assert ran(text, jit=False) == walked(text), (seed, text)


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_native_agrees() -> None:
    doubled = 0
    for seed in range(1000, 1070):
        text = Kernels(seed).program()
        doubled += worth_it(text)
        assert ran(text, jit=True) == walked(text), (seed, text)
    assert doubled > 40


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
@pytest.mark.parametrize("step", [1, 100_000_000_000])
@pytest.mark.parametrize("look", ["(Call == (At s i) 0)", "(Call == 0 (At (At m 1) i))"])
def test_what_a_condition_looks_at_is_checked_beyond_the_last_round(look: str, step: int) -> None:
    text = (
        "(ProcDecl main (IntTy) (Params) (Exprs (Decl s (Seq (IntTy) 0 0 0)) (Decl i 0)"
        " (Decl m (Seq (SeqTy (IntTy)) (Seq (IntTy) 0 0) (Seq (IntTy) 0 0 0))) (Decl n 3)"
        f" (While (And {look} (Call < i n))"
        f" (Exprs (Asgn (At s i) (Call + (At s i) 0)) (Asgn i (Call + i {step})))) (Return i)))"
    )
    assert worth_it(text)
    (kind, what, *_), _ = answer = walked(text)
    assert (kind, what) == ("trap", "index")
    assert ran(text, jit=True) == answer


@pytest.mark.fuzz
def test_many_more() -> None:
    pytest.importorskip("llvmlite")
    for seed in range(20_000, 22_000):
        text = Kernels(seed).program()
        answer = walked(text)
        assert ran(text, jit=False) == answer, (seed, text)
        assert ran(text, jit=True) == answer, (seed, text)


KERNEL = """
(ProcDecl f (FloatTy) (Params (ParamDecl a (SeqTy (SeqTy (FloatTy)))) (ParamDecl i (IntTy)))
  (Exprs (Decl s 0.0) (Decl k 0) (Decl n (Call len a))
    (While (Call < k n) (Exprs BODY (Asgn k (Call + k 1))))
    (Return s)))
"""


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        ("(Asgn s (Call + s (At (At a i) k)))", 2),
        ("(Asgn s (Call + s (At (At a k) i)))", 1),
        ("(Asgn s (Call + s (At (At a 0) (Call + (Call * i n) k))))", 2),
        ("(Asgn s (Call + s (At (At a 0) (Call * k k))))", 1),
        ("(Exprs (Asgn k (Call + k 1)) (Asgn s (Call + s (At (At a i) k))))", None),
        ("(Exprs (Asgn k (Call - k 1)) (Asgn s (Call + s (At (At a i) k))))", None),
    ],
)
def test_which_checks_are_made_before(body, checks) -> None:
    checked = check(Source("f.phy", KERNEL.replace("BODY", body)))
    assert not checked.failed
    loops = list(counting_loops(lower(checked.output).bodies[0]).values())
    assert [len(loop.checks) for loop in loops] == ([] if checks is None else [checks])
