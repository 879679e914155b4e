"""Syntax to pieces: walk the tree in the order of the text, handing out tokens as they come."""

from __future__ import annotations

from confty.generics import TypeVar
from confty.languages.jsonnet.formatter import tree
from confty.languages.jsonnet.formatter.trivia import Gap, read_gap
from confty.languages.jsonnet.parser import Syntax
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

T = TypeVar("T")


def build(syntax: Syntax) -> tree.File:
    """Return the pieces of a file that parsed without error."""
    builder = _Builder(syntax)
    body = builder.piece(syntax.body)
    return tree.File(body, builder.gap(final=True))


class _Builder:
    """Hands out tokens in order while it walks the tree."""

    def __init__(self, syntax: Syntax) -> None:
        self.tokens = syntax.tokens
        self.text = syntax.source.text
        self.at = 0

    def gap(self, *, final: bool = False) -> Gap:
        """Read the gap before the next token."""
        text = self.tokens.gaps[self.at]
        if not text:
            return read_gap("", 0)
        start = self.tokens.starts[self.at] - len(text)
        column = start - self.text.rfind("\n", 0, start) - 1
        return read_gap(text, column, final=final)

    def token(self, *texts: str) -> tree.Token:
        """Take the next token; ``texts`` say what it must be."""
        text = self.tokens.texts[self.at]
        assert not texts or text in texts, f"expected {texts}, found {text!r} at {self.at}"
        made = tree.Token(self.gap(), text)
        self.at += 1
        return made

    def maybe(self, text: str) -> tree.Token | None:
        """Take the next token if it is ``text``."""
        return self.token() if self.tokens.texts[self.at] == text else None

    def piece(self, node: s.Node) -> tree.Piece:
        """Turn one expression into its piece."""
        return _MAKERS.get(type(node), _Builder.leaf)(self, node)

    def leaf(self, _: s.Node) -> tree.Piece:
        return tree.Leaf(self.token())

    def string(self, node: s.String) -> tree.Text:
        return tree.Text(self.token(), node.form, node.value)

    def items(self, nodes: list[T], make: Callable[[T], tree.Piece]) -> list[tree.Item]:
        return [tree.Item(make(node), self.maybe(",")) for node in nodes]

    def array(self, node: s.Array) -> tree.Piece:
        opener = self.token("[")
        return tree.Listing(opener, self.items(node.elements, self.piece), self.token("]"))

    def array_comprehension(self, node: s.ArrayComprehension) -> tree.Piece:
        opener = self.token("[")
        item = tree.Item(self.piece(node.element), self.maybe(","))
        return tree.ListComprehension(opener, item, self.clauses(node.clauses), self.token("]"))

    def clauses(self, nodes: list[s.Clause]) -> list[tree.Clause]:
        return [self.clause(node) for node in nodes]

    def clause(self, node: s.Clause) -> tree.Clause:
        if isinstance(node, s.For):
            word, name, in_word = self.token("for"), self.token(), self.token("in")
            return tree.Clause(word, name, in_word, self.piece(node.source))
        return tree.Clause(self.token("if"), None, None, self.piece(node.test))

    def object(self, node: s.Object) -> tree.Braces:
        opener = self.token("{")
        return tree.Braces(opener, self.items(node.members, self.member), self.token("}"), [])

    def object_comprehension(self, node: s.ObjectComprehension) -> tree.Braces:
        opener = self.token("{")
        items = self.items(node.members, self.member)
        clauses = self.clauses(node.clauses)
        return tree.Braces(opener, items, self.token("}"), clauses)

    def member(self, node: s.Member) -> tree.Piece:
        if isinstance(node, s.ObjectLocal):
            return tree.MemberLocal(self.token("local"), self.binding(node.bind))
        if isinstance(node, s.ObjectAssert):
            return self.check(node)
        key: tree.Token | tree.Text | tree.ComputedKey
        if node.computed:
            opener = self.token("[")
            key = tree.ComputedKey(opener, self.piece(node.key), self.token("]"))
        elif isinstance(node.key, s.String):
            key = self.string(node.key)
        else:
            key = self.token()
        parameters = None if node.parameters is None else self.parameters(node.parameters)
        return tree.Member(key, parameters, self.operator(), self.piece(node.value))

    def operator(self) -> tree.Token:
        """Take a field's operator, which may be written as several tokens."""
        made = self.token()
        while self.tokens.texts[self.at] in {":", "::", ":::"} and not made.text.endswith(":"):
            made.text += self.token().text
        return made

    def check(self, node: s.ObjectAssert | s.Assert) -> tree.Check:
        word, test = self.token("assert"), self.piece(node.test)
        if node.message is None:
            return tree.Check(word, test, None, None)
        return tree.Check(word, test, self.token(":"), self.piece(node.message))

    def parameters(self, nodes: list[s.Parameter]) -> tree.Parameters:
        opener = self.token("(")
        return tree.Parameters(opener, self.items(nodes, self.parameter), self.token(")"))

    def parameter(self, node: s.Parameter) -> tree.Piece:
        name = self.token()
        if node.default is None:
            return tree.Named(name, None, None)
        return tree.Named(name, self.token("="), self.piece(node.default))

    def argument(self, node: s.Argument) -> tree.Piece:
        if node.name is None:
            return self.piece(node.value)
        name, equals = self.token(), self.token("=")
        return tree.Named(name, equals, self.piece(node.value))

    def binding(self, node: s.Bind) -> tree.Binding:
        name = self.token()
        parameters = None if node.parameters is None else self.parameters(node.parameters)
        return tree.Binding(name, parameters, self.token("="), self.piece(node.value))

    def dot(self, node: s.Dot) -> tree.Piece:
        target = self.piece(node.target)
        return tree.Dotted(target, self.token("."), self.token())

    def super_field(self, _: s.SuperField) -> tree.Piece:
        return tree.Dotted(tree.Leaf(self.token("super")), self.token("."), self.token())

    def index(self, node: s.Index) -> tree.Piece:
        target, opener = self.piece(node.target), self.token("[")
        return tree.Brackets(target, opener, [self.piece(node.index)], self.token("]"))

    def super_index(self, node: s.SuperIndex) -> tree.Piece:
        target, opener = tree.Leaf(self.token("super")), self.token("[")
        return tree.Brackets(target, opener, [self.piece(node.index)], self.token("]"))

    def slice(self, node: s.Slice) -> tree.Piece:
        target, opener = self.piece(node.target), self.token("[")
        parts: list[tree.Piece | tree.Token] = []
        waiting = [part for part in (node.first, node.last, node.step) if part is not None]
        while (text := self.tokens.texts[self.at]) != "]":
            if text == "::":
                # One token for two colons: the gap belongs to the first.
                gap = self.gap()
                self.at += 1
                parts += [tree.Token(gap, ":"), tree.Token(read_gap("", 0), ":")]
            elif text == ":":
                parts.append(self.token())
            else:
                parts.append(self.piece(waiting.pop(0)))
        return tree.Brackets(target, opener, parts, self.token("]"))

    def call(self, node: s.Call) -> tree.Piece:
        target, opener = self.piece(node.callee), self.token("(")
        items = self.items(node.arguments, self.argument)
        arguments = tree.Parameters(opener, items, self.token(")"))
        return tree.Application(target, arguments, self.maybe("tailstrict"))

    def extend(self, node: s.Extend) -> tree.Piece:
        target, body = self.piece(node.target), self.piece(node.body)
        assert isinstance(body, tree.Braces)
        return tree.Extension(target, body)

    def unary(self, node: s.Unary) -> tree.Piece:
        return tree.Prefix(self.token(), self.piece(node.operand))

    def binary(self, node: s.Binary) -> tree.Piece:
        left, operator = self.piece(node.left), self.token()
        return tree.Infix(left, operator, self.piece(node.right))

    def in_super(self, node: s.InSuper) -> tree.Piece:
        key, operator = self.piece(node.key), self.token("in")
        return tree.Infix(key, operator, tree.Leaf(self.token("super")))

    def conditional(self, node: s.If) -> tree.Piece:
        word, test = self.token("if"), self.piece(node.test)
        then, yes = self.token("then"), self.piece(node.yes)
        if node.no is None:
            return tree.Conditional(word, test, then, yes, None, None)
        return tree.Conditional(word, test, then, yes, self.token("else"), self.piece(node.no))

    def function(self, node: s.Function) -> tree.Piece:
        word, parameters = self.token("function"), self.parameters(node.parameters)
        return tree.FunctionLiteral(word, parameters, self.piece(node.body))

    def local(self, node: s.Local) -> tree.Piece:
        word, items = self.token("local"), self.items(node.binds, self.binding)
        return tree.Locals(word, items, self.token(";"), self.piece(node.body))

    def assertion(self, node: s.Assert) -> tree.Piece:
        check = self.check(node)
        return tree.Asserting(check, self.token(";"), self.piece(node.body))

    def error(self, node: s.Error) -> tree.Piece:
        return tree.Worded(self.token("error"), self.piece(node.message))

    def imported(self, node: s.Import) -> tree.Piece:
        return tree.Worded(self.token(), self.piece(node.path))

    def parens(self, node: s.Parens) -> tree.Piece:
        opener = self.token("(")
        return tree.Enclosed(opener, self.piece(node.inner), self.token(")"))


_MAKERS: dict[type, Callable[[_Builder, Any], tree.Piece]] = {
    s.String: _Builder.string,
    s.Array: _Builder.array,
    s.ArrayComprehension: _Builder.array_comprehension,
    s.Object: _Builder.object,
    s.ObjectComprehension: _Builder.object_comprehension,
    s.Dot: _Builder.dot,
    s.SuperField: _Builder.super_field,
    s.Index: _Builder.index,
    s.SuperIndex: _Builder.super_index,
    s.Slice: _Builder.slice,
    s.Call: _Builder.call,
    s.Extend: _Builder.extend,
    s.Unary: _Builder.unary,
    s.Binary: _Builder.binary,
    s.InSuper: _Builder.in_super,
    s.If: _Builder.conditional,
    s.Function: _Builder.function,
    s.Local: _Builder.local,
    s.Assert: _Builder.assertion,
    s.Error: _Builder.error,
    s.Import: _Builder.imported,
    s.Parens: _Builder.parens,
}
