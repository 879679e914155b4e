"""Reading files of which a program uses a small part: what a generator wrote stays folded."""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.jsonnet.lexer import Tokens, lex, lex_folded
from confty.languages.jsonnet.lexer.tokens import FOLD
from confty.languages.jsonnet.parser.grammar import parse
from confty.languages.jsonnet.parser.syntax import Syntax
from confty.text import Source


def parse_library(source: Source) -> Outcome[Syntax]:
    """Read a whole file; its tree is the same to whoever walks it."""
    tokens = lex_folded(source)
    if tokens is not None:
        found = parse(tokens)
        if not found.diagnostics:
            return found
    # What is said of a mistake is said of the text as it stands.
    return lex(source).then(parse)


def whole_tokens(tree: Syntax) -> Tokens:
    """Return all tokens of a file, also of what is folded."""
    return lex(tree.source).output if FOLD in tree.tokens.kinds else tree.tokens
