"""Type expressions as they were written, and what all of the syntax is made of."""

from __future__ import annotations

from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

# Blank lines and comments in front of something: a blank line is "", others are their text.
Noncode: TypeAlias = tuple[str, ...]


class Node(metaclass=Record):
    """Something with a place."""

    start: int
    end: int


class Name(Node, metaclass=Record):
    """A variable."""

    text: str


class TypeName(Node, metaclass=Record):
    """A type without arguments; that of an imported file has the file's name and a dot before."""

    text: str


class TypeLiteral(Node, metaclass=Record):
    """``"dev"``, ours: the type of this one string."""

    value: str
    text: str  # as written, quotes included


class TypeUnion(Node):
    """``A | B``, ours: a shorter ``Union[A, B]``."""

    __slots__ = ("members",)

    def __init__(self, members: tuple[TypeExpr, ...]) -> None:
        self.start = members[0].start
        self.end = members[-1].end
        self.members = members


class TypeList:
    """Types between brackets, with what the formatter needs."""

    __slots__ = ("noncode", "trailing_comma", "types")

    def __init__(
        self, types: tuple[TypeExpr, ...], noncode: tuple[Noncode, ...], *, trailing_comma: bool
    ) -> None:
        self.types = types
        self.noncode = noncode
        self.trailing_comma = trailing_comma


class TypeApply(Node, metaclass=Record):
    """``Dict[K, V]``."""

    text: str
    arguments: TypeList


class TypeFunction(Node, metaclass=Record):
    """``(A, B) -> R``."""

    parameters: TypeList
    result: TypeExpr


class RecordField(Node):
    """``name: T`` or ``name?: T`` of a record type, with the noncode before it."""

    __slots__ = ("before", "name", "optional", "type")

    def __init__(self, name: Name, type_: TypeExpr, before: Noncode, *, optional: bool) -> None:
        self.start = name.start
        self.end = type_.end
        self.name = name
        self.type = type_
        self.before = before
        self.optional = optional


class TypeRecord(Node):
    """``{ name: T, other?: U, ... }``, ours; ``open`` when it ends in dots."""

    __slots__ = ("before_close", "fields", "open", "trailing_comma")

    def __init__(
        self, start: int, end: int, fields: tuple[RecordField, ...], before_close: Noncode,
        *, open_: bool, trailing_comma: bool,
    ) -> None:  # fmt: skip
        self.start = start
        self.end = end
        self.fields = fields
        self.before_close = before_close
        self.open = open_
        self.trailing_comma = trailing_comma


TypeExpr: TypeAlias = TypeName | TypeLiteral | TypeUnion | TypeApply | TypeFunction | TypeRecord
