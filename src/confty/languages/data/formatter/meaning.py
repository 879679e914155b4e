"""What a data file says besides its layout: all that formatting has to keep.

Not the value alone: the spelling of numbers, keys that are there twice, anchors, tags and comments
are the author's as well, and an alias that stands for a million values is one word.
"""

from __future__ import annotations

from confty.languages.data.formatter.json_commented import pieces
from confty.languages.data.lexer.toml import COMMENT, END, NEWLINE, Lexer
from confty.languages.data.lexer.yaml import events
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json_dialects import LINES, STRICT
from confty.patterns import DOTALL, pattern
from confty.text import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# A string, or anything between spaces and strings.
_JSON: Final = pattern(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},:]|[^\s"\[\]{},:]+', DOTALL)


def _json(document: Document) -> object:
    """Everything but the spaces; comments, where there may be any, with the word they precede."""
    if document.kind == LINES:
        return [_JSON.findall(line) for line in document.source.text.split("\n") if line.strip()]
    if document.kind != STRICT:
        words: list[str] = []
        comments: list[tuple[int, str]] = []
        for one in pieces(document.source.text):
            if one.startswith(("//", "/*")):
                comments.append((len(words), one))
            else:
                words.append(one)
        return words, comments
    return _JSON.findall(document.source.text.removeprefix("\ufeff"))


def _toml(document: Document) -> object:
    """Everything but spaces and empty lines; comments with the word they stand before."""
    lexer = Lexer(document.source)
    lexer.run()
    text = document.source.text
    words: list[tuple[str, str]] = []
    comments: list[tuple[int, str]] = []
    for token in lexer.tokens:
        if token.kind == NEWLINE:
            if words and words[-1][0] != NEWLINE:
                words.append((NEWLINE, ""))
        elif token.kind == COMMENT:
            comments.append((len(words), text[token.start : token.end].rstrip()))
        elif token.kind != END:
            words.append((token.kind, text[token.start : token.end].replace("\r\n", "\n")))
    while words and words[-1][0] == NEWLINE:
        words.pop()
    return words, comments


def _yaml(document: Document) -> object:
    """The events with their anchors, tags, styles and texts, and the comments between them."""
    source = document.source
    findings: list[Diagnostic] = []
    said: list[tuple[object, ...]] = []
    between: list[str] = []
    done = 0
    for event in events(source, findings, lambda: None):
        kind = type(event).__name__
        said.append(
            (
                kind,
                getattr(event, "anchor", None),
                str(getattr(event, "tag", None)),
                getattr(event, "value", None),
                getattr(event, "style", None),
                getattr(event, "flow_style", None),
            )
        )
        if kind == "ScalarEvent":
            between.append(source.text[done : event.start_mark.index])
            done = _end_of(event.style, event.end_mark.index, source.text, event.start_mark.index)
    between.append(source.text[done:])
    return said, _comments("\n".join(between))


def _end_of(style: str | None, end: int, text: str, start: int) -> int:
    """Where a scalar's own text ends: the head of a block may have a comment of its own."""
    if style not in {"|", ">"}:
        return end
    line = text.find("\n", start)
    head = text[start:line] if line >= 0 else text[start:]
    return start if "#" in head else end


def _comments(text: str) -> list[str]:
    return [line.partition("#")[2].strip() for line in text.splitlines() if "#" in line]


MEANINGS: Final[dict[str, Callable[[Document], object]]] = {
    "json": _json,
    "toml": _toml,
    "yaml": _yaml,
}
