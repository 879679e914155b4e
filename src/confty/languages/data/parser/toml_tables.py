"""Which TOML tables exist, and who may still add to them.

A table is made by a header, on the way to a header, by a dotted key, or inline.  Those of a
header are defined once; those on the way may be defined later; those of dotted keys grow only in
the section that made them; inline ones, like lists of values, never grow.
"""

from __future__ import annotations

from confty.languages.data import codes
from confty.languages.data.parser.places import Places
from confty.records import Record
from confty.text import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

IMPLICIT: Final = 0
HEADER: Final = 1
DOTTED: Final = 2


class KeyPart(metaclass=Record):
    """One part of a key, and where it stands."""

    name: str
    start: int
    end: int


class TomlTable:
    """A table that may grow."""

    __slots__ = ("children", "depth", "index", "keys", "origin", "section", "values")

    def __init__(self, index: int, origin: int, section: int, depth: int) -> None:
        self.index = index
        self.origin = origin
        self.section = section
        self.depth = depth
        self.values: dict[str, object] = {}
        self.children: dict[str, TomlTable | ArrayOfTables] = {}
        self.keys: dict[str, KeyPart] = {}


class ArrayOfTables:
    """An array of tables; new headers add to its last element."""

    __slots__ = ("elements", "index", "items")

    def __init__(self, index: int) -> None:
        self.index = index
        self.items: list[TomlTable] = []
        self.elements: list[dict[str, object]] = []


class Clash(Exception):
    """A key that cannot be used; ``first`` is the one it clashes with."""

    def __init__(self, code: Code, message: str, key: KeyPart, first: KeyPart | None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.key = key
        self.first = first


def step(table: TomlTable, key: KeyPart, places: Places) -> TomlTable:
    """Go one step on the way to a header's table; make it if need be."""
    child = table.children.get(key.name)
    if isinstance(child, ArrayOfTables):
        return child.items[-1]
    if child is not None:
        return child
    if key.name in table.values:
        raise _no_table(table, key)
    return grow(table, key, IMPLICIT, 0, places)


def grow(table: TomlTable, key: KeyPart, origin: int, section: int, places: Places) -> TomlTable:
    """Make a table under ``key``."""
    index = places.add(table.index, key.name, key.start, key.start, key.end)
    places.close(index, key.end)
    made = TomlTable(index, origin, section, table.depth + 1)
    table.values[key.name] = made.values
    table.children[key.name] = made
    table.keys[key.name] = key
    return made


def define(table: TomlTable, key: KeyPart, places: Places) -> TomlTable:
    """Define the table that a header names."""
    child = table.children.get(key.name)
    if isinstance(child, TomlTable) and child.origin == IMPLICIT:
        child.origin = HEADER
        return child
    if child is not None:
        message = f"the table {key.name} is defined already"
        raise Clash(codes.TOML_TABLE, message, key, table.keys.get(key.name))
    if key.name in table.values:
        raise _no_table(table, key)
    return grow(table, key, HEADER, 0, places)


def append(table: TomlTable, key: KeyPart, places: Places) -> TomlTable:
    """Add an element to the array of tables that a header names."""
    child = table.children.get(key.name)
    if child is None:
        if key.name in table.values:
            raise _no_table(table, key)
        index = places.add(table.index, key.name, key.start, key.start, key.end)
        places.close(index, key.end)
        child = ArrayOfTables(index)
        table.values[key.name] = child.elements
        table.children[key.name] = child
        table.keys[key.name] = key
    elif isinstance(child, TomlTable):
        message = f"{key.name} is a table already and cannot be an array of tables"
        raise Clash(codes.TOML_TABLE, message, key, table.keys.get(key.name))
    place = places.add(child.index, len(child.items), key.start, -1, -1)
    made = TomlTable(place, HEADER, 0, table.depth + 2)
    child.items.append(made)
    child.elements.append(made.values)
    return made


def dotted(table: TomlTable, key: KeyPart, section: int, places: Places) -> TomlTable:
    """Go one step along a dotted key; make the table if need be."""
    child = table.children.get(key.name)
    if child is None and key.name not in table.values:
        return grow(table, key, DOTTED, section, places)
    if isinstance(child, TomlTable):
        if child.origin == IMPLICIT or (child.origin == DOTTED and child.section == section):
            child.origin, child.section = DOTTED, section
            return child
        message = f"the table {key.name} is defined already and cannot grow here"
        raise Clash(codes.TOML_TABLE, message, key, table.keys.get(key.name))
    raise _no_table(table, key)


def _no_table(table: TomlTable, key: KeyPart) -> Clash:
    message = f"{key.name} is a value already, no table to add to"
    return Clash(codes.TOML_NOT_TABLE, message, key, table.keys.get(key.name))
