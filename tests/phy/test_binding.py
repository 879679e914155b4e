"""Procedures as Python functions: values in and out, traps, threads, memory; on both back ends."""

import array
import gc
import signal
import sys
import threading

import pytest

from confty import ConftyError, phy
from confty.kit.footprint import resident
from confty.languages.phy.evaluator import native

PROGRAM = """\
(Module
  (TypeDecl point (RecordTy (Field x (FloatTy)) (Field y (FloatTy))))
  ; The square of a vector's length,
  ; as a float.
  (ProcDecl square (FloatTy) (Params (ParamDecl x (FloatTy)) (ParamDecl y (FloatTy)))
    (Return (Call + (Call * x x) (Call * y y))))
  (ProcDecl fact (IntTy) (Params (ParamDecl n (IntTy)))
    (If (Call < n 2) 1 (Call * n (Call fact (Call - n 1)))))
  (ProcDecl deep (IntTy) (Params (ParamDecl n (IntTy)))
    (If (Call < n 1) 0 (Call + 1 (Call deep (Call - n 1)))))
  (ProcDecl dot (FloatTy) (Params (ParamDecl a (SeqTy (FloatTy))) (ParamDecl b (SeqTy (FloatTy))))
    (Exprs
      (Decl i 0)
      (Decl s 0.0)
      (While (Call < i (Call len a))
        (Exprs
          (Asgn s (Call + s (Call * (At a i) (At b i))))
          (Asgn i (Call + i 1))))
      (Return s)))
  (ProcDecl corner (FloatTy) (Params (ParamDecl m (SeqTy (SeqTy (FloatTy)))))
    (Return (At (At m 0) (Call - (Call len (At m 0)) 1))))
  (ProcDecl flip point (Params (ParamDecl p point))
    (Return (RecordCons (Field x (FieldAccess p y)) (Field y (FieldAccess p x)))))
  (ProcDecl pair (TupleTy (IntTy) (BoolTy)) (Params (ParamDecl p (TupleTy (BoolTy) (IntTy))))
    (Return (TupleCons (FieldAccess p 1) (FieldAccess p 0))))
  (ProcDecl same (UnionTy (IntTy) (FloatTy) (BoolTy) (SeqTy (IntTy)) (UnitTy))
    (Params (ParamDecl u (UnionTy (IntTy) (FloatTy) (BoolTy) (SeqTy (IntTy)) (UnitTy))))
    (Return u))
  (ProcDecl grow (SeqTy (IntTy)) (Params (ParamDecl s (SeqTy (IntTy))) (ParamDecl n (IntTy)))
    (Return (Call concat s n)))
  (ProcDecl points (SeqTy point) (Params (ParamDecl s (SeqTy point)) (ParamDecl p point))
    (Return (Call concat s p)))
  (ProcDecl say (SeqTy (CharTy)) (Params (ParamDecl s (SeqTy (CharTy))))
    (Exprs (Call write s) (Return s)))
  (ProcDecl three (ArrayTy 3 (BoolTy)) (Params (ParamDecl s (ArrayTy 3 (BoolTy)))) (Return s))
  (ProcDecl forever (IntTy) (Params) (Exprs (Decl i 0) (While true (Asgn i (Call mod i 5)))))
  (ProcDecl hungry (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs (Decl s (Seq (IntTy) n n n n)) (Return (At s n))))
  (ProcDecl class-of (IntTy) (Params (ParamDecl class (IntTy))) (Return class))
  (ProcDecl rows (SeqTy (SeqTy (FloatTy))) (Params (ParamDecl m (SeqTy (SeqTy (FloatTy))))) (Return m))
  (ProcDecl truths (SeqTy (BoolTy)) (Params (ParamDecl s (SeqTy (BoolTy)))) (Return s))
  (ProcDecl kind (IntTy)
    (Params (ParamDecl u (UnionTy (SeqTy (CharTy)) (FloatTy) (SeqTy (FloatTy)) (SeqTy (IntTy)) (CharTy) (IntTy) (UnitTy)
      (SeqTy (SeqTy (IntTy))) (RecordTy (Field x (FloatTy))) (RecordTy (Field x (IntTy))) (TupleTy (IntTy) (IntTy)))))
    (Return (Match u
      (Rule (As c (SeqTy (CharTy))) 0) (Rule (As c (FloatTy)) 1) (Rule (As c (SeqTy (FloatTy))) 2) (Rule (As c (SeqTy (IntTy))) 3)
      (Rule (As c (CharTy)) 4) (Rule (As c (IntTy)) 5) (Rule (As c (UnitTy)) 6) (Rule (As c (SeqTy (SeqTy (IntTy)))) 7)
      (Rule (As c (RecordTy (Field x (FloatTy)))) 8) (Rule (As c (RecordTy (Field x (IntTy)))) 9) (Rule (As c (TupleTy (IntTy) (IntTy))) 10))))
  (ProcDecl never (VoidTy) (Params) (Unreachable)))
"""


