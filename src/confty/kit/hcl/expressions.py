"""HCL expressions from tokens: precedence climbing, and a table of what may start a term.

A mistake unwinds (``cursor.Failed``) to the body item the expression belongs to; the body parser
then finds its feet again, so one slip gives one finding.
"""

from __future__ import annotations

from decimal import Decimal

from confty.kit.hcl import syntax
from confty.kit.hcl.codes import SyntaxCodes
from confty.kit.hcl.convert import CannotConvert, read_number
from confty.kit.hcl.cursor import Cursor, ParseStop
from confty.kit.hcl.lexer import Tokens, canonical, forward
from confty.kit.hcl.templates import TemplateReader
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

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


class ExpressionParser(Cursor):
    """Reads expressions at ``position``; bodies are read by its subclass."""

    def __init__(self, tokens: Tokens, codes: SyntaxCodes) -> None:
        super().__init__(tokens, codes)
        self.depth = 0
        self._simple: dict[str, Callable[[], syntax.Expression]] = {
            "id": self._word,
            "str": self._string,
            "num": self._number,
        }
        self._terms: dict[str, Callable[[], syntax.Expression]] = {
            "id": self._word,
            "str": self._string,
            "num": self._number,
            "open": self._template,
            "(": self._parentheses,
            "[": self._brackets,
            "{": self._braces,
        }

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fail(f"nested more than {_DEEPEST} deep", self.codes.nesting)

    # Operators.

    def expression(self) -> syntax.Expression:
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

    def _conditional(self, test: syntax.Expression) -> syntax.Expression:
        self._enter()
        self.position += 1
        yes = self.expression()
        self.expect(":", "between the two results of a conditional")
        no = self.expression()
        self.depth -= 1
        return syntax.Conditional(test, yes, no, test.start, no.end)

    def _operators(self, least: int) -> syntax.Expression:
        left = self._unary()
        length = 0
        while (strength := _BINARY.get(self.kinds[self.position], 0)) >= least:
            operator = self.kinds[self.position]
            length += 1
            if length > _LONGEST:
                raise self.fail(f"more than {_LONGEST} operators in a row", self.codes.nesting)
            self.position += 1
            left = syntax.Binary(operator, left, self._operators(strength + 1))
        return left

    def _unary(self) -> syntax.Expression:
        kind = self.kinds[self.position]
        if kind != "-" and kind != "!":  # noqa: PLR1714  two tests are faster than a tuple
            return self._postfix()
        start = self.starts[self.position]
        self._enter()
        self.position += 1
        operand = self._unary()
        self.depth -= 1
        if kind == "-" and isinstance(operand, syntax.Literal):
            value = operand.value
            if isinstance(value, Decimal):
                return syntax.Literal(value.copy_negate(), start, operand.end)
            if isinstance(value, int) and not isinstance(value, bool):
                return syntax.Literal(-value, start, operand.end)
        return syntax.Unary(kind, operand, start)

    # Terms and what follows them.

    def _postfix(self) -> syntax.Expression:
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
            if isinstance(step, syntax.TraversalStep):
                node = _stepped(node, step)
            else:
                node = syntax.Index(node, step, node.start, self.ends[self.position - 1])
        return node

    def _at_splat(self) -> bool:
        position, kinds = self.position, self.kinds
        if kinds[position + 1] != "*":
            return False
        return kinds[position] == "." or kinds[position + 2] == "]"

    def _step(self) -> syntax.TraversalStep | syntax.Expression:
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
        if isinstance(key, syntax.Literal) and not isinstance(key.value, (bool, type(None))):
            return syntax.TraversalStep(key.value, "index", start, end)
        return key

    def _dotted(self, position: int, start: int) -> syntax.TraversalStep:
        kind, end = self.kinds[position], self.ends[position]
        self.position = position
        name = self.text[self.starts[position] : end]
        if kind == "id":
            self.position = position + 1
            return syntax.TraversalStep(name, "attribute", start, end)
        if kind == "num":
            if not name.isdigit():
                raise self.fail(f"write [{name.replace('.', '][')}] instead of .{name}")
            if len(name) > _LONGEST:
                raise self.fail("an index of so many digits is outside every list")
            self.position = position + 1
            return syntax.TraversalStep(int(name), "legacy", start, end)
        raise self.fail(f"expected a name after the dot, found {self.word(position)}")

    def _splat(self, source: syntax.Expression) -> syntax.Splat:
        full = self.kinds[self.position] == "["
        self.position += 3 if full else 2
        self._enter()
        end = self.ends[self.position - 1]
        item = syntax.SplatItem(end, end)
        each: syntax.Expression = item
        while self.kinds[self.position] == "." or (full and self.kinds[self.position] == "["):
            if self._at_splat():
                if not full:
                    break
                each = self._splat(each)
                continue
            step = self._step()
            if isinstance(step, syntax.TraversalStep):
                each = _stepped(each, step)
            else:
                each = syntax.Index(each, step, each.start, self.ends[self.position - 1])
        self.depth -= 1
        return syntax.Splat(source, item, each, full, source.start, self.ends[self.position - 1])

    def _word(self) -> syntax.Expression:
        position = self.position
        start, end = self.starts[position], self.ends[position]
        word = self.text[start:end]
        self.position = position + 1
        following = self.kinds[position + 1]
        if following in ("(", "::"):
            return self._call(start, end)
        if word in _KEYWORDS:
            return syntax.Literal(_KEYWORDS[word], start, end)
        return syntax.Traversal(word, [], start, end)

    def _call(self, start: int, end: int) -> syntax.Call:
        while self.kinds[self.position] == "::":
            self.position += 1
            self.expect("id", "after ::")
            end = self.ends[self.position - 1]
        self.expect("(", "after a function's name")
        self._enter()
        arguments: list[syntax.Expression] = []
        expand = False
        before = -1
        while self.kinds[self.position] != ")":
            before = forward(before, self.position)
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
        return syntax.Call(
            self.text[start:end], arguments, expand, start, end, self.ends[self.position - 1]
        )

    def _string(self) -> syntax.Literal:
        position = self.position
        start, end = self.starts[position], self.ends[position]
        self.position = position + 1
        return syntax.Literal(canonical(self.text[start + 1 : end - 1]), start, end)

    def _number(self) -> syntax.Literal:
        position = self.position
        start, end = self.starts[position], self.ends[position]
        self.position = position + 1
        try:
            value = number(self.text[start:end])
        except CannotConvert as refused:
            raise self.fail(str(refused), at=position) from None
        return syntax.Literal(value, start, end)

    def _template(self) -> syntax.Expression:
        self._enter()
        node = TemplateReader(self, self.expression, self.for_head).read()
        self.depth -= 1
        return node

    def _parentheses(self) -> syntax.Parentheses:
        opening = self.position
        self._enter()
        self.position += 1
        inner = self.expression()
        self._close(")", opening)
        return syntax.Parentheses(inner, self.starts[opening], self.ends[self.position - 1])

    def _close(self, kind: str, opening: int) -> None:
        if self.kinds[self.position] == "eof":
            raise self.fail(
                f"this {self.kinds[opening]!r} is never closed", self.codes.unclosed, opening
            )
        if self.kinds[self.position] != kind:
            raise self._unclosed(kind, opening)
        self.position += 1
        self.depth -= 1

    def _unclosed(self, kind: str, opening: int) -> ParseStop:
        """Something else where a bracket should close; on a later line, it is missing before."""
        at = self.position
        message = f"expected {kind!r} to close {self.kinds[opening]!r}, found {self.word(at)}"
        if "\n" not in self.text[self.ends[at - 1] : self.starts[at]]:
            return self.fail(message)
        if self.kinds[at] != "bad":
            here = Span(self.source, self.starts[at - 1], self.ends[at - 1])
            there = Span(self.source, self.starts[opening], self.ends[opening])
            finding = self.codes.expected.at(here, f"{message} on a later line")
            self.diagnostics.append(finding.note(there, "it is opened here"))
        return ParseStop()

    def _brackets(self) -> syntax.Expression:
        opening = self.position
        self._enter()
        self.position += 1
        if self.is_word("for") and self.kinds[self.position + 1] == "id":
            return self._for(opening, "]")
        elements: list[syntax.Expression] = []
        before = -1
        while self.kinds[self.position] not in ("]", "eof"):
            before = forward(before, self.position)
            elements.append(self.expression())
            if self.kinds[self.position] != ",":
                break
            self.position += 1
        self._close("]", opening)
        return syntax.Tuple(elements, self.starts[opening], self.ends[self.position - 1])

    def _braces(self) -> syntax.Expression:
        opening = self.position
        self._enter()
        self.position += 1
        self._newlines()
        if self.is_word("for") and self.kinds[self.position + 1] == "id":
            return self._for(opening, "}")
        items: list[syntax.Item] = []
        before = -1
        while self.kinds[self.position] not in ("}", "eof"):
            before = forward(before, self.position)
            items.append(self._item())
            kind = self.kinds[self.position]
            if kind not in (",", "nl"):
                break
            self.position += 1
            self._newlines()
        self._close("}", opening)
        return syntax.Object(items, self.starts[opening], self.ends[self.position - 1])

    def _newlines(self) -> None:
        while self.kinds[self.position] == "nl":
            self.position += 1

    def _item(self) -> syntax.Item:
        position = self.position
        bare = self.kinds[position] == "id" and self.kinds[position + 1] in ("=", ":")
        key: syntax.Expression
        if bare:
            start, end = self.starts[position], self.ends[position]
            key = syntax.Literal(self.text[start:end], start, end)
            self.position = position + 1
        else:
            key = self.expression()
        if self.kinds[self.position] not in ("=", ":"):
            found = self.word(self.position)
            raise self.fail(f"expected '=' or ':' after a key, found {found}")
        self.position += 1
        return syntax.Item(key, self.expression(), bare)

    def _for(self, opening: int, closing: str) -> syntax.For:
        node = syntax.For(self.starts[opening])
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

    def for_head(self, node: syntax.For) -> None:
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


def _stepped(node: syntax.Expression, step: syntax.TraversalStep) -> syntax.Expression:
    """Add a step; steps after a name or after steps are kept in one node."""
    if isinstance(node, (syntax.Traversal, syntax.RelativeTraversal)):
        node.steps.append(step)
        node.end = step.end
        return node
    return syntax.RelativeTraversal(node, [step], node.start, step.end)


def number(text: str) -> syntax.Number:
    """Read a number exactly; whole numbers become int.  May raise ``CannotConvert``."""
    if text.isdigit() and len(text) < 4000:
        return int(text)
    return read_number(text)
