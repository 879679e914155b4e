"""What is coloured and is no name, and what can be folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.lexer import Tokens
from confty.kit.hcl.syntax import Body
from confty.kit.sights import Occurrence, Region, Token
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.lexer import tokens as lexed

_KINDS: Final = {
    "num": "number",
    "str": "string",
    "lit": "string",
    "open": "string",
    "close": "string",
}
_OPERATORS: Final = frozenset(
    ("=", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "&&", "||", "!", "?", "=>")
)
_WORDS: Final = frozenset(("true", "false", "null"))
_LOOP: Final = frozenset(("for", "in", "if", "else", "endif", "endfor"))


def tokens(ground: Ground) -> list[Token]:
    """Keywords, literals, comments and operators in order; names are left out."""
    found = lexed(ground.source)
    keywords = _keywords(ground)
    made = [
        *(Token(start, end, "comment") for start, end in found.comments),
        *_plain(ground.source.text, found, keywords),
    ]
    made.sort(key=lambda one: (one.start, one.end))
    return list(_without(made, ground.occurrences))


def _keywords(ground: Ground) -> set[int]:
    """Where the types of blocks and the words of loops begin."""
    starts: set[int] = set()
    waiting: list[Body] = [ground.body]
    while waiting:
        for block in waiting.pop().blocks:
            starts.add(block.start)
            waiting.append(block.body)
    return starts


def _plain(text: str, found: Tokens, keywords: set[int]) -> Iterator[Token]:
    loops = 0
    for at, kind in enumerate(found.kinds):
        start, end = found.starts[at], found.ends[at]
        if start >= end:
            continue
        if kind in _KINDS:
            yield Token(start, end, _KINDS[kind])
        elif kind in _OPERATORS:
            yield Token(start, end, "operator")
        elif kind == "id":
            word = text[start:end]
            if start in keywords or (word in _WORDS and found.kinds[at - 1 if at else 0] != "."):
                yield Token(start, end, "keyword")
            elif word in _LOOP and _is_loop_word(found, at, word, loops):
                loops += (word == "for") - (word == "endfor")
                yield Token(start, end, "keyword")


def _is_loop_word(found: Tokens, at: int, word: str, loops: int) -> bool:
    before, after = found.kinds[at - 1] if at else "", found.kinds[at + 1]
    if word == "for":
        return before in ("[", "{", "%{", "%{~") and after == "id"
    if word in ("else", "endif", "endfor"):
        return before in ("%{", "%{~")
    if word == "if":
        return before in ("%{", "%{~") or (loops > 0 and before not in (".", "=", ","))
    return loops > 0 and before == "id"


def _without(made: list[Token], names: Sequence[Occurrence]) -> Iterator[Token]:
    """The tokens without the letters of names, which lie inside labels and keys."""
    at, end = 0, 0
    for token in made:
        start = max(token.start, end)
        while at < len(names) and names[at].end <= start:
            at += 1
        here = at
        while here < len(names) and names[here].start < token.end:
            if names[here].start > start:
                yield Token(start, names[here].start, token.kind)
            start = max(start, names[here].end)
            here += 1
        if start < token.end:
            yield Token(start, token.end, token.kind)
        end = max(end, token.end)


def regions(ground: Ground) -> list[Region]:
    """Blocks, objects, lists, texts and comments of several lines."""
    source, found = ground.source, []
    waiting: list[Body] = [ground.body]
    places: list[tuple[int, int]] = []
    while waiting:
        for block in waiting.pop().blocks:
            places.append((block.brace, block.end))
            waiting.append(block.body)
    kinds = (syntax.Object, syntax.Tuple, syntax.For, syntax.Call, syntax.Template)
    places += [(one.start, one.end) for one in ground.expressions if isinstance(one, kinds)]
    for start, end in places:
        if source.text.find("\n", start, end) >= 0:
            found.append(Region(start, end))
    found += _comments(ground)
    found.sort(key=lambda one: (one.start, -one.end))
    return found


def _comments(ground: Ground) -> Iterator[Region]:
    """Comments of several lines, and lines of comments that follow one another."""
    text, begin, last = ground.source.text, -1, -1
    for start, end in lexed(ground.source).comments:
        joined = begin >= 0 and not text[last:start].strip() and text.count("\n", last, start) == 1
        alone = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        if joined and alone:
            last = end
            continue
        if begin >= 0 and "\n" in text[begin:last]:
            yield Region(begin, last, "comment")
        begin, last = start, end
    if begin >= 0 and "\n" in text[begin:last]:
        yield Region(begin, last, "comment")
