"""Sessions: everything is checked and run once, whatever came before."""

import pytest
from hosts import BareHost
from support.effort import lines_run

from confty.languages.phy.session import Session, _SoFar


def shown(*entries: str) -> list[str]:
    """What a session shows, or the messages of its findings."""
    session = Session(BareHost())
    found = []
    for entry in entries:
        outcome = session.enter(entry)
        told = [str(one) for one in outcome.diagnostics]
        found.append("; ".join(told) if outcome.failed else outcome.output)
    return found


def test_a_variable_hides_a_procedure_and_is_hidden_by_one() -> None:
    f = "(ProcDecl f (IntTy) (Params) (Return {0}))"
    assert shown(f.format(1), "(Decl f 2)", "f", "(Decl g 3)", "f")[2::2] == ["2 : (IntTy)"] * 2
    assert shown("(Decl f 2)", f.format(1), "(Call f)")[-1] == "1 : (IntTy)"
    # What was declared with the first keeps it.
    other = "(ProcDecl g (IntTy) (Params) (Return (Call f)))"
    assert shown(f.format(1), other, f.format(5), "(TupleCons (Call f) (Call g))")[-1] == (
        "(TupleCons 5 1) : (TupleTy (IntTy) (IntTy))"
    )
    assert shown(f.format(1), "(Decl f 2)", other, "(Call g)")[-1] == "1 : (IntTy)"


def test_unions_keep_their_members() -> None:
    entries = (
        "(Decl u (As 1 (UnionTy (IntTy) (FloatTy))))", "u", "(Decl b true)",
        "(Decl w (As b (UnionTy (BoolTy) (IntTy))))", "(Asgn u 2.5)", "(TupleCons w u)",
    )  # fmt: skip
    found = shown(*entries)
    assert found[1] == "1 : (UnionTy (IntTy) (FloatTy))"
    assert found[-1].startswith("(TupleCons (True) 2.5) : ")


def test_several_forms_at_once_are_taken_in_order() -> None:
    entry = "(Decl x 1) (ProcDecl f (IntTy) (Params) (Return 4)) (Asgn x (Call + x (Call f))) x"
    assert shown(entry, "x", "(Asgn x 9)", "(Call + x (Call f))") == [
        "5 : (IntTy)", "5 : (IntTy)", "", "13 : (IntTy)",
    ]  # fmt: skip
    assert shown("(Decl y 1) y (Call nobody)", "y") == [
        "entry 1:1:20: error[phy/name-unknown] there is no name nobody", "1 : (IntTy)",
    ]  # fmt: skip


def test_a_run_that_fails_changes_nothing() -> None:
    entries = ("(Decl x 1)", "(Exprs (Asgn x 2) (Call div x 0))", "x")
    assert shown(*entries)[-1] == "1 : (IntTy)"
    # Nor does an entry that is refused.
    assert shown("(Decl x 1)", "(Exprs (Asgn x 2.5) x)", "x")[-1] == "1 : (IntTy)"


def test_only_asked_for() -> None:
    session = Session(BareHost())
    session.enter("(Decl x 1)")
    assert session.type_of("(Exprs (Decl y 2.5) (TupleCons x y))").output == "tuple(int, float)"
    session.type_of("(ProcDecl f (IntTy) (Params) (Return 1))")
    assert session.enter("(Call f)").failed
    assert session.enter("y").failed


def test_a_misspelt_variable_is_found_among_all() -> None:
    session = Session(BareHost())
    session.enter("(Decl total 1)")
    (finding,) = session.enter("(Call + totl 1)").diagnostics
    assert finding.help == ("did you mean total?",) or "total" in str(finding.help)


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param("(ProcDecl f{0} (IntTy) (Params) (Return {0}))", id="procedures"),
        pytest.param("(Decl x{0} {0})", id="variables"),
        pytest.param("(Decl x{0} (Call + 1 {0}))", id="calls"),
    ],
)
def test_an_entry_costs_the_same_after_many(entry: str) -> None:
    def entered(count: int) -> int:
        session = Session(BareHost())

        def work() -> None:
            for at in range(count):
                assert not session.enter(entry.format(at)).failed

        return lines_run(work)

    entered(1)
    assert entered(600) < 4.4 * entered(150)


def test_nobody_asks_for_the_whole_text_until_something_is_wrong(monkeypatch) -> None:
    """To put it together for each entry takes the square of their number."""
    asked: list[str] = []
    whole = vars(_SoFar)["__getattr__"]
    monkeypatch.setattr(
        _SoFar, "__getattr__", lambda self, name: (asked.append(name), whole(self, name))[1]
    )
    session = Session(BareHost())
    for number in range(4):
        assert not session.enter(f"(ProcDecl f{number} (IntTy) (Params) (Return 0))").failed
    assert not session.enter("(Call f1)").failed
    assert not asked
    wrong = session.enter("(ProcDecl f (FloatTy) (Params) (Return 1))")
    [finding] = wrong.diagnostics
    assert finding.span is not None
    assert finding.span.text == "1"
    assert asked == ["text"]
