"""Every finding that RCL can give.

One code is one kind of mistake as a user would name it, not one place in our sources: all ways
of writing a bad number share a code, and the message says which it was.
"""

from __future__ import annotations

from confty.text import Code, Severity, codes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def _error(name: str, summary: str) -> Code:
    return Code(f"rcl/{name}", Severity.ERROR, summary)


def _warning(name: str, summary: str) -> Code:
    return Code(f"rcl/{name}", Severity.WARNING, summary)


# Text and tokens.
BAD_CHARACTER: Final = _error("bad-character", "A character has no meaning in RCL.")
BAD_NUMBER: Final = _error("bad-number", "A number is not written as RCL numbers are.")
BAD_ESCAPE: Final = _error("bad-escape", "An escape sequence in a string is not valid.")
UNBALANCED: Final = _error("unbalanced", "A bracket or quote has no partner.")

# Syntax.
SYNTAX: Final = _error("syntax", "The text does not follow the grammar at this place.")
MISPLACED_COMMENT: Final = _error("misplaced-comment", "A comment stands where none can be kept.")
MIXED_OPERATORS: Final = _error("mixed-operators", "Operators are mixed without parentheses.")
NESTING: Final = _error("nesting", "Brackets or expressions are nested too deeply.")
NUMBER_OVERFLOW: Final = _error("number-overflow", "A number literal does not fit.")

# Types.
UNKNOWN_TYPE: Final = _error("unknown-type", "A type annotation names a type that does not exist.")
TYPE_ARGUMENTS: Final = _error("type-arguments", "A type has the wrong number of arguments.")
DUPLICATE_NAME: Final = _error("duplicate-name", "A type or a field of a type is given twice.")
UNKNOWN_VARIABLE: Final = _error("unknown-variable", "A name is not defined here.")
TYPE_MISMATCH: Final = _error("type-mismatch", "A value cannot have the type its place requires.")
NOT_CALLABLE: Final = _error("not-callable", "Something that is not a function is called.")
ARGUMENT_COUNT: Final = _error("argument-count", "A call has too few or too many arguments.")
NOT_INDEXABLE: Final = _error("not-indexable", "A value cannot be indexed with brackets.")
NOT_ITERABLE: Final = _error(
    "not-iterable", "A loop or unpack goes over something without elements."
)
LOOP_VARIABLES: Final = _error("loop-variables", "A loop has the wrong number of variables.")
MIXED_COLLECTION: Final = _error("mixed-collection", "Elements and key-value pairs are mixed.")
BAD_UNPACK: Final = _error("bad-unpack", "An unpack does not suit the collection around it.")
BAD_UNION: Final = _error("bad-union", "The union operator is used on values that have no union.")
UNKNOWN_FIELD: Final = _error("unknown-field", "A value has no field or method of this name.")
MISSING_FIELD: Final = _error("missing-field", "A record lacks a field that its type requires.")
WILL_FAIL: Final = _warning(
    "will-fail", "The types say that this fails, if it is ever reached with data."
)

MAY_FAIL: Final = _warning(
    "may-fail", "A field may be missing or a value may be null where it is used."
)
UNUSED_NAME: Final = _warning("unused-name", "A name is bound and never used.")
SHADOWED_NAME: Final = _warning("shadowed-name", "A name hides another one.")
DUPLICATE_KEY: Final = _warning("duplicate-key", "A dict gives one key twice.")

# Evaluation.
CHECK_FAILED: Final = _error("check-failed", "A value did not fit its type when it was evaluated.")
ASSERTION: Final = _error("assertion", "An assertion does not hold.")
OVERFLOW: Final = _error("overflow", "The result of an operation does not fit a number.")
DIVISION: Final = _error("division", "A division has no exact result.")
BAD_INDEX: Final = _error("bad-index", "A list has no element at this index.")
NO_SUCH_KEY: Final = _error("no-such-key", "A dict has no such key.")
NOT_TEXT: Final = _error("not-text", "A value cannot be put into a string.")
BAD_ARGUMENT: Final = _error("bad-argument", "A library function cannot work with its argument.")
RECURSION: Final = _error("recursion", "Evaluation goes too deep.")
TIMEOUT: Final = _error("timeout", "Evaluation takes too many steps.")
TOO_LARGE: Final = _error("too-large", "A text or a list becomes too large.")

# Files, commands, output.
BAD_INPUT: Final = _error("bad-input", "An input is missing, or is not of its type.")
IMPORT_PATH: Final = _error("import-path", "A path cannot be imported.")
IMPORT_FAILED: Final = _error("import-failed", "An imported file cannot be read.")
IMPORT_CYCLE: Final = _error("import-cycle", "A file imports itself, directly or through others.")
SANDBOX: Final = _error("sandbox", "A file lies outside the folder that may be read.")
NOT_EXPRESSIBLE: Final = _error("not-expressible", "The output format cannot express the value.")
BUILD_FILE: Final = _error("build-file", "A build file does not have the shape of one.")
PATCH_PATH: Final = _error("patch-path", "A patch names nothing in the document.")
COMMAND: Final = _error("command", "The command line is not right.")
WOULD_CHANGE: Final = _error("would-change", "A checked file is not up to date.")

CODES: Final = codes_in(globals())
