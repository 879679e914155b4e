"""Every diagnostic that a Jsonnet program can give."""

from __future__ import annotations

from confty.text import Code, Severity, codes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


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

UNKNOWN_NAME: Final = _error("unknown-name", "A name that nothing in scope has.")
NO_SELF: Final = _error("no-self", "The words self, super or $ outside of an object.")
IMPORT_NOT_FOUND: Final = _error("import-not-found", "An import of a file that is not there.")
IMPORT_FAILED: Final = _error("import-failed", "An import of a file that cannot be used.")
UNREADABLE_IMPORT: Final = _error("unreadable-import", "An import of a file that is not text.")
TYPE_MISMATCH: Final = _error("type-mismatch", "A value of a type that does not fit its place.")
NO_SUCH_FIELD: Final = _error("no-such-field", "A field that the object does not have.")
NO_SUCH_ELEMENT: Final = _error("no-such-element", "An index beyond the end of an array.")
BAD_SUBSCRIPT: Final = _error("bad-subscript", "A field or element of a value that has none.")
BAD_CALL: Final = _error("bad-call", "A call of a value that is no function.")
MISSING_ARGUMENT: Final = _error("missing-argument", "A call without a required argument.")
EXTRA_ARGUMENT: Final = _error("extra-argument", "A call with an argument that no one takes.")
REPEATED_ARGUMENT: Final = _error("repeated-argument", "An argument that is given twice.")
BAD_OPERANDS: Final = _error("bad-operands", "Operands that an operator cannot work on.")
BAD_FORMAT: Final = _error("bad-format", "A format string that does not suit its values.")
BAD_VALUE: Final = _error("bad-value", "A value that a function is sure to refuse.")
DIVISION_BY_ZERO: Final = _error("division-by-zero", "A division by the number zero.")
ALWAYS_FAILS: Final = _error("always-fails", "A program that cannot end in a value.")
UNUSED_NAME: Final = _warning("unused-name", "A name that is bound and never used.")
CONTRADICTS_DOCUMENTATION: Final = _warning(
    "contradicts-documentation", "An argument that is not what its function's documentation says."
)
UNREACHABLE: Final = _warning("unreachable", "Code that runs only after something has failed.")
ALWAYS_FALSE: Final = _warning(
    "always-false", "A comparison of types that have nothing in common."
)
METHOD_IN_COMPREHENSION: Final = _warning(
    "method-in-comprehension", "An object comprehension that makes functions."
)
MAY_FAIL: Final = Code(
    "jsonnet/may-fail",
    Severity.WARNING,
    "A mistake for some members of an inferred union only; off unless a rule names it.",
    on=False,
)
NOT_A_SET: Final = _warning("not-a-set", "Two sets added up, which gives an array and not a set.")
UNKNOWN_NATIVE: Final = _warning("unknown-native", "A native function that nobody provides.")
BAD_ANNOTATION: Final = _error("bad-annotation", "A type in a comment that says nothing.")
BAD_SETTING: Final = _error("bad-setting", "A type in the settings that cannot be read.")
STOPPED: Final = _error("stopped", "The program stopped with an error while it ran.")
RECURSION: Final = _error("recursion", "Calls nest deeper than the limit, or never end.")
OUT_OF_MEMORY: Final = _error("memory", "The program took more memory than it was allowed to.")
TIME: Final = _error("time", "The program ran longer than it was allowed to.")

# Mistakes that stop a program even where it would never come.
STATIC: Final = frozenset((UNKNOWN_NAME, NO_SELF))

# Mistakes of kinds and counts, which another value might not be; a name that nothing has is one
# for every value.
OF_VALUES: Final = frozenset(
    (TYPE_MISMATCH, BAD_OPERANDS, BAD_SUBSCRIPT, NO_SUCH_ELEMENT, BAD_CALL, BAD_VALUE)
)

CODES: Final = codes_in(globals())
