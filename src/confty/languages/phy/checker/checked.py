"""The checked tree: every node knows its type, and nothing is left to infer.

Reading a location and injecting a value into a union are nodes of their own, so that whoever
runs the tree never asks what a place wanted.  A node's ``place`` says whether it names a
location: 0 is a plain value, 1 a location that may not be written, 2 one that may.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, assert_never

from confty.languages.phy.builtins import Builtin
from confty.text import Source
from confty.types import Function, Type

VALUE: Final = 0
FIXED: Final = 1
MUTABLE: Final = 2


# What names stand for.


class Variable:
    """A local, a parameter or what a rule of ``Match`` binds."""

    __slots__ = ("end", "kind", "name", "start", "type")

    def __init__(self, kind: VariableKind, name: str, type_: Type, start: int, end: int) -> None:
        self.kind: VariableKind = kind
        self.name = name
        self.type = type_
        self.start = start
        self.end = end


VariableKind: TypeAlias = Literal["local", "parameter", "binder"]


class Procedure:
    """A declared procedure, or the nameless one that a lone expression is."""

    __slots__ = (
        "body", "end", "name", "parameters", "result", "result_place", "size", "start", "type",
    )  # fmt: skip

    def __init__(self, name: str | None, type_: Function, start: int, end: int) -> None:
        self.name = name
        self.type = type_
        self.result = type_.result
        self.start = start
        self.end = end
        # Where the result type is written, for messages about what is returned.
        self.result_place = (start, end)
        self.parameters: tuple[Variable, ...] = ()
        self.body: Typed | None = None
        # How many forms the body has; deep calls of big procedures need more stack.
        self.size = 0


class Alias:
    """A name for a type."""

    __slots__ = ("end", "name", "start", "type")

    def __init__(self, name: str, type_: Type, start: int, end: int) -> None:
        self.name = name
        self.type = type_
        self.start = start
        self.end = end


Entity: TypeAlias = Variable | Procedure | Alias | Builtin


# Expressions.


@dataclass(slots=True, eq=False)
class _Node:
    """What all expressions have: a type, a stretch of the text, and whether it is a location."""

    type: Type
    start: int
    end: int
    place: int = field(default=VALUE, kw_only=True)


@dataclass(slots=True, eq=False)
class Number(_Node):
    """An int, a float or a bool."""

    value: int | float


@dataclass(slots=True, eq=False)
class Text(_Node):
    """A sequence of chars."""

    text: bytes


@dataclass(slots=True, eq=False)
class ProcedureName(_Node):
    """A procedure by its name."""

    procedure: Procedure


@dataclass(slots=True, eq=False)
class VariableName(_Node):
    """A variable by its name."""

    variable: Variable


@dataclass(slots=True, eq=False)
class Read(_Node):
    """What a location holds."""

    location: Typed


@dataclass(slots=True, eq=False)
class Inject(_Node):
    """A member's value as one of its union."""

    value: Typed


@dataclass(slots=True, eq=False)
class As(_Node):
    """A value, taken for one of a type that it fits."""

    value: Typed


@dataclass(slots=True, eq=False)
class Exprs(_Node):
    """Expressions in order; the last one decides what it is."""

    expressions: tuple[Typed, ...]


@dataclass(slots=True, eq=False)
class If(_Node):
    """One of two values."""

    condition: Typed
    body: Typed
    other: Typed


@dataclass(slots=True, eq=False)
class Logic(_Node):
    """Both, or one of them; the second operand only if it matters."""

    word: Literal["and", "or"]
    left: Typed
    right: Typed


@dataclass(slots=True, eq=False)
class While(_Node):
    """A loop; an endless one does not look at its condition."""

    condition: Typed
    body: Typed
    endless: bool


@dataclass(slots=True, eq=False)
class Return(_Node):
    """Leaving the procedure."""

    value: Typed


@dataclass(slots=True, eq=False)
class Unreachable(_Node):
    """The end of the program."""


