"""``std`` as a program sees it when it does more than call one of its functions by name."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import (
    HIDDEN,
    Func,
    Obj,
    ObjectPart,
    ObjectShape,
    Thunk,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from confty.languages.jsonnet.library import StdFunction

PI: Final = 3.14159265358979311600


class Standard:
    """The library of one file: ``std`` itself, and its members one by one."""

    __slots__ = ("_dialect", "_fields", "_functions", "_make", "_whole")

    def __init__(self, file: str, dialect: str, make: Callable[[StdFunction, str], Func]) -> None:
        self._fields: dict[str, Value] = {"thisFile": file, "pi": PI}
        self._dialect = dialect
        # How a library function becomes a value.
        self._make = make
        self._functions: dict[str, Func] = {}
        self._whole: Obj | None = None

    def member(self, name: str) -> Value:
        """Read ``std.name``."""
        if name in self._fields:
            return self._fields[name]
        found = self._functions.get(name)
        if found is None:
            from confty.languages.jsonnet.library import FUNCTIONS  # noqa: PLC0415  milliseconds that few programs pay

            record = FUNCTIONS.get(name)
            if record is None or not record.is_in(self._dialect):
                raise Stop(f"field does not exist: {name}")
            found = self._functions[name] = self._make(record, self._dialect)
        return found

    def whole(self) -> Obj:
        """The library as an object; every field is hidden."""
        if self._whole is None:
            from confty.languages.jsonnet.library import FIELDS, FUNCTIONS  # noqa: PLC0415  as above

            dialect = self._dialect
            listed = sorted([one.name for one in FUNCTIONS.values() if one.is_in(dialect)])
            names = (*listed, *[field.name for field in FIELDS])
            part = ObjectPart(names, (HIDDEN,) * len(names))
            row = tuple([Thunk(self.member, name) for name in names])
            self._whole = Obj(ObjectShape((part,), static=True, asserted=False), (row,))
        return self._whole
