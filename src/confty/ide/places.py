"""Where a name is introduced and used: definitions, references, highlights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from confty.ide.shelf import Shelf
from confty.kit.insight import occurrence_at
from confty.kit.sights import Occurrence
from confty.text import Source, Span
from confty.workspace.desk import Look


class UseInFile(NamedTuple):
    """An occurrence and the file it is in."""

    look: Look
    occurrence: Occurrence

    @property
    def span(self) -> Span:
        """The name's letters, as they are replaced by a rename."""
        return Span(self.look.source, self.occurrence.start, self.occurrence.end)

    @property
    def introduces(self) -> bool:
        """Whether the name is introduced right here."""
        return any(_key(one) == _key(self.span) for one in self.occurrence.definitions) or any(
            one.source.name == self.look.name
            and self.occurrence.start <= one.start
            and one.end <= self.occurrence.end
            for one in self.occurrence.definitions
        )


def name_at(look: Look, offset: int) -> Occurrence | None:
    """Return the name that a cursor is on or directly behind."""
    return occurrence_at(look.answers.occurrences(), offset)


def definitions_at(look: Look, offset: int) -> list[Span]:
    """Return every place that introduces the name at a place, or the file that it names."""
    found = name_at(look, offset)
    if found is not None and found.definitions:
        return list(dict.fromkeys(found.definitions))
    for link in look.answers.links():
        if link.start <= offset <= link.end:
            return [Span(Source(link.target, ""), 0, 0)]
    definition = look.answers.definition_at(offset)
    return [] if definition is None else [definition]


def declarations_at(look: Look, offset: int) -> list[Span]:
    """Return the first place that introduces the name: what was declared, not what overrides."""
    found = definitions_at(look, offset)
    return found[:1]


def type_definitions_at(look: Look, offset: int) -> list[Span]:
    """Return where the type of what stands at a place is declared."""
    return list(look.answers.type_definitions_at(offset))


def highlights_at(look: Look, offset: int) -> list[Occurrence]:
    """Return the places in the same file that mean the same name."""
    found = name_at(look, offset)
    if found is None:
        return []
    if not found.definitions:
        return [one for one in look.answers.occurrences() if _alike(one, found)]
    wanted = keys_of(found.definitions)
    return [
        one
        for one in look.answers.occurrences()
        if not wanted.isdisjoint(keys_of(one.definitions))
    ]


def _alike(one: Occurrence, other: Occurrence) -> bool:
    """Whether two names that are introduced nowhere are the same: a library's, or not bound."""
    return not one.definitions and (one.name, one.kind) == (other.name, other.kind)


def references_to(found: Occurrence, look: Look, shelf: Shelf) -> list[UseInFile]:
    """Return every use of a name, in all files, those that introduce it too."""
    if not found.definitions:
        return [UseInFile(look, one) for one in look.answers.occurrences() if _alike(one, found)]
    return uses_of(found.name, found.definitions, shelf, look)


def uses_of(
    name: str, definitions: Sequence[Span], shelf: Shelf, first: Look | None = None
) -> list[UseInFile]:
    """Return what means one of the definitions, file by file."""
    wanted = keys_of(definitions)
    files = dict.fromkeys(one.source.name for one in definitions)
    uses: list[UseInFile] = []
    seen: set[str] = set()
    names = [*([first.name] if first else []), *files, *shelf.naming(name, files)]
    for other in dict.fromkeys(names):
        look = shelf.look(other)
        if look is None or look.name in seen:
            continue
        seen.add(look.name)
        uses += [
            UseInFile(look, one)
            for one in look.answers.occurrences()
            if not wanted.isdisjoint(keys_of(one.definitions))
        ]
    return uses


def keys_of(spans: Iterable[Span]) -> set[tuple[str, int, int]]:
    """Return what places are known by, whichever check they come from."""
    return {_key(span) for span in spans}


def _key(span: Span) -> tuple[str, int, int]:
    return span.source.name, span.start, span.end
