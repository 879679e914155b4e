"""Where a cursor stands, told by the tokens before it: which brackets are open, what is written.

A file that is being written is seldom whole.  The blocks around the cursor come from the parser,
which finds its feet again after a mistake; the item that the cursor is in is followed token by
token, so that it may end anywhere.
"""

from __future__ import annotations

from typing import Final

from confty.kit.hcl.lexer import Lexer, Tokens
from confty.kit.hcl.syntax import Attribute, Block, Body
from confty.languages.pcl.codes import SYNTAX
from confty.light import Enum
from confty.text import Source

_CLOSERS: Final = {")": ("call", "paren"), "]": ("tuple", "index")}
_ENDS_TERM: Final = frozenset(("id", "]", ")", "str", "close", "num", "}"))


class Opened(Enum):
    """What a bracket that is open holds."""

    BODY = "body"
    OBJECT = "object"
    TUPLE = "tuple"
    CALL = "call"
    PAREN = "paren"
    INDEX = "index"
    SEQUENCE = "sequence"
    STRING = "string"


class ForNames:
    """The names that a ``for`` binds, and the letters of what it runs over."""

    __slots__ = ("end", "names", "start")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.start = -1
        self.end = -1


class OpenBracket:
    """A bracket that is open at the cursor."""

    __slots__ = (
        "block",
        "first",
        "header",
        "in_value",
        "key",
        "keys",
        "kind",
        "labels",
        "loops",
        "name",
        "number",
        "opening",
        "owner",
        "start",
    )

    def __init__(self, kind: Opened, start: int, opening: int, name: str = "") -> None:
        self.kind: Final = kind
        # Offset and token of the bracket; -1 for what the parser found.
        self.start: Final = start
        self.opening: Final = opening
        # The type of a block, the name of a function.
        self.name: Final = name
        self.labels: list[str] = []
        self.block: Block | None = None
        # Of a body or an object: the key whose value is being written, and the keys there are.
        self.key = ""
        self.in_value = kind not in (Opened.BODY, Opened.OBJECT)
        self.keys: set[str] = set()
        # Of a body: the words of the item that is begun.
        self.header: list[str] = []
        # The element of a list or the argument of a call that is being written.
        self.number = 0
        # Where the expression begins that is being written, a token.
        self.first = opening + 1
        self.loops: list[ForNames] = []
        # Of an index: the letters of what it is taken of.
        self.owner: tuple[int, int] | None = None


class OpenBrackets:
    """The open brackets, innermost last, and the word under the cursor."""

    __slots__ = ("count", "end", "frames", "is_comment", "owner", "start", "tokens")

    def __init__(
        self, tokens: Tokens, count: int, frames: list[OpenBracket], start: int, end: int
    ) -> None:
        # The tokens of the item, and how many of them come before the word.
        self.tokens: Final = tokens
        self.count: Final = count
        self.frames: Final = frames
        # The letters that are replaced: the word, or what is between the quotes.
        self.start: Final = start
        self.end: Final = end
        # The letters of what stands before the dot of the word, if one does.
        self.owner: tuple[int, int] | None = None
        self.is_comment = False

    @property
    def inner(self) -> OpenBracket:
        """The innermost bracket."""
        return self.frames[-1]

    @property
    def body(self) -> OpenBracket:
        """The innermost body."""
        return next(one for one in reversed(self.frames) if one.kind is Opened.BODY)

    @property
    def in_string(self) -> bool:
        """Whether the cursor is in the text of a string."""
        return self.inner.kind is Opened.STRING


def cursor_at(source: Source, body: Body, offset: int) -> OpenBrackets:
    """Say where a cursor stands."""
    text = source.text
    offset = max(0, min(offset, len(text)))
    frames, begin = _blocks(text, body, offset)
    tokens = Lexer(Source(source.name, text[:offset]), SYNTAX).run(begin)
    count = tokens.kinds.index("eof")
    start = offset
    if count and tokens.kinds[count - 1] == "id" and tokens.ends[count - 1] == offset:
        count -= 1
        start = tokens.starts[count]
    scan = _Scan(text, tokens, frames)
    for at in range(count):
        scan.take(at)
    inner = frames[-1]
    if inner.kind is Opened.STRING:
        begun = tokens.ends[inner.opening]
        sequences = any(
            one in ("${", "%{", "}", "~}") for one in tokens.kinds[inner.first : count]
        )
        start = start if sequences else begun
        made = OpenBrackets(tokens, count, frames, start, _string_end(text, offset))
    else:
        made = OpenBrackets(tokens, count, frames, start, _word_end(text, offset))
        if count and tokens.kinds[count - 1] == ".":
            made.owner = owner_before(tokens, count - 1)
    made.is_comment = any(low < offset <= high for low, high in tokens.comments) and not (
        offset and text[offset - 1] == "\n"
    )
    return made


