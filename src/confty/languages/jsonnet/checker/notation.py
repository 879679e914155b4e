"""Types as text: spelled for users to read, and read back from signatures and settings.

A single capital letter is a variable of a generic signature.  A quoted string is the type of that
string alone: no expression is inferred as one, but people declare what is one of a few.
"""

from __future__ import annotations

from confty import types
from confty.kit.checking import LanguageWords
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.rules import (
    ANY,
    ARRAY,
    BOOLEAN,
    EVERYTHING,
    FUNCTION,
    NOTATION,
    OBJECT,
)
from confty.patterns import pattern
from confty.text import Code, Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_WORDS: Final[dict[str, types.Type]] = {
    "any": ANY,
    "never": types.NEVER,
    "top": EVERYTHING,
    "null": types.NULL,
    "true": types.TRUE,
    "false": types.FALSE,
    "boolean": BOOLEAN,
    "number": types.NUMBER,
    "string": types.STRING,
    "unit": types.UNIT,
    "array": ARRAY,
    "object": OBJECT,
    "function": FUNCTION,
}
_TOKEN: Final = pattern(
    r"""\s*(=>|\.\.\.|[\[\]{}()|,:?]|[$A-Za-z_][A-Za-z0-9_]*|"(?:[^"\\]|\\.)*+"|'[^']*')"""
)


def spell(type_: types.Type) -> str:
    """Spell a type for a message: what is long is cut from the inside."""
    return types.brief(erased(type_), NOTATION)


def spell_whole(type_: types.Type) -> str:
    """Spell a type to its end, for those who ask for it."""
    return types.show(erased(type_), NOTATION)


_MISMATCHES: Final = LanguageWords(lambda type_: f"`{spell(type_)}`", lambda name: f"`{name}`")


def tell(code: Code, place: Span, mismatch: types.Mismatch) -> Diagnostic:
    """Put into words why a value does not fit."""
    told = _MISMATCHES.told(mismatch)
    finding = code.at(place, told.message)
    for text in told.notes:
        finding = finding.note(None, text)
    return finding if told.help is None else finding.with_help(told.help)


class BadType(Exception):
    """A text that spells no type; the message says where."""


def read_type(text: str) -> types.Type:
    """Read a type; raise ``BadType`` where the text is none."""
    reader = _Reader(text)
    found = reader.type()
    if reader.at < len(reader.tokens):
        raise BadType(f"expected the end of the type, found {reader.tokens[reader.at]}")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        self.at = 0
        place = 0
        text = text.strip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise BadType(f"expected a type, found {text[place:].strip()[:20]}")
            self.tokens.append(match.group(1))
            place = match.end()

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str) -> bool:
        if self.peek() == wanted:
            self.at += 1
            return True
        return False

    def need(self, wanted: str) -> None:
        if not self.take(wanted):
            raise BadType(f"expected {wanted}, found {self.peek() or 'the end'}")

    def type(self) -> types.Type:
        parts = [self.part()]
        while self.take("|"):
            parts.append(self.part())
        return types.gradual_union(*parts)

    def part(self) -> types.Type:
        word = self.peek()
        if word == "secret":
            # A label on the value, no part of its type.
            self.at += 1
            return self.part()
        if word == "(":
            return self.function() if self.is_function() else self.parens()
        if word == "{":
            return self.object()
        self.at += 1
        if word in {"array", "set"} and self.take("["):
            element = self.type()
            self.need("]")
            return types.list_of(element) if word == "array" else types.set_of(element)
        if word == "tuple":
            self.need("[")
            elements = [self.type()]
            while self.take(","):
                elements.append(self.type())
            self.need("]")
            return types.tuple_of(*elements)
        if word[:1] in {"'", '"'}:
            return types.literal(types.STRING, _unquoted(word))
        if len(word) == 1 and word.isupper():
            return types.var(word)
        if word not in _WORDS:
            raise BadType(f"expected a type, found {word or 'the end'}")
        return _WORDS[word]

    def is_function(self) -> bool:
        depth = 0
        for place in range(self.at, len(self.tokens)):
            depth += {"(": 1, ")": -1}.get(self.tokens[place], 0)
            if depth == 0:
                return self.tokens[place + 1 : place + 2] == ["=>"]
        return False

    def parens(self) -> types.Type:
        self.need("(")
        inside = self.type()
        self.need(")")
        return inside

    def function(self) -> types.Function:
        parameters = self.parameters()
        self.need("=>")
        return types.function_of(parameters, self.type())

    def parameters(self) -> list[types.Parameter]:
        self.need("(")
        found = []
        while not self.take(")"):
            name = self.peek()
            self.at += 1
            optional = self.take("?")
            self.need(":")
            found.append(types.parameter(name, self.type(), optional=optional))
            if not self.take(","):
                self.need(")")
                break
        return found

    def object(self) -> types.Type:
        self.need("{")
        fields: dict[str, types.Type] = {}
        rest: types.Type | None = None
        while not self.take("}"):
            if self.take("..."):
                rest = ANY
            else:
                name = self.peek()
                self.at += 1
                self.need(":")
                fields[name.strip("\"'")] = self.type()
            if not self.take(","):
                self.need("}")
                break
        return types.object_of(fields, rest)


def _unquoted(word: str) -> str:
    """Read a quoted word; in double quotes as JSON writes it, which is how types are spelled."""
    if word[0] == "'":
        return word[1:-1]
    import json  # noqa: PLC0415  start-up: few types name texts

    try:
        return str(json.loads(word))
    except ValueError:
        raise BadType(f"expected a string, found {word}") from None