@dataclass(slots=True, eq=False)
class Rule:
    """What a match does with a member of the union: it gets a name in the body."""

    variable: Variable
    body: Typed


@dataclass(slots=True, eq=False)
class Match(_Node):
    """The rule for the member that a union holds."""

    union: Typed
    rules: tuple[Rule, ...]


@dataclass(slots=True, eq=False)
class Assign(_Node):
    """A value stored in a location."""

    target: Typed
    value: Typed


@dataclass(slots=True, eq=False)
class Declare(_Node):
    """A new local with its first value."""

    variable: Variable
    value: Typed


@dataclass(slots=True, eq=False)
class MakeTuple(_Node):
    """A tuple of its members; without any, unit."""

    members: tuple[Typed, ...]


@dataclass(slots=True, eq=False)
class MakeRecord(_Node):
    """A record; fields are computed as written and kept sorted."""

    names: tuple[str, ...]
    members: tuple[Typed, ...]


@dataclass(slots=True, eq=False)
class MakeList(_Node):
    """A sequence or an array."""

    elements: tuple[Typed, ...]


@dataclass(slots=True, eq=False)
class Field(_Node):
    """A part of a tuple or a record, by its position."""

    base: Typed
    position: int


@dataclass(slots=True, eq=False)
class At(_Node):
    """An element by its index."""

    base: Typed
    index: Typed


@dataclass(slots=True, eq=False)
class Call(_Node):
    """A call of a procedure."""

    callee: Typed
    arguments: tuple[Typed, ...]


@dataclass(slots=True, eq=False)
class BuiltinCall(_Node):
    """A call of a built-in."""

    builtin: Builtin
    operands: tuple[Typed, ...]


@dataclass(slots=True, eq=False)
class Broken(_Node):
    """What stands for something already reported."""

    inside: tuple[Typed, ...] = ()


Typed: TypeAlias = (
    Number | Text | ProcedureName | VariableName | Read | Inject | As | Exprs | If | Logic | While
    | Return | Unreachable | Match | Assign | Declare | MakeTuple | MakeRecord | MakeList | Field
    | At | Call | BuiltinCall | Broken
)  # fmt: skip


def parts(node: Typed) -> tuple[Typed, ...]:
    """Return the expressions inside another one, in the order of their evaluation."""
    match node:
        case VariableName() | Number() | ProcedureName() | Text() | Unreachable():
            return ()
        case Read():
            return (node.location,)
        case BuiltinCall():
            return node.operands
        case Exprs():
            return node.expressions
        case Inject() | As() | Return() | Declare():
            return (node.value,)
        case Call():
            return (node.callee, *node.arguments)
        case If():
            return (node.condition, node.body, node.other)
        case Logic():
            return (node.left, node.right)
        case While():
            return (node.condition, node.body)
        case Assign():
            return (node.target, node.value)
        case MakeTuple() | MakeRecord():
            return node.members
        case MakeList():
            return node.elements
        case Field():
            return (node.base,)
        case At():
            return (node.base, node.index)
        case Match():
            return (node.union, *[rule.body for rule in node.rules])
        case Broken():
            return node.inside
        case _:
            assert_never(node)


class Use:
    """A name that stands for something declared elsewhere."""

    __slots__ = ("end", "entity", "start")

    def __init__(self, start: int, end: int, entity: Variable | Procedure | Alias) -> None:
        self.start = start
        self.end = end
        self.entity = entity


class Checked:
    """A checked file.  ``entry`` is what runs; without a procedure there is nothing to run."""

    __slots__ = ("aliases", "entry", "procedures", "source", "types", "uses")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.procedures: list[Procedure] = []
        self.aliases: list[Alias] = []
        self.entry: Procedure | None = None
        self.uses: list[Use] = []
        # Type expressions with their places, for questions about them.
        self.types: list[tuple[int, int, Type]] = []
