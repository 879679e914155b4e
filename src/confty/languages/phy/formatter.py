"""Standard layout: a form on one line if it fits, else its operands below each other.

Names, types and parameter lists stay on the line of the form's name.  Tokens are never
rewritten, comments stay beside what they stood beside, and of several blank lines one is kept.
Laying out keeps its own stack, and lines stop moving right at some depth: a text of any nesting
has a layout of about its own size.
"""

from __future__ import annotations

from typing import Final

from confty.language import Outcome
from confty.languages.phy.forms import FORMS, LEAVES
from confty.languages.phy.lexer import CLOSE, COMMENT, OPEN, Token, lex
from confty.languages.phy.parser import Syntax
from confty.text import Source

_WIDTH: Final = 80
_STEP: Final = 2
_DEEPEST_INDENT: Final = 40

# How many operands may stay on the line of the form's name when the rest goes below it.
_BESIDE: Final = {
    **{name: form.beside for name, form in FORMS.items()},
    **dict.fromkeys(LEAVES, 1),
}


class _Item:
    """A word, a comment, or a form with what is inside it."""

    __slots__ = ("blank", "inside", "own_line", "text", "width")

    def __init__(self, text: str, *, blank: bool, own_line: bool) -> None:
        self.text = text
        self.inside: list[_Item] | None = None
        # Whether a blank line stood before it, and whether it was the first on its line.
        self.blank = blank
        self.own_line = own_line
        # What it takes on one line; -1 when a comment forces several.
        self.width = -1 if text.startswith(";") else len(text)


def reformat(syntax: Outcome[Syntax]) -> Outcome[str]:
    """Lay out a file; one with mistakes in its syntax stays as it is."""
    source = syntax.output.source
    if syntax.failed:
        return Outcome(source.text, syntax.diagnostics)
    items = _items(source, lex(source).output)
    out = _Lines()
    for item in items:
        out.place(item, 0)
    return Outcome(out.text())


def meaning(syntax: Syntax) -> object:
    """Return what must survive formatting: every word in its place, and the comments."""
    words: list[object] = []
    comments: list[str] = []
    source = syntax.source
    for token in lex(source).output:
        text = source.text[token.start : token.end].rstrip()
        if token.kind is COMMENT:
            comments.append(text)
        else:
            words.append((token.kind, text))
    return words, comments


def _items(source: Source, tokens: list[Token]) -> list[_Item]:
    """Build the tree of items; every form knows its width on one line when it is closed."""
    top: list[_Item] = []
    stack: list[_Item] = []
    end = 0
    for token in tokens:
        gap = source.text[end : token.start].count("\n")
        end = token.end
        if token.kind is CLOSE:
            done = stack.pop()
            assert done.inside is not None
            widths = [item.width for item in done.inside]
            done.width = -1 if -1 in widths else sum(widths) + max(len(widths) - 1, 0) + 2
            continue
        text = "(" if token.kind is OPEN else source.text[token.start : token.end].rstrip("\r")
        if token.kind is COMMENT:
            text = text.rstrip()
        item = _Item(text, blank=gap > 1, own_line=gap > 0)
        (stack[-1].inside if stack and stack[-1].inside is not None else top).append(item)
        if token.kind is OPEN:
            item.inside = []
            stack.append(item)
    return top


class _Lines:
    """The text as it grows."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.current = ""
        # After a comment nothing else may stand on the line.
        self.full = False

    def text(self) -> str:
        self.end_line()
        return "".join([f"{line}\n" for line in self.done])

    def end_line(self) -> None:
        if self.current:
            self.done.append(self.current.rstrip(" "))
        self.current = ""
        self.full = False

    def start_line(self, item: _Item, indent: int) -> None:
        self.end_line()
        if item.blank and self.done and self.done[-1]:
            self.done.append("")
        self.current = " " * (_STEP * min(indent, _DEEPEST_INDENT))

    def add(self, text: str) -> None:
        self.current += text

    def place(self, item: _Item, indent: int) -> None:
        """Lay out a item on a line of its own, and everything inside it."""
        waiting: list[tuple[_Item | None, int, int]] = [(item, indent, 0)]
        while waiting:
            one, level, closing = waiting.pop()
            if one is None:
                self._close(level)
            elif one.text.startswith(";"):
                self._comment(one, level)
            else:
                self.start_line(one, level)
                waiting.extend(reversed(self._form(one, level, closing)))

    def _close(self, level: int) -> None:
        if self.full:
            self.end_line()
            self.current = " " * (_STEP * min(level, _DEEPEST_INDENT))
        self.add(")")

    def _comment(self, item: _Item, level: int) -> None:
        if item.own_line or not self.current:
            self.start_line(item, level)
            self.add(item.text)
        else:
            self.add(f"  {item.text}")
        self.full = True

    def _form(self, item: _Item, level: int, closing: int) -> list[tuple[_Item | None, int, int]]:
        """Write as much as goes on this line; return what is left to be placed below."""
        if item.inside is None or self._fits(item, closing):
            self.add(_flat(item))
            return []
        self.add("(")
        items = item.inside
        index = 0
        if items and not items[0].text.startswith(";") and items[0].inside is None:
            self.add(items[0].text)
            index = 1
            beside = _BESIDE.get(items[0].text, 0)
            while index <= beside and index < len(items) and self._fits_beside(items[index]):
                self.add(" " + _flat(items[index]))
                index += 1
        rest = items[index:]
        left: list[tuple[_Item | None, int, int]] = []
        for at, inner in enumerate(rest):
            left.append((inner, level + 1, closing + 1 if at == len(rest) - 1 else 0))
        left.append((None, level, 0))
        return left

    def _fits(self, item: _Item, closing: int) -> bool:
        return item.width >= 0 and len(self.current) + item.width + closing <= _WIDTH

    def _fits_beside(self, item: _Item) -> bool:
        return item.width >= 0 and len(self.current) + 1 + item.width <= _WIDTH


def _flat(item: _Item) -> str:
    """Write a item on one line."""
    if item.inside is None:
        return item.text
    words: list[str] = []
    waiting: list[_Item | None] = [item]
    while waiting:
        one = waiting.pop()
        if one is None:
            words.append(")")
            continue
        if words and words[-1] != "(":
            words.append(" ")
        words.append(one.text)
        if one.inside is not None:
            waiting.append(None)
            waiting.extend(reversed(one.inside))
    return "".join(words)
