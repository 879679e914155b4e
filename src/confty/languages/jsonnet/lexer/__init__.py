"""Text to tokens: the whole lexical grammar of Jsonnet 0.22, and words for what breaks it."""

from confty.languages.jsonnet.lexer.scanner import lex
from confty.languages.jsonnet.lexer.tokens import Refusal, Tokens

__all__ = ["Refusal", "Tokens", "lex"]
