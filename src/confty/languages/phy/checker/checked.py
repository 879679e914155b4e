"""The checked tree: every node knows its type, and nothing is left to infer.

Reading a location and injecting a value into a union are nodes of their own, so that whoever
runs the tree never asks what a place wanted.  A node's ``place`` says whether it names a
location: 0 is a plain value, 1 a location that may not be written, 2 one that may.
"""

from __future__ import annotations

from typing import Final

from confty.text import Source
from confty.types import Function, Type

VALUE: Final = 0
FIXED: Final = 1
MUTABLE: Final = 2


class Typed:
    """An expression with its type; ``op`` says which, ``data`` is what only that op needs."""

    __slots__ = ("data", "end", "op", "parts", "place", "start", "type")

    def __init__(
        self,
        op: str,
        type_: Type,
        start: int,
        end: int,
        parts: tuple[Typed, ...] = (),
        data: object = None,
        place: int = VALUE,
    ) -> None:
        self.op = op
        self.type = type_
        self.start = start
        self.end = end
        self.parts = parts
        self.data = data
        self.place = place

    def __repr__(self) -> str:
        return f"<{self.op} {self.start}:{self.end}>"


class Variable:
    """A local, a parameter or what a rule of ``Match`` binds."""

    __slots__ = ("end", "kind", "name", "start", "type")

    def __init__(self, kind: str, name: str, type_: Type, start: int, end: int) -> None:
        self.kind = kind
        self.name = name
        self.type = type_
        self.start = start
        self.end = end


class Procedure:
    """A declared procedure, or the nameless one that a lone expression is."""

    __slots__ = (
        "body",
        "end",
        "name",
        "parameters",
        "result",
        "result_place",
        "size",
        "start",
        "type",
    )

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


class Builtin:
    """A name that is there from the start."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Use:
    """A name that stands for something declared elsewhere."""

    __slots__ = ("end", "entity", "start")

    def __init__(self, start: int, end: int, entity: Variable | Procedure | Alias) -> None:
        self.start = start
        self.end = end
        self.entity = entity


class Checked:
    """A checked file.  ``entry`` is what runs; without a procedure there is nothing to run."""

    __slots__ = ("aliases", "dialect", "entry", "procedures", "source", "types", "uses")

    def __init__(self, source: Source, dialect: str) -> None:
        self.source = source
        self.dialect = dialect
        self.procedures: list[Procedure] = []
        self.aliases: list[Alias] = []
        self.entry: Procedure | None = None
        self.uses: list[Use] = []
        # Type expressions with their places, for questions about them.
        self.types: list[tuple[int, int, Type]] = []
