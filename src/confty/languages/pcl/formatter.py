"""The standard layout of PCL: indentation by brackets, aligned ``=``, every comment kept.

The formatter works on tokens and the text between them, so nothing it does not understand is
lost.  It changes spaces at the start and end of lines, around ``=`` and punctuation, and runs of
blank lines; it never joins or breaks lines, and it leaves strings, heredocs and comments alone.
"""

from __future__ import annotations

from _bisect import bisect_right
from itertools import pairwise

from confty.kit.hcl import Tokens
from confty.languages.pcl.lexer import tokens as read_tokens
from confty.records import Record
from confty.text import Source

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_TIGHT_AFTER = frozenset(("(", "[", ".", "!", "::", "${", "${~", "%{", "%{~", "open", "lit"))
_TIGHT_BEFORE = frozenset((",", ")", "]", ".", "::", "...", "close", "lit", "}", "~}"))
_VALUES = frozenset(("id", "num", "str", "close", ")", "]", "}"))
_INDENT = "  "


class _Piece(metaclass=Record):
    """A token or a comment."""

    kind: str
    start: int
    end: int
    text: str


class _Line:
    """What stands on one line, with the depth it starts at."""

    __slots__ = ("blank_before", "depth", "pieces")

    def __init__(self, depth: int, blank_before: bool) -> None:
        self.pieces: list[_Piece] = []
        self.depth = depth
        self.blank_before = blank_before


def reformat(source: Source) -> str:
    """Lay out a text that has no syntax errors."""
    # A carriage return inside a heredoc is part of its value; everywhere else a line just ends.
    text = source.text
    lines = _lines(_pieces(read_tokens(source), text), text)
    _align(lines)
    shown: list[str] = []
    for line in lines:
        if line.blank_before and shown:
            shown.append("")
        shown.append(_show(line))
    return "\n".join(shown) + "\n" if shown else ""


def _pieces(tokens: Tokens, text: str) -> list[_Piece]:
    """Tokens and comments in order; a template is one piece, whatever is inside it."""
    pieces: list[_Piece] = []
    depth, start = 0, 0
    for kind, begin, end in zip(tokens.kinds, tokens.starts, tokens.ends, strict=True):
        if kind == "open":
            if depth == 0:
                start = begin
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth == 0:
                pieces.append(_Piece("str", start, end, text[start:end]))
        elif depth == 0 and kind not in ("nl", "eof"):
            pieces.append(_Piece(kind, begin, end, text[begin:end]))
    comments = [
        _Piece("comment", begin, end, text[begin:end].replace("\r\n", "\n").rstrip())
        for begin, end in tokens.comments
    ]
    inside = [(piece.start, piece.end) for piece in pieces if piece.kind == "str"]
    kept = [piece for piece in comments if not _within(piece.start, inside)]
    return sorted([*pieces, *kept], key=lambda piece: piece.start)


def _within(at: int, stretches: list[tuple[int, int]]) -> bool:
    place = bisect_right(stretches, (at, len(stretches) + at + 1)) - 1
    return place >= 0 and stretches[place][0] < at < stretches[place][1]


def _lines(pieces: list[_Piece], text: str) -> list[_Line]:
    """Group pieces by line and find the depth each line starts at."""
    lines: list[_Line] = []
    opened: list[int] = []
    last_end = 0
    for piece in pieces:
        between = text[last_end : piece.start]
        breaks = between.count("\n")
        if not lines or breaks:
            lines.append(_Line(0, breaks > 1))
            current = len(lines) - 1
            closing = piece.kind in _CLOSING or piece.kind == "~}"
            depth = len(opened) - (1 if closing and opened else 0)
            lines[-1].depth = lines[opened[depth - 1]].depth + 1 if depth else 0
            if closing and opened:
                lines[-1].depth = lines[opened[-1]].depth
        else:
            current = len(lines) - 1
        lines[-1].pieces.append(piece)
        if piece.kind in _OPENING:
            # Brackets opened on one line indent once.
            opened.append(current)
        elif piece.kind in _CLOSING and opened:
            opened.pop()
        last_end = piece.end
    _drop_edges(lines)
    return lines


def _drop_edges(lines: list[_Line]) -> None:
    """No blank line after an opening bracket or before a closing one."""
    for before, line in pairwise(lines):
        last = before.pieces[-1]
        if last.kind in _OPENING or line.pieces[0].kind in _CLOSING:
            line.blank_before = False


