"""Results: what a run gives, how it is written, and what it is as plain data.

Values are what generated Python works with: numbers and bools as they are, tuples and records
(fields sorted by name) as tuples, or as lists inside of lists, arrays and sequences as lists, a
union's value as its member's number and the member, a procedure as anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from confty import types
from confty.languages.phy.spelling import written

_SMALLEST_POINT: Final = -6
_LARGEST_POINT: Final = 17


class Evaluated:
    """The value of a program and its type; ``tags`` numbers the members of its unions."""

    __slots__ = ("members", "trapped", "type", "value")

    def __init__(
        self, value: object, type_: types.Type, members: Mapping[int, types.Type]
    ) -> None:
        self.value = value
        self.type = type_
        self.members = members
        # A run that ended in a trap, shown as a value because the user wanted it so.
        self.trapped = False


class Nothing:
    """The result of a file without a procedure: nothing was run."""

    __slots__ = ()


class NoData(Exception):
    """A value that plain data cannot hold; ``path`` leads to it, ``message`` says why."""

    def __init__(self, path: tuple[str | int, ...], message: str) -> None:
        super().__init__()
        self.path = path
        self.message = message


def write_result(result: Evaluated) -> str:
    """Write a result as ``VALUE : TYPE``."""
    if result.trapped:
        return f"(Unreachable) : {written(result.type)}"
    return f"{write_value(result.value, result.type, result.members)} : {written(result.type)}"


def write_value(value: object, type_: types.Type, members: Mapping[int, types.Type]) -> str:
    """Write a value as the forms that make it."""
    if isinstance(type_, types.Atom):
        return _write_atom(value, type_)
    if isinstance(type_, types.Function):
        return "(proc ...)"
    if isinstance(type_, types.Union):
        assert isinstance(value, tuple)
        tag, inner = value
        return write_value(inner, members[tag], members)
    if isinstance(type_, types.Object):
        assert isinstance(value, tuple | list)
        fields = [
            f"(Field {field.name} {write_value(part, field.type, members)})"
            for field, part in zip(type_.fields, value, strict=True)
        ]
        return f"(RecordCons {' '.join(fields)})"
    if isinstance(type_, types.ListOf):
        assert isinstance(value, list)
        word = "array" if type_.length is None else "ArrayCons"
        return _joined(word, [write_value(part, type_.element, members) for part in value])
    assert isinstance(type_, types.Tuple)
    assert isinstance(value, tuple | list)
    parts = zip(value, type_.elements, strict=True)
    return _joined("TupleCons", [write_value(part, kind, members) for part, kind in parts])


def _joined(word: str, parts: list[str]) -> str:
    return f"({' '.join([word, *parts])})"


def _write_atom(value: object, type_: types.Atom) -> str:
    if isinstance(value, bool):
        return "(True)" if value else "(False)"
    if isinstance(value, float):
        return write_float(value)
    return f"(char {value})" if type_ is types.CHAR else str(value)


def write_float(value: float) -> str:
    """Write a float: shortest digits that read back, fixed notation for middling sizes."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value) or value == 0:
        return str(value)
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    # The point counted from the first digit that is not zero.
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0") or "0"
    if _SMALLEST_POINT <= point <= _LARGEST_POINT:
        if point <= 0:
            return f"{sign}0.{'0' * -point}{digits}"
        padded = digits.ljust(point, "0")
        return f"{sign}{padded[:point]}.{padded[point:] or '0'}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1:+d}"


def plain(
    value: object,
    type_: types.Type,
    members: Mapping[int, types.Type],
    path: tuple[str | int, ...] = (),
) -> object:
    """Return a value as plain data, which is of the type that ``plain_type`` says."""
    if isinstance(type_, types.Union):
        assert isinstance(value, tuple)
        tag, inner = value
        return plain(inner, members[tag], members, path)
    if isinstance(type_, types.Object):
        assert isinstance(value, tuple | list)
        return {
            field.name: plain(part, field.type, members, (*path, field.name))
            for field, part in zip(type_.fields, value, strict=True)
        }
    if isinstance(type_, types.ListOf):
        assert isinstance(value, list)
        return _plain_list(value, type_.element, members, path)
    if isinstance(type_, types.Tuple):
        assert isinstance(value, tuple | list)
        pairs = enumerate(zip(value, type_.elements, strict=True))
        parts = [plain(part, kind, members, (*path, at)) for at, (part, kind) in pairs]
        return parts or None
    if isinstance(type_, types.Function):
        raise NoData(path, "expected data, found a procedure")
    return value


def _plain_list(
    value: list[object],
    element: types.Type,
    members: Mapping[int, types.Type],
    path: tuple[str | int, ...],
) -> object:
    if element is types.CHAR:
        data = bytes([part for part in value if isinstance(part, int)])
        try:
            return data.decode()
        except UnicodeDecodeError:
            # Numbers instead would make the type of the data depend on the value.
            raise NoData(path, "expected chars in UTF-8, found other bytes") from None
    return [plain(part, element, members, (*path, at)) for at, part in enumerate(value)]
