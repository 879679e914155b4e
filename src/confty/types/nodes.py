"""The kinds of types, for all five systems at once.

A node is plain data: slots, no behaviour, identity equality.  ``build`` is the only caller of
the constructors here and interns what it makes, so ``a is b`` says that two types are equal.
What a type *means* for a language (which conversions exist, how a union is read) is not in
the node but in the ``Rules`` each operation is given.
"""

from __future__ import annotations

from confty.generics import Protocol, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TypeAlias

# What can be found anywhere inside a type (not behind a Ref); tested before walking into it.
HAS_UNION: Final = 1
HAS_EVENTUAL: Final = 2
HAS_REF: Final = 4
HAS_VAR: Final = 8
HAS_DYNAMIC: Final = 16
HAS_WRITTEN: Final = 32  # a union that keeps its members as written
HAS_ORIGIN: Final = 64  # an object or a function that remembers how it was made

_DEEPEST_SHOWN: Final = 6
_NOT_SHOWN: Final = ("by_name", "origin", "plain", "pending", "target", "written")
# What an object that is worked out later has no answer for until then.
_LATER: Final = ("by_name", "fields", "flags", "plain", "rest")

# Python values a literal type may stand for.
Constant: TypeAlias = bool | int | float | str | None


class TypeNode:
    """The shared part: how deep the type nests, what is inside it, and when it was made."""

    __slots__ = ("__weakref__", "depth", "flags", "serial")

    def __init__(self, depth: int, flags: int) -> None:
        self.depth: Final = depth
        self.flags: Final = flags
        self.serial = 0

    def __repr__(self) -> str:
        # For people who debug; users see what ``show`` spells.
        if self.depth > _DEEPEST_SHOWN:
            return f"<{type(self).__name__} …>"
        own = [getattr(self, name) for name in self.__slots__ if name not in _NOT_SHOWN]
        return f"<{' '.join([type(self).__name__, *map(repr, own)])}>"


@final
class Dynamic(TypeNode):
    """Nothing is known: any value, to be trusted or checked as the language likes."""

    __slots__ = ()


@final
class Never(TypeNode):
    """No value at all: the type of what does not return, of an empty collection's elements."""

    __slots__ = ()


@final
class Atom(TypeNode):
    """A type without parts, known by its name: null, bool, int, string, asset and so on."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__(1, 0)
        self.name: Final = name


@final
class Literal(TypeNode):
    """One value of a base type: ``true``, ``"a"``, ``3``."""

    __slots__ = ("base", "value")

    def __init__(self, base: Atom, value: Constant) -> None:
        super().__init__(1, 0)
        self.base: Final = base
        self.value: Final = value


@final
class Enum(TypeNode):
    """A named choice among values of a base type."""

    __slots__ = ("base", "members", "token")

    def __init__(self, token: str, base: Atom, members: tuple[Constant, ...]) -> None:
        super().__init__(1, 0)
        self.token: Final = token
        self.base: Final = base
        self.members: Final = members


@final
class ListOf(TypeNode):
    """A sequence of one element type; ``length`` is None when any length will do."""

    __slots__ = ("element", "length")

    def __init__(self, element: Type, length: int | None) -> None:
        super().__init__(element.depth + 1, element.flags)
        self.element: Final = element
        self.length: Final = length


@final
class SetOf(TypeNode):
    """A collection without order and duplicates."""

    __slots__ = ("element",)

    def __init__(self, element: Type) -> None:
        super().__init__(element.depth + 1, element.flags)
        self.element: Final = element


@final
class MapOf(TypeNode):
    """A dictionary: any keys of one type, all values of one type."""

    __slots__ = ("key", "value")

    def __init__(self, key: Type, value: Type) -> None:
        super().__init__(max(key.depth, value.depth) + 1, key.flags | value.flags)
        self.key: Final = key
        self.value: Final = value


@final
class Tuple(TypeNode):
    """A fixed number of elements, each with its own type; without elements it is unit."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[Type, ...]) -> None:
        super().__init__(*measure(elements))
        self.elements: Final = elements


class Field:
    """One known field of an object.  Not a type, but interned like one by its object.

    ``marks`` are a language's own notes (how the field merges, say): they tell two objects apart,
    and no relation asks for them.
    """

    __slots__ = ("hidden", "marks", "name", "optional", "type")

    def __init__(
        self, name: str, type_: Type, *, optional: bool, hidden: bool, marks: int = 0
    ) -> None:
        self.name: Final = name
        self.type: Final = type_
        self.optional: Final = optional
        self.hidden: Final = hidden
        self.marks: Final = marks

    def __repr__(self) -> str:
        return f"Field({self.name}{'?' if self.optional else ''}: {self.type!r})"


@final
class LateField(Field):
    """A field whose type is found when somebody first asks for it."""

    __slots__ = ("_find",)

    def __init__(self, name: str, find: Callable[[], Type], *, hidden: bool, marks: int) -> None:
        self.name, self.optional = name, False  # type: ignore[misc]  # all but the type
        self.hidden, self.marks = hidden, marks  # type: ignore[misc]  # the same
        self._find: Final = find

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            # Reached as long as the type is not there.
            if name != "type":
                raise AttributeError(name)
            self.type = self._find()
            return self.type


