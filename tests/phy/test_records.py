"""The records of forms and built-ins: complete, explained, and known to every room."""

import pytest
from agreement import ran, walked

from confty import types
from confty.languages.phy import library
from confty.languages.phy.checker import HANDLERS
from confty.languages.phy.checker.denotations import DENOTATIONS
from confty.languages.phy.forms import EXPRESSION, FORMS, LEAVES, TYPE
from confty.languages.phy.library import BUILTINS, Named, OnSequence, Uniform

# The language's own tables: form, its operands at least and at most, whether the seed has it.
WANTED_FORMS = """
    If 2 3 seed, While 2 2 seed, Return 0 1 seed, Unreachable 0 0 seed, Call 1 - seed,
    TupleCons 0 - seed, FieldAccess 2 2 seed, Exprs 1 - seed, And 2 2 seed, Or 2 2 seed,
    Asgn 2 2 seed, Decl 2 2 seed, VoidTy 0 0 seed, UnitTy 0 0 seed, BoolTy 0 0 seed,
    IntTy 0 0 seed, FloatTy 0 0 seed, TupleTy 0 - seed, UnionTy 1 - seed, ProcTy 1 - seed,
    ProcDecl 4 4 seed, Params 0 - seed, ParamDecl 2 2 seed, TypeDecl 2 2 seed, Module 0 - seed,
    SeqTy 1 1 later, Seq 1 - later, At 2 2 later, As 2 2 later, RecordTy 1 - later,
    RecordCons 1 - later, Field 2 2 later, Match 2 - later, Rule 2 2 later, ArrayTy 2 2 later,
    ArrayCons 1 - later, CharTy 0 0 later
"""

TEXT = "(seq(char)) ->"
WANTED_BUILTINS = {
    "+": ("(int, int) -> int", "(float, float) -> float"),
    "-": ("(int, int) -> int", "(float, float) -> float"),
    "==": ("(bool, bool) -> bool", "(int, int) -> bool", "(float, float) -> bool"),
    "<": ("(int, int) -> bool", "(float, float) -> bool"),
    "<=": ("(int, int) -> bool", "(float, float) -> bool"),
    "not": ("(bool) -> bool",),
    "true": ("bool",),
    "false": ("bool",),
    "*": ("(int, int) -> int", "(float, float) -> float"),
    "/": ("(float, float) -> float",),
    "div": ("(int, int) -> int",),
    "mod": ("(int, int) -> int",),
    "len": ("(seq(t)) -> int",),
    "concat": ("(seq(t), t) -> seq(t)",),
    "write": (f"{TEXT} unit",),
    "writeErr": (f"{TEXT} unit",),
    "readFile": (f"{TEXT} seq(char)",),
}
SEED_BUILTINS = {"+", "-", "==", "<", "<=", "not", "true", "false"}


def test_the_forms_are_those_of_the_language() -> None:
    wanted = set()
    for line in WANTED_FORMS.replace("\n", " ").split(","):
        name, fewest, most, since = line.split()
        wanted.add((name, int(fewest), None if most == "-" else int(most), since == "seed"))
    assert {(one.name, one.fewest, one.most, one.in_seed) for one in FORMS.values()} == wanted


def test_every_form_of_an_expression_is_checked_and_every_type_denotes() -> None:
    expressions = {name for name, form in FORMS.items() if form.kind is EXPRESSION}
    assert set(HANDLERS) == expressions | LEAVES | {"Broken"}
    assert set(DENOTATIONS) == {name for name, form in FORMS.items() if form.kind is TYPE} | {
        "Ident"
    }


def test_the_builtins_are_those_of_the_language() -> None:
    theirs = {name: one for name, one in BUILTINS.items() if not one.ours}
    assert {name: one.signature.spelled() for name, one in theirs.items()} == WANTED_BUILTINS
    assert {name for name, one in theirs.items() if one.in_seed} == SEED_BUILTINS


@pytest.mark.parametrize("record", [*FORMS.values(), *BUILTINS.values()], ids=lambda one: one.name)
def test_a_record_is_explained_in_one_sentence(record) -> None:
    text = record.documentation
    assert text[0].isupper()
    assert text.endswith(".")
    assert ". " not in text


LITERALS = {types.INT: ("7", "-3"), types.FLOAT: ("7.5", "-3.0"), types.BOOL: ("true", "false")}


def calls(builtin: library.Builtin) -> list[str]:
    """A call for each signature of a built-in."""
    signature = builtin.signature
    if isinstance(signature, Named):
        return [builtin.name]
    if isinstance(signature, OnSequence):
        operands = " ".join(["(Seq (IntTy) 1 2)", *["3"] * signature.elements])
        return [f"(Call {builtin.name} {operands})"]
    assert isinstance(signature, Uniform)
    found = []
    for type_ in signature.types:
        literals = LITERALS.get(type_, ('(Seq "no such file")',))
        found.append(f"(Call {builtin.name} {' '.join(literals[: signature.count])})")
    return found


@pytest.mark.parametrize("jit", [False, True], ids=["python", "native"])
@pytest.mark.parametrize("builtin", BUILTINS.values(), ids=lambda one: one.name)
def test_every_builtin_runs_in_both_back_ends(builtin: library.Builtin, jit: bool) -> None:
    if jit:
        pytest.importorskip("llvmlite", reason="native code needs llvmlite")
    for text in calls(builtin):
        assert ran(text, jit=jit) == walked(text)
