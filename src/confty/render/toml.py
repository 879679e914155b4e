"""TOML text, version 1.0 or 1.1: first the plain values of a table, then its tables.

A list whose elements are all tables becomes an array of tables; tables
inside other lists are inline.  A list that does not fit on its line has one element a line.
Version 1.1 differs in one thing: an inline table that does not fit may be broken too.
"""

from __future__ import annotations

from _json import encode_basestring
from collections.abc import Iterator
from datetime import date, time
from decimal import Decimal
from math import isfinite
from re import compile as pattern
from typing import Final

from confty.render import codes, scalars
from confty.render.codes import Unwritable
from confty.render.survey import survey

_DEEPEST: Final = 200
_WIDTH: Final = 80
_LARGEST: Final = 2**63

_BARE_KEY: Final = pattern(r"[A-Za-z0-9_-]+")
_CONTROL: Final = pattern("[\x00-\x08\x0b-\x1f\x7f]")

Table = dict[str, object]


def write(value: object, *, broken_inline_tables: bool = False) -> str:
    """Write a document, each line of it ended by a line break."""
    if not isinstance(value, dict):
        raise Unwritable(
            codes.NOT_A_TABLE,
            f"a TOML document is a table, found {_kind(value)}",
            (),
            "put the value under a key",
        )
    if survey(value).depth > _DEEPEST:
        raise Unwritable(codes.TOO_DEEP, f"TOML is written to a depth of {_DEEPEST} levels")
    return "".join(f"{line}\n" for line in _Writer(broken_inline_tables).table(value, ()))


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a Boolean"
    if isinstance(value, (list, tuple)):
        return "a list"
    return "a string" if isinstance(value, str) else "a number"


def _is_tables(value: object) -> bool:
    return (
        isinstance(value, (list, tuple))
        and len(value) > 0
        and all(isinstance(item, dict) for item in value)
    )


class _Writer:
    """Writes one document; ``started`` says whether a header needs an empty line before it."""

    def __init__(self, broken_inline_tables: bool) -> None:
        self.broken_inline_tables = broken_inline_tables
        self.started = False

    def table(self, value: Table, path: tuple[str, ...]) -> Iterator[str]:
        """The lines of a table whose header is written already."""
        nested: list[tuple[str, object]] = []
        for key, item in value.items():
            try:
                head = _key(key)
            except Unwritable as problem:
                raise problem.inside(key) from None
            if isinstance(item, dict) or _is_tables(item):
                nested.append((key, item))
                continue
            self.started = True
            try:
                yield f"{head} = {self._value(item, len(head) + 3, '')}"
            except Unwritable as problem:
                raise problem.inside(key) from None
        for key, item in nested:
            try:
                yield from self._nested(item, (*path, _key(key)))
            except Unwritable as problem:
                raise problem.inside(key) from None

    def _nested(self, item: object, path: tuple[str, ...]) -> Iterator[str]:
        if isinstance(item, dict):
            # A table that holds only tables is there through their headers.
            if not item or not all(
                isinstance(one, dict) or _is_tables(one) for one in item.values()
            ):
                yield from self._header(f"[{'.'.join(path)}]")
            yield from self.table(item, path)
            return
        assert isinstance(item, (list, tuple))
        for index, one in enumerate(item):
            yield from self._header(f"[[{'.'.join(path)}]]")
            try:
                yield from self.table(one, path)
            except Unwritable as problem:
                raise problem.inside(index) from None

    def _header(self, header: str) -> Iterator[str]:
        if self.started:
            yield ""
        self.started = True
        yield header

    def _value(self, value: object, column: int, indent: str) -> str:
        """Write a value that starts at ``column`` of a line indented by ``indent``."""
        if isinstance(value, dict):
            return self._inline(value, column, indent)
        if isinstance(value, (list, tuple)):
            return self._array(value, column, indent)
        return _scalar(value)

    def _array(self, value: list[object] | tuple[object, ...], column: int, indent: str) -> str:
        inner = indent + "  "
        parts: list[str] = []
        for index, item in enumerate(value):
            try:
                parts.append(self._value(item, len(inner), inner))
            except Unwritable as problem:
                raise problem.inside(index) from None
        wide = f"[{', '.join(parts)}]"
        if not parts or (column + len(wide) <= _WIDTH and "\n" not in wide):
            return wide
        return "[\n" + "".join(f"{inner}{part},\n" for part in parts) + f"{indent}]"

    def _inline(self, value: Table, column: int, indent: str) -> str:
        inner = indent + "  " if self.broken_inline_tables else indent
        parts: list[str] = []
        for key, item in value.items():
            try:
                head = _key(key)
                parts.append(f"{head} = {self._member(item, len(inner) + len(head) + 3, inner)}")
            except Unwritable as problem:
                raise problem.inside(key) from None
        wide = f"{{ {', '.join(parts)} }}" if parts else "{}"
        if not self.broken_inline_tables or not parts:
            return wide
        if column + len(wide) <= _WIDTH and "\n" not in wide:
            return wide
        return "{\n" + "".join(f"{inner}{part},\n" for part in parts) + f"{indent}}}"

    def _member(self, item: object, column: int, indent: str) -> str:
        """A value in an inline table, which version 1.0 keeps on one line."""
        if self.broken_inline_tables:
            return self._value(item, column, indent)
        if isinstance(item, str):
            return _string(item)
        if isinstance(item, (list, tuple)):
            parts = []
            for index, one in enumerate(item):
                try:
                    parts.append(self._member(one, column, indent))
                except Unwritable as problem:
                    raise problem.inside(index) from None
            return f"[{', '.join(parts)}]"
        return self._value(item, column, indent)


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise Unwritable(
            codes.KEY_NOT_STRING,
            f"TOML keys are strings, found the key {key!r}",
            (),
            "put the key in quotes",
        )
    return key if _BARE_KEY.fullmatch(key) else _string(scalars.whole_characters(key))


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, (float, Decimal)):
        return _float(value)
    if isinstance(value, (date, time)):
        return scalars.moment(value)
    if isinstance(value, bytes):
        return f'"{scalars.encoded(value)}"'
    if value is None:
        raise Unwritable(
            codes.NULL_IN_TOML, "TOML has no null", (), "leave the key out, or give it a value"
        )
    raise scalars.no_form(value, "TOML")


def _integer(value: int) -> str:
    if not -_LARGEST <= value < _LARGEST:
        raise Unwritable(
            codes.INTEGER_RANGE,
            "a TOML integer has 64 bits, this one needs more",
            (),
            "write it as a string",
        )
    return str(value)


def _float(value: float | Decimal) -> str:
    if not isfinite(value):
        return scalars.special(value)
    text = scalars.number(value).lower()
    return text if "." in text or "e" in text else f"{text}.0"


def _text(text: str) -> str:
    """Lines of text in three quotes, everything else on one line."""
    scalars.whole_characters(text)
    if "\n" not in text:
        return _string(text)
    # A quote at the end would run into the closing three.
    body = text.removesuffix('"')
    last = '\\"' if body != text else ""
    escaped = body.replace("\\", "\\\\").replace('"""', '""\\"')
    escaped = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)
    return f'"""\n{escaped}{last}"""'


def _string(text: str) -> str:
    # JSON's escapes are TOML's, but for U+007F, which TOML wants escaped too.
    return encode_basestring(scalars.whole_characters(text)).replace("\x7f", "\\u007f")
