"""Answers about places in a document: with its schema where it has one, whole or not.

Files are imported by others much more often than they are edited, so that what only editors ask is
loaded with the first such question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from confty.kit.sighted import Sighted
from confty.languages.data.checker.checked import Checked
from confty.languages.data.checker.infer import infer
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import NOTATION
from confty.text import Span
from confty.types import Type, show

if TYPE_CHECKING:
    from confty.kit.sights import Action, Link, Occurrence, Offer, Region, Sight, Symbol, Token
    from confty.languages.data.insight.editing import Editing


class DataInsight(Sighted):
    """Answers are computed when asked: a document is large and questions are few."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked

    @cached_property
    def _editing(self) -> Editing:
        from confty.languages.data.insight.editing import Editing  # noqa: PLC0415  editors

        return Editing(self.checked)

    # Types.

    def type_at(self, offset: int) -> Type | None:
        """The type of the smallest value whose text or key is at ``offset``."""
        places = self.checked.document.places
        index = places.at(offset)
        if index is None:
            return None
        value = self.checked.document.value
        for step in places.path(index):
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
        return infer(value)

    def spelled_at(self, offset: int) -> str | None:
        """The same in the notation of data."""
        found = self.type_at(offset)
        return None if found is None else show(found, NOTATION)

    def result(self) -> str | None:
        """The type of the whole document."""
        return show(self.checked.type, NOTATION)

    def whole(self) -> Type | None:
        """The type of the whole document, for importers."""
        return self.checked.type

    def data(self) -> tuple[object] | None:
        """The whole document's value."""
        return (self.checked.document.value,)

    # Places.

    def definition_at(self, offset: int) -> Span | None:
        """The anchor that an alias names, or the part of the schema that describes the value."""
        document = self.checked.document
        index = document.places.at(offset)
        if index is None:
            return None
        places = document.places
        if (anchor := places.aliases.get(index)) is not None:
            return Span(document.source, places.starts[anchor], places.ends[anchor])
        if self.checked.schema is None:
            return None
        return self.checked.schema.place_of(document.places.path(index), document.value)

    def declared_at(self, path: Path) -> Span | None:
        """Where the value at ``path`` stands: its key, or itself where it has none."""
        return self.checked.document.key_span(path)

    def written_at(self, path: Path) -> Span | None:
        """Where the value at ``path`` stands itself."""
        return self.checked.document.span(path)

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """The part of the schema that describes the value."""
        place = self._editing.place_in_schema(offset)
        return () if place is None else (place,)

    def occurrences(self) -> Sequence[Occurrence]:
        """The keys, anchors, aliases and pointers of the file, in order."""
        return self._editing.occurrences

    # Words.

    def sight_at(self, offset: int) -> Sight | None:
        """What the schema says of the value or key at ``offset``."""
        return self._editing.sight_at(offset)

    def documentation_at(self, offset: int) -> str:
        """What the schema says of the value or key at ``offset``: its type, then its words."""
        return self._editing.documentation_at(offset)

    def offers_at(self, offset: int) -> Sequence[Offer]:
        """What the schema lets one write at ``offset``, also in a file that is not whole."""
        return self._editing.offers_at(offset)

    # The file.

    def symbols(self) -> Sequence[Symbol]:
        """The outline of the document."""
        return self._editing.symbols()

    def tokens(self) -> Sequence[Token]:
        """What is coloured and is no name."""
        return self._editing.tokens()

    def regions(self) -> Sequence[Region]:
        """What can be folded."""
        return self._editing.regions()

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """The values that ``offset`` is in, innermost first."""
        return self._editing.around(offset)

    def links(self) -> Sequence[Link]:
        """The places that name files."""
        return self._editing.links()

    def actions_at(self, start: int, end: int) -> Sequence[Action]:
        """Required keys to put in, keys that are too many to take out."""
        return self._editing.actions_at(start, end)
