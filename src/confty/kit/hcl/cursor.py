"""A place among the tokens of a text: looking at the next one, stepping over it, complaining."""

from __future__ import annotations

from confty.kit.hcl.codes import SyntaxCodes
from confty.kit.hcl.lexer import Tokens
from confty.text import Code, Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_NAMES: Final = {
    "nl": "the end of the line",
    "eof": "the end of the file",
    "open": "a string",
    "str": "a string",
    "lit": "text",
    "close": "the end of the string",
    "bad": "this character",
}


class ParseStop(Exception):
    """The mistake is reported; the item it is in cannot be read further."""


class Cursor:
    """Stands at ``position``; everything that reads syntax moves it."""

    def __init__(self, tokens: Tokens, codes: SyntaxCodes) -> None:
        self.tokens = tokens
        self.codes = codes
        self.source = tokens.source
        self.text = tokens.source.text
        self.kinds = tokens.kinds
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.position = 0
        self.diagnostics: list[Diagnostic] = []

    def word(self, position: int) -> str:
        """What stands at a position, in words."""
        kind = self.kinds[position]
        if kind in ("id", "num"):
            return repr(self.text[self.starts[position] : self.ends[position]])
        return _NAMES.get(kind, repr(kind))

    def fail(self, message: str, code: Code | None = None, at: int | None = None) -> ParseStop:
        """Report at a token (the next one by default) and give what to raise."""
        place = self.position if at is None else at
        # A character the lexer refused has been reported already.
        if self.kinds[place] != "bad":
            span = Span(self.source, self.starts[place], self.ends[place])
            self.diagnostics.append((code or self.codes.expected).at(span, message))
        return ParseStop()

    def expect(self, kind: str, after: str) -> int:
        """Step over a token of this kind and return its index."""
        position = self.position
        if self.kinds[position] != kind:
            raise self.fail(
                f"expected {_NAMES.get(kind, repr(kind))} {after}, found {self.word(position)}"
            )
        self.position = position + 1
        return position

    def is_word(self, text: str) -> bool:
        """Whether the next token is this word."""
        position = self.position
        if self.kinds[position] != "id":
            return False
        return self.text[self.starts[position] : self.ends[position]] == text
