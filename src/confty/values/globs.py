"""Property paths of the newer grammar: ``root.array[0]["a key"][*]``, canonical and exact.

A glob is a tuple of keys (strings), indexes (integers) and ``SPLAT``, which is not the key ``*``.
Names are identifiers, quoted keys are Go string literals, and every glob prints in one way only.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from confty.values.failures import ValueProblem


class AnyKey:
    """Any one key or index."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "SPLAT"

    def __reduce__(self) -> str:
        # There is one, which copies and other processes know by its name.
        return "SPLAT"


SPLAT: Final = AnyKey()
Glob: TypeAlias = tuple[str | int | AnyKey, ...]

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_DIGITS: Final = re.compile(r"[0-9]+", re.ASCII)
_LARGEST: Final = (1 << 63) - 1
# Python reads no number of more than some thousands of digits.
_MOST_DIGITS: Final = 4000
_SIMPLE_ESCAPES: Final = {
    "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "\\": 92, '"': 34,
}  # fmt: skip
_SHORT: Final = {code: letter for letter, code in _SIMPLE_ESCAPES.items()}


def parse_glob(text: str) -> Glob:
    """Read a glob; the empty text is none."""
    if not text:
        raise ValueProblem("a path has at least one element")
    elements: list[str | int | AnyKey] = []
    at = 0
    while at < len(text):
        if text[at] == "[":
            element, at = _bracketed(text, at)
        else:
            element, at = _named(text, at, first=not elements)
        elements.append(element)
    return tuple(elements)


def _named(text: str, at: int, *, first: bool) -> tuple[str | int | AnyKey, int]:
    dot = text[at] == "."
    if dot:
        at += 1
    found = _NAME.match(text, at)
    splat = text.startswith("*", at)
    if not dot and not first:
        # After an element only a dot or a bracket goes on; `a[0]b` is no path.
        raise _strange(text, at)
    if splat:
        return SPLAT, at + 1
    if found is None:
        raise _strange(text, at)
    return found.group(), found.end()


def _strange(text: str, at: int) -> ValueProblem:
    if at >= len(text):
        return ValueProblem("the path ends where a name was expected")
    return ValueProblem(f"the character {text[at]!r} at position {at} fits no path")


def _bracketed(text: str, start: int) -> tuple[str | int | AnyKey, int]:
    at = start + 1
    element: str | int | AnyKey
    if text.startswith("*", at):
        element, at = SPLAT, at + 1
    elif text.startswith('"', at):
        element, at = _quoted(text, at + 1)
    else:
        found = _DIGITS.match(text, at)
        if found is None:
            if at >= len(text):
                raise ValueProblem(f"the bracket at position {start} is not closed")
            raise _strange(text, at)
        digits, at = found.group(), found.end()
        if len(digits) > _MOST_DIGITS or int(digits) > _LARGEST:
            raise ValueProblem(f"the index {digits} is too large")
        element = int(digits)
    if not text.startswith("]", at):
        raise ValueProblem(f"the bracket at position {start} is not closed")
    return element, at + 1


def _quoted(text: str, at: int) -> tuple[str, int]:
    """Read the rest of a Go string literal; escapes may name bytes, which must make up UTF-8."""
    result = bytearray()
    while True:
        if at >= len(text) or text[at] == "\n":
            raise ValueProblem("the quoted key has no closing quote")
        if text[at] == '"':
            break
        if text[at] == "\\":
            at = _escape(text, at + 1, result)
        else:
            result += text[at].encode(errors="surrogatepass")
            at += 1
    try:
        return result.decode(), at + 1
    except UnicodeDecodeError:
        raise ValueProblem("the quoted key is not UTF-8") from None


def _escape(text: str, at: int, result: bytearray) -> int:
    letter = text[at : at + 1]
    if letter in _SIMPLE_ESCAPES and letter:
        result.append(_SIMPLE_ESCAPES[letter])
        return at + 1
    for mark, digits, base in (("x", 2, 16), ("u", 4, 16), ("U", 8, 16), ("", 3, 8)):
        if mark and letter != mark:
            continue
        body = text[at + len(mark) : at + len(mark) + digits]
        allowed = "01234567" if base == 8 else "0123456789abcdefABCDEF"
        if len(body) < digits or not all(char in allowed for char in body):
            break
        code = int(body, base)
        if mark in {"u", "U"}:
            if code > 0x10FFFF or 0xD800 <= code < 0xE000:
                break
            result += chr(code).encode()
        elif code > 255:
            break
        else:
            result.append(code)
        return at + len(mark) + digits
    raise ValueProblem(f"the escape at position {at - 1} is none of Go's")


def printed_glob(glob: Glob) -> str:
    """Write a glob in its one form."""
    parts: list[str] = []
    for element in glob:
        if isinstance(element, AnyKey):
            parts.append("[*]")
        elif isinstance(element, int):
            parts.append(f"[{element}]")
        elif _NAME.fullmatch(element):
            parts.append(f".{element}" if parts else element)
        else:
            parts.append(f'["{"".join(map(_shown, element))}"]')
    return "".join(parts)


def _shown(char: str) -> str:
    code = ord(char)
    if code in _SHORT:
        return "\\" + _SHORT[code]
    if char.isprintable():
        return char
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
