"""Expressions: statements, operators, chains, collections.

There is no precedence to climb: a run of binary operators uses one operator, and everything else
needs parentheses.  Function names say what they parse, in the words of the grammar.
"""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.lexer import CLOSERS, NONCODE
from confty.languages.rcl.parser import recovery, syntax
from confty.languages.rcl.parser.cursor import Cursor, ParseStop
from confty.languages.rcl.parser.literals import number
from confty.languages.rcl.parser.strings import string
from confty.languages.rcl.parser.types import parse_type, type_parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

BINARY: Final = frozenset(("and", "or", "|", "+", "-", "*", "/", "<", ">", "<=", ">=", "==", "!="))
# What ends an expression: before these one may still be to be written.
_ENDS: Final = frozenset((";", ",", ":", ")", "]", "}", "hole-close", "else", "end", "in"))
_BEGINS_ELEMENT: Final = frozenset(("name", "string", "number", "..", "...", "for"))
_LITERALS: Final = {"null": None, "true": True, "false": False}


def parse_expr(cursor: Cursor, before: syntax.Noncode = ()) -> syntax.Expr:
    """Parse statements and the expression they are for."""
    cursor.enter()
    statements = cursor.outer if cursor.depth == 1 else []
    noncode = before + cursor.noncode()
    while is_statement(cursor):
        statements.append((noncode, _statement(cursor)))
        noncode = cursor.noncode()
    body = _if(cursor) if cursor.kinds[cursor.at] == "if" else _operation(cursor)
    cursor.depth -= 1
    if statements or noncode:
        return syntax.Block(tuple(statements), noncode, body)
    return body


def _uncommented(cursor: Cursor) -> syntax.Expr:
    """Parse an expression before which no comment can stand, as in the original."""
    cursor.skip()
    return parse_expr(cursor)


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


def _statement(cursor: Cursor) -> syntax.Statement:
    """Parse one statement; after a mistake in it, go on behind its semicolon."""
    start, depth = cursor.at, cursor.depth
    try:
        kind = cursor.kinds[start]
        if kind == "let":
            return _let(cursor)
        if kind == "assert":
            return _assert(cursor)
        return _trace(cursor) if kind == "trace" else _type_alias(cursor)
    except ParseStop as stop:
        cursor.depth = depth
        if not _resumed(cursor, start, stop):
            raise
        return recovery.missing_statement(cursor, start)


def _resumed(cursor: Cursor, start: int, stop: ParseStop) -> bool:
    """Keep a mistake in the statement at ``start``, and go on behind its semicolon."""
    cursor.complain(stop.finding)
    return stop.finding.code is not codes.NESTING and cursor.skip_statement(start)


def _let(cursor: Cursor) -> syntax.Let:
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
    depth = cursor.depth
    value: syntax.Expr = syntax.Missing(cursor.last_end(), cursor.starts[cursor.at])
    try:
        value = _uncommented(cursor)
        end = cursor.semicolon(start, "the value")
    except ParseStop as stop:
        cursor.depth = depth
        if not _resumed(cursor, start, stop):
            raise
        value, end = recovery.partial(value), cursor.last_end()
    return syntax.Let(cursor.starts[start], end, name, annotation, value)


def _type_alias(cursor: Cursor) -> syntax.TypeAliasStatement:
    start = cursor.at
    cursor.at += 1
    name = cursor.name("the name of a type")
    parameters = type_parameters(cursor)
    if cursor.skip() != "=":
        cursor.stop(f"expected '=' after the name of the type, found {cursor.found()}")
    cursor.at += 1
    target = parse_type(cursor)
    return syntax.TypeAliasStatement(
        cursor.starts[start], cursor.semicolon(start, "the type"), name, parameters, target
    )


def _assert(cursor: Cursor) -> syntax.Assert:
    start = cursor.at
    cursor.at += 1
    condition = _uncommented(cursor)
    if cursor.skip() not in (":", ","):
        hint = "an assertion has a message: assert condition: message;"
        cursor.stop(
            f"expected ':' after the condition, found {cursor.found()}",
            hint=hint if cursor.kinds[cursor.at] == ";" else "",
        )
    cursor.at += 1
    message = _uncommented(cursor)
    end = cursor.semicolon(start, "the message")
    return syntax.Assert(cursor.starts[start], end, condition, message)


def _trace(cursor: Cursor) -> syntax.Trace:
    start = cursor.at
    cursor.at += 1
    message = _uncommented(cursor)
    return syntax.Trace(cursor.starts[start], cursor.semicolon(start, "the message"), message)


