"""Colours: pieces of text with a style, as a terminal or a web page wants them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty.languages.rcl.lexer import KEYWORDS, Tokens

_ANSI: Final = {
    "comment": "37", "field": "34", "keyword": "32;1", "number": "36", "string": "31",
    "escape": "33", "type": "35",
}  # fmt: skip
_HTML: Final = {
    "comment": "co", "field": "n", "keyword": "kw", "number": "dv", "string": "st",
    "escape": "dt", "type": "dt",
}  # fmt: skip
_STYLES: Final = {
    "comment": "comment", "shebang": "comment", "number": "number", "string": "string",
    "open-quote": "string", "close-quote": "string", "text": "string", "escape": "escape",
    "hole-open": "escape", "hole-close": "escape", "name": "field",
}  # fmt: skip

Pieces = list[tuple[str, str]]


def token_pieces(tokens: Tokens, *, fields_only: bool = False) -> Pieces:
    """Return the text as it is, in pieces; ``fields_only`` styles keys but no other names."""
    text, at = tokens.source.text, 0
    pieces: Pieces = []
    for index, kind in enumerate(tokens.kinds):
        if kind == "end":
            break
        start, end = tokens.starts[index], tokens.ends[index]
        if start > at:
            pieces.append((text[at:start], ""))
        style = "keyword" if kind in KEYWORDS else _STYLES.get(kind, "")
        if fields_only and kind in ("name", "string"):
            following = tokens.kinds[index + 1]
            style = (
                "field" if following in ("=", ":") else _STYLES[kind] if kind == "string" else ""
            )
        pieces.append((text[start:end], style))
        at = end
    return pieces


def _merged(pieces: Iterable[tuple[str, str]]) -> Pieces:
    merged: Pieces = []
    for text, style in pieces:
        if merged and merged[-1][1] == style:
            merged[-1] = (merged[-1][0] + text, style)
        else:
            merged.append((text, style))
    return merged


def paint(pieces: Iterable[tuple[str, str]], color: str) -> str:
    """Join pieces: ``color`` is ``none``, ``ansi`` or ``html``."""
    if color == "ansi":
        return "".join(
            [
                f"\x1b[{_ANSI[style]}m{text}\x1b[0m" if style else text
                for text, style in _merged(pieces)
            ]
        )
    if color != "html":
        return "".join([text for text, _ in pieces])
    made = []
    for text, style in _merged(pieces):
        escaped = text.replace("&", "&amp;").replace("<", "&lt;")
        made.append(f'<span class="{_HTML[style]}">{escaped}</span>' if style else escaped)
    return f'<pre><code class="sourceCode">{"".join(made)}</code></pre>\n'
