"""What is known of a settled value, so that nesting is gone through once and not once a level.

A cell is whole when nothing late is anywhere in its tree.  The joined label of a whole tree is
worked out when somebody asks, from those of the whole trees that were built into it, and kept.

A callback may change what it was given, and may keep what it returned and change it later.  So a
tree that has been in a callback's hands is looked through again before it is relied on, but only
its topmost levels: further down it is as it was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextvars import ContextVar
from typing import Any, Final

from confty.values.cells import Cell, Holder, settled_cell
from confty.values.labels import Labelled, Unknown, relabelled, summary
from confty.values.promises import is_awaitable

SIMPLE: Final = frozenset({str, int, float, bool, type(None), bytes})
LEVELS: Final = 16
#: How the SDK marks the classes of properties that are given to resources.
_INPUT_TYPE: Final = "_pulumi_input_type"
_FEW: Final = 32


def is_late(value: object) -> bool:
    """Whether a value is an Output or an awaitable."""
    return isinstance(value, Holder) or (type(value) not in SIMPLE and is_awaitable(value))


def is_record(value: object) -> bool:
    """Whether a value is of a class with fields: a dataclass, or an input type of Pulumi's SDK."""
    kind = type(value)
    if hasattr(kind, "__dataclass_fields__"):
        return not isinstance(value, type)
    return hasattr(kind, _INPUT_TYPE) and not isinstance(value, dict)


def fields_of(value: object) -> list[tuple[str, object]]:
    """The fields of a record with what is in them; of anything else none."""
    if not is_record(value):
        return []
    fields = getattr(type(value), "__dataclass_fields__", None)
    if fields is None:
        # An input type keeps what it was given under the names of its properties.
        return list(vars(value).items())
    return [(name, getattr(value, name, None)) for name in fields]


def put_fields(value: object, fields: dict[str, object]) -> None:
    """Change fields of a record that was just made, also where nobody else may."""
    if not hasattr(type(value), "__dataclass_fields__"):
        vars(value).update(fields)
        return
    for name, item in fields.items():
        object.__setattr__(value, name, item)


def inside(value: object) -> Sequence[object]:
    """The keys and elements of a container, the fields of a record."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list | tuple):
        return value
    return [item for _, item in fields_of(value)]


def is_bare(root: object, familiar: object = None, *, labels: bool = False) -> bool:
    """Whether nothing late or unknown is anywhere in a value; ``labels`` says if labels may be.

    What is met again of ``familiar``, a value that was bare, is taken to be as it was below its
    topmost levels.
    """
    answer = _looked_through(root, {}, _FEW, labels=labels)
    if answer is None:
        answer = _looked_through(root, _top_of(familiar), None, labels=labels)
    return answer is True


def _looked_through(
    root: object, familiar: dict[int, int], most: int | None, *, labels: bool
) -> bool | None:
    """Look at everything in a value; None when there are more than ``most`` containers."""
    waiting: list[Any] = [root]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if labels and type(value) is Labelled:
            value = value.value
            if isinstance(value, Unknown):
                continue
        kind = type(value)
        if kind in SIMPLE or id(value) in seen or familiar.get(id(value)) == LEVELS:
            continue
        # Most containers are of these kinds, and are gone into without a call.
        if kind is dict:
            waiting += value
            waiting += value.values()
        elif kind is list or kind is tuple:
            waiting += value
        elif isinstance(value, (Labelled, Unknown)) or is_late(value):
            return False
        else:
            waiting += inside(value)
        seen.add(id(value))
        if most is not None and len(seen) > most:
            return None
    return True


def _is_large(root: object) -> bool:
    """Whether there are more than a few containers in a value, Outputs not opened."""
    waiting: list[Any] = [root]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if type(value) in SIMPLE or id(value) in seen:
            continue
        below = inside(value)
        if below:
            seen.add(id(value))
            waiting += below
        if len(seen) > _FEW:
            return True
    return False


def _top_of(root: object, kept: list[object] | None = None) -> dict[int, int]:
    """The containers in the topmost levels of a value, by how deep they are first met.

    They are put into ``kept``, so that no other takes over the number of one that is gone.
    """
    found: dict[int, int] = {}
    level = [root]
    for depth in range(1, LEVELS + 1):
        below: list[object] = []
        for item in level:
            value = item.value if isinstance(item, Labelled) else item
            if type(value) not in SIMPLE and id(value) not in found:
                found[id(value)] = depth
                if kept is not None:
                    kept.append(value)
                below.extend(inside(value))
        level = below
    return found


class Lent:
    """The bare value that a running callback was given, for what is converted meanwhile."""

    __slots__ = ("_depths", "_kept", "value")

    def __init__(self, value: object) -> None:
        self.value: Final = value
        self._depths: dict[int, int] | None = None
        self._kept: list[object] = []

    def below(self, root: object) -> Collection[int]:
        """The ids of containers in a large value that were looked through before.

        Like ``is_bare``, it passes over those that lay below the topmost levels of what was lent.
        """
        if not _is_large(root):
            return ()
        if self._depths is None:
            self._depths = _top_of(self.value, self._kept)
        return {found for found, depth in self._depths.items() if depth == LEVELS}


#: What the callback that runs now was given, where nothing late was in that.
LENT: Final[ContextVar[Lent | None]] = ContextVar("LENT", default=None)


def note_whole(cell: Cell, *, plain: bool, parts: Sequence[Cell]) -> None:
    """Remember that nothing late is in a cell's tree, and which whole trees are built into it."""
    cell.whole = True
    cell.plain = plain
    cell.lent = any(part.lent for part in parts)
    cell.parts = () if plain else parts


