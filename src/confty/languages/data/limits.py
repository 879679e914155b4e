"""How much of everything is read; beyond is a finding, never a crash."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


#: How deep values may nest; no configuration comes near, and everything behind can rely on it.
DEEPEST: Final = 500
#: After so many findings the rest of a file is not read.
MOST_FINDINGS: Final = 100
#: The largest YAML text, in characters; what it becomes takes some twenty times its size.
LARGEST_YAML: Final = 100_000_000
#: The largest that its careful reader is given, which takes three seconds a megabyte.
LARGEST_CAREFUL_YAML: Final = 20_000_000
#: Of a larger YAML text with a mistake in it, only what is around the mistake is read with care.
LARGE_YAML: Final = 100_000
#: How many syntax errors are told in one YAML text.
MOST_RESUMED: Final = 20
#: The largest TOML text, in characters; it is read into a list of tokens.
LARGEST_TOML: Final = 10_000_000
#: A JSON text longer than this with a mistake in it is not read again with care.
LARGEST_CAREFUL: Final = 32_000_000
#: How many digits a whole number may have; what takes more is no number that anybody counts with.
MOST_DIGITS: Final = 4300
#: How many values the aliases of a YAML text may stand for when it is held against a schema.
MOST_VALUES: Final = 5_000_000
_TOO_LONG: Final = 10**MOST_DIGITS


def integer_of(text: str, base: int = 10) -> int:
    """Read an integer; raise ValueError for one of more than MOST_DIGITS digits, in any base."""
    # Python counts the digits of decimals alone.
    made = int(text, base)
    if -_TOO_LONG < made < _TOO_LONG:
        return made
    raise ValueError(text)
