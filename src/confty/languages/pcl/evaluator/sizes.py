"""How large a value is once it is written out.

Locals share their parts, so that a program of forty lines can hold a value that nobody could
write: each line names the one before it twice.  Values are counted where they get a name or leave
the program, and the parts of named ones are counted once.
"""

from __future__ import annotations

from confty.languages.pcl.evaluator.rings import LazyOutputs
from confty.values import Labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

#: More values than this in one is no configuration.
LARGEST: Final = 5_000_000


class Sizes:
    """The sizes of the named values of one program; their parts live as long as it does."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def name(self, value: object) -> int:
        """Count a value that stays, and remember its parts."""
        return _counted(value, self._known, self._known)

    def of(self, value: object) -> int:
        """Count a value that goes on its way."""
        return _counted(value, self._known, {})


def _inside(value: object) -> Iterable[object] | None:
    if isinstance(value, list):
        return value
    if isinstance(value, LazyOutputs):
        # Each output is counted where its component makes it; nothing is made to count it.
        return None
    if isinstance(value, dict):
        return value.values()
    return (value.value,) if isinstance(value, Labelled) else None


def _counted(value: object, known: dict[int, int], found: dict[int, int]) -> int:
    """Count without recursion; what was counted before is not entered again."""
    waiting: list[tuple[object, bool]] = [(value, False)]
    while waiting:
        one, entered = waiting.pop()
        parts = _inside(one)
        if parts is None or id(one) in known or (id(one) in found and not entered):
            continue
        if not entered:
            waiting.append((one, True))
            waiting += [(part, False) for part in parts if _inside(part) is not None]
            continue
        total = 1
        for part in parts:
            total += known.get(id(part)) or found.get(id(part)) or 1
        found[id(one)] = total
    return known.get(id(value)) or found.get(id(value)) or 1
