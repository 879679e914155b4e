"""Text to streams that may not be able to show all of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TextIO

CHUNK: Final = 1 << 16


def write(stream: TextIO, text: str) -> None:
    """Write text, whatever the terminal's encoding can show."""
    # In pieces: an unbuffered stream may take a part of a large text and not say so.
    for start in range(0, len(text), CHUNK):
        piece = text[start : start + CHUNK]
        try:
            stream.write(piece)
        except UnicodeEncodeError:
            stream.flush()
            stream.buffer.write(piece.encode("utf-8", "surrogatepass"))
            stream.buffer.flush()
