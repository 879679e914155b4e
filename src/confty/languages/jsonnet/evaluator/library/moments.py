"""Dates and moments of YAML, which Go's yaml.v3 reads as such."""

from __future__ import annotations

import re
from calendar import monthrange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# With a T there is a zone, with a blank there is none.
_MOMENT: Final = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)"
    r"(?:(?:[Tt](?=.*(?:Z|[+-]\d\d:\d\d)$)| (?=[\d:.]*$))"
    r"(\d\d?):(\d\d?):(\d\d?)(?:\.(\d+))?(.*))?",
    re.ASCII,
)


def moment(text: str) -> str:
    """A date or a moment as Go writes it into JSON; what is none stays as it is."""
    found = _MOMENT.fullmatch(text)
    if found is None or (found[8] not in {None, "", "Z"} and not _ZONE.fullmatch(found[8])):
        return text
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if not (1 <= month <= 12 and hour < 24 and minute < 60 and second < 60):
        return text
    if not 1 <= day <= monthrange(year or 4, month)[1]:
        return text
    part = (found[7] or "")[:9].rstrip("0")
    zone = found[8] if found[8] and _ZONE.fullmatch(found[8]) else "Z"
    zone = "Z" if zone[1:] == "00:00" else zone
    clock = f"{hour:02}:{minute:02}:{second:02}{'.' + part if part else ''}"
    return f"{year:04}-{month:02}-{day:02}T{clock}{zone}"


_ZONE: Final = re.compile(r"[+-](?:[01]\d|2[0-3]):[0-5]\d", re.ASCII)
