"""Version ranges of ``pulumi`` blocks: ``>=3.0.0 <4.0.0 || =5.1.2``."""

from __future__ import annotations

import re
from typing import Final

_CLAUSE: Final = re.compile(
    r"\s*(>=|<=|!=|==|=|>|<|\^|~|!)?\s*v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?\S*"
)
Version = tuple[int, int, int]


def satisfies(version: Version, wanted: str) -> bool:
    """Whether a version lies in a range: alternatives by ``||``, all clauses of one must hold."""
    return any(_all_hold(version, part) for part in wanted.split("||"))


def _all_hold(version: Version, clauses: str) -> bool:
    found = list(_CLAUSE.finditer(clauses.replace(",", " ")))
    if not found:
        return not clauses.strip()
    return all(_holds(version, *match.groups()) for match in found)


def _holds(version: Version, operator: str | None, *numbers: str | None) -> bool:
    given = [number for number in numbers if number is not None and number.isdigit()]
    parts = [int(number) for number in given]
    low = [*parts, 0, 0, 0][:3]
    bound = (low[0], low[1], low[2])
    if operator in (None, "=", "=="):
        return list(version[: len(parts)]) == parts
    if operator in ("!=", "!"):
        return list(version[: len(parts)]) != parts
    if operator == "^":
        return version >= bound and version[0] == bound[0]
    if operator == "~":
        return version >= bound and version[:2] == bound[:2]
    return {
        ">=": version >= bound,
        "<=": version <= bound,
        ">": version > bound,
        "<": version < bound,
    }[str(operator)]
