"""What prompts share: whether an entry is complete, its last word, places in entries put together.

An entry is a source of its own, ``entry 3``.  What a language puts before the user's text, so that
it sees earlier entries, is no part of it: findings are moved back into what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from confty.text import Diagnostic, Source, Span

_PIECES: Final = re.compile(
    r'"""(?:\\.|[^"\\]|"(?!""))*+"""|"(?:\\.|[^"\\])*+"|\'(?:\\.|[^\'\\])*+\'|//[^\n]*|\#[^\n]*|/\*.*?\*/'
    r'|\|\|\|.*?\n\s*\|\|\||"|\'|/\*|\|\|\||[()\[\]{}]',
    re.DOTALL,
)
#: How far back from the cursor the word begins that is completed: each place there is tried.
LONGEST_WORD: Final = 400
_OPENED: Final = frozenset(("(", "[", "{", '"', "'", "/*", "|||"))


def is_closed(text: str) -> bool:
    """Whether every bracket, string and comment that a text opens is closed."""
    level = 0
    for found in _PIECES.finditer(text):
        piece = found.group()
        if piece in _OPENED:
            if piece not in "([{":
                return False
            level += 1
        elif piece in (")", "]", "}"):
            level -= 1
    return level <= 0


def last_word(pattern: re.Pattern[str], text: str) -> str:
    """Return what a line ends with, by a pattern that ends where the text does."""
    found = pattern.search(text, max(0, len(text) - LONGEST_WORD))
    return "" if found is None else found.group()


def begun(names: Iterable[str], word: str) -> list[str]:
    """Return the names that a word may go on as, each once and in order."""
    return sorted({name for name in names if name.startswith(word)})


class Entries:
    """The sources of a session, by the names that findings know them by."""

    __slots__ = ("_shown", "count")

    def __init__(self) -> None:
        self.count = 0
        self._shown: dict[str, tuple[Source, int]] = {}

    def source(self, text: str, before: str = "", after: str = "", skip: int = 0) -> Source:
        """Make the source of the next entry: what was typed, between what is put around it.

        The first ``skip`` characters of what was typed are left out.
        """
        self.count += 1
        name = f"entry {self.count}"
        self._shown[name] = (Source(name, text), len(before) - skip)
        return Source(name, before + text[skip:] + after)

    def moved(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Move findings, with their notes and trails, into the texts that were typed."""
        return tuple([one.moved(self.place) for one in findings])

    def place(self, span: Span | None) -> Span | None:
        """Move a place; what lies before an entry has none."""
        known = None if span is None else self._shown.get(span.source.name)
        if span is None or known is None:
            return span
        source, shift = known
        end = min(span.end - shift, len(source.text))
        return None if span.start < shift else Span(source, min(span.start - shift, end), end)
