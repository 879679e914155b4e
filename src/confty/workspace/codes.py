"""What can be wrong with a file before any language looks at it."""

from __future__ import annotations

from confty.text import Code, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

UNREADABLE: Final = Code("file/unreadable", Severity.ERROR, "A file cannot be read.")
UNKNOWN_LANGUAGE: Final = Code(
    "file/unknown-language", Severity.ERROR, "No language is known for a file's suffix."
)
IMPORT_CYCLE: Final = Code(
    "file/import-cycle", Severity.WARNING, "Files import each other in a ring."
)

NO_LABELS: Final = Code(
    "file/no-labels", Severity.ERROR, "A language that carries no secrets was given one."
)
BAD_CONFIG: Final = Code(
    "file/bad-config", Severity.ERROR, "A config file says something that means nothing."
)
UNUSED_IGNORE: Final = Code(
    "file/unused-ignore", Severity.WARNING, "A comment ignores a finding that is not there."
)
UNKNOWN_RULE: Final = Code(
    "file/unknown-rule", Severity.WARNING, "A comment ignores a rule that nobody has."
)
TOO_DEEP: Final = Code(
    "file/too-deep", Severity.ERROR, "A file or its value nests deeper than can be followed."
)
OUT_OF_TIME: Final = Code(
    "file/out-of-time", Severity.ERROR, "Work on a file took longer than it may."
)
OUT_OF_MEMORY: Final = Code(
    "file/out-of-memory", Severity.ERROR, "A program needs more memory than it may take."
)
OUTPUT_TOO_LARGE: Final = Code(
    "file/output-too-large", Severity.ERROR, "A value makes more text than it may."
)
UNFINISHED: Final = Code(
    "file/unfinished", Severity.ERROR, "A run ended before every file had a result."
)
FMT_UNSAFE: Final = Code(
    "file/fmt-unsafe", Severity.ERROR, "Formatting a file would change what it means."
)
WRONG_SHAPE: Final = Code(
    "file/wrong-shape", Severity.ERROR, "A value does not fit the Python type it is loaded into."
)
TEST_FAILED: Final = Code("file/test-failed", Severity.ERROR, "What a test expects does not hold.")
NOTHING_THERE: Final = Code(
    "file/nothing-there", Severity.ERROR, "A question asks for a part that a value does not have."
)
