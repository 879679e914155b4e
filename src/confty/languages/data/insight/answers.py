"""Answers about places in a document: with its schema where it has one, whole or not."""

from __future__ import annotations

from functools import cached_property

from confty.kit.insight import Insight, occurrence_at
from confty.languages.data.checker.checked import Checked
from confty.languages.data.checker.infer import infer
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import NOTATION
from confty.text import Span
from confty.types import Type, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from confty.kit import sights
    from confty.languages.data.checker.schema.prepared import Schema
    from confty.languages.data.insight.lexemes import Lexeme

# ruff: noqa: PLC0415  a command asks for a type and loads nothing else; an editor loads all


class DataInsight(Insight):
    """Answers are computed when asked: a document is large and questions are few."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.document = checked.document

    @cached_property
    def lexemes(self) -> list[Lexeme]:
        """The text cut up."""
        from confty.languages.data.insight.lexemes import lexemes

        return lexemes(self.document.source.text, self.document.kind)

    @cached_property
    def _names(self) -> list[sights.Occurrence]:
        """Every name in order."""
        from confty.languages.data.insight.occurrences import Names

        return Names(self.document, self.checked.schema_of_all(), self.lexemes).all()

    # Types.

    def type_at(self, offset: int) -> Type | None:
        """The type of the smallest value whose text or key is at ``offset``."""
        places = self.document.places
        index = places.at(offset)
        if index is None:
            return None
        return infer(self.document.part(places.path(index)))

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
        return (self.document.value,)

    def documents(self) -> list[object] | None:
        """The documents of a YAML stream, the values of JSON Lines."""
        value = self.document.value
        return value if self.document.stream and isinstance(value, list) else None

    # Places.

    def definition_at(self, offset: int) -> Span | None:
        """The anchor that an alias names, or the part of the schema that describes the value."""
        document, places = self.document, self.document.places
        index = places.at(offset)
        if index is None:
            return None
        if (anchor := places.aliases.get(index)) is not None:
            return Span(document.source, places.starts[anchor], places.ends[anchor])
        if self.checked.schema is None:
            return None
        return self.checked.schema.place_of(document.places.path(index), document.value)

    def declared_at(self, path: Path) -> Span | None:
        """Where the value at ``path`` stands: its key, or itself where it has none."""
        return self.document.key_span(path)

    def written_at(self, path: Path) -> Span | None:
        """Where the value at ``path`` stands itself."""
        return self.document.span(path)

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """The part of the schema that describes the value."""
        document = self.document
        index = document.places.at(offset)
        if index is None:
            return ()
        whole = document.places.path(index)
        schema, path = self._schema(whole)
        value = document.value
        if document.stream and isinstance(value, list) and len(whole) > len(path):
            first = whole[0]
            value = value[first] if isinstance(first, int) and first < len(value) else None
        place = None if schema is None else schema.place_of(path, value)
        return () if place is None else (place,)

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """The keys, anchors, aliases and pointers of the file, in order."""
        return self._names

    # Words.

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What the schema says of the value or key at ``offset``."""
        from confty.languages.data.insight.sight import sight

        document = self.document
        index = document.places.at(offset)
        if index is None or (index == 0 and document.places.root != 0):
            return None
        return sight(document, index, offset, self._schema(document.places.path(index)))

    def documentation_at(self, offset: int) -> str:
        """The type that the schema asks for at ``offset``, then its words."""
        from confty.languages.data.insight.offers import documentation

        index = self.document.places.at(offset)
        if index is None:
            return ""
        schema, path = self._schema(self.document.places.path(index))
        if schema is None:
            return ""
        spelled, words = documentation(schema, path)
        return "\n\n".join([part for part in (spelled, words) if part])

    def _schema(self, path: Path) -> tuple[Schema | None, Path]:
        """The schema that speaks of a path, and the path inside the document it speaks of."""
        value = self.document.value
        if self.document.stream and path and isinstance(value, list) and isinstance(path[0], int):
            value, path = value[path[0]], path[1:]
        top = value if isinstance(value, dict) else {}
        texts = {str(key): one for key, one in top.items() if isinstance(one, str)}
        return self.checked.schema_for(texts), path

    def offers_at(self, offset: int) -> list[sights.Offer]:
        """What the schema lets one write at ``offset``, also in a file that is not whole."""
        from confty.languages.data.insight.cursor import cursor_at
        from confty.languages.data.insight.offers import offers

        document = self.document
        aliases = self._aliases(offset)
        if aliases is not None:
            return aliases
        if not self.checked.may_have_schema:
            return []
        cursor = cursor_at(document.source, document.kind, offset)
        schema = self.checked.schema_for(cursor.top)
        if schema is None:
            return []
        return offers(schema, document.source, document.kind, cursor, offset)

    def _aliases(self, offset: int) -> list[sights.Offer] | None:
        """The anchors before the cursor, where an alias is being written; None elsewhere."""
        from confty.kit import sights

        if self.document.kind != "yaml":
            return None
        text = self.document.source.text
        aliases = [one for one in self.lexemes if one.kind == "alias"]
        here = [one for one in aliases if one.start < offset <= one.end]
        start = here[0].start + 1 if here else offset
        if not here and text[offset - 1 : offset] != "*":
            return None
        names: dict[str, None] = {}
        for one in self.lexemes:
            letters = text[one.start : one.end]
            if one.start >= offset:
                break
            if one.kind == "anchor":
                names[letters[1:]] = None
            elif one.kind == "operator" and letters == "---":
                names = {}
        end = here[0].end if here else offset
        return [
            sights.Offer(name, sights.Kind.VARIABLE, start, end, detail="anchor") for name in names
        ]

    # The file.

    def symbols(self) -> list[sights.Symbol]:
        """The outline of the document."""
        from confty.languages.data.insight.symbols import symbols

        return symbols(self.document)

    def tokens(self) -> list[sights.ColouredStretch]:
        """What is coloured and is no name."""
        from confty.languages.data.insight.layout import tokens

        return tokens(self.lexemes)

    def regions(self) -> list[sights.Region]:
        """What can be folded."""
        from confty.languages.data.insight.layout import regions

        return regions(self.document.source.text, self.document.kind, self.lexemes)

    def around(self, offset: int) -> list[tuple[int, int]]:
        """The values that ``offset`` is in, innermost first."""
        from confty.languages.data.insight.sight import around

        word = occurrence_at(self._names, offset)
        words = [] if word is None else [(word.start, word.end)]
        return around(self.document, offset, words)

    def links(self) -> list[sights.Link]:
        """The places that name files."""
        from confty.languages.data.insight.layout import links

        return links(self.document, self.checked.resolve)

    def actions_at(self, start: int, end: int) -> list[sights.Action]:
        """Required keys to put in, keys that are too many to take out."""
        from confty.languages.data.insight.actions import actions

        schema = self.checked.schema_of_all()
        return [] if schema is None else actions(self.document, schema, start, end)
