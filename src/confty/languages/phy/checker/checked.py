"""The checked tree: every node knows its type, and nothing is left to infer.

Reading a location and injecting a value into a union are nodes of their own, so that whoever
runs the tree never asks what a place wanted.  A node's ``place`` says whether it names a
location: 0 is a plain value, 1 a location that may not be written, 2 one that may.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, assert_never

from confty.languages.phy.library import Builtin
from confty.languages.phy.parser import Node
from confty.records import Record
from confty.text import Source
from confty.types import Function, Type

VALUE: Final = 0
FIXED: Final = 1
MUTABLE: Final = 2


# What names stand for.


class Variable(metaclass=Record):
    """A local, a parameter or what a rule of ``Match`` binds."""

    kind: VariableKind
    name: str
    type: Type
    start: int
    end: int


VariableKind: TypeAlias = Literal["local", "parameter", "binder"]


class Procedure:
    """A declared procedure, or the nameless one that a lone expression is."""

    __slots__ = (
        "body", "end", "name", "named", "parameters", "result", "result_place", "size", "start",
        "type",
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
        # The procedures that its body names.
        self.named: set[Procedure] = set()
        # How many forms the body has; deep calls of big procedures need more stack.
        self.size = 0


class Alias(metaclass=Record):
    """A name for a type."""

    name: str
    type: Type
    start: int
    end: int


Entity: TypeAlias = Variable | Procedure | Alias | Builtin


# Expressions.

Scalar: TypeAlias = bool | int | float


class _Node(metaclass=Record):
    """What all expressions have: a type, a stretch of the text, and whether it is a location."""

    type: Type
    start: int
    end: int
    place = VALUE


class Number(_Node, metaclass=Record):
    """An int, a float or a bool."""

    value: Scalar


class Text(_Node, metaclass=Record):
    """A sequence of chars."""

    text: bytes


class ProcedureName(_Node, metaclass=Record):
    """A procedure by its name."""

    procedure: Procedure


class VariableName(_Node, metaclass=Record):
    """A variable by its name."""

    variable: Variable
    place: int


class Read(_Node, metaclass=Record):
    """What a location holds."""

    location: Typed


class Inject(_Node, metaclass=Record):
    """A member's value as one of its union."""

    value: Typed


class As(_Node, metaclass=Record):
    """A value, taken for one of a type that it fits."""

    value: Typed


class Exprs(_Node, metaclass=Record):
    """Expressions in order; the last one decides what it is."""

    expressions: tuple[Typed, ...]
    place: int


class If(_Node, metaclass=Record):
    """One of two values."""

    condition: Typed
    body: Typed
    other: Typed


class Logic(_Node, metaclass=Record):
    """Both, or one of them; the second operand only if it matters."""

    word: Literal["and", "or"]
    left: Typed
    right: Typed


class While(_Node, metaclass=Record):
    """A loop; an endless one does not look at its condition."""

    condition: Typed
    body: Typed
    endless: bool


class Return(_Node, metaclass=Record):
    """Leaving the procedure."""

    value: Typed


class Unreachable(_Node, metaclass=Record):
    """The end of the program."""


class Rule(metaclass=Record):
    """What a match does with a member of the union: it gets a name in the body."""

    variable: Variable
    body: Typed


class Match(_Node, metaclass=Record):
    """The rule for the member that a union holds."""

    union: Typed
    rules: tuple[Rule, ...]


class Assign(_Node, metaclass=Record):
    """A value stored in a location."""

    target: Typed
    value: Typed


class Declare(_Node, metaclass=Record):
    """A new local with its first value."""

    variable: Variable
    value: Typed


class MakeTuple(_Node, metaclass=Record):
    """A tuple of its members; without any, unit."""

    members: tuple[Typed, ...]


class MakeRecord(_Node, metaclass=Record):
    """A record; fields are computed as written and kept sorted."""

    names: tuple[str, ...]
    members: tuple[Typed, ...]


class MakeList(_Node, metaclass=Record):
    """A sequence or an array."""

    elements: tuple[Typed, ...]


class Field(_Node, metaclass=Record):
    """A part of a tuple or a record, by its position."""

    base: Typed
    position: int
    place: int


class At(_Node, metaclass=Record):
    """An element by its index."""

    base: Typed
    index: Typed
    place: int


class Call(_Node, metaclass=Record):
    """A call of a procedure."""

    callee: Typed
    arguments: tuple[Typed, ...]


class BuiltinCall(_Node, metaclass=Record):
    """A call of a built-in."""

    builtin: Builtin
    operands: tuple[Typed, ...]


class Broken(_Node, metaclass=Record):
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


class Use(metaclass=Record):
    """A name that stands for something declared elsewhere."""

    start: int
    end: int
    entity: Variable | Procedure | Alias


class Checked:
    """A checked file.  ``entry`` is what runs; without a procedure there is nothing to run."""

    __slots__ = (
        "aliases", "dialect", "entry", "fragments", "procedures", "source", "top", "types", "uses",
    )  # fmt: skip

    def __init__(self, source: Source) -> None:
        self.source = source
        self.procedures: list[Procedure] = []
        self.aliases: list[Alias] = []
        self.entry: Procedure | None = None
        self.uses: list[Use] = []
        # Type expressions with their places, for questions about them.
        self.types: list[tuple[int, int, Type]] = []
        # For editors: the syntax, and what was checked of declarations that are not whole.
        self.top: Node | None = None
        self.dialect = ""
        self.fragments: list[Typed] = []
