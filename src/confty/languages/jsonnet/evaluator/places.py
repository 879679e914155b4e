"""Positions as the reference prints them."""

from __future__ import annotations

from confty.text import Span


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
