"""Formatting generated programs: twice is once, and go-jsonnet sees no difference."""

from __future__ import annotations

from itertools import chain

import pytest
from jsonnet_eval import odd_calls as odd
from jsonnet_eval.programs import program
from support.peers import peer

import confty


def outcome(original, text: str) -> str:
    try:
        return original.evaluate_snippet("f", text)
    except RuntimeError:
        return "an error"


def test_generated_programs_keep_their_meaning() -> None:
    original = peer("_gojsonnet")
    written = map(program, range(5000, 5080))
    for text in chain(odd.operations(7, 120), odd.calls(7, 170), written):
        formatted = confty.format(text, "jsonnet")
        assert confty.format(formatted, "jsonnet") == formatted, text
        assert outcome(original, formatted) == outcome(original, text), text


ODD_GAPS = ("\n", "\n\n", " /* c */ ", " // c\n", "\n/* c */ ")
#: Programs with tokens that go: brackets, doubled parentheses, a plus, a colon.
DROPPING = (
    "( 1 ) { [ 'c4' ] : 3 , 'x' : { } } [ 'c4' ]",
    "{ [ 'a' ] : { } , [ 'if' ] : a [ 'b' ] [ 'c' ] [ 1 : 2 : ] }",
    "f ( ( ( a ) ) , [ ( ( 1 ) ) ] ) + { [ 'x' ] : ( ( 1 ) ) }",
    "local a = ( ( 1 ) ) , b = [ 'x' , 'y' ] ; a + { [ 'k' ] +: b [ 'x' ] }",
    "a [ 'b' ] ( { [ 'c' ] : 1 } , x [ 'd' ] ) [ 'e' ]",
)


@pytest.mark.parametrize("text", DROPPING)
def test_a_file_that_was_laid_out_stays_as_it_is(text) -> None:
    words = text.split()
    for at in range(1, len(words)):
        for gap in ODD_GAPS:
            odd_text = " ".join(words[:at]) + gap + " ".join(words[at:])
            formatted = confty.format(odd_text, "jsonnet")
            assert confty.format(formatted, "jsonnet") == formatted, odd_text


def test_a_line_break_in_brackets_that_go_breaks_the_object() -> None:
    assert confty.format('(1){ [\n"c4"]: 3 }\n', "jsonnet") == "(1) {\n  c4: 3,\n}\n"
    made = confty.format('{[/* i */"foo0"]:{} // c\n}', "jsonnet")
    assert made == "{\n  /* i */\n  foo0: {},  // c\n}\n"
