"""The parts of expressions that come in lists: parameters, arguments, binds, members, clauses."""

from __future__ import annotations

from confty.languages.jsonnet.codes import (
    ARGUMENT_ORDER,
    BAD_COMPREHENSION,
    CONFLICT_MARKER,
    DUPLICATE_FIELD,
    DUPLICATE_NAME,
    METHOD_PLUS,
)
from confty.languages.jsonnet.lexer import Refusal
from confty.languages.jsonnet.lexer.tokens import BLOCK, IDENTIFIER, MARKER, STRING
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.parser.cursor import (
    BRACKET,
    CLAUSES_LIMIT,
    CLOSERS,
    DEPTH_LIMIT,
    Cursor,
)
from confty.languages.jsonnet.parser.nodes import Visibility
from confty.languages.jsonnet.parser.strings import read_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MARKS: Final[dict[str, tuple[bool, Visibility]]] = {
    ":": (False, ":"),
    "::": (False, "::"),
    ":::": (False, ":::"),
    "+:": (True, ":"),
    "+::": (True, "::"),
    "+:::": (True, ":::"),
}


def read_parameters(cursor: Cursor) -> list[syntax.Parameter]:
    """Read ``(x, y=1)``; the cursor is on the parenthesis."""
    cursor.at += 1
    found: list[syntax.Parameter] = []
    while cursor.kinds[cursor.at] != ")":
        before = cursor.at
        start = cursor.starts[before]
        if cursor.kinds[before] != IDENTIFIER:
            cursor.fail("a parameter", "could not parse parameter here.")
            if cursor.stuck(before):
                break
            continue
        name = cursor.identifier("a parameter")
        default: syntax.Expression | None = None
        if cursor.kinds[cursor.at] == "=":
            cursor.at += 1
            default = cursor.expression(cursor)
        found.append(syntax.Parameter(start, default.end if default else name.end, name, default))
        if cursor.kinds[cursor.at] == ",":
            cursor.at += 1
        elif cursor.kinds[cursor.at] != ")":
            cursor.fail("`,` or `)`", "expected a comma before next function parameter.")
            if cursor.kinds[cursor.at] in CLOSERS:
                break
    if cursor.kinds[cursor.at] == ")":
        cursor.at += 1
    else:
        cursor.fail("`)`", "unexpected end of file.")
    return found


def read_arguments(cursor: Cursor) -> list[syntax.Argument]:
    """Read the arguments of a call, past the parenthesis and up to its mate, which it eats."""
    found: list[syntax.Argument] = []
    kinds = cursor.kinds
    named = False
    while kinds[cursor.at] != ")":
        before = cursor.at
        start = cursor.starts[before]
        if kinds[before] == IDENTIFIER and kinds[before + 1] == "=":
            name: syntax.Identifier | None = cursor.identifier("an argument")
            cursor.at += 1
            named = True
        else:
            name = None
        value = cursor.expression(cursor)
        found.append(syntax.Argument(name.start if name else value.start, value.end, name, value))
        if named and name is None and value.__class__ is not syntax.Missing:
            _late(cursor, start, value.end, kinds[cursor.at] == ",")
        if kinds[cursor.at] == ",":
            cursor.at += 1
        elif kinds[cursor.at] != ")":
            cursor.fail("`,` or `)`", "expected a comma before next function argument.")
            if cursor.stuck(before) or kinds[cursor.at] in CLOSERS:
                break
    if kinds[cursor.at] == ")":
        cursor.at += 1
    else:
        cursor.fail("`)`", "unexpected end of file.")
    return found


def _late(cursor: Cursor, start: int, end: int, comma: bool) -> None:
    reason = "Positional argument after a named argument is not allowed"
    message = "expected a named argument after named arguments, found a positional one"
    cursor.say(ARGUMENT_ORDER, start, end + comma, message, Refusal(start, end, reason))


def name_again(cursor: Cursor, bound: set[str], at: int) -> None:
    """Complain when the name at a token is bound already in the same ``local``."""
    name = cursor.texts[at]
    if cursor.kinds[at] == IDENTIFIER and name in bound:
        start, end = cursor.starts[at], cursor.tokens.end(at)
        message = f"expected a new name, found `{name}` a second time"
        refusal = Refusal(start, end, f"duplicate local var: {name}")
        cursor.say(DUPLICATE_NAME, start, end, message, refusal)


