"""Passes that change how a token or a comment is written: quotes, comment marks, blank lines."""

from __future__ import annotations

from confty.languages.jsonnet.formatter import tree
from confty.languages.jsonnet.formatter.trivia import INLINE, LINE, Gap
from confty.languages.jsonnet.formatter.walk import pieces, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_ESCAPES: Final = {
    "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\u0000"
}  # fmt: skip


def quote_strings(file: tree.File, style: str) -> None:
    """Write strings with the wanted quotes, unless that would need an escape."""
    for piece in pieces(file):
        if isinstance(piece, tree.Text):
            _quote(piece, style)
        elif isinstance(piece, tree.Member) and isinstance(piece.key, tree.Text):
            _quote(piece.key, style)


def _quote(piece: tree.Text, style: str) -> None:
    if piece.form not in {"single", "double"}:
        return
    single, double = "'" in piece.value, '"' in piece.value
    if single and double:
        return
    quote = "'" if style == "s" else '"'
    if single:
        quote = '"'
    elif double:
        quote = "'"
    piece.token.text = quote + _escaped(piece.value, quote) + quote
    piece.form = "single" if quote == "'" else "double"


def _escaped(value: str, quote: str) -> str:
    if value.isascii() and value.isprintable() and "\\" not in value:
        return value.replace(quote, f"\\{quote}")
    return "".join(_escape(character, quote) for character in value)


def _escape(character: str, quote: str) -> str:
    if character == quote:
        return f"\\{quote}"
    code = ord(character)
    if code < 0x20 or 0x7F <= code <= 0x9F:
        return _ESCAPES.get(character) or f"\\u{code:04x}"
    return _ESCAPES.get(character, character)


def mark_comments(file: tree.File, style: str) -> None:
    """Begin line comments with ``//`` or ``#``; the first line's ``#!`` is left alone."""
    first = tree.first_gap(file.body)
    for gap in _gaps(file):
        for index, element in enumerate(gap):
            if len(element.comment) != 1 or element.kind == INLINE:
                continue
            text = element.comment[0]
            shebang = gap is first and index == 0 and text.startswith("#!")
            if style == "s" and text.startswith("#") and not shebang:
                element.comment[0] = f"//{text[1:]}"
            elif style == "h" and text.startswith("//"):
                element.comment[0] = f"#{text[2:]}"


def limit_blank_lines(file: tree.File, most: int) -> None:
    """Keep at most ``most`` blank lines in a row."""
    for gap in _gaps(file):
        for element in gap:
            element.blanks = min(element.blanks, most)


def drop_first_lines(file: tree.File) -> None:
    """Begin the file with its first comment or token."""
    gap = tree.first_gap(file.body)
    while gap and gap[0].kind == LINE and not gap[0].comment:
        gap.pop(0)


def _gaps(file: tree.File) -> list[Gap]:
    return [token.gap for token in tokens(file)] + [file.end]