@pytest.fixture(scope="module", params=["native", "python"])
def module(request):
    if request.param == "native" and native.missing():
        pytest.skip("no LLVM")
    return phy.compile(text=PROGRAM, jit=request.param == "native")


def test_values_go_in_and_out(module) -> None:
    assert module.square(3.0, 4.0) == module.square(y=4, x=3) == 25.0
    assert module.fact(20) == 2432902008176640000
    assert module.pair((True, 5)) == (5, True)
    assert module.flip(module.point(1.0, 2.0)) == module.point(x=2.0, y=1.0)
    assert module.flip({"x": 1, "y": 2.5}) == module.point(2.5, 1.0)
    assert module.points([module.point(1.0, 2.0)], {"x": 3, "y": 4}) == [
        module.point(1.0, 2.0),
        module.point(3.0, 4.0),
    ]
    assert module.grow([1, 2], 3) == module.grow(array.array("q", [1, 2]), 3) == [1, 2, 3]
    assert module.grow(range(2), 2) == [0, 1, 2]
    assert module.grow([], 1) == [1]
    assert module.three([True, False, True]) == [True, False, True]
    assert module["class-of"](4) == 4


@pytest.mark.parametrize("value", [3, 2.5, True, [1, 2], [], None])
def test_a_union_takes_the_member_that_the_value_is(module, value) -> None:
    given = module.same(value)
    assert given == value
    assert type(given) is type(value)


@pytest.mark.parametrize(
    ("value", "member"),
    [
        ("", 0), (b"a", 0), (bytearray(b"a"), 0), (memoryview(b"a"), 0), (1.5, 1), ([1.5], 2),
        ([1], 3), ([], 2), (array.array("q", [1]), 3), (array.array("d", [1]), 2), (range(3), 3),
        ((1, 2), 10), ((1, 2, 3), 3), (5, 5), (None, 6), ((), 6), ([[1]], 7),
        ({"x": 1}, 9), ({"x": 1.5}, 8),
    ],
)  # fmt: skip
def test_a_union_prefers_what_the_value_is_to_what_it_can_become(module, value, member) -> None:
    assert module.kind(value) == member


def test_a_union_takes_the_members_that_arrays_are(module) -> None:
    np = pytest.importorskip("numpy")
    given = [np.int64(1), np.float32(1), np.array([1]), np.array([1.0]), np.eye(2, dtype=int)]
    assert [module.kind(one) for one in given] == [5, 1, 3, 2, 7]
    assert module.kind(np.array([1], dtype=np.uint8)) == 3


def test_an_int_is_a_float_where_nothing_is_lost(module) -> None:
    np = pytest.importorskip("numpy")
    exact, lost = (2**53, 2**62, -(2**63), 2**100), 2**53 + 1
    for number in exact:
        assert module.square(number, 0) == float(number) ** 2
        assert (
            module.rows([[number, float("nan")]])[0][0] == module.rows([(number,)])[0][0] == number
        )
    assert module.dot(range(2**62, 2**62 + 1), np.array([2**62])) == float(2**124)
    inexact = [[lost], (lost,), range(lost, lost + 1), array.array("q", [lost]), [lost, 0.5]]
    for numbers in (*inexact, np.array([lost])):
        with pytest.raises(
            OverflowError, match=r"a\[0\]: expected float, found an int that is none"
        ):
            module.dot(numbers, [1.0])
        with pytest.raises(OverflowError, match=r"m\[0\]\[0\]: expected float, found an int"):
            module.rows([numbers])
    for huge in (10**400, 2**1024 - 1):
        with pytest.raises(OverflowError):
            module.dot([huge], [])


