"""Collection literals and the comprehensions inside them."""

from __future__ import annotations

from confty.languages.rcl.lexer import CLOSERS
from confty.languages.rcl.parser import expressions
from confty.languages.rcl.parser.cursor import Cursor
from confty.languages.rcl.parser.syntax import (
    Collection,
    Control,
    Element,
    Filter,
    For,
    Item,
    Noncode,
    Pair,
    Result,
    StringLiteral,
    Unpack,
)


def parse_collection(cursor: Cursor) -> Collection:
    """Parse ``[...]`` or ``{...}``."""
    bracket = cursor.kinds[cursor.at]
    closer, opened = CLOSERS[bracket], cursor.open()
    elements: list[Element] = []
    trailing_comma = False
    before = cursor.noncode()
    while cursor.kinds[cursor.at] != closer:
        elements.append(_element(cursor, before))
        before = cursor.noncode()
        trailing_comma = cursor.kinds[cursor.at] == ","
        if not trailing_comma:
            break
        cursor.at += 1
        # A comment before the comma moves behind it; the blank lines just before it go.
        before = _without_last_blanks(before) + cursor.noncode()
    if cursor.kinds[cursor.at] == ";":
        cursor.stop(
            f"expected ',' or '{closer}', found ';'", hint="elements are separated by commas"
        )
    end = cursor.close(opened, bracket, comma=True)
    return Collection(opened, end, bracket, tuple(elements), before, trailing_comma=trailing_comma)


def _without_last_blanks(noncode: Noncode) -> Noncode:
    count = len(noncode)
    while count and noncode[count - 1] == "":
        count -= 1
    return noncode[:count]


def _element(cursor: Cursor, before: Noncode) -> Element:
    controls: list[tuple[Noncode, Control]] = []
    while True:
        kind = cursor.kinds[cursor.at]
        if kind == "for":
            controls.append((before, _for(cursor)))
        elif kind == "if":
            start = cursor.starts[cursor.at]
            cursor.at += 1
            controls.append((before, Filter(start, expressions.parse_condition(cursor))))
        elif expressions.is_statement(cursor):
            controls.append((before, expressions.parse_statement(cursor)))
        else:
            break
        before = cursor.noncode()
    return Element(tuple(controls), before, _result(cursor))


def _for(cursor: Cursor) -> For:
    keyword = cursor.starts[cursor.at]
    cursor.at += 1
    variables = [cursor.name("the name of a loop variable")]
    while cursor.skip() == ",":
        cursor.at += 1
        variables.append(cursor.name("the name of a loop variable"))
    if cursor.kinds[cursor.at] != "in":
        cursor.stop(f"expected 'in' after the loop variables, found {cursor.found()}")
    cursor.at += 1
    cursor.skip()
    collection = expressions.parse_operation(cursor)
    if cursor.skip() != ":":
        cursor.stop(f"expected ':' after the collection, found {cursor.found()}")
    cursor.at += 1
    return For(keyword, tuple(variables), collection)


def _result(cursor: Cursor) -> Result:
    at = cursor.at
    kind, start = cursor.kinds[at], cursor.starts[at]
    if kind in ("..", "..."):
        cursor.at += 1
        return Unpack(start, kind, expressions.parse_expr(cursor))
    if kind == "name" and cursor.kinds[at + 1] == "=":
        cursor.at += 2
        key = StringLiteral(start, cursor.ends[at], cursor.tokens.text(at), (), "")
        return Pair(key, "=", cursor.starts[at + 1], expressions.parse_expr(cursor))
    value = expressions.parse_operation(cursor)
    if cursor.peek() != ":":
        return Item(value)
    cursor.skip()
    place = cursor.starts[cursor.at]
    cursor.at += 1
    return Pair(value, ":", place, expressions.parse_expr(cursor))
