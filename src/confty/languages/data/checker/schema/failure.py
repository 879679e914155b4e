"""One way in which a value misses its schema; a finding once it has a document to stand in."""

from __future__ import annotations

from confty.kit.suggest import mended
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.text import Code, Diagnostic, Span


class TooSlow(Exception):
    """A pattern takes too long to go on; carries what to say."""

    def __init__(self, failure: SchemaFailure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class SchemaFailure:
    """What is wrong, where in the value, and which keyword of which schema says so."""

    __slots__ = ("at_key", "code", "help", "keyword", "message", "node", "path")

    def __init__(
        self,
        code: Code,
        message: str,
        path: Path,
        node: SchemaNode,
        *keyword: str | int,
        at_key: bool = False,
        help_: str | None = None,
    ) -> None:
        self.code = code
        self.message = message
        self.path = path
        self.node = node
        self.keyword = keyword
        self.at_key = at_key
        self.help = help_

    def diagnostic(self, document: Document) -> Diagnostic:
        """The finding in ``document``, with a note at the keyword."""
        found = self.code.at(self.place(document), self.message).with_path(self.path)
        because = self.node.span(*self.keyword)
        if because is not None:
            found = found.note(because, "because of this in the schema")
        return found if self.help is None else mended(found.with_help(self.help))

    def place(self, document: Document) -> Span | None:
        """The value, its key where the key is to blame, or the start of an object."""
        if self.at_key:
            return document.key_span(self.path)
        span = document.span(self.path)
        if span is None or "\n" not in span.text:
            return span
        # Several lines underlined say less than the line they start on.
        key = document.key_span(self.path)
        if key is not None and key.start != span.start:
            return key
        return Span(span.source, span.start, span.start + 1)
