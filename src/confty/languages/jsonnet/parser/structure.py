"""The parts of expressions that come in lists: parameters, arguments, binds, members, clauses."""

from __future__ import annotations

from typing import Final

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
from confty.languages.jsonnet.parser.cursor import BRACKET, CLOSERS, DEPTH_LIMIT, Cursor
from confty.languages.jsonnet.parser.nodes import (
    Argument,
    Bind,
    Field,
    Filter,
    For,
    Identifier,
    ObjectAssert,
    ObjectLocal,
    Parameter,
    Visibility,
)
from confty.languages.jsonnet.parser.strings import read_string
from confty.languages.jsonnet.parser.syntax import (
    Clause,
    Expression,
    Member,
    Object,
    ObjectComprehension,
    String,
)

_MARKS: Final[dict[str, tuple[bool, Visibility]]] = {
    ":": (False, ":"),
    "::": (False, "::"),
    ":::": (False, ":::"),
    "+:": (True, ":"),
    "+::": (True, "::"),
    "+:::": (True, ":::"),
}


def fixed_text(key: Expression) -> str:
    """Return the text of a key that is written as a string."""
    assert isinstance(key, String)
    return key.value


class Structure(Cursor):
    """Lists of things; what an expression is comes from the class that extends this one."""

    __slots__ = ()

    def expression(self, floor: int = 0) -> Expression:
        """Read an expression whose operators bind tighter than ``floor``."""
        raise NotImplementedError

    def parameters(self) -> list[Parameter]:
        """Read ``(x, y=1)``; the cursor is on the parenthesis."""
        self.at += 1
        found: list[Parameter] = []
        while self.kinds[self.at] != ")":
            before = self.at
            start = self.starts[before]
            if self.kinds[before] != IDENTIFIER:
                self.fail("a parameter", "could not parse parameter here.")
                if self.stuck(before):
                    break
                continue
            name = self.identifier("a parameter")
            default: Expression | None = None
            if self.kinds[self.at] == "=":
                self.at += 1
                default = self.expression()
            found.append(Parameter(start, default.end if default else name.end, name, default))
            if self.kinds[self.at] == ",":
                self.at += 1
            elif self.kinds[self.at] != ")":
                self.fail("`,` or `)`", "expected a comma before next function parameter.")
                if self.kinds[self.at] in CLOSERS:
                    break
        if self.kinds[self.at] == ")":
            self.at += 1
        else:
            self.fail("`)`", "unexpected end of file.")
        return found

    def arguments(self) -> list[Argument]:
        """Read the arguments of a call, past the parenthesis and up to its mate, which it eats."""
        found: list[Argument] = []
        kinds = self.kinds
        named = False
        while kinds[self.at] != ")":
            before = self.at
            start = self.starts[before]
            if kinds[before] == IDENTIFIER and kinds[before + 1] == "=":
                name: Identifier | None = self.identifier("an argument")
                self.at += 1
                named = True
            else:
                name = None
            value = self.expression()
            found.append(Argument(name.start if name else value.start, value.end, name, value))
            if named and name is None:
                self._late(start, value.end, kinds[self.at] == ",")
            if kinds[self.at] == ",":
                self.at += 1
            elif kinds[self.at] != ")":
                self.fail("`,` or `)`", "expected a comma before next function argument.")
                if self.stuck(before) or kinds[self.at] in CLOSERS:
                    break
        if kinds[self.at] == ")":
            self.at += 1
        else:
            self.fail("`)`", "unexpected end of file.")
        return found

    def _late(self, start: int, end: int, comma: bool) -> None:
        reason = "Positional argument after a named argument is not allowed"
        message = "expected a named argument after named arguments, found a positional one"
        self.say(ARGUMENT_ORDER, start, end + comma, message, Refusal(start, end, reason))

    def name_again(self, binds: list[Bind], at: int) -> None:
        """Complain when the name at a token is bound already in the same ``local``."""
        name = self.texts[at]
        if self.kinds[at] == IDENTIFIER and any(bind.name.name == name for bind in binds):
            start, end = self.starts[at], self.tokens.end(at)
            message = f"expected a new name, found `{name}` a second time"
            refusal = Refusal(start, end, f"duplicate local var: {name}")
            self.say(DUPLICATE_NAME, start, end, message, refusal)

    def check_parameters(self, parameters: list[Parameter], start: int, end: int) -> None:
        """Complain about parameters of one name; ``start`` and ``end`` are the function's."""
        seen: set[str] = set()
        for parameter in parameters:
            name = parameter.name
            if name.name in seen:
                message = f"expected a new name, found `{name.name}` a second time"
                refusal = Refusal(start, end, f"Duplicate function parameter: {name.name}")
                self.say_late(DUPLICATE_NAME, name.start, name.end, message, refusal)
            seen.add(name.name)

    def bind(self) -> Bind:
        """Read ``name = value`` or ``name(parameters) = value``."""
        name = self.identifier("a name to bind")
        parameters = self.parameters() if self.kinds[self.at] == "(" else None
        self.expect("=")
        value = self.expression()
        return Bind(name.start, value.end, name, parameters, value)

    def clauses(self, closer: str) -> list[Clause]:
        """Read ``for … if … for …`` up to ``closer``."""
        found: list[Clause] = []
        while True:
            kind, start = self.kinds[self.at], self.starts[self.at]
            if kind == "for":
                self.at += 1
                name = self.identifier("a loop variable")
                self.expect("in")
                source = self.expression()
                found.append(For(start, source.end, name, source))
            elif kind == "if":
                self.at += 1
                test = self.expression()
                found.append(Filter(start, test.end, test))
            else:
                break
        if self.kinds[self.at] != closer:
            word = self.full_word()
            self.fail(
                f"`for`, `if` or `{closer}`",
                f'expected for, if or "{closer}" after for clause, got: {word}',
            )
        return found

    def object(self) -> Object | ObjectComprehension:
        """Read an object or an object comprehension; the cursor is on the brace."""
        start = self.starts[self.at]
        self.at += 1
        self.depth += BRACKET
        if self.depth >= DEPTH_LIMIT:
            self.too_deep()
        members: list[Member] = []
        locals_: list[Bind] = []
        kinds = self.kinds
        while (kind := kinds[self.at]) != "}" and kind != "for":
            before = self.at
            if kind == MARKER:
                self.marker()
                continue
            member = self._member(locals_)
            if member is not None:
                members.append(member)
            kind = kinds[self.at]
            if kind == ",":
                if member is None:
                    self.at += 1
                    continue
                self.at += 1
            elif kind not in {"}", "for"}:
                self.fail("`,` or `}`", "expected a comma before next field.")
                if self.stuck(before) or kind in CLOSERS:
                    break
        self.depth -= BRACKET
        if kinds[self.at] == "for":
            return self._comprehension(start, members)
        self.expect("}")
        self._check_fields(members)
        return Object(start, self.last_end(), members)

    def _check_fields(self, members: list[Member]) -> None:
        seen: set[str] = set()
        for member in members:
            if not isinstance(member, Field) or member.computed:
                continue
            key = member.key
            name = key.name if isinstance(key, Identifier) else fixed_text(key)
            if name in seen:
                message = f"expected a new field, found `{name}` a second time"
                refusal = Refusal(key.start, key.end, f"duplicate field: {name}")
                self.say_late(DUPLICATE_FIELD, key.start, key.end, message, refusal)
            seen.add(name)

    def _comprehension(self, start: int, members: list[Member]) -> Object | ObjectComprehension:
        word_start = self.starts[self.at]
        field = self._only_field(members, word_start)
        clauses = self.clauses("}")
        self.expect("}")
        if field is None:
            return Object(start, self.last_end(), members)
        return ObjectComprehension(start, self.last_end(), members, field, clauses)

    def _only_field(self, members: list[Member], word: int) -> Field | None:
        def say(start: int, end: int, message: str, reason: str) -> None:
            self.say(BAD_COMPREHENSION, start, end, message, Refusal(word, word + 3, reason))

        fields = [member for member in members if isinstance(member, Field)]
        asserts = [member for member in members if isinstance(member, ObjectAssert)]
        if len(fields) != 1:
            place = fields[1] if fields else None
            start, end = (place.start, place.end) if place else (word, word + 3)
            message = f"expected one field in an object comprehension, found {len(fields)}"
            say(start, end, message, "object comprehension can only have one field.")
        elif not fields[0].computed:
            key = fields[0].key
            message = (
                "expected a computed field [ ] in an object comprehension, found a fixed name"
            )
            say(key.start, key.end, message, "object comprehensions can only have [e] fields.")
        elif fields[0].visibility != ":":
            key = fields[0].key
            message = "expected a visible field in an object comprehension, found a hidden one"
            say(key.start, key.end, message, "object comprehensions cannot have hidden fields.")
        for found in asserts:
            message = "expected no assert in an object comprehension"
            say(found.start, found.end, message, "object comprehension cannot have asserts.")
        return fields[0] if fields and fields[0].computed else None

    def _member(self, locals_: list[Bind]) -> Member | None:
        at = self.at
        kind, start = self.kinds[at], self.starts[at]
        if kind == "local":
            self.at += 1
            self.name_again(locals_, self.at)
            bind = self.bind()
            locals_.append(bind)
            if bind.parameters:
                self.check_parameters(bind.parameters, bind.value.start, bind.end)
            return ObjectLocal(start, bind.end, bind)
        if kind == "assert":
            self.at += 1
            test = self.expression()
            message: Expression | None = None
            if self.kinds[self.at] == ":":
                self.at += 1
                message = self.expression()
            return ObjectAssert(start, message.end if message else test.end, test, message)
        if kind == IDENTIFIER:
            key: Identifier | Expression = self.identifier("a field")
        elif kind in {STRING, BLOCK}:
            key = read_string(self)
        elif kind == "[":
            self.at += 1
            key = self.expression()
            self.expect("]")
        else:
            reason = f"unexpected: {self.kind_word()} while parsing field definition"
            self.fail("a field", reason)
            return None
        return self._field(start, key, kind == "[")

    def _field(self, start: int, key: Identifier | Expression, computed: bool) -> Field:
        parameters = self.parameters() if self.kinds[self.at] == "(" else None
        mark = self.kinds[self.at]
        plus, visibility = _MARKS.get(mark, (False, ":"))
        if mark in _MARKS:
            self.at += 1
        elif mark == "=":
            self._bad_mark(start)
            self.at += 1
        else:
            self.fail("`:`, `::` or `:::`", f"expected token OPERATOR but got {self.full_word()}")
        if plus and parameters is not None:
            message = "expected `:` after the parameters of a method, found `+:`"
            name = self.tokens.source.text[key.start : key.end]
            reason = f"cannot use +: syntax sugar in a method: {name}"
            self.say(METHOD_PLUS, key.start, key.end, message, Refusal(key.start, key.end, reason))
        value = self.expression()
        if parameters:
            self.check_parameters(parameters, value.start, value.end)
        return Field(start, value.end, key, computed, parameters, plus, visibility, value)

    def _bad_mark(self, start: int) -> None:
        text = self.texts[self.at]
        self.fail("`:`, `::` or `:::`", "")
        if self.refusal is not None and not self.refusal.message:
            reason = f"expected one of :, ::, :::, +:, +::, +:::, got: {text}"
            self.refusal = Refusal(start, start + 1, reason)

    def marker(self) -> None:
        """Report the mark of a merge conflict and step over its line."""
        start = self.starts[self.at]
        text = self.texts[self.at]
        reason = f"not a unary operator: {text[:7]}"
        message = "expected the merge conflict to be resolved, found its mark"
        self.say(CONFLICT_MARKER, start, start + 7, message, Refusal(start, start + 7, reason))
        self.at += 1
