"""Run-time values: plain Python data wherever Python can tell them apart.

Null, booleans, integers, strings and lists are Python's own.  A dict is a ``dict`` and a set is a
``set`` whose keys are *frozen*: strings, integers, exact numbers and null stand for themselves,
everything else is wrapped in a ``Key`` (Python would take ``True`` for ``1``, and cannot hash a
list).  Neither is kept sorted; whoever iterates sorts, which for a thousand strings costs less
than one call from Python.  So a JSON file is a value as soon as it is read.

A value of any other class has a label.  Only a labelled run meets such values, and it has a set of
operations of its own; to a plain run they do not exist.
"""

from __future__ import annotations

from confty.generics import Protocol, final
from confty.languages.rcl.library.record import LibraryFunction
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.parser.syntax import Function
from confty.languages.rcl.sizes import MOST_PARTS
from confty.records import Record
from confty.types import DYNAMIC
from confty.types import Function as FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Final, TypeAlias

Value: TypeAlias = "Any"
# Bindings, innermost first: name, value, the rest.
Env: TypeAlias = "tuple[str, Value, Env] | None"
# Whether a value fits a type.
Test: TypeAlias = "Callable[[Value], bool]"


@final
class Key:
    """A value that Python cannot use as a key by itself."""

    __slots__ = ("extent", "hashed", "order", "value")

    def __init__(self, value: Value) -> None:
        self.value = value
        tally = _Tally(value)
        self.order = tally.order(value)
        # How many values it is, written out.
        self.extent = tally.counted
        self.hashed = hash(self.order)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.order == other.order

    def __hash__(self) -> int:
        return self.hashed


class DefiningDocument(Protocol):
    """The document of a function, which can evaluate its body."""

    def call(self, function: Lambda, arguments: tuple[Value, ...], depth: int) -> Value:
        """Evaluate the body of a function."""

    def renew(self) -> None:
        """Begin to count steps anew."""


@final
class Lambda:
    """A function of the program.

    ``code`` is what translated programs call: the depth of the evaluation, then the arguments.
    ``open_arity`` is the number of parameters when none of them needs a check, else -1; ``tests``
    are then the checks, in translated programs.
    """

    __slots__ = (
        "arity", "captured", "code", "home", "node", "open_arity", "place", "tests", "type",
    )  # fmt: skip

    def __init__(
        self, code: Callable[..., Value] | None, type_: FunctionType, node: Function,
        home: DefiningDocument | None, place: tuple[int, int, int], captured: Env,
        tests: tuple[Test, ...] = (),
    ) -> None:  # fmt: skip
        self.code = code
        self.tests = tests
        self.type = type_
        self.node = node
        self.home = home
        self.place = place  # document, start and end in bytes
        self.captured = captured
        self.arity = len(type_.parameters or ())
        # Parameters without a type of their own cost nothing at the door.
        checked = any(one.type is not DYNAMIC for one in type_.parameters or ())
        self.open_arity = -1 if checked else self.arity


@final
class Builtin:
    """A function of ``std``; ``body`` may be another one than the library's, bound to a run."""

    __slots__ = ("body", "function")

    def __init__(
        self, function: LibraryFunction, body: Callable[..., Value] | None = None
    ) -> None:
        self.function = function
        self.body = body or function.body

    @property
    def name(self) -> str:
        """The name as messages have it."""
        return f"std.{self.function.name}"


@final
class Method:
    """A method of the library, bound to its receiver; ``place`` is where it was taken."""

    __slots__ = ("body", "function", "kind", "place", "receiver")

    def __init__(
        self, function: LibraryFunction, kind: str, receiver: Value,
        place: tuple[int, int, int] | None = None,
    ) -> None:  # fmt: skip
        self.function = function
        self.body = function.body
        self.kind = kind  # of the receiver, under its labels
        self.receiver = receiver
        self.place = place

    @property
    def name(self) -> str:
        """The name as messages have it."""
        return f"{self.kind}.{self.function.name}"


class Unordered(Exception):
    """A value with a label has no place among others: it cannot be a key."""


class Incomparable(Exception):
    """Two functions cannot be told apart without their environments."""


class Endless(Exception):
    """A value that is small in memory, and has no end when one goes through it part by part."""


KIND_NAMES: Final[dict[type, str]] = {
    type(None): "Null", bool: "Bool", int: "Number", Exact: "Number", str: "String",
    list: "List", set: "Set", dict: "Dict", Lambda: "Function", Builtin: "Function",
    Method: "Function",
}  # fmt: skip
# What has no parts.
_BARE: Final = frozenset({type(None), bool, int, Exact, str})


