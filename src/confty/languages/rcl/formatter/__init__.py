"""Syntax to text in the one layout: ``fmt``, ``patch`` and highlighting."""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.languages.rcl.formatter.layout import lay_out
from confty.languages.rcl.formatter.source import document
from confty.languages.rcl.parser.syntax import Document

__all__ = ["format_document", "format_pieces"]


def format_pieces(node: Document, width: int = 80) -> list[tuple[str, str]]:
    """Return the formatted text as pieces with a style each."""
    with room_for(), uncollected():
        return lay_out(document(node), width)


def format_document(node: Document, width: int = 80) -> str:
    """Return the formatted text."""
    return "".join([text for text, _ in format_pieces(node, width)])
