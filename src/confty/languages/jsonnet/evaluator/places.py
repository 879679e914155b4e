"""Positions as the reference prints them."""

from __future__ import annotations

from typing import Final

from confty.text import Frame, Span

# What runs in a file's own body, as marks of generated text say it.
TOP: Final = "$"
# Steps of a trace that have no place, and the reference's words for them.
MANIFESTING: Final = "the printing of the result"
TOP_LEVEL: Final = "the call of the top-level function"
_REFERENCE: Final = {MANIFESTING: "During manifestation", TOP_LEVEL: "Top-level function"}


def reference_place(span: Span) -> str:
    """``file:line:column``, with the end where the span has more than one character."""
    line, column = span.first
    last_line, last_column = span.last
    name = span.source.name
    if line != last_line:
        return f"{name}:({line}:{column})-({last_line}:{last_column})"
    if last_column <= column + 1:
        return f"{name}:{line}:{column}"
    return f"{name}:{line}:{column}-{last_column}"


def reference_trace(frames: tuple[Frame, ...], most: int) -> list[str]:
    """The lines of a trace; of a long one the first and last halves."""
    lines = []
    for frame in frames:
        place = _REFERENCE[frame.what] if frame.span is None else reference_place(frame.span)
        what = "" if frame.span is None else frame.what
        lines.append(f"\t{place}\t{what}")
    if most and len(lines) > most:
        half = most // 2
        lines = [*lines[:half], "\t...", *lines[len(lines) - (most - half) :]]
    return lines
