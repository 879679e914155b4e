"""Delta debugging: the smallest text that still breaks the same promise, lines first."""

from __future__ import annotations

import time
from collections.abc import Callable


def shrunk(text: str, fails: Callable[[str], bool], seconds: float = 20.0) -> str:
    """Return a smaller text for which ``fails`` holds, as small as the time allows."""
    until = time.monotonic() + seconds
    for split in (_lines, list):
        text = _without(text, split, fails, until)
    return _plainer(text, fails, until)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _without(
    text: str, split: Callable[[str], list[str]], fails: Callable[[str], bool], until: float
) -> str:
    parts = split(text)
    size = max(1, len(parts) // 2)
    while True:
        at, before = 0, len(parts)
        while at < len(parts):
            if time.monotonic() > until:
                return "".join(parts)
            fewer = parts[:at] + parts[at + size :]
            if fails("".join(fewer)):
                parts = fewer
            else:
                at += size
        if size == 1 and len(parts) == before:
            return "".join(parts)
        size = max(1, size // 2)


def _plainer(text: str, fails: Callable[[str], bool], until: float) -> str:
    """Replace letters by ``a`` and digits by ``1`` where it makes no difference."""
    for at, character in enumerate(text):
        if time.monotonic() > until:
            break
        other = (
            "a"
            if character.isalpha() and character != "a"
            else "1"
            if character.isdigit() and character != "1"
            else ""
        )
        if other:
            tried = text[:at] + other + text[at + 1 :]
            if fails(tried):
                text = tried
    return text
