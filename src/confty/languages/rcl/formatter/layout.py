"""The layout engine of the formatter: groups on one line when they fit, else broken.

It differs from the shared layout document in what RCL's formatter fixes: what follows a group does
not count against it, indentation is written when the first text of a line is, and a *flush* part
moves to a line of its own when its group is broken.  Text has a style, for colours.
"""

from __future__ import annotations

from confty.languages.rcl.renderer.notation import columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias


class Text:
    """Characters in a style; ``kept`` text keeps its spaces at the end of a line."""

    __slots__ = ("hard", "kept", "style", "text")

    def __init__(self, text: str, style: str = "", *, kept: bool = False) -> None:
        self.text = text
        self.style = style
        self.kept = kept
        self.hard = False


class Break:
    """A line break: ``wide`` is what it is on one line; hard ones always break."""

    __slots__ = ("hard", "indented", "wide")

    def __init__(self, wide: str, *, hard: bool = False, indented: bool = True) -> None:
        self.wide = wide
        self.hard = hard
        self.indented = indented


class WhenTall:
    """Text that is there only when the group is broken."""

    __slots__ = ("hard", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.hard = False


class Nested:
    """Parts that are a group, or indented, or flush, or just a sequence."""

    __slots__ = ("hard", "how", "parts")

    def __init__(self, how: str, parts: tuple[Doc, ...]) -> None:
        self.how = how
        self.parts = parts
        self.hard: bool = any(one.hard for one in parts)


Doc: TypeAlias = Text | Break | WhenTall | Nested

SEP: Final = Break(" ")
SOFT: Final = Break("")
HARD: Final = Break("", hard=True)
RAW: Final = Break("", hard=True, indented=False)
TALL_COMMA: Final = WhenTall(",")
EMPTY: Final = Nested("concat", ())


def concat(*parts: Doc) -> Doc:
    """One after the other."""
    return Nested("concat", parts)


def group(*parts: Doc) -> Doc:
    """On one line if they fit."""
    return Nested("group", parts)


def indent(*parts: Doc) -> Doc:
    """Two columns further in."""
    return Nested("indent", parts)


def flush(*parts: Doc) -> Doc:
    """On a line of their own when broken."""
    return Nested("flush", parts)


class _Full(Exception):
    """A line got too wide."""


class Layout:
    """Lays out one document into styled pieces; a line break is a piece of its own."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.pieces: list[tuple[str, str]] = []
        self.kept: list[bool] = []
        self.column = 0
        self.line_empty = True
        self.margin = 0
        self.indented = True

    def text(self, text: str, style: str, *, kept: bool, limited: bool) -> None:
        """Write characters, behind the indentation when they are the first of their line."""
        if not text:
            return
        if self.line_empty:
            if self.indented and self.margin:
                self.pieces.append((" " * self.margin, ""))
                self.kept.append(False)
                self.column = self.margin
            self.line_empty = False
        self.pieces.append((text, style))
        self.kept.append(kept)
        self.column += columns(text)
        if limited and self.column > self.width:
            raise _Full

    def newline(self, *, indented: bool) -> None:
        """End the line, without the spaces at its end."""
        pieces = self.pieces
        while pieces and not self.kept[-1] and pieces[-1][0].endswith(" "):
            stripped = pieces[-1][0].rstrip(" ")
            if stripped:
                pieces[-1] = (stripped, pieces[-1][1])
                break
            pieces.pop()
            self.kept.pop()
        pieces.append(("\n", ""))
        self.kept.append(True)
        self.column = 0
        self.line_empty = True
        self.indented = indented

    def put(self, doc: Doc, *, tall: bool, limited: bool) -> None:
        """Write a part; ``limited`` while some group around it tries to stay on one line."""
        if isinstance(doc, Text):
            self.text(doc.text, doc.style, kept=doc.kept, limited=limited)
        elif isinstance(doc, Break):
            if tall:
                self.newline(indented=doc.indented)
            else:
                self.text(doc.wide, "", kept=False, limited=limited)
        elif isinstance(doc, WhenTall):
            if tall:
                self.text(doc.text, "", kept=False, limited=limited)
        elif doc.how == "group":
            self.group(doc, tall=tall, limited=limited)
        else:
            self.nested(doc, tall=tall, limited=limited)

    def nested(self, doc: Nested, *, tall: bool, limited: bool) -> None:
        """Write an indented, flush or plain sequence."""
        before = self.margin
        if tall and doc.how == "flush" and not self.line_empty:
            self.newline(indented=True)
            self.margin += 2
        elif doc.how == "indent":
            self.margin += 2
        for one in doc.parts:
            self.put(one, tall=tall, limited=limited)
        self.margin = before

    def group(self, doc: Nested, *, tall: bool, limited: bool) -> None:
        """Write a group on one line, or broken when that does not fit."""
        if not tall or doc.hard:
            for one in doc.parts:
                self.put(one, tall=tall, limited=limited)
            return
        mark = (len(self.pieces), self.column, self.line_empty, self.margin, self.indented)
        try:
            for one in doc.parts:
                self.put(one, tall=False, limited=True)
        except _Full:
            count, self.column, self.line_empty, self.margin, self.indented = mark
            del self.pieces[count:]
            del self.kept[count:]
            for one in doc.parts:
                self.put(one, tall=True, limited=limited)


def lay_out(doc: Doc, width: int) -> list[tuple[str, str]]:
    """Return the pieces of a document, with a line break at the end."""
    layout = Layout(width)
    layout.put(doc, tall=True, limited=False)
    if layout.pieces and layout.pieces[-1][0] != "\n":
        layout.newline(indented=True)
    return layout.pieces
