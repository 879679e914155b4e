"""Raw values on their way out: records become dataclasses, texts strings, unions their members."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from confty import types
from confty.languages.phy.binding.list_memory import CODES
from confty.languages.phy.binding.shapes import RecordClasses

Give: TypeAlias = Callable[[Any], Any]

#: What lists of numbers are given as.
SEQUENCES: Final = ("list", "array", "numpy")


class Giver:
    """Makes the functions that give results of one program."""

    def __init__(
        self, shapes: RecordClasses, members: Mapping[int, types.Type], sequences: str
    ) -> None:
        self.shapes = shapes
        self.members = members
        self.sequences = sequences
        self.made: dict[types.Type, Give | None] = {}

    def give(self, type_: types.Type) -> Give | None:
        """Return the function that gives values of a type; None when they stay as they are."""
        if type_ not in self.made:
            # A union's members are found by their numbers when a value comes by.
            self.made[type_] = self._make(type_)
        return self.made[type_]

    def _make(self, type_: types.Type) -> Give | None:
        match type_:
            case types.Tuple():
                return self._tuple(type_) if type_.elements else _unit
            case types.Object():
                return self._record(type_)
            case types.ListOf():
                return self._list(type_)
            case types.Union():
                return self._union
            case types.Function():
                return _procedure
            case _:
                return None

    def _tuple(self, type_: types.Tuple) -> Give | None:
        parts = [self.give(part) for part in type_.elements]
        if not any(parts):
            # Inside of a list it may be a list.
            return tuple
        return lambda value: tuple(
            [part(one) if part else one for part, one in zip(parts, value, strict=True)]
        )

    def _record(self, type_: types.Object) -> Give:
        made = self.shapes.record(type_)
        parts = [self.give(field.type) for field in type_.fields]
        return lambda value: made(
            *[part(one) if part else one for part, one in zip(parts, value, strict=True)]
        )

    def _union(self, value: Any) -> object:
        tag, inner = value
        give = self.give(self.members[tag])
        return give(inner) if give else inner

    def _list(self, type_: types.ListOf) -> Give | None:
        element = type_.element
        if element is types.CHAR and type_.length is None:
            return _text
        if isinstance(element, types.Atom):
            return gatherer(self.sequences, element)
        give = self.give(element)
        return None if give is None else lambda value: [give(one) for one in value]


def gatherer(sequences: str, element: types.Atom) -> Give | None:
    """Return what makes of the numbers of a list what the caller wants them as."""
    code = CODES[element]
    if sequences == "array":
        return lambda value: array(code, value)
    if sequences == "numpy":
        return lambda value: _numpy(value, code, element)
    return None


def _numpy(value: object, code: str, element: types.Atom) -> object:
    import numpy as np  # noqa: PLC0415  the caller asked for it

    kind = bool if element.name == "bool" else code
    return np.array(value, dtype=kind)


def _unit(_value: object) -> None:
    return None


def _text(value: list[int]) -> str:
    return bytes(value).decode("utf-8", "surrogateescape")


def _procedure(_value: object) -> None:
    raise TypeError("the result is a procedure, which Python cannot take")
