"""A Jsonnet program with a place marked by ``§``, and the answers about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.insight import JsonnetInsight
from confty.text import Edit, Source
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost

MAIN = "main.jsonnet"


class Marked:
    """The answers about a program and the offset of its mark."""

    def __init__(self, text: str, files: dict[str, str], settings: dict[str, object]) -> None:
        self.offset = text.find("§")
        self.text = text.replace("§", "")
        host = WorkspaceHost(Memory({**files, MAIN: self.text}), settings)
        self.checked = Units(host).check(Source(MAIN, self.text))
        self.insight = JsonnetInsight(self.checked)

    def offers(self) -> dict[str, str]:
        """What may be written, words of the language aside, with the types."""
        found = self.insight.offers_at(self.offset)
        return {one.label: one.detail for one in found if one.kind.value != "keyword"}

    def words(self) -> set[str]:
        found = self.insight.offers_at(self.offset)
        return {one.label for one in found if one.kind.value == "keyword"}

    def names(self) -> list[tuple[str, list[str]]]:
        """Every name with the places that introduce it."""
        return [
            (self.text[one.start : one.end], sorted(map(str, one.definitions)))
            for one in self.insight.occurrences()
        ]

    def definitions(self) -> list[str]:
        """The places that introduce the name at the mark."""
        for one in self.insight.occurrences():
            if one.start <= self.offset <= one.end:
                return sorted([f"{place}" for place in one.definitions])
        return []

    def fixed(self) -> str:
        return next(
            one.fixed for one in self.insight.occurrences() if one.start <= self.offset <= one.end
        )


def marked(text: str, files: dict[str, str] | None = None, **settings: object) -> Marked:
    """Check a program with a mark."""
    return Marked(text, files or {}, settings)


def applied(text: str, edits: Sequence[Edit]) -> str:
    """Apply edits, the last first; none may touch another."""
    ordered = sorted(edits, key=lambda one: (one.span.start, one.span.end))
    for one, other in pairwise(ordered):
        assert one.span.end <= other.span.start
    for one in reversed(ordered):
        text = text[: one.span.start] + one.text + text[one.span.end :]
    return text
