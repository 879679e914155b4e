"""Values as JSON Schema sees them: six types, and equality that tells true from 1 but not 1.0."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from math import isfinite
from typing import Final

from confty.languages.data.checker.schema.drafts import NEWEST
from confty.records import Record
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
_MOST_SHOWN: Final = 60


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


def word_of(value: object, draft: int = NEWEST) -> str:
    """What people call the type of a value; a date is called a date."""
    own = {datetime: "datetime", date: "date", time: "time", bytes: "binary"}.get(type(value))
    return own or WORDS[type_in(draft, value)]


def type_in(draft: int, value: object) -> str:
    """The narrowest type in a draft: to the fourth an integer is written without a fraction."""
    return "number" if draft == 4 and isinstance(value, (float, Decimal)) else type_of(value)


def is_type(value: object, wanted: str, draft: int = NEWEST) -> bool:
    """Whether a value is of the type of that name."""
    found = type_in(draft, value)
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


def is_finite(number: float | Decimal) -> bool:
    """Whether a number is neither infinite nor none; every integer is, however long."""
    return isinstance(number, int) or isfinite(number)


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
    value = _outset(value, Left(_MOST_SHOWN))
    written = render(value, "json-compact")
    text = written.rstrip("\n") if isinstance(written, str) else repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "..."


class Left(metaclass=Record):
    """How many parts of a value may still be shown."""

    parts: int


def _outset(value: object, left: Left) -> object:
    """As much of a value as its first characters show: every part takes at least one of them.

    A choice may miss at every level of a document, and what is inside would be written each time.
    """
    left.parts -= 1
    if isinstance(value, str):
        return value[: _MOST_SHOWN + 1]
    if isinstance(value, list):
        return [_outset(item, left) for item in value[: _MOST_SHOWN + 1] if left.parts > 0]
    if isinstance(value, dict):
        first = islice(value.items(), _MOST_SHOWN + 1)
        return {_outset(key, left): _outset(item, left) for key, item in first if left.parts > 0}
    return value
