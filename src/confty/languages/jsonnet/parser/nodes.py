"""What all nodes have in common, literals, and parts of expressions; read ``syntax.py`` first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

Form: TypeAlias = Literal[
    "double", "single", "verbatim-double", "verbatim-single", "block", "chomped-block"
]
Visibility: TypeAlias = Literal[":", "::", ":::"]


class Node:
    """A stretch of the text."""

    __slots__ = ("end", "start")
    parts: ClassVar[tuple[str, ...]] = ()

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.start}, {self.end})"


class Expression(Node):
    """What has a value; here are the literals, ``syntax`` has the others."""

    __slots__ = ()


class Identifier(Node):
    """A word that names something: a field, a bind, a parameter, an argument."""

    __slots__ = ("name",)

    def __init__(self, start: int, end: int, name: str) -> None:
        self.start = start
        self.end = end
        self.name = name


class Scalar(Expression):
    """A value that is written out: ``Null``, ``Boolean``, ``Number`` or ``String``."""

    __slots__ = ()


class Null(Scalar):
    """``null``."""

    __slots__ = ()


class Boolean(Scalar):
    """``true`` or ``false``."""

    __slots__ = ("value",)

    def __init__(self, start: int, end: int, value: bool) -> None:
        self.start = start
        self.end = end
        self.value = value


class Number(Scalar):
    """A number; ``text`` is how it is written."""

    __slots__ = ("text", "value")

    def __init__(self, start: int, end: int, text: str, value: float) -> None:
        self.start = start
        self.end = end
        self.text = text
        self.value = value


class String(Scalar):
    """A string in any of its forms; ``value`` is what it means."""

    __slots__ = ("form", "value")

    def __init__(self, start: int, end: int, value: str, form: Form) -> None:
        self.start = start
        self.end = end
        self.value = value
        self.form = form


class Parameter(Node):
    """``name`` or ``name=default``."""

    __slots__ = ("default", "name")
    parts = ("name", "default")

    def __init__(self, start: int, end: int, name: Identifier, default: Expression | None) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.default = default


class Argument(Node):
    """``value`` or ``name=value``."""

    __slots__ = ("name", "value")
    parts = ("name", "value")

    def __init__(self, start: int, end: int, name: Identifier | None, value: Expression) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.value = value


class Bind(Node):
    """``name = value`` or ``name(parameters) = value``."""

    __slots__ = ("name", "parameters", "value")
    parts = ("name", "parameters", "value")

    def __init__(
        self,
        start: int,
        end: int,
        name: Identifier,
        parameters: list[Parameter] | None,
        value: Expression,
    ) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.parameters = parameters
        self.value = value


class For(Node):
    """``for name in source``."""

    __slots__ = ("name", "source")
    parts = ("name", "source")

    def __init__(self, start: int, end: int, name: Identifier, source: Expression) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.source = source


class Filter(Node):
    """``if test`` in a comprehension."""

    __slots__ = ("test",)
    parts = ("test",)

    def __init__(self, start: int, end: int, test: Expression) -> None:
        self.start = start
        self.end = end
        self.test = test


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


class ObjectLocal(Node):
    """``local bind`` in an object."""

    __slots__ = ("bind",)
    parts = ("bind",)

    def __init__(self, start: int, end: int, bind: Bind) -> None:
        self.start = start
        self.end = end
        self.bind = bind


class ObjectAssert(Node):
    """``assert test : message`` in an object."""

    __slots__ = ("message", "test")
    parts = ("test", "message")

    def __init__(self, start: int, end: int, test: Expression, message: Expression | None) -> None:
        self.start = start
        self.end = end
        self.test = test
        self.message = message


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