@pytest.mark.parametrize("jit", [False, True])
def test_names_of_parameters_and_fields_are_nobody_elses(jit) -> None:
    if jit and native.missing():
        pytest.skip("no LLVM")
    # The last two are one name to Python.
    names = ["a", "take", "take_", "take_a", "call", "call_", "here", "here_", "again_", "result", "result_", "give",
             "give_", "int", "float", "function", "__debug__", "self", "None", "a-b", "a_b", "\u210c", "H"]  # fmt: skip
    parameters = " ".join([f"(ParamDecl {name} (IntTy))" for name in names])
    text = f"""(Module
      (ProcDecl f (IntTy) (Params {parameters}) (Return (Call + (Call * a 100) H)))
      (ProcDecl g (TupleTy (IntTy) (SeqTy (IntTy))) (Params {parameters}) (Return (TupleCons H (Seq (IntTy) give_)))))"""
    module = phy.compile(text=text, jit=jit)
    given = list(range(1, len(names) + 1))
    assert module.f(*given) == 100 + len(names)
    assert module.g(*given) == (len(names), [names.index("give_") + 1])
    known = [*module.f.__annotations__][:-1]
    assert len(set(known)) == len(names)
    assert [one for one in known if one in names] == [
        one for one in names if one.isidentifier() and one not in {"None", "__debug__", "\u210c"}
    ]
    with pytest.raises(TypeError, match=r"parameter give_: expected int, found str"):
        module.f(**{**dict(zip(known, given, strict=True)), "give_": "x"})


@pytest.mark.parametrize("jit", [False, None])
def test_fields_that_mean_something_to_classes_are_fields(jit) -> None:
    names = ["a-b", "a_b", "__class__", "__init__", "__slots__", "__x", "class", "self", "_"]
    fields = " ".join([f"(Field {name} (IntTy))" for name in names])
    text = (
        f"(ProcDecl f (RecordTy {fields}) (Params (ParamDecl r (RecordTy {fields}))) (Return r))"
    )
    made = phy.compile(text=text, jit=jit).f({name: at for at, name in enumerate(names)})
    assert (made.a_b, made.a_b_, made._class__, made._x, made.class_) == (1, 0, 2, 5, 6)


def test_functions_say_what_they_are(module) -> None:
    square = module.square
    assert square.__annotations__ == {"x": float, "y": float, "return": float}
    assert square.__name__ == "square"
    assert square.__doc__ == (
        "square(x: float, y: float) -> float\n\nThe square of a vector's length,\nas a float."
    )
    assert module.dot.__annotations__["a"] == list[float]
    assert module.say.__annotations__["s"] is str
    assert module.same.__annotations__["u"] == int | float | bool | list[int] | None
    assert module.flip.__annotations__["p"] is module.point
    assert "dot" in dir(module)
    assert list(module)[:2] == ["square", "fact"]


def test_what_writes_writes(module, capfd) -> None:
    assert module.say("hé\n") == "hé\n"
    assert module.say(b"x") == "x"
    sys.stdout.flush()
    assert capfd.readouterr().out == "hé\nx"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda m: m.square("a", 1.0), TypeError, "square() parameter x: expected float, found str"),
        (lambda m: m.square(1.0, True), TypeError, "square() parameter y: expected float, found bool"),
        (lambda m: m.square(1.0, None), TypeError, "parameter y: expected float, found None"),
        (lambda m: m.fact(1.0), TypeError, "fact() parameter n: expected int, found float"),
        (lambda m: m.fact(2**63), OverflowError, "parameter n: expected an int of 64 bits"),
        (lambda m: m.square(2**53 + 1, 0.0), OverflowError, "parameter x: expected float, found an int"),
        (lambda m: m.dot([1.0, "x"], []), TypeError, "parameter a[1]: expected float, found str"),
        (lambda m: m.dot(1.0, []), TypeError, "parameter a: expected seq(float), found float"),
        (lambda m: m.grow([1, 2**63], 1), OverflowError, "parameter s[1]: expected an int of 64 bits"),
        (lambda m: m.three([True]), ValueError, "parameter s: expected array(3, bool), found 1"),
        (lambda m: m.flip(3), TypeError, "parameter p: expected record(x: float, y: float), found int"),
        (lambda m: m.flip({"x": 1.0}), TypeError, "parameter p: expected record(x: float, y: float)"),
        (lambda m: m.flip({"x": 1.0, "y": ""}), TypeError, "parameter p.y: expected float, found str"),
        (lambda m: m.pair((1, 2)), TypeError, "parameter p[0]: expected bool, found int"),
        (lambda m: m.pair((True,)), TypeError, "parameter p: expected tuple(bool, int), found tuple of 1"),
        (lambda m: m.say("\ud800"), ValueError, "parameter s: expected text, found the surrogate U+D800"),
        (lambda m: m.same("x"), TypeError, "parameter u: expected union("),
        (lambda m: m.square(1.0), TypeError, "'y'"),
        (lambda m: m.nothing, AttributeError, "nothing"),
    ],
)  # fmt: skip
def test_an_argument_that_does_not_fit_is_named(module, call, error, message) -> None:
    with pytest.raises(error) as caught:
        call(module)
    assert message in str(caught.value)


