"""RCL, Jsonnet and Python source: a program whose value is the data, laid out as people write it.

RCL and Jsonnet read JSON, so what is told here is what people write instead: names without quotes,
``=`` in RCL, single quotes in Jsonnet.  A number that the language does not hold is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, time
from decimal import Decimal
from math import isfinite
from typing import Final

from confty.render import codes, scalars
from confty.render.codes import Unwritable
from confty.render.kinds import scalar_kinds
from confty.render.survey import survey

_RCL_WORDS: Final = frozenset(
    {
        "and", "assert", "else", "f", "false", "for", "if", "import", "in", "let", "not", "null",
        "or", "then", "trace", "true", "type",
    }
)  # fmt: skip
_JSONNET_WORDS: Final = frozenset(
    {
        "assert", "else", "error", "false", "for", "function", "if", "import", "importbin",
        "importstr", "in", "local", "null", "self", "super", "tailstrict", "then", "true",
    }
)  # fmt: skip
_RCL_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_JSONNET_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# How many digits RCL holds exactly, and the integers of its 64 bits.
_MOST_DIGITS: Final = 18
_LARGEST: Final = (1 << 63) - 1


class Rcl:
    """How RCL is written."""

    name: Final = "RCL"
    deepest: Final = 90
    indent: Final = "  "

    def key(self, key: object) -> str:
        """Write a key with what follows it."""
        if isinstance(key, str) and _RCL_NAME.fullmatch(key) and key not in _RCL_WORDS:
            return f"{key} = "
        if isinstance(key, str):
            return f"{self.string(key)}: "
        if key is None or isinstance(key, bool | int):
            return f"{self.scalar(key)}: "
        raise Unwritable(codes.KEY_NOT_STRING, "expected a string, a number or a bool as a key")

    def scalar(self, value: object) -> str:
        """Write a value without parts."""
        return _scalar(value, self)

    def string(self, text: str) -> str:
        """Write a text."""
        return json.dumps(scalars.whole_characters(text), ensure_ascii=False)

    def number(self, value: float | Decimal) -> str:
        """Write a number that RCL holds exactly."""
        if isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
            raise Unwritable(codes.INTEGER_RANGE, "an integer of RCL has 64 bits")
        if isinstance(value, Decimal) and len(value.as_tuple().digits) > _MOST_DIGITS:
            raise Unwritable(codes.NO_FORM, f"RCL holds {_MOST_DIGITS} digits of a number")
        return scalars.number(value).lower()


class Jsonnet:
    """How Jsonnet is written, as its formatter likes it."""

    name: Final = "Jsonnet"
    deepest: Final = 90
    indent: Final = "  "

    def key(self, key: object) -> str:
        """Write a key with what follows it."""
        if not isinstance(key, str):
            raise Unwritable(codes.KEY_NOT_STRING, "Jsonnet has string keys only")
        if _JSONNET_NAME.fullmatch(key) and key not in _JSONNET_WORDS:
            return f"{key}: "
        return f"{self.string(key)}: "

    def scalar(self, value: object) -> str:
        """Write a value without parts."""
        return _scalar(value, self)

    def string(self, text: str) -> str:
        """Write a text in single quotes, unless double ones save escapes."""
        written = json.dumps(scalars.whole_characters(text), ensure_ascii=False)
        if "'" in text and '"' not in text:
            return written
        inner = written[1:-1].replace('\\"', '"').replace("'", "\\'")
        return f"'{inner}'"

    def number(self, value: float | Decimal) -> str:
        """Write a number that a double holds exactly."""
        text = scalars.number(value)
        try:
            kept = Decimal(repr(float(value))) == Decimal(text)
        except OverflowError:
            kept = False
        if not kept and not (isinstance(value, int) and _is_double(value)):
            raise Unwritable(codes.NO_FORM, "Jsonnet's numbers are doubles, which do not hold it")
        return text.lower()


def _is_double(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False


class Python:
    """How Python is written: the literal that gives the value back."""

    name: Final = "Python"
    deepest: Final = 200
    indent: Final = "    "

    def key(self, key: object) -> str:
        """Write a key with what follows it."""
        return f"{self.scalar(key)}: "

    def scalar(self, value: object) -> str:
        """Write a value without parts."""
        if isinstance(value, str):
            return repr(str(value))
        if isinstance(value, int) and not isinstance(value, bool):
            return scalars.digits(value)
        if isinstance(value, float) and not isfinite(value):
            return f'float("{scalars.special(value)}")'
        if isinstance(value, Decimal):
            return f'Decimal("{value}")'
        if isinstance(value, dict | list | tuple) and not value:
            return "{}" if isinstance(value, dict) else "[]"
        if type(value) in scalar_kinds():
            return repr(value)
        raise scalars.no_form(value, self.name)


Style = Rcl | Jsonnet | Python
STYLES: Final[dict[str, Style]] = {"rcl": Rcl(), "jsonnet": Jsonnet(), "python": Python()}


def write(value: object, style: Style) -> str:
    """Write ``value`` as an expression, one member a line."""
    if survey(value).depth > style.deepest:
        raise Unwritable(
            codes.TOO_DEEP, f"{style.name} is written to a depth of {style.deepest} levels"
        )
    return "".join(_parts(value, "", style))


def _parts(value: object, indent: str, style: Style) -> Iterator[str]:
    inner = indent + style.indent
    if isinstance(value, dict) and value:
        yield "{\n"
        for key, item in value.items():
            yield from _inside(key, item, inner, style, keyed=True)
        yield indent + "}"
    elif isinstance(value, (list, tuple)) and value:
        yield "[\n"
        for index, item in enumerate(value):
            yield from _inside(index, item, inner, style, keyed=False)
        yield indent + "]"
    else:
        yield style.scalar(value)


def _inside(
    step: object, value: object, indent: str, style: Style, *, keyed: bool
) -> Iterator[str]:
    try:
        yield indent + (style.key(step) if keyed else "")
        yield from _parts(value, indent, style)
        yield ",\n"
    except Unwritable as problem:
        raise problem.inside(step) from None


def _scalar(value: object, style: Rcl | Jsonnet) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return style.string(value)
    if isinstance(value, int | float | Decimal):
        return style.number(value)
    if isinstance(value, date | time):
        return style.string(scalars.moment(value))
    if isinstance(value, bytes):
        return style.string(scalars.encoded(value))
    if isinstance(value, dict | list | tuple):
        return "{}" if isinstance(value, dict) else "[]"
    raise scalars.no_form(value, style.name)
