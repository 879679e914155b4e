"""Names and objects in scope, and what is known about them.

A variable's type is worked out when it is first needed, in the surroundings it was written in, so
that the order of binds and fields does not matter.  While it is being worked out it is ``any``.
"""

from __future__ import annotations

from confty import types
from confty.kit import checking
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY
from confty.records import NamedTuple, Record
from confty.text import Diagnostic, Note, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Final, Literal, TypeAlias

Role: TypeAlias = "Literal['local', 'parameter', 'loop', 'self', 'std']"


class ArgumentPlace(NamedTuple):
    """Where a call gives a parameter its value."""

    span: Span
    # The parameter of the function around that is handed on under its own name.
    outer: Variable | None
    # Whether the call gives another parameter what is called as this one.
    crossed: bool
    # Where the value is written, if that is known.
    notes: tuple[Note, ...]

    def stands(self, texts: Mapping[str, str]) -> bool:
        """Whether the call is in the texts of a program: others may have called it before."""
        source = self.span.source
        return texts.get(source.name) == source.text


class Variable:
    """One name, or one object's ``self``."""

    __slots__ = (
        "annotated",
        "busy",
        "close",
        "given",
        "method",
        "name",
        "parameters",
        "pending",
        "role",
        "said",
        "text",
        "touches",
        "type",
        "used",
        "value",
    )

    def __init__(
        self, name: syntax.Identifier, role: Role, type_: types.Type | None = None
    ) -> None:
        self.name = name
        self.role: Role = role
        self.type = type_
        # How to find the type, and the type to use meanwhile.
        self.pending: Callable[[], types.Type] | None = None
        self.busy: types.Type | None = None
        self.used = False
        # The expression it stands for, where it stands for one.
        self.value: syntax.Expression | None = None
        # Whether that expression is the body of a function, and the function's parameters.
        self.method = False
        self.parameters: list[syntax.Parameter] = []
        # Where its type is written, where somebody wrote it.
        self.annotated: Span | None = None
        # Whether it belongs to a closer look, and is found there.
        self.close = False
        # The text it stands for, of an argument that is a whole file.
        self.text: str | None = None
        # Where calls give it its value, of a parameter of a closer look.
        self.given: tuple[ArgumentPlace, ...] = ()
        # What is wrong with the argument it stands for, said where it is used.
        self.said: tuple[Diagnostic, ...] = ()
        # The objects whose self the value reads.
        self.touches: frozenset[ObjectScope] = frozenset()


class Scope(checking.Scope[Variable]):
    """The names of one construct, inside those of another."""

    __slots__ = ()


class UnfinishedField:
    """One field of an object while its type is being found."""

    __slots__ = ("busy", "field", "late", "type")

    def __init__(self, field: syntax.Field) -> None:
        self.field = field
        self.type: types.Type | None = None
        self.busy = False
        self.late = False


# What stands to the left of a literal, or how to find that when somebody asks.
Above: TypeAlias = "types.Object | Callable[[], types.Object | None] | None"


class ObjectScope:
    """One object literal: what ``self``, ``super`` and ``$`` mean inside it."""

    __slots__ = (
        "_above", "close", "infer", "instance", "itself", "outer", "own", "place", "slots",
    )  # fmt: skip

    def __init__(self, outer: ObjectScope | None, above: Above, at: syntax.Identifier) -> None:
        self.outer = outer
        self._above = above
        self.itself = Variable(at, "self", ANY)
        self.slots: dict[str, UnfinishedField] = {}
        self.infer: Callable[[UnfinishedField], types.Type] | None = None
        # In a closer look: what the layers make together, and which of them this literal is.
        self.instance: object = None
        self.close = False
        self.place = 0
        # The literal's own type, once all fields are known.
        self.own: types.Type | None = None

    @property
    def above(self) -> types.Object | None:
        """The type of what stands to the left of the literal, None where it is not known."""
        above = self._above
        if above is None or isinstance(above, types.Object):
            return above
        self._above = found = above()
        return found

    def root(self) -> ObjectScope:
        """Return the outermost object, which is what ``$`` means."""
        frame = self
        while frame.outer is not None:
            frame = frame.outer
        return frame


class Doubt(metaclass=Record):
    """A condition that is neither known to hold nor to fail, inside of others.

    Each is linked to the one around it: a long chain of conditions has as many as it is long.
    """

    outer: Final[Doubt | None]
    test: Final[syntax.Expression]

    def __iter__(self) -> Iterator[syntax.Expression]:
        doubt: Doubt | None = self
        while doubt is not None:
            yield doubt.test
            doubt = doubt.outer


class Standpoint(metaclass=Record):
    """Where something was written: names, the object around it, and what was proved there."""

    scope: Scope
    frame: ObjectScope | None
    narrowed: dict[Variable, types.Type]
    # The conditions around that are neither known to hold nor to fail.
    unsure: Doubt | None = None
