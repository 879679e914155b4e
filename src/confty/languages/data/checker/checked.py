"""A checked document: what it is, and answers about its places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from confty.languages.data.checker.infer import infer
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import NOTATION
from confty.text import Span
from confty.types import Type, show

if TYPE_CHECKING:
    from confty.languages.data.checker.schema import Schema


class Checked:
    """A document, its type, and the schema it was held against, if any."""

    __slots__ = ("document", "schema", "type")

    def __init__(self, document: Document, type_: Type, schema: Schema | None) -> None:
        self.document = document
        self.type = type_
        self.schema = schema


class DataInsight:
    """Answers are computed when asked: a document is large and questions are few."""

    __slots__ = ("checked",)

    def __init__(self, checked: Checked) -> None:
        self.checked = checked

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

    def result(self) -> str | None:
        """The type of the whole document."""
        return show(self.checked.type, NOTATION)

    def whole(self) -> Type | None:
        """The type of the whole document, for importers."""
        return self.checked.type

    def declared_at(self, path: Path) -> Span | None:
        """Where the value at ``path`` stands: its key, or itself where it has none."""
        return self.checked.document.key_span(path)

    def data(self) -> object:
        """The whole document's value."""
        return self.checked.document.value
