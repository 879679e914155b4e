"""YAML scalars by the core schema of YAML 1.2.

``no``, ``on`` and ``12:30`` are strings; so are dates, unless a tag says otherwise.
"""

from __future__ import annotations

from base64 import b64decode
from datetime import UTC, date, datetime, timedelta, timezone
from math import inf, isinf, nan

from confty.languages.data import codes
from confty.languages.data.limits import integer_of
from confty.patterns import pattern
from confty.text import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

_PREFIX: Final = "tag:yaml.org,2002:"
#: The tags of YAML's own that mappings and sequences may have.
MAPPINGS: Final = frozenset({"map", "omap", "set"})
SEQUENCES: Final = frozenset({"seq", "omap", "pairs"})
_WORDS: Final[Mapping[str, object]] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    ".nan": nan,
    ".NaN": nan,
    ".NAN": nan,
} | {
    f"{sign}.{word}": -inf if sign == "-" else inf
    for sign in ("", "+", "-")
    for word in ("inf", "Inf", "INF")
}
_INTEGER: Final = pattern(r"[-+]?[0-9]++|0o[0-7]++|0x[0-9a-fA-F]++")
_FLOAT: Final = pattern(r"[-+]?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?")
_MOMENT: Final = pattern(
    r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
    r"(?:(?:[Tt]|[ \t]+)([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]*))?"
    r"[ \t]*(Z|[-+][0-9]{1,2}(?::?[0-9]{2})?)?)?"
)


class Wrong(Exception):
    """What is wrong with a scalar."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def plain(text: str) -> object:
    """The value of a scalar without quotes and tag."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "+-.0123456789":
        if _INTEGER.fullmatch(text):
            return _whole(text)
        if _FLOAT.fullmatch(text):
            return _fraction(text)
    return text


def _whole(text: str) -> int:
    try:
        return integer_of(text, 0 if text[:2] in {"0x", "0o"} else 10)
    except ValueError:
        raise Wrong(codes.YAML_RANGE, "this number is longer than 4300 digits") from None


def _fraction(text: str) -> float:
    return _double(float(text))


def _double(number: float) -> float:
    """A number as a double, which has to hold it."""
    try:
        made = float(number)
    except OverflowError:
        made = inf
    if isinf(made):
        raise Wrong(codes.YAML_RANGE, "this number is too large for a double")
    return made


def tagged(text: str, tag: str) -> object:
    """The value of a scalar with a tag of YAML's own; others raise KeyError."""
    kind = tag.removeprefix(_PREFIX)
    if kind in {"!", "str"}:
        return text
    if kind == "binary":
        return _binary(text)
    if kind == "timestamp":
        return _timestamp(text)
    if kind not in {"int", "float", "bool", "null"}:
        raise KeyError(tag)
    made = plain(text)
    if kind == "float" and type(made) is int:
        return _double(made)
    fits: dict[str, type] = {"int": int, "float": float, "bool": bool, "null": type(None)}
    if type(made) is fits[kind]:
        return made
    code = codes.YAML_NUMBER if kind in {"int", "float"} else codes.YAML_TAGGED
    raise Wrong(code, f"the tag !!{kind} does not go with this text")


def _binary(text: str) -> bytes:
    try:
        return b64decode("".join(text.split()), validate=True)
    except ValueError:
        raise Wrong(codes.YAML_TAGGED, "the tag !!binary wants base64 text") from None


def _timestamp(text: str) -> date:
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise Wrong(codes.YAML_TAGGED, "the tag !!timestamp wants a date")
    try:
        year, month, day = map(int, found.groups()[:3])
        hour, minute, second, fraction, zone = found.groups()[3:]
        if hour is None:
            return date(year, month, day)
        micro = int((fraction or "")[:6].ljust(6, "0"))
        return datetime(year, month, day, int(hour), int(minute), int(second), micro, _zone(zone))
    except ValueError:
        raise Wrong(codes.YAML_TAGGED, "there is no such date or time") from None


def _zone(text: str | None) -> timezone | None:
    if text is None:
        return None
    if text == "Z":
        return UTC
    digits = text[1:].replace(":", "")
    hours, minutes = (int(digits), 0) if len(digits) <= 2 else (int(digits[:-2]), int(digits[-2:]))
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(offset if text[0] == "+" else -offset)
