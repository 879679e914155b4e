"""Binds and the members of object literals, as the reader meets them."""

from __future__ import annotations

from sys import intern

from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.literals import (
    DEEPEST,
    KEYWORDS,
    QUOTES,
    SPECIAL,
    Puzzled,
    packed,
    string,
)
from confty.languages.jsonnet.evaluator.tree.shapes import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, Protocol

    class MemberReader(Protocol):
        """The reader, as far as members need it."""

        words: list[str]
        at: int
        used: set[str]
        objects: int
        depth: int

        def expression(self) -> Tree:
            """Read an expression."""

        def object(self) -> Tree:
            """Read an object, past its brace."""

        def continued(self, left: Tree) -> Tree:
            """Read what follows an operand."""

        def identifier(self) -> str:
            """Read a word that names something."""

        def expect(self, word: str) -> None:
            """Step over a word that must be here."""

        def bind(self) -> tuple[str, Tree]:
            """Read a bind."""

        def function(self, shown: str, between: Callable[[], None]) -> Tree:
            """Read a function, past its parenthesis."""

        def clauses(self, inner: set[str], closer: str) -> Tree:
            """Read the clauses of a comprehension."""


# How visible a field is, and more for one that adds to ``super``.
_PLUS: Final = 2
# What stands behind a field; words that are values.
_CLOSERS: Final = frozenset((",", "}"))
ENDS: Final = frozenset(("}", "for"))
_CONSTANTS: Final = {"true": True, "false": False, "null": None}
# Numbers of fewer digits than these are finite.
_SHORT: Final = 300
_MARKS: Final = {":": 0, "::": 1, ":::": 2, "+:": 3, "+::": 4, "+:::": 5}
_Bind = tuple[str, Tree]


class Binds:
    """Binds of one frame: none of them hides a name that an earlier one means otherwise."""

    __slots__ = ("binds", "names", "used")

    def __init__(self) -> None:
        self.binds: list[_Bind] = []
        self.names: set[str] = set()
        self.used: set[str] = set()

    def takes(self, group: list[_Bind]) -> bool:
        """Whether another group may be bound in the same frame."""
        return all(name not in self.names and name not in self.used for name, _ in group)

    def add(self, group: list[_Bind], used: set[str]) -> None:
        """Bind a group whose values use some names."""
        self.binds += in_turn(group)
        self.names.update([name for name, _ in group])
        self.used |= used


def in_turn(group: list[_Bind]) -> list[_Bind]:
    """Binds that may be made one after the other: what would need a later one is made to wait."""
    names = {name for name, _ in group}
    if len(names) < len(group):
        raise Puzzled
    return [(name, _waiting(value, names)) for name, value in group]


def _waiting(value: Tree, names: set[str]) -> Tree:
    if value.__class__ is tuple and (
        value[0] == t.ARRAY or (value[0] == t.NAME and value[1] in names)
    ):
        return (t.LAZY, value)
    return value


def plain_fields(
    reader: MemberReader, keys: list[Tree], marks: list[int], entries: list[Tree]
) -> None:
    """Read the fields that come next, as long as their names stand there as they are."""
    words, at, used = reader.words, reader.at, reader.used
    while (mark := _MARKS.get(words[at + 1])) is not None:
        key, word = words[at], words[at + 2]
        if key.isidentifier():
            if key in KEYWORDS:
                break
            key = intern(key)
        elif key[0] in QUOTES and "\\" not in key:
            key = key[1:-1]
        else:
            break
        at += 3
        # One word, and most of these; the others are read as any expression.
        is_short = words[at] in _CLOSERS
        value: Tree
        if is_short and word[0] in QUOTES and "\\" not in word:
            value = word[1:-1]
        elif is_short and word in _CONSTANTS:
            value = _CONSTANTS[word]
        elif is_short and word.isidentifier() and word not in SPECIAL:
            name = intern(word)
            used.add(name)
            value = (t.NAME, name)
        elif is_short and word.isdigit() and len(word) < _SHORT:
            value = float(word)
        else:
            reader.at = at - 1
            value = _value(reader, word)
            at = reader.at
        if mark > _PLUS:
            mark -= _PLUS + 1
            value = (t.PLUS, key, value)
        keys.append(key)
        marks.append(mark)
        entries.append(value)
        if words[at] != ",":
            if words[at] not in ENDS:
                raise Puzzled
            break
        at += 1
    reader.at = at


def _value(reader: MemberReader, word: str) -> Tree:
    """Read a field's value, which begins with ``word``."""
    start = reader.at
    if word == "{":
        reader.at += 1
        reader.depth += 1
        if reader.depth > DEEPEST:
            raise Puzzled
        value = reader.object()
        if reader.words[reader.at] not in _CLOSERS:
            value = reader.continued(value)
        reader.depth -= 1
    else:
        value = reader.expression()
    if value.__class__ is tuple and value[0] > t.READY:
        return (t.FIELD, start, packed(value, reader.at - start))
    return value


