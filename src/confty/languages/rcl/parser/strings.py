"""Strings that are more than one token: escapes, holes and text blocks."""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.cursor import Cursor, ParseStop
from confty.languages.rcl.parser.literals import finish, unescape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def string(
    cursor: Cursor, parse: Callable[[Cursor], syntax.Expr]
) -> syntax.StringLiteral | syntax.FormatString:
    """Parse a string of several tokens; ``parse`` reads what stands in a hole."""
    opened = cursor.at
    quote = cursor.tokens.text(opened)
    cursor.at += 1
    parts: list[syntax.Part] = []
    while (kind := cursor.kinds[cursor.at]) != "close-quote":
        start, end = cursor.starts[cursor.at], cursor.ends[cursor.at]
        if kind == "text":
            text = cursor.source.text[start:end]
            if not parts and quote.endswith('"""') and not text.startswith("\n"):
                cursor.stop('expected a line break after the opening """')
            parts.append(syntax.Text(start, end, text))
            cursor.at += 1
        elif kind == "escape":
            text = cursor.source.text[start:end]
            parts.append(syntax.Escape(start, end, text, unescape(cursor, start, text)))
            cursor.at += 1
        elif kind == "hole-open":
            parts.append(_hole(cursor, parse))
        else:
            cursor.stop("expected the end of the string")
    start, end = cursor.starts[opened], cursor.ends[cursor.at]
    cursor.at += 1
    if quote.startswith("f") and not any(isinstance(part, syntax.Hole) for part in parts):
        finding = codes.SYNTAX.at(cursor.span(start, end), "the format string has no hole")
        raise ParseStop(finding.with_help("remove the f, or put an expression in braces"))
    return finish(start, end, quote, parts)


def _hole(cursor: Cursor, parse: Callable[[Cursor], syntax.Expr]) -> syntax.Hole:
    opened = cursor.starts[cursor.at]
    start, depth = cursor.at, cursor.depth
    cursor.at += 1
    body: syntax.Expr = syntax.Missing(opened + 1, opened + 1)
    try:
        body = parse(cursor)
        if cursor.skip() != "hole-close":
            cursor.stop(
                f"expected '}}' to close the hole, found {cursor.found()}",
                note=(opened, opened + 1, "the hole opens here"),
            )
    except ParseStop as stop:
        cursor.depth = depth
        cursor.complain(stop.finding)
        if stop.finding.code is codes.NESTING or not cursor.step_to_close(start + 1):
            raise
    end = cursor.ends[cursor.at]
    cursor.at += 1
    return syntax.Hole(opened, end, body)
