"""HCL's native syntax, for any dialect: lexer, parser, syntax tree, evaluation of expressions.

Nothing here knows a block type or a function; a dialect (``languages/pcl`` is one) brings those.
"""

from confty.kit.hcl.codes import SyntaxCodes
from confty.kit.hcl.lexer import Tokens, canonical, lex
from confty.kit.hcl.parser import parse, parse_expression, parse_tokens

__all__ = [
    "SyntaxCodes",
    "Tokens",
    "canonical",
    "lex",
    "parse",
    "parse_expression",
    "parse_tokens",
]
