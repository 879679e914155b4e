"""Reads the notation of types in ``pcl/types.json``, so that the core can be judged by it."""

from __future__ import annotations

import json
import re

from confty.types import (
    BOOL,
    DYNAMIC,
    ID,
    INT,
    NULL,
    NUMBER,
    STRING,
    Atom,
    Type,
    atom,
    enum,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    set_of,
    settled_input,
    settled_output,
    settled_promise,
    tuple_of,
    union_of,
)

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[A-Za-z_][\w:./-]*|-?\d[\d.]*|[(){}\[\],=])')
_ATOMS = {"none": NULL, "bool": BOOL, "int": INT, "number": NUMBER, "string": STRING, "id": ID}
_UNARY = {
    "list": list_of,
    "set": set_of,
    "output": settled_output,
    "promise": settled_promise,
    "optional": optional,
    "input": settled_input,
}


class Reader:
    def __init__(self, text: str, names: dict[str, Type]) -> None:
        self.tokens = _TOKEN.findall(text)
        assert "".join(self.tokens) == re.sub(r"\s+", "", text), text
        self.names = names
        self.place = 0

    def take(self, wanted: str | None = None) -> str:
        token = self.tokens[self.place]
        assert wanted in (None, token), (wanted, token, self.tokens)
        self.place += 1
        return token

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def type(self) -> Type:
        word = self.take()
        if word in self.names:
            return self.names[word]
        if word == "dynamic":
            return DYNAMIC
        if word in _ATOMS:
            return _ATOMS[word]
        if word == "object":
            return self.object()
        self.take("(")
        made = self.applied(word)
        self.take(")")
        return made

    def applied(self, word: str) -> Type:
        if word in _UNARY:
            return _UNARY[word](self.type())
        if word == "map":
            return map_of(STRING, self.type())
        if word == "tuple":
            return tuple_of(*self.types())
        if word == "union":
            return union_of(*self.types())
        if word == "opaque":
            return atom(self.take())
        if word == "const":
            base = self.type()
            assert isinstance(base, Atom)
            self.take(",")
            return literal(base, json.loads(self.take()))
        assert word == "enum", word
        token = self.take()
        self.take(",")
        base = self.type()
        assert isinstance(base, Atom)
        self.take(",")
        self.take("[")
        values = []
        while self.peek() != "]":
            if self.peek() == ",":
                self.take()
            values.append(json.loads(self.take()))
        self.take("]")
        return enum(f"{token} {values}", base, values)

    def types(self) -> list[Type]:
        found: list[Type] = []
        while self.peek() != ")":
            if self.peek() == ",":
                self.take()
            found.append(self.type())
        return found

    def object(self) -> Type:
        self.take("{")
        fields: dict[str, Type] = {}
        while self.peek() != "}":
            if self.peek() == ",":
                self.take()
            name = self.take()
            self.take("=")
            fields[name] = self.type()
        self.take("}")
        return object_of(fields)


def read(text: str, names: dict[str, Type] | None = None) -> Type:
    reader = Reader(text, names or {})
    made = reader.type()
    assert reader.place == len(reader.tokens), text
    return made
