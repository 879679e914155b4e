"""The syntax tree of HCL's native syntax: bodies, blocks, attributes and expressions.

Nodes keep two offsets instead of a span, because a parser makes very many of them.  The
tree says what was written and nothing about what it means: a dialect decides whether a
block type exists and what a name refers to.
"""

from __future__ import annotations

from decimal import Decimal

Number = int | Decimal


class Node:
    """Anything with a place."""

    __slots__ = ("end", "start")

    start: int
    end: int


class Literal(Node):
    """A number, a string without template sequences, ``true``, ``false`` or ``null``."""

    __slots__ = ("value",)

    def __init__(self, value: Number | str | bool | None, start: int, end: int) -> None:
        self.value = value
        self.start = start
        self.end = end


class Template(Node):
    """A template with sequences; it always yields a string.

    A template of one literal is that ``Literal``, and ``"${x}"`` is ``Parentheses`` around
    ``x``, because it yields the value of ``x`` itself.
    """

    __slots__ = ("parts",)

    def __init__(self, parts: list[Expression], start: int, end: int) -> None:
        self.parts = parts
        self.start = start
        self.end = end


class TemplateJoin(Node):
    """``%{for}`` in a template: the tuple's elements as text, one after the other."""

    __slots__ = ("tuple",)

    def __init__(self, tuple_: For, start: int, end: int) -> None:
        self.tuple = tuple_
        self.start = start
        self.end = end


class Step(Node):
    """One static step of a traversal: ``.name``, ``.0``, ``["key"]`` or ``[3]``."""

    __slots__ = ("key", "style")

    def __init__(self, key: str | Number, style: str, start: int, end: int) -> None:
        self.key = key
        # "attribute" (.name), "legacy" (.0) or "index" ([…]); how it was written.
        self.style = style
        self.start = start
        self.end = end


class Traversal(Node):
    """A root name and the steps directly after it; a bare variable has none."""

    __slots__ = ("root", "steps")

    def __init__(self, root: str, steps: list[Step], start: int, end: int) -> None:
        self.root = root
        self.steps = steps
        self.start = start
        self.end = end


class RelativeTraversal(Node):
    """Static steps after any other expression."""

    __slots__ = ("source", "steps")

    def __init__(self, source: Expression, steps: list[Step], start: int, end: int) -> None:
        self.source = source
        self.steps = steps
        self.start = start
        self.end = end


class Index(Node):
    """``collection[key]`` with a computed key."""

    __slots__ = ("collection", "key")

    def __init__(self, collection: Expression, key: Expression, start: int, end: int) -> None:
        self.collection = collection
        self.key = key
        self.start = start
        self.end = end


class SplatItem(Node):
    """The element that a splat's trailing steps are applied to."""

    __slots__ = ()

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end


class Splat(Node):
    """``source[*]…`` or ``source.*…``; ``each`` is written over ``item``."""

    __slots__ = ("each", "full", "item", "source")

    def __init__(
        self,
        source: Expression,
        item: SplatItem,
        each: Expression,
        full: bool,
        start: int,
        end: int,
    ) -> None:
        self.source = source
        self.item = item
        self.each = each
        self.full = full
        self.start = start
        self.end = end


class Binary(Node):
    """``left op right``."""

    __slots__ = ("left", "operator", "right")

    def __init__(self, operator: str, left: Expression, right: Expression) -> None:
        self.operator = operator
        self.left = left
        self.right = right
        self.start = left.start
        self.end = right.end


class Unary(Node):
    """``-operand`` or ``!operand``."""

    __slots__ = ("operand", "operator")

    def __init__(self, operator: str, operand: Expression, start: int) -> None:
        self.operator = operator
        self.operand = operand
        self.start = start
        self.end = operand.end


class Conditional(Node):
    """``test ? yes : no``, or ``%{if}`` in a template (then ``directive``)."""

    __slots__ = ("directive", "no", "test", "yes")

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
        "group",
        "guard",
        "key",
        "key_name",
        "key_place",
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


class Call(Node):
    """``name(argument, …)``; ``expand`` when the last argument ends in ``...``."""

    __slots__ = ("arguments", "expand", "name", "name_end")

    def __init__(
        self,
        name: str,
        arguments: list[Expression],
        expand: bool,
        start: int,
        name_end: int,
        end: int,
    ) -> None:
        self.name = name
        self.arguments = arguments
        self.expand = expand
        self.start = start
        self.name_end = name_end
        self.end = end


class Item:
    """One entry of an object constructor."""

    __slots__ = ("bare", "key", "value")

    def __init__(self, key: Expression, value: Expression, bare: bool) -> None:
        # A key written as a single word is that word; ``(word)`` is the variable.
        self.key = key
        self.value = value
        self.bare = bare


class Object(Node):
    """``{ key = value, … }``."""

    __slots__ = ("items",)

    def __init__(self, items: list[Item], start: int, end: int) -> None:
        self.items = items
        self.start = start
        self.end = end


class Tuple(Node):
    """``[element, …]``."""

    __slots__ = ("elements",)

    def __init__(self, elements: list[Expression], start: int, end: int) -> None:
        self.elements = elements
        self.start = start
        self.end = end


class Parentheses(Node):
    """``( inner )`` or ``"${ inner }"``: transparent, but never a bare word."""

    __slots__ = ("inner",)

    def __init__(self, inner: Expression, start: int, end: int) -> None:
        self.inner = inner
        self.start = start
        self.end = end


class Missing(Node):
    """Where an expression should be and none could be read; the reader has said so."""

    __slots__ = ()

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end


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


class Attribute(Node):
    """``name = value``."""

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: Expression, start: int, end: int) -> None:
        self.name = name
        self.value = value
        self.start = start
        self.end = end

    @property
    def name_end(self) -> int:
        """Where the name ends; it starts where the attribute does."""
        return self.start + len(self.name)


class Label(Node):
    """A block label, quoted or bare."""

    __slots__ = ("quoted", "text")

    def __init__(self, text: str, quoted: bool, start: int, end: int) -> None:
        self.text = text
        self.quoted = quoted
        self.start = start
        self.end = end


class Block(Node):
    """``type labels… { body }``."""

    __slots__ = ("body", "brace", "labels", "type")

    def __init__(
        self,
        type_: str,
        labels: list[Label],
        body: Body,
        brace: int,
        start: int,
        end: int,
    ) -> None:
        self.type = type_
        self.labels = labels
        self.body = body
        # Where the opening brace stands; the closing one is the last character.
        self.brace = brace
        self.start = start
        self.end = end


class Body(Node):
    """Attributes and blocks in the order they were written."""

    __slots__ = ("items",)

    def __init__(self, items: list[Attribute | Block], start: int, end: int) -> None:
        self.items = items
        self.start = start
        self.end = end

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
