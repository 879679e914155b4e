"""Tokens to syntax: the tree as written, and what does not follow the grammar."""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.language import Outcome
from confty.languages.rcl.lexer import Tokens, lex
from confty.languages.rcl.parser.cursor import Cursor, ParseStop
from confty.languages.rcl.parser.expressions import is_statement, parse_expr
from confty.languages.rcl.parser.syntax import Block, Document, Missing, Noncode, Statement, Trace
from confty.records import Record
from confty.text import Source

__all__ = ["Syntax", "parse", "read"]


class Syntax(metaclass=Record):
    """A text and its document; there is none when the text has mistakes."""

    source: Source
    document: Document | None


def read(source: Source) -> Outcome[Syntax]:
    """Read a text into its document."""
    with room_for(), uncollected():
        lexed = lex(source)
        if lexed.diagnostics:
            return Outcome(Syntax(source, None), lexed.diagnostics)
        parsed = parse(lexed.output)
    document = None if parsed.diagnostics else parsed.output
    return Outcome(Syntax(source, document), parsed.diagnostics)


def parse(tokens: Tokens) -> Outcome[Document]:
    """Parse a whole document; comments may follow its expression."""
    cursor = Cursor(tokens)
    # The statements before the last mistake: each is gathered once.
    before: list[tuple[Noncode, Statement]] = []
    try:
        while cursor.kinds[cursor.at] == "blank":
            cursor.at += 1
        body = parse_expr(cursor)
        suffix = cursor.noncode()
        while cursor.kinds[cursor.at] != "end":
            cursor.miss(f"expected the end after the main expression, found {cursor.found()}")
            if not is_statement(cursor):
                break
            # An expression that is being written between the statements is one of them.
            inner = body.body if isinstance(body, Block) else body
            before += (*cursor.outer, ((), Trace(inner.start, inner.end, inner)))
            cursor.outer.clear()
            body = parse_expr(cursor)
            suffix = cursor.noncode()
        if before:
            kept, body = (body.before_body, body.body) if isinstance(body, Block) else ((), body)
            body = Block((*before, *cursor.outer), kept, body)
        while suffix and suffix[-1] == "":
            suffix = suffix[:-1]
        document = Document(body, suffix, tuple(cursor.lost))
    except ParseStop as stop:
        cursor.complain(stop.finding)
        end = len(tokens.source.text)
        body = Block((*before, *cursor.outer), (), Missing(end, end))
        document = Document(body, (), tuple(cursor.lost))
    return Outcome(document, tuple(cursor.findings or cursor.late))
