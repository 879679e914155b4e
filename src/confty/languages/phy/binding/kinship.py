"""Whether a Python value is of a Phy type by itself, not only one that can become a value of it.

A union asks this before it takes the first member that a value can become.  What holds the
elements may be the Python kind that the type comes out as, or any other that goes in.
"""

from __future__ import annotations

import dataclasses
import numbers
from array import array
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from confty import types
from confty.languages.phy.binding.shapes import RecordClasses, field_names

Test: TypeAlias = Callable[[Any], bool]

# The names of NumPy's bool, which is none of Python's.
_BOOLS: Final = frozenset({"bool", "bool_"})


def is_bool(value: object) -> bool:
    """Whether a value is a bool, Python's or NumPy's."""
    return value is True or value is False or value.__class__.__name__ in _BOOLS


def _is_int(value: object) -> bool:
    # Most are Python's own, which are told at once.
    if value.__class__ is int:
        return True
    return isinstance(value, numbers.Integral) and not is_bool(value)


def _is_float(value: object) -> bool:
    if value.__class__ is float:
        return True
    return isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational)


def _is_text(value: object) -> bool:
    if isinstance(value, memoryview):
        return value.format in {"B", "c"}
    return isinstance(value, str | bytes | bytearray)


_ATOMS: Final[dict[types.Type, Test]] = {
    types.INT: _is_int, types.FLOAT: _is_float, types.BOOL: is_bool, types.CHAR: _is_text,
}  # fmt: skip


def kinship(type_: types.Type, shapes: RecordClasses, *, own: bool) -> Test:
    """Return the test for values of a type, whose containers are its ``own`` kind or any other."""
    match type_:
        case types.Atom():
            return _ATOMS[type_]
        case types.Tuple():
            return _tuple(type_, shapes, own=own)
        case types.ListOf():
            return _list(type_, shapes, own=own)
        case types.Object():
            return _record(type_, shapes, own=own)
        case types.Union():
            tests = [kinship(member, shapes, own=own) for member in type_.members]
            return lambda value: any(test(value) for test in tests)
        case _:
            return lambda _value: False


def _tuple(type_: types.Tuple, shapes: RecordClasses, *, own: bool) -> Test:
    if not type_.elements:
        # Python's empty tuple is written as unit's only value is.
        return lambda value: value is None or (isinstance(value, tuple) and not value)
    parts = [kinship(part, shapes, own=own) for part in type_.elements]
    kinds = tuple if own else (tuple, list)
    return lambda value: (
        isinstance(value, kinds)
        and len(value) == len(parts)
        and all(test(part) for test, part in zip(parts, value, strict=True))
    )


def _list(type_: types.ListOf, shapes: RecordClasses, *, own: bool) -> Test:
    if type_.element is types.CHAR:
        return _is_text
    each = kinship(type_.element, shapes, own=own)
    length = type_.length

    def test(value: object) -> bool:
        if _is_text(value):
            return False
        found = elements(value) if own else _any_elements(value)
        if found is None or (length is not None and len(found) != length):
            return False
        return all(map(each, found))

    return test


def elements(value: Any) -> list[Any] | None:
    """Return what a list or an array holds, as Python has it; None for anything else."""
    if isinstance(value, list):
        return value
    if isinstance(value, array | memoryview):
        return value.tolist()
    if not hasattr(value, "tolist") or not getattr(value, "shape", ()):
        return None
    # NumPy makes ints of some times; one by one they stay what they are.
    is_time = getattr(getattr(value, "dtype", None), "kind", "") in {"m", "M"}
    listed: list[Any] = list(value) if is_time else value.tolist()
    return listed


def _any_elements(value: object) -> list[Any] | tuple[Any, ...] | range | None:
    return value if isinstance(value, tuple | range) else elements(value)


def _record(type_: types.Object, shapes: RecordClasses, *, own: bool) -> Test:
    names = [field.name for field in type_.fields]
    attributes = field_names(type_)
    parts = [kinship(field.type, shapes, own=own) for field in type_.fields]
    made = shapes.record(type_)

    def test(value: object) -> bool:
        if isinstance(value, made):
            return True
        if isinstance(value, Mapping):
            if value.keys() != set(names):
                return False
            values = [value[name] for name in names]
        elif dataclasses.is_dataclass(value) and all(hasattr(value, one) for one in attributes):
            values = [getattr(value, one) for one in attributes]
        else:
            return False
        return all(one(part) for one, part in zip(parts, values, strict=True))

    return test
