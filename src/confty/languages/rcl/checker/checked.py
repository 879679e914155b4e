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

from confty.kit.checking import Wanted
from confty.language import Foreign
from confty.languages.rcl.checker.annotations import Exports, Prelude
from confty.languages.rcl.checker.declared import Declarations
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import (
    TypeApply,
    TypeExpr,
    TypeFunction,
    TypeRecord,
    TypeUnion,
)
from confty.records import Record
from confty.text import Diagnostic, Source, Span
from confty.types import DYNAMIC, Type
from confty.types import Function as FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TypeAlias

# The hard and the known type of an expression.
Found: TypeAlias = tuple[Type, Type]
UNKNOWN: Final[Found] = (DYNAMIC, DYNAMIC)


class Annotated(Wanted):
    """A type that an annotation asks for: its parts point at parts of the annotation.

    Parts of an alias are written where the alias is declared, so that is where they point.  A
    ``let`` whose type says less than its value may be is a ``cast``: it asks for the check.
    """

    __slots__ = ("_fields", "annotation", "cast", "declared")

    def __init__(
        self, type_: Type, source: Source, annotation: TypeExpr, declared: Declarations,
        *, cast: bool = True,
    ) -> None:  # fmt: skip
        place = Span(source, annotation.start, annotation.end)
        super().__init__(type_, "because of this annotation", place)
        self.annotation = annotation
        self.declared = declared
        self.cast = cast
        self._fields: dict[str, TypeExpr] | None = None

    def field(self, name: str) -> TypeExpr | None:
        """Return what is written as the type of a record's field."""
        if self._fields is None:
            node = self.written()[1]
            fields = node.fields if isinstance(node, TypeRecord) else ()
            self._fields = {one.name.text: one.type for one in reversed(fields)}
        return self._fields.get(name)

    def written(self) -> tuple[Source, TypeExpr]:
        """Return the expression behind the names of aliases, and its source."""
        assert self.at is not None
        source, node = self.at.source, self.annotation
        while (found := self.declared.written.get(node)) is not None:
            source, node = found.source, found.expression
        return source, node


def part(wanted: Wanted, type_: Type, index: int) -> Wanted:
    """Ask for a part of a type by its place among type arguments; -1 is the result."""
    if not isinstance(wanted, Annotated):
        return wanted.part(type_)
    source, node = wanted.written()
    if isinstance(node, TypeApply) and index < len(node.arguments.types):
        node = node.arguments.types[index]
    elif isinstance(node, TypeFunction):
        types = node.parameters.types
        node = types[index] if 0 <= index < len(types) else node.result
    else:
        return wanted.part(type_)
    return Annotated(type_, source, node, wanted.declared)


def field_part(wanted: Wanted, type_: Type, name: str) -> Wanted:
    """Ask for the type of a record's field."""
    if isinstance(wanted, Annotated):
        field = wanted.field(name)
        if field is not None:
            return Annotated(type_, wanted.written()[0], field, wanted.declared)
    return wanted.part(type_)


def member_part(wanted: Wanted, type_: Type) -> Wanted:
    """Ask for a member of a union."""
    if isinstance(wanted, Annotated):
        source, node = wanted.written()
        for one in union_members(node):
            if wanted.declared.meant.get(one) is type_:
                return Annotated(type_, source, one, wanted.declared)
    return wanted.part(type_)


def union_members(node: TypeExpr) -> tuple[TypeExpr, ...]:
    """Return the members of a union as they are written."""
    if isinstance(node, TypeUnion):
        return node.members
    if isinstance(node, TypeApply) and node.text == "Union":
        return node.arguments.types
    return ()


ANYTHING: Final = Wanted(DYNAMIC)


class Binding:
    """A name with a value: where it was introduced and what is known of it.

    ``role`` says what introduced it: a ``let``, a ``loop``, a ``parameter``, or the world.
    """

    __slots__ = ("function", "hard", "known", "name", "node", "role", "serial")

    def __init__(
        self, name: str, found: Found, node: syntax.Name | None, serial: int, role: str = ""
    ) -> None:
        self.name = name
        self.hard, self.known = found
        self.node = node
        self.serial = serial
        self.role = role
        # The function literal that the name is bound to, when it is one: calls can be direct.
        self.function: syntax.Function | None = None