def _if(cursor: Cursor) -> syntax.If:
    start = cursor.at
    cursor.at += 1
    condition = _condition(cursor)
    yes = parse_expr(cursor)
    if cursor.skip() != "else":
        finding = codes.SYNTAX.at(cursor.here(), f"expected 'else', found {cursor.found()}")
        place = cursor.span(cursor.starts[start], cursor.ends[start])
        cursor.complain(finding.note(place, "every 'if' has an 'else'"))
        end = cursor.last_end()
        return syntax.If(cursor.starts[start], end, condition, yes, syntax.Missing(end, end))
    cursor.at += 1
    if cursor.kinds[cursor.at] == ":":
        cursor.at += 1
    no = parse_expr(cursor)
    return syntax.If(cursor.starts[start], no.end, condition, yes, no)


def _condition(cursor: Cursor) -> syntax.Expr:
    """Parse what stands between ``if`` and its colon."""
    cursor.skip()
    condition = _operation(cursor)
    if cursor.skip() == ":":
        cursor.at += 1
    elif cursor.kinds[cursor.at] == "name" and cursor.tokens.text(cursor.at) == "then":
        cursor.miss("expected ':' after the condition, found 'then'", hint="write : instead")
        cursor.at += 1
    else:
        cursor.miss(f"expected ':' after the condition, found {cursor.found()}")
        return recovery.partial(condition)
    return condition


def _operation(cursor: Cursor) -> syntax.Expr:
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
        path = _uncommented(cursor)
        return syntax.Import(start, path.end, path)
    first = _chain(cursor)
    return _binary(cursor, first) if cursor.peek() in BINARY else first


def _refuse_bang(cursor: Cursor) -> None:
    cursor.stop("'!' is not an operator", hint="negation is written 'not'")


def _unary(cursor: Cursor) -> syntax.Expr:
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
    return syntax.Unary(operand.end, tuple(operators), tuple(places), operand)


def _binary(cursor: Cursor, first: syntax.Expr) -> syntax.Expr:
    cursor.skip()
    operator = cursor.kinds[cursor.at]
    operands: list[syntax.Expr] = [first]
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
    return syntax.Binary(operator, tuple(operands), tuple(places))


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


def _function(cursor: Cursor) -> syntax.Function:
    start = cursor.starts[cursor.at]
    names: list[syntax.Name] = []
    noncode: list[syntax.Noncode] = []
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
        if cursor.peek() == ":":
            _refuse_typed_parameter(cursor, opened)
        cursor.close(opened, "(", comma=True)
    cursor.skip()
    cursor.at += 1
    body = parse_expr(cursor)
    return syntax.Function(
        start, body.end, tuple(names), tuple(noncode), body, trailing_comma=trailing_comma
    )


def _refuse_typed_parameter(cursor: Cursor, opened: int) -> None:
    cursor.skip()
    cursor.stop(
        "expected ',' or ')', found ':'",
        note=(opened, opened + 1, "the parameters of this function"),
        hint="a parameter has its type where the function gets its name: "
        "let name: (Number) -> Number = x => ...;",
    )


def _chain(cursor: Cursor) -> syntax.Expr:
    base = _term(cursor)
    links: list[syntax.Link] = []
    while (kind := cursor.peek()) in ("(", "[", "."):
        cursor.skip()
        start = cursor.starts[cursor.at]
        if kind == ".":
            cursor.at += 1
            name = recovery.field_name(cursor)
            links.append(syntax.Field(start, name.end, name))
        elif kind == "(":
            links.append(_call(cursor))
        else:
            index, opened, end = recovery.enclosed(cursor, "[", parse_expr)
            links.append(syntax.Index(opened, end, index))
    return syntax.Chain(base, tuple(links)) if links else base


def _call(cursor: Cursor) -> syntax.Call:
    opened = cursor.open()
    arguments: list[syntax.Expr] = []
    trailing_comma = False
    noncode = cursor.noncode()
    while cursor.kinds[cursor.at] != ")":
        arguments.append(recovery.argument(cursor, opened, parse_expr, noncode))
        trailing_comma = cursor.peek() == ","
        if trailing_comma:
            cursor.skip()
            cursor.at += 1
        noncode = cursor.noncode()
        if not trailing_comma:
            break
    end = cursor.close(opened, "(", comma=True)
    return syntax.Call(opened, end, tuple(arguments), noncode, trailing_comma=trailing_comma)


def _term(cursor: Cursor) -> syntax.Expr:
    kind = cursor.skip()
    at = cursor.at
    start, end = cursor.starts[at], cursor.ends[at]
    if kind == "string":
        cursor.at += 1
        return syntax.StringLiteral(start, end, cursor.source.text[start + 1 : end - 1], (), '"')
    if kind == "number":
        cursor.at += 1
        return number(cursor, start, end)
    if kind == "name":
        cursor.at += 1
        return syntax.Name(start, end, cursor.tokens.text(at))
    if kind in _LITERALS:
        cursor.at += 1
        return syntax.Literal(start, end, _LITERALS[kind])
    if kind in ("[", "{"):
        return _collection(cursor)
    if kind == "(":
        body, opened, end = recovery.enclosed(cursor, "(", parse_expr)
        return syntax.Parens(opened, end, body)
    if kind == "open-quote":
        return string(cursor, parse_expr)
    if kind in ("let", "assert", "trace") and cursor.on_new_line():
        cursor.miss(f"expected an expression, found {cursor.found()}")
        return syntax.Missing(cursor.last_end(), cursor.last_end())
    if kind in ("let", "assert", "trace", "if"):
        cursor.stop(f"'{kind}' cannot be an operand", hint="put parentheses around it")
    if kind == "!":
        _refuse_bang(cursor)
    if kind in _ENDS:
        cursor.miss(f"expected an expression, found {cursor.found()}")
        return syntax.Missing(cursor.last_end(), start)
    return cursor.stop(f"expected an expression, found {cursor.found()}")