def test_a_trap_knows_its_place_and_its_calls(module) -> None:
    with pytest.raises(phy.OutOfBounds) as caught:
        module.dot([1.0, 2.0], [3.0])
    assert caught.value.code == "phy/out-of-bounds"
    assert caught.value.place == ("input.phy", 17, 46)
    assert caught.value.message == "index 1 is out of bounds, the length is 1"
    assert isinstance(caught.value, IndexError)
    with pytest.raises(phy.Overflow) as deeper:
        module.fact(22)
    assert deeper.value.trail == (("fact", "input.phy", 8, 34),)
    assert module.fact(5) == 120
    with pytest.raises(phy.Unreachable):
        module.never()


def test_calls_nest_as_deep_as_anywhere(module) -> None:
    assert module.deep(90_000) == 90_000
    with pytest.raises(phy.CallDepth) as caught:
        module.deep(1_000_000)
    assert "deeper than 100,000" in caught.value.message
    assert isinstance(caught.value, RecursionError)


def test_a_small_stack_is_no_mistake_of_the_program(module) -> None:
    found: list[object] = []
    before = threading.stack_size(1 << 20)
    try:
        thread = threading.Thread(target=lambda: found.append(module.fact(5)))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert found == [120]


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_a_long_procedure_is_started_where_there_is_room() -> None:
    sums = " ".join(f"(Asgn x (Call + x (Call down {number})))" for number in range(1000))
    text = (
        "(Module (ProcDecl down (IntTy) (Params (ParamDecl n (IntTy)))"
        " (If (Call == n 0) 0 (Call + 1 (Call down (Call - n 1)))))"
        f" (ProcDecl main (IntTy) (Params) (Exprs (Decl x 0) {sums} x)))"
    )
    assert phy.compile(text=text, jit=True).main() == sum(range(1000))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_what_was_interrupted_is_not_told_of_the_next_call() -> None:
    text = """(Module (ProcDecl more (IntTy) (Params (ParamDecl a (IntTy))) (Call + a 1))
      (ProcDecl slow (IntTy) (Params (ParamDecl n (IntTy))) (Exprs (Decl i 0) (Decl x 7)
        (While (Call < i n) (Exprs (Asgn x (Call mod (Call + (Call * x 31) i) 1000003))
          (Asgn i (Call + i 1)))) (Call div x 0))))"""
    module = phy.compile(text=text)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        with pytest.raises(KeyboardInterrupt):
            module.slow(10_000_000 if not native.missing() else 1_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert module.more(1) == 2


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"max_stack": 1.5}, TypeError), ({"max_stack": True}, TypeError), ({"max_stack": 0}, ValueError),
        ({"timeout": float("nan")}, ValueError), ({"timeout": "1"}, TypeError), ({"jit": "yes"}, TypeError),
    ],
)  # fmt: skip
def test_options_that_mean_nothing(options, error) -> None:
    with pytest.raises(error, match=next(iter(options))):
        phy.compile(text=PROGRAM, **options)


def test_limits() -> None:
    for jit in (False,) if native.missing() else (False, True):
        module = phy.compile(text=PROGRAM, jit=jit, timeout=0.3, max_stack=50)
        with pytest.raises(phy.Timeout):
            module.forever()
        with pytest.raises(phy.CallDepth):
            module.deep(60)
        assert module.square(3.0, 4.0) == 25.0


