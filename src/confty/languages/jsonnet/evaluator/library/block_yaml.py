"""YAML as Go's yaml.v3 lays it out, for ``manifestYamlFromJson``.

Four blanks a level, counted from the margin: what is below an item of a list is at the next
multiple of four, so that a mapping in an item is indented by two more.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cmp_to_key

from confty.languages.jsonnet.evaluator.library import yaml_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_LEVEL: Final = 4
_ESCAPES: Final = {
    "\0": "\\0", "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v",
    "\f": "\\f", "\r": "\\r", "\x1b": "\\e",
    '"': '\\"', "\\": "\\\\", "\x85": "\\N", "\u2028": "\\L", "\u2029": "\\P", "\ufeff": "\\uFEFF",
}  # fmt: skip


def written(value: object) -> str:
    """A document with one value."""
    return "\n".join(_lines(value, 0, _LEVEL)) + "\n"


def _lines(value: Any, column: int, inner: int) -> list[str]:
    """The lines of a value that begins in a column; all but the first with their indentation.

    A text of several lines is put at ``inner``.
    """
    if isinstance(value, dict) and value:
        return _mapping(value, column)
    if isinstance(value, list) and value:
        lines: list[str] = []
        for item in value:
            first, *rest = _lines(item, column + 2, column + 2)
            lines += [f"{' ' * column if lines else ''}- {first}", *rest]
        return lines
    if isinstance(value, str):
        return _text(value, inner)
    if isinstance(value, dict | list):
        return ["{}" if isinstance(value, dict) else "[]"]
    return [_number(value) if isinstance(value, float) else _WORDS[value]]


_WORDS: Final = {None: "null", True: "true", False: "false"}


def _mapping(value: dict[str, object], column: int) -> list[str]:
    lines: list[str] = []
    below = _LEVEL * ((column + _LEVEL) // _LEVEL)
    for key in sorted(value, key=_BY_NUMBERS):
        name = f"{' ' * column if lines else ''}{_quoted(key)}:"
        first, *rest = _lines(value[key], below, below)
        if isinstance(value[key], dict | list) and value[key]:
            lines += [name, " " * below + first, *rest]
        else:
            lines += [f"{name} {first}", *rest]
    return lines


def _text(value: str, inner: int) -> list[str]:
    if "\n" not in value or not value.strip() or not _fits_a_block(value):
        return [_quoted(value)]
    kept = "" if value.endswith("\n") else "-"
    mark = "+" if value.endswith("\n\n") else kept
    # Blanks at the beginning would be taken for indentation.
    width = str(inner % _LEVEL or _LEVEL) if value[0] in " \n" else ""
    lines = value.removesuffix("\n").split("\n")
    return [f"|{width}{mark}", *[" " * inner + line if line else "" for line in lines]]


def _fits_a_block(value: str) -> bool:
    printable = all(_is_printable(one) or one in "\t\n" for one in value)
    return printable and " \n" not in value and not value.endswith(" ")


def _quoted(value: str) -> str:
    if yaml_text.is_plain(value) and all(map(_is_printable, value)):
        return value
    if yaml_text.is_text(value) and all(map(_is_printable, value)):
        return "'" + value.replace("'", "''") + "'"
    return '"' + "".join(map(_escaped, value)) + '"'


def _is_printable(one: str) -> bool:
    """Whether Go writes a character as it is; nothing beyond the basic plane."""
    return " " <= one <= "~" or ("\xa0" <= one <= "\ufffd" and one not in _ESCAPES)


def _escaped(one: str) -> str:
    if one in _ESCAPES:
        return _ESCAPES[one]
    if _is_printable(one):
        return one
    code = ord(one)
    if code <= 0xFF:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _number(value: float) -> str:
    """The shortest digits, with an exponent from a million on."""
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    power = exponent + len(digits) - 1
    if -4 <= power < 6:
        plain = repr(value)
        return plain.removesuffix(".0")
    first, rest = str(digits[0]), "".join(map(str, digits[1:]))
    mantissa = f"{first}.{rest}" if rest else first
    return f"{'-' if sign else ''}{mantissa}e{'-' if power < 0 else '+'}{abs(power):02d}"


def _compared(left: str, right: str) -> int:
    """Letters by their order and numbers by their size: ``a2`` comes before ``a10``."""
    at = next((at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), None)
    if at is None:
        return len(left) - len(right)
    a, b = left[at], right[at]
    if a.isalpha() and b.isalpha():
        return -1 if a < b else 1
    if a.isalpha() or b.isalpha():
        after_digit = at > 0 and left[at - 1].isdecimal()
        return -1 if (a.isalpha() if after_digit else b.isalpha()) else 1
    size, other = _digits(left, at), _digits(right, at)
    lead = "1" if "0" in (a, b) and _led(left, at) else ""
    one, two = int(lead + size or "0"), int(lead + other or "0")
    if one != two:
        return -1 if one < two else 1
    if len(size) != len(other):
        return len(size) - len(other)
    return -1 if a < b else 1


_BY_NUMBERS: Final = cmp_to_key(_compared)


def _digits(text: str, at: int) -> str:
    end = at
    while end < len(text) and text[end].isdecimal():
        end += 1
    return text[at:end]


def _led(text: str, at: int) -> bool:
    """Whether the number that the place is in has begun with another digit than zero."""
    begin = at
    while begin and text[begin - 1].isdecimal():
        begin -= 1
    return text[begin:at].strip("0") != ""
