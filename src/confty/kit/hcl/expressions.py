"""HCL expressions from tokens: precedence climbing, and a table of what may start a term.

``Failed`` unwinds to the body item the expression belongs to, after the mistake was reported;
the body parser then finds its feet again, so one slip gives one finding.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Final

from confty.kit.hcl.codes import SyntaxCodes
from confty.kit.hcl.lexer import Tokens, canonical
from confty.kit.hcl.syntax import (
    Binary,
    Call,
    Conditional,
    Expression,
    For,
    Index,
    Item,
    Literal,
    Number,
    Object,
    Parentheses,
    RelativeTraversal,
    Splat,
    SplatItem,
    Step,
    Template,
    Traversal,
    Tuple,
    Unary,
)
from confty.kit.hcl.templates import TemplateReader
from confty.text import Code, Diagnostic, Span

_BINARY: Final = {
    "||": 1,
    "&&": 2,
    "==": 3,
    "!=": 3,
    "<": 4,
    ">": 4,
    "<=": 4,
    ">=": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
}
_ENDERS: Final = frozenset(("nl", ",", ")", "]", "}", "eof"))
_POSTFIX: Final = frozenset((".", "["))
_KEYWORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}
# Nested brackets, and operators in a row; the tree is never deeper than what is safe to walk.
_DEEPEST: Final = 200
_LONGEST: Final = 1000
_NAMES: Final = {
    "nl": "the end of the line",
    "eof": "the end of the file",
    "open": "a string",
    "str": "a string",
    "lit": "text",
    "close": "the end of the string",
    "bad": "this character",
}


class Failed(Exception):
    """The mistake is reported; the item it is in cannot be read further."""


class ExpressionParser:
    """Reads expressions at ``position``; bodies are read by its subclass."""

    def __init__(self, tokens: Tokens, codes: SyntaxCodes) -> None:
        self.tokens = tokens
        self.codes = codes
        self.source = tokens.source
        self.text = tokens.source.text
        self.kinds = tokens.kinds
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.position = 0
        self.depth = 0
        self.diagnostics: list[Diagnostic] = []
        self._simple: dict[str, Callable[[], Expression]] = {
            "id": self._word,
            "str": self._string,
            "num": self._number,
        }
        self._terms: dict[str, Callable[[], Expression]] = {
            "id": self._word,
            "str": self._string,
            "num": self._number,
            "open": self._template,
            "(": self._parentheses,
            "[": self._brackets,
            "{": self._braces,
        }

    # Saying what is wrong.

    def word(self, position: int) -> str:
        """What stands at a position, in words."""
        kind = self.kinds[position]
        if kind in ("id", "num"):
            return repr(self.text[self.starts[position] : self.ends[position]])
        return _NAMES.get(kind, repr(kind))

    def fail(self, message: str, code: Code | None = None, at: int | None = None) -> Failed:
        """Report at a token (the next one by default) and give what to raise."""
        place = self.position if at is None else at
        # A character the lexer refused has been reported already.
        if self.kinds[place] != "bad":
            span = Span(self.source, self.starts[place], self.ends[place])
            self.diagnostics.append((code or self.codes.expected).at(span, message))
        return Failed()

    def expect(self, kind: str, after: str) -> int:
        """Step over a token of this kind and return its index."""
        position = self.position
        if self.kinds[position] != kind:
            raise self.fail(
                f"expected {_NAMES.get(kind, repr(kind))} {after}, found {self.word(position)}"
            )
        self.position = position + 1
        return position

    def is_word(self, text: str) -> bool:
        """Whether the next token is this word."""
        position = self.position
        if self.kinds[position] != "id":
            return False
        return self.text[self.starts[position] : self.ends[position]] == text

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fail(f"nested more than {_DEEPEST} deep", self.codes.nesting)

    # Operators.

    def expression(self) -> Expression:
        """Read one expression."""
        position = self.position
        if self.kinds[position + 1] in _ENDERS:
            # Most expressions are one token; they need no climbing.
            simple = self._simple.get(self.kinds[position])
            if simple is not None:
                return simple()
        node = self._operators(1)
        if self.kinds[self.position] == "?":
            node = self._conditional(node)
        return node

    def _conditional(self, test: Expression) -> Expression:
        self._enter()
        self.position += 1
        yes = self.expression()
        self.expect(":", "between the two results of a conditional")
        no = self.expression()
        self.depth -= 1
        return Conditional(test, yes, no, test.start, no.end)

    def _operators(self, least: int) -> Expression:
        left = self._unary()
        length = 0
        while (strength := _BINARY.get(self.kinds[self.position], 0)) >= least:
            operator = self.kinds[self.position]
            length += 1
            if length > _LONGEST:
                raise self.fail(f"more than {_LONGEST} operators in a row", self.codes.nesting)
            self.position += 1
            left = Binary(operator, left, self._operators(strength + 1))
        return left

    def _unary(self) -> Expression:
        kind = self.kinds[self.position]
        if kind != "-" and kind != "!":  # noqa: PLR1714  two tests are faster than a tuple
            return self._postfix()
        start = self.starts[self.position]
        self._enter()
        self.position += 1
        operand = self._unary()
        self.depth -= 1
        if kind == "-" and isinstance(operand, Literal):
            value = operand.value
            if isinstance(value, Decimal):
                return Literal(value.copy_negate(), start, operand.end)
            if isinstance(value, int) and not isinstance(value, bool):
                return Literal(-value, start, operand.end)
        return Unary(kind, operand, start)

    # Terms and what follows them.

    def _postfix(self) -> Expression:
        start = self._terms.get(self.kinds[self.position])
        if start is None:
            raise self.fail(f"expected an expression, found {self.word(self.position)}")
        node = start()
        length = 0
        while self.kinds[self.position] in _POSTFIX:
            length += 1
            if length > _LONGEST:
                raise self.fail(f"more than {_LONGEST} steps in a row", self.codes.nesting)
            if self._at_splat():
                node = self._splat(node)
                continue
            step = self._step()
            if isinstance(step, Step):
                node = _stepped(node, step)
            else:
                node = Index(node, step, node.start, self.ends[self.position - 1])
        return node

    def _at_splat(self) -> bool:
        position, kinds = self.position, self.kinds
        if kinds[position + 1] != "*":
            return False
        return kinds[position] == "." or kinds[position + 2] == "]"

    def _step(self) -> Step | Expression:
        """Read ``.name``, ``.0`` or ``[key]``; a computed key comes back as its expression."""
        position = self.position
        start = self.starts[position]
        if self.kinds[position] == ".":
            return self._dotted(position + 1, start)
        self.position = position + 1
        self._enter()
        key = self.expression()
        self.expect("]", "after an index")
        self.depth -= 1
        end = self.ends[self.position - 1]
        if isinstance(key, Literal) and not isinstance(key.value, (bool, type(None))):
            return Step(key.value, "index", start, end)
        return key

    def _dotted(self, position: int, start: int) -> Step:
        kind, end = self.kinds[position], self.ends[position]
        self.position = position
        name = self.text[self.starts[position] : end]
        if kind == "id":
            self.position = position + 1
            return Step(name, "attribute", start, end)
        if kind == "num":
            if not name.isdigit():
                raise self.fail(f"write [{name.replace('.', '][')}] instead of .{name}")
            self.position = position + 1
            return Step(int(name), "legacy", start, end)
        raise self.fail(f"expected a name after the dot, found {self.word(position)}")

    def _splat(self, source: Expression) -> Splat:
        full = self.kinds[self.position] == "["
        self.position += 3 if full else 2
        self._enter()
        end = self.ends[self.position - 1]
        item = SplatItem(end, end)
        each: Expression = item
        while self.kinds[self.position] == "." or (full and self.kinds[self.position] == "["):
            if self._at_splat():
                if not full:
                    break
                each = self._splat(each)
                continue
            step = self._step()
            if isinstance(step, Step):
                each = _stepped(each, step)
            else:
                each = Index(each, step, each.start, self.ends[self.position - 1])
        self.depth -= 1
        return Splat(source, item, each, full, source.start, self.ends[self.position - 1])

    def _word(self) -> Expression:
        position = self.position
        start, end = self.starts[position], self.ends[position]
        word = self.text[start:end]
        self.position = position + 1
        following = self.kinds[position + 1]
        if following in ("(", "::"):
            return self._call(start, end)
        if word in _KEYWORDS:
            return Literal(_KEYWORDS[word], start, end)
        return Traversal(word, [], start, end)

    def _call(self, start: int, end: int) -> Call:
        while self.kinds[self.position] == "::":
            self.position += 1
            self.expect("id", "after ::")
            end = self.ends[self.position - 1]
        self.expect("(", "after a function's name")
        self._enter()
        arguments: list[Expression] = []
        expand = False
        while self.kinds[self.position] != ")":
            arguments.append(self.expression())
            if self.kinds[self.position] == "...":
                expand = True
                self.position += 1
                break
            if self.kinds[self.position] != ",":
                break
            self.position += 1
        self.expect(")", "after a function's arguments")
        self.depth -= 1
        return Call(
            self.text[start:end], arguments, expand, start, end, self.ends[self.position - 1]
        )

    def _string(self) -> Literal:
        position = self.position
        start, end = self.starts[position], self.ends[position]
        self.position = position + 1
        return Literal(canonical(self.text[start + 1 : end - 1]), start, end)

    def _number(self) -> Literal:
        position = self.position
        start, end = self.starts[position], self.ends[position]
        self.position = position + 1
        return Literal(number(self.text[start:end]), start, end)

    def _template(self) -> Expression:
        self._enter()
        node = TemplateReader(self).read()
        self.depth -= 1
        return node

    def _parentheses(self) -> Parentheses:
        opening = self.position
        self._enter()
        self.position += 1
        inner = self.expression()
        self._close(")", opening)
        return Parentheses(inner, self.starts[opening], self.ends[self.position - 1])

    def _close(self, kind: str, opening: int) -> None:
        if self.kinds[self.position] == "eof":
            raise self.fail(
                f"this {self.kinds[opening]!r} is never closed", self.codes.unclosed, opening
            )
        self.expect(kind, f"to close {self.kinds[opening]!r}")
        self.depth -= 1

    def _brackets(self) -> Expression:
        opening = self.position
        self._enter()
        self.position += 1
        if self.is_word("for") and self.kinds[self.position + 1] == "id":
            return self._for(opening, "]")
        elements: list[Expression] = []
        while self.kinds[self.position] not in ("]", "eof"):
            elements.append(self.expression())
            if self.kinds[self.position] != ",":
                break
            self.position += 1
        self._close("]", opening)
        return Tuple(elements, self.starts[opening], self.ends[self.position - 1])

    def _braces(self) -> Expression:
        opening = self.position
        self._enter()
        self.position += 1
        self._newlines()
        if self.is_word("for") and self.kinds[self.position + 1] == "id":
            return self._for(opening, "}")
        items: list[Item] = []
        while self.kinds[self.position] not in ("}", "eof"):
            items.append(self._item())
            kind = self.kinds[self.position]
            if kind not in (",", "nl"):
                break
            self.position += 1
            self._newlines()
        self._close("}", opening)
        return Object(items, self.starts[opening], self.ends[self.position - 1])

    def _newlines(self) -> None:
        while self.kinds[self.position] == "nl":
            self.position += 1

    def _item(self) -> Item:
        position = self.position
        bare = self.kinds[position] == "id" and self.kinds[position + 1] in ("=", ":")
        key: Expression
        if bare:
            start, end = self.starts[position], self.ends[position]
            key = Literal(self.text[start:end], start, end)
            self.position = position + 1
        else:
            key = self.expression()
        if self.kinds[self.position] not in ("=", ":"):
            found = self.word(self.position)
            raise self.fail(f"expected '=' or ':' after a key, found {found}")
        self.position += 1
        return Item(key, self.expression(), bare)

    def _for(self, opening: int, closing: str) -> For:
        node = For(self.starts[opening])
        self.for_head(node)
        self.expect(":", "before what a for makes")
        value = self.expression()
        if closing == "}":
            node.key = value
            self.expect("=>", "between key and value")
            value = self.expression()
            if self.kinds[self.position] == "...":
                node.group = True
                self.position += 1
        node.value = value
        if self.is_word("if"):
            self.position += 1
            node.guard = self.expression()
        self._close(closing, opening)
        node.end = self.ends[self.position - 1]
        return node

    def for_head(self, node: For) -> None:
        """Read ``for k, v in collection`` into the node."""
        self.position += 1
        name = self.expect("id", "after for")
        node.value_place = (self.starts[name], self.ends[name])
        if self.kinds[self.position] == ",":
            self.position += 1
            node.key_place = node.value_place
            node.key_name = self.text[slice(*node.key_place)]
            name = self.expect("id", "after the comma")
            node.value_place = (self.starts[name], self.ends[name])
        node.value_name = self.text[slice(*node.value_place)]
        if not self.is_word("in"):
            raise self.fail(f"expected 'in' after a for's names, found {self.word(self.position)}")
        self.position += 1
        node.collection = self.expression()


def _stepped(node: Expression, step: Step) -> Expression:
    """Add a step; steps after a name or after steps are kept in one node."""
    if isinstance(node, (Traversal, RelativeTraversal)):
        node.steps.append(step)
        node.end = step.end
        return node
    return RelativeTraversal(node, [step], node.start, step.end)


def number(text: str) -> Number:
    """Read a number exactly; whole numbers become int."""
    if text.isdigit():
        return int(text) if len(text) < 4000 else int(Decimal(text))
    value = Decimal(text)
    if value == value.to_integral_value() and value.adjusted() < 400:
        return int(value)
    return value


__all__ = ["ExpressionParser", "Failed", "Template", "number"]
