"""What type aliases leave behind: where they are written, what is said of them, what files export.

Types are structural and know nothing of where they come from, so the places and the documentation
of declarations are kept beside them, by the named type or by the record a field belongs to.
"""

from __future__ import annotations

from confty.languages.rcl.parser.syntax import TypeExpr
from confty.languages.rcl.parser.typesyntax import Node, Noncode, RecordField
from confty.records import Record
from confty.text import Source, Span
from confty.types import Type, unfold


class DeclaredType(metaclass=Record):
    """Where a named type is declared."""

    source: Source
    name: Span
    expression: TypeExpr

    @property
    def span(self) -> Span:
        """The place of what the name stands for."""
        return Span(self.source, self.expression.start, self.expression.end)


class Declarations:
    """What is known of the types of one file and of those it imports."""

    __slots__ = ("documentation", "fields", "generics", "meant", "types", "written")

    def __init__(self) -> None:
        self.types: dict[Type, DeclaredType] = {}
        # What each type expression means, and what a name among them was declared as.
        self.meant: dict[Node, Type] = {}
        self.written: dict[Node, DeclaredType] = {}
        self.generics: dict[object, str] = {}
        # The documentation of named types, and of fields by the type that has them.
        self.documentation: dict[Type, str] = {}
        self.fields: dict[tuple[Type, str], tuple[str, Span]] = {}

    def take_over(self, other: Declarations) -> None:
        """Know what an imported file knows."""
        self.types.update(other.types)
        self.meant.update(other.meant)
        self.written.update(other.written)
        self.documentation.update(other.documentation)
        self.fields.update(other.fields)

    def declare(
        self, made: Type, declared: DeclaredType, before: Noncode, fields: tuple[RecordField, ...]
    ) -> None:
        """Keep where a named type is declared, and what its comments say."""
        self.types[made] = declared
        text = documentation(before)
        if text:
            self.documentation[made] = text
        self.describe(made, declared.source, fields)

    def describe(self, owner: Type, source: Source, fields: tuple[RecordField, ...]) -> None:
        """Keep where the fields of a record are declared, and what their comments say."""
        for one in fields:
            place = Span(source, one.name.start, one.name.end)
            self.fields[owner, one.name.text] = (documentation(one.before), place)

    def field(self, owner: Type, name: str) -> tuple[str, Span] | None:
        """Return the documentation and the place of a field of a named or a plain record."""
        found = self.fields.get((owner, name))
        return self.fields.get((unfold(owner), name)) if found is None else found


def documentation(before: Noncode) -> str:
    """Return what the comment lines right before something say."""
    lines: list[str] = []
    for line in reversed(before):
        if not line.startswith("//"):
            break
        lines.append(line.lstrip("/").removeprefix(" ").rstrip())
    return "\n".join(reversed(lines)).strip()
