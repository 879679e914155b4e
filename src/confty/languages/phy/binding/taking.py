"""Python values on their way in: checked against a Phy type, and made what both back ends take.

A raw value is what generated Python works with (see ``evaluator.values``); for native code a list
of scalars may instead be a ``Block``: memory that already lies as native code wants it.
"""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from confty import types
from confty.languages.phy.binding.kinship import elements, is_bool, kinship
from confty.languages.phy.binding.list_memory import CODES, ListMemory, from_buffer
from confty.languages.phy.binding.shapes import RecordClasses, field_names
from confty.languages.phy.lexer import INT_MAX, INT_MIN
from confty.languages.phy.spelling import brief

Take: TypeAlias = Callable[[Any], Any]


class Misfit(Exception):
    """A value that does not fit; ``path`` leads to it inside of the argument."""

    def __init__(self, kind: type[Exception], wanted: str, found: str) -> None:
        super().__init__(wanted, found)
        self.kind, self.wanted, self.found = kind, wanted, found
        self.path = ""

    def inside(self, step: str) -> Misfit:
        """Return this, seen from one step further out."""
        self.path = f"{step}{self.path}"
        return self


def described(value: object) -> str:
    """Say what a value is, for a message."""
    return "None" if value is None else type(value).__name__


def _wrong(wanted: str, value: object) -> Misfit:
    return Misfit(TypeError, wanted, described(value))


def _index(value: Any, wanted: str) -> int:
    """Return an int, or what stands for one: NumPy's arrays only look as if they did."""
    try:
        return int(value.__index__())
    except TypeError:
        raise _wrong(wanted, value) from None


def take_int(value: Any) -> int:
    """Take an int of 64 bits."""
    if value.__class__ is not int:
        if is_bool(value) or not hasattr(value, "__index__"):
            raise _wrong("int", value)
        value = _index(value, "int")
    if not INT_MIN <= value <= INT_MAX:
        raise Misfit(OverflowError, "an int of 64 bits", "a larger one")
    return int(value)


def take_float(value: object) -> float:
    """Take a float, or an int that is one without losing anything."""
    if value.__class__ is float:
        return float(value)
    if is_bool(value):
        raise _wrong("float", value)
    if hasattr(value, "__index__"):
        found = exact_float(_index(value, "float"))
        if found is None:
            raise Misfit(OverflowError, "float", "an int that is none exactly")
        return found
    if isinstance(value, float) or (hasattr(value, "__float__") and not isinstance(value, str)):
        return float(value)
    raise _wrong("float", value)


def exact_float(number: int) -> float | None:
    """Return an int as a float, None where it would be another number."""
    try:
        found = float(number)
    except OverflowError:
        return None
    return found if found == number else None


def take_bool(value: object) -> bool:
    """Take a bool."""
    if is_bool(value):
        return bool(value)
    raise _wrong("bool", value)


def take_char(value: object) -> int:
    """Take a byte: a number, or a text of one."""
    if isinstance(value, str | bytes):
        data = _bytes_of(value) if isinstance(value, str) else value
        if len(data) == 1:
            return data[0]
        raise Misfit(ValueError, "a text of one byte", f"one of {len(data)}")
    number = take_int(value)
    if not 0 <= number <= 255:
        raise Misfit(OverflowError, "a char", str(number))
    return number


