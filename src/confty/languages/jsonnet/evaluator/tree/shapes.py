"""What the tree is made of: tuples that begin with one of these numbers, and bare literals.

A literal stands for itself: null, booleans, numbers and strings are no tuples.  Trees are plain
data, so ``marshal`` writes and reads them.  Of the text they know places of words (``at``) only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    # A literal, or a tuple whose first element is one of the numbers below.
    Tree = Any
else:
    Tree = object

# Arguments by their places, and those by name.
Given = tuple[Tree, ...]
Named = tuple[tuple[str, Tree], ...]

# What cannot fail and costs no more than a thunk; such is made at once where it could wait.
NAME: Final = 0  # name
FUNCTION: Final = 1  # names, optional names, ((name, default), ...), body, shown name, at
SELF: Final = 2
DOLLAR: Final = 3
OBJECT: Final = 4  # number, names, marks, asserts, entries, binds, outermost?
ARRAY: Final = 5  # elements
READY: Final = ARRAY

# Everything else waits until it is asked for.
LAZY: Final = 6  # what it stands for; makes it wait where it otherwise would not
FIELD: Final = 7  # at, value: a field whose evaluations are counted
PLUS: Final = 8  # name, value: a field that adds to what ``super`` has
DYNAMIC: Final = 9  # number, keys, marks, asserts, entries, binds, outermost?
LOCAL: Final = 10  # ((name, value), ...), body
ARRAY_LOOP: Final = 11  # at, element, clauses: (name, source) or (None, test), at once?
OBJECT_LOOP: Final = 12  # at, key, entry, plus?, clauses, binds, outermost?
CALL: Final = 13  # callee, arguments, ((name, argument), ...), tailstrict?
LIBRARY: Final = 14  # body, arguments, which of them wait, at or -1
STANDARD: Final = 15
MEMBER: Final = 16  # name
DOT: Final = 17  # target, name
INDEX: Final = 18  # target, index
SLICE: Final = 19  # target, first, last, step
SUPER: Final = 20  # name or expression
IN_SUPER: Final = 21  # key
IF: Final = 22  # test, yes, test, yes, ..., no
AND: Final = 23
OR: Final = 24
ERROR: Final = 25  # message
CHECK: Final = 26  # test
ASSERT: Final = 27  # tests, body
IMPORT: Final = 28  # word, path
BROKEN: Final = 29  # a number beyond all numbers
PACKED: Final = 51  # a long body, as ``marshal`` writes it: most of them never run

UNARY: Final = {"-": 30, "+": 31, "!": 32, "~": 33}
BINARY: Final = {
    "+": 34,
    "-": 35,
    "*": 36,
    "/": 37,
    "%": 38,
    "==": 39,
    "!=": 40,
    "<": 41,
    "<=": 42,
    ">": 43,
    ">=": 44,
    "in": 45,
    "<<": 46,
    ">>": 47,
    "&": 48,
    "^": 49,
    "|": 50,
    "&&": AND,
    "||": OR,
}
ADD: Final = BINARY["+"]
#: How many numbers there are.
KINDS: Final = 52