class ObjectLiteral:
    """One object literal under construction that has other members than plain fields."""

    __slots__ = (
        "asserts", "at", "binds", "computed", "entries", "keys", "keys_use", "marks", "number",
        "reader", "used",
    )  # fmt: skip

    def __init__(
        self,
        reader: MemberReader,
        number: int,
        at: int,
        fields: tuple[list[Tree], list[int], list[Tree]],
    ) -> None:
        self.reader = reader
        self.number = number
        self.at = at
        # The plain fields before the first other member, to begin with.
        self.keys, self.marks, self.entries = fields
        self.asserts: list[Tree] = []
        self.binds: list[_Bind] = []
        self.computed = False
        # What is used inside, and what by computed names, which are outside.
        self.used: set[str] = reader.used
        self.keys_use: set[str] = set()

    def whole(self, outer: set[str]) -> Tree:
        """Read the members that are left; ``outer`` are the names that are used around it."""
        reader = self.reader
        words = reader.words
        while (word := words[reader.at]) not in ENDS:
            self._member(word)
            if words[reader.at] == ",":
                reader.at += 1
                plain_fields(reader, self.keys, self.marks, self.entries)
            elif words[reader.at] not in ENDS:
                raise Puzzled
        reader.objects -= 1
        reader.used = outer
        if word == "for":
            return self._comprehension()
        reader.at += 1
        if self.binds:
            self.used.difference_update([name for name, _ in self.binds])
        if self.used:
            outer |= self.used
        if self.computed:
            outer |= self.keys_use
        return self._finished()

    def _member(self, word: str) -> None:
        """Read a member that begins with ``word``."""
        reader = self.reader
        if word == "[":
            self._computed()
        elif word == "local":
            reader.at += 1
            self.binds.append(reader.bind())
        elif word == "assert":
            reader.at += 1
            self.asserts.append((t.CHECK, reader.expression()))
            if reader.words[reader.at] == ":":
                reader.at += 1
                reader.expression()
        elif word.isidentifier():
            name = reader.identifier()
            self._field(name, name)
        else:
            reader.at += 1
            text = string(word)
            self._field(text, text)

    def _computed(self) -> None:
        """A field whose name is worked out, outside of the object."""
        reader = self.reader
        reader.at += 1
        reader.objects -= 1
        reader.used = self.keys_use
        key = reader.expression()
        reader.used = self.used
        reader.objects += 1
        reader.expect("]")
        self.computed = True
        self._field(key, "")

    def _field(self, key: Tree, shown: str) -> None:
        reader = self.reader
        if reader.words[reader.at] == "(":
            reader.at += 1
            mark = len(self.marks)
            value = reader.function(shown, self._mark)
            if self.marks[mark] > _PLUS:
                raise Puzzled
        else:
            self._mark()
            value = _value(reader, reader.words[reader.at])
            if self.marks[-1] > _PLUS:
                self.marks[-1] -= _PLUS + 1
                value = (t.PLUS, key, value)
        self.keys.append(key)
        self.entries.append(value)

    def _mark(self) -> None:
        found = _MARKS.get(self.reader.words[self.reader.at])
        if found is None:
            raise Puzzled
        self.reader.at += 1
        self.marks.append(found)

    def _finished(self) -> Tree:
        """The literal."""
        keys = tuple(self.keys)
        fixed = [key for key in keys if key.__class__ is str] if self.computed else keys
        if len(set(fixed)) < len(fixed):
            raise Puzzled
        return (
            t.DYNAMIC if self.computed else t.OBJECT,
            self.number,
            keys,
            tuple(self.marks),
            len(self.asserts),
            (*self.entries, *self.asserts),
            tuple(in_turn(self.binds)) if self.binds else (),
            not self.reader.objects,
        )

    def _comprehension(self) -> Tree:
        """The literal as a comprehension; the reader is at its first ``for``."""
        if len(self.keys) != 1 or not self.computed or self.marks[0] or self.asserts:
            raise Puzzled
        binds = tuple(in_turn(self.binds))
        inner = self.used.difference([name for name, _ in binds]) | self.keys_use
        clauses = self.reader.clauses(inner, "}")
        entry, plus = self.entries[0], False
        if entry.__class__ is tuple and entry[0] == t.PLUS:
            entry, plus = entry[2], True
        top = not self.reader.objects
        return (t.OBJECT_LOOP, self.at, self.keys[0], entry, plus, clauses, binds, top)
