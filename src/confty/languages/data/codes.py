"""Every diagnostic about a data file, by format; those about schemas are the same for all."""

from __future__ import annotations

from confty.text import Code, Severity, codes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_ERROR: Final = Severity.ERROR
_WARNING: Final = Severity.WARNING

JSON_EMPTY: Final = Code("json/empty", _ERROR, "The file holds no value.")
JSON_UNCLOSED: Final = Code("json/unclosed-bracket", _ERROR, "A bracket is never closed.")
JSON_WRONG_BRACKET: Final = Code(
    "json/wrong-bracket", _ERROR, "A bracket is closed by one of the other kind."
)
JSON_UNCLOSED_STRING: Final = Code(
    "json/unclosed-string", _ERROR, "A string does not end on its line."
)
JSON_CONTROL: Final = Code(
    "json/control-character", _ERROR, "A control character stands in a string as itself."
)
JSON_ESCAPE: Final = Code("json/bad-escape", _ERROR, "There is no such escape in a string.")
JSON_SURROGATE: Final = Code(
    "json/lone-surrogate", _WARNING, "Half of a surrogate pair is no character."
)
JSON_NUMBER: Final = Code("json/bad-number", _ERROR, "This is not how JSON writes a number.")
JSON_RANGE: Final = Code("json/number-range", _ERROR, "A number is too large to be kept.")
JSON_WORD: Final = Code("json/bad-word", _ERROR, "JSON knows the words true, false and null.")
JSON_QUOTES: Final = Code("json/single-quotes", _ERROR, "Strings stand in double quotes.")
JSON_COMMENT: Final = Code("json/comment", _ERROR, "JSON has no comments.")
JSON_TRAILING: Final = Code("json/trailing-comma", _ERROR, "A comma stands after the last member.")
JSON_COMMA: Final = Code("json/missing-comma", _ERROR, "Two members have no comma between them.")
JSON_COLON: Final = Code("json/missing-colon", _ERROR, "A key has no colon after it.")
JSON_VALUE: Final = Code("json/missing-value", _ERROR, "There is no value where one belongs.")
JSON_KEY: Final = Code("json/bad-key", _ERROR, "A key is a string in double quotes.")
JSON_DUPLICATE: Final = Code("json/duplicate-key", _ERROR, "An object has a key twice.")
JSON_EXTRA: Final = Code("json/extra-content", _ERROR, "Something follows the value.")
JSON_CHARACTER: Final = Code(
    "json/unexpected-character", _ERROR, "A character has no meaning outside of strings."
)
JSON_DEEP: Final = Code("json/too-deep", _ERROR, "Brackets are nested too deep.")
JSON_UNCLOSED_COMMENT: Final = Code("json/unclosed-comment", _ERROR, "A comment never ends.")

JSON_CODES: Final = codes_in(globals(), "json/")

