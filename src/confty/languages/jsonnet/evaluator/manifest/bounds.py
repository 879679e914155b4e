"""How deep and how large what is written out may be, and what is said of what may not."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

NO_FUNCTION: Final = "couldn't manifest function in JSON output."
#: Characters of indentation at which a value is taken to be endless.
DEEPEST: Final = 10_000
#: Levels at which a value is taken to be endless; as many as JSON has before it is too deep.
LEVELS: Final = DEEPEST // 3
#: More values than this in one text is a bomb, not a configuration.
LARGEST: Final = 100_000_000
ENDLESS: Final = f"written out, this is more than {LARGEST:,} values"
#: Values that are gone through before one looks whether there is an end to them.
MANY: Final = 200_000
