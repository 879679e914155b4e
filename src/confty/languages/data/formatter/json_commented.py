"""JSON with comments, and JSON5, laid out: one member a line, and every comment where it was.

Written from the pieces of the text, so every spelling stays.  A comment on a line of its own keeps
one; a comment behind something stays behind it.
"""

from __future__ import annotations

from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_PIECE: Final = pattern(
    r'"(?:[^"\\]|\\[\s\S])*+"|' + r"'(?:[^'\\]|\\[\s\S])*+'"
    r"|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|[\[\]{},:]|[^\s\"'\[\]{},:/]++|/"
)


def pieces(text: str) -> list[str]:
    """Everything but the spaces: words, strings, brackets and comments."""
    return [
        one.rstrip() if one.startswith("//") else one
        for one in _PIECE.findall(_of_one_kind(text.removeprefix("\ufeff")))
    ]


def laid_out(text: str, step: str) -> str:
    """Lay out a text that is right."""
    printer = _Printer(step)
    text = _of_one_kind(text)
    done = 0
    for found in _PIECE.finditer(text):
        gap = text[done : found.start()]
        printer.put(found[0], "\n" in gap, gap.count("\n") > 1)
        done = found.end()
    return "".join(printer.parts) + "\n" if printer.parts else ""


def _of_one_kind(text: str) -> str:
    """A text with line ends of one kind, as all that is laid out has them."""
    return text.replace("\r\n", "\n")


class _Printer:
    def __init__(self, step: str) -> None:
        self.step = step
        self.parts: list[str] = []
        self.depth = 0
        # The last piece that is no comment, and whether a comment is the last or ends its line.
        self.before = ""
        self.commented = False
        self.ended = False

    def put(self, piece: str, own_line: bool, apart: bool) -> None:
        """Put a piece; whether it began its line in the text, and had an empty one before it."""
        if piece.startswith(("//", "/*")):
            self._comment(piece, own_line, apart)
            return
        if piece in {"]", "}"}:
            self.depth -= 1
            empty = self.before in {"{", "["} and not self.commented
            self._gap("" if empty else "\n")
        elif self.before in {"{", "[", ","} or self.ended or (self.commented and own_line):
            self._gap("\n")
        elif self.before == ":" or (self.commented and piece not in {",", ":"}):
            self._gap(" ")
        self.parts.append(piece)
        if piece in {"{", "["}:
            self.depth += 1
        self.before, self.commented, self.ended = piece, False, False

    def _comment(self, piece: str, own_line: bool, apart: bool) -> None:
        if own_line and self.parts:
            if apart and self.before not in {"{", "["}:
                self.parts.append("\n")
            self._gap("\n")
        elif self.parts:
            self._gap("\n" if self.ended else " ")
        self.parts.append(piece.rstrip() if piece.startswith("//") else piece)
        self.commented, self.ended = True, piece.startswith("//")

    def _gap(self, kind: str) -> None:
        if self.parts:
            self.parts.append(f"\n{self.step * self.depth}" if kind == "\n" else kind)
