"""Reads types as the Jsonnet vectors print them, and the flow tests they use as facts."""

from __future__ import annotations

import re

from core.presets import BOOLEAN, EVERYTHING, FUNCTION, OPEN

from confty.types import (
    DYNAMIC,
    FALSE,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    TRUE,
    UNIT,
    And,
    Elements,
    Fact,
    HasField,
    Is,
    Length,
    Not,
    Or,
    Parameter,
    Type,
    function_of,
    list_of,
    object_of,
    parameter,
    set_of,
    tuple_of,
    union_of,
)

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\.\.\.|=>|\$?[A-Za-z_]\w*|[\[\](){}|,:?])')
_WORDS = {
    "any": DYNAMIC,
    "never": NEVER,
    "top": EVERYTHING,
    "null": NULL,
    "true": TRUE,
    "false": FALSE,
    "boolean": BOOLEAN,
    "number": NUMBER,
    "string": STRING,
    "object": OPEN,
    "function": FUNCTION,
    "unit": UNIT,
}


class Reader:
    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        self.place = 0

    def take(self, wanted: str | None = None) -> str:
        token = self.tokens[self.place]
        assert wanted in (None, token), (wanted, token, self.tokens)
        self.place += 1
        return token

    def peek(self, ahead: int = 0) -> str:
        place = self.place + ahead
        return self.tokens[place] if place < len(self.tokens) else ""

    def type(self) -> Type:
        parts = [self.part()]
        while self.peek() == "|":
            self.take()
            parts.append(self.part())
        return union_of(*parts)

    def part(self) -> Type:
        word = self.take()
        if word in _WORDS:
            return _WORDS[word]
        if word in ("array", "set", "tuple"):
            self.take("[")
            parts = self.several("]")
            if word == "tuple":
                return tuple_of(*parts)
            return list_of(parts[0]) if word == "array" else set_of(parts[0])
        if word == "{":
            return self.object()
        assert word == "(", (word, self.tokens)
        if self.peek() != ")" and self.peek(1) not in (":", "?"):
            inner = self.type()
            self.take(")")
            return inner
        parameters: list[Parameter] = []
        while self.peek() != ")":
            name = self.take()
            optional = self.peek() == "?"
            if optional:
                self.take()
            self.take(":")
            parameters.append(parameter(name, self.type(), optional=optional))
            if self.peek() == ",":
                self.take()
        self.take(")")
        self.take("=>")
        return function_of(parameters, self.type())

    def several(self, end: str) -> list[Type]:
        parts: list[Type] = []
        while self.peek() != end:
            parts.append(self.type())
            if self.peek() == ",":
                self.take()
        self.take(end)
        return parts

    def object(self) -> Type:
        fields: dict[str, Type] = {}
        rest: Type | None = None
        while self.peek() != "}":
            if self.peek() == "...":
                self.take()
                rest = DYNAMIC
            else:
                name = self.take().strip('"')
                self.take(":")
                fields[name] = self.type()
            if self.peek() == ",":
                self.take()
        self.take("}")
        return object_of(fields, rest)


def read(text: str) -> Type:
    reader = Reader(text)
    made = reader.type()
    assert reader.place == len(reader.tokens), text
    return made


_KINDS: dict[str, Fact] = {
    "Number": Is(NUMBER),
    "String": Is(STRING),
    "Boolean": Or(Is(TRUE), Is(FALSE)),
    "Array": Is(list_of(DYNAMIC)),
    "Object": Is(OPEN),
    "Function": Is(FUNCTION),
    "Even": Is(NUMBER, total=False),
    "Odd": Is(NUMBER, total=False),
    "Integer": Is(NUMBER, total=False),
    "Decimal": Is(NUMBER, total=False),
}
_VALUES: dict[str, Fact] = {
    "null": Is(NULL),
    "true": Is(TRUE),
    "false": Is(FALSE),
    "[]": Is(list_of(DYNAMIC), total=False),
    "{}": Is(OPEN, total=False),
}


def _split(text: str, operator: str) -> tuple[str, str] | None:
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and text.startswith(operator, place):
            return text[:place].strip(), text[place + len(operator) :].strip()
    return None


def _about(subject: str, fact: Fact) -> Fact | None:
    if subject in ("v", "x"):
        return fact
    found = re.fullmatch(r"[vx]((?:\.\w+)+)", subject)
    return HasField(tuple(found[1][1:].split(".")), fact) if found else None


def fact_of(test: str) -> Fact | None:
    """The fact a flow test proves about ``v``, None for a test outside the list."""
    test = test.strip()
    for operator, made in (("||", Or), ("&&", And)):
        halves = _split(test, operator)
        if halves is not None:
            left, right = fact_of(halves[0]), fact_of(halves[1])
            return None if left is None or right is None else made(left, right)
    if test.startswith("!") and not test.startswith("!="):
        inner = fact_of(test[1:].strip().removeprefix("(").removesuffix(")"))
        inner = fact_of(test[1:]) if inner is None else inner
        return None if inner is None else Not(inner)
    return _simple(test)


def _simple(test: str) -> Fact | None:
    found = re.fullmatch(r"std\.is(\w+)\((.*)\)", test)
    if found and found[1] in _KINDS:
        return _about(found[2], _KINDS[found[1]])
    found = re.fullmatch(r"std\.all\(std\.map\(std\.is(\w+), (\w+)\)\)", test)
    if found:
        return Elements(_KINDS[found[1]])
    found = re.fullmatch(r"std\.all\(std\.map\(function\(x\) (.*), v\)\)", test)
    if found:
        inner = fact_of(found[1])
        return None if inner is None else Elements(inner)
    found = re.fullmatch(r'"(\w+)" in v', test) or re.fullmatch(
        r'std\.objectHas(?:All|Ex)?\(v, "(\w+)".*\)', test
    )
    if found:
        return HasField((found[1],))
    for operator in ("==", "!="):
        halves = _split(test, operator)
        if halves is not None:
            fact = _equal(*halves) or _equal(halves[1], halves[0])
            return Not(fact) if fact is not None and operator == "!=" else fact
    return Is(TRUE) if test == "v" else None


def _equal(subject: str, value: str) -> Fact | None:
    found = re.fullmatch(r"std\.type\((.*)\)", subject)
    if found:
        word = value.strip('"')
        return Is(NULL) if word == "null" else _about(found[1], _KINDS[word.capitalize()])
    found = re.fullmatch(r"std\.length\((.*)\)", subject)
    if found and value.isdigit():
        return _about(found[1], Length(int(value)))
    if value in _VALUES:
        return _about(subject, _VALUES[value])
    if value.isdigit():
        return _about(subject, Is(NUMBER, total=False))
    if value.startswith('"'):
        return _about(subject, Is(STRING, total=False))
    if value.startswith("["):
        return _about(subject, _VALUES["[]"])
    return _about(subject, _VALUES["{}"]) if value.startswith("{") else None
