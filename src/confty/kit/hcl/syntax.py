"""The syntax tree of HCL's native syntax: bodies, blocks, attributes and expressions.

Nodes keep two offsets instead of a span, because a parser makes very many of them.  The
tree says what was written and nothing about what it means: a dialect decides whether a
block type exists and what a name refers to.
"""

from __future__ import annotations

from decimal import Decimal

from confty.records import Record

Number = int | Decimal


class Node:
    """Anything with a place, which each kind holds itself: a constructor takes it last."""

    __slots__ = ()

    start: int
    end: int


class Literal(Node, metaclass=Record):
    """A number, a string without template sequences, ``true``, ``false`` or ``null``."""

    value: Number | str | bool | None
    start: int
    end: int


class Template(Node, metaclass=Record):
    """A template with sequences; it always yields a string.

    A template of one literal is that ``Literal``, and ``"${x}"`` is ``Parentheses`` around
    ``x``, because it yields the value of ``x`` itself.
    """

    parts: list[Expression]
    start: int
    end: int


class TemplateJoin(Node, metaclass=Record):
    """``%{for}`` in a template: the tuple's elements as text, one after the other."""

    tuple: For
    start: int
    end: int


class TraversalStep(Node, metaclass=Record):
    """One static step of a traversal: ``.name``, ``.0``, ``["key"]`` or ``[3]``."""

    key: str | Number
    # "attribute" (.name), "legacy" (.0) or "index" ([…]); how it was written.
    style: str
    start: int
    end: int


class Traversal(Node, metaclass=Record):
    """A root name and the steps directly after it; a bare variable has none."""

    root: str
    steps: list[TraversalStep]
    start: int
    end: int


class RelativeTraversal(Node, metaclass=Record):
    """Static steps after any other expression."""

    source: Expression
    steps: list[TraversalStep]
    start: int
    end: int


class Index(Node, metaclass=Record):
    """``collection[key]`` with a computed key."""

    collection: Expression
    key: Expression
    start: int
    end: int


class SplatItem(Node, metaclass=Record):
    """The element that a splat's trailing steps are applied to."""

    start: int
    end: int


class Splat(Node, metaclass=Record):
    """``source[*]…`` or ``source.*…``; ``each`` is written over ``item``."""

    source: Expression
    item: SplatItem
    each: Expression
    full: bool
    start: int
    end: int


class Binary(Node):
    """``left op right``."""

    __slots__ = ("end", "left", "operator", "right", "start")

    def __init__(self, operator: str, left: Expression, right: Expression) -> None:
        self.operator = operator
        self.left = left
        self.right = right
        self.start = left.start
        self.end = right.end


class Unary(Node):
    """``-operand`` or ``!operand``."""

    __slots__ = ("end", "operand", "operator", "start")

    def __init__(self, operator: str, operand: Expression, start: int) -> None:
        self.operator = operator
        self.operand = operand
        self.start = start
        self.end = operand.end


class Conditional(Node):
    """``test ? yes : no``, or ``%{if}`` in a template (then ``directive``)."""

    __slots__ = ("directive", "end", "no", "start", "test", "yes")

    def __init__(
        self,
        test: Expression,
        yes: Expression,
        no: Expression,
        start: int,
        end: int,
        *,
        directive: bool = False,
    ) -> None:
        self.test = test
        self.yes = yes
        self.no = no
        self.directive = directive
        self.start = start
        self.end = end


class For(Node):
    """``[for k, v in c : value if guard]`` or the object form, which has ``key``."""

    __slots__ = (
        "collection",
        "end",
        "group",
        "guard",
        "key",
        "key_name",
        "key_place",
        "start",
        "value",
        "value_name",
        "value_place",
    )

    def __init__(self, start: int) -> None:
        self.key_name: str | None = None
        self.key_place: tuple[int, int] = (start, start)
        self.value_name = ""
        self.value_place: tuple[int, int] = (start, start)
        self.collection: Expression = Missing(start, start)
        self.key: Expression | None = None
        self.value: Expression = Missing(start, start)
        self.guard: Expression | None = None
        self.group = False
        self.start = start
        self.end = start


class Call(Node, metaclass=Record):
    """``name(argument, …)``; ``expand`` when the last argument ends in ``...``."""

    name: str
    arguments: list[Expression]
    expand: bool
    start: int
    name_end: int
    end: int


class Item(metaclass=Record):
    """One entry of an object constructor."""

    # A key written as a single word is that word; ``(word)`` is the variable.
    key: Expression
    value: Expression
    bare: bool


class Object(Node, metaclass=Record):
    """``{ key = value, … }``."""

    items: list[Item]
    start: int
    end: int


class Tuple(Node, metaclass=Record):
    """``[element, …]``."""

    elements: list[Expression]
    start: int
    end: int


class Parentheses(Node, metaclass=Record):
    """``( inner )`` or ``"${ inner }"``: transparent, but never a bare word."""

    inner: Expression
    start: int
    end: int


class Missing(Node, metaclass=Record):
    """Where an expression should be and none could be read; the reader has said so."""

    start: int
    end: int


Expression = (
    Literal
    | Template
    | TemplateJoin
    | Traversal
    | RelativeTraversal
    | Index
    | SplatItem
    | Splat
    | Binary
    | Unary
    | Conditional
    | For
    | Call
    | Object
    | Tuple
    | Parentheses
    | Missing
)


class Attribute(Node, metaclass=Record):
    """``name = value``."""

    name: str
    value: Expression
    start: int
    end: int

    @property
    def name_end(self) -> int:
        """Where the name ends; it starts where the attribute does."""
        return self.start + len(self.name)


class Label(Node, metaclass=Record):
    """A block label, quoted or bare."""

    text: str
    quoted: bool
    start: int
    end: int


class Block(Node, metaclass=Record):
    """``type labels… { body }``."""

    type: str
    labels: list[Label]
    body: Body
    # Where the opening brace stands; the closing one is the last character.
    brace: int
    start: int
    end: int


class Body(Node, metaclass=Record):
    """Attributes and blocks in the order they were written."""

    items: list[Attribute | Block]
    start: int
    end: int

    @property
    def attributes(self) -> dict[str, Attribute]:
        """The attributes by name."""
        return {item.name: item for item in self.items if isinstance(item, Attribute)}

    @property
    def blocks(self) -> list[Block]:
        """The blocks in source order."""
        return [item for item in self.items if isinstance(item, Block)]


def unwrapped(node: Expression) -> Expression:
    """Look through parentheses."""
    while isinstance(node, Parentheses):
        node = node.inner
    return node


def literal_text(node: Expression) -> str | None:
    """The string of a literal without template sequences, else None."""
    node = unwrapped(node)
    if isinstance(node, Literal) and isinstance(node.value, str):
        return node.value
    return None
