"""Text to tokens: the whole lexical grammar of Jsonnet 0.22, and words for what breaks it."""

from confty.languages.jsonnet.lexer.scanner import lex, lex_folded
from confty.languages.jsonnet.lexer.tokens import Refusal, Tokens

__all__ = ["Refusal", "Tokens", "lex", "lex_folded"]
