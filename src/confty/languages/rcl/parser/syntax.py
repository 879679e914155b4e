"""The tree as it was written, with the comments and blank lines that the formatter keeps.

One tree serves the formatter and the checker.  Runs of operators, calls and statements are flat
lists and not nested pairs, so that a long run costs no Python stack anywhere.  Offsets are code
points; ``start`` and ``end`` of an expression include the parentheses around it.
"""

from __future__ import annotations

from confty.languages.rcl.numbers import Number
from confty.languages.rcl.parser.typesyntax import Name as Name  # noqa: PLC0414  one vocabulary
from confty.languages.rcl.parser.typesyntax import Node as Node  # noqa: PLC0414  one vocabulary
from confty.languages.rcl.parser.typesyntax import Noncode as Noncode  # noqa: PLC0414  one vocabulary
from confty.languages.rcl.parser.typesyntax import TypeExpr as TypeExpr  # noqa: PLC0414  one vocabulary
from confty.languages.rcl.parser.typesyntax import TypeName as TypeName  # noqa: PLC0414  one vocabulary
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias


class Literal(Node, metaclass=Record):
    """``null``, ``true`` or ``false``."""

    value: bool | None


class NumberLiteral(Node, metaclass=Record):
    """A number as written; ``value`` is None when it does not fit."""

    value: Number
    text: str


class StringLiteral(Node, metaclass=Record):
    """A string without holes; ``parts`` is empty when nothing in it is special."""

    value: str
    parts: tuple[Part, ...]
    quote: str


class Text(Node, metaclass=Record):
    """Characters of a string; a line break can only be the first of them."""

    text: str


class Escape(Node, metaclass=Record):
    """An escape sequence and the character it stands for."""

    text: str
    value: str


class Hole(Node, metaclass=Record):
    """A hole of a format string, braces included."""

    body: Expr


class FormatString(Node, metaclass=Record):
    """A string with holes; ``pieces`` alternates constant texts and holes, indentation removed."""

    parts: tuple[Part, ...]
    pieces: tuple[str | Hole, ...]
    quote: str


class Parens(Node, metaclass=Record):
    """``(e)``."""

    body: Expr


class Block(Node):
    """Statements and the expression they are for; its place is that of the expression."""

    __slots__ = ("before_body", "body", "statements")

    def __init__(
        self, statements: tuple[tuple[Noncode, Statement], ...], before_body: Noncode, body: Expr
    ) -> None:
        self.start = body.start
        self.end = body.end
        self.statements = statements
        self.before_body = before_body
        self.body = body


class Let(Node, metaclass=Record):
    """``let name: T = value;``."""

    name: Name
    annotation: TypeExpr | None
    value: Expr


class TypeAliasStatement(Node, metaclass=Record):
    """``type Name = T;`` or ``type Name[A, B] = T;``, ours."""

    name: Name
    parameters: tuple[Name, ...]
    target: TypeExpr


class Assert(Node, metaclass=Record):
    """``assert condition: message;``."""

    condition: Expr
    message: Expr


class Trace(Node, metaclass=Record):
    """``trace message;``."""

    message: Expr


class If(Node, metaclass=Record):
    """``if condition: yes else: no``."""

    condition: Expr
    yes: Expr
    no: Expr


class Import(Node, metaclass=Record):
    """``import path``."""

    path: Expr


class Function(Node):
    """``(a, b) => body``; ``noncode`` stands before each parameter and before the ``)``."""

    __slots__ = ("body", "noncode", "parameters", "trailing_comma")

    def __init__(
        self, start: int, end: int, parameters: tuple[Name, ...], noncode: tuple[Noncode, ...],
        body: Expr, *, trailing_comma: bool,
    ) -> None:  # fmt: skip
        self.start = start
        self.end = end
        self.parameters = parameters
        self.noncode = noncode
        self.body = body
        self.trailing_comma = trailing_comma


class Unary(Node):
    """One or more of ``not`` and ``-`` before an operand, outermost first."""

    __slots__ = ("operand", "operators", "places")

    def __init__(
        self, end: int, operators: tuple[str, ...], places: tuple[int, ...], operand: Expr
    ) -> None:
        self.start = places[0]
        self.end = end
        self.operators = operators
        self.places = places
        self.operand = operand


class Binary(Node):
    """``a + b + c``: one operator, two or more operands, grouped from the left."""

    __slots__ = ("operands", "operator", "places")

    def __init__(self, operator: str, operands: tuple[Expr, ...], places: tuple[int, ...]) -> None:
        self.start = operands[0].start
        self.end = operands[-1].end
        self.operator = operator
        self.operands = operands
        self.places = places


