"""What is coloured and is no name, what can be folded, and the files that a file names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.lexer import Tokens
from confty.kit.sights import ColouredStretch, Link, Region
from confty.kit.stretches import folds
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.insight.places import label_place
from confty.languages.pcl.lexer import tokens as lexed
from confty.languages.pcl.library import FILES
from confty.languages.pcl.model import ComponentNode

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


def tokens(ground: Ground) -> list[ColouredStretch]:
    """Keywords, literals, comments and operators in order; names may lie inside."""
    found = lexed(ground.source)
    keywords = {block.start for block in _blocks(ground)}
    made = [
        *(ColouredStretch(start, end, "comment") for start, end in found.comments),
        *_plain(ground.source.text, found, keywords),
    ]
    made.sort(key=lambda one: (one.start, one.end))
    return made


def _blocks(ground: Ground) -> Iterator[syntax.Block]:
    waiting = [ground.body]
    while waiting:
        for block in waiting.pop().blocks:
            yield block
            waiting.append(block.body)


def _plain(text: str, found: Tokens, keywords: set[int]) -> Iterator[ColouredStretch]:
    loops = 0
    for at, kind in enumerate(found.kinds):
        start, end = found.starts[at], found.ends[at]
        if start >= end:
            continue
        if kind in _KINDS:
            yield ColouredStretch(start, end, _KINDS[kind])
        elif kind in _OPERATORS:
            yield ColouredStretch(start, end, "operator")
        elif kind == "id":
            word = text[start:end]
            if start in keywords or (word in _WORDS and found.kinds[at - 1 if at else 0] != "."):
                yield ColouredStretch(start, end, "keyword")
            elif word in _LOOP and _is_loop_word(found, at, word, loops):
                loops += (word == "for") - (word == "endfor")
                yield ColouredStretch(start, end, "keyword")


def _is_loop_word(found: Tokens, at: int, word: str, loops: int) -> bool:
    before, after = found.kinds[at - 1] if at else "", found.kinds[at + 1]
    if word == "for":
        return before in ("[", "{", "%{", "%{~") and after == "id"
    if word in ("else", "endif", "endfor"):
        return before in ("%{", "%{~")
    if word == "if":
        return before in ("%{", "%{~") or (loops > 0 and before not in (".", "=", ","))
    return loops > 0 and before == "id"


def regions(ground: Ground) -> list[Region]:
    """Blocks, objects, lists, texts and comments of several lines."""
    kinds = (syntax.Object, syntax.Tuple, syntax.For, syntax.Call, syntax.Template)
    found = [Region(block.brace, block.end) for block in _blocks(ground)]
    found += [Region(one.start, one.end) for one in ground.expressions if isinstance(one, kinds)]
    return folds(ground.source.text, found, lexed(ground.source).comments)


def links(ground: Ground) -> list[Link]:
    """The files and folders that the file names, where they are."""
    host, source = ground.program.schemas.host, ground.source
    found: list[Link] = []
    for node in ground.nodes:
        if isinstance(node, ComponentNode) and node.program is not None and node.program.files:
            assert isinstance(node.syntax, syntax.Block)
            files = node.program.files
            start, end = label_place(node.syntax.labels[1])
            main = [one for one, _ in files if one.name.endswith("/main.pp")]
            found.append(Link(start, end, (main or [files[0][0]])[0].name))
    for call in ground.expressions:
        if isinstance(call, syntax.Call) and call.name in FILES and call.arguments:
            path = syntax.literal_text(call.arguments[0])
            name = None if not path else host.resolve(path, source.name)
            if name is not None:
                argument = call.arguments[0]
                found.append(Link(argument.start + 1, argument.end - 1, name))
    return sorted(found, key=lambda one: one.start)