def _align(lines: list[_Line]) -> None:
    """Pad names so that the ``=`` of neighbouring one-line attributes stand below each other."""
    group: list[_Line] = []
    for line in [*lines, None]:
        if (
            line is not None
            and _assigns(line)
            and (not group or (line.depth == group[-1].depth and not line.blank_before))
        ):
            group.append(line)
            if _closed(line):
                continue
            _pad(group)
            group = []
            continue
        _pad(group)
        group = [line] if line is not None and _assigns(line) and _closed(line) else []


def _assigns(line: _Line) -> bool:
    pieces = line.pieces
    return len(pieces) > 2 and pieces[0].kind in ("id", "str") and pieces[1].kind == "="


def _closed(line: _Line) -> bool:
    """Whether every bracket of the line closes on it and no string runs over its end."""
    depth = 0
    for piece in line.pieces:
        depth += (piece.kind in _OPENING) - (piece.kind in _CLOSING)
        if "\n" in piece.text:
            return False
    return depth == 0


def _pad(group: list[_Line]) -> None:
    closed = [line for line in group if _closed(line)]
    if len(closed) < 2:
        return
    width = max(len(line.pieces[0].text) for line in closed)
    for line in closed:
        name = line.pieces[0]
        line.pieces[0] = _Piece(name.kind, name.start, name.end, name.text.ljust(width))


def _show(line: _Line) -> str:
    parts = [_INDENT * line.depth]
    before: _Piece | None = None
    for at, piece in enumerate(line.pieces):
        if before is not None and _space(before, piece, line.pieces, at):
            parts.append(" ")
        parts.append(piece.text)
        before = piece
    return "".join(parts).rstrip()


def _space(before: _Piece, piece: _Piece, pieces: list[_Piece], at: int) -> bool:
    """Whether a space stands between two pieces of a line."""
    left, right = before.kind, piece.kind
    if right == "comment" or left == "comment":
        return True
    if left == "{" or right == "}":
        return not (left == "{" and right == "}")
    if left in _TIGHT_AFTER or right in _TIGHT_BEFORE:
        return False
    if right == ":" and _in_object(pieces, at):
        return False
    if right in ("(", "["):
        return left not in ("id", "]", ")", "*", "}") or _is_operator_word(before, pieces, at)
    if right == "*" and left in (".", "["):
        return False
    if left == "-" and at >= 2 and pieces[at - 2].kind not in _VALUES:
        return False
    return not (left == "-" and at == 1)


def _is_operator_word(before: _Piece, pieces: list[_Piece], at: int) -> bool:
    """``in [`` and ``if (`` are words with a space, ``f(`` and ``x[`` are not."""
    if before.kind != "id" or before.text not in ("in", "if"):
        return False
    return any(piece.text == "for" for piece in pieces[:at])


def _in_object(pieces: list[_Piece], at: int) -> bool:
    """Whether the ``:`` at an index follows a key, and is not part of a conditional or a for."""
    return not any(piece.kind == "?" or piece.text == "for" for piece in pieces[:at])


def meaning(source: Source) -> object:
    """What a text says apart from its layout: its tokens, with texts as values, and its comments.

    The parser reads nothing but tokens, so two texts with the same ones have the same syntax.
    """
    text, tokens = source.text, read_tokens(source)
    said: list[tuple[str, str]] = [("nl", "")]
    for at, kind in enumerate(tokens.kinds):
        if kind == "nl":
            if said[-1][0] != "nl":
                said.append(("nl", ""))
            continue
        if kind in ("lit", "close", "eof"):
            # How a heredoc's end is indented is layout.
            word = tokens.values[at] if kind == "lit" else ""
        else:
            word = text[tokens.starts[at] : tokens.ends[at]].rstrip()
        said.append((kind, word))
    comments = [
        [line.strip() for line in text[start:end].split("\n")] for start, end in tokens.comments
    ]
    # The end of a file ends its last line.
    return (
        [one for one in said if one[0] != "eof" and one != ("nl", "")],
        _line_ends(said),
        comments,
    )


def _line_ends(said: list[tuple[str, str]]) -> list[int]:
    """Before which tokens a line ends."""
    places: list[int] = []
    count = 0
    for kind, _ in said:
        if kind == "nl":
            places.append(count)
        elif kind != "eof":
            count += 1
    return [place for place in places if 0 < place < count]
