"""JSON tokens, one at a time, with a guess at what was meant where there is none.

Strict RFC 8259.  What other dialects allow (comments, single quotes, NaN, hexadecimal) is
recognised in order to be named, and read as what was meant, so that one slip gives one finding.
"""

from __future__ import annotations

from itertools import islice

from confty.kit.suggest import nearest
from confty.languages.data import codes
from confty.languages.data.limits import MOST_FINDINGS
from confty.patterns import pattern
from confty.text import Code, Diagnostic, Edit, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

END: Final = "end"
STRING: Final = "string"
NUMBER: Final = "number"
WORD: Final = "word"
PUNCTUATION: Final = frozenset("{}[],:")

_SPACE: Final = pattern(r"[ \t\r\n]*+")
_STRING: Final = pattern(
    r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*+)*+"'
)
_NUMBER: Final = pattern(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w.+-])")
_DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:]{2,8}[\w.+-]*+(?::[0-9]{2})?)?")
#: The whole run of what numbers are made of is one thing, however wrong it is.
_NUMBER_LIKE: Final = pattern(rf"{_DATE.pattern}(?![\w.+-])|\.?[0-9][\w.+-]*+|[+-][\w.+-]*+")
_WORD: Final = pattern(r"[^\W\d]\w*+")
_LOOSE_STRING: Final = pattern(r'"(?:[^"\\\n]|\\.)*+"?')
#: What ends a string that goes on in the next lines: a quote with something fitting behind it.
_LATER_END: Final = pattern(r'[^"\\]*+(?:\\.[^"\\]*+)*+"(?=\s*+(?:[,:}\]]|\Z))')
_FARTHEST: Final = 2000
_SINGLE_STRING: Final = pattern(r"'(?:[^'\\\n]|\\.)*+'?")
_FAULT: Final = pattern(r'[\x00-\x1f]|\\(?!["\\/bfnrt]|u[0-9A-Fa-f]{4})(?:u[0-9A-Fa-f]{0,3}|.)?')
_PAIR_OF_ESCAPES: Final = pattern(
    r"\\(?:[^u]|u[dD][89abAB]..\\u[dD][c-fC-F]..|u(?![dD][89a-fA-F]))"
)
_HALF: Final = pattern(r"\\u[dD][89a-fA-F]..")
_RUN: Final = pattern(r"(?s:(.)\1*+)")
_LINE_COMMENT: Final = pattern(r"(?://|#)[^\n]*+")
_BLOCK_COMMENT: Final = pattern(r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?")

_MEANT: Final = {
    "True": "true",
    "TRUE": "true",
    "False": "false",
    "FALSE": "false",
    "None": "null",
    "nil": "null",
    "Null": "null",
    "NULL": "null",
    "undefined": "null",
}


class Lexer:
    """Tokens of one text; ``kind``, ``start`` and ``end`` are those of the last one taken."""

    __slots__ = ("_commented", "end", "findings", "kind", "source", "start", "text", "warnings")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.kind = ""
        self.start = 0
        self.end = 0
        self.findings: list[Diagnostic] = []
        self.warnings = 0
        self._commented = False

    def report(self, code: Code, start: int, end: int, message: str) -> int:
        """Say something about a place; return the number of the finding."""
        self.findings.append(code.at(Span(self.source, start, end), message))
        return len(self.findings) - 1

    def help(self, text: str, *edits: Edit) -> None:
        """Add help, and a fix if there is one, to the last finding."""
        self.findings[-1] = self.findings[-1].with_help(text).with_fix(*edits, safe=True)

    def take(self) -> str:
        """Move to the next token and return its kind."""
        while not (kind := self._scan()):
            pass
        return kind

    def _scan(self) -> str:
        """Move to the next token, or past something that is none and gives an empty kind."""
        text = self.text
        match = _SPACE.match(text, self.end)
        assert match is not None
        self.start = at = match.end()
        if at >= len(text):
            self.kind, self.end = END, at
            return END
        first = text[at]
        if first in PUNCTUATION:
            self.kind, self.end = first, at + 1
            return first
        if first == '"':
            found, kind = _STRING.match(text, at), STRING
        elif first in "-0123456789":
            found, kind = _NUMBER.match(text, at), NUMBER
        else:
            found, kind = _WORD.match(text, at), WORD
            if found is not None and found[0] not in {"true", "false", "null"}:
                found = None
        if found is None:
            return self._odd(first)
        self.kind, self.end = kind, found.end()
        return kind

    def _odd(self, first: str) -> str:
        """Name what stands where a token should, and read it as what was meant."""
        text, at = self.text, self.start
        if first == '"':
            return self._odd_string()
        if first == "'":
            return self._single_quotes()
        if text.startswith(("//", "/*", "#"), at):
            return self._comment()
        if found := _NUMBER_LIKE.match(text, at):
            return self._odd_number(found.end())
        if found := _WORD.match(text, at):
            return self._odd_word(found[0], found.end())
        shown = repr(first) if first.isprintable() else f"U+{ord(first):04X}"
        self.report(codes.JSON_CHARACTER, at, at + 1, f"{shown} has no meaning here")
        # A run of such characters is one mistake.
        run = _RUN.match(text, at)
        assert run is not None
        self.end = run.end()
        return ""

    def _odd_string(self) -> str:
        found = _LOOSE_STRING.match(self.text, self.start)
        assert found is not None
        self.kind, self.end = STRING, found.end()
        body = found[0]
        if len(body) == 1 or not body.endswith('"'):
            self.report(
                codes.JSON_UNCLOSED_STRING, self.start, self.end, "this string is not closed"
            )
            self.help('end the string with " on the same line; a line break inside is \\n')
            limit = self.end + _FARTHEST
            later = _LATER_END.match(self.text, self.end, limit)
            if later is not None and later.end() < limit:
                self.end = later.end()
            return STRING
        for fault in islice(_FAULT.finditer(body, 1, len(body) - 1), MOST_FINDINGS):
            start, end = self.start + fault.start(), self.start + fault.end()
            if fault[0].startswith("\\"):
                self.report(codes.JSON_ESCAPE, start, end, f"there is no escape {fault[0]}")
                self.help(
                    r"write \\ for a backslash; the escapes are "
                    r"\" \\ \/ \b \f \n \r \t and \uXXXX"
                )
            else:
                shown = f"U+{ord(fault[0]):04X}"
                self.report(
                    codes.JSON_CONTROL,
                    start,
                    end,
                    f"the control character {shown} must be escaped",
                )
                self.help("write \\t for a tab, \\u00XX for others")
        return STRING

    def _single_quotes(self) -> str:
        found = _SINGLE_STRING.match(self.text, self.start)
        assert found is not None
        self.kind, self.end = STRING, found.end()
        self.report(codes.JSON_QUOTES, self.start, self.end, "strings stand in double quotes")
        inner = found[0].strip("'")
        if '"' not in inner and "\\" not in inner:
            self.help(
                "use double quotes", Edit(Span(self.source, self.start, self.end), f'"{inner}"')
            )
        else:
            self.help("use double quotes")
        return STRING

    def _comment(self) -> str:
        shape = _BLOCK_COMMENT if self.text.startswith("/*", self.start) else _LINE_COMMENT
        found = shape.match(self.text, self.start)
        assert found is not None
        self.end = found.end()
        if not self._commented:
            # A file with comments has many; that JSON has none need be said once.
            self._commented = True
            self.report(codes.JSON_COMMENT, self.start, self.end, "JSON has no comments")
            self.help("remove the comments, or call the file .jsonc")
        return ""

    def _odd_number(self, end: int) -> str:
        self.kind, self.end = NUMBER, end
        text = self.text[self.start : end]
        shown = text if len(text) < 40 else text[:37] + "..."
        self.report(codes.JSON_NUMBER, self.start, end, f"{shown} is not a JSON number")
        self.help(_number_advice(text))
        return NUMBER

    def _odd_word(self, word: str, end: int) -> str:
        self.kind, self.end = WORD, end
        shown = word if len(word) < 40 else word[:37] + "..."
        meant = _MEANT.get(word) or nearest(word, ("true", "false", "null"))
        self.report(codes.JSON_WORD, self.start, end, f"expected a value, found the word {shown}")
        if word in {"NaN", "Infinity"}:
            self.help("JSON has no such number; write null or a string")
        elif meant:
            self.help(f"write {meant}", Edit(Span(self.source, self.start, end), meant))
        else:
            self.help("put it in double quotes if it is text")
        return WORD

    def lone_surrogates(self) -> None:
        """Warn of half pairs among the escapes of the string just taken."""
        at = self.start
        while (at := self.text.find("\\", at, self.end)) >= 0:
            if self.warnings >= MOST_FINDINGS:
                break
            if found := _PAIR_OF_ESCAPES.match(self.text, at, self.end):
                at = found.end()
            elif found := _HALF.match(self.text, at, self.end):
                at = found.end()
                self.warnings += 1
                self.report(
                    codes.JSON_SURROGATE, *found.span(), f"{found[0]} is half of a surrogate pair"
                )
            else:
                at += 2


def _number_advice(text: str) -> str:
    if _DATE.match(text):
        return "put a date in double quotes"
    if text[0] == "+":
        return "leave out the plus sign"
    digits = text.lstrip("-")
    if digits[:2].lower() in {"0x", "0o", "0b"}:
        return "write the number in decimal"
    if digits[:1] == "0" and digits[1:2].isdigit():
        return "leave out the leading zero, or write a string"
    if digits.startswith("."):
        return "write a digit before the point"
    if digits.endswith("."):
        return "write a digit after the point"
    if "_" in digits:
        return "leave out the underscores"
    return "write digits, at most one point and one exponent"
