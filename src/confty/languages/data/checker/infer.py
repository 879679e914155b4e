"""The type of a value, in time close to that of looking at it.

Documents are large because they repeat themselves.  So the type of an object is looked up by its
keys and the kinds of its members, which are compared in C, and a list joins the *set* of its
element types: a hundred thousand records of three shapes cost three joins.
"""

from __future__ import annotations

from math import inf, isinf

from confty import types as core
from confty.languages.data.rules import BINARY, DATE, DATETIME, RELATION, TIME
from confty.render.kinds import loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

#: An object with more keys than this is a table from keys to values, not a record.
MOST_FIELDS: Final = 200
#: A list with elements of more shapes than this is described by what they share.
MOST_SHAPES: Final = 100

_ATOMS: Final[dict[type, core.Type]] = {
    str: core.STRING,
    int: core.INT,
    float: core.NUMBER,
    bool: core.BOOL,
    type(None): core.NULL,
    bytes: BINARY,
}

_NATIVE: Final = frozenset({str, int, float, bool, type(None)})
_EMPTY: Final = core.object_of(())

_Shape = tuple[tuple[object, ...], tuple[object, ...]]


def _atoms() -> dict[type, core.Type]:
    """The types of scalars, of all kinds that there can be."""
    moments = zip(
        loaded("datetime", "date", "datetime", "time"), (DATE, DATETIME, TIME), strict=False
    )
    return {**_ATOMS, **dict.fromkeys(loaded("decimal", "Decimal"), core.NUMBER), **dict(moments)}


def infer(value: object) -> core.Type:
    """Return the type of plain data."""
    return Inference().of(value)


class Repeated(ValueError):
    """An object has a key twice."""


class CutOff(Exception):
    """A type had to be cut off for its depth."""


