"""How data relates and how its types are spelled.

Data has no declarations, so the rules are the sound ones; the only conversion is that every
integer is a number.  The notation is that of the core with a word for the empty list.
"""

from __future__ import annotations

from typing import Final

from confty.types import (
    INT,
    NUMBER,
    SAFE,
    UNSAFE,
    ListOf,
    Never,
    Notation,
    Relation,
    Rules,
    Type,
    atom,
)

#: What JSON does not have: a date, a date with a time, a time, and bytes.
DATE: Final = atom("date")
DATETIME: Final = atom("datetime")
TIME: Final = atom("time")
BINARY: Final = atom("binary")

RELATION: Final = Relation(
    Rules(
        "data",
        # JSON Schema: an integer is a number without a fraction, however it is written.
        conversions={(INT, NUMBER): SAFE, (NUMBER, INT): UNSAFE},
    )
)


def _special(type_: Type, _: object) -> str | None:
    return "list[]" if isinstance(type_, ListOf) and isinstance(type_.element, Never) else None


NOTATION: Final = Notation(rest="...", special=_special)
