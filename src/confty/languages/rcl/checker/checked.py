"""What checking a document leaves behind: facts about its syntax, in tables.

The tree itself stays as it was parsed.  Each table answers one question the evaluator or an
editor has about a node: which binding a name means, whether braces make a set or a dict, where a
value must be checked when it arrives.

Every expression has two types.  The *hard* one is the original's: it alone decides whether a
program is refused and where values are checked, so that every program the original runs still
runs.  The *known* one adds what we know of the library and of imported files; it is what editors
show, what warnings are made of, and what lets the evaluator leave out checks that cannot fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from confty.kit.checking import Wanted
from confty.languages.rcl.parser.syntax import (
    Collection,
    Document,
    Expr,
    Function,
    Name,
    Node,
)
from confty.languages.rcl.parser.typesyntax import (
    TypeApply,
    TypeExpr,
    TypeFunction,
    TypeRecord,
)
from confty.text import Diagnostic, Source, Span
from confty.types import DYNAMIC, Type
from confty.types import Function as FunctionType

# The hard and the known type of an expression.
Found: TypeAlias = tuple[Type, Type]
UNKNOWN: Final[Found] = (DYNAMIC, DYNAMIC)


class Annotated(Wanted):
    """A type that an annotation asks for: its parts point at parts of the annotation."""

    __slots__ = ("annotation",)

    def __init__(self, type_: Type, because: str, source: Source, annotation: TypeExpr) -> None:
        super().__init__(type_, because, Span(source, annotation.start, annotation.end))
        self.annotation = annotation


def part(wanted: Wanted, type_: Type, index: int) -> Wanted:
    """Ask for a part of a type by its place among type arguments; -1 is the result."""
    if not isinstance(wanted, Annotated) or wanted.at is None:
        return wanted.part(type_)
    node = wanted.annotation
    if isinstance(node, TypeApply) and index < len(node.arguments.types):
        node = node.arguments.types[index]
    elif isinstance(node, TypeFunction):
        types = node.parameters.types
        node = types[index] if 0 <= index < len(types) else node.result
    return Annotated(type_, wanted.because, wanted.at.source, node)


def field_part(wanted: Wanted, type_: Type, name: str) -> Wanted:
    """Ask for the type of a record's field."""
    if isinstance(wanted, Annotated) and isinstance(wanted.annotation, TypeRecord) and wanted.at:
        for one in wanted.annotation.fields:
            if one.name.text == name:
                return Annotated(type_, wanted.because, wanted.at.source, one.type)
    return wanted.part(type_)


ANYTHING: Final = Wanted(DYNAMIC)


class Binding:
    """A name with a value: where it was introduced and what is known of it."""

    __slots__ = ("function", "hard", "known", "name", "node", "serial")

    def __init__(self, name: str, found: Found, node: Name | None, serial: int) -> None:
        self.name = name
        self.hard, self.known = found
        self.node = node
        self.serial = serial
        # The function literal that the name is bound to, when it is one: calls can be direct.
        self.function: Function | None = None


class Guard:
    """A check of a value when it arrives; ``proven`` when what we know makes it superfluous."""

    __slots__ = ("end", "proven", "start", "wanted")

    def __init__(self, wanted: Wanted, start: int, end: int, *, proven: bool) -> None:
        self.wanted = wanted
        self.start = start
        self.end = end
        self.proven = proven


class Checked:
    """One document with everything that was found out about it."""

    __slots__ = (
        "binders", "body_span", "declared", "dicts", "document", "findings", "functions", "guards",
        "import_findings", "known", "repeats", "source", "types", "uses", "values",
    )  # fmt: skip

    def __init__(self, source: Source, document: Document) -> None:
        self.source = source
        self.document = document
        self.body_span = Span(source, document.body.start, document.body.end)
        self.findings: list[Diagnostic] = []
        # What is wrong with imports: told by ``check``, but evaluation meets it in its own time.
        self.import_findings: list[Diagnostic] = []
        self.known: Type = DYNAMIC
        self.repeats = False  # whether anything can be evaluated more than once
        self.guards: dict[Node, Guard] = {}
        self.dicts: set[Collection] = set()
        self.uses: dict[Name, Binding] = {}
        self.binders: dict[Name, Binding] = {}
        # The hard type of a function literal, and the place it is known by.
        self.functions: dict[Function, tuple[FunctionType, int, int]] = {}
        self.types: dict[Node, Type] = {}
        # What each named type was declared as.
        self.declared: Mapping[Type, TypeExpr] = {}
        # What a let binds, to find where a part of the document's value is written.
        self.values: dict[Binding, Expr] = {}

    def span(self, start: int, end: int) -> Span:
        """A span of this document."""
        return Span(self.source, start, end)
