"""Where a cursor stands between brackets: of JSON, of YAML in flow style, of a value in TOML.

The text is followed piece by piece up to the cursor, so that it need not be whole.
"""

from __future__ import annotations

from re import compile as pattern
from typing import Final

from confty.languages.data.parser.places import Path

_STRINGS: Final = r'"(?:[^"\\\n]|\\.)*+"?|' + r"'(?:[^'\\\n]|\\.)*+'?"
_TOML_PART: Final = pattern(r""""([^"\n]*+)"|'([^'\n]*+)'|([A-Za-z0-9_-]++)""")


class Punctuation:
    """How a language writes what is between brackets: its pieces, what follows a key."""

    def __init__(self, pieces: str, mark: str, comments: tuple[str, ...]) -> None:
        self.pieces: Final = pattern(pieces)
        self.mark: Final = mark
        self.comments: Final = comments
        self.every: Final = frozenset(("[", "]", "{", "}", ",", mark))

    def steps(self, key: str) -> Path:
        """The steps that a key as it is written leads down: several where it has dots."""
        return parts(key) if self.mark == "=" else (key.strip("\"'"),)


JSON: Final = Punctuation(
    _STRINGS + r"|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?"
    r"|[\[\]{},:]|[^\s\"'/\[\]{},:]++|/",
    ":",
    ("//", "/*"),
)
#: Words of YAML hold spaces, and colons with something behind them.
FLOW: Final = Punctuation(
    _STRINGS + r"|(?<!\S)#[^\n]*+|[\[\]{},]|:(?=[\s,\[\]{}]|\Z)"
    r"|(?:[^\s\"'\[\]{},:]|:(?![\s,\[\]{}]|\Z))(?:[^\[\]{},:\n]|:(?![\s,\[\]{}]|\Z))*+",
    ":",
    ("#",),
)
TOML: Final = Punctuation(_STRINGS + r"|#[^\n]*+|[\[\]{},=]|[^\s\"'#\[\]{},=]++", "=", ("#",))


class WritingPlace:
    """A place to write: the value or object it is in, and what is there already."""

    __slots__ = ("is_key", "path", "present", "start", "top")

    def __init__(self, path: Path, *, is_key: bool, start: int, present: set[str]) -> None:
        # Of the object whose key is written, or of the value that is written.
        self.path = path
        self.is_key = is_key
        # Where the word under the cursor starts.
        self.start = start
        self.present = present
        # The texts under keys of the document, which say of what kind it is.
        self.top: dict[str, str] = {}


class _Frame:
    """A bracket that is open: its key or index, and the keys in it."""

    def __init__(self, opener: str) -> None:
        self.is_object = opener == "{"
        self.steps: Path = ("",) if self.is_object else (0,)
        self.keyed = False  # behind the mark of a key
        self.keys: set[str] = set()


class Bracketed:
    """A text from a place on, followed up to a cursor."""

    def __init__(self, text: str, begin: int, offset: int, signs: Punctuation) -> None:
        self.text = text
        self.offset = offset
        self.signs = signs
        self.stack: list[_Frame] = []
        # Where the word under the cursor starts, and where the first bracket was closed.
        self.start = offset
        self.closed: int | None = None
        last = ""
        for found in signs.pieces.finditer(text, begin, offset):
            lexeme = found[0]
            if lexeme.startswith(signs.comments):
                continue
            if found.end() == offset and lexeme not in signs.every:
                self.start = found.start()
                break
            last = self._followed(lexeme, last)
            if not self.stack and self.closed is None and lexeme in {"}", "]"}:
                self.closed = found.end()

    def _followed(self, lexeme: str, last: str) -> str:
        """Take one lexeme into account; return what stands last."""
        stack = self.stack
        if lexeme in {"{", "["}:
            stack.append(_Frame(lexeme))
        elif lexeme in {"}", "]"} and stack:
            stack.pop()
        elif stack and lexeme == self.signs.mark and stack[-1].is_object:
            stack[-1].steps, stack[-1].keyed = self.signs.steps(last.strip()), True
            stack[-1].keys.add(str(stack[-1].steps[0]))
        elif stack and lexeme == ",":
            inner = stack[-1]
            inner.keyed = False
            if not inner.is_object:
                (index,) = inner.steps
                assert isinstance(index, int)
                inner.steps = (index + 1,)
        return lexeme

    def place(self) -> WritingPlace:
        """The place of the cursor, from the first bracket on."""
        outer = tuple(step for frame in self.stack[:-1] for step in frame.steps)
        if not self.stack:
            return WritingPlace((), is_key=False, start=self.start, present=set())
        inner = self.stack[-1]
        if not inner.is_object or inner.keyed:
            path = (*outer, *inner.steps)
            return WritingPlace(path, is_key=False, start=self.start, present=set())
        written = self.text[self.start : self.offset]
        if self.signs.mark == "=" and "." in written:
            path = (*outer, *parts(written)[:-1])
            start = self.start + written.rindex(".") + 1
            return WritingPlace(path, is_key=True, start=start, present=set())
        word = self.signs.pieces.match(self.text, self.start)
        later = self._later_keys(max(self.offset, word.end() if word else 0))
        present = inner.keys | later
        present.discard(written.strip("\"'"))
        return WritingPlace(outer, is_key=True, start=self.start, present=present)

    def _later_keys(self, offset: int) -> set[str]:
        """The keys behind the cursor in the object it is in."""
        depth, last = 0, ""
        keys: set[str] = set()
        for found in self.signs.pieces.finditer(self.text, offset):
            lexeme = found[0]
            if lexeme in {"{", "["}:
                depth += 1
            elif lexeme in {"}", "]"}:
                depth -= 1
                if depth < 0:
                    return keys
            elif lexeme == self.signs.mark and depth == 0:
                keys.add(str(self.signs.steps(last.strip())[0]))
            last = lexeme
        # What is not closed may have ended before them; in JSON there is nothing else.
        return keys if self.signs is JSON else set()


def parts(text: str) -> Path:
    """The parts of a dotted key; an unfinished one ends in an empty part."""
    found = [one[0] or one[1] or one[2] for one in _TOML_PART.findall(text)]
    return (*found, "") if text.rstrip().endswith(".") or not found else tuple(found)
