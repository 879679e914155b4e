"""The scanner: one regular expression over the whole text, then tables.

``findall`` runs at the speed of C and yields (gap, token) pairs; offsets are running sums of
lengths, and the kind of a token is a dictionary look-up on its text that is filled on first
sight.  Only a broken file is walked by Python code, token by token, up to each place where no
alternative matches.
"""

from __future__ import annotations

from _operator import add, sub
from itertools import accumulate

from confty.kit.once import once
from confty.language import Outcome
from confty.languages.jsonnet.codes import UNCLOSED_STRING
from confty.languages.jsonnet.lexer import folds
from confty.languages.jsonnet.lexer.tokens import (
    BAD,
    BLOCK,
    END,
    FOLD,
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
from confty.patterns import VERBOSE, pattern
from confty.text import Diagnostic, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Collection
    from typing import Final

_DIGITS: Final = r"[0-9](?:_?[0-9])*+"
# The mark an operator of several characters may end in.
_MARK: Final = r"(?:[:&^=<>*%]|/(?![/*])|\|(?!\|\|))"


def _pattern(also: str = "") -> str:
    """Return what matches a gap and the token behind it, which may be what ``also`` says."""
    return rf"""
    ((?:[ \t\r\n]++ | //[^\n]*+ | \#[^\n]*+ | /\*(?s:.*?)\*/)*+)   # the gap: blanks and comments
    (?:
      ( {also} [A-Za-z_][A-Za-z0-9_]*+                             # a good token
      | \.\.\. | [{{}}\[\](),.;$]
      | "(?:[^"\\]|\\(?s:.))*+" | '(?:[^'\\]|\\(?s:.))*+'
      | (?:0|[1-9](?:_?[0-9])*+)(?:\.{_DIGITS}|(?!\.))(?:[eE][+-]?{_DIGITS}|(?![eE]))(?![0-9_])
      | \|\|\|-?+[ \t\r]*+\n\n*+([ \t]++)[^\n]*+\n(?:\n|\3[^\n]*+\n)*+(?!\3)[ \t]*+\|\|\|
      | @"(?:[^"]|"")*+" | @'(?:[^']|'')*+'
      | (?m:^)(?:<{{7}}|={{7}}|>{{7}})(?![<=>])[^\n]*+
      # An operator is as long as it can be, yet ends in + - ~ ! only when that is all of it.
      # (No operator has more than three of those; without the bound, ten thousand would be slow.)
      | (?:[+\-~!]{{0,3}}+{_MARK})++ | [+\-~!]
      )
    | ((?s:.++))                                                   # trouble, and all behind it
    | \Z
    )
    """


_TOKEN: Final = pattern(_pattern(), VERBOSE)

Row = tuple[str, str, str, str]

_QUOTES: Final = frozenset(("'", '"', "@"))
_MOST_CUTS: Final = 5
# What probably stands behind a string whose end is missing.
_BEHIND: Final = " \t\r;,)]}"

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
    if first == "{":
        return FOLD
    return MARKER if text[:7] in _MARKERS else STRAY


def lex(source: Source) -> Outcome[Tokens]:
    """Cut the text into tokens; what cannot be read is reported and stepped over."""
    tokens = _whole(source, _TOKEN.findall(source.text))
    return _lex_broken(source) if tokens is None else Outcome(tokens)


def lex_folded(source: Source) -> Tokens | None:
    """Cut a text with generated literals into tokens, each of them one; None for any other."""
    if not any(hint in source.text for hint in folds.HINTS):
        return None
    return _whole(source, _folding().findall(source.text))


def lex_part(source: Source, start: int, end: int) -> Tokens:
    """Cut a stretch of a text into tokens, which is known to be correct."""
    tokens = _whole(source, _TOKEN.findall(source.text, start, end))
    assert tokens is not None
    tokens.starts = [start + one for one in tokens.starts]
    return tokens


@once
def _folding() -> re.Pattern[str]:
    return pattern(_pattern(f"{folds.PATTERN} |"), VERBOSE)


def _whole(source: Source, rows: list[Row]) -> Tokens | None:
    """Return the tokens of a text without trouble."""
    # Trouble takes all that is behind it along, so only the end can follow.
    if any(row[3] for row in rows[-2:]):
        return None
    if len(rows) > 1 and not rows[-2][1]:
        # A gap at the very end matches once with and once without its blanks.
        rows.pop()
    return _tokens(source, [row[0] for row in rows], [row[1] for row in rows])


def _tokens(source: Source, gaps: list[str], texts: list[str]) -> Tokens:
    lengths = list(map(len, texts))
    starts = list(map(sub, accumulate(map(add, map(len, gaps), lengths)), lengths))
    kinds = list(map(_Kinds(_FIXED | {"": END}).__getitem__, texts))
    return Tokens(source, kinds, texts, starts, gaps)


def _lex_broken(source: Source) -> Outcome[Tokens]:
    """Read a text with mistakes; a string that is not closed ends with its line.

    Where a quote is missing, what stands between strings is read as strings from there on, up to
    the end.  What is said is what one reading finds; the tokens are those of another, in which
    the first string that goes on in the next line ends with its own.
    """
    tokens, findings = _read_broken(source, ())
    said, refusal = findings, tokens.refusal
    cuts: list[int] = []
    while len(cuts) < _MOST_CUTS and any(one.code is UNCLOSED_STRING for one in findings):
        cut = _first_of_several_lines(tokens, cuts[-1] if cuts else -1)
        if cut is None:
            break
        cuts.append(cut)
        tokens, findings = _read_broken(source, cuts)
    if cuts:
        unclosed = [one for one in said if one.code is UNCLOSED_STRING]
        said = [*unclosed, *[one for one in findings if one.code is not UNCLOSED_STRING]]
    tokens.refusal = refusal
    return Outcome(tokens, tuple(said))


def _first_of_several_lines(tokens: Tokens, after: int) -> int | None:
    """Return where the first string begins that should have ended in its line.

    One that is meant to go on in the next line is followed by a mark or by blanks, one that ends
    where another string was to begin by that string's letters.
    """
    whole = tokens.source.text
    for start, text in zip(tokens.starts, tokens.texts, strict=True):
        if start > after and text[:1] in _QUOTES and "\n" in text:
            following = whole[start + len(text) : start + len(text) + 1]
            if following.isalnum() or following == "_" or start + len(text) == len(whole):
                return start
    return None


def _end_in_its_line(text: str, start: int) -> int:
    """Return where a string without its end probably ends: before what closes its line."""
    line_end = text.find("\n", start)
    line = text[start : len(text) if line_end < 0 else line_end]
    return start + max(len(line.rstrip(_BEHIND)), 2 if line.startswith("@") else 1)


def _read_broken(source: Source, cuts: Collection[int]) -> tuple[Tokens, list[Diagnostic]]:
    """Read token by token; the strings that begin at ``cuts`` end with their lines."""
    text, at = source.text, 0
    gaps: list[str] = []
    texts: list[str] = []
    bad: list[int] = []
    findings: list[Diagnostic] = []
    refusal: Refusal | None = None
    while True:
        match = _TOKEN.match(text, at)
        assert match is not None
        gap, good = match.group(1, 2)
        gaps.append(gap)
        wrong = match.start(4)
        start = match.start(2) if wrong < 0 else wrong
        if start in cuts:
            at = _end_in_its_line(text, start)
        elif wrong < 0:
            texts.append(good or "")
            if not good:
                break
            at = match.end()
            continue
        else:
            at, said, refused = trouble_at(source, start)
            refusal = refusal or refused
            findings.extend(said)
        bad.append(len(texts))
        texts.append(text[start:at])
    tokens = _tokens(source, gaps, texts)
    for index in bad:
        tokens.kinds[index] = BAD
    tokens.refusal = refusal
    return tokens, findings
