"""Expressions: statements, operators, chains, collections.

There is no precedence to climb: a run of binary operators uses one operator, and everything else
needs parentheses.  Function names say what they parse, in the words of the grammar.
"""

from __future__ import annotations

from typing import Final

from confty.languages.rcl import codes, numbers
from confty.languages.rcl.lexer import NONCODE
from confty.languages.rcl.parser.collections import parse_collection
from confty.languages.rcl.parser.cursor import Cursor, Stop
from confty.languages.rcl.parser.strings import finish, unescape
from confty.languages.rcl.parser.syntax import (
    Assert,
    Binary,
    Block,
    Call,
    Chain,
    Escape,
    Expr,
    Field,
    FormatString,
    Function,
    Hole,
    If,
    Import,
    Index,
    Let,
    Link,
    Literal,
    Missing,
    Name,
    Noncode,
    NumberLiteral,
    Parens,
    Part,
    Statement,
    StringLiteral,
    Text,
    Trace,
    TypeAliasStatement,
    Unary,
)
from confty.languages.rcl.parser.types import parse_type

BINARY: Final = frozenset(("and", "or", "|", "+", "-", "*", "/", "<", ">", "<=", ">=", "==", "!="))
_LITERALS: Final = {"null": None, "true": True, "false": False}


def parse_expr(cursor: Cursor, before: Noncode = ()) -> Expr:
    """Parse statements and the expression they are for."""
    cursor.enter()
    statements = cursor.outer if cursor.depth == 1 else []
    noncode = before + cursor.noncode()
    while is_statement(cursor):
        statements.append((noncode, parse_statement(cursor)))
        noncode = cursor.noncode()
    body = _if(cursor) if cursor.kinds[cursor.at] == "if" else parse_operation(cursor)
    cursor.depth -= 1
    if statements or noncode:
        return Block(tuple(statements), noncode, body)
    return body


def is_statement(cursor: Cursor) -> bool:
    """Whether a statement starts here; ``type`` is a word like any other unless a name follows."""
    kind = cursor.kinds[cursor.at]
    if kind in ("let", "assert", "trace"):
        return True
    return (
        kind == "name"
        and cursor.kinds[cursor.at + 1] == "name"
        and cursor.tokens.text(cursor.at) == "type"
    )


def parse_statement(cursor: Cursor) -> Statement:
    """Parse one statement; after a mistake in it, go on behind its semicolon."""
    start, depth = cursor.at, cursor.depth
    try:
        kind = cursor.kinds[start]
        if kind == "let":
            return _let(cursor)
        if kind == "assert":
            return _assert(cursor)
        return _trace(cursor) if kind == "trace" else _type_alias(cursor)
    except Stop as stop:
        cursor.depth = depth
        if stop.finding.code is codes.NESTING or not cursor.skip_statement():
            raise
        cursor.findings.append(stop.finding)
        place, end = cursor.starts[start], cursor.last_end()
        if cursor.kinds[start] == "let" and cursor.kinds[start + 1] == "name":
            name = Name(
                cursor.starts[start + 1], cursor.ends[start + 1], cursor.tokens.text(start + 1)
            )
            return Let(place, end, name, None, Missing(place, end))
        return Trace(place, end, Missing(place, end))


def _semicolon(cursor: Cursor, start: int, what: str) -> int:
    if cursor.skip() != ";":
        end = cursor.ends[start]
        cursor.stop(
            f"expected ';' after {what}, found {cursor.found()}",
            note=(cursor.starts[start], end, "the statement starts here"),
        )
    cursor.at += 1
    return cursor.ends[cursor.at - 1]


def _let(cursor: Cursor) -> Let:
    start = cursor.at
    cursor.at += 1
    name = cursor.name("a name")
    annotation = None
    if cursor.skip() == ":":
        cursor.at += 1
        annotation = parse_type(cursor)
        if (kind := cursor.skip()) != "=":
            hint = {
                "=>": "a function type is written with a thin arrow, ->",
                "->": "the parameters of a function type need parentheses: (A) -> B",
            }.get(kind, "")
            cursor.stop(f"expected '=' after the type, found {cursor.found()}", hint=hint)
    elif cursor.kinds[cursor.at] != "=":
        cursor.stop(f"expected '=' or ':' after the name, found {cursor.found()}")
    cursor.at += 1
    value = parse_expr(cursor)
    return Let(
        cursor.starts[start], _semicolon(cursor, start, "the value"), name, annotation, value
    )


def _type_alias(cursor: Cursor) -> TypeAliasStatement:
    start = cursor.at
    cursor.at += 1
    name = cursor.name("the name of a type")
    if cursor.skip() != "=":
        cursor.stop(f"expected '=' after the name of the type, found {cursor.found()}")
    cursor.at += 1
    target = parse_type(cursor)
    return TypeAliasStatement(
        cursor.starts[start], _semicolon(cursor, start, "the type"), name, target
    )


