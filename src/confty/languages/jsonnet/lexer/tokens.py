"""What the scanner makes: three parallel lists, not a list of objects.

A token is an index.  Its kind is a short string that the parser can look up in a table: a
keyword or an operator is its own kind (``"local"``, ``"+:"``), the rest are the constants
below.  White space and comments are not tokens; they are the ``gaps`` before each token, so that
a formatter loses nothing.
"""

from __future__ import annotations

from _bisect import bisect_right

from confty.patterns import DOTALL, pattern
from confty.records import Record
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

IDENTIFIER: Final = "identifier"
NUMBER: Final = "number"
STRING: Final = "string"
BLOCK: Final = "text block"
FOLD: Final = "folded literal"
HOLE: Final = "..."
MARKER: Final = "conflict marker"
STRAY: Final = "unknown operator"
BAD: Final = "unreadable token"
END: Final = "end of file"

KEYWORDS: Final = frozenset(
    {
        "assert", "else", "error", "false", "for", "function", "if", "import", "importbin",
        "importstr", "in", "local", "null", "self", "super", "tailstrict", "then", "true",
    }
)  # fmt: skip
OPERATORS: Final = frozenset(
    {
        "!", "~", "+", "-", "*", "/", "%", "&", "|", "^", "=", "==", "!=", "<", "<=", ">", ">=",
        "<<", ">>", "&&", "||", ":", "::", ":::", "+:", "+::", "+:::",
    }
)  # fmt: skip

_COMMENT: Final = pattern(r"//[^\n]*|\#[^\n]*|/\*.*?\*/", DOTALL)


class Refusal(metaclass=Record):
    """Where and in which words the reference implementation refuses a text.

    Our own findings say more and stand at a better place; a drop-in command has to say exactly
    what the original says, so the first refusal is kept beside them.
    """

    start: int
    end: int
    message: str


class Tokens:
    """The tokens of one source; the last one is always ``END``."""

    __slots__ = ("gaps", "kinds", "refusal", "source", "starts", "texts")

    def __init__(
        self,
        source: Source,
        kinds: list[str],
        texts: Sequence[str],
        starts: list[int],
        gaps: Sequence[str],
    ) -> None:
        self.source = source
        self.kinds = kinds
        self.texts = texts
        self.starts = starts
        self.gaps = gaps
        self.refusal: Refusal | None = None

    def __len__(self) -> int:
        return len(self.kinds)

    def end(self, index: int) -> int:
        """Return the offset just past a token."""
        return self.starts[index] + len(self.texts[index])

    def comments(self, index: int) -> list[tuple[int, int]]:
        """Return the start and end offsets of the comments before a token, in order."""
        base = self.starts[index] - len(self.gaps[index])
        found = _COMMENT.finditer(self.gaps[index])
        return [(base + match.start(), base + match.end()) for match in found]

    def at(self, offset: int) -> int:
        """Return the index of the token that contains ``offset``, or of the one after it."""
        index = bisect_right(self.starts, offset) - 1
        if index < 0 or offset >= self.end(index):
            index = min(index + 1, len(self.kinds) - 1)
        return index
