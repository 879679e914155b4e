"""The scanner: one regular expression over the whole text, then tables.

``findall`` runs at the speed of C and yields (gap, token) pairs; offsets are running sums of
lengths, and the kind of a token is a dictionary look-up on its text that is filled on first
sight.  Only a broken file is walked by Python code, token by token, up to each place where no
alternative matches.
"""

from __future__ import annotations

import re
from itertools import accumulate
from operator import add, sub
from typing import Final

from confty.language import Outcome
from confty.languages.jsonnet.lexer.tokens import (
    BAD,
    BLOCK,
    END,
    HOLE,
    IDENTIFIER,
    KEYWORDS,
    MARKER,
    NUMBER,
    OPERATORS,
    STRAY,
    STRING,
    Refusal,
    Tokens,
)
from confty.languages.jsonnet.lexer.trouble import trouble_at
from confty.text import Diagnostic, Source

_DIGITS: Final = r"[0-9](?:_?[0-9])*"
# The mark an operator of several characters may end in.
_MARK: Final = r"(?:[:&^=<>*%]|/(?![/*])|\|(?!\|\|))"

_TOKEN: Final = re.compile(
    rf"""
    ((?:[ \t\r\n]++ | //[^\n]*+ | \#[^\n]*+ | /\*(?s:.*?)\*/)*+)   # the gap: blanks and comments
    (?:
      ( [A-Za-z_][A-Za-z0-9_]*+                                    # a good token
      | \.\.\. | [{{}}\[\](),.;$]
      | "(?:[^"\\]|\\(?s:.))*+" | '(?:[^'\\]|\\(?s:.))*+'
      | (?:0|[1-9](?:_?[0-9])*)(?:\.{_DIGITS}|(?!\.))(?:[eE][+-]?{_DIGITS}|(?![eE]))(?![0-9_])
      | \|\|\|-?+[ \t\r]*+\n\n*+([ \t]++)[^\n]*+\n(?:\n|\3[^\n]*+\n)*+(?!\3)[ \t]*+\|\|\|
      | @"(?:[^"]|"")*+" | @'(?:[^']|'')*+'
      | (?m:^)(?:<{{7}}|={{7}}|>{{7}})(?![<=>])[^\n]*+
      # An operator is as long as it can be, yet ends in + - ~ ! only when that is all of it.
      # (No operator has more than three of those; without the bound, ten thousand would be slow.)
      | (?:[+\-~!]{{0,3}}+{_MARK})++ | [+\-~!]
      )
    | ((?s:.))                                                     # the first character of trouble
    | \Z
    )
    """,
    re.VERBOSE,
)

Row = tuple[str, str, str, str]

_FIXED: Final = {text: text for text in (*KEYWORDS, *OPERATORS, *"{}[](),.;$", HOLE)}
_MARKERS: Final = ("<" * 7, "=" * 7, ">" * 7)


class _Kinds(dict[str, str]):
    """Kinds by token text, found out on first sight."""

    def __missing__(self, text: str) -> str:
        kind = self[text] = _kind(text)
        return kind


def _kind(text: str) -> str:
    first = text[0]
    if first in "\"'@":
        return STRING
    if first.isdigit():
        return NUMBER
    if first == "_" or first.isalpha():
        return IDENTIFIER
    if text.startswith("|||"):
        return BLOCK
    return MARKER if text[:7] in _MARKERS else STRAY


def lex(source: Source) -> Outcome[Tokens]:
    """Cut the text into tokens; what cannot be read is reported and stepped over."""
    rows: list[Row] = _TOKEN.findall(source.text)
    if any(row[3] for row in rows):
        return _lex_broken(source)
    if len(rows) > 1 and not rows[-2][1]:
        # A gap at the very end matches once with and once without its blanks.
        rows.pop()
    return Outcome(_tokens(source, [row[0] for row in rows], [row[1] for row in rows]))


def _tokens(source: Source, gaps: list[str], texts: list[str]) -> Tokens:
    lengths = list(map(len, texts))
    starts = list(map(sub, accumulate(map(add, map(len, gaps), lengths)), lengths))
    kinds = list(map(_Kinds(_FIXED | {"": END}).__getitem__, texts))
    return Tokens(source, kinds, texts, starts, gaps)


def _lex_broken(source: Source) -> Outcome[Tokens]:
    text, at = source.text, 0
    gaps: list[str] = []
    texts: list[str] = []
    bad: list[int] = []
    findings: list[Diagnostic] = []
    refusal: Refusal | None = None
    while True:
        match = _TOKEN.match(text, at)
        assert match is not None
        gap, good, _, wrong = match.groups()
        gaps.append(gap)
        if wrong is None:
            texts.append(good or "")
            if not good:
                break
            at = match.end()
            continue
        start = match.start(4)
        at, said, refused = trouble_at(source, start)
        refusal = refusal or refused
        findings.extend(said)
        bad.append(len(texts))
        texts.append(text[start:at])
    tokens = _tokens(source, gaps, texts)
    for index in bad:
        tokens.kinds[index] = BAD
    tokens.refusal = refusal
    return Outcome(tokens, tuple(findings))
