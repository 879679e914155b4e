"""What is coloured and is no name."""

from __future__ import annotations

from typing import Final

from confty.kit.sights import ColouredStretch
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.lexer import KEYWORDS
from confty.languages.rcl.parser import syntax

_KINDS: Final = {
    **dict.fromkeys(KEYWORDS, "keyword"),
    **dict.fromkeys(("string", "open-quote", "close-quote", "text"), "string"),
    **dict.fromkeys(("comment", "shebang"), "comment"),
    **dict.fromkeys(
        ("+", "-", "*", "/", "|", "<", ">", "<=", ">=", "==", "!=", "=", "=>", "->", "..", "...",
         "!"), "operator",
    ),
    "escape": "regexp",
    "number": "number",
}  # fmt: skip


def tokens(ground: Ground) -> list[ColouredStretch]:
    """Return keywords, literals, comments and operators in order."""
    aliases = {step.start for step in ground.steps if isinstance(step, syntax.TypeAliasStatement)}
    found: list[ColouredStretch] = []
    lexed = ground.tokens
    for kind, start, end in zip(lexed.kinds, lexed.starts, lexed.ends, strict=True):
        shown = _KINDS.get(kind)
        if kind == "name" and start in aliases:
            shown = "keyword"
        if shown is not None and end > start:
            found.append(ColouredStretch(start, end, shown))
    return found
