"""Marks that touch: the implementation in Go reads ``==-`` as ``=``, ``=`` and ``-``.

It takes all marks that touch for one operator and, where that ends in ``+ - ~ ! $``, goes back to
the first of them.  So no operator of several marks may touch a sign behind it.
"""

from __future__ import annotations

from confty.languages.jsonnet.codes import SYNTAX
from confty.languages.jsonnet.lexer.scanner import lex
from confty.languages.jsonnet.lexer.tokens import OPERATORS, Refusal, Tokens
from confty.patterns import pattern
from confty.text import Diagnostic, Edit, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SIGNS: Final = frozenset("+-~!$")
TOUCHING: Final = pattern(
    r"[=<>&|:][+\-~!$]"
    r"(?:(?<=[=!<>]=.)|(?<=<<.)|(?<=>>.)|(?<=&&.)|(?<=[:+]:.)|(?<=\|\|.)(?<!\|\|\|.))"
)
_OPENING: Final = {"{": "}", "[": "]", "(": ")"}


def touching(source: Source) -> list[tuple[Diagnostic, Refusal]]:
    """Return the operators that Go does not read, in our words and in its own."""
    if TOUCHING.search(source.text) is None:
        return []
    tokens = lex(source).output
    found: list[tuple[Diagnostic, Refusal]] = []
    around: list[str] = []
    for at, kind in enumerate(tokens.kinds[:-1]):
        if kind in _OPENING:
            around.append(kind)
        elif around and kind == _OPENING[around[-1]]:
            around.pop()
        elif len(kind) > 1 and kind in OPERATORS:
            end = tokens.end(at)
            sign = tokens.texts[at + 1][:1]
            in_slice = kind == "::" and around[-1:] == ["["]
            if sign in _SIGNS and tokens.starts[at + 1] == end and not in_slice:
                found.append(_said(tokens, at, sign))
    return found


def _said(tokens: Tokens, at: int, sign: str) -> tuple[Diagnostic, Refusal]:
    start, end, text = tokens.starts[at], tokens.end(at), tokens.texts[at]
    message = f"expected a blank between `{text}` and `{sign}`, which Go reads as one operator"
    found = SYNTAX.at(Span(tokens.source, start, end + 1), message)
    found = found.with_fix(Edit(Span(tokens.source, end, end), " "), safe=True)
    if text[0] == "+":
        wanted = "Expected one of :, ::, :::, +:, +::, +:::, got: +"
        return found, Refusal(start, start + 1, wanted)
    if text[0] in "=!":
        return found, Refusal(start, start + 1, f"Not a binary operator: {text[0]}")
    return found, Refusal(start + 1, start + 2, f"Not a unary operator: {text[1]}")
