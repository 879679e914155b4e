"""One slip, one message, near the place: lost parentheses, misspelt forms, words of other languages."""

import re
from pathlib import Path

import pytest
from programs import Maker

from confty.languages.phy.checker import check
from confty.languages.phy.formatter import reformat
from confty.languages.phy.forms import FORMS
from confty.languages.phy.parser import parse
from confty.text import Source

PAGE = Path(__file__).parents[2] / "docs" / "languages" / "phy.md"


def programs() -> list[str]:
    """Programs as people write them, and a few that were made up and laid out."""
    written = re.findall(r"```phy title=\S+\n(.*?)```", PAGE.read_text(), re.DOTALL)
    found = [text for text in written if not check(Source("a.phy", text)).failed]
    made = [Maker(seed, size=15).program() for seed in (3, 8)]
    return found + [reformat(parse(Source("a.phy", text))).output for text in made]


def told(text: str) -> list[tuple[int, str]]:
    source = Source("a.phy", text)
    findings = check(source).diagnostics
    return [(source.place(one.span.start)[0], one.code.name) for one in findings]


def test_a_lost_parenthesis_is_one_message_near_its_place() -> None:
    lost = 0
    for text in programs():
        for at, letter in enumerate(text):
            if letter not in "()":
                continue
            lost += 1
            findings = told(text[:at] + text[at + 1 :])
            line = text.count("\n", 0, at) + 1
            assert 1 <= len(findings) <= 2, (line, text)
            assert abs(findings[0][0] - line) <= 1, (findings, line, text)
    assert lost > 500


def test_a_surplus_parenthesis_is_one_message() -> None:
    for text in programs():
        for found in re.finditer(r"[()]", text):
            at = found.start()
            findings = told(text[:at] + found[0] + text[at:])
            assert len(findings) == 1, (at, findings, text)


def test_a_misspelt_form_is_one_message_at_its_name() -> None:
    for text in programs():
        for found in re.finditer(r"\((\w+)", text):
            name = found[1]
            if name not in FORMS or len(name) < 4:
                continue
            for wrong in (name[:-1] + name[-1] * 2, name[1] + name[0] + name[2:], name.lower()):
                if wrong in FORMS:
                    continue
                findings = told(text[: found.start(1)] + wrong + text[found.end(1) :])
                line = text.count("\n", 0, found.start()) + 1
                assert findings == [(line, "phy/unknown-form")], (wrong, findings, text)


def test_a_name_that_is_not_there_is_told_once_a_procedure() -> None:
    uses = "(Asgn x (Call + x gone)) " * 31
    assert told(f"(Exprs (Decl x 1) {uses} x)") == [(1, "phy/name-unknown")]


def test_what_is_wrong_elsewhere_is_told_as_well() -> None:
    text = (
        "(Module\n"
        "  (ProcDecl f (IntTy) (Params)\n"
        "    (Exprs\n"
        "      (Decl x (Call + 1 2)\n"
        "      (Return x)))\n"
        "  (ProcDecl g (IntTy) (Params)\n"
        "    (Return (Call f 1.5))))\n"
    )
    assert told(text) == [(4, "phy/unclosed"), (7, "phy/arity")]


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("(Call > 1 2)", "write (Call < b a) for a > b"),
        ("(Call >= 1 2)", "write (Call <= b a) for a >= b"),
        ("(Call != 1 2)", "write (Call not (Call == a b)) for a != b"),
        ("(Call && true false)", "write (And a b)"),
        ("(Call % 5 2)", "write (Call mod a b)"),
        ("(Exprs (Let x 1) x)", "did you mean Decl?"),
        ("(Exprs (let x 1) x)", "did you mean Decl?"),
        ("(Exprs (Decl x 1) (Set x 2) x)", "did you mean Asgn?"),
        ("(+ 1 2)", "write (Call + ...)"),
        ("(Begin 1)", "did you mean Exprs?"),
        ("(If True 1 2)", "write true"),
        ("(Fun f (Int) (Args) 1)", "did you mean ProcDecl?"),
        ("(For true (Return))", "did you mean While?"),
        ("(Exprs (Decl t (Tuple 1 2)) 1)", "did you mean TupleCons?"),
    ],
)
def test_words_of_other_languages(text: str, help_: str) -> None:
    assert help_ in [one.help for one in check(Source("a.phy", text)).diagnostics]
