"""Every finding Phy can give, by a name that never changes."""

from __future__ import annotations

from typing import Final

from confty.text import Code, Severity, codes_in


def _error(name: str, summary: str) -> Code:
    return Code(f"phy/{name}", Severity.ERROR, summary)


# Reading.
BAD_TOKEN: Final = _error("bad-token", "A word is neither a number nor a name.")
INT_RANGE: Final = _error("int-range", "An integer literal does not fit 64 bits.")
UNCLOSED_STRING: Final = _error("unclosed-string", "A string has no closing quote.")
UNCLOSED: Final = _error("unclosed", "A form is opened and never closed.")
STRAY_CLOSE: Final = _error("stray-close", "A closing parenthesis has no opening one.")
EMPTY_PROGRAM: Final = _error("empty-program", "A file holds no form.")
TRAILING_TEXT: Final = _error("trailing-text", "A program is one form; something follows it.")
NO_FORM_NAME: Final = _error("no-form-name", "A form does not start with its name.")
UNKNOWN_FORM: Final = _error("unknown-form", "There is no form of this name.")
LATER_FORM: Final = _error("later-form", "The seed dialect does not have this form.")
OPERAND_COUNT: Final = _error("operand-count", "A form has too few or too many operands.")
OPERAND_KIND: Final = _error("operand-kind", "A form has an operand of the wrong kind.")
TOO_DEEP: Final = _error("too-deep", "Forms nest deeper than the reader follows.")

# Names.
NAME_UNKNOWN: Final = _error("name-unknown", "A name is not visible here.")
NAME_NOT_VALUE: Final = _error("name-not-value", "A name stands for no value.")
TYPE_UNKNOWN: Final = _error("type-unknown", "A name stands for no type.")
REDECLARED: Final = _error("redeclared", "A declaration repeats a visible name.")

# Control flow.
COND_NOT_BOOL: Final = _error("cond-not-bool", "A condition is not a bool.")
OPERAND_NOT_BOOL: Final = _error("operand-not-bool", "An operand of And or Or is not a bool.")
NO_COMMON_TYPE: Final = _error("no-common-type", "Branches or elements have no common type.")
BODY_NOT_UNIT: Final = _error("body-not-unit", "The body of a loop gives a value.")
VALUE_DROPPED: Final = _error("value-dropped", "A value inside an expression list is lost.")
RETURN_VOID: Final = _error("return-void", "The operand of Return never gives a value.")
RETURN_MISMATCH: Final = _error("return-mismatch", "A returned value does not fit the result.")
RETURN_OUTSIDE: Final = _error("return-outside", "Return stands outside of a procedure.")

# Calls.
NOT_CALLABLE: Final = _error("not-callable", "The callee is not a procedure.")
ARITY: Final = _error("arity", "A call has too few or too many arguments.")
ARG_MISMATCH: Final = _error("arg-mismatch", "An argument does not fit its parameter.")
OPERAND_TYPES: Final = _error("operand-types", "A built-in does not work on these operands.")

# Values and places.
VOID_MEMBER: Final = _error("void-member", "A constructor's operand never gives a value.")
VOID_VALUE: Final = _error("void-value", "A stored expression never gives a value.")
NOT_TUPLE: Final = _error("not-tuple", "A field is taken from something without fields.")
NO_SUCH_FIELD: Final = _error("no-such-field", "A tuple or record has no such field.")
FIELD_SELECTOR: Final = _error(
    "field-selector", "A tuple is accessed by position, a record by name."
)
FIELD_DUPLICATE: Final = _error("field-duplicate", "A record names a field twice.")
NOT_ASSIGNABLE: Final = _error("not-assignable", "The left side is not a mutable location.")
ASGN_MISMATCH: Final = _error("asgn-mismatch", "The right side does not fit the location.")
AS_MISMATCH: Final = _error("as-mismatch", "The operand of As does not fit the type.")
ELEMENT_MISMATCH: Final = _error("element-mismatch", "An element does not fit its sequence.")
NOT_INDEXABLE: Final = _error("not-indexable", "At is used on something without positions.")
INDEX_NOT_INT: Final = _error("index-not-int", "An index is not an int.")

# Match.
MATCH_NOT_UNION: Final = _error("match-not-union", "Match looks into something not a union.")
MATCH_FOREIGN: Final = _error("match-foreign", "A rule's type is not a member of the union.")
MATCH_DUPLICATE: Final = _error("match-duplicate", "Two rules take the same type.")
MATCH_MISSING: Final = _error("match-missing", "A member of the union has no rule.")

# Types and declarations.
VOID_TYPE: Final = _error("void-type", "A type is made with void where void is not allowed.")
PARAM_VOID: Final = _error("param-void", "A parameter is of type void.")
UNION_DUPLICATE: Final = _error("union-duplicate", "A union names a type twice.")
ARRAY_LENGTH: Final = _error("array-length", "An array's length is out of range.")
TYPE_TOO_DEEP: Final = _error("type-too-deep", "A type nests deeper than the checker follows.")
BODY_NOT_VOID: Final = _error("body-not-void", "In the seed dialect a body must not give a value.")
BODY_MISMATCH: Final = _error("body-mismatch", "A procedure's body does not fit its result.")

# Running.
OVERFLOW: Final = _error("overflow", "Integer arithmetic left the 64-bit range.")
UNREACHABLE: Final = _error("unreachable", "The program reached an Unreachable.")
OUT_OF_BOUNDS: Final = _error("out-of-bounds", "An index lies outside of its array or sequence.")
DIVISION_BY_ZERO: Final = _error("division-by-zero", "An integer was divided by zero.")
CALL_DEPTH: Final = _error("call-depth", "Calls nest too deeply.")
OUT_OF_MEMORY: Final = _error("out-of-memory", "The program used too much memory.")
TIMEOUT: Final = _error("timeout", "The program ran longer than it may.")
NOTHING_TO_RUN: Final = _error("nothing-to-run", "The entry procedure wants arguments.")
NO_JIT: Final = _error("no-jit", "Native code was asked for and cannot be made.")
BAD_ARGUMENT: Final = _error("bad-argument", "An argument of --arg does not fit the procedure.")
NO_LINKER: Final = _error("no-linker", "Something was to be linked and cannot be.")
BAD_SETTING: Final = _error("bad-setting", "A setting of Phy has a value that means nothing.")
NO_DATA: Final = _error("no-data", "The value has no form as data.")

CODES: Final = codes_in(globals())
