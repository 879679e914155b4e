"""The formats that are lines: one JSON text each, or strings as they are."""

from __future__ import annotations

from confty.render import codes, json, scalars
from confty.render.problem import Unwritable


def json_lines(value: object) -> str:
    """Write each element of a list as one line of compact JSON."""
    if not isinstance(value, (list, tuple)):
        raise Unwritable(codes.NOT_A_LIST, "JSON lines are written from a list")
    parts = []
    for index, item in enumerate(value):
        try:
            parts.append(json.write(item, None) + "\n")
        except Unwritable as problem:
            raise problem.inside(index) from None
    return "".join(parts)


def raw(value: object) -> str:
    """A string as it is; of a list of strings each with a line break after it."""
    if isinstance(value, str):
        return scalars.whole_characters(value)
    if not isinstance(value, (list, tuple)):
        raise Unwritable(codes.NOT_TEXT, "raw output is a string or a list of strings")
    parts = []
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise Unwritable(codes.NOT_TEXT, "each line of raw output is a string", (index,))
        parts.append(scalars.whole_characters(item) + "\n")
    return "".join(parts)
