"""The grammar of expressions: recursive descent, operators by binding power.

A table says which method reads what starts with a given token; a second one how tightly an infix
operator binds.  Calls, field accesses and ``{ }`` bind tightest and are read in a loop, so that
long chains cost no depth.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

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
from confty.languages.jsonnet.parser.chains import POSTFIX, Chains
from confty.languages.jsonnet.parser.cursor import BRACKET, CHAIN_LIMIT, CLOSERS, DEPTH_LIMIT
from confty.languages.jsonnet.parser.strings import read_string
from confty.languages.jsonnet.parser.syntax import (
    Array,
    ArrayComprehension,
    Assert,
    Binary,
    Boolean,
    Dollar,
    Error,
    Expression,
    Function,
    If,
    Import,
    InSuper,
    Local,
    Missing,
    Name,
    Null,
    Number,
    Parens,
    Self,
    String,
    SuperField,
    SuperIndex,
    Syntax,
    Unary,
)

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


def parse(tokens: Tokens) -> Outcome[Syntax]:
    """Read a whole file; the tree is complete even where the text is not."""
    grammar = Grammar(tokens)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _FRAMES)
    try:
        body = grammar.whole()
    finally:
        sys.setrecursionlimit(limit)
    syntax = Syntax(tokens.source, tokens, body, grammar.refusal or grammar.late_refusal)
    return Outcome(syntax, tuple(grammar.findings))


class Grammar(Chains):
    """Expressions."""

    __slots__ = ()

    def whole(self) -> Expression:
        """Read the one expression of a file and nothing after it."""
        body = self.expression()
        if self.kinds[self.at] == MARKER:
            self.marker()
        elif self.kinds[self.at] != END:
            self.fail("the end of the file", f"did not expect: {self.full_word()}")
        return body

    def expression(self, floor: int = 0) -> Expression:
        """Read an expression whose operators bind tighter than ``floor``."""
        kinds = self.kinds
        reader = _READERS.get(kinds[self.at])
        left = reader(self) if reader is not None else self._nothing()
        links = 0
        while True:
            at = self.at
            operator = kinds[at]
            power = _POWER.get(operator, 0)
            if power <= floor:
                if power < 0 and self._not_binary():
                    continue
                return left
            self.at = at + 1
            if operator == "in" and kinds[at + 1] == "super" and kinds[at + 2] not in {".", "["}:
                self.at = at + 2
                left = InSuper(left.start, self.last_end(), left)
                continue
            links += 1
            if links > CHAIN_LIMIT:
                return self.too_deep()
            right = self.expression(power)
            left = Binary(left.start, right.end, operator, self.starts[at], left, right)

    def _not_binary(self) -> bool:
        """Report an operator that joins nothing, and read on behind it as if it were one."""
        text = self.texts[self.at]
        self.fail("an operator", f"not a binary operator: {text}")
        following = self.kinds[self.at + 1] if self.kinds[self.at] != END else END
        if following not in _READERS:
            return False
        self.at += 1
        self.expression()
        return True

    def _nothing(self) -> Expression:
        kind = self.kinds[self.at]
        if kind == BAD:
            # The scanner has said what is wrong with it.
            self.said_at = self.at
            start, end = self.starts[self.at], self.tokens.end(self.at)
            self.at += 1
            return Missing(start, end)
        if kind == MARKER:
            self.marker()
            return self.expression()
        if kind == HOLE:
            return self._hole()
        if kind == END:
            reason = "unexpected end of file."
        elif kind == STRAY or (kind in _POWER and kind != "in"):
            reason = f"not a unary operator: {self.texts[self.at]}"
        else:
            reason = f"unexpected: {self.kind_word()} while parsing terminal"
        self.fail("an expression", reason)
        return self.missing()

    def _hole(self) -> Missing:
        start = self.starts[self.at]
        reason = 'unexpected: "." while parsing terminal'
        message = "expected an expression, found the placeholder `...`"
        self.say(PLACEHOLDER, start, start + 3, message, Refusal(start, start + 1, reason))
        self.at += 1
        return Missing(start, start + 3)

    # What an expression can start with.

    def read_name(self) -> Expression:
        """Read a variable."""
        at = self.at
        name = self.texts[at]
        start = self.starts[at]
        self.at = at + 1
        node = Name(start, start + len(name), name)
        return self.postfix(node) if self.kinds[at + 1] in POSTFIX else node

    def read_string(self) -> Expression:
        """Read a string."""
        node = read_string(self)
        return self.postfix(node) if self.kinds[self.at] in POSTFIX else node

    def read_number(self) -> Expression:
        """Read a number."""
        at = self.at
        text = self.texts[at]
        start = self.starts[at]
        self.at = at + 1
        node = Number(start, start + len(text), text, float(text))
        return self.postfix(node) if self.kinds[at + 1] in POSTFIX else node

    def read_word(self) -> Expression:
        """Read ``null``, ``true``, ``false``, ``self`` or ``$``."""
        at = self.at
        kind = self.kinds[at]
        start = self.starts[at]
        self.at = at + 1
        end = start + len(kind)
        node: Expression
        if kind == "null":
            node = Null(start, end)
        elif kind == "self":
            node = Self(start, end)
        elif kind == "$":
            node = Dollar(start, end)
        else:
            node = Boolean(start, end, kind == "true")
        return self.postfix(node) if self.kinds[at + 1] in POSTFIX else node

    def read_object(self) -> Expression:
        """Read ``{ … }``."""
        node = self.object()
        return self.postfix(node) if self.kinds[self.at] in POSTFIX else node

    def read_parens(self) -> Expression:
        """Read ``( … )``."""
        start = self.starts[self.at]
        self.at += 1
        self.depth += BRACKET
        inner = self.too_deep() if self.depth >= DEPTH_LIMIT else self.expression()
        self.depth -= BRACKET
        self.expect(")")
        node = Parens(start, self.last_end(), inner)
        return self.postfix(node) if self.kinds[self.at] in POSTFIX else node

    def read_array(self) -> Expression:
        """Read ``[ … ]``, a comprehension perhaps."""
        kinds = self.kinds
        start = self.starts[self.at]
        self.at += 1
        self.depth += BRACKET
        if self.depth >= DEPTH_LIMIT:
            self.too_deep()
        elements: list[Expression] = []
        while (kind := kinds[self.at]) != "]" and kind != "for":
            before = self.at
            elements.append(self.expression())
            kind = kinds[self.at]
            if kind == ",":
                self.at += 1
            elif kind == "for" and len(elements) == 1:
                break
            elif kind != "]":
                self.fail("`,` or `]`", "expected a comma before next array element.")
                if self.stuck(before) or kinds[self.at] in CLOSERS:
                    break
        self.depth -= BRACKET
        node: Expression
        if kinds[self.at] == "for" and len(elements) == 1:
            clauses = self.clauses("]")
            self.expect("]")
            node = ArrayComprehension(start, self.last_end(), elements[0], clauses)
        else:
            if kinds[self.at] == END:
                self.fail("`]`", "unexpected end of file.")
            self.expect("]")
            node = Array(start, self.last_end(), elements)
        return self.postfix(node) if kinds[self.at] in POSTFIX else node

    def read_super(self) -> Expression:
        """Read ``super.f`` or ``super[e]``."""
        start = self.starts[self.at]
        self.at += 1
        kind = self.kinds[self.at]
        node: Expression
        if kind == ".":
            self.at += 1
            field = self.identifier("a field")
            node = SuperField(start, self.last_end(), field)
        elif kind == "[":
            self.at += 1
            index = self.expression()
            self.expect("]")
            node = SuperIndex(start, self.last_end(), index)
        else:
            message = "expected a field after `super`, for it is not a value by itself"
            reason = Refusal(start, start + 5, "expected . or [ after super.")
            self.say(BAD_SUPER, start, start + 5, message, reason)
            node = Missing(start, start + 5)
        return self.postfix(node) if self.kinds[self.at] in POSTFIX else node

    # What reaches as far to the right as it can.

    def _inner(self, cost: int) -> Expression:
        """Read an expression one level further in."""
        self.depth += cost
        node = self.too_deep() if self.depth >= DEPTH_LIMIT else self.expression()
        self.depth -= cost
        return node

    def read_local(self) -> Expression:
        """Read ``local … ; …``."""
        start = self.starts[self.at]
        self.at += 1
        binds = [self.bind()]
        while self.kinds[self.at] == ",":
            self.at += 1
            self.name_again(binds, self.at)
            binds.append(self.bind())
        if self.kinds[self.at] == ";":
            self.at += 1
        else:
            self.fail("`,` or `;`", f"expected , or ; but got {self.full_word()}")
        body = self._inner(1)
        for bind in binds:
            if bind.parameters:
                self.check_parameters(bind.parameters, start, body.end)
        return Local(start, body.end, binds, body)

    def read_assert(self) -> Expression:
        """Read ``assert … ; …``."""
        start = self.starts[self.at]
        self.at += 1
        test = self.expression()
        message: Expression | None = None
        if self.kinds[self.at] == ":":
            self.at += 1
            message = self.expression()
        self.expect(";")
        body = self._inner(1)
        return Assert(start, body.end, test, message, body)

    def read_if(self) -> Expression:
        """Read ``if … then … else …``."""
        start = self.starts[self.at]
        self.at += 1
        test = self._inner(BRACKET)
        self.expect("then")
        yes = self._inner(BRACKET)
        no: Expression | None = None
        if self.kinds[self.at] == "else":
            self.at += 1
            no = self._inner(1)
        return If(start, no.end if no else yes.end, test, yes, no)

    def read_function(self) -> Expression:
        """Read ``function( … ) …``."""
        start = self.starts[self.at]
        self.at += 1
        if self.kinds[self.at] == "(":
            parameters = self.parameters()
        else:
            self.fail("`(`", f"expected ( but got {self.full_word()}")
            parameters = []
        body = self._inner(BRACKET)
        self.check_parameters(parameters, start, body.end)
        return Function(start, body.end, parameters, body)

    def read_error(self) -> Expression:
        """Read ``error …``."""
        start = self.starts[self.at]
        self.at += 1
        message = self._inner(BRACKET)
        return Error(start, message.end, message)

    def read_import(self) -> Expression:
        """Read ``import`` and its kin."""
        start, word = self.starts[self.at], self.kinds[self.at]
        self.at += 1
        path = self._inner(BRACKET)
        if isinstance(path, String) and "block" not in path.form:
            return Import(start, path.end, word, path)
        if not isinstance(path, Missing):
            if isinstance(path, String):
                found, reason = "a text block", "Cannot use text blocks in import statements."
            else:
                found, reason = "an expression", "computed imports are not allowed."
            message = f"expected a string as the path of an import, found {found}"
            refusal = Refusal(path.start, path.end, reason)
            self.say(COMPUTED_IMPORT, path.start, path.end, message, refusal)
        return Missing(start, path.end)

    def read_unary(self) -> Expression:
        """Read a prefix operator and its operand."""
        start, operator = self.starts[self.at], self.kinds[self.at]
        self.at += 1
        self.depth += BRACKET
        operand = self.too_deep() if self.depth >= DEPTH_LIMIT else self.expression(11)
        self.depth -= BRACKET
        return Unary(start, operand.end, operator, operand)


_READERS: Final[dict[str, Callable[[Grammar], Expression]]] = {
    IDENTIFIER: Grammar.read_name,
    STRING: Grammar.read_string,
    BLOCK: Grammar.read_string,
    NUMBER: Grammar.read_number,
    "null": Grammar.read_word,
    "true": Grammar.read_word,
    "false": Grammar.read_word,
    "self": Grammar.read_word,
    "$": Grammar.read_word,
    "super": Grammar.read_super,
    "(": Grammar.read_parens,
    "[": Grammar.read_array,
    "{": Grammar.read_object,
    "local": Grammar.read_local,
    "assert": Grammar.read_assert,
    "if": Grammar.read_if,
    "function": Grammar.read_function,
    "error": Grammar.read_error,
    "import": Grammar.read_import,
    "importstr": Grammar.read_import,
    "importbin": Grammar.read_import,
    "+": Grammar.read_unary,
    "-": Grammar.read_unary,
    "!": Grammar.read_unary,
    "~": Grammar.read_unary,
}
