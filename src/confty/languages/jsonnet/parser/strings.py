"""What a string token means: escapes decoded, text blocks trimmed.

Two halves of a surrogate pair make one character, and half a pair is a mistake, as in the
reference implementation.
"""

from __future__ import annotations

from confty.languages.jsonnet.codes import BAD_ESCAPE
from confty.languages.jsonnet.lexer import Refusal
from confty.languages.jsonnet.parser.cursor import Cursor
from confty.languages.jsonnet.parser.nodes import Form
from confty.languages.jsonnet.parser.syntax import String
from confty.patterns import DOTALL, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Final, TypeAlias

_PLAIN: Final = {
    '"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"
}  # fmt: skip
# Told of an escape: what was expected, and the reference's words.
Complain: TypeAlias = "Callable[[re.Match[str], str, str], None]"
_ESCAPE: Final = pattern(r"\\(u[0-9A-Fa-f]{0,4}|.)", DOTALL)
_INDENT: Final = pattern(r"\|\|\|(-?)[ \t\r]*\n(\n*)([ \t]+)")


def read_string(cursor: Cursor) -> String:
    """Read the string or text block at the cursor."""
    at = cursor.at
    text = cursor.texts[at]
    start = cursor.starts[at]
    cursor.at = at + 1
    first = text[0]
    if first == "|":
        value, chomped = _block(text)
        form: Form = "chomped-block" if chomped else "block"
        return String(start, start + len(text), value, form)
    if first == "@":
        quote = text[1]
        form = "verbatim-double" if quote == '"' else "verbatim-single"
        return String(start, start + len(text), text[2:-1].replace(quote * 2, quote), form)
    value = text[1:-1]
    if "\\" in value:
        value = _decode(text, lambda *said: _complain(cursor, start, *said))
    return String(start, start + len(text), value, "double" if first == '"' else "single")


def string_value(text: str, complain: Complain) -> str:
    """What a string token means; ``complain`` is told of escapes that mean nothing."""
    first = text[0]
    if first == "|":
        return _block(text)[0]
    if first == "@":
        return text[2:-1].replace(text[1] * 2, text[1])
    return _decode(text, complain)


def _block(text: str) -> tuple[str, bool]:
    """What a text block means, and whether its last line break is left out."""
    head = _INDENT.match(text)
    assert head is not None
    indent = head.group(3)
    body = text[head.start(3) : text.rindex("\n") + 1]
    lines = [line.removeprefix(indent) for line in body.split("\n")]
    value = head.group(2) + "\n".join(lines)
    return (value[:-1], True) if head.group(1) else (value, False)


def _decode(text: str, complain: Complain) -> str:
    out: list[str] = []
    at, stop = 1, len(text) - 1
    for escape in _ESCAPE.finditer(text, 1, stop):
        if escape.start() < at:
            continue  # the second half of a pair, already read
        out.append(text[at : escape.start()])
        word = escape.group(1)
        at = escape.end()
        if word in _PLAIN:
            out.append(_PLAIN[word])
        elif len(word) == 5:
            character, at = _unicode(text, escape.start(), stop)
            out.append(character or "\ufffd")
            if not character:
                complain(escape, "a whole surrogate pair", _half_pair(text, at, word))
        elif word[0] == "u":
            reason = _short_escape(text, escape)
            complain(escape, "four hexadecimal digits after \\u", reason)
        else:
            reason = f"Unknown escape sequence in string literal: '{word}'"
            complain(escape, "a known escape", reason)
    out.append(text[at:stop])
    return "".join(out)


def _half_pair(text: str, at: int, word: str) -> str:
    if text[at : at + 2] == "\\u" and word[1:3].lower() in _HIGH:
        return "Invalid UTF-16 bytes"
    return "Invalid non-BMP Unicode escape in string literal"


def _short_escape(text: str, escape: re.Match[str]) -> str:
    if len(text) - 1 - escape.start() < 6:
        return "Truncated unicode escape sequence in string literal."
    return f"Malformed unicode escape character, should be hex: '{text[escape.end()]}'"


_HIGH: Final = frozenset(("d8", "d9", "da", "db"))


def _unicode(text: str, at: int, stop: int) -> tuple[str, int]:
    """Read a ``u`` escape or a pair of them; an empty text where half a pair stands alone."""
    code = int(text[at + 2 : at + 6], 16)
    end = at + 6
    if not 0xD800 <= code <= 0xDFFF:
        return chr(code), end
    low = _ESCAPE.match(text, end, stop)
    if code < 0xDC00 and low and len(low.group(1)) == 5:
        second = int(low.group(1)[1:], 16)
        if 0xDC00 <= second <= 0xDFFF:
            return chr(0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00)), low.end()
    return "", end


def _complain(
    cursor: Cursor, start: int, escape: re.Match[str], expected: str, reason: str
) -> None:
    first, last = start + escape.start(), start + escape.end()
    refusal = Refusal(start, start + len(escape.string), reason)
    message = f"expected {expected}, found {escape.group()}"
    cursor.say_late(BAD_ESCAPE, first, last, message, refusal)
