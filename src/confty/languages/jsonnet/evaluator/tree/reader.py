"""Words to a tree, in one pass: parsing and the checks of names.

The reader knows correct programs only.  Whatever it does not expect raises ``Puzzled``, and the
parser proper reads the file, to say what is wrong with it or to find that nothing is.

Names are checked from the inside out: ``used`` are the names that the scope being read uses, and
what a scope does not bind itself is used by the one around it.
"""

from __future__ import annotations

from sys import intern

from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.literals import (
    CLAUSES,
    DEEPEST,
    KEYWORDS,
    LONGEST,
    POWER,
    QUOTES,
    SPECIAL,
    Puzzled,
    number,
    packed,
    string,
)
from confty.languages.jsonnet.evaluator.tree.members import Binds, ObjectLiteral, plain_fields
from confty.languages.jsonnet.evaluator.tree.shapes import Given, Named, Tree
from confty.languages.jsonnet.evaluator.tree.standard import CALLS, library_call
from confty.languages.jsonnet.evaluator.tree.words import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# Operators before an expression bind tighter than those between two.
_PREFIX: Final = 11
_POSTFIX: Final = frozenset((".", "[", "(", "{"))
# What ends an expression.
_FENCES: Final = frozenset((",", ")", "]", "}", ";", "then", "else"))

_Bind = tuple[str, Tree]
_Clause = tuple["str | None", Tree]


def tree_of(text: str) -> tuple[Tree, ...]:
    """The tree of a file, in a tuple; an empty one for a text that the parser proper must read."""
    found = words(text)
    if found is None:
        return ()
    reader = Reader(found)
    try:
        body = reader.expression()
    except Puzzled:
        return ()
    return () if found[reader.at] or reader.used else (body,)


