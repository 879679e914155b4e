"""Every diagnostic that checking a Jsonnet program can give.

The codes of the evaluator and of the formatter stand in their own rooms' modules and join
``CODES`` in the wiring.
"""

from __future__ import annotations

from typing import Final

from confty.text import Code, Severity


def _error(name: str, summary: str) -> Code:
    return Code(f"jsonnet/{name}", Severity.ERROR, summary)


def _warning(name: str, summary: str) -> Code:
    return Code(f"jsonnet/{name}", Severity.WARNING, summary)


BAD_CHARACTER: Final = _error("bad-character", "A character that no token starts with.")
BAD_NUMBER: Final = _error("bad-number", "A number that is not written as JSON writes numbers.")
BAD_TEXT_BLOCK: Final = _error(
    "bad-text-block", "A text block that is not indented or not closed."
)
UNCLOSED_STRING: Final = _error("unclosed-string", "A string without its closing quote.")
UNCLOSED_COMMENT: Final = _error("unclosed-comment", "A comment without its closing mark.")
BAD_ESCAPE: Final = _error("bad-escape", "An escape that means nothing in a string.")
SYNTAX: Final = _error("syntax", "A token that the grammar does not allow here.")
CONFLICT_MARKER: Final = _error("conflict-marker", "A mark that a merge conflict left behind.")
PLACEHOLDER: Final = _error("placeholder", "Three dots stand where an expression is wanted.")
TOO_DEEP: Final = _error("too-deep", "Brackets or operators nested deeper than the parser goes.")
COMPUTED_IMPORT: Final = _error("computed-import", "An import whose path is not a plain string.")
BAD_SUPER: Final = _error("bad-super", "The word super without a field.")
ARGUMENT_ORDER: Final = _error(
    "argument-order", "A positional argument that comes after a named one."
)
BAD_COMPREHENSION: Final = _error(
    "bad-comprehension", "An object comprehension that is more than one computed field."
)
METHOD_PLUS: Final = _error("method-plus", "A method that is declared with +: and cannot be.")

DUPLICATE_NAME: Final = _error("duplicate-name", "One name bound twice in the same place.")
DUPLICATE_FIELD: Final = _error("duplicate-field", "One field written twice in an object.")

CODES: Final[tuple[Code, ...]] = tuple(
    value for value in list(globals().values()) if isinstance(value, Code)
)
