"""Pieces of Python text: expressions with their precedence, literals, layout."""

from __future__ import annotations

import io
from decimal import Decimal

from confty.patterns import pattern
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

LAMBDA: Final = 1
CONDITIONAL: Final = 2
OR: Final = 3
AND: Final = 4
NOT: Final = 5
COMPARE: Final = 6
ADD: Final = 11
MULTIPLY: Final = 12
UNARY: Final = 13
CALL: Final = 16
ATOM: Final = 18
_WIDE: Final = 72
_WORD: Final = pattern(r"\w+")


class PythonCode(metaclass=Record):
    """A Python expression and how strongly it binds."""

    text: str
    strength: int = ATOM

    def at(self, least: int) -> str:
        """The text, in parentheses where the place binds more strongly."""
        return self.text if self.strength >= least else f"({self.text})"


def string(text: str) -> str:
    """A string literal."""
    shown = []
    for letter in text:
        if letter in '\\"':
            shown.append("\\" + letter)
        elif letter == "\n":
            shown.append("\\n")
        elif letter == "\t":
            shown.append("\\t")
        elif letter.isprintable():
            shown.append(letter)
        else:
            shown.append(letter.encode("unicode_escape").decode())
    return '"' + "".join(shown) + '"'


def format_text(text: str) -> str:
    """Literal text inside an f-string."""
    return string(text)[1:-1].replace("{", "{{").replace("}", "}}")


def number(value: int | Decimal) -> str:
    """A number literal."""
    if isinstance(value, int):
        return str(value)
    return repr(float(value))


def indented(text: str) -> str:
    """Every line one level deeper."""
    return "\n".join(f"    {line}" if line else line for line in text.split("\n"))


def sequence(opening: str, parts: list[str], closing: str) -> str:
    """A bracketed list: on one line if it fits, else a line a part."""
    flat = opening + ", ".join(parts) + closing
    if len(flat) <= _WIDE and "\n" not in flat:
        return flat
    lines = [indented(f"{part},") for part in parts]
    return "\n".join([opening, *lines, closing])


def words(text: str) -> list[str]:
    """The words of a piece of Python."""
    return _WORD.findall(text)


def names_in(text: str) -> set[str]:
    """The names that a Python text uses, also inside its format strings."""
    import tokenize  # noqa: PLC0415  start-up: of the converter only

    found: set[str] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                found.add(token.string)
            elif token.type == tokenize.STRING and token.string[:1] == "f":
                found.update(words(token.string))
    except (tokenize.TokenError, SyntaxError):
        return set(words(text))
    return found
