"""The syntax tree: what is written, sugar and all.

How to walk it. Every node is a plain slotted object with ``start`` and ``end``, offsets into the
text, and the attributes its docstring names. ``Expression`` is what has a value, and every class
of it but the literals stands here; they and the parts of expressions are in ``nodes.py``.
Dispatch on ``type(node)`` through a table, or with ``match`` where speed does not matter.
``children(node)`` yields the direct parts of any node in the order of the text, and
``walk(node)`` a node with all that is below it, without recursion. Nothing is desugared: ``a !=
b``, ``o { }``, ``local f(x) = …``, ``{ f(x): … }``, ``k in super`` and parentheses stand as they
were typed. A place where an expression is missing holds ``Missing``, so that every tree is
complete.
"""

from __future__ import annotations

from typing import TypeAlias

from confty.languages.jsonnet.lexer import Refusal, Tokens
from confty.languages.jsonnet.parser.nodes import (
    Argument,
    Bind,
    Boolean,
    Expression,
    Field,
    Filter,
    For,
    Form,
    Identifier,
    Node,
    Null,
    Number,
    ObjectAssert,
    ObjectLocal,
    Parameter,
    Scalar,
    String,
    children,
    walk,
)
from confty.text import Source

__all__ = [
    "Argument",
    "Array",
    "ArrayComprehension",
    "Assert",
    "Binary",
    "Bind",
    "Boolean",
    "Call",
    "Clause",
    "Dollar",
    "Dot",
    "Error",
    "Expression",
    "Extend",
    "Field",
    "Filter",
    "For",
    "Form",
    "Function",
    "Identifier",
    "If",
    "Import",
    "InSuper",
    "Index",
    "Local",
    "Member",
    "Missing",
    "Name",
    "Node",
    "Null",
    "Number",
    "Object",
    "ObjectAssert",
    "ObjectComprehension",
    "ObjectLocal",
    "Parameter",
    "Parens",
    "Scalar",
    "Self",
    "Slice",
    "String",
    "SuperField",
    "SuperIndex",
    "Syntax",
    "Unary",
    "children",
    "computed_key",
    "fixed_name",
    "library_name",
    "mentions",
    "stripped",
    "walk",
]


class Missing(Expression):
    """Stands where an expression should be and is not; the parser has said so."""

    __slots__ = ()


class Self(Expression):
    """``self``."""

    __slots__ = ()


class Dollar(Expression):
    """``$``, the outermost object."""

    __slots__ = ()


class Name(Expression):
    """A variable."""

    __slots__ = ("name",)

    def __init__(self, start: int, end: int, name: str) -> None:
        self.start = start
        self.end = end
        self.name = name


class SuperField(Expression):
    """``super.name``."""

    __slots__ = ("field",)
    parts = ("field",)

    def __init__(self, start: int, end: int, field: Identifier) -> None:
        self.start = start
        self.end = end
        self.field = field


class SuperIndex(Expression):
    """``super[index]``."""

    __slots__ = ("index",)
    parts = ("index",)

    def __init__(self, start: int, end: int, index: Expression) -> None:
        self.start = start
        self.end = end
        self.index = index


class InSuper(Expression):
    """``key in super``."""

    __slots__ = ("key",)
    parts = ("key",)

    def __init__(self, start: int, end: int, key: Expression) -> None:
        self.start = start
        self.end = end
        self.key = key


class Parens(Expression):
    """``(inner)``; kept, because a formatter needs it."""

    __slots__ = ("inner",)
    parts = ("inner",)

    def __init__(self, start: int, end: int, inner: Expression) -> None:
        self.start = start
        self.end = end
        self.inner = inner


class Array(Expression):
    """``[a, b]``."""

    __slots__ = ("elements",)
    parts = ("elements",)

    def __init__(self, start: int, end: int, elements: list[Expression]) -> None:
        self.start = start
        self.end = end
        self.elements = elements


class ArrayComprehension(Expression):
    """``[element for …]``; the first clause is always a ``For``."""

    __slots__ = ("clauses", "element")
    parts = ("element", "clauses")

    def __init__(self, start: int, end: int, element: Expression, clauses: list[Clause]) -> None:
        self.start = start
        self.end = end
        self.element = element
        self.clauses = clauses


class Object(Expression):
    """``{ members }``."""

    __slots__ = ("members",)
    parts = ("members",)

    def __init__(self, start: int, end: int, members: list[Member]) -> None:
        self.start = start
        self.end = end
        self.members = members


class ObjectComprehension(Expression):
    """``{ locals, [key]: value, locals for … }``; ``field`` is the one field."""

    __slots__ = ("clauses", "field", "members")
    parts = ("members", "clauses")

    def __init__(
        self, start: int, end: int, members: list[Member], field: Field, clauses: list[Clause]
    ) -> None:
        self.start = start
        self.end = end
        self.members = members
        self.field = field
        self.clauses = clauses


class Dot(Expression):
    """``target.field``."""

    __slots__ = ("field", "target")
    parts = ("target", "field")

    def __init__(self, start: int, end: int, target: Expression, field: Identifier) -> None:
        self.start = start
        self.end = end
        self.target = target
        self.field = field


class Index(Expression):
    """``target[index]``."""

    __slots__ = ("index", "target")
    parts = ("target", "index")

    def __init__(self, start: int, end: int, target: Expression, index: Expression) -> None:
        self.start = start
        self.end = end
        self.target = target
        self.index = index


class Slice(Expression):
    """``target[first:last:step]``; each part may be absent."""

    __slots__ = ("first", "last", "step", "target")
    parts = ("target", "first", "last", "step")

    def __init__(
        self,
        start: int,
        end: int,
        target: Expression,
        first: Expression | None,
        last: Expression | None,
        step: Expression | None,
    ) -> None:
        self.start = start
        self.end = end
        self.target = target
        self.first = first
        self.last = last
        self.step = step


