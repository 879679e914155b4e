"""What stands for a part that could not be read: it keeps its name, so that nobody misses it."""

from __future__ import annotations

from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.cursor import Cursor


def missing_statement(cursor: Cursor, start: int) -> syntax.Statement:
    """Return a statement that binds what the one at a token was to bind."""
    place, end = cursor.starts[start], cursor.last_end()
    kind, following = cursor.kinds[start : start + 2]
    if following == "name" and kind in ("let", "name"):
        text = cursor.tokens.text(start + 1)
        name = syntax.Name(cursor.starts[start + 1], cursor.ends[start + 1], text)
        if kind == "let":
            return syntax.Let(place, end, name, None, syntax.Missing(place, end))
        anything = syntax.TypeName(place, end, "Any")
        return syntax.TypeAliasStatement(place, end, name, (), anything)
    return syntax.Trace(place, end, syntax.Missing(place, end))


def missing_element(cursor: Cursor, start: int) -> syntax.Result:
    """Return an element that has the field which the one at a token was to have."""
    place, end = cursor.starts[start], cursor.last_end()
    if cursor.kinds[start] == "name" and cursor.kinds[start + 1] == "=":
        key = syntax.StringLiteral(place, cursor.ends[start], cursor.tokens.text(start), (), "")
        at = cursor.starts[start + 1]
        return syntax.Pair(key, "=", at, syntax.Missing(at + 1, max(end, at + 1)))
    return syntax.Item(syntax.Missing(place, end))
