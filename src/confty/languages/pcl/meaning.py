"""What a text says apart from its layout: its tokens, with texts as values, and its comments.

The parser reads nothing but tokens, so two texts with the same ones have the same syntax.
"""

from __future__ import annotations

from confty.languages.pcl.lexer import tokens as read_tokens
from confty.text import Source


def meaning(source: Source) -> object:
    """Return the tokens of a text, several newlines as one, and the texts of its comments."""
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
        [line.strip() for line in text[start:end].splitlines()] for start, end in tokens.comments
    ]
    # The end of a file ends its last line.
    return [one for one in said if one[0] != "eof" and one != ("nl", "")], _lines(said), comments


def _lines(said: list[tuple[str, str]]) -> list[int]:
    """Before which tokens a line ends."""
    places: list[int] = []
    count = 0
    for kind, _ in said:
        if kind == "nl":
            places.append(count)
        elif kind != "eof":
            count += 1
    return [place for place in places if 0 < place < count]