def _assert(cursor: Cursor) -> Assert:
    start = cursor.at
    cursor.at += 1
    condition = parse_expr(cursor)
    if cursor.skip() not in (":", ","):
        hint = "an assertion has a message: assert condition: message;"
        cursor.stop(
            f"expected ':' after the condition, found {cursor.found()}",
            hint=hint if cursor.kinds[cursor.at] == ";" else "",
        )
    cursor.at += 1
    message = parse_expr(cursor)
    end = _semicolon(cursor, start, "the message")
    return Assert(cursor.starts[start], end, condition, message)


def _trace(cursor: Cursor) -> Trace:
    start = cursor.at
    cursor.at += 1
    message = parse_expr(cursor)
    return Trace(cursor.starts[start], _semicolon(cursor, start, "the message"), message)


def _if(cursor: Cursor) -> If:
    start = cursor.at
    cursor.at += 1
    condition = parse_condition(cursor)
    yes = parse_expr(cursor)
    if cursor.skip() != "else":
        cursor.stop(
            f"expected 'else', found {cursor.found()}",
            note=(cursor.starts[start], cursor.ends[start], "every 'if' has an 'else'"),
        )
    cursor.at += 1
    if cursor.kinds[cursor.at] == ":":
        cursor.at += 1
    no = parse_expr(cursor)
    return If(cursor.starts[start], no.end, condition, yes, no)


def parse_condition(cursor: Cursor) -> Expr:
    """Parse what stands between ``if`` and its colon."""
    cursor.skip()
    condition = parse_operation(cursor)
    if cursor.skip() != ":":
        cursor.stop(f"expected ':' after the condition, found {cursor.found()}")
    cursor.at += 1
    return condition


def parse_operation(cursor: Cursor) -> Expr:
    """Parse operators and their operands, a function or an import."""
    kind = cursor.skip()
    if kind == "!":
        _refuse_bang(cursor)
    if kind in ("not", "-"):
        return _unary(cursor)
    if kind in ("name", "(") and _is_function(cursor):
        return _function(cursor)
    if kind == "import":
        start = cursor.starts[cursor.at]
        cursor.at += 1
        path = parse_expr(cursor)
        return Import(start, path.end, path)
    first = _chain(cursor)
    return _binary(cursor, first) if cursor.peek() in BINARY else first


def _refuse_bang(cursor: Cursor) -> None:
    cursor.stop("'!' is not an operator", hint="negation is written 'not'")


def _unary(cursor: Cursor) -> Expr:
    operators: list[str] = []
    places: list[int] = []
    first = cursor.at
    while (kind := cursor.skip()) in ("not", "-"):
        operators.append(kind)
        places.append(cursor.starts[cursor.at])
        cursor.at += 1
    if kind == "!":
        _refuse_bang(cursor)
    operand = _chain(cursor)
    if cursor.peek() in BINARY:
        cursor.skip()
        cursor.stop(
            f"'{operators[0]}' and '{cursor.kinds[cursor.at]}' need parentheses "
            "to say what belongs together",
            code=codes.MIXED_OPERATORS,
            note=(places[0], cursor.ends[first], "the other operator"),
        )
    return Unary(operand.end, tuple(operators), tuple(places), operand)


def _binary(cursor: Cursor, first: Expr) -> Expr:
    cursor.skip()
    operator = cursor.kinds[cursor.at]
    operands: list[Expr] = [first]
    places: list[int] = []
    while (kind := cursor.peek()) in BINARY:
        cursor.skip()
        if kind != operator:
            cursor.stop(
                f"'{operator}' and '{kind}' need parentheses to say what belongs together",
                code=codes.MIXED_OPERATORS,
                note=(places[-1], places[-1] + len(operator), "the other operator"),
            )
        places.append(cursor.starts[cursor.at])
        cursor.at += 1
        following = cursor.skip()
        if following == "!":
            _refuse_bang(cursor)
        if following in ("not", "-"):
            operands.append(_unary(cursor))
            break
        operands.append(_chain(cursor))
    return Binary(operator, tuple(operands), tuple(places))


def _is_function(cursor: Cursor) -> bool:
    """Look ahead for ``=>`` behind a name or a pair of parentheses."""
    kinds, at = cursor.kinds, cursor.at
    if kinds[at] == "(":
        level = 0
        while True:
            level += (kinds[at] == "(") - (kinds[at] == ")")
            if level == 0 or kinds[at] == "end":
                break
            at += 1
    at += 1
    while at < len(kinds) and kinds[at] in NONCODE:
        at += 1
    return at < len(kinds) and kinds[at] == "=>"


def _function(cursor: Cursor) -> Function:
    start = cursor.starts[cursor.at]
    names: list[Name] = []
    noncode: list[Noncode] = []
    trailing_comma = False
    if cursor.kinds[cursor.at] == "name":
        names.append(cursor.name("a parameter"))
    else:
        opened = cursor.open()
        noncode.append(cursor.noncode())
        while cursor.kinds[cursor.at] != ")":
            names.append(cursor.name("a parameter"))
            trailing_comma = cursor.peek() == ","
            if trailing_comma:
                cursor.skip()
                cursor.at += 1
            noncode.append(cursor.noncode())
            if not trailing_comma:
                break
        cursor.close(opened, "(", comma=True)
    cursor.skip()
    cursor.at += 1
    body = parse_expr(cursor)
    return Function(
        start, body.end, tuple(names), tuple(noncode), body, trailing_comma=trailing_comma
    )