YAML_MISSING: Final = Code(
    "yaml/no-reader", _ERROR, "The package that reads YAML is not installed."
)
YAML_SYNTAX: Final = Code("yaml/syntax", _ERROR, "This is not YAML.")
YAML_TAB: Final = Code("yaml/tab", _ERROR, "YAML is indented by spaces, never by tabs.")
YAML_UNCLOSED: Final = Code("yaml/unclosed-bracket", _ERROR, "A bracket is never closed.")
YAML_UNCLOSED_STRING: Final = Code("yaml/unclosed-string", _ERROR, "A string is never closed.")
YAML_CHARACTER: Final = Code(
    "yaml/unexpected-character", _ERROR, "A character may not stand in YAML as itself."
)
YAML_DUPLICATE: Final = Code("yaml/duplicate-key", _ERROR, "A mapping has a key twice.")
YAML_SIMILAR: Final = Code(
    "yaml/similar-keys", _ERROR, "Two keys differ in their type alone and cannot be kept apart."
)
YAML_ALIAS: Final = Code("yaml/unknown-alias", _ERROR, "An alias names no anchor before it.")
YAML_CYCLE: Final = Code("yaml/cyclic-alias", _ERROR, "An alias names the value it stands in.")
YAML_MERGE: Final = Code("yaml/bad-merge", _ERROR, "Only mappings can be merged with `<<`.")
YAML_KEY: Final = Code("yaml/complex-key", _ERROR, "A key is a mapping or a sequence.")
YAML_TAG: Final = Code(
    "yaml/unknown-tag", Severity.HINT, "A tag has no meaning here and is left out."
)
YAML_NUMBER: Final = Code("yaml/bad-number", _ERROR, "A tag promises a number, the text is none.")
YAML_TAGGED: Final = Code("yaml/bad-tag", _ERROR, "A tag does not go with the value it marks.")
YAML_RANGE: Final = Code("yaml/number-range", _ERROR, "A number is too long to be kept.")
YAML_DEEP: Final = Code("yaml/too-deep", _ERROR, "Values are nested too deep.")
YAML_LARGE: Final = Code("yaml/too-large", _ERROR, "The file is larger than YAML is read.")
YAML_OLD_BOOL: Final = Code(
    "yaml/old-bool", _WARNING, "A word is a string here, and true or false to YAML 1.1."
)
YAML_OLD_NUMBER: Final = Code(
    "yaml/old-number", _WARNING, "A text is a string here, and a number to YAML 1.1."
)
YAML_LEADING_ZERO: Final = Code(
    "yaml/leading-zero", _WARNING, "A number starts with a zero that is lost or means octal."
)
YAML_LOST_ZERO: Final = Code(
    "yaml/lost-zero", _WARNING, "A version is written as a number and loses its last zero."
)
YAML_ANCHOR: Final = Code("yaml/duplicate-anchor", _WARNING, "An anchor is defined twice.")
YAML_OLD_VERSION: Final = Code(
    "yaml/old-version", _WARNING, "A file asks for YAML 1.1 and is read as YAML 1.2."
)
YAML_EMPTY: Final = Code(
    "yaml/empty-document", _WARNING, "The last document marker has nothing behind it."
)
YAML_TEMPLATE: Final = Code(
    "yaml/template", Severity.HINT, "A template is no YAML yet and is left alone."
)
YAML_NO_VALUE: Final = Code(
    "yaml/template-value", _ERROR, "A template has no value before it is filled in."
)

YAML_CODES: Final = codes_in(globals(), "yaml/")

TOML_UNCLOSED_STRING: Final = Code("toml/unclosed-string", _ERROR, "A string is never closed.")
TOML_CONTROL: Final = Code(
    "toml/control-character", _ERROR, "A control character stands in the text as itself."
)
TOML_ESCAPE: Final = Code("toml/bad-escape", _ERROR, "There is no such escape in a string.")
TOML_NUMBER: Final = Code("toml/bad-number", _ERROR, "This is not how TOML writes a number.")
TOML_DATE: Final = Code("toml/bad-date", _ERROR, "There is no such date or time.")
TOML_VALUE: Final = Code("toml/bad-value", _ERROR, "This is no TOML value.")
TOML_MISSING: Final = Code("toml/missing-value", _ERROR, "There is no value where one belongs.")
TOML_KEY: Final = Code("toml/bad-key", _ERROR, "This is no TOML key.")
TOML_EQUALS: Final = Code("toml/missing-equals", _ERROR, "A key has no equals sign after it.")
TOML_COMMA: Final = Code("toml/missing-comma", _ERROR, "Two members have no comma between them.")
TOML_TRAILING: Final = Code(
    "toml/trailing-comma", _ERROR, "A comma stands after the last entry of an inline table."
)
TOML_UNCLOSED: Final = Code("toml/unclosed-bracket", _ERROR, "A bracket is never closed.")
TOML_BREAK: Final = Code("toml/line-break", _ERROR, "An inline table stays on its line.")
TOML_EXTRA: Final = Code("toml/extra-content", _ERROR, "Something follows on the same line.")
TOML_DUPLICATE: Final = Code("toml/duplicate-key", _ERROR, "A table has a key twice.")
TOML_TABLE: Final = Code("toml/duplicate-table", _ERROR, "A table is defined twice.")
TOML_NOT_TABLE: Final = Code(
    "toml/not-a-table", _ERROR, "A key leads into something that is no table to add to."
)
TOML_RANGE: Final = Code(
    "toml/integer-range", _WARNING, "An integer needs more than the 64 bits that TOML promises."
)
TOML_CHARACTER: Final = Code(
    "toml/unexpected-character", _ERROR, "A character has no meaning outside of strings."
)
TOML_DEEP: Final = Code("toml/too-deep", _ERROR, "Values are nested too deep.")
TOML_LARGE: Final = Code("toml/too-large", _ERROR, "The file is larger than TOML is read.")

