"""Types are graphs; what is written of them is a tree, which can be very much larger.

Before a type is written, the parts that stand in it many times get a name of their own where
writing them out each time would make too much, and so do parts of a very deep one.
"""

from __future__ import annotations

from confty import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TypeAlias

#: What comments say of a named type, or of a field of it or of a record; empty for nothing.
Said: TypeAlias = "Callable[[types.Type, str | None], str]"


def nothing_said(_owner: types.Type, _field: str | None) -> str:
    """Stand for a file whose types nobody documents."""
    return ""


#: How many nodes a type may have written out before its shared parts are named.
_MOST: Final = 5000
#: How deep a type is written out, and at how many levels a name is put.
_DEEPEST: Final = 40
_STEP: Final = 20


def compact(type_: types.Type) -> types.Type:
    """Return the same type, with names for the parts that would be written too often."""
    sizes, counts = _measured(type_)
    deep = type_.depth > _DEEPEST
    if sizes[type_] <= _MOST and not deep:
        return type_
    made: dict[types.Type, types.Type] = {}
    for part in sizes:  # what is inside comes first
        new = types.rebuild(part, lambda inner: made[inner]) if types.children(part) else part
        often = counts.get(part, 0) > 1 and sizes[part] > 4
        if part is not type_ and (often or (deep and part.depth % _STEP == _STEP - 1)):
            new = types.define(types.ref(f"Part{len(made)}"), new)
        made[part] = new
    return made[type_]


def _measured(type_: types.Type) -> tuple[dict[types.Type, int], dict[types.Type, int]]:
    """Return the written size of every part, inner ones first, and how often it is inside."""
    sizes: dict[types.Type, int] = {}
    counts: dict[types.Type, int] = {}
    waiting: list[tuple[types.Type, bool]] = [(type_, False)]
    while waiting:
        part, ready = waiting.pop()
        if part in sizes:
            continue
        inside = types.children(part)
        if ready:
            sizes[part] = 1 + sum(sizes[one] for one in inside)
            for one in inside:
                counts[one] = counts.get(one, 0) + 1
        else:
            waiting.append((part, True))
            waiting += [(one, False) for one in inside]
    return sizes, counts