def _chain(cursor: Cursor) -> Expr:
    base = _term(cursor)
    links: list[Link] = []
    while (kind := cursor.peek()) in ("(", "[", "."):
        cursor.skip()
        start = cursor.starts[cursor.at]
        if kind == ".":
            cursor.at += 1
            name = cursor.name("the name of a field")
            links.append(Field(start, name.end, name))
        elif kind == "(":
            links.append(_call(cursor))
        else:
            opened = cursor.open()
            index = parse_expr(cursor)
            links.append(Index(opened, cursor.close(opened, "[", comma=False), index))
    return Chain(base, tuple(links)) if links else base


def _call(cursor: Cursor) -> Call:
    opened = cursor.open()
    arguments: list[Expr] = []
    trailing_comma = False
    noncode = cursor.noncode()
    while cursor.kinds[cursor.at] != ")":
        arguments.append(parse_expr(cursor, noncode))
        trailing_comma = cursor.peek() == ","
        if trailing_comma:
            cursor.skip()
            cursor.at += 1
        noncode = cursor.noncode()
        if not trailing_comma:
            break
    end = cursor.close(opened, "(", comma=True)
    return Call(opened, end, tuple(arguments), noncode, trailing_comma=trailing_comma)


def _term(cursor: Cursor) -> Expr:
    kind = cursor.skip()
    at = cursor.at
    start, end = cursor.starts[at], cursor.ends[at]
    if kind == "string":
        cursor.at += 1
        return StringLiteral(start, end, cursor.source.text[start + 1 : end - 1], (), '"')
    if kind == "number":
        cursor.at += 1
        return _number(cursor, start, end)
    if kind == "name":
        cursor.at += 1
        return Name(start, end, cursor.tokens.text(at))
    if kind in _LITERALS:
        cursor.at += 1
        return Literal(start, end, _LITERALS[kind])
    if kind in ("[", "{"):
        return parse_collection(cursor)
    if kind == "(":
        opened = cursor.open()
        body = parse_expr(cursor)
        return Parens(opened, cursor.close(opened, "(", comma=False), body)
    if kind == "open-quote":
        return _string(cursor)
    if kind in ("let", "assert", "trace", "if"):
        cursor.stop(f"'{kind}' cannot be an operand", hint="put parentheses around it")
    if kind == "!":
        _refuse_bang(cursor)
    return cursor.stop(f"expected an expression, found {cursor.found()}")


def _number(cursor: Cursor, start: int, end: int) -> NumberLiteral:
    text = cursor.source.text[start:end]
    try:
        return NumberLiteral(start, end, numbers.read(text), text)
    except numbers.Inexact:
        finding = codes.NUMBER_OVERFLOW.at(
            cursor.span(start, end), "the number does not fit in 64 bits"
        )
        cursor.late.append(finding)
        return NumberLiteral(start, end, 0, text)


def _string(cursor: Cursor) -> StringLiteral | FormatString:
    opened = cursor.at
    quote = cursor.tokens.text(opened)
    cursor.at += 1
    parts: list[Part] = []
    while (kind := cursor.kinds[cursor.at]) != "close-quote":
        start, end = cursor.starts[cursor.at], cursor.ends[cursor.at]
        if kind == "text":
            text = cursor.source.text[start:end]
            if not parts and quote.endswith('"""') and not text.startswith("\n"):
                cursor.stop('expected a line break after the opening """')
            parts.append(Text(start, end, text))
            cursor.at += 1
        elif kind == "escape":
            text = cursor.source.text[start:end]
            parts.append(Escape(start, end, text, unescape(cursor, start, text)))
            cursor.at += 1
        elif kind == "hole-open":
            parts.append(_hole(cursor))
        else:
            cursor.stop("expected the end of the string")
    start, end = cursor.starts[opened], cursor.ends[cursor.at]
    cursor.at += 1
    if quote.startswith("f") and not any(isinstance(part, Hole) for part in parts):
        finding = codes.SYNTAX.at(cursor.span(start, end), "the format string has no hole")
        raise Stop(finding.with_help("remove the f, or put an expression in braces"))
    return finish(start, end, quote, parts)


def _hole(cursor: Cursor) -> Hole:
    opened = cursor.starts[cursor.at]
    cursor.at += 1
    body = parse_expr(cursor)
    if cursor.skip() != "hole-close":
        cursor.stop(
            f"expected '}}' to close the hole, found {cursor.found()}",
            note=(opened, opened + 1, "the hole opens here"),
        )
    end = cursor.ends[cursor.at]
    cursor.at += 1
    return Hole(opened, end, body)
