"""Tokens to syntax: the tree as written, and what does not follow the grammar."""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.rcl.lexer import Tokens
from confty.languages.rcl.parser.cursor import Cursor, Stop
from confty.languages.rcl.parser.expressions import parse_expr
from confty.languages.rcl.parser.syntax import Block, Document, Missing

__all__ = ["parse"]


def parse(tokens: Tokens) -> Outcome[Document]:
    """Parse a whole document; comments may follow its expression."""
    cursor = Cursor(tokens)
    try:
        while cursor.kinds[cursor.at] == "blank":
            cursor.at += 1
        body = parse_expr(cursor)
        suffix = cursor.noncode()
        if cursor.kinds[cursor.at] != "end":
            cursor.stop(f"expected the end after the main expression, found {cursor.found()}")
        while suffix and suffix[-1] == "":
            suffix = suffix[:-1]
        document = Document(body, suffix)
    except Stop as stop:
        cursor.findings.append(stop.finding)
        end = len(tokens.source.text)
        document = Document(Block(tuple(cursor.outer), (), Missing(end, end)), ())
    return Outcome(document, tuple(cursor.findings or cursor.late))
