"""What can follow an expression and binds tightest: ``.f``, ``(x)``, ``[i]``, ``{ }``."""

from __future__ import annotations

from confty.languages.jsonnet.lexer.tokens import END
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.parser.cursor import BRACKET, CHAIN_LIMIT, DEPTH_LIMIT, Cursor
from confty.languages.jsonnet.parser.structure import read_arguments, read_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

POSTFIX: Final = frozenset((".", "[", "(", "{"))


def postfix(cursor: Cursor, node: syntax.Expression) -> syntax.Expression:
    """Read what follows ``node`` and binds tightest: fields, calls, indices, objects."""
    kinds = cursor.kinds
    links = 0
    while True:
        kind = kinds[cursor.at]
        if kind == ".":
            cursor.at += 1
            field = cursor.identifier("a field")
            node = syntax.Dot(node.start, field.end, node, field)
        elif kind == "(":
            node = _call(cursor, node)
        elif kind == "[":
            node = _index(cursor, node)
        elif kind == "{":
            body = read_object(cursor)
            node = syntax.Extend(node.start, body.end, node, body)
        else:
            return node
        links += 1
        if links > CHAIN_LIMIT:
            return cursor.too_deep()


def _call(cursor: Cursor, callee: syntax.Expression) -> syntax.Expression:
    cursor.at += 1
    cursor.depth += BRACKET
    if cursor.depth >= DEPTH_LIMIT:
        cursor.too_deep()
    arguments = read_arguments(cursor)
    cursor.depth -= BRACKET
    tailstrict = -1
    if cursor.kinds[cursor.at] == "tailstrict":
        tailstrict = cursor.starts[cursor.at]
        cursor.at += 1
    return syntax.Call(callee.start, cursor.last_end(), callee, arguments, tailstrict)


def _index(cursor: Cursor, target: syntax.Expression) -> syntax.Expression:
    kinds = cursor.kinds
    cursor.at += 1
    if kinds[cursor.at] == "]":
        cursor.fail("an index", 'unexpected: "]" while parsing index')
        cursor.step()
        return syntax.Index(target.start, cursor.last_end(), target, cursor.missing())
    cursor.depth += BRACKET
    if cursor.depth >= DEPTH_LIMIT:
        cursor.too_deep()
    parts: list[syntax.Expression | None] = [None]
    while True:
        kind = kinds[cursor.at]
        if kind == ":" and len(parts) < 3:
            cursor.at += 1
            parts.append(None)
        elif kind == "::" and len(parts) < 2:
            cursor.at += 1
            parts += [None, None]
        elif kind == "]" or parts[-1] is not None or kind == END:
            break
        else:
            before = cursor.at
            parts[-1] = cursor.expression(cursor)
            if cursor.at == before:
                break
    cursor.depth -= BRACKET
    if parts == [None]:
        cursor.expression(cursor)
    elif kinds[cursor.at] not in {"]", ":"}:
        cursor.fail("`]`", f"unexpected: {cursor.kind_word()} while parsing slice")
    cursor.expect("]")
    end = cursor.last_end()
    if len(parts) == 1:
        return syntax.Index(target.start, end, target, parts[0] or cursor.missing())
    parts += [None] * (3 - len(parts))
    return syntax.Slice(target.start, end, target, parts[0], parts[1], parts[2])
