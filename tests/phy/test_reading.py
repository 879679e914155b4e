"""From text to forms."""

import pytest

from confty.languages.phy.forms import FORMS
from confty.languages.phy.lexer import COMMENT, lex
from confty.languages.phy.parser import open_forms, parse
from confty.text import Source


def read(text: str, dialect: str = "current"):
    return parse(Source("text.phy", text), dialect)


def codes(text: str) -> list[str]:
    return [finding.code.name.removeprefix("phy/") for finding in read(text).diagnostics]


@pytest.mark.parametrize(
    ("word", "kind", "value"),
    [
        ("12", "int", 12),
        ("+5", "int", 5),
        ("-0", "int", 0),
        ("9223372036854775807", "int", 2**63 - 1),
        ("-9223372036854775808", "int", -(2**63)),
        ("2.", "float", 2.0),
        (".5", "float", 0.5),
        ("-.5", "float", -0.5),
        ("1e3", "float", 1000.0),
        ("1E-2", "float", 0.01),
        ("-inf", "float", float("-inf")),
        ("+inf", "float", float("inf")),
        ("+", "name", "+"),
        ("-", "name", "-"),
        ("inf", "name", "inf"),
        ("nan", "name", "nan"),
        ("a:b;c\"d'", "name", "a:b;c\"d'"),
        ("<=", "name", "<="),
    ],
)
def test_words(word: str, kind: str, value: object) -> None:
    (token,) = lex(Source("text.phy", word)).output
    assert (token.kind, token.value) == (kind, value)


@pytest.mark.parametrize("word", ["12abc", "+x", "-y", ".", "nil", ":key", "1.2.3", "--1", "1e"])
def test_bad_words(word: str) -> None:
    assert codes(f"(TupleCons {word})") == ["bad-token"]


@pytest.mark.parametrize(
    ("literal", "data"),
    [
        (r'"a\nb"', b"a\nb"),
        (r'"\u00e9"', "é".encode()),
        (r'"\xff"', b"\xff"),
        (r'"\q"', b"\\q"),
        (r'"\"\\\/\'"', b"\"\\/'"),
        (r'"\b\f\r\t"', b"\b\f\r\t"),
        ('"two\nlines"', b"two\nlines"),
        ('""', b""),
    ],
)
def test_strings(literal: str, data: bytes) -> None:
    top = read(f"(Seq {literal})").output.top
    assert top.items[0].value == data


def test_long_and_short_leaves_are_the_same() -> None:
    long = read('(Call (Ident "+") (IntVal 1) (IntVal 2))').output.top
    short = read("(Call + 1 2)").output.top
    assert [(item.form, item.value) for item in long.items] == [
        (item.form, item.value) for item in short.items
    ]


def test_names_that_only_the_long_form_can_spell() -> None:
    top = read('(Ident "nil (sort of)")').output.top
    assert (top.form, top.value) == ("Ident", "nil (sort of)")


def test_floats_that_only_the_long_form_can_spell() -> None:
    assert read("(FloatVal inf)").output.top.value == float("inf")
    assert read("inf").output.top.form == "Ident"


def test_comments_are_tokens_and_nothing_else() -> None:
    tokens = lex(Source("text.phy", "; one\n(Call + 1 ; two\n 2)")).output
    assert [token.value for token in tokens if token.kind is COMMENT] == ["; one", "; two"]
    assert not read("; one\n(Call + 1 ; two\n 2)").failed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["empty-program"]),
        ("; only a comment", ["empty-program"]),
        ("(Call + 1 2", ["unclosed"]),
        ("(Exprs (Decl x 1) (Decl y 2)", ["unclosed"]),
        (")", ["stray-close"]),
        ("(Call + 1 2))", ["stray-close"]),
        ("1 2", ["trailing-text"]),
        ("()", ["no-form-name"]),
        ("((Call + 1 2))", ["no-form-name"]),
        ("(1 2)", ["no-form-name"]),
        ("(Calll + 1 2)", ["unknown-form"]),
        ("(If true)", ["operand-count"]),
        ("(If true 1 2 3)", ["operand-count"]),
        ("(Exprs)", ["operand-count"]),
        ("(UnionTy)", ["operand-count", "operand-kind"][:1]),
        ("(Decl 1 2)", ["operand-kind"]),
        ("(Decl x (IntTy))", ["operand-kind"]),
        ("(Module 1)", ["operand-kind"]),
        ("(IntTy)", ["operand-kind"]),
        ('"text"', ["operand-kind"]),
        ("(Ident x)", ["operand-kind"]),
        ("(FloatVal 3)", ["operand-kind"]),
        ("(IntVal 1.5)", ["operand-kind"]),
        ("(IntVal (IntVal 1))", ["operand-kind"]),
        ('(Seq "a" "b")', ["operand-count"]),
        ("(FieldAccess x (Call + 1 2))", ["operand-kind"]),
        ("(RecordCons (Field a (IntTy)))", ["operand-kind"]),
        ("(Match u (Rule (As 1 (IntTy)) 2))", ["operand-kind"]),
        ("9223372036854775808", ["int-range"]),
        ("(Call + 1 " + "9" * 5000 + ")", ["int-range"]),
        ('(Seq "abc)', ["unclosed-string", "unclosed"]),
    ],
)
def test_slips(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_a_near_name_is_offered() -> None:
    (finding,) = read("(Unreachabel)").diagnostics
    assert finding.help == "did you mean Unreachable?"


def test_the_seed_dialect_knows_only_the_seed_forms() -> None:
    for name, form in FORMS.items():
        found = [one.code.name for one in read(f"({name})", "seed").diagnostics]
        assert ("phy/later-form" in found) is not form.in_seed


def test_open_forms_are_counted_for_sessions() -> None:
    assert open_forms("(Call + 1") == 1
    assert open_forms('(Seq "(((")') == 0
    assert open_forms('(Seq "ab') == 2
    assert open_forms("x)") == 0


def test_too_deep() -> None:
    (finding,) = read("(Exprs " * 200_001).diagnostics
    assert finding.code.name == "phy/too-deep"


def test_unclosed_brackets_by_the_thousand() -> None:
    assert codes("(" * 100_000)[-1] == "unclosed"
    assert codes("(Exprs " * 100_000) == ["unclosed"]


@pytest.mark.parametrize("text", ["\0", "(\0)", "(Call + \0 1)", "\ufffd", '(Seq "\0")'])
def test_odd_characters_are_no_crash(text: str) -> None:
    read(text)
