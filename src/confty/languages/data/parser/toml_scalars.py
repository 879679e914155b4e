"""TOML scalars: strings with their escapes, numbers, dates.

Each function returns the value, or raises ``Wrong`` with the code, the place inside the text, and
the words; the parser turns that into a finding.
"""

from __future__ import annotations

from confty.kit.suggest import nearest
from confty.languages.data import codes
from confty.languages.data.limits import integer_of
from confty.patterns import pattern
from confty.text import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date, datetime, time
    from re import Match, Pattern
    from typing import Final

_INTEGER: Final = pattern(r"[+-]?(?:0|[1-9][0-9]*+(?:_[0-9]++)*+)")
_PREFIXED: Final = pattern(
    r"0x[0-9A-Fa-f]++(?:_[0-9A-Fa-f]++)*+|0o[0-7]++(?:_[0-7]++)*+|0b[01]++(?:_[01]++)*+"
)
_FLOAT: Final = pattern(
    r"[+-]?(?:0|[1-9][0-9]*+(?:_[0-9]++)*+)"
    r"(?:\.[0-9]++(?:_[0-9]++)*+)?(?:[eE][+-]?[0-9]++(?:_[0-9]++)*+)?"
)
_SPECIAL: Final = pattern(r"[+-]?(?:inf|nan)")
_DATE: Final = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
_TIME: Final = r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
_LOCAL_DATE: Final = pattern(_DATE)
_LOCAL_TIME: Final = pattern(_TIME)
_MOMENT: Final = pattern(rf"{_DATE}[Tt ]{_TIME}(?:([Zz])|([+-])([0-9]{{2}}):([0-9]{{2}}))?")
_DATE_LIKE: Final = pattern(r"[0-9]{2,4}(?:-[0-9]{1,2}-[0-9]|:[0-9])")

_ESCAPE: Final = pattern(r'\\(?:([btnfr"\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.?))')
_TEXT_ESCAPE: Final = pattern(
    r'\\(?:([btnfr"\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[ \t]*\r?\n[ \t\r\n]*|(.?))|\r\n'
)
_LETTERS: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


class Wrong(Exception):
    """What is wrong with a scalar; ``start`` and ``end`` count from its first character."""

    def __init__(
        self, code: Code, message: str, help_: str | None, start: int = 0, end: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help_
        self.start = start
        self.end = end


def string(text: str) -> str:
    """The value of a string on one line, quotes included in ``text``."""
    body = text[1:].removesuffix(text[0])
    return body if text[0] == "'" or "\\" not in body else _unescape(body, 1, _ESCAPE)


def lines(text: str) -> str:
    """The value of a string in three quotes; a line break right after the first three is none."""
    body = text[3:].removesuffix(text[:3])
    skipped = 2 if body.startswith("\r\n") else 1 if body.startswith("\n") else 0
    body = body[skipped:]
    if text[0] == '"' and "\\" in body:
        return _unescape(body, 3 + skipped, _TEXT_ESCAPE)
    return body.replace("\r\n", "\n")


def _unescape(body: str, shift: int, shape: Pattern[str]) -> str:
    def replace(found: Match[str]) -> str:
        letter, short, long, other = found.groups()
        if letter:
            return _LETTERS[letter]
        digits = short or long
        if digits:
            point = int(digits, 16)
            if point < 0xD800 or 0xDFFF < point < 0x110000:
                return chr(point)
        elif other is None:
            # A line break of two characters, or one that a backslash takes away.
            return "\n" if found[0] == "\r\n" else ""
        start = found.start() + shift
        raise Wrong(
            codes.TOML_ESCAPE,
            f"there is no escape {found[0]}",
            r"write \\ for a backslash, or use single quotes, which have no escapes",
            start,
            start + len(found[0]),
        )

    return shape.sub(replace, body)


def plain(text: str) -> object:
    """The value of a number, a date or a word."""
    if text == "true":
        return True
    if text == "false":
        return False
    if _INTEGER.fullmatch(text):
        return _whole(text, 10)
    if _PREFIXED.fullmatch(text):
        return _whole(text, 0)
    if _FLOAT.fullmatch(text) or _SPECIAL.fullmatch(text):
        return float(text.replace("_", ""))
    if _DATE_LIKE.match(text):
        return _moment(text)
    if text[0] in "+-.0123456789":
        raise Wrong(codes.TOML_NUMBER, f"{_short(text)} is not a TOML number", _advice(text))
    raise _word(text)


def _whole(text: str, base: int) -> int:
    try:
        return integer_of(text.replace("_", ""), base)
    except ValueError:
        message = "this number is longer than 4300 digits"
        raise Wrong(codes.TOML_NUMBER, message, "write it as a string") from None


def _moment(text: str) -> date | time:
    from datetime import date, time  # noqa: PLC0415  start-up: few documents hold dates

    try:
        if found := _LOCAL_DATE.fullmatch(text):
            return date(*map(int, found.groups()))
        if found := _LOCAL_TIME.fullmatch(text):
            hour, minute, second, fraction = found.groups()
            return time(int(hour), int(minute), int(second), _micro(fraction))
        if found := _MOMENT.fullmatch(text):
            return _full(found)
    except ValueError:
        raise Wrong(codes.TOML_DATE, f"there is no date or time {_short(text)}", None) from None
    raise Wrong(
        codes.TOML_DATE,
        f"{_short(text)} is not how a date or time is written",
        "write 1979-05-27, 07:32:00 or 1979-05-27T07:32:00Z",
    )


def _full(found: Match[str]) -> datetime:
    from datetime import UTC, datetime, timedelta, timezone  # noqa: PLC0415  start-up: the same

    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    fraction, utc, sign, zone_hour, zone_minute = found.groups()[6:]
    zone = UTC if utc else None
    if sign:
        if int(zone_hour) > 23 or int(zone_minute) > 59:
            raise ValueError
        offset = timedelta(hours=int(zone_hour), minutes=int(zone_minute))
        zone = timezone(offset if sign == "+" else -offset)
    return datetime(year, month, day, hour, minute, second, _micro(fraction), zone)


def _micro(fraction: str | None) -> int:
    """Digits after the sixth are cut off, as the standard library does."""
    return int(fraction[:6].ljust(6, "0")) if fraction else 0


def _word(text: str) -> Wrong:
    message = f"expected a value, found {_short(text)}"
    meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(text.lower())
    meant = meant or nearest(text, ("true", "false", "inf", "nan"))
    if text.lower() in {"null", "none", "nil", "undefined"}:
        return Wrong(codes.TOML_VALUE, message, "TOML has no null; leave the key out")
    if meant:
        return Wrong(codes.TOML_VALUE, message, f"write {meant}")
    return Wrong(codes.TOML_VALUE, message, "put it in quotes if it is text")


def _advice(text: str) -> str:
    digits = text.lstrip("+-")
    if "_" in digits:
        return "an underscore stands between two digits"
    if digits[:1] == "0" and digits[1:2].isdigit():
        return "leave out the leading zero, or write a string"
    if digits.startswith(".") or "." in digits:
        return "a point stands between two digits"
    return "put it in quotes if it is text"


def _short(text: str) -> str:
    return text if len(text) < 40 else text[:37] + "..."
