"""Data text into tokens; each format has its own."""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.data.lexer.tokens import Token
from confty.text import Source

__all__ = ["Token", "lex_json", "lex_toml", "lex_yaml"]


def lex_json(source: Source) -> Outcome[list[Token]]:
    """Return the tokens of a JSON text."""
    from confty.languages.data.lexer.json import END, Lexer

    lexer = Lexer(source)
    tokens = []
    while lexer.take() != END:
        tokens.append(Token(source, lexer.kind, lexer.start, lexer.end))
    return Outcome(tokens, tuple(lexer.findings))


def lex_toml(source: Source) -> Outcome[list[Token]]:
    """Return the tokens of a TOML text, comments and line breaks among them."""
    from confty.languages.data.lexer.toml import Lexer

    lexer = Lexer(source)
    lexer.run()
    return Outcome(lexer.tokens, tuple(lexer.findings))


def lex_yaml(source: Source) -> Outcome[list[Token]]:
    """Return the tokens of a YAML text, under the names that ruamel.yaml gives them."""
    from confty.languages.data.lexer.yaml import scan

    return scan(source)
