"""Words that are no names, numbers and strings of the tree, and how the reader gives up.

The parser proper reads the same; who reads a correct file should not have to load it.
"""

from __future__ import annotations

from marshal import dumps

from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.shapes import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

KEYWORDS: Final = frozenset(
    (
        "assert", "else", "error", "false", "for", "function", "if", "import", "importbin",
        "importstr", "in", "local", "null", "self", "super", "tailstrict", "then", "true",
    )
)  # fmt: skip
# Words that are no names of variables; what begins a string.
SPECIAL: Final = KEYWORDS | {"std"}
QUOTES: Final = frozenset(("'", '"'))
# Higher binds tighter, as in the grammar.
POWER: Final = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
    "in": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_ESCAPES: Final = {
    '"': '"', "'": "'", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"
}  # fmt: skip

_DIGITS: Final = frozenset("0123456789abcdefABCDEF")

# Expressions nested as deep, longer chains and more clauses are left to the parser, which has
# limits.
DEEPEST: Final = 450
LONGEST: Final = 20_000
CLAUSES: Final = 500
# Bodies of more words than these are packed.
_LONG: Final = 24


class Puzzled(Exception):
    """A text that the reader leaves to the parser proper."""


def packed(tree: Tree, count: int) -> Tree:
    """A body of so many words, packed if it is long."""
    if count < _LONG or tree.__class__ is not tuple:
        return tree
    try:
        return (t.PACKED, dumps(tree))
    except ValueError:
        # Nested too deep.
        return tree


def number(word: str) -> Tree:
    """The value of a number; one that is too large fails when it is worked out."""
    value = float(word)
    return (t.BROKEN,) if value == float("inf") else value


def string(word: str) -> str:
    """The value of a string or a text block."""
    first = word[:1]
    if first in {"'", '"'}:
        return word[1:-1] if "\\" not in word else _decoded(word)
    if first == "@":
        return word[2:-1].replace(word[1] * 2, word[1])
    if word.startswith("|||"):
        return _block(word)
    raise Puzzled


def _decoded(word: str) -> str:
    """A string with escapes; the parser decodes pairs of them, and finds what is wrong."""
    parts = word[1:-1].split("\\")
    out = [parts[0]]
    at = 1
    while at < len(parts):
        part = parts[at]
        if not part:
            # A backslash after a backslash; what follows it is no escape.
            out.append("\\")
            at += 1
            out.append(parts[at])
        elif part[0] in _ESCAPES:
            out.append(_ESCAPES[part[0]] + part[1:])
        elif part[0] == "u":
            character = _character(part[1:5])
            if not character:
                return _by_the_parser(word)
            out.append(character + part[5:])
        else:
            raise Puzzled
        at += 1
    return "".join(out)


def _character(digits: str) -> str:
    """The character of four hexadecimal digits; an empty text for half a pair and for others."""
    if len(digits) < 4 or not _DIGITS.issuperset(digits):
        return ""
    code = int(digits, 16)
    return "" if 0xD800 <= code <= 0xDFFF else chr(code)


def _block(word: str) -> str:
    """A text block: its lines without the blanks that the first one begins with."""
    head, _, body = word.partition("\n")
    lines = body.split("\n")[:-1]
    first = next(line for line in lines if line)
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    text = "".join([line.removeprefix(indent) + "\n" for line in lines])
    return text[:-1] if head[3:4] == "-" else text


def _by_the_parser(word: str) -> str:
    from confty.languages.jsonnet.parser.strings import string_value  # noqa: PLC0415  few files have such an escape

    return string_value(word, _complain)


def _complain(*said: object) -> NoReturn:
    del said
    raise Puzzled
