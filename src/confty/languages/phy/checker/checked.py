"""The checked tree: every node knows its type, and nothing is left to infer.

Reading a location and injecting a value into a union are nodes of their own, so that whoever
runs the tree never asks what a place wanted.  A node's ``place`` says whether it names a
location: 0 is a plain value, 1 a location that may not be written, 2 one that may.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, assert_never

from confty.languages.phy.library import Builtin
from confty.languages.phy.parser import Node
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

Scalar: TypeAlias = bool | int | float


class _Node:
    """What all expressions have: a type, a stretch of the text, and whether it is a location."""

    __slots__ = ("end", "start", "type")

    type: Type
    start: int
    end: int
    place: int = VALUE


class Number(_Node):
    """An int, a float or a bool."""

    __slots__ = ("value",)

    def __init__(self, type_: Type, start: int, end: int, value: Scalar) -> None:
        self.type, self.start, self.end = type_, start, end
        self.value = value


class Text(_Node):
    """A sequence of chars."""

    __slots__ = ("text",)

    def __init__(self, type_: Type, start: int, end: int, text: bytes) -> None:
        self.type, self.start, self.end = type_, start, end
        self.text = text


class ProcedureName(_Node):
    """A procedure by its name."""

    __slots__ = ("procedure",)

    def __init__(self, type_: Type, start: int, end: int, procedure: Procedure) -> None:
        self.type, self.start, self.end = type_, start, end
        self.procedure = procedure


class VariableName(_Node):
    """A variable by its name."""

    __slots__ = ("place", "variable")

    def __init__(self, type_: Type, start: int, end: int, variable: Variable, place: int) -> None:
        self.type, self.start, self.end = type_, start, end
        self.variable, self.place = variable, place


class Read(_Node):
    """What a location holds."""

    __slots__ = ("location",)

    def __init__(self, type_: Type, start: int, end: int, location: Typed) -> None:
        self.type, self.start, self.end = type_, start, end
        self.location = location


class Inject(_Node):
    """A member's value as one of its union."""

    __slots__ = ("value",)

    def __init__(self, type_: Type, start: int, end: int, value: Typed) -> None:
        self.type, self.start, self.end = type_, start, end
        self.value = value


class As(_Node):
    """A value, taken for one of a type that it fits."""

    __slots__ = ("value",)

    def __init__(self, type_: Type, start: int, end: int, value: Typed) -> None:
        self.type, self.start, self.end = type_, start, end
        self.value = value


class Exprs(_Node):
    """Expressions in order; the last one decides what it is."""

    __slots__ = ("expressions", "place")

    def __init__(
        self, type_: Type, start: int, end: int, expressions: tuple[Typed, ...], place: int
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.expressions, self.place = expressions, place


class If(_Node):
    """One of two values."""

    __slots__ = ("body", "condition", "other")

    def __init__(
        self, type_: Type, start: int, end: int, condition: Typed, body: Typed, other: Typed
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.condition, self.body, self.other = condition, body, other


class Logic(_Node):
    """Both, or one of them; the second operand only if it matters."""

    __slots__ = ("left", "right", "word")

    def __init__(
        self,
        type_: Type,
        start: int,
        end: int,
        word: Literal["and", "or"],
        left: Typed,
        right: Typed,
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.word: Literal["and", "or"] = word
        self.left, self.right = left, right


class While(_Node):
    """A loop; an endless one does not look at its condition."""

    __slots__ = ("body", "condition", "endless")

    def __init__(
        self, type_: Type, start: int, end: int, condition: Typed, body: Typed, endless: bool
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.condition, self.body, self.endless = condition, body, endless


class Return(_Node):
    """Leaving the procedure."""

    __slots__ = ("value",)

    def __init__(self, type_: Type, start: int, end: int, value: Typed) -> None:
        self.type, self.start, self.end = type_, start, end
        self.value = value


class Unreachable(_Node):
    """The end of the program."""

    __slots__ = ()

    def __init__(self, type_: Type, start: int, end: int) -> None:
        self.type, self.start, self.end = type_, start, end


class Rule:
    """What a match does with a member of the union: it gets a name in the body."""

    __slots__ = ("body", "variable")

    def __init__(self, variable: Variable, body: Typed) -> None:
        self.variable, self.body = variable, body


class Match(_Node):
    """The rule for the member that a union holds."""

    __slots__ = ("rules", "union")

    def __init__(
        self, type_: Type, start: int, end: int, union: Typed, rules: tuple[Rule, ...]
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.union, self.rules = union, rules


class Assign(_Node):
    """A value stored in a location."""

    __slots__ = ("target", "value")

    def __init__(self, type_: Type, start: int, end: int, target: Typed, value: Typed) -> None:
        self.type, self.start, self.end = type_, start, end
        self.target, self.value = target, value


class Declare(_Node):
    """A new local with its first value."""

    __slots__ = ("value", "variable")

    def __init__(
        self, type_: Type, start: int, end: int, variable: Variable, value: Typed
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.variable, self.value = variable, value


class MakeTuple(_Node):
    """A tuple of its members; without any, unit."""

    __slots__ = ("members",)

    def __init__(self, type_: Type, start: int, end: int, members: tuple[Typed, ...]) -> None:
        self.type, self.start, self.end = type_, start, end
        self.members = members


class MakeRecord(_Node):
    """A record; fields are computed as written and kept sorted."""

    __slots__ = ("members", "names")

    def __init__(
        self, type_: Type, start: int, end: int, names: tuple[str, ...], members: tuple[Typed, ...]
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.names, self.members = names, members


class MakeList(_Node):
    """A sequence or an array."""

    __slots__ = ("elements",)

    def __init__(self, type_: Type, start: int, end: int, elements: tuple[Typed, ...]) -> None:
        self.type, self.start, self.end = type_, start, end
        self.elements = elements


class Field(_Node):
    """A part of a tuple or a record, by its position."""

    __slots__ = ("base", "place", "position")

    def __init__(
        self, type_: Type, start: int, end: int, base: Typed, position: int, place: int
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.base, self.position, self.place = base, position, place


class At(_Node):
    """An element by its index."""

    __slots__ = ("base", "index", "place")

    def __init__(
        self, type_: Type, start: int, end: int, base: Typed, index: Typed, place: int
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.base, self.index, self.place = base, index, place


class Call(_Node):
    """A call of a procedure."""

    __slots__ = ("arguments", "callee")

    def __init__(
        self, type_: Type, start: int, end: int, callee: Typed, arguments: tuple[Typed, ...]
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.callee, self.arguments = callee, arguments


class BuiltinCall(_Node):
    """A call of a built-in."""

    __slots__ = ("builtin", "operands")

    def __init__(
        self, type_: Type, start: int, end: int, builtin: Builtin, operands: tuple[Typed, ...]
    ) -> None:
        self.type, self.start, self.end = type_, start, end
        self.builtin, self.operands = builtin, operands


class Broken(_Node):
    """What stands for something already reported."""

    __slots__ = ("inside",)

    def __init__(self, type_: Type, start: int, end: int, inside: tuple[Typed, ...] = ()) -> None:
        self.type, self.start, self.end = type_, start, end
        self.inside = inside


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
