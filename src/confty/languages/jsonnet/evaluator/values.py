"""Run-time values: null, booleans, numbers, strings and arrays are Python's own.

``None``, ``bool``, ``float``, ``str`` and ``list`` need no wrapper, so the generated code can
use Python's operators wherever it knows what it holds.  Three classes are ours:

- ``Thunk``: a value not worked out yet.  Variables, array elements and object fields may hold
  one; the result of an expression never is one.
- ``Func``: a function, with the names of its parameters for calls by name.
- ``Obj``: layers of rows under a shared ``ObjectShape``; what was read is kept per object.
"""

from __future__ import annotations

import sys

from confty.languages.jsonnet.evaluator.failure import stranger
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Final

    from confty.languages.jsonnet.evaluator.towers import Footing, Tower

    Value = Any
else:
    Value = object
Row = tuple[Value, ...]

INHERIT: Final = 0
HIDDEN: Final = 1
VISIBLE: Final = 2

#: The most elements that are made at once, and the most characters.
ELEMENTS: Final = 1 << 25
LETTERS: Final = 1 << 30
#: The bytes that an element takes in its array.
POINTER: Final = 8


# What is longer is quoted piece by piece.
_LONG: Final = 1 << 22


def quote(text: str) -> str:
    """Write a string as JSON does, with its quotes.

    Nearly all hold nothing but what can be printed and line breaks.  For those Python's encoder,
    which takes as long to load as a small file takes to read, is not needed.
    """
    plain = text.isprintable() or text.replace("\n", " ").isprintable()
    if not plain or len(text) > _LONG:
        from confty.languages.jsonnet.evaluator.escapes import escaped  # noqa: PLC0415  as above

        return escaped(text)
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def number_text(number: float) -> str:
    """Write a number: whole ones in full, others with seventeen digits."""
    return f"{number:.0f}" if number.is_integer() else f"{number:.17g}"


class Thunk(metaclass=Record):
    """A value not worked out yet: ``run(value)`` gives it; then ``run`` is None.

    The argument lets a loop make one function and many thunks, so that no thunk closes over
    a loop variable.
    """

    run: Callable[[Value], Value] | None
    value: Value = None


def force(thunk: Thunk) -> Value:
    """Work a thunk out, once."""
    run = thunk.run
    if run is None:
        return thunk.value
    value = run(thunk.value)
    thunk.value = value
    thunk.run = None
    return value


class Absent:
    """The mark for "no argument given" and "no such field"; never seen by a program."""

    __slots__ = ()


ABSENT: Final = Absent()
# The same in a call with ``tailstrict``: the default is worked out before the body runs.
EAGER: Final = Absent()


class Func:
    """A function: ``code`` takes an argument a parameter, ``ABSENT`` where none is given."""

    __slots__ = ("arity", "code", "name", "optional", "origin", "params")

    def __init__(
        self,
        code: Callable[..., Value],
        params: tuple[str, ...],
        optional: frozenset[str] = frozenset(),
        name: str = "anonymous",
    ) -> None:
        self.code = code
        self.params = params
        self.arity = len(params)
        self.optional = optional
        self.name = name
        # The tree and the frame it was made of, if it was.
        self.origin: tuple[Value, Value] | None = None


class ObjectPart:
    """What one object literal says of its fields: names, marks, and how many asserts follow.

    A part may instead hide a name that the ``cover`` parts below it define: a removed field is
    gone for everybody but those parts themselves, who still see it through ``super``.
    """

    __slots__ = ("asserts", "cover", "marks", "names", "positions", "removed")

    def __init__(
        self,
        names: tuple[str, ...],
        marks: tuple[int, ...],
        asserts: int = 0,
        positions: dict[str, int] | None = None,
    ) -> None:
        self.names = names
        self.marks = marks
        self.asserts = asserts
        self.removed: str | None = None
        self.cover = 0
        # Where each name stands; read it through ``position``.
        self.positions = positions

    def position(self, name: str) -> int | None:
        """Where a name stands among the names; most parts are never asked."""
        positions = self.positions
        if positions is None:
            positions = self.positions = {name: at for at, name in enumerate(self.names)}
        return positions.get(name)


# More layers than these stand in a tower and are not looked through one by one.
FEW_LAYERS: Final = 16
# Of the frames that a run has room for, one in so many may wait for a sum that is put together out
# of other sums: twice the calls of the reference's count, each with a few layers of its own.
_SHARE: Final = 250