def check_parameters(
    cursor: Cursor, parameters: list[syntax.Parameter], start: int, end: int
) -> None:
    """Complain about parameters of one name; ``start`` and ``end`` are the function's."""
    seen: set[str] = set()
    for parameter in parameters:
        name = parameter.name
        if name.name in seen:
            message = f"expected a new name, found `{name.name}` a second time"
            refusal = Refusal(start, end, f"Duplicate function parameter: {name.name}")
            cursor.say_late(DUPLICATE_NAME, name.start, name.end, message, refusal)
        seen.add(name.name)


def read_bind(cursor: Cursor) -> syntax.Bind:
    """Read ``name = value`` or ``name(parameters) = value``."""
    name = cursor.identifier("a name to bind")
    parameters = read_parameters(cursor) if cursor.kinds[cursor.at] == "(" else None
    cursor.expect("=")
    value = cursor.expression(cursor)
    return syntax.Bind(name.start, value.end, name, parameters, value)


def read_clauses(cursor: Cursor, closer: str) -> list[syntax.Clause]:
    """Read ``for … if … for …`` up to ``closer``."""
    found: list[syntax.Clause] = []
    while True:
        if len(found) > CLAUSES_LIMIT:
            cursor.too_deep()
        kind, start = cursor.kinds[cursor.at], cursor.starts[cursor.at]
        if kind == "for":
            cursor.at += 1
            name = cursor.identifier("a loop variable")
            cursor.expect("in")
            source = cursor.expression(cursor)
            found.append(syntax.For(start, source.end, name, source))
        elif kind == "if":
            cursor.at += 1
            test = cursor.expression(cursor)
            found.append(syntax.Filter(start, test.end, test))
        else:
            break
    if cursor.kinds[cursor.at] != closer:
        word = cursor.full_word()
        cursor.fail(
            f"`for`, `if` or `{closer}`",
            f'expected for, if or "{closer}" after for clause, got: {word}',
        )
    return found


