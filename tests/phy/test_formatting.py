"""The standard layout keeps every token and every comment."""

from collections.abc import Callable

import pytest
from hosts import BareHost
from support.effort import lines_run, sweeps

from confty.languages.phy.formatter import reformat
from confty.languages.phy.parser import parse
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source


def laid_out(text: str) -> str:
    return reformat(parse(Source("text.phy", text))).output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  (Call  +   1\n2 )", "(Call + 1 2)\n"),
        ('(Call (Ident "+") (IntVal 1) 2)', '(Call (Ident "+") (IntVal 1) 2)\n'),
        ("(Module)", "(Module)\n"),
        ("(Call   + 1 2) ; sum", "(Call + 1 2)  ; sum\n"),
        (
            "; before\n\n\n(Module ; first\n (TypeDecl t (IntTy)) ; last\n ; own line\n)\n; after",
            "; before\n\n(Module  ; first\n  (TypeDecl t (IntTy))  ; last\n  ; own line\n)\n; after\n",
        ),
        (
            "(Module (ProcDecl p (IntTy) (Params (ParamDecl n (IntTy))) (Return (Call + n 1000000000000))))",
            "(Module\n  (ProcDecl p (IntTy) (Params (ParamDecl n (IntTy)))\n    (Return (Call + n 1000000000000))))\n",
        ),
        (
            "(Exprs\n\n\n(Decl some_long_name 1)\n\n\n\n(Decl another_long_name 2) (Call + some_long_name 3))",
            "(Exprs\n\n  (Decl some_long_name 1)\n\n  (Decl another_long_name 2)\n  (Call + some_long_name 3))\n",
        ),
    ],
)
def test_layout(text: str, expected: str) -> None:
    assert laid_out(text) == expected
    assert laid_out(expected) == expected


def test_comments_survive_in_order() -> None:
    text = "(Exprs ; a\n (Decl ; b\n x ; c\n 1) ; d\n ; e\n x ; f\n) ; g\n"
    once = laid_out(text)
    found = [line.partition(";")[2].strip() for line in once.splitlines() if ";" in line]
    assert found == list("abcdefg")
    assert laid_out(once) == once


def test_a_file_with_a_slip_stays_as_it_is() -> None:
    found = reformat(parse(Source("text.phy", "(Call + 1")))
    assert found.failed
    assert found.output == "(Call + 1"


def many(count: int) -> Callable[[], object]:
    """Read and lay out so many procedures."""
    one = "(ProcDecl p{0} (IntTy) (Params) (Exprs (Decl a 1) (Return (Call - a (Call + 1 2)))))"
    source = Source("a.phy", f"(Module {' '.join(one.format(at) for at in range(count))})")
    return lambda: LANGUAGE.formatter.room(LANGUAGE.parser(source, BareHost()), BareHost())


def test_reading_and_laying_out_grow_with_the_text() -> None:
    many(1)()
    assert lines_run(many(1600)) < 8.8 * lines_run(many(200))


def test_the_collector_leaves_what_is_read_and_laid_out_alone() -> None:
    """It would look through all of a text again and again, which takes the square of it."""
    assert sweeps(many(1600)) <= 2
