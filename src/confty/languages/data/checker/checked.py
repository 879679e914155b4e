"""A checked document: what it is, and answers about its places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from confty.kit.sighted import Sighted
from confty.languages.data.checker.cursor import Cursor, cursor_at
from confty.languages.data.checker.infer import infer
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import NOTATION
from confty.text import Span
from confty.types import Type, show

if TYPE_CHECKING:
    from confty.kit.sights import Offer, Symbol
    from confty.languages.data.checker.schema import Schema


class Checked:
    """A document, its type, and the schema it was held against, if any."""

    __slots__ = ("_find", "document", "schema", "type")

    def __init__(
        self,
        document: Document,
        type_: Type,
        schema: Schema | None,
        find: Callable[[Mapping[str, str]], Schema | None] | None = None,
    ) -> None:
        self.document = document
        self.type = type_
        self.schema = schema
        # How to find the schema of a document that was not held against one, since it is broken
        # or one of several; by the texts under its keys.
        self._find = find

    def schema_for(self, top: Mapping[str, str]) -> Schema | None:
        """The schema that speaks of a document with these texts under its keys."""
        if self.schema is None and self._find is not None:
            return self._find(top)
        return self.schema


class DataInsight(Sighted):
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

    def documentation_at(self, offset: int) -> str:
        """What the schema says of the value or key at ``offset``: its type, then its words."""
        document = self.checked.document
        index = document.places.at(offset)
        if index is None:
            return ""
        schema, path = self._schema(document.places.path(index))
        if schema is None:
            return ""
        from confty.languages.data.checker.offers import documentation  # noqa: PLC0415  editors

        spelled, words = documentation(schema, path)
        return "\n\n".join([part for part in (spelled, words) if part])

    def _schema(self, path: Path) -> tuple[Schema | None, Path]:
        """The schema that speaks of a path, and the path inside the document it speaks of."""
        document = self.checked.document
        value = document.value
        if document.stream and path and isinstance(value, list) and isinstance(path[0], int):
            value, path = value[path[0]], path[1:]
        top = value if isinstance(value, dict) else {}
        texts = {str(key): one for key, one in top.items() if isinstance(one, str)}
        return self.checked.schema_for(texts), path

    def offers_at(self, offset: int) -> list[Offer]:
        """What the schema lets one write at ``offset``, also in a file that is not whole."""
        document = self.checked.document
        cursor: Cursor = cursor_at(document.source, document.kind, offset)
        schema = self.checked.schema_for(cursor.top)
        if schema is None:
            return []
        from confty.languages.data.checker.offers import offers  # noqa: PLC0415  editors

        return offers(schema, document.source, document.kind, cursor, offset)

    def completions_at(self, offset: int) -> dict[str, str]:
        """The same as names with their types."""
        return {offer.label: offer.detail for offer in self.offers_at(offset)}

    def symbols(self) -> list[Symbol]:
        """The outline of the document."""
        from confty.languages.data.checker.outline import symbols  # noqa: PLC0415  editors

        return symbols(self.checked.document)
