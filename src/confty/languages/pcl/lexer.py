"""PCL's tokens are HCL's; this room gives them PCL's codes."""

from __future__ import annotations

from confty.kit.hcl import Tokens
from confty.kit.hcl import lex as lex_hcl
from confty.language import Outcome
from confty.languages.pcl.codes import SYNTAX
from confty.text import Source


class TokenLine:
    """One token, for whoever wants to look at them."""

    __slots__ = ("kind", "place", "text")

    def __init__(self, kind: str, place: tuple[int, int], text: str) -> None:
        self.kind = kind
        self.place = place
        self.text = text

    def __str__(self) -> str:
        return f"{self.place[0]}:{self.place[1]} {self.kind} {self.text!r}"


def tokens(source: Source) -> Tokens:
    """Read the tokens of a text."""
    return lex_hcl(source, SYNTAX)


def lex(source: Source) -> Outcome[list[TokenLine]]:
    """Read the tokens of a text as lines."""
    found = tokens(source)
    lines = [
        TokenLine(kind, source.place(start), source.text[start:end])
        for kind, start, end in zip(found.kinds, found.starts, found.ends, strict=True)
        if kind != "eof"
    ]
    return Outcome(lines, tuple(found.diagnostics))
