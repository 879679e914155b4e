"""Literals that a generator writes by the thousand, each of which is read as one token.

A library like grafonnet is rows of ``'#withX': { 'function': { args: […], help: '…' } }`` and
``withX(value): { spec+: { x: value } }``.  What such a literal may look like is written down here
so narrowly that one which matches is correct: no field stands in it twice, its strings can be
read, and the only variable in it is ``value``.  It is taken apart when somebody looks into it.
"""

from __future__ import annotations

from confty.languages.jsonnet.lexer.tokens import KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: The variable that a folded literal may use.
VARIABLE: Final = "value"
#: How deep the types of folded literals nest at most.
NESTING: Final = 16
#: What a text has in it that is worth a closer look.
HINTS: Final = ("'function': { args: [", f"({VARIABLE}): {{")

_BODIES: Final = 8
_TEXT: Final = r"""'(?:[^'\\\n]|\\[\\'"bfnrt])*+'"""
_NUMBER: Final = r"(?:0|[1-9][0-9]{0,14}+)(?![0-9_.eE])"
_SCALAR: Final = rf"(?:null|true|false|{_TEXT}|{_NUMBER})"
_WORD: Final = rf"(?!(?:{'|'.join(sorted(KEYWORDS))})\b)[A-Za-z_][A-Za-z0-9_]*+"
_BLANKS: Final = r"[ \n]++"


def _documentation() -> str:
    """What documents a function."""
    value = rf"(?:{_SCALAR}|\[\]|\{{\}}|\[{_SCALAR}(?:, {_SCALAR})*+\])"
    argument = rf"\{{ default: {value}, enums: {value}, name: {_TEXT}, type: {value} \}}"
    arguments = rf"(?:{argument}(?:, {argument})*+)?+"
    return rf"'function': \{{ args: \[{arguments}\], help: {_TEXT} \}} \}}"


def _body() -> str:
    """What is left of a function's body behind its brace: one field, or one in one in one."""
    blank, name = _BLANKS, VARIABLE
    listed = rf"\(if std\.isArray\({name}\){blank}then {name}{blank}else \[{name}\]\)"
    value = leaf = rf"(?:{name}|{_SCALAR}|{listed})"
    for _ in range(_BODIES):
        value = rf"(?:{leaf}|\{{{blank}{_WORD}\+?+:{blank}{value},?+{blank}\}})"
    return rf"{_WORD}\+?+:{blank}{value},?+{blank}\}}"


#: A folded literal, for a pattern in which blanks mean nothing.  It stands behind a mark of a
#: field, where an expression begins: behind an expression, a brace would be a part of that.
PATTERN: Final = rf"(?<=: )\{{{_BLANKS}(?:{_documentation()}|{_body()})".replace(" ", r"\x20")
