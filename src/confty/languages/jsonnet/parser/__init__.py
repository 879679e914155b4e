"""Tokens to a syntax tree; see ``syntax`` for the tree and how to walk it."""

from confty.languages.jsonnet.parser.grammar import parse
from confty.languages.jsonnet.parser.libraries import parse_library
from confty.languages.jsonnet.parser.syntax import Syntax

__all__ = ["Syntax", "parse", "parse_library"]
