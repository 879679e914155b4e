"""What an editor asks of a document beyond its types; loaded with the first such question."""

from __future__ import annotations

from functools import cached_property

from confty.kit import sights
from confty.kit.sighted import occurrence_at
from confty.languages.data.checker.checked import Checked
from confty.languages.data.checker.schema.prepared import Schema
from confty.languages.data.insight.actions import actions
from confty.languages.data.insight.colours import regions, tokens
from confty.languages.data.insight.cursor import Cursor, cursor_at
from confty.languages.data.insight.links import links
from confty.languages.data.insight.occurrences import Names
from confty.languages.data.insight.offers import documentation, offers
from confty.languages.data.insight.pieces import Piece, pieces
from confty.languages.data.insight.sight import around, sight
from confty.languages.data.insight.symbols import symbols
from confty.languages.data.parser.places import Path
from confty.text import Span


class Editing:
    """The tables of one document, each made when it is first asked for."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.document = checked.document

    @cached_property
    def pieces(self) -> list[Piece]:
        """The text cut up."""
        return pieces(self.document.source.text, self.document.kind)

    @cached_property
    def occurrences(self) -> list[sights.Occurrence]:
        """Every name in order."""
        return Names(self.document, self.checked.schema_of_all(), self.pieces).all()

    def place_in_schema(self, offset: int) -> Span | None:
        """The part of the schema that describes the value at an offset."""
        document = self.document
        index = document.places.at(offset)
        if index is None:
            return None
        whole = document.places.path(index)
        schema, path = self._schema(whole)
        value = document.value
        if document.stream and isinstance(value, list) and len(whole) > len(path):
            first = whole[0]
            value = value[first] if isinstance(first, int) and first < len(value) else None
        return None if schema is None else schema.place_of(path, value)

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What the schema says of the value or key at ``offset``."""
        document = self.document
        index = document.places.at(offset)
        if index is None or (index == 0 and document.places.root != 0):
            return None
        return sight(document, index, offset, self._schema(document.places.path(index)))

    def documentation_at(self, offset: int) -> str:
        """The type that the schema asks for at ``offset``, then its words."""
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
        document = self.document
        aliases = self._aliases(offset)
        if aliases is not None:
            return aliases
        if not self.checked.may_have_schema:
            return []
        cursor: Cursor = cursor_at(document.source, document.kind, offset)
        schema = self.checked.schema_for(cursor.top)
        if schema is None:
            return []
        return offers(schema, document.source, document.kind, cursor, offset)

    def _aliases(self, offset: int) -> list[sights.Offer] | None:
        """The anchors before the cursor, where an alias is being written; None elsewhere."""
        if self.document.kind != "yaml":
            return None
        text = self.document.source.text
        aliases = [one for one in self.pieces if one.kind == "alias"]
        here = [one for one in aliases if one.start < offset <= one.end]
        start = here[0].start + 1 if here else offset
        if not here and text[offset - 1 : offset] != "*":
            return None
        names: dict[str, None] = {}
        for one in self.pieces:
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

    def symbols(self) -> list[sights.Symbol]:
        """The outline of the document."""
        return symbols(self.document)

    def tokens(self) -> list[sights.Token]:
        """What is coloured and is no name."""
        return tokens(self.pieces, self.occurrences)

    def regions(self) -> list[sights.Region]:
        """What can be folded."""
        return regions(self.document.source.text, self.document.kind, self.pieces)

    def around(self, offset: int) -> list[tuple[int, int]]:
        """The values that ``offset`` is in, innermost first."""
        word = occurrence_at(self.occurrences, offset)
        words = [] if word is None else [(word.start, word.end)]
        return around(self.document, offset, words)

    def links(self) -> list[sights.Link]:
        """The places that name files."""
        return links(self.document, self.checked.resolve)

    def actions_at(self, start: int, end: int) -> list[sights.Action]:
        """Required keys to put in, keys that are too many to take out."""
        schema = self.checked.schema_of_all()
        return [] if schema is None else actions(self.document, schema, start, end)