def _collection(cursor: Cursor) -> syntax.Collection:
    """Parse ``[...]`` or ``{...}``."""
    bracket = cursor.kinds[cursor.at]
    closer, opened = CLOSERS[bracket], cursor.open()
    elements: list[syntax.Element] = []
    trailing_comma = False
    before = cursor.noncode()
    while cursor.kinds[cursor.at] != closer:
        element = _recovered(cursor, opened, bracket, before)
        elements.append(element)
        before = cursor.noncode()
        trailing_comma = cursor.kinds[cursor.at] == ","
        if not trailing_comma:
            if cursor.starts[cursor.at] in cursor.quiet and cursor.kinds[cursor.at] != closer:
                continue  # the comma is missing, which was said
            break
        cursor.at += 1
        # A comment before the comma moves behind it; the blank lines just before it go.
        before = _without_last_blanks(before) + cursor.noncode()
    end = cursor.close(opened, bracket, comma=True)
    return syntax.Collection(
        opened, end, bracket, tuple(elements), before, trailing_comma=trailing_comma
    )


def _recovered(
    cursor: Cursor, opened: int, bracket: str, before: syntax.Noncode
) -> syntax.Element:
    """Parse one element; after a mistake in it, go on at the comma or bracket behind it."""
    start, depth, closer = cursor.at, cursor.depth, CLOSERS[bracket]
    element: syntax.Element | None = None
    new_line, following = False, ""
    try:
        element = _element(cursor, before)
        following = cursor.peek_code()
        if following == ";":
            cursor.noncode()
            cursor.stop(
                f"expected ',' or '{closer}', found ';'", hint="elements are separated by commas"
            )
        if following not in (",", closer):
            new_line = cursor.on_new_line()
            cursor.noncode()
            cursor.refuse_unclosed(opened, bracket, comma=True)
    except ParseStop as stop:
        cursor.depth = depth
        if element is not None and new_line and following in _BEGINS_ELEMENT:
            cursor.complain(stop.finding)
            return element
        cursor.complain(stop.finding)
        if stop.finding.code is codes.NESTING or not cursor.skip_element(start):
            raise
        if element is None:
            return syntax.Element((), (), recovery.missing_element(cursor, start))
        return recovery.partial_element(element)
    return element


def _without_last_blanks(noncode: syntax.Noncode) -> syntax.Noncode:
    count = len(noncode)
    while count and noncode[count - 1] == "":
        count -= 1
    return noncode[:count]


def _element(cursor: Cursor, before: syntax.Noncode) -> syntax.Element:
    controls: list[tuple[syntax.Noncode, syntax.Control]] = []
    while True:
        kind = cursor.kinds[cursor.at]
        if kind == "for":
            controls.append((before, _for(cursor)))
        elif kind == "if":
            start = cursor.starts[cursor.at]
            cursor.at += 1
            controls.append((before, syntax.Filter(start, _condition(cursor))))
        elif is_statement(cursor):
            controls.append((before, _statement(cursor)))
        else:
            break
        before = cursor.noncode()
    return syntax.Element(tuple(controls), before, _result(cursor))


def _for(cursor: Cursor) -> syntax.For:
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
    collection = _operation(cursor)
    if cursor.skip() == ":":
        cursor.at += 1
    else:
        cursor.miss(f"expected ':' after the collection, found {cursor.found()}")
    return syntax.For(keyword, tuple(variables), collection)


def _result(cursor: Cursor) -> syntax.Result:
    at = cursor.at
    kind, start = cursor.kinds[at], cursor.starts[at]
    if kind in ("..", "..."):
        cursor.at += 1
        return syntax.Unpack(start, kind, _uncommented(cursor))
    if kind == "name" and cursor.kinds[at + 1] == "=":
        cursor.at += 2
        key = syntax.StringLiteral(start, cursor.ends[at], cursor.tokens.text(at), (), "")
        return syntax.Pair(key, "=", cursor.starts[at + 1], _uncommented(cursor))
    value = _operation(cursor)
    if cursor.peek() != ":":
        return syntax.Item(value)
    cursor.skip()
    place = cursor.starts[cursor.at]
    cursor.at += 1
    return syntax.Pair(value, ":", place, _uncommented(cursor))
