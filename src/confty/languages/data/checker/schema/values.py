"""Values as JSON Schema sees them: six types, and equality that tells true from 1 but not 1.0."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from math import isfinite
from typing import Final

from confty.render import render, scalars

TYPES: Final = ("null", "boolean", "integer", "number", "string", "array", "object")

#: What people call them, in the words of our own types.
WORDS: Final = {
    "null": "null",
    "boolean": "bool",
    "integer": "int",
    "number": "number",
    "string": "string",
    "array": "list",
    "object": "object",
}


def type_of(value: object) -> str:
    """The narrowest JSON Schema type of a value; 1.0 is an integer."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, (float, Decimal)):
        return "integer" if isfinite(value) and value == int(value) else "number"
    if isinstance(value, list):
        return "array"
    # Dates, times and bytes are strings by the time they are JSON.
    return "object" if isinstance(value, dict) else "string"


def word_of(value: object) -> str:
    """What people call the type of a value; a date is called a date."""
    own = {datetime: "datetime", date: "date", time: "time", bytes: "binary"}.get(type(value))
    return own or WORDS[type_of(value)]


def is_type(value: object, wanted: str) -> bool:
    """Whether a value is of the type of that name."""
    found = type_of(value)
    return found == wanted or (found == "integer" and wanted == "number")


def text_of(value: object) -> str | None:
    """The string that a value is in JSON, None when it is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, (date, time)):
        return scalars.moment(value)
    if isinstance(value, bytes):
        return scalars.encoded(value)
    return None


def number_of(value: object) -> int | float | Decimal | None:
    """The number that a value is, None when it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    return value


def canonical(value: object) -> object:
    """Something that is equal for two values exactly when JSON Schema calls them equal."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, dict):
        return ("object", frozenset([(key, canonical(item)) for key, item in value.items()]))
    if isinstance(value, (list, tuple)):
        return ("array", tuple([canonical(item) for item in value]))
    text = text_of(value)
    return text if text is not None else (value, "scalar")


def shown(value: object) -> str:
    """A value as a message shows it: short, on one line."""
    written = render(value, "json-compact")
    text = written.rstrip("\n") if isinstance(written, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