class Reader:
    """A place in the words, and what is known there."""

    __slots__ = ("at", "count", "depth", "objects", "used", "words")

    def __init__(self, found: list[str]) -> None:
        # One may look three words ahead anywhere.
        self.words = [*found, "", "", ""]
        self.at = 0
        # Names used in the scope that is being read; objects around; expressions around.
        self.used: set[str] = set()
        self.objects = 0
        self.depth = 0
        # How many object literals there were.
        self.count = 0

    def expression(self, floor: int = 0) -> Tree:
        """Read an expression whose operators bind tighter than ``floor``."""
        words, at = self.words, self.at
        word = words[at]
        self.at = at + 1
        if words[at + 1] in _FENCES:
            # One word; a third of all expressions are.
            if word[0] in QUOTES:
                return word[1:-1] if "\\" not in word else string(word)
            if word.isidentifier() and word not in SPECIAL:
                name = intern(word)
                self.used.add(name)
                return (t.NAME, name)
        self.depth += 1
        if self.depth > DEEPEST:
            raise Puzzled
        reader = _READERS.get(word)
        if reader is not None:
            left = reader(self)
        elif word.isidentifier() and word not in SPECIAL:
            name = intern(word)
            self.used.add(name)
            left = (t.NAME, name)
        else:
            left = self.operand(word)
        if words[self.at] not in _FENCES:
            left = self.continued(left, floor)
        self.depth -= 1
        return left

    def continued(self, left: Tree, floor: int = 0) -> Tree:
        """Read what follows an operand, up to an operator that binds no tighter than ``floor``."""
        words = self.words
        if words[self.at] in _POSTFIX:
            left = self.postfix(left)
        links = 0
        while True:
            operator = words[self.at]
            power = POWER.get(operator, 0)
            if power <= floor:
                return left
            self.at += 1
            if operator == "in" and words[self.at] == "super":
                self.at += 1
                if words[self.at] in {".", "["}:
                    raise Puzzled
                self.need_object()
                left = (t.IN_SUPER, left)
                continue
            links += 1
            if links > LONGEST:
                raise Puzzled
            left = (t.BINARY[operator], left, self.expression(power))

    def operand(self, word: str) -> Tree:
        """Read what begins with no word of the language and is no variable: ``std``, a literal."""
        if not word.isidentifier():
            return number(word) if word[:1].isdigit() else string(word)
        if word != "std":
            raise Puzzled
        if self.words[self.at] != ".":
            return (t.STANDARD,)
        self.at += 1
        return self.library(self.identifier())

    def identifier(self) -> str:
        """Read a word that names something; ``std`` itself may not be bound here."""
        word = self.words[self.at]
        if not word.isidentifier() or word in KEYWORDS:
            raise Puzzled
        self.at += 1
        return intern(word)

    def bound(self) -> str:
        """Read a name that is bound; what binds ``std`` is left to the compiler."""
        word = self.words[self.at]
        if not word.isidentifier() or word in SPECIAL:
            raise Puzzled
        self.at += 1
        return intern(word)

    def expect(self, word: str) -> None:
        """Step over a word that must be here."""
        if self.words[self.at] != word:
            raise Puzzled
        self.at += 1

    def equals(self) -> None:
        """Step over ``=``."""
        self.expect("=")

    def need_object(self) -> None:
        """Refuse ``self``, ``super`` and ``$`` outside of objects."""
        if not self.objects:
            raise Puzzled

    def library(self, name: str) -> Tree:
        """``std.name``, or a call of it with arguments in their places."""
        before = self.at
        if self.words[before] != "(" or name not in CALLS:
            return (t.MEMBER, name)
        self.at += 1
        return library_call(name, *self.arguments(), before - 3)

    def postfix(self, left: Tree) -> Tree:
        """Read fields, calls, indices and objects behind an expression."""
        words, at = self.words, self.at
        for _ in range(LONGEST):
            word = words[at]
            if word == ".":
                name = words[at + 1]
                if not name.isidentifier() or name in KEYWORDS:
                    raise Puzzled
                left = (t.DOT, left, intern(name))
                at += 2
                continue
            self.at = at + 1
            if word == "(":
                left = (t.CALL, left, *self.arguments())
            elif word == "[":
                left = self.subscript(left)
            elif word == "{":
                left = (t.ADD, left, self.object())
            else:
                self.at = at
                return left
            at = self.at
        raise Puzzled

    def arguments(self) -> tuple[Given, Named, bool]:
        """Read the arguments of a call and ``tailstrict``."""
        words = self.words
        given: list[Tree] = []
        named: list[_Bind] = []
        while words[self.at] != ")":
            if words[self.at + 1] == "=":
                name = self.identifier()
                self.at += 1
                named.append((name, self.expression()))
            elif named:
                raise Puzzled
            else:
                given.append(self.expression())
            if words[self.at] == ",":
                self.at += 1
            elif words[self.at] != ")":
                raise Puzzled
        self.at += 1
        eager = words[self.at] == "tailstrict"
        self.at += eager
        return tuple(given), tuple(named), eager

    def subscript(self, target: Tree) -> Tree:
        """Read an index or a slice."""
        words = self.words
        parts: list[Tree] = [None]
        given = False
        while (word := words[self.at]) != "]":
            if word in {":", "::"}:
                self.at += 1
                parts += [None] * len(word)
                given = False
            elif given:
                raise Puzzled
            else:
                parts[-1] = self.expression()
                given = True
        self.at += 1
        if len(parts) == 1 and given:
            return (t.INDEX, target, parts[0])
        if not 1 < len(parts) < 4:
            raise Puzzled
        return (t.SLICE, target, *parts, *[None] * (3 - len(parts)))

    def parameters(self) -> tuple[list[str], list[_Bind]]:
        """Read parameters, past the parenthesis: their names, and defaults by name."""
        words = self.words
        names: list[str] = []
        defaults: list[_Bind] = []
        while words[self.at] != ")":
            name = self.bound()
            names.append(name)
            if words[self.at] == "=":
                self.at += 1
                value = self.expression()
                waits = value.__class__ is tuple and value[0] in _AT_ONCE
                defaults.append((name, (t.LAZY, value) if waits else value))
            if words[self.at] == ",":
                self.at += 1
            elif words[self.at] != ")":
                raise Puzzled
        self.at += 1
        return names, defaults

    def function(self, shown: str, between: Callable[[], None] | None = None) -> Tree:
        """Read a function, past its parenthesis; ``between`` reads up to its body."""
        start = self.at
        outer, self.used = self.used, set()
        names, defaults = self.parameters()
        if len(set(names)) < len(names):
            raise Puzzled
        if between is not None:
            between()
        before = self.at
        body = packed(self.expression(), self.at - before)
        outer |= self.used.difference(names)
        self.used = outer
        optional = frozenset([name for name, _ in defaults])
        return (t.FUNCTION, tuple(names), optional, tuple(defaults), body, shown, start)

    def bind(self) -> _Bind:
        """Read ``name = value`` or ``name(parameters) = value``."""
        name = self.bound()
        if self.words[self.at] == "(":
            self.at += 1
            return name, self.function(name, self.equals)
        self.expect("=")
        start = self.at
        value = self.expression()
        if value.__class__ is tuple and value[0] == t.FUNCTION and value[6] == start + 2:
            # A function that is bound is called by its name in traces.
            value = (*value[:5], name, value[6])
        return name, value

    def object(self) -> Tree:
        """Read an object or an object comprehension, past its brace."""
        start = self.at
        self.count = number = self.count + 1
        outer, self.used = self.used, set()
        self.objects += 1
        keys: list[Tree] = []
        marks: list[int] = []
        entries: list[Tree] = []
        plain_fields(self, keys, marks, entries)
        if self.words[self.at] != "}":
            return ObjectLiteral(self, number, start, (keys, marks, entries)).whole(outer)
        self.at += 1
        self.objects -= 1
        if self.used:
            outer |= self.used
        self.used = outer
        if len(set(keys)) < len(keys):
            raise Puzzled
        return (
            t.OBJECT, number, tuple(keys), tuple(marks), 0, tuple(entries), (), not self.objects
        )  # fmt: skip

    def clauses(self, inner: set[str], closer: str) -> tuple[_Clause, ...]:
        """Read the clauses of a comprehension whose parts use ``inner``."""
        outer = self.used
        found: list[_Clause] = []
        uses: list[set[str]] = []
        while (word := self.words[self.at]) != closer:
            self.at += 1
            self.used = set()
            if word == "for":
                name: str | None = self.bound()
                self.expect("in")
            elif word == "if" and found:
                name = None
            else:
                raise Puzzled
            found.append((name, self.expression()))
            uses.append(self.used)
            if len(found) > CLAUSES:
                raise Puzzled
        self.at += 1
        for (name, _), used in zip(reversed(found), reversed(uses), strict=True):
            inner = (inner - {name} if name is not None else inner) | used
        outer |= inner
        self.used = outer
        return tuple(found)

    # What begins with a word of the language.

    def read_local(self) -> Tree:
        """Read binds; those one after another share a frame if none hides what others use."""
        outer = self.used
        frames = [Binds()]
        while True:
            used: set[str] = set()
            self.used = used
            group = [self.bind()]
            while self.words[self.at] == ",":
                self.at += 1
                group.append(self.bind())
            if not frames[-1].takes(group):
                frames.append(Binds())
            frames[-1].add(group, used)
            self.expect(";")
            if self.words[self.at] != "local":
                break
            self.at += 1
        self.used = set()
        tree = self.expression()
        used = self.used
        for frame in reversed(frames):
            used |= frame.used
            used -= frame.names
            tree = (t.LOCAL, tuple(frame.binds), tree)
        outer |= used
        self.used = outer
        return tree

    def read_assert(self) -> Tree:
        """Read ``assert test : message; body``, and those that follow."""
        tests = []
        while True:
            tests.append(self.expression())
            if self.words[self.at] == ":":
                self.at += 1
                self.expression()
            self.expect(";")
            if self.words[self.at] != "assert":
                return (t.ASSERT, tuple(tests), self.expression())
            self.at += 1

    def read_if(self) -> Tree:
        """Read a branch; those behind ``else`` are no deeper than the first."""
        parts: list[Tree] = [t.IF]
        while True:
            parts.append(self.expression())
            self.expect("then")
            parts.append(self.expression())
            if self.words[self.at] != "else":
                return (*parts, None)
            self.at += 1
            if self.words[self.at] != "if":
                return (*parts, self.expression())
            self.at += 1

    def read_function(self) -> Tree:
        """Read a function without a name."""
        self.expect("(")
        return self.function("anonymous")

    def read_error(self) -> Tree:
        """Read ``error message``; whoever tells it reads the message again."""
        self.expression()
        return (t.ERROR,)

    def read_import(self) -> Tree:
        """Read an import of any kind: its path is a string and nothing follows it."""
        word, path = self.words[self.at - 1], self.words[self.at]
        self.at += 1
        following = self.words[self.at]
        if path[:1] == "|" or following in _POSTFIX or following in POWER:
            raise Puzzled
        return (t.IMPORT, word, string(path))

    def read_unary(self) -> Tree:
        """Read a prefix operator and its operand."""
        number_of = t.UNARY[self.words[self.at - 1]]
        return (number_of, self.expression(_PREFIX))

    def read_parens(self) -> Tree:
        """Read ``( ... )``."""
        inner = self.expression()
        self.expect(")")
        return inner

    def read_array(self) -> Tree:
        """Read an array or an array comprehension."""
        words, start = self.words, self.at
        if words[start] == "]":
            self.at += 1
            return (t.ARRAY, ())
        outer, self.used = self.used, set()
        first = self.expression()
        if words[self.at] == "for" or (words[self.at] == "," and words[self.at + 1] == "for"):
            self.at += words[self.at] == ","
            inner, self.used = self.used, outer
            return (t.ARRAY_LOOP, start, first, self.clauses(inner, "]"), False)
        outer |= self.used
        self.used = outer
        elements = [first]
        while words[self.at] == ",":
            self.at += 1
            if words[self.at] == "]":
                break
            elements.append(self.expression())
        self.expect("]")
        return (t.ARRAY, tuple(elements))

    def read_super(self) -> Tree:
        """Read ``super.name`` or ``super[key]``."""
        self.need_object()
        if self.words[self.at] == ".":
            self.at += 1
            return (t.SUPER, self.identifier())
        self.expect("[")
        key = self.expression()
        self.expect("]")
        return (t.SUPER, key)

    def inside(self, tree: Tree) -> Tree:
        """Give what means something inside of objects only."""
        self.need_object()
        return tree


_AT_ONCE: Final = frozenset((t.NAME, t.ARRAY))

_READERS: Final[dict[str, Callable[[Reader], Tree]]] = {
    "local": Reader.read_local,
    "{": Reader.object,
    "[": Reader.read_array,
    "(": Reader.read_parens,
    "self": lambda reader: reader.inside((t.SELF,)),
    "$": lambda reader: reader.inside((t.DOLLAR,)),
    "super": Reader.read_super,
    "if": Reader.read_if,
    "function": Reader.read_function,
    "assert": Reader.read_assert,
    "error": Reader.read_error,
    **dict.fromkeys(("import", "importstr", "importbin"), Reader.read_import),
    "null": lambda _: None,
    "true": lambda _: True,
    "false": lambda _: False,
    **dict.fromkeys("+-!~", Reader.read_unary),
}
