"""A place in the tokens, and how to complain about it once.

Recovery is the same everywhere: a missing token is reported without being consumed, and a list
that makes no progress steps over one token, unless that token closes something further out.
"""

from __future__ import annotations

from confty.languages.jsonnet.codes import SYNTAX, TOO_DEEP
from confty.languages.jsonnet.lexer import Refusal, Tokens
from confty.languages.jsonnet.lexer.tokens import (
    BAD,
    BLOCK,
    END,
    IDENTIFIER,
    KEYWORDS,
    NUMBER,
    STRAY,
    STRING,
)
from confty.languages.jsonnet.parser.nodes import Expression, Identifier
from confty.languages.jsonnet.parser.syntax import Missing
from confty.text import Code, Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# A bracket costs BRACKET, a link of a chain (local, assert, else) costs one: brackets nest as
# deep as in the reference, while a file may have thousands of locals one after another.
BRACKET: Final = 20
DEPTH_LIMIT: Final = 500 * BRACKET
CHAIN_LIMIT: Final = 20_000
# Clauses of a comprehension nest as brackets do.
CLAUSES_LIMIT: Final = 500
_ENOUGH: Final = 200

_MATES: Final = {")": "(", "]": "[", "}": "{"}
_OPENERS: Final = frozenset(_MATES.values())
CLOSERS: Final = frozenset((")", "]", "}", ";", "then", "else", END))


class Cursor:
    """The parser's hand: where it is, what it has said."""

    __slots__ = (
        "at",
        "depth",
        "expression",
        "findings",
        "kinds",
        "late_refusal",
        "refusal",
        "said_at",
        "starts",
        "texts",
        "tokens",
    )

    def __init__(self, tokens: Tokens, expression: Callable[[Cursor], Expression]) -> None:
        self.tokens = tokens
        # Reads an expression from a cursor on: lists and chains, which it calls, need it too.
        # It takes the cursor because Python calls a plain function quickest.
        self.expression = expression
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.starts = tokens.starts
        self.at = 0
        self.depth = 0
        self.findings: list[Diagnostic] = []
        self.refusal = tokens.refusal
        # The reference decodes strings and compares names after it has read the whole file.
        self.late_refusal: Refusal | None = None
        self.said_at = -1

    def last_end(self) -> int:
        """Return the offset just past the token before the cursor."""
        before = self.at - 1
        return self.starts[before] + len(self.texts[before]) if before >= 0 else 0

    def say(self, code: Code, start: int, end: int, message: str, refusal: Refusal | None) -> None:
        """Report a finding; the first refusal is the one the reference would stop at."""
        self.findings.append(code.at(Span(self.tokens.source, start, end), message))
        if self.refusal is None:
            self.refusal = refusal
        if len(self.findings) >= _ENOUGH:
            # This is no program; more of the same helps nobody.
            self.at = self.said_at = len(self.kinds) - 1

    def step(self) -> None:
        """Go on behind a token that was complained about, unless that ended it all."""
        if self.kinds[self.at] != END:
            self.at += 1

    def say_late(self, code: Code, start: int, end: int, message: str, refusal: Refusal) -> None:
        """Report what the reference finds only after reading the whole file."""
        self.findings.append(code.at(Span(self.tokens.source, start, end), message))
        if self.late_refusal is None:
            self.late_refusal = refusal

    def fail(self, expected: str, reason: str) -> None:
        """Complain about the token at the cursor, once; ``reason`` is the reference's text."""
        at = self.at
        if self.said_at == at:
            return
        self.said_at = at
        start, end = self.starts[at], self.tokens.end(at)
        refusal = Refusal(start, end, reason)
        if self.kinds[at] == BAD or (at > 0 and self.kinds[at - 1] == BAD):
            # The scanner has said what is wrong here, and what follows from it.
            return
        if self.kinds[at] == END and at > 0:
            # The end of the file shows nothing: point at the last thing that is there.
            start, end = self.starts[at - 1], self.tokens.end(at - 1)
        self.say(SYNTAX, start, end, f"expected {expected}, found {self.found()}", refusal)

    def found(self) -> str:
        """Name the token at the cursor, in words for people."""
        kind, text = self.kinds[self.at], self.texts[self.at]
        if kind == END:
            return "the end of the file"
        if kind in {IDENTIFIER, NUMBER}:
            return text
        if kind in {STRING, BLOCK}:
            return f"a {kind}"
        return f"`{text}`"

    def kind_word(self) -> str:
        """Name the token's kind as the reference does."""
        kind, text = self.kinds[self.at], self.texts[self.at]
        if kind in {IDENTIFIER, NUMBER}:
            return kind.upper()
        if kind == BLOCK:
            return "STRING_BLOCK"
        if kind == STRING:
            quote = "DOUBLE" if text[-1] == '"' else "SINGLE"
            return f"VERBATIM_STRING_{quote}" if text[0] == "@" else f"STRING_{quote}"
        if kind == STRAY:
            return "OPERATOR"
        return (
            kind if kind in KEYWORDS or kind == END else f'"{text[:1] if kind == "..." else text}"'
        )

    def full_word(self) -> str:
        """Name the token with its text as the reference does."""
        kind, word = self.kinds[self.at], self.kind_word()
        if kind in {IDENTIFIER, NUMBER, STRAY} or kind in KEYWORDS:
            return f'({word}, "{self.texts[self.at]}")'
        if kind == STRING:
            return f'({word}, "{self.texts[self.at].lstrip("@")[1:-1]}")'
        return word

    def expect(self, kind: str) -> bool:
        """Step over a token of this kind, or say that it is missing."""
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        word = kind if kind in KEYWORDS else "OPERATOR" if kind == "=" else f'"{kind}"'
        self.fail(f"`{kind}`", f"expected token {word} but got {self.full_word()}")
        return False

    def identifier(self, what: str) -> Identifier:
        """Read a word that names something; an empty one where it is missing."""
        at = self.at
        start = self.starts[at]
        if self.kinds[at] == IDENTIFIER:
            name = self.texts[at]
            self.at = at + 1
            return Identifier(start, start + len(name), name)
        self.fail(what, f"expected token IDENTIFIER but got {self.full_word()}")
        end = self.last_end()
        return Identifier(end, end, "")

    def missing(self) -> Missing:
        """Make the node that stands for an absent expression, just before the cursor."""
        end = self.last_end()
        return Missing(end, end)

    def stuck(self, before: int) -> bool:
        """Say whether a list must end: no progress, and the next token is not ours to skip."""
        if self.at != before:
            return False
        if self.kinds[self.at] in CLOSERS:
            return True
        self.at += 1
        return False

    def skip_stray(self) -> bool:
        """Step over a bracket that closes nothing, which the parser has complained about."""
        closer = self.kinds[self.at]
        if closer not in _MATES or self.said_at != self.at:
            return False
        opened: list[str] = []
        for kind in self.kinds[: self.at]:
            if kind in _OPENERS:
                opened.append(kind)
            elif _MATES.get(kind) in opened:
                while opened.pop() != _MATES[kind]:
                    pass
        if _MATES[closer] in opened:
            return False
        self.at += 1
        return True

    def too_deep(self) -> Missing:
        """Give up on a text that nests too deep; nothing after it can be trusted."""
        if self.kinds[self.at] != END:
            start, end = self.starts[self.at], self.tokens.end(self.at)
            refusal = Refusal(start, end, "Exceeded maximum parse depth limit.")
            message = "expected less nesting, for this is deeper than the parser goes"
            self.say(TOO_DEEP, start, end, message, refusal)
            self.at = len(self.kinds) - 1
        self.said_at = self.at
        return self.missing()
