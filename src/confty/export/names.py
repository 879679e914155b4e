"""What the exports share: names for what they declare, and what they refuse.

A name is made from the path to a type, and is used once.
"""

from __future__ import annotations

import keyword
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Final

#: What the modules name that are written: their imports, and what they use of Python's own.
_RESERVED: Final = frozenset(
    (
        *("Annotated", "Any", "Callable", "Literal", "Never", "NotRequired", "TypeAlias"),
        *("K", "T", "TypeVar", "TypedDict", "annotations", "cast", "dataclass", "dt", "field"),
        *("BaseModel", "ConfigDict", "Field", "ValueError", "classmethod", "isinstance"),
        *("bool", "bytes", "dict", "float", "int", "list", "object", "str", "tuple", "type"),
    )
)


class NotData(Exception):
    """A type that no data has; the message names it and ``path`` says where it is."""

    def __init__(self, message: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class ClassNames:
    """Hands out class names."""

    def __init__(self) -> None:
        self.taken = set(_RESERVED)

    def given(self, name: str) -> str:
        """Return the name that was asked for, or one like it where that cannot be had."""
        if not name.isidentifier() or keyword.iskeyword(name) or name in self.taken:
            return self.fresh((name,))
        self.taken.add(name)
        return name

    def fresh(self, path: tuple[str, ...]) -> str:
        """Return a class name for the type at ``path``; the shortest that is still free."""
        words = [_camel(step) for step in path if step != "*"] or ["Item"]
        for count in range(1, len(words) + 1):
            name = "".join(words[-count:])
            if name.isidentifier() and not keyword.iskeyword(name) and name not in self.taken:
                break
        else:
            base = "".join(words) + ("Item" if path[-1:] == ("*",) else "")
            base = base if base.isidentifier() else f"T{base}"
            name, number = base, 2
            while name in self.taken or not name.isidentifier():
                name, number = f"{base}{number}", number + 1
        self.taken.add(name)
        return name


def _camel(word: str) -> str:
    parts = [part for part in re.split(r"[^0-9A-Za-z]+", word) if part]
    return "".join(part[:1].upper() + part[1:] for part in parts)


def attributes(
    keys: list[str], avoided: Collection[str], protected: tuple[str, ...] = ()
) -> dict[str, str]:
    """Return the attributes that hold the keys of a class, each by its own name if it can.

    None is called like another key, what is ``avoided``, or begins as what is ``protected``.
    """
    taken = {*keys, *avoided}
    made: dict[str, str] = {}
    for key in keys:
        own = attribute(key)
        if own.startswith(protected):
            own = f"field_{own}"
        if own != key or key in avoided:
            while own in taken:
                own += "_"
            taken.add(own)
        made[key] = own
    return made


def attribute(name: str) -> str:
    """Return what an attribute is called that holds a key, if nothing speaks against it."""
    made = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
    if made[0].isdigit():
        made = f"_{made}"
    made = made.lstrip("_") or "field"
    if made[0].isdigit():
        made = f"field_{made}"
    if keyword.iskeyword(made):
        made += "_"
    return made
