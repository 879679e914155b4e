"""JSON text: one member a line, or everything on one line.

The writer keeps its own stack, so depth costs no recursion.  A container whose members are all
scalars, and every compact text, goes through the standard library's C encoder: its separators
are free, and a separator may hold the line break and the indentation.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable
from _json import encode_basestring, make_encoder
from math import isfinite

from confty.patterns import pattern
from confty.render import codes, scalars
from confty.render.codes import Unwritable
from confty.render.kinds import is_of
from confty.render.survey import survey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

Encoder = Callable[[object, int], Iterable[str]]

_NATIVE: Final = frozenset({str, int, float, bool, type(None)})
_CONTAINERS: Final = frozenset({dict, list, tuple})
#: How deep the quick way goes by recursion.
_SHALLOW: Final = 200
# How many levels have an encoder at once.
_MOST_LEVELS: Final = 256
_HALF_PAIRS: Final = pattern("[\ud800-\udfff]")


def write(value: object, indent: str | None = "  ") -> str:
    """Write ``value`` with members indented by ``indent``; None puts all on one line."""
    found = survey(value)
    text = None
    if found.keys <= {str} and found.kinds <= _NATIVE | _CONTAINERS:
        if indent is None:
            text = _quick(value, _Encoders(":")[","])
        elif found.depth <= _SHALLOW:
            text = _indented(value, indent)
    if text is None:
        text = _Writer(indent).write(value)
    return _escape_halves(text)


def string(text: str) -> str:
    """A JSON string; characters beyond ASCII stay themselves."""
    return _escape_halves(encode_basestring(text))


def _escape_halves(text: str) -> str:
    # Half a surrogate pair cannot be encoded in UTF-8, but JSON has an escape for it.
    if text.isascii():
        return text
    return _HALF_PAIRS.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


class _Encoders(dict[str, Encoder]):
    """The C encoders of one text, by what they put between members."""

    def __init__(self, key_separator: str) -> None:
        super().__init__()
        self._key_separator: Final = key_separator

    def __missing__(self, between: str) -> Encoder:
        """Make one for a level that is met for the first time."""
        made: Encoder = make_encoder(
            None,
            _refuse,
            encode_basestring,
            None,
            self._key_separator,
            between,
            False,
            False,
            False,
        )
        if len(self) >= _MOST_LEVELS:
            self.clear()
        self[between] = made
        return made


def _refuse(value: object) -> object:
    raise scalars.no_form(value, "JSON")


def _quick(value: object, encoder: Encoder) -> str | None:
    """The C encoder's text, or None when it has a complaint that only the slow way can place."""
    try:
        return "".join(encoder(value, 0))
    except (ValueError, RecursionError):
        return None


def _indented(value: object, indent: str) -> str | None:
    """The text of native data, or None when only the slow way can say what is wrong."""
    try:
        return _native(value, "\n", indent, _Encoders(": "))
    except ValueError:
        return None


def _native(value: object, outer: str, indent: str, encoders: _Encoders) -> str:
    """Write native data; ``outer`` is the line break with the indentation of this level."""
    if not isinstance(value, (dict, list, tuple)):
        return _SPELL[type(value)](value)
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    break_ = outer + indent
    values = value.values() if isinstance(value, dict) else value
    if _CONTAINERS.isdisjoint(map(type, values)):
        text = "".join(encoders[f",{break_}"](value, 0))
        return f"{text[0]}{break_}{text[1:-1]}{outer}{text[-1]}"
    between = f",{break_}"
    parts = [
        _SPELL[type(item)](item)
        if type(item) in _SPELL
        else _native(item, break_, indent, encoders)
        for item in values
    ]
    if isinstance(value, dict):
        pairs = zip(map(encode_basestring, value), parts, strict=True)
        return f"{{{break_}{between.join(map(_PAIR, pairs))}{outer}}}"
    return f"[{break_}{between.join(parts)}{outer}]"