class Field(Node, metaclass=Record):
    """``.name`` in a chain."""

    name: Name


class Call(Node):
    """``(a, b)`` in a chain."""

    __slots__ = ("arguments", "before_close", "trailing_comma")

    def __init__(
        self, start: int, end: int, arguments: tuple[Expr, ...], before_close: Noncode,
        *, trailing_comma: bool,
    ) -> None:  # fmt: skip
        self.start = start
        self.end = end
        self.arguments = arguments
        self.before_close = before_close
        self.trailing_comma = trailing_comma


class Index(Node, metaclass=Record):
    """``[i]`` in a chain."""

    index: Expr


class Chain(Node):
    """A term followed by fields, calls and indexes."""

    __slots__ = ("base", "links")

    def __init__(self, base: Expr, links: tuple[Link, ...]) -> None:
        self.start = base.start
        self.end = links[-1].end
        self.base = base
        self.links = links


class For(Node):
    """``for a, b in collection:``; its place is that of the variables."""

    __slots__ = ("collection", "keyword", "variables")

    def __init__(self, keyword: int, variables: tuple[Name, ...], collection: Expr) -> None:
        self.start = variables[0].start
        self.end = variables[-1].end
        self.keyword = keyword
        self.variables = variables
        self.collection = collection


class Filter(Node):
    """``if condition:`` inside a collection."""

    __slots__ = ("condition",)

    def __init__(self, start: int, condition: Expr) -> None:
        self.start = start
        self.end = condition.end
        self.condition = condition


class Item(Node):
    """A plain element."""

    __slots__ = ("value",)

    def __init__(self, value: Expr) -> None:
        self.start = value.start
        self.end = value.end
        self.value = value


class Pair(Node):
    """``key: value``, or ``name = value`` when ``mark`` is ``=``; ``at`` is the mark's place."""

    __slots__ = ("at", "key", "mark", "value")

    def __init__(self, key: Expr, mark: str, at: int, value: Expr) -> None:
        self.start = key.start
        self.end = value.end
        self.key = key
        self.mark = mark
        self.at = at
        self.value = value


class Unpack(Node):
    """``..list`` or ``...dict``."""

    __slots__ = ("dots", "value")

    def __init__(self, start: int, dots: str, value: Expr) -> None:
        self.start = start
        self.end = value.end
        self.dots = dots
        self.value = value


class Element(metaclass=Record):
    """What stands between two commas: control items, then what they yield."""

    controls: tuple[tuple[Noncode, Control], ...]
    before_result: Noncode
    result: Result


class Collection(Node):
    """``[...]`` or ``{...}``, told apart by ``bracket``."""

    __slots__ = ("before_close", "bracket", "elements", "trailing_comma")

    def __init__(
        self, start: int, end: int, bracket: str, elements: tuple[Element, ...],
        before_close: Noncode, *, trailing_comma: bool,
    ) -> None:  # fmt: skip
        self.start = start
        self.end = end
        self.bracket = bracket
        self.elements = elements
        self.before_close = before_close
        self.trailing_comma = trailing_comma


class Missing(Node):
    """Where an expression should have been; only in the tree of a text with syntax errors."""

    __slots__ = ()


class Partial(Node):
    """What was read of an expression before a mistake; only in the tree of a broken text.

    It says where things are, and nothing follows from it.
    """

    __slots__ = ("body",)

    def __init__(self, body: Expr) -> None:
        self.start = body.start
        self.end = body.end
        self.body = body


class Document(metaclass=Record):
    """A whole text: its expression, and the comments after it.

    ``lost`` are the stretches that were stepped over after mistakes.
    """

    body: Expr
    suffix: Noncode
    lost: tuple[tuple[int, int], ...] = ()


Part: TypeAlias = Text | Escape | Hole
Link: TypeAlias = Field | Call | Index
Statement: TypeAlias = Let | TypeAliasStatement | Assert | Trace
Control: TypeAlias = Let | TypeAliasStatement | Assert | Trace | For | Filter
Result: TypeAlias = Item | Pair | Unpack
Expr: TypeAlias = (
    Literal | NumberLiteral | StringLiteral | FormatString | Name | Parens | Block | If | Import
    | Function | Unary | Binary | Chain | Collection | Missing | Partial
)  # fmt: skip


def import_path(node: Import) -> str | None:
    """Return the path an import names, when it is a plain string."""
    path: Expr = node.path
    while isinstance(path, (Parens, Block)) and not (isinstance(path, Block) and path.statements):
        path = path.body
    return path.value if isinstance(path, StringLiteral) else None