def _word_end(text: str, at: int) -> int:
    while at < len(text) and (text[at].isalnum() or text[at] in "_-"):
        at += 1
    return at


def _string_end(text: str, at: int) -> int:
    while at < len(text) and text[at] not in '"\r\n':
        if text[at] in "$%" and text[at + 1 : at + 2] == "{":
            break
        at += 2 if text[at] == "\\" else 1
    return min(at, len(text))


def _blocks(text: str, body: Body, offset: int) -> tuple[list[OpenBracket], int]:
    """The blocks that hold a place, and where the item begins that it is in or behind."""
    frames = [OpenBracket(Opened.BODY, 0, -1)]
    begin = 0
    while True:
        frame = frames[-1]
        frame.keys = {one.name for one in body.items if isinstance(one, Attribute)}
        frame.keys |= {one.type for one in body.items if isinstance(one, Block)}
        before = [one for one in body.items if one.start <= offset]
        item = before[-1] if before else None
        if isinstance(item, Block) and _holds(text, item, offset):
            inner = OpenBracket(Opened.BODY, item.brace, -1, item.type)
            inner.labels = [label.text for label in item.labels]
            inner.block = item
            frames.append(inner)
            body, begin = item.body, item.brace + 1
            continue
        if isinstance(item, Attribute):
            begin = item.start
        elif item is not None:
            begin = item.start if offset <= item.brace else item.end
        return frames, begin


def _holds(text: str, block: Block, offset: int) -> bool:
    if offset <= block.brace:
        return False
    last = block.body.items[-1].end if block.body.items else -1
    is_closed = text[block.end - 1 : block.end] == "}" and last != block.end
    return not is_closed or offset < block.end


