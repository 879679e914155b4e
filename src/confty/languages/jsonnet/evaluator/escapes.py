"""Strings in JSON's quotes that hold more than text and line breaks."""

from __future__ import annotations

from _json import encode_basestring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# What is longer is quoted piece by piece.
_PIECE: Final = 1 << 22
# Python's encoder leaves these alone; the reference escapes them.
_CONTROLS: Final = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}


def escaped(text: str) -> str:
    """Write a string as JSON does, with its quotes."""
    if len(text) > _PIECE:
        # It grows sixfold perhaps: between pieces a limit can strike.
        parts = [escaped(text[at : at + _PIECE])[1:-1] for at in range(0, len(text), _PIECE)]
        return '"' + "".join(parts) + '"'
    quoted: str = encode_basestring(text)
    if (text.isascii() and "\x7f" not in text) or not any("\x7f" <= c <= "\x9f" for c in text):
        return quoted
    return quoted.translate(_CONTROLS)
