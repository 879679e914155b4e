"""What all nodes have in common, literals, and parts of expressions; read ``syntax.py`` first."""

from __future__ import annotations

from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal, TypeAlias

Form: TypeAlias = (
    "Literal['double', 'single', 'verbatim-double', 'verbatim-single', 'block', 'chomped-block']"
)
Visibility: TypeAlias = "Literal[':', '::', ':::']"
#: Which fields of a node hold nodes, in the order of the text.
_NO_PARTS: tuple[str, ...] = ()


class Node(metaclass=Record):
    """A stretch of the text."""

    start: int
    end: int
    parts = _NO_PARTS

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.start}, {self.end})"


class Expression(Node):
    """What has a value; here are the literals, ``syntax`` has the others."""

    __slots__ = ()


class Identifier(Node, metaclass=Record):
    """A word that names something: a field, a bind, a parameter, an argument."""

    name: str


class Scalar(Expression):
    """A value that is written out: ``Null``, ``Boolean``, ``Number`` or ``String``."""

    __slots__ = ()


class Null(Scalar):
    """``null``."""

    __slots__ = ()


class Boolean(Scalar, metaclass=Record):
    """``true`` or ``false``."""

    value: bool


class Number(Scalar, metaclass=Record):
    """A number; ``text`` is how it is written."""

    text: str
    value: float


class String(Scalar, metaclass=Record):
    """A string in any of its forms; ``value`` is what it means."""

    value: str
    form: Form


class Parameter(Node, metaclass=Record):
    """``name`` or ``name=default``."""

    name: Identifier
    default: Expression | None
    parts = ("name", "default")


class Argument(Node, metaclass=Record):
    """``value`` or ``name=value``."""

    name: Identifier | None
    value: Expression
    parts = ("name", "value")


class Bind(Node, metaclass=Record):
    """``name = value`` or ``name(parameters) = value``."""

    name: Identifier
    parameters: list[Parameter] | None
    value: Expression
    parts = ("name", "parameters", "value")


class For(Node, metaclass=Record):
    """``for name in source``."""

    name: Identifier
    source: Expression
    parts = ("name", "source")


class Filter(Node, metaclass=Record):
    """``if test`` in a comprehension."""

    test: Expression
    parts = ("test",)


class Field(Node):
    """``key: value``; ``key`` is an ``Identifier``, a ``String``, or what is in ``[ ]``."""

    __slots__ = ("computed", "key", "parameters", "plus", "value", "visibility")
    parts = ("key", "parameters", "value")

    def __init__(  # noqa: PLR0913, PLR0917  a node is what is written, and made in one place
        self,
        start: int,
        end: int,
        key: Identifier | Expression,
        computed: bool,
        parameters: list[Parameter] | None,
        plus: bool,
        visibility: Visibility,
        value: Expression,
    ) -> None:
        self.start = start
        self.end = end
        self.key = key
        self.computed = computed
        self.parameters = parameters
        self.plus = plus
        self.visibility = visibility
        self.value = value


class ObjectLocal(Node, metaclass=Record):
    """``local bind`` in an object."""

    bind: Bind
    parts = ("bind",)


class ObjectAssert(Node, metaclass=Record):
    """``assert test : message`` in an object."""

    test: Expression
    message: Expression | None
    parts = ("test", "message")


def children(node: Node) -> Iterator[Node]:
    """Yield the direct parts of a node, in the order of the text."""
    for name in node.parts:
        part: Node | list[Node] | None = getattr(node, name)
        if part is None:
            continue
        if isinstance(part, list):
            yield from part
        else:
            yield part


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, parents first."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        if not current.parts:
            continue
        # As ``children`` does, written out: whole libraries are walked.
        below: list[Node] = []
        for name in current.parts:
            part: Node | list[Node] | None = getattr(current, name)
            if isinstance(part, list):
                below += part
            elif part is not None:
                below.append(part)
        below.reverse()
        pending += below