class Call(Expression):
    """``callee(arguments)``; ``tailstrict`` is the offset of that word or -1."""

    __slots__ = ("arguments", "callee", "tailstrict")
    parts = ("callee", "arguments")

    def __init__(
        self, start: int, end: int, callee: Expression, arguments: list[Argument], tailstrict: int
    ) -> None:
        self.start = start
        self.end = end
        self.callee = callee
        self.arguments = arguments
        self.tailstrict = tailstrict


class Extend(Expression):
    """``target { … }``, which means ``target + { … }``."""

    __slots__ = ("body", "target")
    parts = ("target", "body")

    def __init__(
        self, start: int, end: int, target: Expression, body: Object | ObjectComprehension
    ) -> None:
        self.start = start
        self.end = end
        self.target = target
        self.body = body


class Unary(Expression):
    """``+ - ! ~`` before an operand."""

    __slots__ = ("operand", "operator")
    parts = ("operand",)

    def __init__(self, start: int, end: int, operator: str, operand: Expression) -> None:
        self.start = start
        self.end = end
        self.operator = operator
        self.operand = operand


class Binary(Expression):
    """An infix operator, ``in`` among them; ``at`` is where the operator stands."""

    __slots__ = ("at", "left", "operator", "right")
    parts = ("left", "right")

    def __init__(
        self, start: int, end: int, operator: str, at: int, left: Expression, right: Expression
    ) -> None:
        self.start = start
        self.end = end
        self.operator = operator
        self.at = at
        self.left = left
        self.right = right


class If(Expression):
    """``if test then yes else no``; ``no`` may be absent and is then null."""

    __slots__ = ("no", "test", "yes")
    parts = ("test", "yes", "no")

    def __init__(
        self, start: int, end: int, test: Expression, yes: Expression, no: Expression | None
    ) -> None:
        self.start = start
        self.end = end
        self.test = test
        self.yes = yes
        self.no = no


class Function(Expression):
    """``function(parameters) body``."""

    __slots__ = ("body", "parameters")
    parts = ("parameters", "body")

    def __init__(
        self, start: int, end: int, parameters: list[Parameter], body: Expression
    ) -> None:
        self.start = start
        self.end = end
        self.parameters = parameters
        self.body = body


class Local(Expression):
    """``local binds; body``."""

    __slots__ = ("binds", "body")
    parts = ("binds", "body")

    def __init__(self, start: int, end: int, binds: list[Bind], body: Expression) -> None:
        self.start = start
        self.end = end
        self.binds = binds
        self.body = body


class Assert(Expression):
    """``assert test : message; body``."""

    __slots__ = ("body", "message", "test")
    parts = ("test", "message", "body")

    def __init__(
        self, start: int, end: int, test: Expression, message: Expression | None, body: Expression
    ) -> None:
        self.start = start
        self.end = end
        self.test = test
        self.message = message
        self.body = body


class Error(Expression):
    """``error message``."""

    __slots__ = ("message",)
    parts = ("message",)

    def __init__(self, start: int, end: int, message: Expression) -> None:
        self.start = start
        self.end = end
        self.message = message


class Import(Expression):
    """``import``, ``importstr`` or ``importbin``, the ``word``, and a literal path."""

    __slots__ = ("path", "word")
    parts = ("path",)

    def __init__(self, start: int, end: int, word: str, path: String) -> None:
        self.start = start
        self.end = end
        self.word = word
        self.path = path


def stripped(node: Expression) -> Expression:
    """What stands inside parentheses, if any."""
    while isinstance(node, Parens):
        node = node.inner
    return node


def mentions(node: Expression, name: str) -> bool:
    """Whether an expression speaks of a field, by a text or behind a dot."""
    return any(
        (isinstance(part, String) and part.value == name)
        or (isinstance(part, Dot) and part.field.name == name)
        for part in walk(node)
    )


def tells_kind(test: Expression, name: str) -> bool:
    """Whether a field of what a name stands for is compared, as in ``panel.type == 'row'``."""
    return any(
        isinstance(side, Dot) and isinstance(side.target, Name) and side.target.name == name
        for part in walk(test)
        if isinstance(part, Binary) and part.operator in {"==", "!="}
        for side in (stripped(part.left), stripped(part.right))
    )


def words(node: Node) -> frozenset[str]:
    """The names and fields that a place speaks of, but for the library's."""
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, Name):
            found.add(part.name)
        elif isinstance(part, Dot | SuperField) and library_name(part) is None:
            found.add(part.field.name)
    return frozenset(found - {"std"})


def library_name(node: Expression) -> str | None:
    """The name in ``std.name``; whether ``std`` is the library, scopes know."""
    if isinstance(node, Dot) and isinstance(node.target, Name) and node.target.name == "std":
        return node.field.name
    return None


def fixed_name(field: Field) -> str:
    """The name of a field that is not computed."""
    key = field.key
    if isinstance(key, Identifier):
        return key.name
    assert isinstance(key, String)
    return key.value


def computed_key(field: Field) -> Expression:
    """What gives the name of a computed field."""
    assert isinstance(field.key, Expression)
    return field.key


Clause: TypeAlias = For | Filter
Member: TypeAlias = Field | ObjectLocal | ObjectAssert


class Syntax:
    """A parsed file: its tokens, its one expression, and where the reference would stop."""

    __slots__ = ("body", "refusal", "source", "tokens")

    def __init__(
        self, source: Source, tokens: Tokens, body: Expression, refusal: Refusal | None
    ) -> None:
        self.source = source
        self.tokens = tokens
        self.body = body
        self.refusal = refusal
