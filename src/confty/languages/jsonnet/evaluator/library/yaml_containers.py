"""Arrays and objects of a YAML text while they are read, and what may be a key."""

from __future__ import annotations

import struct

from confty.languages.jsonnet.evaluator.values import Obj, Value, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_LARGEST_KEY: Final = (1 << 63) - 1


class RefusedYaml(Exception):
    """A text that is YAML and has no value."""


class Container:
    """An array or an object of a document while it is read."""

    __slots__ = ("anchor", "began")

    def __init__(self, anchor: str | None) -> None:
        self.anchor = anchor
        # How many values were taken before this one.
        self.began = 0

    def add(self, value: Value, scalar: object) -> None:
        """Take a value; ``scalar`` is the event it comes from, None for containers and aliases."""
        raise NotImplementedError

    def value(self) -> Value:
        """What was read."""
        raise NotImplementedError


class ArrayContainer(Container):
    """Elements so far."""

    __slots__ = ("_items",)

    def __init__(self, anchor: str | None) -> None:
        super().__init__(anchor)
        self._items: list[Value] = []

    def add(self, value: Value, scalar: object) -> None:
        """Take an element."""
        del scalar
        self._items.append(double(value))

    def value(self) -> Value:
        """The array."""
        return self._items


class ObjectContainer(Container):
    """Fields so far, and the key whose value comes next."""

    __slots__ = ("_fields", "_key", "_links", "_merging", "_own")

    def __init__(self, anchor: str | None, *, links: bool, strict: bool) -> None:
        super().__init__(anchor)
        # Whether ``<<`` and numbers as keys mean what YAML says.
        self._links = links
        # The keys that are written here, where it matters.
        self._own: set[str] | None = set() if strict else None
        self._fields: dict[str, Value] = {}
        self._key: str | None = None
        self._merging = False

    def add(self, value: Value, scalar: Any) -> None:
        """Take a key or a value, whichever is next."""
        if self._merging:
            self._merging = False
            self._merge(value)
        elif self._key is not None:
            self._fields[self._key] = double(value)
            self._key = None
        elif not self._links and scalar is not None:
            self._key = scalar.value
        elif scalar is not None and scalar.value == "<<" and scalar.implicit[0]:
            self._merging = True
        else:
            self._key = _key(value)
            if self._own is not None:
                self._note(value, scalar, self._own)

    def _note(self, value: Value, scalar: Any, own: set[str]) -> None:
        assert self._key is not None
        if value.__class__ is not str or (scalar is not None and scalar.value != value):
            raise RefusedYaml(f"expected a string for a key, found {self._key}")
        if self._key in own:
            raise RefusedYaml(f'mapping key "{self._key}" already defined')
        own.add(self._key)

    def _merge(self, value: Value) -> None:
        """Take over the fields of objects; of several, the first one's count."""
        parts = value if value.__class__ is list else [value]
        for part in reversed(parts):
            if part.__class__ is not Obj:
                raise RefusedYaml("map merge requires map or sequence of maps as the value")
            taken = zip(part.shape.visible, row_of(part), strict=True)
            own = self._own or ()
            self._fields.update((name, given) for name, given in taken if name not in own)

    def value(self) -> Value:
        """The object."""
        return record(self._fields)


def row_of(value: Obj) -> list[Value]:
    """The values of an object's fields."""
    from confty.languages.jsonnet.evaluator.objects import field  # noqa: PLC0415  few texts merge

    return [field(value, name) for name in value.shape.visible]


def double(value: Value) -> Value:
    """A number as a double; whole ones are told apart only while they may be keys."""
    return float(value) if value.__class__ is int else value


def _key(value: Value) -> str:
    kind = value.__class__
    if kind is str:
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is int and value <= _LARGEST_KEY:
        return str(value)
    if kind is int:
        raise RefusedYaml("expected a number of 64 bits with a sign for a key, found a larger one")
    if kind is float:
        return _short(value)
    if value is None:
        raise RefusedYaml("expected a string, a number or a boolean for a key, found null")
    word = "an array" if kind is list else "an object"
    raise RefusedYaml(f"expected a string, a number or a boolean for a key, found {word}")


def _short(number: float) -> str:
    """A float as a key: in as many digits as single precision needs."""
    if number - number != 0.0:
        return ".nan" if number != number else (".inf" if number > 0 else "-.inf")  # noqa: PLR0124  NaN alone
    try:
        single = struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        return ".inf" if number > 0 else "-.inf"
    tried = (f"{single:.{digits}e}" for digits in range(9))
    text = next(t for t in tried if struct.pack("f", float(t)) == struct.pack("f", single))
    mantissa, _, exponent = text.partition("e")
    if -4 <= int(exponent) < 6:
        places = len(mantissa.partition(".")[2]) - int(exponent)
        return f"{float(text):.{max(0, places)}f}"
    return f"{mantissa}e{exponent}"
