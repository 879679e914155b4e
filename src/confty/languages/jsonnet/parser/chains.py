"""What can follow an expression and binds tightest: ``.f``, ``(x)``, ``[i]``, ``{ }``."""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.lexer.tokens import END
from confty.languages.jsonnet.parser.cursor import BRACKET, CHAIN_LIMIT, DEPTH_LIMIT
from confty.languages.jsonnet.parser.structure import Structure
from confty.languages.jsonnet.parser.syntax import Call, Dot, Expression, Extend, Index, Slice

POSTFIX: Final = frozenset((".", "[", "(", "{"))


class Chains(Structure):
    """Fields, calls, indices and objects after an expression, read in a loop."""

    __slots__ = ()

    def postfix(self, node: Expression) -> Expression:
        """Read what follows ``node`` and binds tightest: fields, calls, indices, objects."""
        kinds = self.kinds
        links = 0
        while True:
            kind = kinds[self.at]
            if kind == ".":
                self.at += 1
                field = self.identifier("a field")
                node = Dot(node.start, self.last_end(), node, field)
            elif kind == "(":
                node = self._call(node)
            elif kind == "[":
                node = self._index(node)
            elif kind == "{":
                body = self.object()
                node = Extend(node.start, body.end, node, body)
            else:
                return node
            links += 1
            if links > CHAIN_LIMIT:
                return self.too_deep()

    def _call(self, callee: Expression) -> Expression:
        self.at += 1
        self.depth += BRACKET
        if self.depth >= DEPTH_LIMIT:
            self.too_deep()
        arguments = self.arguments()
        self.depth -= BRACKET
        tailstrict = -1
        if self.kinds[self.at] == "tailstrict":
            tailstrict = self.starts[self.at]
            self.at += 1
        return Call(callee.start, self.last_end(), callee, arguments, tailstrict)

    def _index(self, target: Expression) -> Expression:
        kinds = self.kinds
        self.at += 1
        if kinds[self.at] == "]":
            self.fail("an index", 'unexpected: "]" while parsing index')
            self.at += 1
            return Index(target.start, self.last_end(), target, self.missing())
        self.depth += BRACKET
        if self.depth >= DEPTH_LIMIT:
            self.too_deep()
        parts: list[Expression | None] = [None]
        while True:
            kind = kinds[self.at]
            if kind == ":" and len(parts) < 3:
                self.at += 1
                parts.append(None)
            elif kind == "::" and len(parts) < 2:
                self.at += 1
                parts += [None, None]
            elif kind == "]" or parts[-1] is not None or kind == END:
                break
            else:
                before = self.at
                parts[-1] = self.expression()
                if self.at == before:
                    break
        self.depth -= BRACKET
        if parts == [None]:
            self.expression()
        elif kinds[self.at] not in {"]", ":"}:
            self.fail("`]`", f"unexpected: {self.kind_word()} while parsing slice")
        self.expect("]")
        end = self.last_end()
        if len(parts) == 1:
            return Index(target.start, end, target, parts[0] or self.missing())
        parts += [None] * (3 - len(parts))
        return Slice(target.start, end, target, parts[0], parts[1], parts[2])
