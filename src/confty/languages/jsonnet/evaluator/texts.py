"""Strings and numbers as the reference prints them."""

from __future__ import annotations

from _json import encode_basestring
from typing import Final

# Python's encoder leaves these alone; the reference escapes them.
_CONTROLS: Final = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}


def quote(text: str) -> str:
    """Write a string as JSON does, with its quotes."""
    quoted: str = encode_basestring(text)
    if (text.isascii() and "\x7f" not in text) or not any("\x7f" <= c <= "\x9f" for c in text):
        return quoted
    return quoted.translate(_CONTROLS)


def number_text(number: float) -> str:
    """Write a number: whole ones in full, others with seventeen digits."""
    return f"{number:.0f}" if number.is_integer() else f"{number:.17g}"