def kind(value: Value) -> str:
    """Name the kind of a value."""
    return KIND_NAMES.get(value.__class__, "value")


def freeze(value: Value) -> Value:
    """Return what stands for ``value`` as a key."""
    cls = value.__class__
    if cls is str or cls is int or value is None or cls is Exact:
        return value
    if value is True:
        return _TRUE
    if value is False:
        return _FALSE
    return value if cls is Key else Key(value)


def thaw(key: Value) -> Value:
    """Return the value that a key stands for."""
    return key.value if key.__class__ is Key else key


# Values that are counted before one looks whether there is an end to them.
_MANY: Final = 100_000


def order(value: Value) -> tuple[object, ...]:
    """Return something that sorts and compares as the value does; kinds sort first.

    Raises ``Endless`` for a value that shares its parts so often that nobody could keep it.
    """
    cls = value.__class__
    if cls is str:
        return (3, value)
    return (2, value) if cls is int else _Tally(value).order(value)


class _Tally:
    """Makes the order of one value, and counts its parts as often as they stand there."""

    __slots__ = ("counted", "whole")

    def __init__(self, whole: Value) -> None:
        self.whole = whole
        self.counted = 1

    def order(self, value: Value) -> tuple[object, ...]:
        """Return the order of the value or of a part of it."""
        cls = value.__class__
        if cls is str:
            return (3, value)
        if cls is int or cls is Exact:
            return (2, value)
        if value is None:
            return (0,)
        if cls is bool:
            return (1, value)
        if cls is list:
            self._count(len(value))
            return (4, tuple([self.order(one) for one in value]))
        if cls is set:
            return (5, tuple([self._key(one) for one in sorted_keys(value)]))
        if cls is dict:
            self._count(len(value))
            keys = sorted_keys(value)
            return (6, tuple([(self._key(one), self.order(value[one])) for one in keys]))
        if cls is Lambda:
            return (7, self._lambda(value))
        if cls is Builtin:
            return (8, value.name)
        if cls is not Method:
            raise Unordered
        return (9, _place_order(value.place), value.name, self.order(value.receiver))

    def _count(self, parts: int) -> None:
        before, self.counted = self.counted, self.counted + parts
        if before <= _MANY < self.counted and _extent(self.whole, {}) > MOST_PARTS:
            raise Endless

    def _key(self, key: Value) -> tuple[object, ...]:
        if key.__class__ is Key:
            self._count(key.extent)
            made: tuple[object, ...] = key.order
            return made
        self._count(1)
        return self.order(key)

    def _lambda(self, value: Lambda) -> tuple[object, ...]:
        document, start, end = value.place
        place = span_order(document, start, end)
        if value.code is not None:
            return (place, _Opaque(value))
        bound = _bound(value)
        self._count(len(bound))
        return (place, tuple([(name, self.order(one)) for name, one in bound]))


def _extent(value: Value, known: dict[int, int]) -> int:
    """Return how many values a value is, written out; each part is looked at once.

    All of ``known`` is inside of what is looked at, so its numbers stay what they are.
    """
    parts = _inside(value)
    if parts is None:
        if value.__class__ not in KIND_NAMES:
            raise Unordered
        return 1
    found = known.get(id(value))
    if found is None:
        found = 1
        for one in parts:
            found += 1 if one.__class__ in _BARE else _extent(one, known)
        known[id(value)] = found
    return found


def span_order(document: int, start: int, end: int) -> tuple[int, int, int, int]:
    """Return the order of places: the end first, then the start."""
    return (end & 0xFFFF, start, end >> 16, document)


def _bound(value: Lambda) -> list[tuple[str, Value]]:
    """What a function has captured, outermost first."""
    bound: list[tuple[str, Value]] = []
    captured = value.captured
    while captured is not None:
        name, one, captured = captured
        if captured is not None or name != "ext":  # the inputs are the same for all functions
            bound.append((name, one))
    bound.reverse()
    return bound


class _Opaque(metaclass=Record):
    """The environment of a translated function: known to be equal only to itself."""

    owner: Lambda

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Opaque) and other.owner is self.owner:
            return True
        raise Incomparable

    def __lt__(self, other: object) -> bool:
        raise Incomparable

    def __hash__(self) -> int:
        return hash(self.owner.place)


def _place_order(place: tuple[int, int, int] | None) -> tuple[int, int, int, int]:
    if place is None:
        raise Incomparable
    return span_order(*place)


def _key_order(key: Value) -> tuple[object, ...]:
    return key.order if key.__class__ is Key else order(key)


