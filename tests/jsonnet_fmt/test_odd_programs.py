"""Formatting generated programs: twice is once, and go-jsonnet sees no difference."""

from __future__ import annotations

from itertools import chain

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