def lent_part(tree: object) -> Cell:
    """A cell of bare data that a callback has in its hands, as a part of what is made of it."""
    cell = settled_cell(tree)
    cell.whole = cell.plain = cell.lent = True
    return cell


def settle_returned(cell: Cell, result: object, before: Labelled) -> None:
    """Settle a cell with the bare value that a callback returned, and the label on top of it."""
    made = relabelled(result, before)
    cell.whole = cell.lent = True
    cell.plain = not isinstance(made, Labelled)
    cell.joined = before.around(result)
    cell.settle(made)


def settle_relabelled(cell: Cell, inner: Cell, made: object) -> None:
    """Settle a cell with the tree of another that got, or lost, no more than a label on top."""
    if still_whole(inner):
        plain = inner.plain and not isinstance(made, Labelled)
        note_whole(cell, plain=plain, parts=(inner,))
    cell.settle(made)


def still_whole(cell: Cell) -> bool:
    """Whether a cell's tree is whole; one that a callback had in its hands is looked at again."""
    if cell.whole and cell.lent and not is_bare(cell.tree, cell.tree, labels=True):
        cell.whole = cell.plain = False
        cell.joined = None
        cell.parts = ()
    return cell.whole


def joined_of(cell: Cell) -> Labelled:
    """All labels of a settled cell's tree joined, with the bare value: ``summary``, kept."""
    if not still_whole(cell):
        return summary(cell.tree)
    if cell.joined is None:
        cell.joined = Labelled(cell.tree) if cell.plain else summary(cell.tree, _known_in(cell))
        cell.parts = ()
    return cell.joined


def _known_in(cell: Cell) -> dict[int, Labelled]:
    """The summaries that are there of what was built into a cell's tree, by containers' ids."""
    known: dict[int, Labelled] = {}
    waiting = list(cell.parts)
    seen: set[int] = set()
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        if part.plain:
            known[id(part.tree)] = Labelled(part.tree)
        elif part.joined is not None:
            tree = part.tree.value if isinstance(part.tree, Labelled) else part.tree
            known[id(tree)] = part.joined
        else:
            waiting.extend(part.parts)
    return known
