"""PCL's tokens are HCL's; this room gives them PCL's codes."""

from __future__ import annotations

from confty.kit.hcl import Tokens
from confty.kit.hcl import lex as lex_hcl
from confty.languages.pcl.codes import SYNTAX
from confty.text import Source


def tokens(source: Source) -> Tokens:
    """Read the tokens of a text."""
    return lex_hcl(source, SYNTAX)
