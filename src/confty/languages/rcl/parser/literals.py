"""Numbers and strings: what escapes mean, and how text blocks lose their indentation."""

from __future__ import annotations

from itertools import groupby

from confty.languages.rcl import codes, numbers
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.cursor import Cursor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_ESCAPES: Final = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
    "{": "{", "}": "}",
}  # fmt: skip


def number(cursor: Cursor, start: int, end: int) -> syntax.NumberLiteral:
    """Read a number; one that does not fit is kept for later and means zero."""
    text = cursor.source.text[start:end]
    try:
        return syntax.NumberLiteral(start, end, numbers.read(text), text)
    except (numbers.Inexact, ValueError):  # a prefix without digits was told by the lexer
        finding = codes.NUMBER_OVERFLOW.at(
            cursor.span(start, end), "the number does not fit in 64 bits"
        )
        cursor.late.append(finding)
        return syntax.NumberLiteral(start, end, 0, text)


def unescape(cursor: Cursor, start: int, text: str) -> str:
    """Return the character of an escape; a bad one is kept for later and means nothing."""
    mark = text[1:2]
    if mark != "u":
        if mark in _ESCAPES:
            return _ESCAPES[mark]
        finding = codes.BAD_ESCAPE.at(
            cursor.span(start, start + len(text)), f"'{text}' is not an escape sequence"
        )
        if mark.isupper():
            finding = finding.with_help("escape sequences are written with a lowercase letter")
        cursor.late.append(finding)
        return ""
    digits = text[2:].strip("{}")
    if not 1 <= len(digits) <= 6:
        wrong = "is empty" if not digits else "has more than six digits"
        message = f"the Unicode escape {wrong}"
    elif (point := int(digits, 16)) > 0x10FFFF or 0xD800 <= point <= 0xDFFF:
        message = f"U+{digits.upper()} is not a Unicode character"
    else:
        return chr(point)
    finding = codes.BAD_ESCAPE.at(cursor.span(start, start + len(text)), message)
    if "not a Unicode" in message:
        finding = finding.with_help(
            "a character beyond U+FFFF is written as one \\u{...}, not as a surrogate pair"
        )
    cursor.late.append(finding)
    return ""


def finish(
    start: int, end: int, quote: str, parts: list[syntax.Part]
) -> syntax.StringLiteral | syntax.FormatString:
    """Make the literal of its parts; ``quote`` is how it was opened."""
    pieces = _block_pieces(parts) if quote.endswith('"""') else _plain_pieces(parts)
    merged: list[str | syntax.Hole] = []
    for is_text, some in groupby(pieces, lambda one: isinstance(one, str)):
        run = list(some)
        merged += ["".join(map(str, run))] if is_text else run
    if quote.startswith("f"):
        return syntax.FormatString(start, end, tuple(parts), tuple(merged), quote)
    value = merged[0] if merged else ""
    assert isinstance(value, str)
    return syntax.StringLiteral(start, end, value, tuple(parts), quote)


def _plain_pieces(parts: list[syntax.Part]) -> list[str | syntax.Hole]:
    pieces: list[str | syntax.Hole] = []
    for part in parts:
        if isinstance(part, syntax.Text):
            pieces.append(part.text)
        else:
            pieces.append(part.value if isinstance(part, syntax.Escape) else part)
    return pieces


def indentation(parts: tuple[syntax.Part, ...] | list[syntax.Part]) -> int:
    """How many spaces all lines of a text block share; blank lines do not count."""
    shared: int | None = None
    for index, part in enumerate(parts):
        if not isinstance(part, syntax.Text) or not part.text.startswith("\n"):
            continue
        line = part.text[1:]
        spaces = len(line) - len(line.lstrip(" "))
        ends_here = index + 1 < len(parts) and isinstance(parts[index + 1], syntax.Text)
        if spaces == len(line) and ends_here:
            continue
        shared = spaces if shared is None else min(shared, spaces)
    return shared or 0


def _block_pieces(parts: list[syntax.Part]) -> list[str | syntax.Hole]:
    shared = indentation(parts)
    pieces: list[str | syntax.Hole] = []
    for index, part in enumerate(parts):
        if isinstance(part, syntax.Text):
            if part.text.startswith("\n"):
                pieces.append(("\n" if index else "") + part.text[1 + shared :])
            else:
                pieces.append(part.text)
        else:
            pieces.append(part.value if isinstance(part, syntax.Escape) else part)
    return pieces
