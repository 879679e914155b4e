"""Types in the notation of the published facts."""

from __future__ import annotations

import json
import re

from confty.languages.pcl.eventuals import input_type, settled_output, settled_promise
from confty.types import (
    ARCHIVE,
    ASSET,
    BOOL,
    DYNAMIC,
    ID,
    INT,
    NULL,
    NUMBER,
    STRING,
    Ref,
    Type,
    atom,
    enum,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    set_of,
    tuple_of,
    union_of,
)

WORDS = {
    "none": NULL,
    "bool": BOOL,
    "int": INT,
    "number": NUMBER,
    "string": STRING,
    "id": ID,
    "dynamic": DYNAMIC,
}
OPAQUE = {"Asset": ASSET, "Archive": ARCHIVE}
TOKEN = re.compile(r'\s*(?:([A-Za-z_][\w.:/-]*)|("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)|(.))')


class Reader:
    def __init__(self, text: str, names: dict[str, Type] | None = None) -> None:
        self.tokens = [m.group(0).strip() for m in TOKEN.finditer(text) if m.group(0).strip()]
        self.at = 0
        self.names = names or {}

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def types(self, end: str) -> list[Type]:
        found = []
        while self.peek() != end:
            found.append(self.type())
            if self.peek() == ",":
                self.next()
        self.next()
        return found

    def constant(self):
        text = self.next()
        if text == "[":
            values = []
            while self.peek() != "]":
                values.append(self.constant())
                if self.peek() == ",":
                    self.next()
            self.next()
            return values
        return json.loads(text)

    def type(self) -> Type:
        word = self.next()
        if word in self.names:
            return self.names[word]
        if word in WORDS:
            return WORDS[word]
        if word == "object" and self.peek() == "{":
            return self.object()
        opening = self.next()
        assert opening == "(", (word, opening, self.tokens)
        if word in ("const", "enum", "opaque"):
            return self.special(word)
        parts = self.types(")")
        return {
            "list": lambda: list_of(parts[0]),
            "set": lambda: set_of(parts[0]),
            "map": lambda: map_of(STRING, parts[0]),
            "tuple": lambda: tuple_of(*parts),
            "union": lambda: union_of(*parts),
            "optional": lambda: optional(parts[0]),
            "output": lambda: settled_output(parts[0]),
            "promise": lambda: settled_promise(parts[0]),
            "input": lambda: input_type(parts[0]),
        }[word]()

    def special(self, word: str) -> Type:
        if word == "opaque":
            name = self.next()
            assert self.next() == ")"
            return OPAQUE.get(name) or atom(name)
        first = self.next() if word == "enum" else None
        if first is not None:
            assert self.next() == ","
        base = self.type()
        assert self.next() == ","
        value = self.constant()
        assert self.next() == ")"
        return enum(first, base, value) if first is not None else literal(base, value)

    def object(self) -> Type:
        self.next()
        fields = []
        while self.peek() != "}":
            name = self.next()
            assert self.next() == "="
            fields.append((name, self.type()))
            if self.peek() == ",":
                self.next()
        self.next()
        return object_of(fields)


def read_type(text: str, names: dict[str, Type] | None = None) -> Type:
    return Reader(text, names).type()


def unnamed(type_: Type, depth: int = 12) -> Type:
    """Replace named types by what they stand for, as deep as a fact can be written."""
    from confty.types import rebuild, unfold

    if isinstance(type_, Ref):
        if depth == 0:
            return DYNAMIC
        return unnamed(unfold(type_), depth - 1)
    return rebuild(type_, lambda part: unnamed(part, depth))
