"""The grammar of expressions: recursive descent, operators by binding power.

A table says which function reads what starts with a given token; a second one how tightly an infix
operator binds.  Calls, field accesses and ``{ }`` bind tightest and are read in a loop, so that
long chains cost no depth.
"""

from __future__ import annotations

from confty.kit.rooms import room_for
from confty.language import Outcome
from confty.languages.jsonnet.codes import BAD_SUPER, COMPUTED_IMPORT, PLACEHOLDER
from confty.languages.jsonnet.lexer import Refusal, Tokens
from confty.languages.jsonnet.lexer.tokens import (
    BAD,
    BLOCK,
    END,
    HOLE,
    IDENTIFIER,
    MARKER,
    NUMBER,
    STRAY,
    STRING,
)
from confty.languages.jsonnet.parser import folds, strings, structure, syntax
from confty.languages.jsonnet.parser.chains import POSTFIX, postfix
from confty.languages.jsonnet.parser.cursor import (
    BRACKET,
    CHAIN_LIMIT,
    CLOSERS,
    DEPTH_LIMIT,
    Cursor,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_FRAMES: Final = 60_000

# Higher binds tighter.  An operator that is none has -1: it ends the expression with a complaint.
_POWER: Final = {
    "||": 1,
    "&&": 2,
    "|": 3,
    "^": 4,
    "&": 5,
    "==": 6,
    "!=": 6,
    "<": 7,
    "<=": 7,
    ">": 7,
    ">=": 7,
    "in": 7,
    "<<": 8,
    ">>": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "/": 10,
    "%": 10,
    "=": -1,
    "!": -1,
    "~": -1,
    ":::": -1,
    "+:": -1,
    "+::": -1,
    "+:::": -1,
    STRAY: -1,
}


def parse(tokens: Tokens) -> Outcome[syntax.Syntax]:
    """Read a whole file; the tree is complete even where the text is not."""
    cursor = Cursor(tokens, expression)
    with room_for(_FRAMES):
        body = _whole(cursor)
    refusal = cursor.refusal or cursor.late_refusal
    tree = syntax.Syntax(tokens.source, tokens, body, refusal)
    return Outcome(tree, tuple(cursor.findings))


def _whole(cursor: Cursor) -> syntax.Expression:
    """Read the one expression of a file and nothing after it."""
    body = expression(cursor)
    if cursor.kinds[cursor.at] == MARKER:
        structure.skip_marker(cursor)
    elif cursor.kinds[cursor.at] != END:
        cursor.fail("the end of the file", f"did not expect: {cursor.full_word()}")
    return body


def expression_at(tokens: Tokens, at: int) -> syntax.Expression:
    """Read the expression that begins at a token of a text that is known to be correct."""
    return expression(_cursor(tokens, at))


def function_at(tokens: Tokens, at: int) -> tuple[list[syntax.Parameter], syntax.Expression]:
    """Read the parameters that begin at a token, and the body behind them, in the same way."""
    cursor = _cursor(tokens, at)
    parameters = structure.read_parameters(cursor)
    if cursor.kinds[cursor.at] not in _READERS:
        # The mark of a method, or the sign of a bind.
        cursor.at += 1
    return parameters, expression(cursor)


def loop_at(tokens: Tokens, at: int) -> syntax.ArrayComprehension:
    """Read an array comprehension whose element begins at a token, in the same way."""
    cursor = _cursor(tokens, at)
    element = expression(cursor)
    if cursor.kinds[cursor.at] == ",":
        cursor.at += 1
    clauses = structure.read_clauses(cursor, "]")
    return syntax.ArrayComprehension(element.start, cursor.last_end(), element, clauses)


def object_at(tokens: Tokens, at: int) -> syntax.Object | syntax.ObjectComprehension:
    """Read an object whose brace is a token, in the same way."""
    return structure.read_object(_cursor(tokens, at))


def _cursor(tokens: Tokens, at: int) -> Cursor:
    cursor = Cursor(tokens, expression)
    cursor.at = at
    return cursor


def expression(cursor: Cursor, floor: int = 0) -> syntax.Expression:
    """Read an expression whose operators bind tighter than ``floor``."""
    kinds = cursor.kinds
    reader = _READERS.get(kinds[cursor.at])
    left = reader(cursor) if reader is not None else _nothing(cursor)
    links = 0
    while True:
        at = cursor.at
        operator = kinds[at]
        power = _POWER.get(operator, 0)
        if power <= floor:
            if power < 0 and _not_binary(cursor):
                continue
            return left
        cursor.at = at + 1
        if operator == "in" and kinds[at + 1] == "super":
            if kinds[at + 2] not in {".", "["}:
                cursor.at = at + 2
                left = syntax.InSuper(left.start, cursor.last_end(), left)
                continue
            _bare_super(cursor, at + 2)
        links += 1
        if links > CHAIN_LIMIT:
            return cursor.too_deep()
        right = expression(cursor, power)
        left = syntax.Binary(left.start, right.end, operator, cursor.starts[at], left, right)


def _bare_super(cursor: Cursor, at: int) -> None:
    """Refuse ``k in super.f``, which is ``(k in super).f`` to others; read what is meant."""
    start = cursor.starts[at - 1]
    end = cursor.tokens.end(at)
    refusal = Refusal(cursor.starts[at], end, f'did not expect: "{cursor.texts[at]}"')
    message = "expected parentheses around a field of `super` that is looked into with `in`"
    cursor.say(BAD_SUPER, start, end, message, refusal)


def _not_binary(cursor: Cursor) -> bool:
    """Report an operator that joins nothing, and read on behind it as if it were one."""
    text = cursor.texts[cursor.at]
    cursor.fail("an operator", f"not a binary operator: {text}")
    following = cursor.kinds[cursor.at + 1] if cursor.kinds[cursor.at] != END else END
    if following not in _READERS:
        return False
    cursor.at += 1
    expression(cursor)
    return True


def _nothing(cursor: Cursor) -> syntax.Expression:
    kind = cursor.kinds[cursor.at]
    if kind == BAD:
        # The scanner has said what is wrong with it.
        cursor.said_at = cursor.at
        start, end = cursor.starts[cursor.at], cursor.tokens.end(cursor.at)
        cursor.at += 1
        return syntax.Missing(start, end)
    if kind == MARKER:
        while cursor.kinds[cursor.at] == MARKER:
            structure.skip_marker(cursor)
        return expression(cursor)
    if kind == HOLE:
        return _hole(cursor)
    if kind == END:
        reason = "unexpected end of file."
    elif kind == STRAY or (kind in _POWER and kind != "in"):
        reason = f"not a unary operator: {cursor.texts[cursor.at]}"
    else:
        reason = f"unexpected: {cursor.kind_word()} while parsing terminal"
    cursor.fail("an expression", reason)
    if cursor.skip_stray():
        reader = _READERS.get(cursor.kinds[cursor.at])
        return cursor.missing() if reader is None else reader(cursor)
    return cursor.missing()


def _hole(cursor: Cursor) -> syntax.Missing:
    start = cursor.starts[cursor.at]
    reason = 'unexpected: "." while parsing terminal'
    message = "expected an expression, found the placeholder `...`"
    cursor.say(PLACEHOLDER, start, start + 3, message, Refusal(start, start + 1, reason))
    cursor.step()
    return syntax.Missing(start, start + 3)


# What an expression can start with.


def read_name(cursor: Cursor) -> syntax.Expression:
    """Read a variable."""
    at = cursor.at
    name = cursor.texts[at]
    start = cursor.starts[at]
    cursor.at = at + 1
    node = syntax.Name(start, start + len(name), name)
    return postfix(cursor, node) if cursor.kinds[at + 1] in POSTFIX else node


def read_string(cursor: Cursor) -> syntax.Expression:
    """Read a string."""
    node = strings.read_string(cursor)
    return postfix(cursor, node) if cursor.kinds[cursor.at] in POSTFIX else node


def read_number(cursor: Cursor) -> syntax.Expression:
    """Read a number."""
    at = cursor.at
    text = cursor.texts[at]
    start = cursor.starts[at]
    cursor.at = at + 1
    node = syntax.Number(start, start + len(text), text, float(text))
    return postfix(cursor, node) if cursor.kinds[at + 1] in POSTFIX else node


def read_word(cursor: Cursor) -> syntax.Expression:
    """Read ``null``, ``true``, ``false``, ``self`` or ``$``."""
    at = cursor.at
    kind = cursor.kinds[at]
    start = cursor.starts[at]
    cursor.at = at + 1
    end = start + len(kind)
    node: syntax.Expression
    if kind == "null":
        node = syntax.Null(start, end)
    elif kind == "self":
        node = syntax.Self(start, end)
    elif kind == "$":
        node = syntax.Dollar(start, end)
    else:
        node = syntax.Boolean(start, end, kind == "true")
    return postfix(cursor, node) if cursor.kinds[at + 1] in POSTFIX else node


def read_object(cursor: Cursor) -> syntax.Expression:
    """Read ``{ … }``."""
    node = structure.read_object(cursor)
    return postfix(cursor, node) if cursor.kinds[cursor.at] in POSTFIX else node


def read_parens(cursor: Cursor) -> syntax.Expression:
    """Read ``( … )``."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    cursor.depth += BRACKET
    inner = cursor.too_deep() if cursor.depth >= DEPTH_LIMIT else expression(cursor)
    cursor.depth -= BRACKET
    cursor.expect(")")
    node = syntax.Parens(start, cursor.last_end(), inner)
    return postfix(cursor, node) if cursor.kinds[cursor.at] in POSTFIX else node


def read_array(cursor: Cursor) -> syntax.Expression:
    """Read ``[ … ]``, a comprehension perhaps."""
    kinds = cursor.kinds
    start = cursor.starts[cursor.at]
    cursor.at += 1
    cursor.depth += BRACKET
    if cursor.depth >= DEPTH_LIMIT:
        cursor.too_deep()
    elements: list[syntax.Expression] = []
    while (kind := kinds[cursor.at]) != "]" and kind != "for":
        before = cursor.at
        elements.append(expression(cursor))
        kind = kinds[cursor.at]
        if kind == ",":
            cursor.at += 1
        elif kind == "for" and len(elements) == 1:
            break
        elif kind != "]":
            cursor.fail("`,` or `]`", "expected a comma before next array element.")
            if cursor.stuck(before) or kinds[cursor.at] in CLOSERS:
                break
    cursor.depth -= BRACKET
    node: syntax.Expression
    if kinds[cursor.at] == "for" and len(elements) == 1:
        clauses = structure.read_clauses(cursor, "]")
        cursor.expect("]")
        node = syntax.ArrayComprehension(start, cursor.last_end(), elements[0], clauses)
    else:
        if kinds[cursor.at] == END:
            cursor.fail("`]`", "unexpected end of file.")
        cursor.expect("]")
        node = syntax.Array(start, cursor.last_end(), elements)
    return postfix(cursor, node) if kinds[cursor.at] in POSTFIX else node


def read_super(cursor: Cursor) -> syntax.Expression:
    """Read ``super.f`` or ``super[e]``."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    kind = cursor.kinds[cursor.at]
    node: syntax.Expression
    if kind == ".":
        cursor.at += 1
        field = cursor.identifier("a field")
        node = syntax.SuperField(start, field.end, field)
    elif kind == "[":
        cursor.at += 1
        index = expression(cursor)
        cursor.expect("]")
        node = syntax.SuperIndex(start, cursor.last_end(), index)
    else:
        message = "expected a field after `super`, for it is not a value by itself"
        reason = Refusal(start, start + 5, "expected . or [ after super.")
        cursor.say(BAD_SUPER, start, start + 5, message, reason)
        node = syntax.Missing(start, start + 5)
    return postfix(cursor, node) if cursor.kinds[cursor.at] in POSTFIX else node


# What reaches as far to the right as it can.


def _inner(cursor: Cursor, cost: int) -> syntax.Expression:
    """Read an expression one level further in."""
    cursor.depth += cost
    node = cursor.too_deep() if cursor.depth >= DEPTH_LIMIT else expression(cursor)
    cursor.depth -= cost
    return node


def read_local(cursor: Cursor) -> syntax.Expression:
    """Read ``local … ; …``."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    binds = [structure.read_bind(cursor)]
    bound = {binds[0].name.name}
    while cursor.kinds[cursor.at] == ",":
        cursor.at += 1
        structure.name_again(cursor, bound, cursor.at)
        binds.append(structure.read_bind(cursor))
        bound.add(binds[-1].name.name)
    if cursor.kinds[cursor.at] == ";":
        cursor.at += 1
    else:
        cursor.fail("`,` or `;`", f"expected , or ; but got {cursor.full_word()}")
        if cursor.skip_stray() and cursor.kinds[cursor.at] == ";":
            cursor.at += 1
    body = _inner(cursor, 1)
    for bind in binds:
        if bind.parameters:
            structure.check_parameters(cursor, bind.parameters, start, body.end)
    return syntax.Local(start, body.end, binds, body)


def read_assert(cursor: Cursor) -> syntax.Expression:
    """Read ``assert … ; …``."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    test = expression(cursor)
    message: syntax.Expression | None = None
    if cursor.kinds[cursor.at] == ":":
        cursor.at += 1
        message = expression(cursor)
    cursor.expect(";")
    body = _inner(cursor, 1)
    return syntax.Assert(start, body.end, test, message, body)


def read_if(cursor: Cursor) -> syntax.Expression:
    """Read ``if … then … else …``."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    test = _inner(cursor, BRACKET)
    cursor.expect("then")
    yes = _inner(cursor, BRACKET)
    no: syntax.Expression | None = None
    if cursor.kinds[cursor.at] == "else":
        cursor.at += 1
        no = _inner(cursor, 1)
    return syntax.If(start, no.end if no else yes.end, test, yes, no)


def read_function(cursor: Cursor) -> syntax.Expression:
    """Read ``function( … ) …``."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    if cursor.kinds[cursor.at] == "(":
        parameters = structure.read_parameters(cursor)
    else:
        cursor.fail("`(`", f"expected ( but got {cursor.full_word()}")
        parameters = []
    body = _inner(cursor, BRACKET)
    structure.check_parameters(cursor, parameters, start, body.end)
    return syntax.Function(start, body.end, parameters, body)


def read_error(cursor: Cursor) -> syntax.Expression:
    """Read ``error …``."""
    start = cursor.starts[cursor.at]
    cursor.at += 1
    message = _inner(cursor, BRACKET)
    return syntax.Error(start, message.end, message)


def read_import(cursor: Cursor) -> syntax.Expression:
    """Read ``import`` and its kin."""
    start, word = cursor.starts[cursor.at], cursor.kinds[cursor.at]
    cursor.at += 1
    path = _inner(cursor, BRACKET)
    if isinstance(path, syntax.String) and "block" not in path.form:
        return syntax.Import(start, path.end, word, path)
    if not isinstance(path, syntax.Missing):
        if isinstance(path, syntax.String):
            found, reason = "a text block", "Cannot use text blocks in import statements."
        else:
            found, reason = "an expression", "computed imports are not allowed."
        message = f"expected a string as the path of an import, found {found}"
        refusal = Refusal(path.start, path.end, reason)
        cursor.say(COMPUTED_IMPORT, path.start, path.end, message, refusal)
    return syntax.Missing(start, path.end)


def read_unary(cursor: Cursor) -> syntax.Expression:
    """Read a prefix operator and its operand."""
    start, operator = cursor.starts[cursor.at], cursor.kinds[cursor.at]
    cursor.at += 1
    cursor.depth += BRACKET
    operand = cursor.too_deep() if cursor.depth >= DEPTH_LIMIT else expression(cursor, 11)
    cursor.depth -= BRACKET
    return syntax.Unary(start, operand.end, operator, operand)


_READERS: Final[dict[str, Callable[[Cursor], syntax.Expression]]] = {
    IDENTIFIER: read_name,
    STRING: read_string,
    BLOCK: read_string,
    NUMBER: read_number,
    "null": read_word,
    "true": read_word,
    "false": read_word,
    "self": read_word,
    "$": read_word,
    "super": read_super,
    "(": read_parens,
    "[": read_array,
    "{": read_object,
    **folds.READERS,
    "local": read_local,
    "assert": read_assert,
    "if": read_if,
    "function": read_function,
    "error": read_error,
    "import": read_import,
    "importstr": read_import,
    "importbin": read_import,
    "+": read_unary,
    "-": read_unary,
    "!": read_unary,
    "~": read_unary,
}
