"""A checked document: its value, its type, and the schema it was held against."""

from __future__ import annotations

from confty.languages.data.parser.document import Document
from confty.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from confty.languages.data.checker.schema.prepared import Schema


class Checked:
    """A document, its type, and the schema it was held against, if any."""

    __slots__ = ("_find", "document", "resolve", "schema", "type")

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
        # How to find the file that a path in the document means.
        self.resolve: Callable[[str], str | None] = _nowhere

    @property
    def may_have_schema(self) -> bool:
        """Whether asking for a schema may find one."""
        return self.schema is not None or self._find is not None

    def schema_for(self, top: Mapping[str, str]) -> Schema | None:
        """The schema that speaks of a document with these texts under its keys."""
        if self.schema is None and self._find is not None:
            return self._find(top)
        return self.schema

    def schema_of_all(self) -> Schema | None:
        """The schema of the document as it is, or of the first of several."""
        value = self.document.value
        if self.document.stream and isinstance(value, list) and value:
            value = value[0]
        top = value if isinstance(value, dict) else {}
        texts = {str(key): one for key, one in top.items() if isinstance(one, str)}
        return self.schema_for(texts)


def _nowhere(_path: str) -> None:
    """Know no files."""
