"""TOML with even spacing: one space around ``=`` and after commas, two a level in arrays.

Written token by token: what the author put on lines of their own stays there, and no comment can
get lost.  Several empty lines become one, and a header has one before it.
"""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.data.lexer.toml import COMMENT, END, NEWLINE, Lexer, Token
from confty.languages.data.parser.document import Document


def reformat(parsed: Outcome[Document]) -> Outcome[str]:
    """Lay out a TOML text; one with mistakes stays as it is."""
    source = parsed.output.source
    if parsed.failed:
        return Outcome(source.text, parsed.diagnostics)
    lexer = Lexer(source)
    lexer.run()
    return Outcome(_Printer(lexer.tokens).run(), parsed.diagnostics)


class _Printer:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.lines: list[str] = []
        self.line: list[str] = []
        self.depth = 0
        self.before = NEWLINE
        self.entry = False  # behind the = of an entry, where brackets are values

    def run(self) -> str:
        for token in self.tokens:
            if token.kind in {NEWLINE, END}:
                self._end_line()
            else:
                self._put(token)
            self.before = token.kind
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return "".join([f"{line}\n" for line in self.lines])

    def _end_line(self) -> None:
        line = "".join(self.line)
        self.line = []
        if not self.depth:
            self.entry = False
        if line or (self.lines and self.lines[-1]):
            if line.startswith("[") and not self.depth:
                self._space_header()
            self.lines.append(line)

    def _space_header(self) -> None:
        """One empty line before a header, and before the comments that belong to it."""
        place = len(self.lines)
        while place and self.lines[place - 1].startswith("#"):
            place -= 1
        if place and self.lines[place - 1]:
            self.lines.insert(place, "")

    def _put(self, token: Token) -> None:
        kind = token.kind
        # A text of several lines means the same with line ends of one kind.
        text = token.source.text[token.start : token.end].replace("\r\n", "\n")
        if self.entry and kind in {"]", "}"}:
            self.depth -= 1
        if not self.line:
            self.line.append("  " * self.depth)
        elif self._spaced(kind):
            self.line.append(" ")
        self.line.append(text.rstrip() if kind == COMMENT else text)
        if self.entry and kind in {"[", "{"}:
            self.depth += 1
        if kind == "=":
            self.entry = True

    def _spaced(self, kind: str) -> bool:
        """Whether a space stands between the token before and this one."""
        before = self.before
        if kind in {"=", COMMENT} or before in {"=", ","}:
            return kind != "," or before == "="
        if before == "{":
            return kind != "}"
        return kind == "}"