class _Scan:
    """Follows the tokens of one item."""

    def __init__(self, text: str, tokens: Tokens, frames: list[OpenBracket]) -> None:
        self.text = text
        self.tokens = tokens
        self.frames = frames
        self.kinds = tokens.kinds
        frames[-1].first = 0

    def take(self, at: int) -> None:
        """Take one token into account."""
        kind, top = self.kinds[at], self.frames[-1]
        if kind in ("open", "{", "[", "(", "${", "${~", "%{", "%{~"):
            self._open(at, kind, top)
        elif kind == "close":
            self._pop((Opened.STRING,), at)
        elif kind in ("}", "~}"):
            self._close_brace(at)
        elif kind in _CLOSERS:
            self._pop(tuple(Opened(one) for one in _CLOSERS[kind]), at)
        elif top.kind is Opened.STRING:
            return
        elif kind == "nl":
            _end_item(top)
        elif kind == ",":
            self._comma(top, at)
        elif top.kind is Opened.BODY and not top.in_value:
            self._header(top, at, kind)
        elif top.kind is Opened.OBJECT and not top.in_value and kind in ("=", ":"):
            self._key(top, at)
        else:
            self._expression(top, at, kind)

    def _word(self, at: int) -> str:
        text = self.text[self.tokens.starts[at] : self.tokens.ends[at]]
        return text.strip('"') if self.kinds[at] == "str" else text

    def _header(self, top: OpenBracket, at: int, kind: str) -> None:
        if kind == "=" and len(top.header) == 1:
            top.key, top.in_value, top.first = top.header[0], True, at + 1
            top.header = []
        elif kind in ("id", "str"):
            top.header.append(self._word(at))

    def _key(self, top: OpenBracket, at: int) -> None:
        top.key = self._word(at - 1) if self.kinds[at - 1] in ("id", "str") else ""
        if top.key:
            top.keys.add(top.key)
        top.in_value, top.first = True, at + 1

    def _comma(self, top: OpenBracket, at: int) -> None:
        if top.kind is Opened.OBJECT and not top.loops:
            top.in_value, top.key = False, ""
        elif top.loops and top.loops[-1].start < 0:
            return  # between the names of a for
        top.number += 1
        top.first = at + 1

    def _expression(self, top: OpenBracket, at: int, kind: str) -> None:
        if kind == "id":
            self._loop_word(top, at)
        elif kind == ":" and top.loops and top.loops[-1].end < 0:
            top.loops[-1].end = self.tokens.starts[at]
            top.first = at + 1
        elif kind not in (".", "num", "str"):
            top.first = at + 1

    def _loop_word(self, top: OpenBracket, at: int) -> None:
        word = self._word(at)
        opens = (Opened.TUPLE, Opened.OBJECT, Opened.SEQUENCE)
        if word == "for" and top.kind in opens and at == top.opening + 1:
            top.loops.append(ForNames())
            top.in_value = True
        elif top.loops and top.loops[-1].start < 0:
            loop = top.loops[-1]
            if word == "in" and loop.names:
                loop.start = self.tokens.ends[at]
                top.first = at + 1
            else:
                loop.names.append(word)
        elif word == "endfor" and top.kind is Opened.SEQUENCE and len(self.frames) > 1:
            outer = self.frames[-2]
            if outer.loops:
                outer.loops.pop()
        elif word == "if" and top.loops:
            top.first = at + 1

    def _open(self, at: int, kind: str, top: OpenBracket) -> None:
        start, before = self.tokens.starts[at], self.kinds[at - 1] if at else ""
        if kind == "open":
            made = OpenBracket(Opened.STRING, start, at)
        elif kind[0] in "$%":
            made = OpenBracket(Opened.SEQUENCE, start, at)
        elif kind == "{":
            if top.kind is Opened.BODY and not top.in_value:
                made = OpenBracket(Opened.BODY, start, at, top.header[0] if top.header else "")
                made.labels, top.header = top.header[1:], []
            else:
                made = OpenBracket(Opened.OBJECT, start, at)
        elif kind == "(":
            is_call = before == "id" and at > top.first
            name = self._word(at - 1) if is_call else ""
            made = OpenBracket(Opened.CALL if is_call else Opened.PAREN, start, at, name)
        elif before in _ENDS_TERM and at > top.first:
            made = OpenBracket(Opened.INDEX, start, at)
            made.owner = owner_before(self.tokens, at)
        else:
            made = OpenBracket(Opened.TUPLE, start, at)
        self.frames.append(made)

    def _close_brace(self, at: int) -> None:
        kinds = (Opened.SEQUENCE, Opened.OBJECT, Opened.BODY)
        sequence = self.frames[-1]
        self._pop(kinds, at)
        if sequence.kind is Opened.SEQUENCE and sequence.loops:
            # What a directive binds is in scope in the text behind it.
            loop = sequence.loops[-1]
            loop.end = self.tokens.starts[at]
            self.frames[-1].loops.append(loop)

    def _pop(self, kinds: tuple[Opened, ...], at: int) -> None:
        """Close the innermost bracket of a kind, and those inside it that nobody closed."""
        frames = self.frames
        for index in range(len(frames) - 1, 0, -1):
            if frames[index].kind in kinds:
                if frames[index].opening < 0:
                    return  # the parser says that it is open here
                was = frames[index]
                del frames[index:]
                if was.kind is Opened.BODY:
                    _end_item(frames[-1])
                elif was.kind is Opened.STRING and frames[-1].kind is Opened.BODY:
                    self._label(frames[-1], was, at)
                return
            if frames[index].kind in (Opened.BODY, Opened.SEQUENCE):
                return

    def _label(self, body: OpenBracket, string: OpenBracket, at: int) -> None:
        if not body.in_value:
            values = [self.tokens.values.get(i, "") for i in range(string.opening + 1, at)]
            body.header.append("".join(values))


def _end_item(top: OpenBracket) -> None:
    if top.kind in (Opened.BODY, Opened.OBJECT):
        top.in_value, top.key, top.header = False, "", []


def owner_before(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """The letters of the term that ends before the token ``at``: a name with all its steps."""
    kinds, last = tokens.kinds, at - 1
    place = last
    while place >= 0:
        kind = kinds[place]
        if kind in ("]", ")", "}"):
            opening = _opening(kinds, place)
            if opening is None:
                return None
            place = opening
            goes_on = kinds[place - 1] in _ENDS_TERM if place and kind != "}" else False
        elif kind == "close":
            opening = _opening(kinds, place, "open")
            if opening is None:
                return None
            place, goes_on = opening, False
        elif kind in ("id", "num", "*"):
            goes_on = place > 0 and kinds[place - 1] == "."
            place -= goes_on
        elif kind == "str":
            goes_on = False
        else:
            return None
        if not goes_on:
            return (tokens.starts[place], tokens.ends[last])
        place -= 1
    return None


def _opening(kinds: list[str], at: int, opener: str = "") -> int | None:
    depth = 0
    while at >= 0:
        kind = kinds[at]
        if opener:
            depth += (kind == "close") - (kind == "open")
        else:
            depth += kind in ("]", ")", "}", "~}")
            depth -= kind in ("[", "(", "{") or kind[:2] in ("${", "%{")
        if depth == 0:
            return at
        at -= 1
    return None
