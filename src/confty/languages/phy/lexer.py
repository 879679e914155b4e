"""Text to tokens: parentheses, words, numbers and strings, each with its place.

The one idea: everything that is not white space, a parenthesis, a string or a comment is a
*word*, up to the next blank or parenthesis; what kind of word it is follows from its
characters alone.  ``;`` starts a comment only where a word could start.
"""

from __future__ import annotations

from typing import Final

from confty.language import Outcome
from confty.languages.phy import codes
from confty.patterns import DOTALL, pattern
from confty.records import Record
from confty.text import Diagnostic, Source, Span

OPEN: Final = "("
CLOSE: Final = ")"
NAME: Final = "name"
INT: Final = "int"
FLOAT: Final = "float"
STRING: Final = "string"
COMMENT: Final = "comment"
BAD: Final = "bad"

INT_MIN: Final = -(2**63)
INT_MAX: Final = 2**63 - 1

_LEXEME: Final = pattern(
    r'(?P<open>\()|(?P<close>\))|(?P<comment>;[^\n]*)|(?P<string>"(?:[^"\\]|\\.)*+"?)'
    r"|(?P<word>[^ \t\v\f\r\n()]+)",
    DOTALL,
)
_INT: Final = pattern(r"[+-]?[0-9]+")
_FLOAT: Final = pattern(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SPECIAL: Final = {"-inf": "-inf", "+inf": "inf", "-nan": "nan", "+nan": "nan"}
_ESCAPES: Final = {
    "\\": b"\\", '"': b'"', "'": b"'", "/": b"/", "b": b"\b", "f": b"\f", "n": b"\n",
    "r": b"\r", "t": b"\t",
}  # fmt: skip
_ESCAPE: Final = pattern(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", DOTALL)


class Token(metaclass=Record):
    """A word and its place; ``value`` is the name, number or bytes it stands for."""

    kind: str
    start: int
    end: int
    value: object

    def __repr__(self) -> str:
        return f"{self.kind} {self.value!r}" if self.value is not None else self.kind


def lex(source: Source) -> Outcome[list[Token]]:
    """Cut a text into tokens, comments included."""
    tokens: list[Token] = []
    findings: list[Diagnostic] = []
    for match in _LEXEME.finditer(source.text):
        start, end = match.span()
        group = match.lastgroup
        if group == "open":
            tokens.append(Token(OPEN, start, end, None))
        elif group == "close":
            tokens.append(Token(CLOSE, start, end, None))
        elif group == "word":
            tokens.append(_word(match[0], source, start, findings))
        elif group == "comment":
            tokens.append(Token(COMMENT, start, end, match[0].rstrip()))
        else:
            tokens.append(_string(match[0], source, start, findings))
    return Outcome(tokens, tuple(findings))


def _word(word: str, source: Source, start: int, findings: list[Diagnostic]) -> Token:
    end = start + len(word)
    first = word[0]
    if first.isdigit() or (first in "+-." and len(word) > 1):
        return _number(word, source, start, findings)
    if word in {"nil", "."} or first == ":":
        # The original's lexer has tokens of these spellings that no form takes.
        finding = codes.BAD_TOKEN.at(Span(source, start, end), f"{word} is reserved")
        if word != ".":
            finding = finding.with_help(f'as a name, write (Ident "{word}")')
        findings.append(finding)
        return Token(BAD, start, end, None)
    return Token(NAME, start, end, word)


def _number(word: str, source: Source, start: int, findings: list[Diagnostic]) -> Token:
    end = start + len(word)
    if _INT.fullmatch(word):
        # Longer ones are out of range anyway, and Python refuses to convert huge ones.
        value = int(word) if len(word) < 4000 else INT_MAX + 1
        if INT_MIN <= value <= INT_MAX:
            return Token(INT, start, end, value)
        place = Span(source, start, end)
        findings.append(
            codes.INT_RANGE.at(place, "expected an integer of 64 bits, found a larger one")
        )
        return Token(BAD, start, end, None)
    if word in _SPECIAL:
        return Token(FLOAT, start, end, float(_SPECIAL[word]))
    if _FLOAT.fullmatch(word):
        return Token(FLOAT, start, end, float(word))
    findings.append(
        codes.BAD_TOKEN.at(Span(source, start, end), f"expected a number, found {_shown(word)}")
    )
    return Token(BAD, start, end, None)


def _string(literal: str, source: Source, start: int, findings: list[Diagnostic]) -> Token:
    end = start + len(literal)
    # A quote that closes is not the opening one, and not one that a backslash takes.
    if len(literal) < 2 or not literal.endswith('"') or _escaped_end(literal):
        place = Span(source, start, min(end, start + 1))
        findings.append(codes.UNCLOSED_STRING.at(place, "this string is never closed"))
        return Token(BAD, start, end, None)
    return Token(STRING, start, end, unescape(literal[1:-1]))


def _escaped_end(literal: str) -> bool:
    body = literal[1:-1]
    return (len(body) - len(body.rstrip("\\"))) % 2 == 1


def unescape(body: str) -> bytes:
    """Return the bytes that the inside of a string literal stands for."""
    pieces: list[bytes] = []
    at = 0
    for match in _ESCAPE.finditer(body):
        pieces.append(body[at : match.start()].encode("utf-8", "surrogatepass"))
        pieces.append(_escape(match[1]))
        at = match.end()
    pieces.append(body[at:].encode("utf-8", "surrogatepass"))
    return b"".join(pieces)


def _escape(letters: str) -> bytes:
    if letters[0] == "u" and len(letters) == 5:
        return chr(int(letters[1:], 16)).encode("utf-8", "surrogatepass")
    if letters[0] == "x" and len(letters) == 3:
        return bytes([int(letters[1:], 16)])
    known = _ESCAPES.get(letters)
    # An unknown escape keeps its backslash.
    return known if known is not None else b"\\" + letters.encode("utf-8", "surrogatepass")


def _shown(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "..."