def _finite(value: float) -> str:
    if not isfinite(value):
        raise ValueError
    return float.__repr__(value)


_PAIR: Final = ": ".join
_SPELL: Final[dict[type, Callable[[Any], str]]] = {
    str: encode_basestring,
    int: int.__repr__,
    float: _finite,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
}


def scalar(value: Any) -> str:
    """Write a value that has no members."""
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)) or is_of(value, "decimal", "Decimal"):
        return scalars.number(value)
    if is_of(value, "datetime", "date", "time"):
        return f'"{scalars.moment(value)}"'
    if isinstance(value, bytes):
        return f'"{scalars.encoded(value)}"'
    raise scalars.no_form(value, "JSON")


class _Frame:
    """A container half written: what is left of it, and how to close it."""

    __slots__ = ("break_", "closer", "items", "step")

    def __init__(self, items: Iterator[tuple[object, object]], closer: str, break_: str) -> None:
        self.items = items
        self.closer = closer
        self.break_ = break_
        self.step: object = None


class _Writer:
    """Writes one value; ``parts`` is the text so far."""

    def __init__(self, indent: str | None) -> None:
        self.indent = indent
        self.colon = ":" if indent is None else ": "
        self.encoders = _Encoders(self.colon)
        self.parts: list[str] = []
        self.stack: list[_Frame] = []

    def write(self, value: object) -> str:
        try:
            self._value(value)
            while self.stack:
                self._step(self.stack[-1])
        except Unwritable as problem:
            for frame in reversed(self.stack):
                problem.inside(frame.step)
            raise
        return "".join(self.parts)

    def _step(self, frame: _Frame) -> None:
        """Write one member of the innermost container, or close it."""
        for step, value in frame.items:
            self.parts.append(frame.break_ if frame.step is None else f",{frame.break_}")
            frame.step = step
            if frame.closer == "}":
                self.parts.append(self._key(step) + self.colon)
            self._value(value)
            return
        self.stack.pop()
        self.parts.append(self._break(len(self.stack)) + frame.closer)

    def _break(self, depth: int) -> str:
        return "" if self.indent is None else "\n" + self.indent * depth

    def _key(self, key: object) -> str:
        if isinstance(key, str):
            return encode_basestring(key)
        raise Unwritable(
            codes.KEY_NOT_STRING,
            f"JSON keys are strings, found the key {key!r}",
            (),
            "put the key in quotes",
        )

    def _value(self, value: object) -> None:
        if isinstance(value, dict):
            self._open(value, value.values(), iter(value.items()), "{}")
        elif isinstance(value, (list, tuple)):
            self._open(value, value, enumerate(value), "[]")
        else:
            self.parts.append(scalar(value))

    def _open(
        self,
        container: dict[object, object] | list[object] | tuple[object, ...],
        values: Iterable[object],
        items: Iterator[tuple[object, object]],
        brackets: str,
    ) -> None:
        if not container:
            self.parts.append(brackets)
            return
        break_ = self._break(len(self.stack) + 1)
        if _NATIVE.issuperset(map(type, values)) and (
            brackets == "[]" or all(type(key) is str for key in container)
        ):
            text = _quick(container, self.encoders[f",{break_}"])
            if text is not None:
                outer = self._break(len(self.stack))
                self.parts.append(f"{brackets[0]}{break_}{text[1:-1]}{outer}{brackets[1]}")
                return
        self.parts.append(brackets[0])
        self.stack.append(_Frame(items, brackets[1], break_))


def json_lines(value: object) -> str:
    """Write each element of a list as one line of compact JSON."""
    if not isinstance(value, (list, tuple)):
        raise Unwritable(codes.NOT_A_LIST, "JSON lines are written from a list")
    parts = []
    for index, item in enumerate(value):
        try:
            parts.append(write(item, None) + "\n")
        except Unwritable as problem:
            raise problem.inside(index) from None
    return "".join(parts)
