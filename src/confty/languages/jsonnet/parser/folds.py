"""Generated literals that are one token, and are taken apart when somebody looks inside."""

from __future__ import annotations

from confty.languages.jsonnet.lexer.folds import VARIABLE
from confty.languages.jsonnet.lexer.scanner import lex_part
from confty.languages.jsonnet.lexer.tokens import FOLD
from confty.languages.jsonnet.parser import structure, syntax
from confty.languages.jsonnet.parser.chains import POSTFIX, postfix
from confty.languages.jsonnet.parser.cursor import Cursor
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# How documentation begins, which is the folded literal without variables.
_DATA: Final = "{ '"


class FoldedObject(syntax.Object):
    """An object whose members are read when they are first asked for.

    ``uses`` is the one variable that may stand in it, none in what is nothing but data.
    """

    __slots__ = ("_expression", "_source", "uses")

    def __init__(self, at: tuple[int, int], uses: str | None, cursor: Cursor) -> None:
        self.start, self.end = at
        self.uses = uses
        self._source: Source = cursor.tokens.source
        self._expression: Callable[[Cursor], syntax.Expression] = cursor.expression

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            # Reached as long as the members are not there.
            if name != "members":
                raise AttributeError(name)
            self.members = self._unfolded()
            return self.members

    def _unfolded(self) -> list[syntax.Member]:
        tokens = lex_part(self._source, self.start, self.end)
        return structure.read_object(Cursor(tokens, self._expression)).members


def read_folded(cursor: Cursor) -> syntax.Expression:
    """Read a literal that is one token."""
    at = cursor.at
    start, text = cursor.starts[at], cursor.texts[at]
    cursor.at = at + 1
    uses = None if text.startswith(_DATA) else VARIABLE
    node = FoldedObject((start, start + len(text)), uses, cursor)
    return postfix(cursor, node) if cursor.kinds[at + 1] in POSTFIX else node


#: For the table of what an expression can start with.
READERS: Final = {FOLD: read_folded}
