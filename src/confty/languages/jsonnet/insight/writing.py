"""Edits that leave the text around them in order: lines, commas, indentation."""

from __future__ import annotations

from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.parser import syntax
from confty.text import Edit, Span


def deleted(ground: Ground, start: int, end: int) -> Edit:
    """Take out a stretch that ends where something else begins; comments in between stay."""
    text = ground.source.text
    following = ground.tokens.at(end)
    comments = ground.tokens.comments(following)
    stop = comments[0][0] if comments and comments[0][0] >= start else end
    # A comment behind it in the same line belongs to it.
    while comments and "\n" not in text[start : comments[0][0]]:
        _, last = comments.pop(0)
        stop = comments[0][0] if comments else end
        stop = max(stop, last)
    return Edit(Span(ground.source, start, stop), "")


def indentation(ground: Ground, offset: int) -> str:
    """Return the blanks that the line of a place begins with."""
    line = ground.source.line_text(ground.source.place(offset)[0])
    return line[: len(line) - len(line.lstrip())]


def insert_member(ground: Ground, literal: syntax.Object, member: str) -> Edit | None:
    """Add a member to an object, in the way the object is laid out."""
    text = ground.source.text
    if text[literal.end - 1 : literal.end] != "}":
        return None
    if not literal.members:
        inner = text[literal.start + 1 : literal.end - 1]
        if inner.strip():
            return None  # a comment
        return Edit(Span(ground.source, literal.start + 1, literal.end - 1), f" {member} ")
    last = literal.members[-1]
    following = ground.tokens.at(last.end)
    comma = ground.tokens.kinds[following] == ","
    place = ground.tokens.end(following) if comma else last.end
    several = "\n" in text[literal.start : last.start]
    gap = f"\n{indentation(ground, last.start)}" if several else " "
    before = "" if comma else ","
    after = "," if comma else ""
    return Edit(Span(ground.source, place, place), f"{before}{gap}{member}{after}")


def std_is_free(ground: Ground, node: syntax.Node) -> bool:
    """Whether ``std`` is the library everywhere: a file that binds the name is left alone."""
    del node
    return not any(one.name.name == "std" for one in ground.scopes.meaning.values())
