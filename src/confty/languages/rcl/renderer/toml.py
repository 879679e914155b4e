"""TOML 1.0 and 1.1: plain values first, then tables, then arrays of tables."""

from __future__ import annotations

import re
from typing import Final

from confty.languages.rcl.numbers import Exact, spell
from confty.languages.rcl.renderer.notation import (
    RCL,
    Inexpressible,
    Writer,
    columns,
    quoted,
)
from confty.languages.rcl.values import Value, elements, kind, pairs

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+\Z")


class _Toml(Writer):
    """Writes arrays and inline tables as TOML does."""

    def __init__(self, width: int, *, broken_tables: bool) -> None:
        super().__init__(RCL, width)
        self.broken_tables = broken_tables

    def atom(self, value: Value) -> str | None:
        cls = value.__class__
        if cls is list or cls is set:
            return None if value else "[]"
        if cls is dict:
            return None if value else "{}"
        if value is None:
            raise Inexpressible("TOML has no null", tuple(self.path), "leave the key out instead")
        if cls is str:
            return quoted(value)
        if cls is bool:
            return "true" if value else "false"
        if cls is int or cls is Exact:
            return spell(value)
        raise Inexpressible(f"a {kind(value).lower()} cannot be written as TOML", tuple(self.path))

    def key(self, key: Value) -> tuple[str, str | int]:
        return f"{self.bare(key)} = ", key

    def bare(self, key: Value) -> str:
        """Write a key without what follows it."""
        if key.__class__ is not str:
            shown = Writer(RCL, 80).flat(key)
            raise Inexpressible(
                f"expected a String as key, found {kind(key)} {shown}", tuple(self.path)
            )
        return key if _BARE.match(key) else quoted(key)

    def brackets(self, value: Value) -> tuple[str, str]:
        if value.__class__ is dict:
            return ("{", "}") if self.broken_tables else ("{ ", " }")
        return "[", "]"

    def write(self, value: Value, column: int, margin: int, out: list[str]) -> None:
        text = self.atom(value)
        if text is not None:
            out.append(text)
            return
        if value.__class__ is dict and not self.broken_tables:
            out.append(self.flat(value))
            return
        self.flat_or_tall(value, column, margin, out)


def toml(value: Value, width: int, *, broken_tables: bool) -> str:
    """Write a dict as a TOML document."""
    writer = _Toml(width, broken_tables=broken_tables)
    if value.__class__ is not dict:
        raise Inexpressible(f"expected a Dict for a TOML document, found {kind(value)}", ())
    plain: list[tuple[Value, Value]] = []
    tables: list[tuple[Value, Value]] = []
    arrays: list[tuple[Value, Value]] = []
    for key, one in pairs(value):
        writer.bare(key)
        if one.__class__ is dict:
            tables.append((key, one))
        elif one.__class__ in (list, set) and all(e.__class__ is dict for e in elements(one)):
            arrays.append((key, one))
        else:
            plain.append((key, one))
    out: list[str] = []
    _entries(writer, plain, out)
    for key, one in tables:
        _table(writer, f"[{writer.bare(key)}]", (key,), one, out)
    for key, many in arrays:
        for index, one in enumerate(elements(many)):
            _table(writer, f"[[{writer.bare(key)}]]", (key, index), one, out)
    return "".join(out)


def _table(
    writer: _Toml, head: str, path: tuple[str | int, ...], value: Value, out: list[str]
) -> None:
    if out:
        out.append("\n")
    out.append(head + "\n")
    writer.path.extend(path)
    _entries(writer, pairs(value), out)
    del writer.path[-len(path) :]


def _entries(writer: _Toml, entries: list[tuple[Value, Value]], out: list[str]) -> None:
    for key, one in entries:
        text, step = writer.key(key)
        out.append(text)
        writer.path.append(step)
        writer.write(one, columns(text), 0, out)
        writer.path.pop()
        out.append("\n")