def _bytes_of(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        found = f"the surrogate U+{ord(text[error.start]):04X}"
        raise Misfit(ValueError, "text", found) from None


_ATOMS: Final[dict[types.Type, Take]] = {
    types.INT: take_int, types.FLOAT: take_float, types.BOOL: take_bool, types.CHAR: take_char,
}  # fmt: skip


# What a list of numbers may hold to be taken whole.
_NUMBERS: Final[dict[types.Type, frozenset[type]]] = {
    types.INT: frozenset({int}), types.FLOAT: frozenset({int, float}),
}  # fmt: skip


class Taker:
    """Makes the functions that take arguments of one program."""

    def __init__(
        self, shapes: RecordClasses, tag: Callable[[types.Type], int], *, native: bool
    ) -> None:
        self.shapes = shapes
        self.tag = tag
        # Whether lists of scalars may stay where they are.
        self.native = native
        self.made: dict[types.Type, Take] = {}

    def take(self, type_: types.Type) -> Take:
        """Return the function that takes values of a type."""
        found = self.made.get(type_)
        if found is None:
            found = self.made[type_] = self._make(type_)
        return found

    def _make(self, type_: types.Type) -> Take:
        match type_:
            case types.Atom():
                return _ATOMS[type_]
            case types.Tuple():
                return self._tuple(type_) if type_.elements else _unit
            case types.Object():
                return self._record(type_)
            case types.ListOf():
                return self._list(type_)
            case types.Union():
                return self._union(type_)
            case _:
                wanted = brief(type_)
                assert isinstance(type_, types.Function) or wanted

                def refuse(value: object) -> object:
                    raise _wrong(f"{wanted}, which Python cannot give", value)

                return refuse

    def _tuple(self, type_: types.Tuple) -> Take:
        parts = [self.take(part) for part in type_.elements]
        wanted = brief(type_)

        def take(value: object) -> object:
            if not isinstance(value, tuple | list):
                raise _wrong(wanted, value)
            if len(value) != len(parts):
                raise Misfit(TypeError, wanted, f"{described(value)} of {len(value)}")
            return tuple([_part(part, one, f"[{at}]") for at, (part, one) in _pairs(parts, value)])

        return take

    def _record(self, type_: types.Object) -> Take:
        names = [field.name for field in type_.fields]
        attributes = field_names(type_)
        parts = [self.take(field.type) for field in type_.fields]
        wanted, made = brief(type_), self.shapes.record(type_)

        def take(value: object) -> object:
            if isinstance(value, Mapping):
                if value.keys() != set(names):
                    raise Misfit(TypeError, wanted, f"a mapping with {', '.join(map(str, value))}")
                values = [value[name] for name in names]
            elif isinstance(value, made) or dataclasses.is_dataclass(value):
                try:
                    values = [getattr(value, name) for name in attributes]
                except AttributeError:
                    raise _wrong(wanted, value) from None
            else:
                raise _wrong(wanted, value)
            triples = zip(parts, values, names, strict=True)
            return tuple([_part(part, one, f".{name}") for part, one, name in triples])

        return take

    def _union(self, type_: types.Union) -> Take:
        members = [(self.tag(one), self.take(one)) for one in type_.members]
        # First what the value is, then what is of its elements, then what it can become.
        tests = [
            [kinship(one, self.shapes, own=own) for one in type_.members] for own in (True, False)
        ]
        tests.append([_anything] * len(members))
        wanted = brief(type_)

        def take(value: object) -> object:
            for round_ in tests:
                for test, (tag, member) in zip(round_, members, strict=True):
                    if test(value):
                        try:
                            return tag, member(value)
                        except Misfit:
                            continue
            raise _wrong(wanted, value)

        return take

    # Lists.

    def _list(self, type_: types.ListOf) -> Take:
        element, length = type_.element, type_.length
        one = self.take(element)
        wanted = brief(type_)
        several = self._scalars(element, wanted) if isinstance(element, types.Atom) else None
        native = self.native

        def take(value: object) -> object:
            found: Any
            if several is not None:
                found = several(value)
            else:
                found = from_buffer(value, type_) if native else None
            if found is None:
                found = _elements(value, one, wanted)
            if length is not None and len(found) != length:
                raise Misfit(ValueError, wanted, f"{len(found)} elements")
            return found

        return take

    def _scalars(self, element: types.Atom, wanted: str) -> Take:
        """Take lists of scalars: whole, where they are uniform."""
        one, code, native = _ATOMS[element], CODES[element], self.native
        kinds = _NUMBERS.get(element)

        def take(value: object) -> object:
            if isinstance(value, str) and element is types.CHAR:
                value = _bytes_of(value)
            if native and value.__class__ is not list:
                block = ListMemory.of(value, element)
                if block is not None:
                    return block
            if (
                kinds is not None
                and value.__class__ is list
                and kinds.issuperset(map(type, value))
            ):
                whole = _whole(value, code)
                if whole is not None:
                    return ListMemory.owned(whole) if native else whole.tolist()
            found = _elements(value, one, wanted)
            return ListMemory.owned(array(code, found)) if native else found

        return take


def _whole(value: list[Any], code: str) -> array[Any] | None:
    """Copy a list of numbers; None where one of them would be another number then."""
    try:
        whole = array(code, value)
    except OverflowError:
        return None
    # What is equal to no number is looked at one by one.
    if code == "d" and int in map(type, value) and whole.tolist() != value:
        return None
    return whole


def _anything(_value: object) -> bool:
    return True


def _unit(value: object) -> tuple[()]:
    if value is None or value == ():
        return ()
    raise _wrong("None", value)


def _elements(value: object, one: Take, wanted: str) -> list[object]:
    """Take the elements of anything that has a length and an order."""
    found = list(value) if isinstance(value, bytes | bytearray) else elements(value)
    if found is None:
        if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
            raise _wrong(wanted, value)
        found = list(value)
    return [_part(one, each, f"[{at}]") for at, each in enumerate(found)]


def _part(take: Take, value: object, step: str) -> object:
    try:
        return take(value)
    except Misfit as misfit:
        raise misfit.inside(step) from None


def _pairs(parts: list[Take], values: Sequence[object]) -> Any:
    return enumerate(zip(parts, values, strict=True))