def test_numpy(module) -> None:
    np = pytest.importorskip("numpy")
    numbers = np.arange(6.0)
    assert module.dot(numbers, np.ones(6)) == 15.0
    assert module.dot(numbers[::2], numbers[1::2]) == 0 * 1 + 2 * 3 + 4 * 5
    assert module.dot(numbers.astype("f4"), [1] * 6) == 15.0
    numbers.flags.writeable = False
    assert module.dot(numbers, numbers) == 55.0
    assert module.corner(np.arange(6.0).reshape(2, 3)) == 2.0
    assert module.corner(np.arange(6.0).reshape(3, 2).T) == 4.0
    assert module.corner([np.ones(2), [5.0]]) == 1.0
    assert module.square(np.float64(3), np.float32(4)) == 25.0
    assert module.fact(np.int64(5)) == 120
    assert module.three(np.array([True, False, True])) == [True, False, True]
    with pytest.raises(TypeError, match="parameter n"):
        module.fact(np.float64(5))
    with pytest.raises(TypeError, match=r"parameter n: expected int, found ndarray"):
        module.fact(np.array([3]))


def test_both_back_ends_read_arrays_alike(module) -> None:
    np = pytest.importorskip("numpy")
    masked = np.ma.array([1.0, 2.0], mask=[False, True])
    with pytest.raises(TypeError, match=r"parameter a\[1\]: expected float, found None"):
        module.dot(masked, [1.0, 1.0])
    with pytest.raises(TypeError, match=r"parameter m\[0\]\[1\]: expected float, found None"):
        module.rows(masked.reshape(1, 2))
    assert module.dot(np.ma.array([1.0, 2.0]), [1.0, 1.0]) == 3.0
    for unit in ("ns", "D"):
        with pytest.raises(TypeError, match=r"parameter s\[0\]: expected int, found datetime64"):
            module.grow(np.array(["2020-01-01"], f"M8[{unit}]"), 1)
    odd = np.array([0, 1, 2, 255], dtype=np.uint8).view(bool)
    assert module.truths(odd) == [False, True, True, True]
    assert module.truths(odd[::2]) == [False, True]


@pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
def test_buffers_are_not_copied() -> None:
    np = pytest.importorskip("numpy")
    from confty.languages.phy.binding.list_memory import ListMemory, from_buffer
    from confty.types import FLOAT, INT, list_of

    numbers = np.arange(12.0)
    assert ListMemory.of(numbers, FLOAT).address == numbers.ctypes.data
    assert ListMemory.of(numbers, INT) is None
    rows = from_buffer(numbers.reshape(3, 4), list_of(list_of(FLOAT)))
    table = rows.keep[1]
    assert list(table) == [word for at in range(3) for word in (numbers.ctypes.data + 32 * at, 4)]


@pytest.mark.parametrize("kind", ["array", "numpy"])
def test_lists_are_given_as_asked_for(kind) -> None:
    np = pytest.importorskip("numpy")
    module = phy.compile(text=PROGRAM, sequences=kind)
    given = module.grow([1, 2], 3)
    assert isinstance(given, array.array if kind == "array" else np.ndarray)
    assert list(given) == [1, 2, 3]


def test_threads_run_beside_each_other(module) -> None:
    wrong: list[object] = []

    def work(n: int) -> None:
        for _ in range(300):
            if module.fact(n) != expected[n] or module.grow([n], n) != [n, n]:
                wrong.append(n)
            try:
                module.dot([1.0] * n, [1.0])
                wrong.append("no trap")
            except phy.OutOfBounds as trap:
                if trap.message != "index 1 is out of bounds, the length is 1":
                    wrong.append(trap)

    expected = {n: module.fact(n) for n in range(2, 8)}
    threads = [threading.Thread(target=work, args=(n,)) for n in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_nothing_is_left_behind(module) -> None:
    numbers = list(range(200))

    def work(times: int) -> None:
        for _ in range(times):
            module.grow(numbers, 1)
            module.same(numbers)
            with pytest.raises(phy.OutOfBounds):
                module.hungry(9)

    work(300)
    gc.collect()
    before = resident()
    work(1500)
    gc.collect()
    assert resident() - before < 1_000_000


def test_a_program_with_mistakes(tmp_path) -> None:
    file = tmp_path / "wrong.phy"
    file.write_text("(ProcDecl f (IntTy) (Params) (Return 1.5))")
    with pytest.raises(ConftyError, match=r"wrong\.phy:1:38"):
        phy.compile(file)
    with pytest.raises(ConftyError):
        phy.compile(tmp_path / "none.phy")
    with pytest.raises(TypeError):
        phy.compile()
    assert phy.compile(text="(Call + 40 2)").program() == 42
    assert len(phy.compile(text="(Module)")) == 0
