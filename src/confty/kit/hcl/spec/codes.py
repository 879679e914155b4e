"""What ``confty hcl`` says of files that are of no dialect, and of specifications."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl.codes import SyntaxCodes
from confty.text import Code, Severity

SYNTAX: Final = SyntaxCodes("hcl")
STRUCTURE: Final = Code(
    "hcl/structure", Severity.ERROR, "A body does not have the form that its reader expects."
)
VALUE: Final = Code("hcl/value", Severity.ERROR, "A value is not what its place needs.")
EVALUATION: Final = Code("hcl/evaluation", Severity.ERROR, "An expression has no value.")
BAD_SPEC: Final = Code("hcl/spec", Severity.ERROR, "A specification is not valid.")
CODES: Final = (*SYNTAX.every(), STRUCTURE, VALUE, EVALUATION, BAD_SPEC)