class Inference:
    """One document's worth of shapes already seen."""

    __slots__ = (
        "atoms",
        "finite",
        "lists",
        "objects",
        "records",
        "shallow",
        "shared",
        "strict",
        "unique",
    )

    def __init__(self) -> None:
        # What the look at the values proves: no infinite number, no key twice, no type that
        # had to be cut off for its depth.
        self.finite = True
        self.unique = True
        self.atoms: Final = _atoms()
        # Whether to stop at a key that is there twice.
        self.strict = False
        self.shallow = True
        self.records: dict[_Shape, core.Type] = {}
        self.objects: dict[_Shape, core.Type] = {}
        self.lists: dict[frozenset[core.Type], core.Type] = {}
        # Aliases make a container part of several others; its type is made once.
        self.shared: dict[int, core.Type] = {}

    def of(self, value: object) -> core.Type:
        """Return the type of ``value``; ``finite`` turns false at the first infinite float."""
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list):
            return self._list(value)
        if isinstance(value, float) and isinf(value):
            self.finite = False
        return self.atoms.get(type(value), core.DYNAMIC)

    def _object(self, value: dict[object, object]) -> core.Type:
        names, values = tuple(value), tuple(value.values())
        kinds = tuple(map(type, values))
        if dict not in kinds and list not in kinds:
            return self._record(names, values, kinds)
        key = id(value)
        if (seen := self.shared.get(key)) is None:
            if float in kinds and self.finite:
                self.finite = inf not in values and -inf not in values
            atoms, of, inner = self.atoms, self.of, self._object
            types = [
                atoms.get(kind) or (inner(item) if kind is dict else of(item))  # type: ignore[arg-type]  # its class was asked
                for kind, item in zip(kinds, values, strict=True)
            ]
            seen = self.shared[key] = self._made(names, tuple(types))
        return seen

    def _record(
        self, names: tuple[object, ...], values: tuple[object, ...], kinds: tuple[type, ...]
    ) -> core.Type:
        """An object of scalars needs no look at its members one by one."""
        if float in kinds and self.finite:
            self.finite = inf not in values and -inf not in values
        known = self.records.get((names, kinds))
        if known is None:
            types = tuple([self.atoms.get(kind, core.DYNAMIC) for kind in kinds])
            known = self.records[names, kinds] = self._made(names, types)
        return known

    def _made(self, names: tuple[object, ...], types: tuple[core.Type, ...]) -> core.Type:
        known = self.objects.get((names, types))
        if known is None:
            if len(set(names)) != len(names):
                if self.strict:
                    raise Repeated
                self.unique = False
                last = dict(zip(names, types, strict=True))
                return self._made(tuple(last), tuple(last.values()))
            known = self.objects[names, types] = self._new_object(names, types)
            self.shallow = self.shallow and known.depth < core.MAX_DEPTH - 1
        return known

    def _new_object(self, names: tuple[object, ...], types: tuple[core.Type, ...]) -> core.Type:
        if len(names) <= MOST_FIELDS:
            pairs = zip(names, types, strict=True)
            fields = [(name, one) for name, one in pairs if isinstance(name, str)]
            if len(fields) == len(names):
                return core.object_of(fields)
        keys = {self.atoms.get(type(name), core.DYNAMIC) for name in names}
        return core.map_of(_join(keys), _join(types))

    def _list(self, value: list[object]) -> core.Type:
        kinds = set(map(type, value))
        if float in kinds and self.finite:
            self.finite = inf not in value and -inf not in value
        if dict in kinds or list in kinds:
            key = id(value)
            if (seen := self.shared.get(key)) is not None:
                return seen
            made = self.shared[key] = self._list_of(frozenset(map(self.of, value)))
            return made
        return self._list_of(frozenset([self.atoms.get(kind, core.DYNAMIC) for kind in kinds]))

    def _list_of(self, elements: frozenset[core.Type]) -> core.Type:
        known = self.lists.get(elements)
        if known is None:
            known = self.lists[elements] = core.list_of(_join(elements))
            self.shallow = self.shallow and known.depth < core.MAX_DEPTH - 1
        return known

    def pairs(self, pairs: list[tuple[str, object]]) -> core.Type:
        """Type an object the moment its text is read, so that it need not be kept.

        What is inside it has been typed before: its members are scalars, types, or lists of such.
        """
        if not pairs:
            return _EMPTY
        names, values = zip(*pairs, strict=True)
        kinds = tuple(map(type, values))
        if _NATIVE.issuperset(kinds):
            return self._record(names, values, kinds)
        if float in kinds and self.finite:
            self.finite = inf not in values and -inf not in values
        atoms, read = self.atoms, self.read
        return self._made(names, tuple([atoms.get(type(item)) or read(item) for item in values]))

    def read(self, value: object) -> core.Type:
        """The type of what ``pairs`` leaves of a value."""
        if isinstance(value, core.TypeNode):
            return value  # type: ignore[return-value]  # the closed union of all nodes
        if isinstance(value, dict):
            return self.pairs(list(value.items()))
        if not isinstance(value, list):
            return self.of(value)
        kinds = set(map(type, value))
        if float in kinds and self.finite:
            self.finite = inf not in value and -inf not in value
        if _NATIVE.issuperset(kinds):
            return self._list_of(frozenset([self.atoms[kind] for kind in kinds]))
        if list in kinds or dict in kinds or not _NATIVE.isdisjoint(kinds):
            return self._list_of(frozenset(map(self.read, value)))
        return self._list_of(frozenset(value))  # types, all of them

    def part(self, value: object) -> core.Type | None:
        """The type of a part that was read by itself, None when a number in it is infinite."""
        made = self.read(value)
        if not self.shallow:
            raise CutOff
        finite, self.finite = self.finite, True
        return made if finite else None


def _join(types: Iterable[core.Type]) -> core.Type:
    """Join the types of a list's elements; of very many shapes only the common frame is kept."""
    return core.merge(types, RELATION, MOST_SHAPES)