class Guard:
    """A check of a value when it arrives; ``proven`` when what we know makes it superfluous."""

    __slots__ = ("end", "proven", "start", "wanted")

    def __init__(self, wanted: Wanted, start: int, end: int, *, proven: bool) -> None:
        self.wanted = wanted
        self.start = start
        self.end = end
        self.proven = proven


class Imported(metaclass=Record):
    """What an importer learns of a file: its type, its aliases, and where those are declared."""

    type: Type
    exports: Exports | None = None
    declarations: Declarations | None = None


class ImportedFile(metaclass=Record):
    """A file that an import names: a document of ours, or how to see it as another language's."""

    name: str
    checked: Checked | None
    foreign: Callable[[], Foreign | None]


#: The record of the inputs, where it is not a name of the document's own.
INPUTS: Final = "ext"


class ReadByName(metaclass=Record):
    """A field that is read of a name by name; ``default`` stands for it where it is not there."""

    name: Final[str]
    end: Final[int]
    default: Final[syntax.Expr | None] = None


def read_of(node: syntax.Chain) -> ReadByName | None:
    """Return what a chain reads first: ``.name``, ``["name"]`` or ``.get("name", default)``."""
    first = node.links[0]
    if isinstance(first, syntax.Index) and isinstance(first.index, syntax.StringLiteral):
        return ReadByName(first.index.value, first.end)
    if not isinstance(first, syntax.Field):
        return None
    call = node.links[1] if len(node.links) > 1 else None
    if first.name.text != "get" or not isinstance(call, syntax.Call):
        return ReadByName(first.name.text, first.end)
    if len(call.arguments) != 2 or not isinstance(call.arguments[0], syntax.StringLiteral):
        return None
    return ReadByName(call.arguments[0].value, call.end, call.arguments[1])


class Checked:
    """One document with everything that was found out about it."""

    __slots__ = (
        "annotations", "binders", "body_span", "declarations", "dicts", "document", "exports",
        "fields", "files", "findings", "foreseen", "functions", "guards", "import_findings",
        "inputs", "known", "loops", "methods", "prelude", "repeats", "shapes", "source", "types",
        "unions", "uses", "values", "wanted",
    )  # fmt: skip

    def __init__(self, source: Source, document: syntax.Document) -> None:
        self.source = source
        self.document = document
        self.body_span = Span(source, document.body.start, document.body.end)
        # What the original refuses before it runs anything.
        self.findings: list[Diagnostic] = []
        # What the known types and the lints say: told by ``check``, no reason not to run.
        self.foreseen: list[Diagnostic] = []
        # What is wrong with imports: told by ``check``, but evaluation meets it in its own time.
        self.import_findings: list[Diagnostic] = []
        self.known: Type = DYNAMIC
        self.repeats = False  # whether anything can be evaluated more than once
        self.guards: dict[syntax.Node, Guard] = {}
        # What is read of the inputs, where that is one of them: which a document needs.
        self.inputs: dict[syntax.Name, ReadByName] = {}
        self.dicts: set[syntax.Collection] = set()
        self.uses: dict[syntax.Name, Binding] = {}
        self.binders: dict[syntax.Name, Binding] = {}
        # The hard type of a function literal, and the place it is known by.
        self.functions: dict[syntax.Function, tuple[FunctionType, int, int]] = {}
        self.types: dict[syntax.Node, Type] = {}
        # The types of the document: those it declares, and what its importers can use.
        self.declarations = Declarations()
        self.exports: Exports = {}
        # The types in scope of the document's own value.
        self.prelude = Prelude()
        # What is said of a field that is read here, and where it is declared.
        self.fields: dict[syntax.Name, tuple[str, Span]] = {}
        # What the library says of a method that is named here.
        self.methods: dict[syntax.Node, str] = {}
        # What a let binds, and the type it says: where values and types are written.
        self.values: dict[Binding, syntax.Expr] = {}
        self.annotations: dict[Binding, TypeExpr] = {}
        # For editors: what a place asks for, the loop of a loop variable, the file of an import,
        # and the literals that a type of plain fields comes from.
        self.wanted: dict[syntax.Node, Type] = {}
        self.unions: dict[syntax.Collection, Type] = {}  # what a literal was to be a member of
        self.loops: dict[syntax.Name, syntax.For] = {}
        self.files: dict[syntax.Import, ImportedFile] = {}
        self.shapes: dict[Type, list[syntax.Collection]] = {}

    def span(self, start: int, end: int) -> Span:
        """A span of this document."""
        return Span(self.source, start, end)
