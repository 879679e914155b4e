"""The names that generated code may use, and the few functions that exist only for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from confty.languages.jsonnet.evaluator import calls, objects, operators
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.signature import Native
from confty.languages.jsonnet.evaluator.library.themes import NAMES, signature_of
from confty.languages.jsonnet.evaluator.slices import slice_
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    EAGER,
    HIDDEN,
    Func,
    Obj,
    Part,
    Shape,
    Thunk,
    Value,
    force,
    from_plain,
    static_shape,
)

PI: Final = 3.14159265358979311600


def stop(message: Value) -> NoReturn:
    """Run ``error message``."""
    raise Stop(operators.to_string(message))


def native_(name: str) -> Callable[..., Value]:
    """The Python function behind a library function."""
    found = signature_of(name)
    assert found is not None
    return found.body


class Standard:
    """The library as a program sees it: ``std`` itself, and its members one by one."""

    __slots__ = ("_file", "_functions", "_make", "_whole")

    def __init__(self, file: str, make: Callable[[Native], Func] = Native.function) -> None:
        self._file = file
        # How a library function becomes a value.
        self._make = make
        self._functions: dict[str, Func] = {}
        self._whole: Obj | None = None

    def member(self, name: str) -> Value:
        """Read ``std.name``."""
        if name == "thisFile":
            return self._file
        if name == "pi":
            return PI
        found = self._functions.get(name)
        if found is None:
            native = signature_of(name)
            if native is None or name == "id":
                raise Stop(f"field does not exist: {name}")
            found = self._functions[name] = self._make(native)
        return found

    def whole(self) -> Obj:
        """The library as an object; every field is hidden."""
        if self._whole is None:
            names = (*[name for name in NAMES if name != "id"], "thisFile", "pi")
            part = Part(names, (HIDDEN,) * len(names))
            row = tuple([Thunk(self.member, name) for name in names])
            self._whole = Obj(Shape((part,), static=True, asserted=False), (row,))
        return self._whole


class Constants:
    """The plain data of one unit, turned into values when first asked for."""

    __slots__ = ("_made", "_table")

    def __init__(self, table: list[Any]) -> None:
        self._table = table
        self._made: dict[int, Value] = {}

    def value(self, at: int) -> Value:
        """One constant as a value."""
        made = self._made.get(at, ABSENT)
        if made is ABSENT:
            made = self._made[at] = from_plain(self._table[at])
        return made


RUNTIME: Final[dict[str, Any]] = {
    **{
        name: getattr(operators, name)
        for name in [
            "add",
            "at_least",
            "at_most",
            "bit_and",
            "bit_or",
            "bit_xor",
            "condition",
            "contains_field",
            "differs",
            "divide",
            "equals",
            "index",
            "invert",
            "iterable",
            "less",
            "logical",
            "minus",
            "modulo",
            "more",
            "multiply",
            "negate",
            "overflow",
            "plus",
            "shift_left",
            "shift_right",
            "subtract",
            "unary_plus",
        ]
    },
    **{
        name: getattr(objects, name)
        for name in [
            "Dynamic",
            "dynamic_object",
            "entry_scope",
            "field",
            "in_super",
            "inherited",
            "obj",
            "scope",
            "super_field",
        ]
    },
    "ABSENT": ABSENT,
    "EAGER": EAGER,
    "Func": Func,
    "Thunk": Thunk,
    "call": calls.call,
    "call_eager": calls.call_eager,
    "call1": calls.call1,
    "call2": calls.call2,
    "force": force,
    "native_": native_,
    "slice_": slice_,
    "static_shape": static_shape,
    "stop": stop,
}
