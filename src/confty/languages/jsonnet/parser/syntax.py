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
from confty.records import Record
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

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


class Name(Expression, metaclass=Record):
    """A variable."""

    name: str


class SuperField(Expression, metaclass=Record):
    """``super.name``."""

    field: Identifier
    parts = ("field",)


class SuperIndex(Expression, metaclass=Record):
    """``super[index]``."""

    index: Expression
    parts = ("index",)


class InSuper(Expression, metaclass=Record):
    """``key in super``."""

    key: Expression
    parts = ("key",)


class Parens(Expression, metaclass=Record):
    """``(inner)``; kept, because a formatter needs it."""

    inner: Expression
    parts = ("inner",)


class Array(Expression, metaclass=Record):
    """``[a, b]``."""

    elements: list[Expression]
    parts = ("elements",)


class ArrayComprehension(Expression, metaclass=Record):
    """``[element for …]``; the first clause is always a ``For``."""

    element: Expression
    clauses: list[Clause]
    parts = ("element", "clauses")


class Object(Expression, metaclass=Record):
    """``{ members }``."""

    members: list[Member]
    parts = ("members",)


class ObjectComprehension(Expression, metaclass=Record):
    """``{ locals, [key]: value, locals for … }``; ``field`` is the one field."""

    members: list[Member]
    field: Field
    clauses: list[Clause]
    parts = ("members", "clauses")


class Dot(Expression, metaclass=Record):
    """``target.field``."""

    target: Expression
    field: Identifier
    parts = ("target", "field")


class Index(Expression, metaclass=Record):
    """``target[index]``."""

    target: Expression
    index: Expression
    parts = ("target", "index")


class Slice(Expression, metaclass=Record):
    """``target[first:last:step]``; each part may be absent."""

    target: Expression
    first: Expression | None
    last: Expression | None
    step: Expression | None
    parts = ("target", "first", "last", "step")


class Call(Expression, metaclass=Record):
    """``callee(arguments)``; ``tailstrict`` is the offset of that word or -1."""

    callee: Expression
    arguments: list[Argument]
    tailstrict: int
    parts = ("callee", "arguments")


class Extend(Expression, metaclass=Record):
    """``target { … }``, which means ``target + { … }``."""

    target: Expression
    body: Object | ObjectComprehension
    parts = ("target", "body")


class Unary(Expression, metaclass=Record):
    """``+ - ! ~`` before an operand."""

    operator: str
    operand: Expression
    parts = ("operand",)


class Binary(Expression, metaclass=Record):
    """An infix operator, ``in`` among them; ``at`` is where the operator stands."""

    operator: str
    at: int
    left: Expression
    right: Expression
    parts = ("left", "right")


class If(Expression, metaclass=Record):
    """``if test then yes else no``; ``no`` may be absent and is then null."""

    test: Expression
    yes: Expression
    no: Expression | None
    parts = ("test", "yes", "no")


class Function(Expression, metaclass=Record):
    """``function(parameters) body``."""

    parameters: list[Parameter]
    body: Expression
    parts = ("parameters", "body")


class Local(Expression, metaclass=Record):
    """``local binds; body``."""

    binds: list[Bind]
    body: Expression
    parts = ("binds", "body")


class Assert(Expression, metaclass=Record):
    """``assert test : message; body``."""

    test: Expression
    message: Expression | None
    body: Expression
    parts = ("test", "message", "body")


class Error(Expression, metaclass=Record):
    """``error message``."""

    message: Expression
    parts = ("message",)


class Import(Expression, metaclass=Record):
    """``import``, ``importstr`` or ``importbin``, the ``word``, and a literal path."""

    word: str
    path: String
    parts = ("path",)


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


class Syntax(metaclass=Record):
    """A parsed file: its tokens, its one expression, and where the reference would stop."""

    source: Source
    tokens: Tokens
    body: Expression
    refusal: Refusal | None
