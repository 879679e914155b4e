"""The type of a value, in time close to that of looking at it.

Documents are large because they repeat themselves.  So the type of an object is looked up by its
keys and the kinds of its members, which are compared in C, and a list joins the *set* of its
element types: a hundred thousand records of three shapes cost three joins.
"""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from math import inf, isinf
from typing import Final

from confty.languages.data.rules import BINARY, DATE, DATETIME, RULES, TIME
from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    STRING,
    Type,
    join_all,
    list_of,
    map_of,
    object_of,
)

#: An object with more keys than this is a table from keys to values, not a record.
MOST_FIELDS: Final = 200

ATOMS: Final[dict[type, Type]] = {
    str: STRING,
    int: INT,
    float: NUMBER,
    Decimal: NUMBER,
    bool: BOOL,
    type(None): NULL,
    date: DATE,
    datetime: DATETIME,
    time: TIME,
    bytes: BINARY,
}

_Shape = tuple[tuple[object, ...], tuple[object, ...]]


def infer(value: object) -> Type:
    """Return the type of plain data."""
    return Inference().of(value)


class Inference:
    """One document's worth of shapes already seen."""

    __slots__ = ("finite", "lists", "objects", "records", "shared")

    def __init__(self) -> None:
        self.finite = True
        self.records: dict[_Shape, Type] = {}
        self.objects: dict[_Shape, Type] = {}
        self.lists: dict[frozenset[Type], Type] = {}
        # Aliases make a container part of several others; its type is made once.
        self.shared: dict[int, Type] = {}

    def of(self, value: object) -> Type:
        """Return the type of ``value``; ``finite`` turns false at the first infinite float."""
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list):
            return self._list(value)
        if isinstance(value, float) and isinf(value):
            self.finite = False
        return ATOMS.get(type(value), DYNAMIC)

    def _object(self, value: dict[object, object]) -> Type:
        # A record of scalars needs no look at its members one by one.
        shape = (tuple(value), tuple(map(type, value.values())))
        known = self.records.get(shape)
        if float in shape[1] and self.finite:
            self.finite = inf not in value.values() and -inf not in value.values()
        if known is not None:
            return known
        if dict in shape[1] or list in shape[1]:
            key = id(value)
            if (seen := self.shared.get(key)) is None:
                seen = self.shared[key] = self._mixed(value, shape[0])
            return seen
        made = self.records[shape] = self._mixed(value, shape[0])
        return made

    def _mixed(self, value: dict[object, object], names: tuple[object, ...]) -> Type:
        of, atoms = self.of, ATOMS
        types = tuple([atoms.get(type(item)) or of(item) for item in value.values()])
        known = self.objects.get((names, types))
        if known is None:
            known = self.objects[names, types] = _make_object(names, types)
        return known

    def _list(self, value: list[object]) -> Type:
        kinds = set(map(type, value))
        if float in kinds and self.finite:
            self.finite = inf not in value and -inf not in value
        if dict in kinds or list in kinds:
            key = id(value)
            if (seen := self.shared.get(key)) is not None:
                return seen
            made = self.shared[key] = self._list_of(frozenset(map(self.of, value)))
            return made
        return self._list_of(frozenset([ATOMS.get(kind, DYNAMIC) for kind in kinds]))

    def _list_of(self, elements: frozenset[Type]) -> Type:
        known = self.lists.get(elements)
        if known is None:
            ordered = sorted(elements, key=lambda one: one.serial)
            known = self.lists[elements] = list_of(join_all(ordered, RULES))
        return known


def _make_object(names: tuple[object, ...], types: tuple[Type, ...]) -> Type:
    if len(names) <= MOST_FIELDS:
        pairs = zip(names, types, strict=True)
        fields = [(name, one) for name, one in pairs if isinstance(name, str)]
        if len(fields) == len(names):
            return object_of(fields)
    keys = {ATOMS.get(type(name), DYNAMIC) for name in names}
    ordered = sorted(set(types), key=lambda one: one.serial)
    key = join_all(sorted(keys, key=lambda one: one.serial), RULES)
    return map_of(key, join_all(ordered, RULES))
