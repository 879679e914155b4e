"""Strings, by code point."""

from __future__ import annotations

from confty.kit.limits import afford
from confty.languages.jsonnet.evaluator.failure import Stop, overflow
from confty.languages.jsonnet.evaluator.library.kinds import length
from confty.languages.jsonnet.evaluator.library.wants import (
    LARGEST,
    SMALLEST,
    number,
    refuse,
    sequence,
    string,
    values,
    whole,
)
from confty.languages.jsonnet.evaluator.manifest.json import to_string
from confty.languages.jsonnet.evaluator.values import Func, Obj, Value, quote, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LOWER: Final = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_UPPER: Final = {lower: lower - 32 for lower in range(ord("a"), ord("z") + 1)}
_BLANKS: Final = (
    " \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)
# The last place that 64 bits name, and more digits than they have.
_FARTHEST: Final = 2.0**63 - 1024
_DIGITS: Final = 400
_INFINITE: Final = float("inf")
_XML: Final = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;"})


def codepoint(text: Value) -> float:
    if len(string("codepoint", text)) != 1:
        raise Stop(f"codepoint takes a string of length 1, got length {len(text)}")
    return float(ord(text))


def char(code: Value) -> str:
    from confty.languages.jsonnet.evaluator.conversions import character  # noqa: PLC0415  few programs need it

    return character(number("char", code))


def substr(text: Value, start: Value, count: Value) -> str:
    reach = (("second", start, -_INFINITE, _FARTHEST), ("third", count, SMALLEST, LARGEST))
    for word, given, least, most in reach:
        if given.__class__ is float and not (given.is_integer() and least <= given <= most):
            raise Stop(f"substr {word} parameter should be an integer, got {given:f}")
    return substring(text, start, count)


def substring(text: Value, start: Value, count: Value) -> str:
    """Take some characters from a place on; fractions are cut off."""
    if text.__class__ is not str:
        raise Stop(f"substr first parameter should be a string, got {type_name(text)}")
    if start.__class__ is not float:
        raise Stop(f"substr second parameter should be a string, got {type_name(start)}")
    if count.__class__ is not float:
        raise Stop(f"substr third parameter should be a string, got {type_name(count)}")
    if start < 0:
        raise Stop(f"substr second parameter should be greater than zero, got {to_string(start)}")
    if count < 0:
        raise Stop(f"substr third parameter should be greater than zero, got {to_string(count)}")
    size = len(text)
    first = int(min(start, size))
    return str(text[first : first + int(min(count, size))])


def find_substr(pattern: Value, text: Value) -> list[Value]:
    if pattern.__class__ is not str:
        kind = type_name(pattern)
        raise Stop(f"findSubstr first parameter should be a string, got {kind}")
    if text.__class__ is not str:
        kind = type_name(text)
        raise Stop(f"findSubstr second parameter should be a string, got {kind}")
    found: list[Value] = []
    if pattern:
        at = text.find(pattern)
        while at >= 0:
            found.append(float(at))
            at = text.find(pattern, at + 1)
    return found


def starts_with(text: Value, start: Value) -> bool:
    if text.__class__ is str and start.__class__ is str:
        return bool(text.startswith(start))
    return _edge(text, start)


def ends_with(text: Value, end: Value) -> bool:
    if text.__class__ is str and end.__class__ is str:
        return bool(text.endswith(end))
    return _edge(text, end)


def _edge(text: Value, part: Value) -> bool:
    if length(text) < length(part):
        return False
    if text.__class__ is str:
        return False
    raise Stop(f"substr first parameter should be a string, got {type_name(text)}")


def _strip(text: Value, characters: Value, left: bool, right: bool) -> str:
    if text.__class__ is not str:
        refuse("stripChars", "string, string", text, characters)
    if not text:
        return ""
    if characters.__class__ is list:
        characters = "".join([c for c in values(characters) if c.__class__ is str and len(c) == 1])
    if characters.__class__ is not str:
        raise Stop("std.member first argument must be an array or a string")
    result = text
    if not characters:
        return str(result)
    if left:
        result = result.lstrip(characters)
    if right:
        result = result.rstrip(characters)
    return str(result)


def strip_chars(text: Value, characters: Value) -> str:
    return _strip(text, characters, left=True, right=True)


def lstrip_chars(text: Value, characters: Value) -> str:
    return _strip(text, characters, left=True, right=False)


def rstrip_chars(text: Value, characters: Value) -> str:
    return _strip(text, characters, left=False, right=True)


def trim(text: Value) -> str:
    if text.__class__ is not str:
        raise Stop(f"std.trim expected string, got {type_name(text)}")
    return str(text.strip(_BLANKS))


def _split_parts(name: str, text: Value, mark: Value) -> None:
    for word, value in (("first", text), ("second", mark)):
        if value.__class__ is not str:
            kind = type_name(value)
            raise Stop(f"std.{name} {word} parameter {_ought(name)} be a String, got {kind}")
    if not mark:
        length = f"{_ought(name)} have length 1 or greater, got 0"
        raise Stop(f"std.{name} second parameter {length}")


def _ought(name: str) -> str:
    return "must" if name == "split" else "should"


def limited(name: str, text: Value, mark: Value, limit: Value) -> int:
    """Take how often to split at most; -1 when there is no limit."""
    _split_parts(name, text, mark)
    if limit.__class__ is not float:
        kind = type_name(limit)
        raise Stop(f"std.{name} third parameter should be a Number, got {kind}")
    return max(-1, int(min(limit, len(text))))


def _limit(name: str, text: Value, mark: Value, limit: Value) -> int:
    found = limited(name, text, mark, limit)
    if whole(name, limit) < -1:
        wanted = f"std.{name} third parameter should be -1 or non-negative"
        raise Stop(f"{wanted}, got {to_string(limit)}")
    return found


def split(text: Value, mark: Value) -> list[Value]:
    _split_parts("split", text, mark)
    pieces: list[Value] = text.split(mark)
    return pieces


def split_limit(text: Value, mark: Value, limit: Value) -> list[Value]:
    most = _limit("splitLimit", text, mark, limit)
    pieces: list[Value] = text.split(mark, most)
    return pieces


def split_limit_right(text: Value, mark: Value, limit: Value) -> list[Value]:
    most = _limit("splitLimitR", text, mark, limit)
    pieces: list[Value] = text.rsplit(mark, most)
    return pieces


def str_replace(text: Value, old: Value, new: Value) -> str:
    if text.__class__ is not str or old.__class__ is not str or new.__class__ is not str:
        refuse("strReplace", "string, string, string", text, old, new)
    if not old:
        raise Stop("'from' string must not be zero length.")
    if len(new) > len(old):
        afford(len(text) + text.count(old) * (len(new) - len(old)))
    return str(text.replace(old, new))


def is_empty(text: Value) -> bool:
    return not string("isEmpty", text)


def _ascii(name: str, text: Value, table: dict[int, int]) -> str:
    return (text if text.__class__ is str else _letters(name, text)).translate(table)


def _letters(name: str, value: Value) -> str:
    """The letters of what has a length and places, as a string has."""
    if value.__class__ is not list:
        return "" if value.__class__ in {Obj, Func} and not length(value) else string(name, value)
    letters = values(value)
    for letter in letters:
        codepoint(letter)
    return "".join(letters)


def ascii_upper(text: Value) -> str:
    return _ascii("asciiUpper", text, _UPPER)


def ascii_lower(text: Value) -> str:
    return _ascii("asciiLower", text, _LOWER)


def equals_ignore_case(one: Value, other: Value) -> bool:
    first, second = string("equalsIgnoreCase", one), string("equalsIgnoreCase", other)
    return len(first) == len(second) and all(map(_same_letter, first, second))


def _same_letter(one: str, other: str) -> bool:
    return one == other or _folded(one) == _folded(other)


def _folded(letter: str) -> str:
    """One letter for all its cases; what would be several letters stays one."""
    for found in (letter.casefold(), letter.lower()):
        if len(found) == 1:
            return found
    return letter


def string_chars(text: Value) -> list[Value]:
    if text.__class__ in {Obj, Func} and not length(text):
        return []
    return list(sequence(text))


def format_(template: Value, values_: Value) -> str:
    from confty.languages.jsonnet.evaluator.format import format_text  # noqa: PLC0415  most write ``%``

    if template.__class__ is not str:
        if length(template) == 0:
            # Whatever has no length is a template without letters.
            return format_text("", values_)
        kind = type_name(template)
        raise Stop(f"format first parameter should be a string, got {kind}")
    return format_text(template, values_)


def escape_json(value: Value) -> str:
    return quote(to_string(value))


def escape_python(value: Value) -> str:
    return quote(to_string(value))


def escape_bash(value: Value) -> str:
    return "'" + str(to_string(value)).replace("'", "'\"'\"'") + "'"


def escape_dollars(value: Value) -> str:
    return str(to_string(value).replace("$", "$$"))


def escape_xml(value: Value) -> str:
    return str(to_string(value).translate(_XML))


def digits_of(text: str, base: int) -> float:
    """Read digits as the library does, by code: what stands between ``9`` and ``A`` counts on."""
    total = 0.0
    for letter in text:
        code = ord(letter)
        digit = code - 87 if code >= 97 else code - 55 if code >= 65 else code - 48
        if not 0 <= digit < base:
            raise Stop(f"{text} is not a base {base} integer")
        total = base * total + digit
    if total - total != 0.0:
        overflow(total)
    return total


def parse_int(text: Value) -> float:
    """Read what fits into 64 bits; the number, not its digits one by one, is rounded."""
    given = string("parseInt", text)
    digits = given[1:] if given[:1] in {"+", "-"} else given
    if digits.isascii() and digits.isdecimal() and len(digits) < _DIGITS:
        found = int(given)
        if -(1 << 63) <= found < 1 << 63:
            return float(found)
    raise Stop(f"{given} is not a base 10 integer")


def parse_octal(text: Value) -> float:
    if text.__class__ is not str:
        raise Stop(f"Expected string, got {type_name(text)}")
    if not text:
        raise Stop('Not an octal number: ""')
    return digits_of(text, 8)


def parse_hex(text: Value) -> float:
    if text.__class__ is not str:
        raise Stop(f"Expected string, got {type_name(text)}")
    if not text:
        raise Stop('Not hexadecimal: ""')
    return digits_of(text, 16)


def resolve_path(file: Value, relative: Value) -> str:
    folder, slash, _ = string("split", file).rpartition("/")
    if relative is not None and relative.__class__ is not str:
        raise Stop(
            f"expected string but arr[{folder.count('/') + 1 if slash else 0}] was"
            f" {type_name(relative)}"
        )
    return folder + slash + relative if relative is not None else folder
