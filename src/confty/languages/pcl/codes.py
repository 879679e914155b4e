"""Every code PCL may report.

The messages follow the wording that users of PCL's converters and language host already know;
what is ours is the help and the places.
"""

from __future__ import annotations

from confty.kit.hcl import SyntaxCodes
from confty.text import Code, Severity, codes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

SYNTAX: Final = SyntaxCodes("pcl")


def _error(name: str, summary: str) -> Code:
    return Code(f"pcl/{name}", Severity.ERROR, summary)


def _warning(name: str, summary: str) -> Code:
    return Code(f"pcl/{name}", Severity.WARNING, summary)


NUMBER: Final = _error("number", "A number has more digits than can be kept precisely.")
DEPTH: Final = _error("depth", "A program is too deeply nested to be checked or evaluated.")

UNDEFINED_VARIABLE: Final = _error("undefined-variable", "A name is not declared.")
UNKNOWN_FUNCTION: Final = _error("unknown-function", "There is no function of this name.")
ALREADY_DECLARED: Final = _error("already-declared", "A name is declared twice.")
CIRCULAR: Final = _error("circular-reference", "A value depends on itself.")
FOR_NAMES: Final = _error("for-names", "The two names of a for are the same.")

ARGUMENTS: Final = _error("arguments", "A call has too few or too many arguments.")
TYPE_MISMATCH: Final = _error("type-mismatch", "A value cannot become what its place needs.")
ENUM_VALUE: Final = _error("enum-value", "A literal is not among an enumeration's values.")
OBJECT_KEY: Final = _error("object-key", "A key of an object cannot become a string.")
TRAVERSAL: Final = _error("traversal", "A value has no such part.")
TRAVERSAL_NONE: Final = _warning("traversal-none", "A part is read of what is always absent.")
UNKNOWN_PROPERTY: Final = _error("unknown-property", "An object has no property of this name.")
PROPERTY_CASE: Final = _warning("property-case", "A property is spelled with other capitals.")
EXTRA_PROPERTY: Final = _warning(
    "extra-property", "An object holds a property that its type does not know."
)
NOT_ITERABLE: Final = _error("not-iterable", "A value is no collection.")

LABELS: Final = _error("labels", "A block has too few or too many labels.")
UNKNOWN_BLOCK: Final = _warning("unknown-block", "A block of an unknown type is ignored.")
UNSUPPORTED_ATTRIBUTE: Final = _error("unsupported-attribute", "An attribute is not known here.")
UNSUPPORTED_BLOCK: Final = _error("unsupported-block", "A block cannot stand here.")
DUPLICATE_BLOCK: Final = _error("duplicate-block", "A block may stand here only once.")
MISSING_ATTRIBUTE: Final = _error("missing-attribute", "A required attribute is not given.")
LITERAL_REQUIRED: Final = _error("literal-required", "An attribute must be a plain literal.")

MALFORMED_TOKEN: Final = _error("malformed-token", "A token is not of the form pkg:module:Member.")
UNKNOWN_PACKAGE: Final = _error("unknown-package", "There is no schema for a package.")
UNKNOWN_RESOURCE: Final = _error("unknown-resource-type", "A package has no such resource.")
SCHEMA: Final = _error("schema", "A package schema is not valid.")
READ: Final = _error("read", "A resource of this kind cannot be read.")
COMPONENT: Final = _error("component", "A component cannot be used as it is written.")
COMPONENT_CYCLE: Final = _error("component-cycle", "Components contain each other.")
HOOK: Final = _error("hook", "A hook is declared or used in a wrong way.")
PACKAGE_BLOCK: Final = _error("package-block", "A package block is not valid.")
PACKAGE_LABEL: Final = _warning("package-label", "A package block has a label.")
INVOKE: Final = _error("invoke", "A function of a package is called in a wrong way.")
INVOKE_PACKAGE: Final = _warning("invoke-package", "A function's package has no schema.")
CALL: Final = _error("call", "A method of a resource is called in a wrong way.")

CONFIG_VALUE: Final = _error("config-value", "A configuration value is missing or unreadable.")
EVALUATION: Final = _error("evaluation", "An expression has no value.")
FILE: Final = _error("file", "A file that a program reads cannot be read.")
REGISTRATION: Final = _error("registration", "A resource could not be registered.")
RANGE_UNKNOWN: Final = _warning("range-unknown", "How many resources there are is not yet known.")
HOOK_FAILED: Final = _error("hook-failed", "A hook's command failed.")
VERSION: Final = _error("version", "A program asks for another version of the engine.")
NEEDS_PREVIEW: Final = _error("needs-preview", "A program with resources has no plain value.")
NO_COUNTERPART: Final = _warning("no-counterpart", "What is converted has no word in PCL.")
GUESSED_NAMES: Final = _warning("guessed-names", "A package's schema is not there to look up.")
CONVERSION: Final = _error("conversion", "A program cannot be expressed in the target language.")

CODES: Final = (*SYNTAX.every(), *codes_in(globals()))
