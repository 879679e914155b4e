"""TOML tokens.

What a piece of text means depends on where it stands: ``1.5`` is a number behind ``=`` and two
keys before it.  So the lexer keeps a stack of brackets and knows at each step whether a key or a
value comes next.  A line that looks like ``key =`` inside an unclosed array starts a new entry:
otherwise one forgotten bracket would swallow the rest of the file.
"""

from __future__ import annotations

from confty.languages.data import codes
from confty.patterns import pattern
from confty.records import Record
from confty.text import Code, Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

NEWLINE: Final = "newline"
COMMENT: Final = "comment"
BARE: Final = "bare"
STRING: Final = "string"
TEXT: Final = "text"  # several lines in three quotes
PLAIN: Final = "plain"  # a number, a date, a word
END: Final = "end"

_SPACE: Final = pattern(r"[ \t]*+")
_BARE: Final = pattern(r"[A-Za-z0-9_-]++")
_COMMENT: Final = pattern(r"#[^\n]*+")
_DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9][0-9:.+Zz-]*+")
_PLAIN: Final = pattern(r"[^\s,\[\]{}#='\"]++")
_BASIC: Final = pattern(r'"(?:[^"\\\n]|\\.)*+"?')
_LITERAL: Final = pattern(r"'[^'\n]*+'?")
_BASIC_TEXT: Final = pattern(r'"""(?:[^"\\]|\\(?:.|\n)|"(?!""))*+(?:"{3,5})?')
_LITERAL_TEXT: Final = pattern(r"'''(?:[^']|'(?!''))*+(?:'{3,5})?")
_ENTRY: Final = pattern(
    r"[ \t]*(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')(?:[ \t]*\.[^=\n,\]]*)?[ \t]*="
)
_GOES_ON: Final = pattern(r"[ \t]*[,}]")
_CONTROL: Final = pattern(r"[\x00-\x08\x0b-\x1f\x7f]")

_ADVICE: Final = {":": "write key = value", "\r": "end lines with a line feed, U+000A"}


class Token(metaclass=Record):
    """``kind`` is one of the words above or the punctuation itself."""

    source: Source
    kind: str
    start: int
    end: int


class Lexer:
    """Tokens of one text, in a list."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.at = 0
        self.tokens: list[Token] = []
        self.findings: list[Diagnostic] = []
        self.brackets: list[str] = []  # of values only; "[" or "{"
        self.value_next = False

    def report(self, code: Code, start: int, end: int, message: str) -> None:
        """Say something about a place."""
        self.findings.append(code.at(Span(self.source, start, end), message))

    def run(self) -> None:
        """Scan the whole text."""
        while self._scan():
            pass
        self._add(END, len(self.text))

    def _add(self, kind: str, end: int) -> None:
        self.tokens.append(Token(self.source, kind, self.at, end))
        self.at = end

    def _scan(self) -> bool:
        text = self.text
        match = _SPACE.match(text, self.at)
        assert match is not None
        self.at = at = match.end()
        if at >= len(text):
            return False
        first = text[at]
        if first == "\n" or text.startswith("\r\n", at):
            self._newline(at + (1 if first == "\n" else 2))
        elif first == "#":
            self._comment()
        elif first in "\"'":
            self._string(first)
        elif first in "[]{},=.":
            self._punctuation(first)
        else:
            self._word(first)
        return True

    def _newline(self, end: int) -> None:
        last = self.tokens[-1].kind if self.tokens else NEWLINE
        self._add(NEWLINE, end)
        if self._ends_here(last, end):
            self.brackets.clear()
            self.value_next = False

    def _ends_here(self, last: str, end: int) -> bool:
        """Whether a line break ends the entry, be it that a bracket was forgotten."""
        if not self.brackets:
            return True
        if self.brackets[-1] == "[":
            return _ENTRY.match(self.text, end) is not None
        # A table may not be broken, but who breaks it does so behind an opening or a comma.
        return last not in {"{", ",", COMMENT, NEWLINE} and not _GOES_ON.match(self.text, end)

    def _comment(self) -> None:
        found = _COMMENT.match(self.text, self.at)
        assert found is not None
        end = found.end() - (1 if found[0].endswith("\r") else 0)
        self._refuse_controls(self.at, end, "a comment")
        self._add(COMMENT, end)

    def _refuse_controls(self, start: int, end: int, where: str) -> None:
        for fault in _CONTROL.finditer(self.text, start, end):
            if fault[0] == "\r" and self.text.startswith("\n", fault.end()):
                continue
            shown = f"U+{ord(fault[0]):04X}"
            self.report(codes.TOML_CONTROL, *fault.span(), f"{shown} may not stand in {where}")
            break

    def _string(self, quote: str) -> None:
        three = self.value_next and self.text.startswith(quote * 3, self.at)
        if three:
            shape = _BASIC_TEXT if quote == '"' else _LITERAL_TEXT
        else:
            shape = _BASIC if quote == '"' else _LITERAL
        found = shape.match(self.text, self.at)
        assert found is not None
        end, closing = found.end(), quote * 3 if three else quote
        shortest = 2 * len(closing)
        if len(found[0]) < shortest or not found[0].endswith(closing):
            if found[0].endswith("\r"):
                end -= 1
            self._unclosed(end, closing)
        self._refuse_controls(self.at, end, "a string")
        self._add(TEXT if three else STRING, end)
        self.value_next = False

    def _unclosed(self, end: int, closing: str) -> None:
        # The first line is what a reader looks at; a long rest would only be underlined.
        line = self.text.find("\n", self.at, end)
        stop = end if line < 0 else line
        self.report(codes.TOML_UNCLOSED_STRING, self.at, stop, "this string is not closed")
        self.findings[-1] = self.findings[-1].with_help(f"end it with {closing}")

    def _punctuation(self, first: str) -> None:
        at = self.at
        if not self.value_next and not self.brackets and first in "[]":
            twice = self.text.startswith(first * 2, at)
            self._add(first * 2 if twice else first, at + (2 if twice else 1))
            return
        if first == "." and self.value_next:
            self._word(first)
            return
        self._add(first, at + 1)
        if first in "[{":
            self.brackets.append(first)
            self.value_next = first == "["
        elif first in "]}":
            if self.brackets:
                self.brackets.pop()
            self.value_next = False
        elif first == "=":
            self.value_next = True
        elif first == ",":
            self.value_next = bool(self.brackets) and self.brackets[-1] == "["

    def _word(self, first: str) -> None:
        """A bare key or a plain value; anything else is a character out of place."""
        if self.value_next:
            found = _DATE.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            kind = PLAIN
        else:
            found, kind = _BARE.match(self.text, self.at), BARE
        if found is not None and not _CONTROL.match(first):
            self._add(kind, found.end())
            self.value_next = False
            return
        end = self.at + 1
        while end < len(self.text) and self.text[end] == first:
            end += 1
        shown = repr(first) if first.isprintable() else f"U+{ord(first):04X}"
        self.report(codes.TOML_CHARACTER, self.at, self.at + 1, f"{shown} has no meaning here")
        help_ = _ADVICE.get(first, "put it in quotes if it is text")
        self.findings[-1] = self.findings[-1].with_help(help_)
        self.at = end
