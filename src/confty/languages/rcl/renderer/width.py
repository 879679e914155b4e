"""How many columns a text takes on a terminal."""

from __future__ import annotations


def columns(text: str) -> int:
    """Count columns: wide characters take two, marks and controls none."""
    if text.isascii() and text.isprintable():
        return len(text)
    import unicodedata

    count = 0
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
            continue
        count += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return count
