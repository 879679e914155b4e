"""What the exports share: names for what they declare, and what they refuse.

A name is made from the path to a type, and is used once.
"""

from __future__ import annotations

import keyword
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_RESERVED: Final = frozenset(("Any", "Literal", "NotRequired", "TypedDict", "BaseModel", "Field"))


class NotData(Exception):
    """A type that no data has; the message names it and ``path`` says where it is."""

    def __init__(self, message: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class ClassNames:
    """Hands out class names."""

    def __init__(self) -> None:
        self.taken = set(_RESERVED)

    def fresh(self, path: tuple[str, ...]) -> str:
        """Return a class name for the type at ``path``; the shortest that is still free."""
        words = [_camel(step) for step in path if step != "*"] or ["Item"]
        for count in range(1, len(words) + 1):
            name = "".join(words[-count:])
            if name.isidentifier() and not keyword.iskeyword(name) and name not in self.taken:
                break
        else:
            base = "".join(words)
            base = base if base.isidentifier() else f"T{base}"
            name, number = base, 2
            while name in self.taken or not name.isidentifier():
                name, number = f"{base}{number}", number + 1
        self.taken.add(name)
        return name


def _camel(word: str) -> str:
    parts = [part for part in re.split(r"[^0-9A-Za-z]+", word) if part]
    return "".join(part[:1].upper() + part[1:] for part in parts)


def attribute(name: str, taken: set[str]) -> str:
    """Return a Python attribute name for a field."""
    made = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
    if made[0].isdigit():
        made = f"_{made}"
    made = made.lstrip("_") or "field"
    if made[0].isdigit():
        made = f"field_{made}"
    if keyword.iskeyword(made):
        made += "_"
    while made in taken:
        made += "_"
    taken.add(made)
    return made
