"""YAML text that every YAML reader, old or new, reads alike.

Block style.  String values stand in double quotes, or in a ``|`` block when they are lines of
text; nothing that a reader could take for a number, a date or a Boolean stands bare.  Keys stand
bare when they are plain words.  A list in an object is not indented.
"""

from __future__ import annotations

from _json import encode_basestring
from collections.abc import Iterator
from datetime import date, time
from decimal import Decimal
from math import isfinite
from re import IGNORECASE
from re import compile as pattern
from typing import Final

from confty.render import codes, scalars
from confty.render.codes import Unwritable
from confty.render.survey import survey

_DEEPEST: Final = 200

_LONGEST_KEY: Final = 1000

_BARE_KEY: Final = pattern(r"[A-Za-z_][A-Za-z0-9_./-]*")
#: Words that some YAML version reads as something else than a string.
_TAKEN: Final = pattern(r"(?:null|true|false|yes|no|on|off|y|n)", IGNORECASE)
#: What may not stand as itself in YAML, or breaks a line in some version of it.
_UNPRINTABLE: Final = pattern("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_NOT_IN_BLOCK: Final = pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def write(value: object) -> str:
    """Write one document, without the line that starts one."""
    found = survey(value)
    if found.depth > _DEEPEST:
        raise Unwritable(codes.TOO_DEEP, f"YAML is written to a depth of {_DEEPEST} levels")
    return "\n".join(_lines(value, ""))


def stream(value: object) -> str:
    """Write each element of a list as a document that starts with ``---``."""
    if not isinstance(value, (list, tuple)):
        raise Unwritable(codes.NOT_A_LIST, "a YAML stream is written from a list of documents")
    parts = []
    for index, document in enumerate(value):
        try:
            parts.append(f"---\n{write(document)}\n")
        except Unwritable as problem:
            raise problem.inside(index) from None
    return "".join(parts)


def _lines(value: object, indent: str) -> Iterator[str]:
    """The lines of a value; the first without its indentation, which the caller has written."""
    if isinstance(value, dict) and value:
        yield from _object(value, indent)
    elif isinstance(value, (list, tuple)) and value:
        yield from _list(value, indent)
    else:
        yield _scalar(value, indent)


def _object(value: dict[object, object], indent: str) -> Iterator[str]:
    before = ""
    for key, item in value.items():
        try:
            written = _key(key)
            # A key that stands before its colon has at most 1024 characters.
            long = len(written) > _LONGEST_KEY
            head = f"{before}? {written}\n{indent}:" if long else f"{before}{written}:"
            if isinstance(item, dict) and item:
                yield head
                inner = indent + "  "
            elif isinstance(item, (list, tuple)) and item:
                yield head
                inner = indent + "  " if long else indent
            else:
                yield f"{head} {_scalar(item, indent)}"
                continue
            lines = _lines(item, inner)
            yield inner + next(lines)
            yield from lines
        except Unwritable as problem:
            raise problem.inside(key) from None
        finally:
            before = indent


def _list(value: list[object] | tuple[object, ...], indent: str) -> Iterator[str]:
    before = ""
    inner = indent + "  "
    for index, item in enumerate(value):
        try:
            if isinstance(item, dict) and item:
                lines = _lines(item, inner)
                yield f"{before}- {next(lines)}"
                yield from lines
            elif isinstance(item, (list, tuple)) and item:
                # A list in a list starts on its own line: "- - - 1" is hard to read.
                yield f"{before}-"
                lines = _lines(item, inner)
                yield inner + next(lines)
                yield from lines
            else:
                yield f"{before}- {_scalar(item, indent)}"
        except Unwritable as problem:
            raise problem.inside(index) from None
        before = indent


def _key(key: object) -> str:
    if isinstance(key, str):
        if _BARE_KEY.fullmatch(key) and not _TAKEN.fullmatch(key):
            return key
        return _quoted(scalars.whole_characters(key))
    if key is None or isinstance(key, (bool, int, float, Decimal, date)):
        return _scalar(key, "")
    raise Unwritable(codes.KEY_NOT_STRING, f"YAML keys are scalars here, found the key {key!r}")


def _scalar(value: object, indent: str) -> str:
    if isinstance(value, str):
        return _text(value, indent)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, Decimal)):
        return _number(value)
    if isinstance(value, date):
        return scalars.moment(value)
    if isinstance(value, time):
        return f'"{scalars.moment(value)}"'
    if isinstance(value, bytes):
        return f'!!binary "{scalars.encoded(value)}"'
    if isinstance(value, (dict, list, tuple)):
        return "{}" if isinstance(value, dict) else "[]"
    raise scalars.no_form(value, "YAML")


def _number(value: float | Decimal) -> str:
    if isinstance(value, int):
        return scalars.digits(value)
    if not isfinite(value):
        return {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}[scalars.special(value)]
    text = scalars.number(value).replace("E", "e")
    mantissa, mark, exponent = text.partition("e")
    # YAML 1.1 takes 1e+16 for a string: it wants a point before the exponent.
    if "." not in mantissa and (mark or isinstance(value, float)):
        mantissa += ".0"
    return mantissa + mark + exponent


def _text(text: str, indent: str) -> str:
    if _fits_block(scalars.whole_characters(text)):
        lines = text[:-1].split("\n")
        inner = indent + "  "
        return "|\n" + "\n".join(inner + line if line else "" for line in lines)
    return _quoted(text)


def _fits_block(text: str) -> bool:
    """Whether a ``|`` block gives back exactly this text."""
    return (
        text.endswith("\n")
        and not text.endswith("\n\n")
        and not text[0].isspace()
        and _NOT_IN_BLOCK.search(text) is None
    )


def _quoted(text: str) -> str:
    quoted = encode_basestring(text)
    if quoted.isascii() and "\x7f" not in quoted:
        return quoted
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