TOML_CODES: Final = codes_in(globals(), "toml/")

SCHEMA_UNREADABLE: Final = Code("schema/unreadable", _ERROR, "The schema cannot be read.")
SCHEMA_BAD: Final = Code("schema/bad-schema", _ERROR, "A keyword of the schema is ill-formed.")
SCHEMA_REFERENCE: Final = Code(
    "schema/unknown-reference", _ERROR, "A reference of the schema leads nowhere."
)
SCHEMA_REGEX: Final = Code(
    "schema/bad-pattern", _WARNING, "A pattern of the schema cannot be used and is not checked."
)
SCHEMA_SLOW: Final = Code(
    "schema/slow-pattern", _ERROR, "A pattern of the schema takes too long on a value."
)
SCHEMA_TYPE: Final = Code(
    "schema/type-mismatch", _ERROR, "A value is not of the type it should be."
)
SCHEMA_REQUIRED: Final = Code("schema/missing-key", _ERROR, "An object lacks a required key.")
SCHEMA_UNKNOWN: Final = Code("schema/unknown-key", _ERROR, "An object has a key it may not have.")
SCHEMA_VALUE: Final = Code("schema/wrong-value", _ERROR, "A value is none of those allowed.")
SCHEMA_PATTERN: Final = Code("schema/pattern", _ERROR, "A string does not match its pattern.")
SCHEMA_LENGTH: Final = Code("schema/string-length", _ERROR, "A string is too short or too long.")
SCHEMA_RANGE: Final = Code("schema/number-range", _ERROR, "A number is too small or too large.")
SCHEMA_MULTIPLE: Final = Code(
    "schema/not-a-multiple", _ERROR, "A number is not a multiple of another."
)
SCHEMA_ITEMS: Final = Code("schema/item-count", _ERROR, "An array has too few or too many items.")
SCHEMA_UNIQUE: Final = Code("schema/not-unique", _ERROR, "An array has an item twice.")
SCHEMA_CONTAINS: Final = Code(
    "schema/contains", _ERROR, "An array holds too few or too many items of a kind."
)
SCHEMA_ITEM: Final = Code("schema/extra-item", _ERROR, "An array has an item it may not have.")
SCHEMA_COUNT: Final = Code("schema/key-count", _ERROR, "An object has too few or too many keys.")
SCHEMA_NAME: Final = Code("schema/key-name", _ERROR, "A key is not one that an object may have.")
SCHEMA_DEPENDENT: Final = Code(
    "schema/missing-dependent", _ERROR, "A key needs another key beside it."
)
SCHEMA_CHOICE: Final = Code("schema/no-choice", _ERROR, "A value fits none of the choices.")
SCHEMA_SEVERAL: Final = Code(
    "schema/several-choices", _ERROR, "A value fits several choices where one is allowed."
)
SCHEMA_FORBIDDEN: Final = Code("schema/forbidden", _ERROR, "A value is one that may not be.")
SCHEMA_FORMAT: Final = Code("schema/format", _WARNING, "A string is not of the form it should be.")
SCHEMA_DRAFT: Final = Code(
    "schema/unknown-draft", _WARNING, "A schema is written in a draft that is not known."
)
SCHEMA_ABSENT: Final = Code(
    "schema/not-stored", Severity.HINT, "A file names a schema that is not there."
)

SCHEMA_NOT_STATIC: Final = Code(
    "schema/not-static", _WARNING, "A part of a Python class cannot be read without importing it."
)

SCHEMA_CODES: Final = codes_in(globals(), "schema/")
