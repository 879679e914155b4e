"""Single values: which Python types configuration can give, and how each is read and described."""

from __future__ import annotations

import datetime as dt
import decimal
import ipaddress
import math
import pathlib
import re
import uuid
from base64 import b64decode
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Never

from confty.values import Labelled


class ScalarType(NamedTuple):
    """A type of single values: how it is made of plain data, and its schema."""

    read: Callable[[object], object]
    schema: dict[str, object]


class Unfit(ValueError):
    """A value is not of the type, or cannot be read as it."""


_SHOWN: Final = 40


def brief(text: str) -> str:
    """As much of a text as a message shows."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _exactly(*kinds: type) -> Callable[[object], object]:
    def read(value: object) -> object:
        if type(value) in kinds:
            return value
        raise Unfit

    return read


def _whole(value: object) -> object:
    if type(value) is int:
        return value
    # Neither infinity nor what is no number is whole.
    if isinstance(value, (float, decimal.Decimal)) and math.isfinite(value):
        made = int(value)
        if made == value:
            return made
    raise Unfit


def _number(value: Any) -> object:
    if type(value) not in (int, float, decimal.Decimal):
        raise Unfit
    try:
        made = float(value)
    except OverflowError:
        raise Unfit from None
    # A float that is infinite was meant so; what became it is too large for one.
    if math.isinf(made) and made != value:
        raise Unfit
    return made


def _exact(value: Any) -> object:
    """A number, or a text where a number of the file's language would lose digits."""
    if type(value) not in (int, float, decimal.Decimal, str):
        raise Unfit
    try:
        return decimal.Decimal(repr(value) if type(value) is float else value)
    except decimal.InvalidOperation:
        raise Unfit from None


def _from_text(make: Callable[[str], object], *also: type) -> Callable[[object], object]:
    def read(value: object) -> object:
        if type(value) in also:
            return value
        if not isinstance(value, str):
            raise Unfit
        try:
            return make(value)
        except ValueError:
            raise Unfit from None

    return read


#: A duration as ISO 8601 writes it, without months and years, which have no length.
_DURATION: Final = re.compile(
    r"(?P<sign>[-+]?)P(?:(?P<weeks>\d+(?:\.\d+)?)W)?(?:(?P<days>\d+(?:\.\d+)?)D)?"
    r"(?:T(?:(?P<hours>\d+(?:\.\d+)?)H)?(?:(?P<minutes>\d+(?:\.\d+)?)M)?"
    r"(?:(?P<seconds>\d+(?:\.\d+)?)S)?)?",
    re.ASCII,
)


def _duration(value: Any) -> object:
    """Seconds as a number, or a text of ISO 8601 such as ``PT5M``."""
    if type(value) in (int, float, decimal.Decimal):
        try:
            return dt.timedelta(seconds=float(value))
        except (OverflowError, ValueError):
            raise Unfit from None
    found = _DURATION.fullmatch(value) if isinstance(value, str) else None
    parts = {} if found is None else found.groupdict()
    sign = -1 if parts.pop("sign", "") == "-" else 1
    given = {name: float(text) for name, text in parts.items() if text}
    if not given or str(value).endswith("T"):
        raise Unfit
    try:
        return sign * dt.timedelta(**given)
    except OverflowError:
        raise Unfit from None


def _pattern(value: str) -> object:
    try:
        return re.compile(value)
    except re.error:
        raise Unfit from None


_TEXT: Final[dict[str, object]] = {"type": "string"}
_PATTERN: Final = ScalarType(_from_text(_pattern), {**_TEXT, "format": "regex"})

SCALARS: Final[dict[object, ScalarType]] = {
    str: ScalarType(_exactly(str), _TEXT),
    bool: ScalarType(_exactly(bool), {"type": "boolean"}),
    int: ScalarType(_whole, {"type": "integer"}),
    float: ScalarType(_number, {"type": "number"}),
    decimal.Decimal: ScalarType(_exact, {"type": ["number", "string"]}),
    # The element of a list that is empty.
    Never: ScalarType(_exactly(), {"not": {}}),
    type(None): ScalarType(_exactly(type(None)), {"type": "null"}),
    # A secret, or what is not known yet; it says nothing of the data inside.
    Labelled: ScalarType(_exactly(Labelled), {}),
    # As JSON and TOML have them.
    bytes: ScalarType(
        _from_text(lambda text: b64decode(text, validate=True), bytes),
        {**_TEXT, "contentEncoding": "base64"},
    ),
    dt.datetime: ScalarType(
        _from_text(dt.datetime.fromisoformat, dt.datetime),
        {**_TEXT, "format": "date-time"},
    ),
    dt.date: ScalarType(_from_text(dt.date.fromisoformat, dt.date), {**_TEXT, "format": "date"}),
    dt.time: ScalarType(_from_text(dt.time.fromisoformat, dt.time), {**_TEXT, "format": "time"}),
    dt.timedelta: ScalarType(
        _duration, {"anyOf": [{**_TEXT, "format": "duration"}, {"type": "number"}]}
    ),
    uuid.UUID: ScalarType(_from_text(uuid.UUID), {**_TEXT, "format": "uuid"}),
    pathlib.Path: ScalarType(_from_text(pathlib.Path), _TEXT),
    pathlib.PurePath: ScalarType(_from_text(pathlib.PurePath), _TEXT),
    ipaddress.IPv4Address: ScalarType(
        _from_text(ipaddress.IPv4Address), {**_TEXT, "format": "ipv4"}
    ),
    ipaddress.IPv6Address: ScalarType(
        _from_text(ipaddress.IPv6Address), {**_TEXT, "format": "ipv6"}
    ),
    ipaddress.IPv4Network: ScalarType(_from_text(ipaddress.IPv4Network), _TEXT),
    ipaddress.IPv6Network: ScalarType(_from_text(ipaddress.IPv6Network), _TEXT),
    re.Pattern: _PATTERN,
    re.Pattern[str]: _PATTERN,
}