class ObjectShape:
    """The parts of an object, bottom layer first, and what follows from them, found on demand.

    There are ``height`` of them; a tower may hold more, of others.  ``table`` says where each
    field's topmost definition stands (layer, position); read it through ``slots()`` or
    ``slot_of()`` unless it is known to be made.
    """

    __slots__ = (
        "_keys",
        "_marks",
        "_visible",
        "asserted",
        "height",
        "joined",
        "parts",
        "static",
        "table",
        "toil",
        "tower",
    )

    def __init__(
        self,
        parts: Sequence[ObjectPart],
        *,
        static: bool,
        asserted: bool,
        tower: Tower | None = None,
    ) -> None:
        self.parts = parts
        self.height = len(parts)
        self.tower = tower
        # How many layers were put together to get here, those of every sum below counted anew.
        self.toil = 0
        self.static = static
        self.asserted = asserted
        self.joined: dict[ObjectShape, ObjectShape] | None = None
        self.table: dict[str, tuple[int, int]] | None = None
        self._marks: dict[str, int] | None = None
        self._visible: list[str] | None = None
        self._keys: list[tuple[str, str]] | None = None

    def slots(self) -> dict[str, tuple[int, int]]:
        """Where each field's topmost definition stands: layer and position."""
        table = self.table
        if table is None and self.tower is not None and self.tower.is_narrow(self.height):
            table = self.table = self.tower.slots(self.height)
        if table is None:
            table = {}
            for layer, part in enumerate(self.parts[: self.height]):
                for position, name in enumerate(part.names):
                    table[name] = (layer, position)
                if part.removed is not None:
                    self._revert(table, layer, part.removed)
            self.table = table
        return table

    @property
    def marks(self) -> dict[str, int]:
        """How visible each field is; a plain colon keeps what the layers below said."""
        marks = self._marks
        if marks is None and self.tower is not None and self.tower.is_narrow(self.height):
            marks = self._marks = self.tower.marks(self.height)
        if marks is None:
            marks = {}
            parts = self.parts[: self.height]
            for part in parts:
                for name, mark in zip(part.names, part.marks, strict=True):
                    if mark != INHERIT or name not in marks:
                        marks[name] = mark
            for part in parts:
                if part.removed is not None:
                    marks.pop(part.removed, None)
                    if (left := self.mark_of(part.removed)) is not None:
                        marks[part.removed] = left
            self._marks = marks
        return marks

    def below(self, layer: int, name: str) -> tuple[int, int] | None:
        """Where the layers under ``layer`` define a name: layer and position."""
        parts = self.parts
        if layer > FEW_LAYERS:
            layer = self._definer(layer, name) + 1
        while layer:
            layer -= 1
            part = parts[layer]
            known = part.positions
            position = part.position(name) if known is None else known.get(name)
            if position is not None:
                return layer, position
            if part.removed == name:
                layer -= part.cover
        return None

    def slot_of(self, name: str) -> tuple[int, int] | None:
        """Where the topmost definition of one field stands: a tower needs no table for that."""
        table = self.table
        if table is None and self.tower is not None:
            return self.below(self.height, name)
        return (self.slots() if table is None else table).get(name)

    def mark_of(self, name: str) -> int | None:
        """How visible one field is; None where there is none."""
        mark = None
        slot = self.below(self.height, name)
        while slot is not None:
            mark = self.parts[slot[0]].marks[slot[1]]
            slot = self.below(slot[0], name) if mark == INHERIT else None
        return mark

    def _definer(self, layer: int, name: str) -> int:
        """The topmost of many layers under ``layer`` that says something of a name; -1 is none."""
        from _bisect import bisect_left  # noqa: PLC0415  start-up: few objects have many layers

        assert self.tower is not None
        layers = self.tower.definers.get(name, ())
        before = bisect_left(layers, layer)
        return layers[before - 1] if before else -1

    def _revert(self, table: dict[str, tuple[int, int]], layer: int, name: str) -> None:
        if table.pop(name, None) is None:
            return
        slot = self.below(layer + 1, name)
        if slot is not None:
            table[name] = slot

    @property
    def visible(self) -> list[str]:
        """The names a user sees, sorted by code point."""
        if self._visible is None:
            first = self.parts[0]
            if self.height == 1 and first.removed is None and HIDDEN not in first.marks:
                self._visible = sorted(first.names)
            else:
                names = [name for name, mark in self.marks.items() if mark != HIDDEN]
                self._visible = sorted(names)
        return self._visible

    @property
    def everything(self) -> list[str]:
        """All names, hidden ones too, sorted."""
        return sorted(self.slots())

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The visible names with their quoted form, for the JSON writer."""
        if self._keys is None:
            self._keys = [(name, quote(name)) for name in self.visible]
        return self._keys

    def join(self, other: ObjectShape) -> ObjectShape:
        """The shape of ``self + other``; kept when both come from literals."""
        joined = self.joined
        if joined is not None:
            found = joined.get(other)
            if found is not None:
                return found
        lasting = self.static and other.static
        asserted = self.asserted or other.asserted
        made = ObjectShape((*self.parts, *other.parts), static=lasting, asserted=asserted)
        if lasting:
            if joined is None:
                joined = self.joined = {}
            joined[other] = made
        else:
            made.tire(max(self.toil, other.toil))
        return made

    def tire(self, toil: int) -> None:
        """Count the layers put together; calls that grow an object and wait go too deep.

        Python's own count of frames would end them late, with all that they have made in memory.
        """
        self.toil = toil + self.height
        calls = sys.getrecursionlimit() // _SHARE
        if self.toil > calls * calls and _is_deeper_than(2 * calls):
            raise RecursionError


def _is_deeper_than(calls: int) -> bool:
    try:
        sys._getframe(calls)  # noqa: SLF001  there is no other way
    except ValueError:
        return False
    return True


class Obj:
    """An object: a shape, a row of values or field functions a layer, and what was read so far.

    ``state`` says how far its asserts are: 0 not run, 1 running or done.  A sum of two objects is
    only noted: its shape and rows are put together when they are first asked for, so that a
    fold over many sums does not copy the same layers again and again.
    """

    __slots__ = ("cache", "left", "right", "rows", "scopes", "shape", "state")

    rows: Sequence[Row]
    shape: ObjectShape
    left: Obj | None
    # Of a sum that is lower in a tower, where that is: it has no shape before somebody asks.
    right: Obj | Footing | None

    def __init__(self, shape: ObjectShape, rows: Sequence[Row]) -> None:
        self.shape = shape
        self.rows = rows
        self.left = None
        self.cache: dict[object, Value] = {}
        self.scopes: dict[object, Row] | None = None
        self.state = 0

    def __getattr__(self, name: str) -> Sequence[Row] | ObjectShape:
        """Put a sum together: Python comes here only while ``shape`` and ``rows`` are unset."""
        if name not in {"rows", "shape"}:
            raise AttributeError(name)
        from confty.languages.jsonnet.evaluator.towers import put_together  # noqa: PLC0415  start-up

        put_together(self, FEW_LAYERS)
        return self.rows if name == "rows" else self.shape


# Sums of fewer layers are put together at once: they are mostly read at once, too.
_FEW: Final = 8


def merge(left: Obj, right: Obj) -> Obj:
    """Join two objects: the right one's layers stand on top of the left one's."""
    if left.left is None and right.left is None and len(left.rows) < _FEW > len(right.rows):
        return Obj(left.shape.join(right.shape), (*left.rows, *right.rows))
    made: Obj = Obj.__new__(Obj)
    made.left = left
    made.right = right
    made.cache = {}
    made.scopes = None
    made.state = 0
    return made


def static_shape(
    names: tuple[str, ...], marks: tuple[int, ...] | None = None, asserts: int = 0
) -> ObjectShape:
    """Make the shape of an object literal in the program."""
    part = ObjectPart(names, marks or (INHERIT,) * len(names), asserts)
    return ObjectShape((part,), static=True, asserted=asserts > 0)


_RECORDS: dict[tuple[str, ...], ObjectShape] = {}


def record(fields: dict[str, Value]) -> Obj:
    """Make an object of plain visible fields; records with equal names share a shape."""
    names = tuple(fields)
    shape = _RECORDS.get(names)
    if shape is None:
        shape = static_shape(names)
        if len(names) <= 32 and len(_RECORDS) < 1000:
            _RECORDS[names] = shape
    return Obj(shape, (tuple(fields.values()),))


def from_plain(data: object) -> Value:
    """Turn plain Python data into values: dictionaries become objects, integers numbers."""
    if isinstance(data, dict):
        return record({name: from_plain(item) for name, item in data.items()})
    if isinstance(data, (list, tuple)):
        return [from_plain(item) for item in data]
    if data.__class__ is int:
        return float(data)
    return data


EMPTY: Final = static_shape(())

PLAIN: Final = frozenset({type(None), bool, float, str, list, Func, Obj})

_NAMES: Final = {
    type(None): "null",
    bool: "boolean",
    float: "number",
    str: "string",
    list: "array",
    Func: "function",
    Obj: "object",
}


def type_name(value: Value) -> str:
    """The word that ``std.type`` and messages use."""
    name = _NAMES.get(value.__class__)
    if name is None:
        stranger(value)
    return name
