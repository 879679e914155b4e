"""The grammar of type expressions, record types included."""

from __future__ import annotations

from confty.languages.rcl.lexer import CLOSERS
from confty.languages.rcl.parser.cursor import Cursor
from confty.languages.rcl.parser.syntax import (
    Name,
    Noncode,
    TypeExpr,
)
from confty.languages.rcl.parser.typesyntax import (
    RecordField,
    TypeApply,
    TypeFunction,
    TypeList,
    TypeName,
    TypeRecord,
)


def parse_type(cursor: Cursor) -> TypeExpr:
    """Parse one type."""
    cursor.enter()
    kind = cursor.skip()
    if kind == "(":
        type_: TypeExpr = _function(cursor)
    elif kind == "{":
        type_ = _record(cursor)
    elif kind == "name":
        type_ = _named(cursor)
    else:
        cursor.stop(f"expected a type, found {cursor.found()}")
    cursor.depth -= 1
    return type_


def _named(cursor: Cursor) -> TypeExpr:
    name = cursor.name("a type")
    if cursor.peek() != "[":
        return TypeName(name.start, name.end, name.text)
    cursor.skip()
    arguments, end = _list(cursor, "[")
    return TypeApply(name.start, end, name.text, arguments)


def _function(cursor: Cursor) -> TypeExpr:
    start = cursor.starts[cursor.at]
    parameters, _ = _list(cursor, "(")
    if cursor.skip() != "->":
        cursor.stop(
            f"expected '->' and the result type, found {cursor.found()}",
            hint="a function type is written (A, B) -> C",
        )
    cursor.at += 1
    result = parse_type(cursor)
    return TypeFunction(start, result.end, parameters, result)


def _list(cursor: Cursor, bracket: str) -> tuple[TypeList, int]:
    """Parse types between brackets; the noncode before each and before the closer is kept."""
    closer, opened = CLOSERS[bracket], cursor.open()
    types: list[TypeExpr] = []
    noncode: list[Noncode] = [cursor.noncode()]
    trailing_comma = False
    if cursor.kinds[cursor.at] == "," and not noncode[0]:
        # A lone comma, as the formatter writes it before a comment in an empty list.
        cursor.at += 1
        noncode = [cursor.noncode()]
        if cursor.kinds[cursor.at] != closer:
            cursor.stop(f"expected '{closer}', found {cursor.found()}")
    while cursor.kinds[cursor.at] != closer:
        types.append(parse_type(cursor))
        trailing_comma = cursor.peek() == ","
        if not trailing_comma:
            noncode.append(cursor.noncode())
            break
        cursor.skip()
        cursor.at += 1
        noncode.append(cursor.noncode())
    end = cursor.close(opened, bracket, comma=True)
    return TypeList(tuple(types), tuple(noncode), trailing_comma=trailing_comma), end


def _record(cursor: Cursor) -> TypeRecord:
    opened = cursor.open()
    fields: list[RecordField] = []
    open_, trailing_comma = False, False
    before = cursor.noncode()
    while cursor.kinds[cursor.at] != "}":
        if cursor.kinds[cursor.at] == "...":
            cursor.at += 1
            open_, trailing_comma = True, False
            if cursor.peek() == ",":
                cursor.skip()
                cursor.at += 1
                trailing_comma = True
            before += cursor.noncode()
            break
        fields.append(_field(cursor, before))
        trailing_comma = cursor.peek() == ","
        if trailing_comma:
            cursor.skip()
            cursor.at += 1
        before = cursor.noncode()
        if not trailing_comma:
            break
    end = cursor.close(opened, "{", comma=True)
    return TypeRecord(
        opened, end, tuple(fields), before, open_=open_, trailing_comma=trailing_comma
    )


def _field(cursor: Cursor, before: Noncode) -> RecordField:
    if cursor.kinds[cursor.at] == "string":
        at = cursor.at
        cursor.at += 1
        name = Name(cursor.starts[at], cursor.ends[at], cursor.tokens.text(at)[1:-1])
    else:
        name = cursor.name("a field name")
    optional = cursor.skip() == "?"
    if optional:
        cursor.at += 1
    if cursor.skip() != ":":
        cursor.stop(f"expected ':' and the type of the field, found {cursor.found()}")
    cursor.at += 1
    return RecordField(name, parse_type(cursor), before, optional=optional)
