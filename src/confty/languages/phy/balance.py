"""A lost or surplus parenthesis: where it was probably meant to be.

How people indent says what they mean.  A line that starts no further right than the one on which
a form was opened cannot be inside of it, so a parenthesis is missing before that line; which of
the places before it is the right one is decided by trying: the first that makes the forms fit the
grammar.  Every form starts with its name, so a form's name without a parenthesis has lost it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.languages.phy.forms import DECLARATIONS, NAMES
from confty.languages.phy.lexer import CLOSE, COMMENT, NAME, OPEN, Token
from confty.text import Source

# How many places are tried, and how long a declaration may be that they are tried in.
_MOST_TRIED: Final = 500
_LONGEST: Final = 4000


class Repair:
    """One change that makes parentheses match."""

    __slots__ = ("at", "damaged", "form", "kind", "tokens")

    def __init__(self, kind: str, at: Token, form: Token | None, tokens: list[Token]) -> None:
        # "close" behind a token, "open" before one, or a token that is "surplus".
        self.kind = kind
        self.at = at
        # The parenthesis that opens the form which was not closed.
        self.form = form
        self.tokens = tokens
        # What was changed around: nothing else is said about that stretch of the text.
        self.damaged = (0, 0)


Judge = Callable[[list[Token]], bool]


def repaired(source: Source, tokens: list[Token], judge: Judge) -> Repair | None:
    """Find the one change that balances a text; None when one is not enough, or nothing helps.

    ``judge`` says whether the tokens of a form fit the grammar.
    """
    words = [token for token in tokens if token.kind is not COMMENT]
    balance = sum([(token.kind is OPEN) - (token.kind is CLOSE) for token in words])
    if abs(balance) != 1:
        return None
    lines = _Lines(source, words)
    found = _Search(words, lines, judge).lost_close() if balance == 1 else None
    if balance == -1:
        found = _Search(words, lines, judge).lost_open()
    if found is None or not found.tokens:
        return None
    found.damaged = _declaration(found.tokens, found.at)
    return found


class _Lines:
    """Which token starts a line, and how far it and its line are indented."""

    def __init__(self, source: Source, words: list[Token]) -> None:
        self.indents: list[int] = []
        self.starts: list[bool] = []
        self.first: dict[int, int] = {}
        text = source.text
        line_start, known = -1, 0
        for token in words:
            start = text.rfind("\n", 0, token.start) + 1
            self.starts.append(start != line_start)
            if start != line_start:
                line_start, known = start, token.start - start
                self.first[token.start] = known
            self.indents.append(known)

    def show(self, tokens: list[Token]) -> bool:
        """Whether every line is inside of the forms that its indentation says it is inside of."""
        opened: list[int] = []
        # The lines that this one is indented below: how far, and how many forms were open before.
        around: list[tuple[int, int]] = []
        indent = 0
        for token in tokens:
            found = self.first.get(token.start)
            if found is not None and token.end > token.start:
                indent = found
                while around and around[-1][0] >= indent:
                    around.pop()
                if opened and opened[-1] >= indent:
                    return False
                if around and len(opened) <= around[-1][1]:
                    return False
                if token.kind is OPEN:
                    around.append((indent, len(opened)))
            if token.kind is OPEN:
                opened.append(indent)
            elif token.kind is CLOSE and opened:
                opened.pop()
        return True


class _Search:
    """The search for one change."""

    def __init__(self, words: list[Token], lines: _Lines, judge: Judge) -> None:
        self.words = words
        self.lines = lines
        self.judge = judge

    # A closing parenthesis is missing.

    def lost_close(self) -> Repair | None:
        doubled = self._doubled_open()
        if doubled is not None:
            return doubled
        first, last = self._too_open()
        tried = range(first, min(last, first + _MOST_TRIED) + 1)
        for at in tried:
            change = self._with(at + 1, CLOSE, self.words[at].end)
            if self._is_good(change, at):
                return Repair("close", self.words[at], self._opener(at), change)
        change = self._with(last + 1, CLOSE, self.words[last].end)
        return Repair("close", self.words[last], self._opener(last), change)

    def _doubled_open(self) -> Repair | None:
        """Find a parenthesis that opens nothing, because another one follows it."""
        for at, token in enumerate(self.words[:-1]):
            if token.kind is OPEN and self.words[at + 1].kind is OPEN:
                change = [*self.words[:at], *self.words[at + 1 :]]
                if self._is_good(change, at):
                    return Repair("surplus", token, None, change)
        return None

    def _too_open(self) -> tuple[int, int]:
        """Return the first and the last token behind which the parenthesis may be missing."""
        opened: list[int] = []
        for at, token in enumerate(self.words):
            if self.lines.starts[at]:
                indent = self.lines.indents[at]
                late = [one for one in opened if self.lines.indents[one] >= indent]
                if late:
                    return late[-1], at - 1
            if token.kind is OPEN:
                opened.append(at)
            elif token.kind is CLOSE and opened:
                opened.pop()
        # Every line is inside of what it should be inside of: then it is the last declaration.
        last = len(self.words) - 1
        heads = [at for at in range(last) if self.words[at + 1].value in DECLARATIONS]
        return (heads[-1] if heads else self._line_of(last)), last

    def _opener(self, until: int) -> Token | None:
        """Return the innermost form that is open behind a token."""
        opened: list[Token] = []
        for token in self.words[: until + 1]:
            if token.kind is OPEN:
                opened.append(token)
            elif token.kind is CLOSE and opened:
                opened.pop()
        return opened[-1] if opened else None

    # An opening parenthesis is missing, or a closing one is too much.

    def lost_open(self) -> Repair | None:
        for at, token in enumerate(self.words):
            bare = token.kind is NAME and token.value in NAMES
            if bare and (at == 0 or self.words[at - 1].kind is not OPEN):
                change = self._with(at, OPEN, token.start)
                return Repair("open", token, None, change)
        first, last = self._too_closed()
        for at in range(first, min(last, first + _MOST_TRIED) + 1):
            if self.words[at].kind is CLOSE:
                change = [*self.words[:at], *self.words[at + 1 :]]
                if self._is_good(change, max(at - 1, 0)):
                    return Repair("surplus", self.words[at], None, change)
        surplus = [at for at in range(first, last + 1) if self.words[at].kind is CLOSE]
        if not surplus:
            return None
        at = surplus[-1]
        change = [*self.words[:at], *self.words[at + 1 :]]
        return Repair("surplus", self.words[at], None, change)

    def _too_closed(self) -> tuple[int, int]:
        """Return the stretch in which a parenthesis is too much."""
        opened: list[int] = []
        closed_at: dict[int, int] = {}
        heads: list[int] = []
        for at, token in enumerate(self.words):
            if self.lines.starts[at]:
                indent = self.lines.indents[at]
                while heads and self.lines.indents[heads[-1]] >= indent:
                    heads.pop()
                # The form that the line above, further left, begins with is still open.
                if heads and heads[-1] in closed_at:
                    return self._line_of(closed_at[heads[-1]]), at - 1
                if token.kind is OPEN:
                    heads.append(at)
            if token.kind is OPEN:
                opened.append(at)
            elif token.kind is CLOSE:
                if not opened:
                    return self._line_of(at), at
                closed_at[opened.pop()] = at
        last = len(self.words) - 1
        return self._line_of(last), last

    def _line_of(self, at: int) -> int:
        while at > 0 and not self.lines.starts[at]:
            at -= 1
        return at

    # Trying.

    def _with(self, at: int, kind: str, offset: int) -> list[Token]:
        return [*self.words[:at], Token(kind, offset, offset, None), *self.words[at:]]

    def _is_good(self, tokens: list[Token], around: int) -> bool:
        """Whether the declaration around a token fits the grammar, and looks like it."""
        start, end = _bounds(tokens, min(around, len(tokens) - 1))
        if end - start > _LONGEST:
            return False
        part = tokens[start:end]
        return self.lines.show(part) and self.judge(part)


def _bounds(tokens: list[Token], around: int) -> tuple[int, int]:
    """Return where the declaration around a token starts and ends, among the tokens."""
    if len(tokens) < 2 or tokens[1].kind is not NAME or tokens[1].value != "Module":
        return 0, len(tokens)
    depth = start = 0
    for at, token in enumerate(tokens):
        if token.kind is OPEN:
            if depth == 1:
                start = at
            depth += 1
        elif token.kind is CLOSE:
            depth -= 1
            if depth == 1 and at >= around:
                return start, at + 1
            if depth == 0:
                return (start, at) if at >= around else (0, len(tokens))
    return start, len(tokens)


def _declaration(tokens: list[Token], at: Token) -> tuple[int, int]:
    """Return the stretch of the text that the declaration around a token takes."""
    index = next((index for index, token in enumerate(tokens) if token.start >= at.start), 0)
    start, end = _bounds(tokens, index)
    return tokens[start].start, tokens[end - 1].end
