"""A token of a data file: what it is, and where."""

from __future__ import annotations

from confty.text import Source


class Token:
    """``kind`` is a word (``string``, ``number``, …) or the punctuation itself."""

    __slots__ = ("end", "kind", "source", "start")

    def __init__(self, source: Source, kind: str, start: int, end: int) -> None:
        self.source = source
        self.kind = kind
        self.start = start
        self.end = end

    def __str__(self) -> str:
        line, column = self.source.place(self.start)
        text = self.source.text[self.start : self.end]
        shown = text if len(text) <= 60 else text[:57] + "..."
        return f"{line}:{column} {self.kind} {shown!r}"
