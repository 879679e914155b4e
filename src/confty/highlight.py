"""Lexers for Pygments, which knows Jsonnet but not RCL, PCL and Phy.

They are entry points of the package: with confty installed, whatever highlights with Pygments
(Sphinx, MkDocs, a terminal) knows ``rcl``, ``pcl`` and ``phy``.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from confty.languages.pcl.insight.block_words import BLOCKS
from confty.languages.rcl.lexer import KEYWORDS

# Pygments loads all of these together.
__all__ = ["PclLexer", "PhyLexer", "RclLexer"]

_NUMBER: Final = r"0[xX][0-9a-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?"
_Rules = dict[str, list[Any]]


class RclLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """RCL: expressions, types, format strings."""

    name = "RCL"
    url = "https://docs.ruuda.nl/rcl/"
    aliases: ClassVar = ["rcl"]
    filenames: ClassVar = ["*.rcl"]
    version_added = ""
    tokens: ClassVar[_Rules] = {
        "root": [
            (r"\s+", Whitespace),
            (r"//[^\n]*|#![^\n]*", Comment.Single),
            (r'f"""', String.Double, "format-block"),
            (r'"""', String.Double, "block"),
            (r'f"', String.Double, "format"),
            (r'"', String.Double, "string"),
            (_NUMBER, Number),
            (words(("true", "false", "null"), suffix=r"\b"), Keyword.Constant),
            (words((*KEYWORDS, "type"), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\b[A-Z]\w*", Keyword.Type),
            (r"([A-Za-z_][\w-]*)(\s*)(=)(?![=>])", bygroups(Name.Attribute, Whitespace, Operator)),
            (r"([A-Za-z_][\w-]*)(?=\()", Name.Function),
            (r"[A-Za-z_][\w-]*", Name),
            (r"=>|->|==|!=|<=|>=|\.\.|[-+*/|<>=:?]", Operator),
            (r"[][{}(),;.]", Punctuation),
            (r".", Text),
        ],
        "escapes": [(r"\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|.)", String.Escape)],
        "string": [include("escapes"), (r'"', String.Double, "#pop"), (r'[^"\\]+', String.Double)],
        "block": [
            include("escapes"),
            (r'"""', String.Double, "#pop"),
            (r'[^"\\]+|"', String.Double),
        ],
        "hole": [(r"\}", String.Interpol, "#pop"), include("root")],
        "format": [
            include("escapes"),
            (r"\{", String.Interpol, "hole"),
            (r'"', String.Double, "#pop"),
            (r'[^"\\{]+', String.Double),
        ],
        "format-block": [
            include("escapes"),
            (r"\{", String.Interpol, "hole"),
            (r'"""', String.Double, "#pop"),
            (r'[^"\\{]+|"', String.Double),
        ],
    }


class PclLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """PCL: Pulumi's HCL, with its blocks and templates."""

    name = "PCL"
    url = "https://www.pulumi.com/"
    aliases: ClassVar = ["pcl"]
    filenames: ClassVar = ["*.pp"]
    version_added = ""
    tokens: ClassVar[_Rules] = {
        "root": [
            (r"\s+", Whitespace),
            (r"(?://|#)[^\n]*", Comment.Single),
            (r"/\*.*?\*/", Comment.Multiline),
            (
                r"(?s)(<<-?)(\w+)(\n.*?^\s*)(\2)$",
                bygroups(Operator, String.Delimiter, String.Heredoc, String.Delimiter),
            ),
            (r'"', String.Double, "string"),
            (_NUMBER, Number),
            (words(("true", "false", "null"), suffix=r"\b"), Keyword.Constant),
            (
                rf"^(\s*)({'|'.join((*BLOCKS, 'options'))})\b",
                bygroups(Whitespace, Keyword.Declaration),
            ),
            (words(("for", "in", "if", "else", "endif", "endfor"), suffix=r"\b"), Keyword),
            (r"([A-Za-z_][\w-]*)(\s*)(=)(?![=>])", bygroups(Name.Attribute, Whitespace, Operator)),
            (r"([A-Za-z_][\w-]*)(?=\()", Name.Function),
            (r"[A-Za-z_][\w-]*", Name),
            (r"=>|==|!=|<=|>=|&&|\|\||\.\.\.|[-+*/%!<>=:?]", Operator),
            (r"[][{}(),.$]", Punctuation),
            (r".", Text),
        ],
        "string": [
            (r"\\.", String.Escape),
            (r"\$\$\{|%%\{", String.Escape),
            (r"[$%]\{~?", String.Interpol, "hole"),
            (r'"', String.Double, "#pop"),
            (r'[^"\\$%]+|[$%]', String.Double),
        ],
        "hole": [(r"~?\}", String.Interpol, "#pop"), include("root")],
    }
    flags = 8  # re.MULTILINE, for the ends of heredocs


class PhyLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Phy: forms, the first word of each being what it is."""

    name = "Phy"
    url = ""
    aliases: ClassVar = ["phy"]
    filenames: ClassVar = ["*.phy"]
    version_added = ""
    tokens: ClassVar[_Rules] = {
        "root": [
            (r"\s+", Whitespace),
            (r";[^\n]*", Comment.Single),
            (r'"(?:\\.|[^"\\])*"?', String.Double),
            (r"-?\d+(?:\.\d+)?(?=[\s()]|$)", Number),
            (r"(\()(\s*)(\w+Ty)", bygroups(Punctuation, Whitespace, Keyword.Type)),
            (r"(\()(\s*)(Call)(\s+)([^\s()]+)", bygroups(
                Punctuation, Whitespace, Keyword, Whitespace, Name.Function)),
            (r"(\()(\s*)([^\s()\";]+)", bygroups(Punctuation, Whitespace, Keyword)),
            (r"(?:true|false)(?=[\s()]|$)", Keyword.Constant),
            (r"[()]", Punctuation),
            (r"[^\s()\";]+", Name),
            (r".", Text),
        ],
    }  # fmt: skip


LEXERS: Final = (RclLexer, PclLexer, PhyLexer)
