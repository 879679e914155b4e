"""Objects at work: reading fields, ``super``, merging, asserts.

A field's entry in a row is a value, a thunk, or a Python function of the object and the layer
it stands in; functions are called at most once an object, the answer is kept in its cache.  A
tuple is a tree that was not translated: the last element of its row says where it is at home, and
begins with the function that runs it.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    HIDDEN,
    INHERIT,
    Func,
    Obj,
    ObjectPart,
    ObjectShape,
    Row,
    Thunk,
    Value,
    force,
    merge,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FunctionType
    from typing import Final
else:
    # ``types`` itself takes a millisecond to load.
    FunctionType = type(lambda: None)


def obj(shape: ObjectShape, row: Row) -> Obj:
    """Make an object of one layer."""
    return Obj(shape, (row,))


def field(target: Value, name: str) -> Value:
    """Read ``target.name``."""
    if target.__class__ is Obj:
        value = target.cache.get(name, ABSENT)
        return fetch(target, name) if value is ABSENT else value
    return _field_of_other(target, name)


def _field_of_other(target: Value, name: str) -> Value:
    kind = target.__class__
    if kind is list:
        raise Stop(f'attempted index an array with string "{name}".')
    if kind is str:
        raise Stop(f'attempted index a string with string "{name}".')
    message = f"can only index objects, strings, and arrays, got {type_name(target)}."
    raise Stop(message)


def fetch(target: Obj, name: str) -> Value:
    """Read a field for the first time."""
    shape = target.shape
    if shape.asserted and not target.state:
        check(target)
    table = shape.table
    slot = shape.slot_of(name) if table is None else table.get(name)
    if slot is None:
        raise Stop(f"field does not exist: {name}")
    layer, position = slot
    row = target.rows[layer]
    value = row[position]
    kind = value.__class__
    if kind is tuple:
        home = row[-1]
        value = home[0](value, home, target, layer)
    elif kind is FunctionType:
        value = value(target, layer)
    elif kind is Thunk:
        value = force(value) if value.run is not None else value.value
    target.cache[name] = value
    return value


def check(target: Obj) -> None:
    """Run the asserts of every layer, once an object, bottom layer first."""
    target.state = 1
    shape = target.shape
    for layer in range(shape.height) if shape.tower is None else shape.tower.asserting:
        if layer >= shape.height:
            break
        part = shape.parts[layer]
        if part.asserts:
            row = target.rows[layer]
            for test in row[len(part.names) : len(part.names) + part.asserts]:
                if test.__class__ is tuple:
                    row[-1][0](test, row[-1], target, layer)
                else:
                    test(target, layer)


def check_once(value: Obj) -> None:
    """Run an object's asserts if they did not run yet."""
    if value.shape.asserted and not value.state:
        check(value)


def inherited(target: Obj, layer: int, name: str) -> Value:
    """Read a field as the layers below ``layer`` define it; ABSENT when they do not."""
    slot = target.shape.below(layer, name)
    if slot is None:
        return ABSENT
    layer, position = slot
    key = (layer, name)
    value = target.cache.get(key, ABSENT)
    if value is ABSENT:
        row = target.rows[layer]
        value = row[position]
        kind = value.__class__
        if kind is tuple:
            home = row[-1]
            value = home[0](value, home, target, layer)
        elif kind is FunctionType:
            value = value(target, layer)
        elif kind is Thunk:
            value = force(value)
        target.cache[key] = value
    return value


def super_field(target: Obj, layer: int, name: Value) -> Value:
    """Read ``super.name`` or ``super[name]``."""
    if name.__class__ is not str:
        message = f"super index must be string, got {type_name(name)}."
        raise Stop(message)
    value = inherited(target, layer, name)
    if value is ABSENT:
        if not layer:
            raise Stop("attempt to use super when there is no super class.")
        raise Stop(f"field does not exist: {name}")
    return value


