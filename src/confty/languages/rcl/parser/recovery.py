"""How reading goes on after a mistake, and what stands for a part that could not be read."""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.lexer import NONCODE
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.cursor import Cursor, ParseStop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


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


def enclosed(
    cursor: Cursor, bracket: str, parse: Callable[[Cursor], syntax.Expr]
) -> tuple[syntax.Expr, int, int]:
    """Parse an expression between brackets, and the brackets' places."""
    start, depth = cursor.at, cursor.depth
    opened = cursor.open()
    body: syntax.Expr = syntax.Missing(opened + 1, opened + 1)
    try:
        body = parse(cursor)
        end = cursor.close(opened, bracket, comma=False)
    except ParseStop as stop:
        cursor.depth = depth
        cursor.complain(stop.finding)
        if stop.finding.code is codes.NESTING or not cursor.step_to_close(start + 1):
            raise
        body = partial(body)
        end = cursor.ends[cursor.at]
        cursor.at += 1
    return body, opened, end


def partial(node: syntax.Expr) -> syntax.Expr:
    """Return what was read, marked as not all of it."""
    return node if isinstance(node, syntax.Missing) else syntax.Partial(node)


def partial_element(node: syntax.Element) -> syntax.Element:
    """Return an element of which not all was read; a field keeps its name."""
    result = node.result
    if isinstance(result, syntax.Pair):
        made: syntax.Result = syntax.Pair(
            result.key, result.mark, result.at, partial(result.value)
        )
    else:
        made = syntax.Item(partial(result.value))
    return syntax.Element(node.controls, node.before_result, made)


def argument(
    cursor: Cursor,
    opened: int,
    parse: Callable[[Cursor, syntax.Noncode], syntax.Expr],
    before: syntax.Noncode,
) -> syntax.Expr:
    """Parse an argument; after a mistake in it, go on at the comma or bracket behind it."""
    start, depth = cursor.at, cursor.depth
    found: syntax.Expr = syntax.Missing(cursor.last_end(), cursor.starts[start])
    try:
        found = parse(cursor, before)
        if cursor.peek_code() not in (",", ")"):
            cursor.skip()
            cursor.refuse_unclosed(opened, "(", comma=True)
    except ParseStop as stop:
        cursor.depth = depth
        cursor.complain(stop.finding)
        if stop.finding.code is codes.NESTING or not cursor.skip_element(start):
            raise
        found = partial(found)
    return found


def field_name(cursor: Cursor) -> syntax.Name:
    """Take the name behind a dot; an empty one where it is still to be written."""
    kind = cursor.peek()
    end = cursor.last_end()
    if kind == "name" and cursor.on_new_line():
        at = cursor.at
        while cursor.kinds[at] in NONCODE:
            at += 1
        # No expression goes on with ``=``: the name begins the next field.
        kind = cursor.kinds[at + 1] if cursor.kinds[at + 1] == "=" else kind
    if kind in ("name", "comment", "shebang"):
        return cursor.name("the name of a field")
    cursor.skip()
    cursor.miss(f"expected the name of a field, found {cursor.found()}")
    return syntax.Name(end, end, "")