_TRUE: Final = Key(True)
_FALSE: Final = Key(False)


def sorted_keys(collection: dict[Value, Value] | set[Value]) -> list[Value]:
    """Return the frozen keys in the order of their values."""
    try:
        return sorted(collection)
    except TypeError:
        return sorted(collection, key=_key_order)


def elements(collection: list[Value] | set[Value]) -> list[Value]:
    """Return the elements of a list or set in order."""
    if isinstance(collection, list):
        return collection
    return [key.value if key.__class__ is Key else key for key in sorted_keys(collection)]


def pairs(collection: dict[Value, Value]) -> list[tuple[Value, Value]]:
    """Return the keys and values of a dict in order."""
    return [
        (key.value if key.__class__ is Key else key, collection[key])
        for key in sorted_keys(collection)
    ]


_SIMPLE: Final = frozenset((str, int, Exact, type(None), bool))


def equal(left: Value, right: Value) -> bool:
    """Whether two values are the same; numbers are compared by value, kinds never mix."""
    cls, other = left.__class__, right.__class__
    if cls in _SIMPLE or other in _SIMPLE:
        if cls is other:
            return bool(left == right)
        return {cls, other} == {int, Exact} and bool(left == right)
    try:
        return order(left) == order(right)
    except Endless:
        # A label is met wherever it is, also behind what differs.
        _extent(left, {})
        _extent(right, {})
        return _same(left, right, set())


def _same(left: Value, right: Value, known: set[tuple[int, int]]) -> bool:
    """Whether two values are equal, in time that grows with what they are in memory.

    ``known`` are pairs that were found equal; all of them are inside of what is compared.
    """
    cls = left.__class__
    if cls in _SIMPLE or right.__class__ in _SIMPLE:
        return equal(left, right)
    if cls is not right.__class__:
        return False
    pair = (id(left), id(right))
    if pair in known:
        return True
    same = _same_parts(left, right, known)
    if same:
        known.add(pair)
    return same


def _same_parts(left: Value, right: Value, known: set[tuple[int, int]]) -> bool:
    cls = left.__class__
    if cls is set:
        return bool(left == right)
    if cls is dict:
        return left.keys() == right.keys() and all(
            _same(one, right[key], known) for key, one in left.items()
        )
    if cls is Lambda and left.code is None and right.code is None:
        mine, others = _bound(left), _bound(right)
        if left.place != right.place or [name for name, _ in mine] != [name for name, _ in others]:
            return False
        left, right = [one for _, one in mine], [one for _, one in others]
    elif cls is Method:
        if (_place_order(left.place), left.name) != (_place_order(right.place), right.name):
            return False
        return _same(left.receiver, right.receiver, known)
    elif cls is not list:
        return order(left) == order(right)
    return len(left) == len(right) and all(
        _same(one, other, known) for one, other in zip(left, right, strict=True)
    )


def less(left: Value, right: Value) -> bool:
    """Whether ``left`` comes before ``right`` in the order of all values."""
    cls, other = left.__class__, right.__class__
    if cls is other and (cls is int or cls is str):
        return bool(left < right)
    return order(left) < order(right)


def _inside(value: Value) -> Iterable[Value] | None:
    """The parts of a value; None when it has no parts and cannot have any."""
    cls = value.__class__
    if cls is list:
        return list(value)
    if cls is set:
        return [thaw(key) for key in value]
    if cls is dict:
        return [*map(thaw, value), *value.values()]
    if cls is Lambda:
        return _captured_values(value)
    return (value.receiver,) if cls is Method else None


def depth(value: Value, limit: int) -> int:
    """Return how deep a value nests, or ``limit`` when it nests at least that deep."""
    level = [value]
    reached = 0
    while level and reached < limit:
        inner: list[Value] = []
        nested = False
        for one in level:
            parts = _inside(one)
            if parts is not None:
                inner.extend(parts)
                nested = True
        if not nested:
            break
        reached += 1
        level = inner if len(inner) <= _MANY else _told_apart(inner)
    return reached


def _told_apart(many: list[Value]) -> list[Value]:
    """The values without those that are one and the same."""
    return list({id(one): one for one in many}.values())


def holds_translated(value: Value) -> bool:
    """Whether a function of translated code is the value or inside it."""
    level = [value]
    while level:
        if any(one.__class__ is Lambda and one.code is not None for one in level):
            return True
        level = _told_apart([part for one in level for part in _inside(one) or ()])
    return False


def _captured_values(value: Lambda) -> list[Value]:
    found = []
    captured = value.captured
    while captured is not None:
        _, one, captured = captured
        found.append(one)
    return found