@final
class Object(TypeNode):
    """Known fields, sorted by name; ``rest`` types the unknown ones, None means there are none.

    ``origin`` is a language's own memory of how the object is made, from which it may read more
    than the fields say; ``plain`` is the same type without it.  One that has a memory may have its
    fields worked out when somebody first asks for them: ``pending`` knows how.
    """

    __slots__ = ("by_name", "fields", "origin", "pending", "plain", "rest")

    def __init__(
        self,
        fields: tuple[Field, ...],
        rest: Type | None,
        origin: object = None,
        plain: Object | None = None,
    ) -> None:
        if plain is None:
            inside = [field.type for field in fields]
            if rest is not None:
                inside.append(rest)
            super().__init__(*measure(tuple(inside)))
        else:
            super().__init__(plain.depth, plain.flags | HAS_ORIGIN)
        self.fields: Final = fields
        self.rest: Final = rest
        self.by_name: Final[dict[str, Field]] = (
            {field.name: field for field in fields} if plain is None else plain.by_name
        )
        self.origin: Final = origin
        self.pending: Pending | None = None
        self.plain: Final = plain

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            # Reached for what is not there, so whatever is there is read at full speed.
            pending = self.pending if name in _LATER else None
            if pending is None:
                raise AttributeError(name)
            plain = pending.plain()
            self.fields, self.rest, self.by_name = plain.fields, plain.rest, plain.by_name
            self.flags, self.plain = plain.flags | HAS_ORIGIN, plain
            self.pending = None
            return getattr(self, name)


class Pending(Protocol):
    """How to find the fields of an object that nobody has asked for."""

    def plain(self) -> Object:
        """Return the object, without a memory of how it was made."""


@final
class Parameter:
    """One parameter of a function; a name of None, or one starting with ``$``, is unutterable."""

    __slots__ = ("name", "optional", "type")

    def __init__(self, name: str | None, type_: Type, *, optional: bool) -> None:
        self.name: Final = name
        self.type: Final = type_
        self.optional: Final = optional

    @property
    def utterable(self) -> bool:
        """Whether a caller can name this parameter."""
        return self.name is not None and not self.name.startswith("$")

    def __repr__(self) -> str:
        return f"Parameter({self.name}{'?' if self.optional else ''}: {self.type!r})"


@final
class Function(TypeNode):
    """A function; ``parameters`` is None when not even their number is known.

    ``rest`` is the type of any further positional arguments, None when there may be none.
    ``origin`` and ``plain`` are as in ``Object``.
    """

    __slots__ = ("origin", "parameters", "plain", "rest", "result")

    def __init__(
        self,
        parameters: tuple[Parameter, ...] | None,
        result: Type,
        rest: Type | None,
        origin: object = None,
        plain: Function | None = None,
    ) -> None:
        if plain is None:
            inside = [result]
            if parameters is not None:
                inside.extend([parameter.type for parameter in parameters])
            if rest is not None:
                inside.append(rest)
            super().__init__(*measure(tuple(inside)))
        else:
            super().__init__(plain.depth, plain.flags | HAS_ORIGIN)
        self.parameters: Final = parameters
        self.result: Final = result
        self.rest: Final = rest
        self.origin: Final = origin
        self.plain: Final = plain


@final
class Eventual(TypeNode):
    """A value that arrives later.  Rank 1 is a promise, 2 an output; lower flows into higher."""

    __slots__ = ("inner", "rank")

    def __init__(self, rank: int, inner: Type) -> None:
        super().__init__(inner.depth + 1, inner.flags | HAS_EVENTUAL)
        self.rank: Final = rank
        self.inner: Final = inner


@final
class Union(TypeNode):
    """One of several types.

    The usual union is flat, free of duplicates and known by the *set* of its members.  A
    ``written`` one keeps members, order and nesting as the author wrote them.
    """

    __slots__ = ("members", "written")

    def __init__(self, members: tuple[Type, ...], *, written: bool) -> None:
        depth, flags = measure(members)
        super().__init__(depth, flags | HAS_UNION | (HAS_WRITTEN if written else 0))
        self.members: Final = members
        self.written: Final = written


@final
class Ref(TypeNode):
    """A named type, looked up through ``target``: the way types become recursive.

    ``settled`` once nothing that it may be is a name that waits for its meaning.
    """

    __slots__ = ("name", "settled", "target")

    def __init__(self, name: str) -> None:
        super().__init__(1, HAS_REF)
        self.name: Final = name
        self.target: Type | None = None
        self.settled = False


@final
class Var(TypeNode):
    """A type variable of a generic signature; it is solved before anything else is asked."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__(1, HAS_VAR)
        self.name: Final = name


Type: TypeAlias = (
    Dynamic
    | Never
    | Atom
    | Literal
    | Enum
    | ListOf
    | SetOf
    | MapOf
    | Tuple
    | Object
    | Function
    | Eventual
    | Union
    | Ref
    | Var
)


def measure(inside: tuple[Type, ...]) -> tuple[int, int]:
    """Return the depth and the flags of a type with these parts."""
    depth = 0
    flags = 0
    for part in inside:
        depth = max(depth, part.depth)
        flags |= part.flags
    return depth + 1, flags
