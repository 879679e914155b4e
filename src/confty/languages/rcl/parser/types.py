"""The grammar of type expressions; records, literals, ``|`` and dotted names are ours."""

from __future__ import annotations

from confty.languages.rcl.lexer import CLOSERS
from confty.languages.rcl.parser import typesyntax
from confty.languages.rcl.parser.cursor import Cursor
from confty.languages.rcl.parser.literals import unescape
from confty.languages.rcl.parser.syntax import Name, Noncode, TypeExpr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# What ends a type: before these one may still be to be written.
_ENDS: Final = frozenset(("=", ";", ",", ")", "]", "}", "end"))


def parse_type(cursor: Cursor) -> TypeExpr:
    """Parse one type, or several with ``|`` between them."""
    cursor.enter()
    members = [_member(cursor)]
    while cursor.peek() == "|":
        cursor.skip()
        cursor.at += 1
        members.append(_member(cursor))
    cursor.depth -= 1
    return members[0] if len(members) == 1 else typesyntax.TypeUnion(tuple(members))


def _member(cursor: Cursor) -> TypeExpr:
    kind = cursor.skip()
    if kind == "(":
        return _function(cursor)
    if kind == "{":
        return _record(cursor)
    if kind == "name":
        return _named(cursor)
    if kind in ("string", "open-quote"):
        return _literal(cursor)
    if kind in _ENDS:
        cursor.miss(f"expected a type, found {cursor.found()}")
        return typesyntax.TypeName(cursor.last_end(), cursor.starts[cursor.at], "")
    hint = "the type of null is called Null" if kind == "null" else ""
    return cursor.stop(f"expected a type, found {cursor.found()}", hint=hint)


def _literal(cursor: Cursor) -> typesyntax.TypeLiteral:
    opened = cursor.at
    start, end = cursor.starts[opened], cursor.ends[opened]
    cursor.at += 1
    value = cursor.source.text[start + 1 : end - 1]
    if cursor.kinds[opened] == "open-quote":
        value = ""
        while cursor.tokens.text(opened) == '"' and cursor.kinds[cursor.at] in ("text", "escape"):
            text, place = cursor.tokens.text(cursor.at), cursor.starts[cursor.at]
            escaped = cursor.kinds[cursor.at] == "escape"
            value += unescape(cursor, place, text) if escaped else text
            cursor.at += 1
        if cursor.kinds[cursor.at] != "close-quote":
            cursor.at = opened
            cursor.stop(
                "expected a type, found a format string or a text block",
                hint="the type of one string is written in plain quotes",
            )
        end = cursor.ends[cursor.at]
        cursor.at += 1
    return typesyntax.TypeLiteral(start, end, value, cursor.source.text[start:end])


def _named(cursor: Cursor) -> TypeExpr:
    name = cursor.name("a type")
    text, end = name.text, name.end
    while cursor.kinds[cursor.at] == ".":
        cursor.at += 1
        if cursor.peek() != "name":
            end = cursor.last_end()
            cursor.skip()
            cursor.miss(f"expected the name of a type, found {cursor.found()}")
            return typesyntax.TypeName(name.start, end, f"{text}.")
        member = cursor.name("the name of a type")
        text, end = f"{text}.{member.text}", member.end
    if cursor.peek() != "[":
        return typesyntax.TypeName(name.start, end, text)
    cursor.skip()
    arguments, end = _list(cursor, "[")
    return typesyntax.TypeApply(name.start, end, text, arguments)


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
    return typesyntax.TypeFunction(start, result.end, parameters, result)


def _list(cursor: Cursor, bracket: str) -> tuple[typesyntax.TypeList, int]:
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
    return typesyntax.TypeList(tuple(types), tuple(noncode), trailing_comma=trailing_comma), end


def _record(cursor: Cursor) -> typesyntax.TypeRecord:
    opened = cursor.open()
    fields: list[typesyntax.RecordField] = []
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
    return typesyntax.TypeRecord(
        opened, end, tuple(fields), before, open_=open_, trailing_comma=trailing_comma
    )


def _field(cursor: Cursor, before: Noncode) -> typesyntax.RecordField:
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
    return typesyntax.RecordField(name, parse_type(cursor), before, optional=optional)


def type_parameters(cursor: Cursor) -> tuple[Name, ...]:
    """Parse the parameters of an alias, ``[A, B]``; there are none without the bracket."""
    if cursor.skip() != "[":
        return ()
    opened = cursor.open()
    names = [cursor.name("the name of a type parameter")]
    while cursor.skip() == ",":
        cursor.at += 1
        if cursor.skip() == "]":
            break
        names.append(cursor.name("the name of a type parameter"))
    cursor.close(opened, "[", comma=True)
    return tuple(names)
