"""How data relates and how its types are spelled.

Data has no declarations, so the rules are the sound ones; the only conversion is that every
integer is a number.  The notation is that of the core with a word for the empty list.
"""

from __future__ import annotations

from confty import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What JSON does not have: a date, a date with a time, a time, and bytes.
DATE: Final = types.atom("date")
DATETIME: Final = types.atom("datetime")
TIME: Final = types.atom("time")
BINARY: Final = types.atom("binary")

RELATION: Final = types.Relation(
    types.Rules(
        # JSON Schema: an integer is a number without a fraction, however it is written.
        conversions={
            (types.INT, types.NUMBER): types.SAFE,
            (types.NUMBER, types.INT): types.UNSAFE,
        },
    )
)


def _special(type_: types.Type, _: object) -> str | None:
    return (
        "list[]"
        if isinstance(type_, types.ListOf) and isinstance(type_.element, types.Never)
        else None
    )


NOTATION: Final = types.Notation(rest="...", special=_special)