def read_object(cursor: Cursor) -> syntax.Object | syntax.ObjectComprehension:
    """Read an object or an object comprehension; the cursor is on the brace."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    cursor.depth += BRACKET
    if cursor.depth >= DEPTH_LIMIT:
        cursor.too_deep()
    members: list[syntax.Member] = []
    locals_: set[str] = set()
    kinds = cursor.kinds
    while (kind := kinds[cursor.at]) != "}" and kind != "for":
        before = cursor.at
        if kind == MARKER:
            skip_marker(cursor)
            continue
        member = _member(cursor, locals_)
        if member is not None:
            members.append(member)
        kind = kinds[cursor.at]
        if kind == ",":
            if member is None:
                cursor.at += 1
                continue
            cursor.at += 1
        elif kind not in {"}", "for"}:
            cursor.fail("`,` or `}`", "expected a comma before next field.")
            if _skip_separator(cursor):
                continue
            if cursor.stuck(before) or kind in CLOSERS:
                break
    cursor.depth -= BRACKET
    if kinds[cursor.at] == "for":
        return _comprehension(cursor, start, members)
    cursor.expect("}")
    _check_fields(cursor, members)
    return syntax.Object(start, cursor.last_end(), members)


def _skip_separator(cursor: Cursor) -> bool:
    """Step over what stands where a comma should: a stray bracket, a ``;`` before a field."""
    at, kinds = cursor.at, cursor.kinds
    if kinds[at] == ";" and kinds[at + 1] in {IDENTIFIER, STRING} and kinds[at + 2] in _MARKS:
        cursor.at += 1
        return True
    if not cursor.skip_stray():
        return False
    if kinds[cursor.at] == ",":
        cursor.at += 1
    return True


def _check_fields(cursor: Cursor, members: list[syntax.Member]) -> None:
    seen: set[str] = set()
    for member in members:
        if not isinstance(member, syntax.Field) or member.computed:
            continue
        key = member.key
        name = syntax.fixed_name(member)
        if name in seen:
            message = f"expected a new field, found `{name}` a second time"
            refusal = Refusal(key.start, key.end, f"duplicate field: {name}")
            cursor.say_late(DUPLICATE_FIELD, key.start, key.end, message, refusal)
        seen.add(name)


def _comprehension(
    cursor: Cursor, start: int, members: list[syntax.Member]
) -> syntax.Object | syntax.ObjectComprehension:
    word_start = cursor.starts[cursor.at]
    field = _only_field(cursor, members, word_start)
    clauses = read_clauses(cursor, "}")
    cursor.expect("}")
    if field is None:
        return syntax.Object(start, cursor.last_end(), members)
    return syntax.ObjectComprehension(start, cursor.last_end(), members, field, clauses)


def _only_field(cursor: Cursor, members: list[syntax.Member], word: int) -> syntax.Field | None:
    def say(start: int, end: int, message: str, reason: str) -> None:
        cursor.say(BAD_COMPREHENSION, start, end, message, Refusal(word, word + 3, reason))

    fields = [member for member in members if isinstance(member, syntax.Field)]
    asserts = [member for member in members if isinstance(member, syntax.ObjectAssert)]
    if len(fields) != 1:
        place = fields[1] if fields else None
        start, end = (place.start, place.end) if place else (word, word + 3)
        message = f"expected one field in an object comprehension, found {len(fields)}"
        refused = "cannot have asserts." if asserts and not fields else "can only have one field."
        say(start, end, message, f"object comprehension {refused}")
    elif not fields[0].computed:
        key = fields[0].key
        message = "expected a computed field [ ] in an object comprehension, found a fixed name"
        say(key.start, key.end, message, "object comprehensions can only have [e] fields.")
    elif fields[0].visibility != ":":
        key = fields[0].key
        message = "expected a visible field in an object comprehension, found a hidden one"
        say(key.start, key.end, message, "object comprehensions cannot have hidden fields.")
    for found in asserts:
        message = "expected no assert in an object comprehension"
        say(found.start, found.end, message, "object comprehension cannot have asserts.")
    return fields[0] if fields and fields[0].computed else None


def _member(cursor: Cursor, locals_: set[str]) -> syntax.Member | None:
    at = cursor.at
    kind, start = cursor.kinds[at], cursor.starts[at]
    if kind == "local":
        cursor.at += 1
        name_again(cursor, locals_, cursor.at)
        bind = read_bind(cursor)
        locals_.add(bind.name.name)
        if bind.parameters:
            check_parameters(cursor, bind.parameters, bind.value.start, bind.end)
        return syntax.ObjectLocal(start, bind.end, bind)
    if kind == "assert":
        cursor.at += 1
        test = cursor.expression(cursor)
        message: syntax.Expression | None = None
        if cursor.kinds[cursor.at] == ":":
            cursor.at += 1
            message = cursor.expression(cursor)
        return syntax.ObjectAssert(start, message.end if message else test.end, test, message)
    if kind == IDENTIFIER:
        name = cursor.texts[at]
        cursor.at = at + 1
        key: syntax.Identifier | syntax.Expression
        key = syntax.Identifier(start, start + len(name), name)
    elif kind in {STRING, BLOCK}:
        key = read_string(cursor)
    elif kind == "[":
        cursor.at += 1
        key = cursor.expression(cursor)
        cursor.expect("]")
    else:
        reason = f"unexpected: {cursor.kind_word()} while parsing field definition"
        cursor.fail("a field", reason)
        return None
    return _field(cursor, start, key, kind == "[")


def _field(
    cursor: Cursor, start: int, key: syntax.Identifier | syntax.Expression, computed: bool
) -> syntax.Field:
    kinds = cursor.kinds
    parameters = read_parameters(cursor) if kinds[cursor.at] == "(" else None
    mark = kinds[cursor.at]
    plus, visibility = _MARKS.get(mark, (False, ":"))
    if mark in _MARKS:
        cursor.at += 1
    elif mark == "=":
        _bad_mark(cursor, start)
        cursor.step()
    else:
        cursor.fail("`:`, `::` or `:::`", f"expected token OPERATOR but got {cursor.full_word()}")
    if plus and parameters is not None:
        message = "expected `:` after the parameters of a method, found `+:`"
        name = cursor.tokens.source.text[key.start : key.end]
        reason = f"cannot use +: syntax sugar in a method: {name}"
        cursor.say(METHOD_PLUS, key.start, key.end, message, Refusal(key.start, key.end, reason))
    value = cursor.expression(cursor)
    if parameters:
        check_parameters(cursor, parameters, value.start, value.end)
    return syntax.Field(start, value.end, key, computed, parameters, plus, visibility, value)


def _bad_mark(cursor: Cursor, start: int) -> None:
    text = cursor.texts[cursor.at]
    cursor.fail("`:`, `::` or `:::`", "")
    if cursor.refusal is not None and not cursor.refusal.message:
        reason = f"expected one of :, ::, :::, +:, +::, +:::, got: {text}"
        cursor.refusal = Refusal(start, start + 1, reason)


def skip_marker(cursor: Cursor) -> None:
    """Report the mark of a merge conflict and step over its line."""
    start = cursor.starts[cursor.at]
    text = cursor.texts[cursor.at]
    reason = f"not a unary operator: {text[:7]}"
    message = "expected the merge conflict to be resolved, found its mark"
    cursor.say(CONFLICT_MARKER, start, start + 7, message, Refusal(start, start + 7, reason))
    cursor.step()
