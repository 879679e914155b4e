"""Plain data as a PCL file: every key of the top is a local."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from confty.languages.pcl.formatter import reformat
from confty.languages.pcl.written import is_name, text_literal, word_or_text
from confty.render.codes import Unwritable
from confty.render.survey import survey
from confty.text import Source

_KEYWORDS: Final = ("true", "false", "null", "for")


#: More values than this, each written out wherever it is used, are no program.
_MOST: Final = 5_000_000


class NoPcl(ValueError):
    """Data that PCL has no words for; the message says which."""


def sized(data: object) -> None:
    """Raise ``NoPcl`` for data that is endless, or large once its shared parts are written out."""
    try:
        size = survey(data).size
    except Unwritable as refused:
        raise NoPcl(str(refused)) from None
    if size > _MOST:
        raise NoPcl(f"expected at most {_MOST:,} values, found {size:,}")


def as_pcl(data: object) -> str:
    """The text of a file whose locals are the keys of ``data``; raises ``NoPcl``."""
    sized(data)
    if not isinstance(data, dict):
        raise NoPcl("expected an object at the top, whose keys become names")
    lines: list[str] = []
    for key, value in data.items():
        if not isinstance(key, str) or not is_name(key) or key in _KEYWORDS:
            raise NoPcl(f"{key!r} cannot be a name in PCL")
        lines.append(f"{key} = {value_text(value, 0)}\n")
    return reformat(Source("main.pp", "".join(lines)))


def value_text(value: object, depth: int) -> str:
    """A value with all that it holds, laid out to be read."""
    margin = "  " * (depth + 1)
    if isinstance(value, (list, tuple)):
        parts = [f"{margin}{value_text(each, depth + 1)},\n" for each in value]
        return "[\n" + "".join(parts) + "  " * depth + "]" if parts else "[]"
    if isinstance(value, dict):
        entries = [
            f"{margin}{key_text(key)} = {value_text(each, depth + 1)}\n"
            for key, each in value.items()
        ]
        return "{\n" + "".join(entries) + "  " * depth + "}" if entries else "{}"
    return scalar_text(value)


def scalar_text(value: object) -> str:
    """A value that holds no others."""
    written = word_or_text(value)
    if written is not None:
        return written
    if isinstance(value, (int, float, Decimal)):
        if isinstance(value, (float, Decimal)) and not Decimal(value).is_finite():
            raise NoPcl("a number that is not finite")
        return str(value)
    if hasattr(value, "isoformat"):
        return text_literal(str(value.isoformat()))
    raise NoPcl(f"a value of type {type(value).__name__}")


def key_text(key: object) -> str:
    """A key of an object, in quotes where it is no name."""
    if not isinstance(key, str):
        raise NoPcl(f"{key!r} is no text, and so no key in PCL")
    return key if is_name(key) and key not in _KEYWORDS else text_literal(key)