def in_super(name: Value, target: Obj, layer: int) -> Value:
    """Answer ``name in super``."""
    if name.__class__ is not str:
        message = f"left hand side of e in super must be string, got {type_name(name)}."
        raise Stop(message)
    return target.shape.below(layer, name) is not None


def scope(target: Obj, layer: int, make: Callable[[Obj, int], Row]) -> Row:
    """The object locals of one layer, made once an object."""
    scopes = target.scopes
    if scopes is None:
        scopes = target.scopes = {}
    row = scopes.get(layer)
    if row is None:
        row = scopes[layer] = make(target, layer)
    return row


def entry_scope(target: Obj, layer: int, make: Callable[[Obj, int], Row]) -> Row:
    """The object locals of one entry of a comprehension: each turn of the loop has its own."""
    scopes = target.scopes
    if scopes is None:
        scopes = target.scopes = {}
    row = scopes.get((layer, make))
    if row is None:
        row = scopes[layer, make] = make(target, layer)
    return row


class ComputedLiteral:
    """An object literal with computed names: the shapes it had so far, by the names it got."""

    __slots__ = ("_asserts", "_marks", "_shapes")

    def __init__(self, marks: tuple[int, ...], asserts: int = 0) -> None:
        self._marks = marks
        self._asserts = asserts
        self._shapes: dict[tuple[Value, ...], ObjectShape] = {}

    def __call__(self, names: tuple[Value, ...], row: Row) -> Obj:
        """Make an object of names and values; asserts stand at the end of the row."""
        try:
            shape = self._shapes.get(names)
        except TypeError:
            shape = None
        if shape is not None:
            return Obj(shape, (row,))
        made = self._made(names, row)
        if len(self._shapes) < _KEPT and None not in names:
            made.shape.static = True
            self._shapes[names] = made.shape
        return made

    def _made(self, names: tuple[Value, ...], row: Row) -> Obj:
        count = len(names)
        entries = zip(names, self._marks, row[:count], strict=True)
        return dynamic_object(entries, row[count:])


# How many shapes of one literal are worth keeping.
_KEPT: Final = 64


def dynamic_object(entries: Iterable[tuple[Value, int, Value]], asserts: Row = ()) -> Obj:
    """Make an object whose field names are worked out at run time; a null name drops the field."""
    positions: dict[str, int] = {}
    marks: list[int] = []
    row: list[Value] = []
    for name, mark, value in entries:
        if name.__class__ is not str:
            if name is None:
                continue
            raise Stop(f"field name was not a string, got {type_name(name)}")
        if name in positions:
            raise Stop(f'duplicate field name: "{name}"')
        positions[name] = len(row)
        marks.append(mark)
        row.append(value)
    part = ObjectPart(tuple(positions), tuple(marks), len(asserts), positions)
    shape = ObjectShape((part,), static=False, asserted=bool(asserts))
    return Obj(shape, (tuple(row) + asserts,))


def has_field(target: Obj, name: str, *, hidden: bool) -> bool:
    """Whether the object has the field, hidden ones counting if asked."""
    mark = target.shape.mark_of(name)
    return mark is not None and (hidden or mark != HIDDEN)


def without(target: Obj, name: str) -> Obj:
    """The object with a field hidden from everybody but its own layers."""
    part = ObjectPart((), ())
    part.removed, part.cover = name, target.shape.height
    return merge(target, Obj(ObjectShape((part,), static=False, asserted=False), ((),)))


def _late_field(place: tuple[Obj, str]) -> Value:
    return field(*place)


def late_field(target: Obj, name: str) -> Value:
    """A field's value when it is known, else a thunk of it."""
    value = target.cache.get(name, ABSENT)
    return Thunk(_late_field, (target, name)) if value is ABSENT else value


__all__ = [
    "INHERIT",
    "ComputedLiteral",
    "Func",
    "check",
    "dynamic_object",
    "entry_scope",
    "fetch",
    "field",
    "has_field",
    "in_super",
    "inherited",
    "late_field",
    "merge",
    "obj",
    "scope",
    "super_field",
    "without",
]
